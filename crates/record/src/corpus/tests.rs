//! Whole corpora in temporary folders: sound, damaged and hostile ones.

use super::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::path::Path;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const TWO: &str = "(;GM[1]SZ[9];B[aa])\n(;GM[1]SZ[9];B[bb];W[cc])\n";
const GIB: &str = "\\HS\r\n\\[GAMENAME=x\\]\r\n\\HE\r\n\\GS\r\n\\GE\r\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

/// A folder with the given files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    root
}

fn read_with(path: &Path, limits: Limits) -> (Vec<GameText>, Vec<ProblemKind>) {
    let mut games = Vec::new();
    let mut problems = Vec::new();
    for item in Corpus::open([path], limits) {
        match item {
            Ok(game) => games.push(game),
            Err(problem) => problems.push(problem.kind),
        }
    }
    (games, problems)
}

fn read(name: &str, bytes: &[u8]) -> (Vec<GameText>, Vec<ProblemKind>) {
    let root = folder(&[(name, bytes)]);
    read_with(&root.path().join(name), Limits::default())
}

#[test]
fn every_container_gives_the_same_games() {
    let long = format!("{}/a.sgf", "long".repeat(60));
    let packed = gzip(TWO.as_bytes());
    let members: &[(&str, &[u8])] = &[
        (&long, TWO.as_bytes()),
        ("b.gib", GIB.as_bytes()),
        ("c/d.SGF.gz", &packed),
        ("e.txt", b"(;not for us)"),
        ("__MACOSX/._a.sgf", b"\0\x05\x16\x07"),
    ];
    // The long name is for archives; a folder has a shorter one that sorts alike.
    let mut files = members.to_vec();
    files[0].0 = "a.sgf";

    let root = folder(&files);
    let (expected, problems) = read_with(root.path(), Limits::default());
    let facts = |games: &[GameText]| -> Vec<_> {
        games
            .iter()
            .map(|game| (game.format, game.number, game.offset, game.line, game.bytes.clone()))
            .collect()
    };
    assert_eq!(problems, []);
    let numbers: Vec<_> = expected.iter().map(|game| (game.format, game.number)).collect();
    let (sgf, gib) = (Format::Sgf, Format::Gib);
    assert_eq!(numbers, [(sgf, 1), (sgf, 2), (gib, 1), (sgf, 1), (sgf, 2)]);

    let tarred = tar(members);
    for (name, bytes) in [
        ("x.zip", zip(members)),
        ("x.ZIP", zip(members)),
        ("x.tar", tarred.clone()),
        ("x.tar.gz", gzip(&tarred)),
        ("x.tgz", gzip(&tarred)),
        // Known by their first bytes.
        ("a", zip(members)),
        ("b", tarred.clone()),
        ("c.gz", gzip(&tarred)),
    ] {
        let (games, problems) = read(name, &bytes);
        assert_eq!((facts(&games), problems), (facts(&expected), vec![]), "{name}");
        assert!(games[0].origin.to_string().ends_with(&format!("{name}: {long}")));
    }
    for (name, bytes) in [
        ("x.sgf", TWO.as_bytes().to_vec()),
        ("x.sgf.gz", packed.clone()),
        ("several.sgf.gz", [gzip(&TWO.as_bytes()[..25]), gzip(&TWO.as_bytes()[25..])].concat()),
        ("plain", TWO.as_bytes().to_vec()),
        ("zipped", packed.clone()),
    ] {
        let (games, problems) = read(name, &bytes);
        assert_eq!((facts(&games), problems), (facts(&expected)[..2].to_vec(), vec![]), "{name}");
    }
    assert_eq!(read("x", GIB.as_bytes()).0[0].format, Format::Gib);
}

