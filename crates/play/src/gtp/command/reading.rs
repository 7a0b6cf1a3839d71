//! Tactics read out, in the forms of GNU Go: 0 fails, 1 works, 2 and 3 are kos that the other side or
//! the own side has to find the first threat for.

use super::{Table, good};
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use aji_judge::life::tactics::capture::{DEEP, LADDERS, attack_within, defend_within};
use aji_judge::life::tactics::{Attempt, TacticalAnswer, connect, disconnect, eyes, race};
use aji_rules::{Point, Size};

pub const TABLE: Table = &[
    ("attack", |engine, arguments| {
        let stone = stone(engine, arguments, 0)?;
        told(engine.size(), attack_within(engine.position(), stone, DEEP))
    }),
    ("defend", |engine, arguments| {
        let stone = stone(engine, arguments, 0)?;
        told(engine.size(), defend_within(engine.position(), stone, DEEP))
    }),
    ("ladder_attack", |engine, arguments| {
        let stone = stone(engine, arguments, 0)?;
        let chain = engine.position().chain_at(stone);
        if chain.is_none_or(|chain| chain.liberty_count() != 2) {
            return Err("string must have exactly 2 liberties".into());
        }
        told(engine.size(), attack_within(engine.position(), stone, LADDERS))
    }),
    ("connect", |engine, arguments| {
        let [one, other] = friends(engine, arguments)?;
        told(engine.size(), connect(engine.position(), one, other))
    }),
    ("disconnect", |engine, arguments| {
        let [one, other] = friends(engine, arguments)?;
        told(engine.size(), disconnect(engine.position(), one, other))
    }),
    ("eval_eye", eval_eye),
    ("analyze_semeai", analyze_semeai),
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

/// `0`, or a code and a move; what needs no move passes.
pub(super) fn code_and_move(size: Size, result: Attempt, first: Option<Point>) -> String {
    let first = first.map_or("PASS".to_string(), |point| size.vertex(point).to_string());
    let code = result.gnu_go_code();
    if result.is_possible() { format!("{code} {first}") } else { code.to_string() }
}

fn told(size: Size, answer: Option<TacticalAnswer>) -> Result<Reply, Refusal> {
    let answer = answer.ok_or("vertex must not be empty")?;
    good(code_and_move(size, answer.result, answer.first_move()))
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

/// Whether the first chain, its owner moving first, is saved, whether it kills the second, and how.
fn analyze_semeai(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let [one, other] = [stone(engine, arguments, 0)?, stone(engine, arguments, 1)?];
    let found = race(engine.position(), one, other).ok_or("vertices must have different color")?;
    let size = engine.size();
    let first = found.first_move.map_or("PASS".to_string(), |at| size.vertex(at).to_string());
    good(format!("{} {} {first}", found.saved.gnu_go_code(), found.killed.gnu_go_code()))
}
