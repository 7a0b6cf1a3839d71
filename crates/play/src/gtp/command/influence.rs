//! Maps in the form of GNU Go: White is positive.

use super::{Table, grid};
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use aji_judge::influence::{Influence, Kind};
use aji_judge::judgement::{Judgement, Recent};
use aji_rules::{Move, Position};

pub const TABLE: Table = &[
    ("initial_influence", |engine, arguments| {
        let color = arguments.color(0)?;
        let what = arguments.word(1).ok_or(Refusal::SYNTAX)?;
        let position = engine.position().clone().with_to_play(color);
        let recent = Recent::of_steps(engine.game().steps(), color);
        map(engine, &position, recent, what)
    }),
    ("move_influence", |engine, arguments| after_move(engine, arguments)),
];

fn after_move(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let (color, mv) = arguments.play(0)?;
    let what = arguments.word(2).ok_or(Refusal::SYNTAX)?;
    if mv != Move::Pass {
        engine.game().check(color, mv).or(Err(Refusal::ILLEGAL))?;
    }
    let mut position = engine.position().clone().with_to_play(color);
    position.play_unchecked(mv);
    let recent = Recent::of_steps(engine.game().steps(), color).after(mv);
    map(engine, &position, recent, what)
}

/// How sure a side is of a point that is its territory, its moyo, its area.
const LEVELS: [f64; 3] = [0.2, 0.5, 0.85];

fn map(
    engine: &mut Engine,
    position: &Position,
    recent: Recent,
    what: &str,
) -> Result<Reply, Refusal> {
    let size = position.size();
    let judgement = engine.judgement_of(position, recent)?;
    let of_white = |judgement: &Judgement, point| -judgement.ownership[point];
    let influence = || Kind::BouzyMoyo.field(&judgement.without_dead(position));
    Ok(Reply::Good(match what {
        "territory_value" => grid(size, |point| format!("{:6.2}", of_white(&judgement, point))),
        "influence_regions" => grid(size, |point| {
            let white = of_white(&judgement, point);
            let level = match position.stone(point) {
                Some(_) => 4,
                None => LEVELS.iter().filter(|&&level| white.abs() >= level).count() as i32,
            };
            format!("{:2}", level * if white < 0.0 { -1 } else { 1 })
        }),
        "white_influence" => {
            let field = influence();
            grid(size, |point| format!("{:6.2}", (-field[point]).max(0.0)))
        }
        "black_influence" => {
            let field = influence();
            grid(size, |point| format!("{:6.2}", field[point].max(0.0)))
        }
        _ => return Err("unknown influence data".into()),
    }))
}
