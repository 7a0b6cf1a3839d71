//! What must hold for any bytes at all. The fuzz targets include this file.

use aji_record::corpus::{Corpus, Format, GameText, Limits, ProblemKind};
use aji_record::{Record, game_tree, sgf, text};
use std::io;

/// Bytes as SGF: nothing panics, what is read can be written and read again, a corpus finds the game
/// that the parser finds, and what was replayed replays again from our own writing.
pub fn sgf(bytes: &[u8]) {
    let text = text::decode(bytes, None).text;
    splitter_and_parser_agree(&text);
    if let Ok(parsed) = sgf::parse(text) {
        written_is_read_again(&parsed.tree);
    }
    replayed_is_replayed_again(Format::Sgf, bytes);
}

/// Bytes as the formats of the servers: the same laws.
pub fn gib(bytes: &[u8]) {
    for format in [Format::Gib, Format::Ngf, Format::Ugi] {
        replayed_is_replayed_again(format, bytes);
    }
}

/// The first game that a corpus cuts out of a text is the one that the parser reads in the whole.
///
/// Text without zeros only: with them it may be taken for UTF-16.
pub fn splitter_and_parser_agree(text: &str) {
    let bytes = io::Cursor::new(text.to_string());
    let mut corpus = Corpus::from_reader("law", bytes, Limits::default());
    let whole = sgf::parse(text.to_string());
    match corpus.next().expect("a corpus gives games or says why not") {
        Ok(game) if game.format == Format::Sgf && !text.contains('\0') => {
            let piece = String::from_utf8(game.bytes).expect("a piece of text is text");
            let first = sgf::parse(piece).expect("the splitter cuts out games");
            // A game that lost a bracket is cut where a line begins like another game. The parser
            // is given single games, where such a line can only begin a variation or be quoted.
            let unclosed = |w: &sgf::Warning| w.kind == sgf::WarningKind::MissingClosing;
            if !first.warnings.iter().any(unclosed) || corpus.next().is_none() {
                let whole = whole.expect("what the splitter finds, the parser finds");
                assert_eq!(first.tree, whole.tree, "{text:?}");
            }
        }
        Err(problem) if matches!(problem.kind, ProblemKind::NoGame | ProblemKind::Empty) => {
            assert!(whole.is_err() || text.contains('\0'), "{text:?}");
        }
        _ => {}
    }
}

fn written_is_read_again(tree: &sgf::Tree) {
    let again = sgf::parse(tree.write()).expect("what we write can be read");
    assert_eq!(again.tree, *tree);
}

fn replayed_is_replayed_again(format: Format, bytes: &[u8]) {
    let game = GameText::new("law", format, bytes);
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
