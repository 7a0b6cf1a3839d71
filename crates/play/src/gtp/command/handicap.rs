//! Handicap stones.

use super::{Table, good, vertices};
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use aji_rules::{Color, Point, PointSet, Position, Setup, handicap};

pub const TABLE: Table = &[
    ("fixed_handicap", |engine, arguments| {
        let places = handicap::places(engine.size(), arguments.parse(0)?);
        let places = places.ok_or("invalid number of stones")?;
        place(engine, &places)
    }),
    ("place_free_handicap", |engine, arguments| {
        let asked = arguments.parse(0)?;
        place(engine, &free_places(engine, asked)?)
    }),
    ("set_free_handicap", |engine, arguments| {
        let places = listed(engine, arguments)?;
        place(engine, &places)
    }),
    ("get_handicap", |engine, _| good(engine.game().handicap().to_string())),
];

/// Puts the stones on the empty board.
fn place(engine: &mut Engine, places: &[Point]) -> Result<Reply, Refusal> {
    let count = engine.position().stone_count();
    if !engine.game().steps().is_empty() || count.black + count.white > 0 {
        return Err("board not empty".into());
    }
    let mut setup = Setup::empty(engine.size());
    for &point in places {
        setup.stones[point] = Some(Color::Black);
    }
    setup.to_play = Color::White;
    let position = Position::try_from(setup).or(Err("invalid number of stones"))?;
    engine.start(position, places.len() as u32);
    good(vertices(engine.size(), places.iter().copied()))
}

/// The points of a list, each once.
fn listed(engine: &Engine, arguments: Arguments<'_>) -> Result<Vec<Point>, Refusal> {
    let bad = || Refusal::from("bad vertex list");
    let mut places = Vec::new();
    for index in 0..arguments.words().len() {
        let point = arguments.point(index).map_err(|_| bad())?;
        if places.contains(&point) {
            return Err(bad());
        }
        places.push(point);
    }
    let is_fine = places.len() >= 2 && places.len() < engine.size().area();
    if is_fine { Ok(places) } else { Err(bad()) }
}

/// The customary places, and then those farthest from other stones and from the edge.
fn free_places(engine: &Engine, asked: usize) -> Result<Vec<Point>, Refusal> {
    let size = engine.size();
    if asked < 2 || asked >= size.area() {
        return Err("invalid number of stones".into());
    }
    let customary = asked.min(handicap::most(size));
    let mut places = handicap::places(size, customary).unwrap_or_default();
    let distance = |one: Point, other: Point| {
        let ((x, y), (other_x, other_y)) = (size.xy(one), size.xy(other));
        x.abs_diff(other_x) + y.abs_diff(other_y)
    };
    // The last points stay open: stones must breathe.
    while places.len() < asked.min(size.area() / 2) {
        let taken: PointSet = places.iter().copied().collect();
        let open = size.points().filter(|&point| !taken.contains(point));
        let room = |&point: &Point| {
            let near = places.iter().map(|&other| distance(point, other)).min();
            near.unwrap_or(usize::MAX).min(2 * size.line(point) - 1)
        };
        let Some(best) = open.max_by_key(room) else { break };
        places.push(best);
    }
    Ok(places)
}