#[test]
fn problems_are_told_by_kind() {
    let damaged = |name: &str, bytes: &[u8], games: usize| {
        let (found, problems) = read(name, bytes);
        assert_eq!(found.len(), games, "{name}");
        assert!(matches!(problems[0], ProblemKind::Damaged { .. }), "{name}: {problems:?}");
    };
    let packed = gzip(TWO.as_bytes());
    let mut wrong_sum = packed.clone();
    let at = wrong_sum.len() - 6;
    wrong_sum[at] ^= 1;
    damaged("no.sgf.gz", TWO.as_bytes(), 0);
    damaged("sum.sgf.gz", &wrong_sum, 2);
    damaged("no.zip", TWO.as_bytes(), 0);
    damaged("no.tar", TWO.as_bytes(), 0);

    let two = TWO.as_bytes();
    let inner = zip(&[("a.sgf", two)]);
    let cases: &[(&str, &[u8], usize, ProblemKind)] = &[
        ("a.sgf", b"", 0, ProblemKind::Empty),
        ("a.sgf.gz", b"", 0, ProblemKind::Empty),
        ("b.sgf.gz", &gzip(b""), 0, ProblemKind::Empty),
        ("a.sgf", b"hello", 0, ProblemKind::NoGame),
        ("a.gib", b" \r\n", 0, ProblemKind::NoGame),
        ("a.zip", &zip(&[("a.txt", two)]), 0, ProblemKind::NoGameFile),
        ("a.tar", &tar(&[]), 0, ProblemKind::NoGameFile),
        ("a.zip", &zip(&[("b.zip", &inner), ("c.sgf", two)]), 2, ProblemKind::NestedArchive),
        ("a.tar", &tar(&[("b.zip", &inner), ("c.sgf", two)]), 2, ProblemKind::NestedArchive),
        ("a", &gzip(&gzip(two)), 0, ProblemKind::NestedArchive),
    ];
    for (name, bytes, games, kind) in cases {
        let (found, problems) = read(name, bytes);
        assert_eq!((found.len(), &problems[..]), (*games, std::slice::from_ref(kind)), "{name}");
    }
}

/// Games that do not compress well, so that files cut short lose some and keep some.
fn many() -> String {
    let mut seed = 1u32;
    let mut letter = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'a' + (seed >> 24) as u8 % 19)
    };
    (0..500)
        .map(|_| {
            let moves: String = (0..50).map(|_| format!(";B[{}{}]", letter(), letter())).collect();
            format!("(;GM[1]{moves})\n")
        })
        .collect()
}

#[test]
fn games_before_the_damage_are_kept() {
    let games = many();
    let half = |mut bytes: Vec<u8>| {
        bytes.truncate(bytes.len() / 2);
        bytes
    };
    let mut hurt = gzip(games.as_bytes());
    let middle = hurt.len() / 2;
    hurt[middle..middle + 2000].fill(0xFF);
    let parts: Vec<(String, &[u8])> = games
        .as_bytes()
        .chunks(games.len() / 10)
        .enumerate()
        .map(|(number, part)| (format!("{number}.sgf"), part))
        .collect();
    let parts: Vec<(&str, &[u8])> = parts.iter().map(|(name, part)| (&**name, *part)).collect();
    for (name, bytes) in [
        ("cut.sgf.gz", half(gzip(games.as_bytes()))),
        ("hurt.sgf.gz", hurt),
        ("cut.tar", half(tar(&parts))),
        ("cut.tgz", half(gzip(&tar(&parts)))),
        ("cut.zip", half(zip(&parts))),
    ] {
        let (found, problems) = read(name, &bytes);
        assert!((100..400).contains(&found.len()), "{name}: {}", found.len());
        let is_damage = |kind: &ProblemKind| matches!(kind, ProblemKind::Damaged { .. });
        assert!(!problems.is_empty() && problems.iter().all(is_damage), "{name}: {problems:?}");
        // Hurt bytes may give nonsense for a while until the decoder notices.
        let is_sound =
            |game: &GameText| str::from_utf8(&game.bytes).is_ok_and(|text| games.contains(text));
        let sound = found.iter().filter(|game| is_sound(game)).count();
        assert!(sound == found.len() || name.starts_with("hurt") && sound >= 100, "{name}");
    }
}

