//! The game, and the problem, that are shown when no file is given.

use aji_record::corpus::{Format, GameText};

/// A game of GNU Go against itself, made for this purpose.
pub fn game_text() -> GameText {
    GameText::new("the example game", Format::Sgf, include_bytes!("example.sgf"))
}

/// A problem: six points in the corner, and no liberty outside.
pub const PROBLEM: &str = "(;GM[1]FF[4]SZ[9]KM[0]PL[W]AB[da][db][ac][bc][cc][dc]\
                           AW[ea][eb][ec][ad][bd][cd][dd][ed])";

/// All, by name and title, as SGF.
pub const ALL: [(&str, &str, &str); 2] = [
    ("game", "A game of GNU Go against itself", include_str!("example.sgf")),
    ("problem", "A problem of life and death", PROBLEM),
];
