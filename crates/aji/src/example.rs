//! The game that is shown when no file is given.

use aji_record::corpus::{Format, GameText, Origin};
use std::sync::Arc;

/// A game of GNU Go against itself, made for this purpose.
pub fn game_text() -> GameText {
    GameText {
        origin: Arc::new(Origin { path: "the example game".into(), member: None }),
        format: Format::Sgf,
        number: 1,
        offset: 0,
        line: 1,
        bytes: include_bytes!("example.sgf").into(),
        encoding: None,
    }
}
