//! Whether groups live, in the forms of GNU Go: read out where that can be, else as the judge has it.

use super::reading::{code_and_move, move_and_stone, stone, stones_of_both};
use super::stones::status_word;
use super::{Table, done, good};
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use aji_judge::life::LifeStatus;
use aji_judge::life::tactics::capture::{DEEP, QUICK, attack_within};
use aji_judge::life::tactics::{Attempt, Limits, fate, race};
use aji_rules::{Point, Position};

pub const TABLE: Table = &[
    ("owl_attack", |engine, arguments| {
        let stone = stone(engine, arguments, 0)?;
        let found = attacked(engine, engine.position(), stone)?;
        good(found.told(engine, &code_and_move(engine.size(), found.result, found.first_move)))
    }),
    ("owl_defend", |engine, arguments| {
        let stone = stone(engine, arguments, 0)?;
        let found = defended(engine, engine.position(), stone)?;
        good(found.told(engine, &code_and_move(engine.size(), found.result, found.first_move)))
    }),
    ("owl_does_attack", |engine, arguments| {
        let (after, stone) = move_and_stone(engine, arguments, |color| !color)?;
        let Some(after) = after else { return good("0") };
        if after.stone(stone) != engine.position().stone(stone) {
            return good("1");
        }
        let found = defended(engine, &after, stone)?;
        let code = found.result.denied().gnu_go_code().to_string();
        good(found.told(engine, &code))
    }),
    ("owl_does_defend", |engine, arguments| {
        let (after, stone) = move_and_stone(engine, arguments, |color| color)?;
        let Some(after) = after else { return good("0") };
        let found = attacked(engine, &after, stone)?;
        let code = found.result.denied().gnu_go_code().to_string();
        good(found.told(engine, &code))
    }),
    ("report_uncertainty", |engine, arguments| {
        engine.reports_uncertainty = match arguments.word(0) {
            Some("on") => true,
            Some("off") => false,
            _ => return Err("invalid argument".into()),
        };
        done()
    }),
    ("analyze_semeai", analyze_semeai),
    ("dragon_status", dragon_status),
];

/// What comes of a group if one side moves first.
pub(super) struct Found {
    pub result: Attempt,
    pub first_move: Option<Point>,
    /// Whether it was read out; if not, the judge has it so.
    pub is_read: bool,
}

impl Found {
    /// GNU Go says that it is not sure only to those who want to know.
    fn told(&self, engine: &Engine, text: &str) -> String {
        let is_said = engine.reports_uncertainty && !self.is_read;
        format!("{text}{}", if is_said { " uncertain" } else { "" })
    }
}

/// Whether the enemy, moving first, kills the group of a stone.
pub(super) fn attacked(
    engine: &Engine,
    position: &Position,
    stone: Point,
) -> Result<Found, Refusal> {
    let read = fate(position, stone, DEEP);
    if let Some(found) = read
        && (found.attack == Attempt::Fails || found.attack_move.is_some())
    {
        return Ok(Found { result: found.attack, first_move: found.attack_move, is_read: true });
    }
    let owner = position.stone(stone).ok_or("vertex must not be empty")?;
    if read.is_none()
        && let Some(taken) = attack_within(position, stone, DEEP)
        && taken.result == Attempt::Works
    {
        return Ok(Found { result: taken.result, first_move: taken.first_move(), is_read: true });
    }
    let judged = engine.life(position, stone, !owner)?;
    Ok(match (read, judged) {
        // It is dead as it stands; the judge says how it would be taken.
        (Some(read), judged) => Found {
            result: read.attack,
            first_move: judged.and_then(|judged| judged.first_move),
            is_read: true,
        },
        (None, Some(judged)) if !judged.lives() => {
            Found { result: Attempt::Works, first_move: judged.first_move, is_read: false }
        }
        _ => Found { result: Attempt::Fails, first_move: None, is_read: false },
    })
}

/// Whether the owner, moving first, saves the group of a stone.
pub(super) fn defended(
    engine: &Engine,
    position: &Position,
    stone: Point,
) -> Result<Found, Refusal> {
    if let Some(found) = fate(position, stone, DEEP) {
        return Ok(Found { result: found.defence, first_move: found.defence_move, is_read: true });
    }
    let owner = position.stone(stone).ok_or("vertex must not be empty")?;
    Ok(match engine.life(position, stone, owner)? {
        Some(judged) if !judged.lives() => {
            Found { result: Attempt::Fails, first_move: None, is_read: false }
        }
        judged => Found {
            result: Attempt::Works,
            first_move: judged.and_then(|judged| judged.first_move),
            is_read: false,
        },
    })
}

/// Whether the first chain, its owner moving first, is saved, whether it kills the second, and how.
fn analyze_semeai(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let [one, other] = stones_of_both(engine, arguments)?;
    let position = engine.position();
    let raced = race(position, one, other).ok_or("vertices must have different color")?;
    let size = engine.size();
    let told = |saved: Attempt, killed: Attempt, first: Option<Point>| {
        let first = first.map_or("PASS".to_string(), |at| size.vertex(at).to_string());
        format!("{} {} {first}", saved.gnu_go_code(), killed.gnu_go_code())
    };
    if raced.killed.is_possible() || raced.saved == Attempt::Fails && raced.is_proved {
        return good(told(raced.saved, raced.killed, raced.first_move));
    }
    // A race that nobody wins by liberties may yet be won by what else kills.
    let killed = attacked(engine, position, other)?;
    if killed.result.is_possible() {
        return good(killed.told(engine, &told(Attempt::Works, killed.result, killed.first_move)));
    }
    if raced.is_proved {
        return good(told(raced.saved, raced.killed, raced.first_move));
    }
    let saved = defended(engine, position, one)?;
    good(saved.told(engine, &told(saved.result, Attempt::Fails, saved.first_move)))
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
    let size = engine.size();
    let name = |at: Option<Point>| at.map_or("PASS".to_string(), |at| size.vertex(at).to_string());
    if let Some(found) = fate(engine.position(), stone, limits) {
        return Ok(match (found.is_alive(), found.is_dead()) {
            (true, _) => "alive".to_string(),
            (_, true) => "dead".to_string(),
            _ => format!("critical {} {}", name(found.attack_move), name(found.defence_move)),
        });
    }
    let judged = judged(engine, stone)?;
    if judged != LifeStatus::Unsettled {
        return Ok(status_word(judged).to_string());
    }
    // What hangs in the balance may hang on one move.
    let attack = attacked(engine, engine.position(), stone)?;
    let defence = defended(engine, engine.position(), stone)?;
    Ok(match (attack.result.is_possible(), defence.result.is_possible()) {
        (true, true) => {
            format!("critical {} {}", name(attack.first_move), name(defence.first_move))
        }
        _ => status_word(judged).to_string(),
    })
}
