//! Whether groups live, in the forms of GNU Go: read out where that can be, else as the judgement has it.

use super::reading::{code_and_move, stone};
use super::stones::status_word;
use super::{Table, good};
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use aji_judge::life::LifeStatus;
use aji_judge::life::tactics::capture::{DEEP, QUICK};
use aji_judge::life::tactics::{AttackAndDefence, Attempt, Limits, fate};
use aji_rules::Point;

pub const TABLE: Table = &[
    ("owl_attack", |engine, arguments| {
        let stone = stone(engine, arguments, 0)?;
        let found = read_or_judged(engine, stone)?;
        good(code_and_move(engine.size(), found.attack, found.attack_move))
    }),
    ("owl_defend", |engine, arguments| {
        let stone = stone(engine, arguments, 0)?;
        let found = read_or_judged(engine, stone)?;
        good(code_and_move(engine.size(), found.defence, found.defence_move))
    }),
    ("dragon_status", dragon_status),
];

/// What reading says of a stone; where it says nothing, the judgement decides who need not move.
fn read_or_judged(engine: &mut Engine, stone: Point) -> Result<AttackAndDefence, Refusal> {
    if let Some(found) = fate(engine.position(), stone, DEEP) {
        return Ok(found);
    }
    Ok(match judged(engine, stone)? {
        LifeStatus::Dead => AttackAndDefence {
            attack: Attempt::Works,
            attack_move: None,
            defence: Attempt::Fails,
            defence_move: None,
        },
        _ => AttackAndDefence::SAFE,
    })
}

fn judged(engine: &mut Engine, stone: Point) -> Result<LifeStatus, Refusal> {
    let chains = &engine.judgement()?.chains;
    let own = chains.iter().find(|chain| chain.stones.contains(&stone));
    Ok(own.map_or(LifeStatus::Unsettled, |chain| chain.status()))
}

/// Of one stone, or of all chains, a line each.
fn dragon_status(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    if !arguments.words().is_empty() {
        let stone = stone(engine, arguments, 0)?;
        return good(status(engine, stone, DEEP)?);
    }
    let heads = engine.judgement()?.chains.iter().filter_map(|chain| chain.stones.first());
    let heads: Vec<Point> = heads.copied().collect();
    let mut lines = Vec::new();
    for head in heads {
        let status = status(engine, head, QUICK)?;
        lines.push(format!("{}: {status}", engine.size().vertex(head)));
    }
    good(lines.join("\n"))
}

/// `alive`, `dead`, `critical` with the moves of either side, or `unknown`.
fn status(engine: &mut Engine, stone: Point, limits: Limits) -> Result<String, Refusal> {
    let Some(found) = fate(engine.position(), stone, limits) else {
        return Ok(status_word(judged(engine, stone)?).to_string());
    };
    let size = engine.size();
    let name = |at: Option<Point>| at.map_or("PASS".to_string(), |at| size.vertex(at).to_string());
    Ok(match (found.is_alive(), found.is_dead()) {
        (true, _) => "alive".to_string(),
        (_, true) => "dead".to_string(),
        _ => format!("critical {} {}", name(found.attack_move), name(found.defence_move)),
    })
}