#[test]
fn locked_zip_members_are_named() {
    let mut bytes = zip(&[("a.sgf", TWO.as_bytes()), ("b.sgf", TWO.as_bytes())]);
    let places = |bytes: &[u8], mark: &[u8]| -> Vec<usize> {
        (0..bytes.len()).filter(|&at| bytes[at..].starts_with(mark)).collect()
    };
    let (local, central) = (places(&bytes, b"PK\x03\x04"), places(&bytes, b"PK\x01\x02"));
    bytes[local[0] + 6] |= 1;
    bytes[central[0] + 8] |= 1;
    let (games, problems) = read("a.zip", &bytes);
    assert_eq!((games.len(), &problems[..]), (2, &[ProblemKind::Encrypted][..]));
    // A compression of the future.
    bytes[local[1] + 8] = 98;
    bytes[central[1] + 10] = 98;
    let (games, problems) = read("a.zip", &bytes);
    assert_eq!(games.len(), 0);
    assert!(matches!(problems[1], ProblemKind::Compression(_)), "{problems:?}");
}

/// `size` bytes of nothing behind `start`, in next to no space.
fn bomb(start: &[u8], filler: u8, size: u64) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    io::copy(&mut start.chain(io::repeat(filler).take(size)), &mut encoder).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn bombs_are_put_out() {
    let expands = [ProblemKind::Expands { ratio: 200 }];
    assert_eq!(read("a.sgf.gz", &bomb(b"", 0, 70 << 20)).1, expands);

    let limits = Limits { expansion_free_bytes: 1 << 20, ..Limits::default() };
    let size = 4 << 20;
    let inner = bomb(b"(;B[aa])", b'(', size);
    let mut header = tar::Header::new_gnu();
    header.set_path("a.sgf").unwrap();
    header.set_size(size);
    header.set_cksum();
    let flat = [b"(;B[aa])", &*vec![b'x'; size as usize]].concat();
    for (name, bytes, games) in [
        ("a.sgf.gz", inner.clone(), 1),
        ("b.zip", zip(&[("a.sgf.gz", &inner)]), 1),
        ("c.zip", zip(&[("a.sgf", &flat)]), 1),
        ("d.tar", tar(&[("a.sgf.gz", &inner)]), 1),
        ("e.tgz", bomb(header.as_bytes(), 0, size), 0),
    ] {
        let root = folder(&[(name, &bytes)]);
        let (found, problems) = read_with(&root.path().join(name), limits);
        assert_eq!((found.len(), &problems[..]), (games, &expands[..]), "{name}");
    }
}

