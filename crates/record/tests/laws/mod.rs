//! What must hold for any bytes at all. The fuzz targets include this file.

use aji_record::corpus::{Format, GameText, Origin};
use aji_record::{Record, game_tree, sgf, text};
use std::sync::Arc;

/// Bytes as SGF: nothing panics, what is read can be written and read again, and what was replayed
/// replays again from our own writing.
pub fn sgf(bytes: &[u8]) {
    let decoded = text::decode(bytes, None);
    let Ok(games) = sgf::parse_collection(&decoded.text) else {
        return;
    };
    for game in games {
        written_is_read_again(&game.tree);
    }
    replayed_is_replayed_again(Format::Sgf, bytes);
}

/// Bytes as the formats of the servers: the same laws.
pub fn gib(bytes: &[u8]) {
    for format in [Format::Gib, Format::Ngf, Format::Ugi] {
        replayed_is_replayed_again(format, bytes);
    }
}

fn written_is_read_again(tree: &sgf::Tree) {
    let again = sgf::parse(tree.write()).expect("what we write can be read");
    assert_eq!(again.tree, *tree);
}

fn replayed_is_replayed_again(format: Format, bytes: &[u8]) {
    let origin = Arc::new(Origin { path: "fuzz".into(), member: None });
    let encoding = None;
    let bytes = bytes.to_vec();
    let game = GameText { origin, format, number: 1, offset: 0, line: 1, bytes, encoding };
    let Ok(record) = Record::read(&game) else {
        return;
    };
    written_is_read_again(&record.tree);
    let replay = record.replay();
    replay.game.position().check_invariants();
    if replay.fault.is_none() {
        let ours = game_tree(&replay.game, &record.head).write();
        let again = Record::from_sgf(&ours).expect("our own record can be read").replay();
        assert_eq!(again.fault, None);
        assert_eq!(again.game.position().stones(), replay.game.position().stones());
    }
}
