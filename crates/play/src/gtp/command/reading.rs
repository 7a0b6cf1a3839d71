//! Tactics read out, in the forms of GNU Go: 0 fails, 1 works, 2 and 3 are kos that the other side or
//! the own side has to find the first threat for.

use super::{Table, good};
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use aji_judge::life::tactics::capture::{DEEP, LADDERS, attack_within, defend_within, reinforce};
use aji_judge::life::tactics::connect::{join, part};
use aji_judge::life::tactics::{Attempt, TacticalAnswer, connect, disconnect, eyes};
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, Move, Point, Position, Size};

pub const TABLE: Table = &[
    ("attack", |engine, arguments| {
        let stone = stone(engine, arguments, 0)?;
        told(engine.size(), attack_within(engine.position(), stone, DEEP), || None)
    }),
    ("defend", |engine, arguments| {
        let stone = stone(engine, arguments, 0)?;
        let position = engine.position();
        let safest = || reinforce(position, stone, DEEP);
        told(engine.size(), defend_within(position, stone, DEEP), safest)
    }),
    ("does_attack", |engine, arguments| {
        let (after, stone) = move_and_stone(engine, arguments, |color| !color)?;
        let code = after.and_then(|after| match after.stone(stone) {
            stone_there if stone_there != engine.position().stone(stone) => Some(Attempt::Works),
            _ => Some(defend_within(&after, stone, DEEP)?.result.denied()),
        });
        good(code.unwrap_or(Attempt::Fails).gnu_go_code().to_string())
    }),
    ("does_defend", |engine, arguments| {
        let (after, stone) = move_and_stone(engine, arguments, |color| color)?;
        let code =
            after.and_then(|after| Some(attack_within(&after, stone, DEEP)?.result.denied()));
        good(code.unwrap_or(Attempt::Fails).gnu_go_code().to_string())
    }),
    ("ladder_attack", |engine, arguments| {
        let stone = stone(engine, arguments, 0)?;
        let chain = engine.position().chain_at(stone);
        if chain.is_none_or(|chain| chain.liberty_count() != 2) {
            return Err("string must have exactly 2 liberties".into());
        }
        told(engine.size(), attack_within(engine.position(), stone, LADDERS), || None)
    }),
    ("connect", |engine, arguments| {
        let [one, other] = friends(engine, arguments)?;
        let position = engine.position();
        told(engine.size(), connect(position, one, other), || join(position, one, other))
    }),
    ("disconnect", |engine, arguments| {
        let [one, other] = friends(engine, arguments)?;
        let position = engine.position();
        told(engine.size(), disconnect(position, one, other), || part(position, one, other))
    }),
    ("eval_eye", eval_eye),
];

/// The point of a stone.
pub(super) fn stone(
    engine: &Engine,
    arguments: Arguments<'_>,
    index: usize,
) -> Result<Point, Refusal> {
    let point = arguments.point(index)?;
    engine.position().stone(point).ok_or("vertex must not be empty")?;
    Ok(point)
}

/// Two stones of one colour.
fn friends(engine: &Engine, arguments: Arguments<'_>) -> Result<[Point; 2], Refusal> {
    let stones = [stone(engine, arguments, 0)?, stone(engine, arguments, 1)?];
    let [one, other] = stones.map(|stone| engine.position().stone(stone));
    if one == other { Ok(stones) } else { Err("vertices must have same color".into()) }
}

/// Two stones of different colours.
pub(super) fn stones_of_both(
    engine: &Engine,
    arguments: Arguments<'_>,
) -> Result<[Point; 2], Refusal> {
    let stones = [stone(engine, arguments, 0)?, stone(engine, arguments, 1)?];
    let [one, other] = stones.map(|stone| engine.position().stone(stone));
    if one == other { Err("vertices must have different color".into()) } else { Ok(stones) }
}

/// The position after a move of whoever `mover` is to the owner of a stone, and the stone. No position if
/// the move is illegal.
pub(super) fn move_and_stone(
    engine: &Engine,
    arguments: Arguments<'_>,
    mover: impl Fn(Color) -> Color,
) -> Result<(Option<Position>, Point), Refusal> {
    let (point, stone) = (arguments.point(0)?, stone(engine, arguments, 1)?);
    if engine.position().stone(point).is_some() {
        return Err("move vertex is not empty".into());
    }
    let owner = engine.position().stone(stone).ok_or("vertex must not be empty")?;
    let mut after = engine.position().clone().with_to_play(mover(owner));
    let is_legal = after.play(Move::Place(point), Suicide::Forbidden).is_ok();
    Ok((is_legal.then_some(after), stone))
}

/// `0`, or a code and a move; a pass if there is none.
pub(super) fn code_and_move(size: Size, result: Attempt, first: Option<Point>) -> String {
    let first = first.map_or("PASS".to_string(), |point| size.vertex(point).to_string());
    let code = result.gnu_go_code();
    if result.is_possible() { format!("{code} {first}") } else { code.to_string() }
}

/// GNU Go names a move also where none is needed: one that makes sure.
fn told(
    size: Size,
    answer: Option<TacticalAnswer>,
    safest: impl FnOnce() -> Option<Point>,
) -> Result<Reply, Refusal> {
    let answer = answer.ok_or("vertex must not be empty")?;
    let first = match answer.result {
        Attempt::Works => answer.first_move().or_else(safest),
        _ => answer.first_move(),
    };
    good(code_and_move(size, answer.result, first))
}

/// The least and the most eyes, and the points that decide between them; -1 where there is no eye space.
fn eval_eye(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let point = arguments.point(0)?;
    let Some(found) = eyes(engine.position(), point) else { return good("-1") };
    let mut text = format!("{} {}", found.least, found.most);
    for point in [found.attack, found.defence].into_iter().flatten() {
        text += &format!(" {}", engine.size().vertex(point));
    }
    good(text)
}
