//! The board and what is put on it.

use super::{Table, done, good, vertices};
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use aji_rules::{Color, Diagram, Move, Point, Position, Setup, Size, Step};

pub const TABLE: Table = &[
    ("boardsize", |engine, arguments| {
        let side = arguments.parse(0)?;
        resize(engine, side, side)
    }),
    ("rectangular_boardsize", |engine, arguments| {
        resize(engine, arguments.parse(0)?, arguments.parse(1)?)
    }),
    ("query_boardsize", |engine, _| good(engine.size().width().to_string())),
    ("clear_board", |engine, _| {
        engine.start(Position::empty(engine.size()), 0);
        done()
    }),
    ("komi", |engine, arguments| {
        let komi = arguments.komi(0)?;
        engine.set_conditions(engine.rules, komi);
        done()
    }),
    ("get_komi", |engine, _| good(engine.game().komi().to_string())),
    ("play", |engine, arguments| {
        if arguments.word(1).is_some_and(|word| word.eq_ignore_ascii_case("resign")) {
            let color = arguments.color(0)?;
            engine.game_mut().resign(color);
            return done();
        }
        let (color, mv) = arguments.play(0)?;
        play(engine, color, mv)?;
        done()
    }),
    ("gogui-play_sequence", |engine, arguments| {
        for index in (0..arguments.words().len()).step_by(2) {
            let (color, mv) = arguments.play(index)?;
            play(engine, color, mv)?;
        }
        done()
    }),
    ("undo", |engine, _| undo(engine, 1)),
    ("gg-undo", |engine, arguments| {
        let count = if arguments.words().is_empty() { 1 } else { arguments.parse(0)? };
        undo(engine, count)
    }),
    ("set_position", |engine, arguments| set_position(engine, arguments, true)),
    ("gogui-setup", |engine, arguments| set_position(engine, arguments, false)),
    ("gogui-setup_player", |engine, arguments| {
        let color = arguments.color(0)?;
        engine.game_mut().set_up([], color).map_err(|error| error.to_string())?;
        done()
    }),
    ("showboard", |engine, _| good(shown(engine))),
    ("color", |engine, arguments| {
        let stone = engine.position().stone(arguments.point(0)?);
        good(stone.map_or("empty".to_string(), word))
    }),
    ("list_stones", |engine, arguments| {
        let color = arguments.color(0)?;
        let position = engine.position();
        let is_there = |point: &Point| position.stone(*point) == Some(color);
        good(vertices(engine.size(), engine.size().points().filter(is_there)))
    }),
    ("captures", |engine, arguments| {
        let color = arguments.color(0)?;
        good(engine.position().captures()[color].to_string())
    }),
    ("last_move", |engine, _| {
        let (color, mv) = engine.game().last_move().ok_or("no previous move known")?;
        good(format!("{} {}", word(color), engine.size().move_text(mv)))
    }),
    ("move_history", |engine, _| {
        let size = engine.size();
        let moves = engine.game().steps().iter().rev().filter_map(|step| match step {
            Step::Play(color, mv) => Some(format!("{} {}", word(*color), size.move_text(*mv))),
            Step::SetUp(..) => None,
        });
        good(moves.collect::<Vec<_>>().join("\n"))
    }),
    ("is_legal", |engine, arguments| {
        let (color, mv) = arguments.play(0)?;
        good(u8::from(engine.game().check(color, mv).is_ok()).to_string())
    }),
    ("all_legal", |engine, arguments| {
        let color = arguments.color(0)?;
        let game = engine.game();
        let is_legal = |point: &Point| game.check(color, Move::Place(*point)).is_ok();
        good(vertices(engine.size(), engine.size().points().filter(is_legal)))
    }),
];

/// `black` or `white`.
pub(super) fn word(color: Color) -> String {
    color.to_string().to_lowercase()
}

fn resize(engine: &mut Engine, width: usize, height: usize) -> Result<Reply, Refusal> {
    // Nobody plays on a line.
    let size = Size::new(width, height).ok().filter(|_| width > 1 && height > 1);
    engine.start(Position::empty(size.ok_or("unacceptable size")?), 0);
    done()
}

/// Plays a move that somebody made elsewhere: under whatever ko rule, it was made.
pub(super) fn play(engine: &mut Engine, color: Color, mv: Move) -> Result<(), Refusal> {
    let played = engine.game_mut().play_as_forgiving_superko(color, mv);
    played.map(drop).or(Err(Refusal::ILLEGAL.into()))
}

fn undo(engine: &mut Engine, count: usize) -> Result<Reply, Refusal> {
    if engine.game().steps().len() < count {
        return Err("cannot undo".into());
    }
    for _ in 0..count {
        engine.game_mut().undo();
    }
    done()
}

/// Stones given as colours, each before its points. The protocol's own command has one colour a
/// point.
fn set_position(
    engine: &mut Engine,
    arguments: Arguments<'_>,
    is_new: bool,
) -> Result<Reply, Refusal> {
    let mut setup = match is_new {
        true => Setup::empty(engine.size()),
        false => Setup { ko: None, ..Setup::from(engine.position()) },
    };
    let mut color = None;
    for (index, text) in arguments.words().iter().enumerate() {
        // `b` is a colour and no point: a point has a number.
        match crate::gtp::arguments::color(text) {
            Some(found) => color = Some(found),
            None => setup.stones[arguments.point(index)?] = Some(color.ok_or(Refusal::COLOR)?),
        }
    }
    let position = Position::try_from(setup).map_err(|error| error.to_string())?;
    engine.start(position, 0);
    done()
}

/// The board for people to read.
fn shown(engine: &Engine) -> String {
    let game = engine.game();
    let last = match game.last_move() {
        Some((_, Move::Place(point))) => Some(point),
        _ => None,
    };
    let position = engine.position();
    let captures = position.captures();
    format!(
        "\n{}\n{} to play (X is Black, O is White), komi {}, captures: Black {}, White {}",
        Diagram::of(position).with_last(last),
        position.to_play(),
        game.komi(),
        captures.black,
        captures.white
    )
}
