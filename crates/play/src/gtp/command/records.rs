//! Records in and out.

use super::{Table, done, good};
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use aji_record::corpus::{Corpus, Limits};
use aji_record::{Head, Record, game_tree};
use aji_rules::{Move, RuleSet, Rules, Step};

pub const TABLE: Table = &[
    ("loadsgf", load),
    ("printsgf", |engine, arguments| {
        let mut head = Head::new(engine.size());
        // Rules that are made piece by piece have no name to be written.
        head.rules = RuleSet::ALL.into_iter().find(|&name| Rules::from(name) == engine.rules);
        let sgf = game_tree(engine.game(), &head).write();
        match arguments.word(0) {
            None | Some("-") => good(sgf),
            Some(path) => {
                std::fs::write(path, sgf).map_err(|error| format!("cannot write: {error}"))?;
                done()
            }
        }
    }),
];

const CANNOT_LOAD: &str = "cannot load file";

/// `loadsgf FILE [MOVE]`: with a number, the position before that move; with a vertex, before the first
/// move there.
fn load(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    // A path may have blanks in it, which make several words of it; only the last may be a move.
    let words = arguments.words();
    let whole = words.join(" ");
    let (path, until) = match words.split_last() {
        None => return Err(Refusal::SYNTAX.into()),
        Some((last, [_, ..])) if !std::path::Path::new(&whole).exists() => {
            (words[..words.len() - 1].join(" "), Some(last.as_str()))
        }
        Some(_) => (whole, None),
    };
    let mut games = Corpus::open([&path], Limits::default());
    let text = games.next().and_then(Result::ok).ok_or(CANNOT_LOAD)?;
    let record = Record::read(&text).or(Err(CANNOT_LOAD))?;
    let number: Option<usize> = until.and_then(|until| until.parse().ok());
    let mut replay = match number {
        Some(number) => record.replay_moves(number.saturating_sub(1)),
        None => record.replay(),
    };
    let whole_game = || replay.fault.is_none() || number.is_some();
    if !whole_game() {
        return Err(CANNOT_LOAD.into());
    }
    if let (Some(until), None) = (until, number) {
        let size = replay.game.position().size();
        let point = size.parse_point(until).ok_or(Refusal::COORDINATE)?;
        let is_there =
            |step: &Step| matches!(step, Step::Play(_, Move::Place(played)) if *played == point);
        let Some(before) = replay.game.steps().iter().position(is_there) else {
            return Err(format!("nobody plays at {until}").into());
        };
        for _ in before..replay.game.steps().len() {
            replay.game.undo();
        }
    }
    let komi = record.head.komi.unwrap_or(engine.game().komi());
    let rules = record.head.rules.map_or(engine.rules, Into::into);
    *engine.game_mut() = replay.game;
    engine.explanation = None;
    engine.set_conditions(rules, komi);
    done()
}
