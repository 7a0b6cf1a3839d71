//! The bodies of the fuzz targets on the kept corpus, on mutations of it and on random bytes.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod laws;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::path::PathBuf;

/// Pieces that mean something to one of the parsers.
const PIECES: &[&[u8]] = &[
    b"(",
    b")",
    b";",
    b"[",
    b"]",
    b"\\",
    b":",
    b"B[aa]",
    b"W[]",
    b"AB[aa:cc]",
    b"AE[bb]",
    b"PL[W]",
    b"SZ[3]",
    b"HA[2]",
    b"KM[375]",
    b"RE[B+",
    b"\n",
    b"STO 0 2 1 3 3\n",
    b"INI 0 1 4 &4\n",
    b"SKI",
    b"\xff",
    b"\x00",
    b"\x81]",
    b"GONGJE:65",
    b"PMABBEEEE\n",
];

fn kept(folder: &str) -> Vec<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(folder);
    let entries = std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 3, "the kept corpus of {folder} is here");
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

fn mutate(bytes: &mut Vec<u8>, rng: &mut Xoshiro256PlusPlus) {
    let mut below = |bound: usize| (rng.next_u64() % bound.max(1) as u64) as usize;
    for _ in 0..1 + below(6) {
        let at = below(bytes.len() + 1);
        let end = (at + below(8)).min(bytes.len());
        match below(4) {
            0 => drop(bytes.drain(at..end)),
            1 => drop(bytes.splice(at..end, PIECES[below(PIECES.len())].iter().copied())),
            2 => bytes.extend_from_within(at..end),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = below(256) as u8),
        }
    }
}

fn run(folder: &str, law: fn(&[u8])) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(361);
    let kept = kept(folder);
    for bytes in &kept {
        law(bytes);
        for _ in 0..400 {
            let mut mutated = bytes.clone();
            mutate(&mut mutated, &mut rng);
            law(&mutated);
        }
    }
    for length in 0..400 {
        let random: Vec<u8> = (0..length).map(|_| rng.next_u32() as u8).collect();
        law(&random);
        let index = |rng: &mut Xoshiro256PlusPlus| rng.next_u32() as usize % PIECES.len();
        let pieces: Vec<u8> =
            (0..length / 10).flat_map(|_| PIECES[index(&mut rng)].iter().copied()).collect();
        law(&pieces);
    }
}

#[test]
fn sgf_holds_its_laws() {
    run("sgf", laws::sgf);
}

#[test]
fn server_formats_hold_their_laws() {
    run("gib", laws::gib);
}
