//! The game that is shown when no file is given.

use aji_record::corpus::{Format, GameText};

/// A game of GNU Go against itself, made for this purpose.
pub fn game_text() -> GameText {
    GameText::new("the example game", Format::Sgf, include_bytes!("example.sgf"))
}
