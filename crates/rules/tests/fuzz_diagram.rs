//! The law of the diagram reader on kept texts, on random bytes and on spoilt drawings.

mod common;
mod laws;

use aji_rules::{Color, Diagram, Field};
use common::{RngExt, any_point, dice, size};

/// Texts that are drawings, nearly are, or try to confuse the reader.
const SEEDS: [&str; 22] = [
    "",
    "\n\n",
    ".",
    "X",
    "()",
    "(",
    "(\n..\n..",
    ".(\n..",
    "(X)(O)\n...",
    "1",
    "1 2 3",
    "12(X)12",
    " 2 . X(O)2\n 1 . . . 1",
    "   A B C\n 3 . . . 3\n 2 . X(O)2\n 1 . . . 1\n   A B C",
    "..\r\n.X\r\n",
    "..\r.X",
    "a\nb",
    "XO\nOX",
    "  5 . # . @ , 5  WHITE (O) has captured 0 stones\n  4 _ + . . . 4\n",
    "\u{a0}X\u{3000}",
    "9 O\n8 X",
    "\u{0}\u{feff}X",
];

#[test]
fn kept_texts() {
    for seed in SEEDS {
        laws::diagram(seed.as_bytes());
    }
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/diagram");
    let entries = std::fs::read_dir(corpus).expect("the corpus of the fuzzer is there");
    for file in entries.map(|entry| entry.expect("it can be listed").path()) {
        let bytes = std::fs::read(file).expect("it can be read");
        assert!(is_diagram(&bytes));
        laws::diagram(&bytes);
    }
    for side in [24, 25, 26] {
        laws::diagram(format!("{}\n", "X".repeat(side)).repeat(side).as_bytes());
    }
}

#[test]
fn random_bytes() {
    let mut read = 0;
    for number in 0..4000 {
        let mut dice = dice("bytes", number);
        let length = dice.random_range(0..200);
        // Half of the texts use only signs that mean something.
        let signs = b"XO.+()#@,_ \t\nA1239xo";
        let bytes: Vec<u8> = (0..length)
            .map(|_| match number % 2 {
                0 => dice.random_range(0..=255),
                _ => signs[dice.random_range(0..signs.len())],
            })
            .collect();
        laws::diagram(&bytes);
        read += u32::from(is_diagram(&bytes));
    }
    assert!(read > 50, "only {read} of the random texts were drawings");
}

#[test]
fn spoilt_drawings() {
    let mut read = 0;
    for number in 0..4000 {
        let mut dice = dice("spoilt", number);
        let size = size(dice.random_range(1..=25), dice.random_range(1..=25));
        let mut diagram =
            Diagram { stones: Field::filled(size, None), last: Some(any_point(size, &mut dice)) };
        for point in size.points() {
            diagram.stones[point] = match dice.random_range(0..6) {
                0 => Some(Color::Black),
                1 => Some(Color::White),
                _ => None,
            };
        }
        let mut bytes = diagram.to_string().into_bytes();
        for _ in 0..dice.random_range(0..4) {
            let at = dice.random_range(0..bytes.len());
            match dice.random_range(0..4) {
                0 => bytes[at] = dice.random_range(0..=255),
                1 => bytes[at] = b"XO.(\n1"[dice.random_range(0..6)],
                2 if bytes.len() > 1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at + 1),
            }
        }
        laws::diagram(&bytes);
        read += u32::from(is_diagram(&bytes));
    }
    assert!(read > 1000, "only {read} of the spoilt drawings could be read");
}

fn is_diagram(bytes: &[u8]) -> bool {
    String::from_utf8_lossy(bytes).parse::<Diagram>().is_ok()
}