#[test]
fn zip_members_that_share_their_data_are_refused() {
    let noise: Vec<u8> =
        (0..5000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let whole = zip(&[("a.sgf", &[b"(;B[aa])", &*noise].concat())]);
    // The end record has 22 bytes; in it are the number of members, and size and place of the directory.
    let (body, end) = whole.split_at(whole.len() - 22);
    let place = u32::from_le_bytes(end[16..20].try_into().unwrap()) as usize;
    let (data, entry) = body.split_at(place);
    let mut forged = data.to_vec();
    for letter in b"abc" {
        let mut entry = entry.to_vec();
        entry[46] = *letter; // the first letter of the name
        forged.extend(entry);
    }
    let mut end = end.to_vec();
    end[8..10].copy_from_slice(&3_u16.to_le_bytes());
    end[10..12].copy_from_slice(&3_u16.to_le_bytes());
    end[12..16].copy_from_slice(&(3 * entry.len() as u32).to_le_bytes());
    forged.extend(end);
    let (games, problems) = read("a.zip", &forged);
    assert_eq!(games.len(), 1);
    let overlap = ProblemKind::Damaged { games: 0, cause: "its members overlap".to_string() };
    assert_eq!(problems, [overlap]);
}

#[test]
fn long_games_and_long_junk() {
    let limits = Limits { game_bytes: 1 << 20, ..Limits::default() };
    let root = folder(&[]);
    let path = root.path().join("a.sgf");
    let junk = vec![b'x'; 40 << 20];
    fs::write(&path, &junk).unwrap();
    assert_eq!(read_with(&path, limits).1, [ProblemKind::NoGame]);

    let text = [b"(;B[aa])\n(;C[", &junk[..], b"])\n(;B[bb])"].concat();
    fs::write(&path, &text).unwrap();
    let (games, problems) = read_with(&path, limits);
    let places: Vec<_> = games.iter().map(|game| (game.number, game.line)).collect();
    assert_eq!(places, [(1, 1), (3, 3)]);
    assert_eq!(problems, [ProblemKind::TooLong { number: 2, line: 2, limit: 1 << 20 }]);

    let gib = root.path().join("a.gib");
    fs::write(&gib, &junk).unwrap();
    let (games, problems) = read_with(&gib, limits);
    assert_eq!(games, []);
    assert_eq!(problems, [ProblemKind::TooLong { number: 1, line: 1, limit: 1 << 20 }]);
}

#[test]
fn utf_16_files_are_read() {
    let text = "\u{feff}(;GM[1]PB[黒]);)\n(;GM[1]PB[白])\n";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (games, problems) = read("a.sgf", &bytes);
    assert_eq!(problems, []);
    let texts: Vec<_> = games.iter().map(|g| str::from_utf8(&g.bytes).unwrap()).collect();
    assert_eq!(texts, ["(;GM[1]PB[黒])", "(;GM[1]PB[白])"]);
    assert_eq!(games[1].encoding, Some(encoding_rs::UTF_8));
}

#[test]
fn one_bad_file_does_not_stop_the_rest() {
    let root = folder(&[("a.sgf", b""), ("b.zip", b"junk"), ("c.sgf", TWO.as_bytes())]);
    let mut paths: Vec<PathBuf> = vec![root.path().join("missing.sgf"), root.path().to_owned()];
    paths.push(root.path().join("c.sgf"));
    let corpus = Corpus::open(paths, Limits::default());
    let outcome: Vec<_> = corpus.map(|item| item.is_ok()).collect();
    assert_eq!(outcome, [false, false, false, true, true, true, true]);
}

#[test]
fn bytes_in_memory_are_a_corpus() {
    for bytes in [TWO.into(), gzip(TWO.as_bytes()), tar(&[("a.sgf", TWO.as_bytes())])] {
        let corpus = Corpus::from_reader("upload", Cursor::new(bytes), Limits::default());
        let progress = corpus.progress();
        let games: Vec<_> = corpus.map(Result::unwrap).collect();
        assert_eq!(games.len(), 2);
        assert!(games[0].origin.to_string().starts_with("upload"));
        assert!(progress.done() > 0 && progress.total().is_none());
    }
    let mut zipped = Corpus::from_reader("x", Cursor::new(zip(&[])), Limits::default());
    assert_eq!(zipped.next().unwrap().unwrap_err().kind, ProblemKind::PipedZip);
    let game = GameText::new("a game", Format::Gib, GIB);
    assert_eq!((game.number, game.line, game.origin.to_string()), (1, 1, "a game".to_string()));
}

#[test]
fn progress_ends_at_the_total() {
    let packed = zip(&[("a.sgf", TWO.as_bytes()), ("b.txt", b"not read")]);
    let root = folder(&[("a.zip", &packed), ("b.sgf", TWO.as_bytes()), ("c.txt", b"no")]);
    let mut corpus = Corpus::open([root.path()], Limits::default());
    let progress = corpus.progress();
    assert_eq!((progress.done(), progress.total()), (0, Some((packed.len() + TWO.len()) as u64)));
    assert!(corpus.next().is_some() && progress.done() > 0);
    assert_eq!(corpus.count(), 3);
    assert_eq!(Some(progress.done()), progress.total());
}
