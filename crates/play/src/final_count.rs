//! The end of a game: which stones are dead, and what is counted.

use crate::dead::Dead;
use aji_rules::scoring::Count;
use aji_rules::{Color, Field, Game, HalfPoints, Point, PointSet};

/// An open region larger than this is no dame: there is still something to play for.
const MOST_DAME: usize = 8;

/// Whoever is to own a point by the count must be judged to, this surely on average: else a lone stone
/// would own the board.
const LEAST_AGREEMENT: f64 = 0.5;

/// A game counted with the stones taken off that are judged dead.
#[derive(Clone, Debug)]
pub struct FinalCount {
    /// The dead stones.
    pub dead: PointSet,
    /// The count without them.
    pub count: Count,
    /// Whether the board is played out: what nobody has is dame.
    pub is_settled: bool,
    /// Black's lead: counted on a settled board, else what is expected, as a result that can be.
    pub black_lead: HalfPoints,
    statuses: Field<Status>,
}

/// What a stone or an empty point is in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A living stone.
    Alive,
    /// A dead stone.
    Dead,
    /// A stone that lives in seki.
    Seki,
    /// An empty point that somebody surrounds.
    Territory(Color),
    /// An empty point that nobody surrounds.
    Dame,
}

impl FinalCount {
    /// Of a game with these stones dead, of which Black's lead was judged.
    pub fn new(game: &Game, dead: &Dead, black_lead: f64) -> FinalCount {
        let Dead { stones: dead, ownership } = dead;
        let count = game.count(dead);
        let is_settled = largest_open_region(&count.owner) <= MOST_DAME
            && agreement(&count.owner, ownership) >= LEAST_AGREEMENT;
        let expected = |&owner: &f64| match owner {
            owner if owner > 0.5 => Some(Color::Black),
            owner if owner < -0.5 => Some(Color::White),
            _ => None,
        };
        let owners = if is_settled { count.owner.clone() } else { ownership.map(expected) };
        let black_lead = if is_settled {
            count.black_lead
        } else {
            // A result differs from the count by whole points.
            let whole = (black_lead - f64::from(count.black_lead.halves()) / 2.0).round();
            HalfPoints::from_halves(count.black_lead.halves() + 2 * whole as i32)
        };
        let status = |point: Point| match (game.position().stone(point), owners[point]) {
            (Some(_), _) if dead.contains(point) => Status::Dead,
            (Some(_), _) if count.seki.contains(point) => Status::Seki,
            (Some(_), _) => Status::Alive,
            (None, Some(color)) => Status::Territory(color),
            (None, None) => Status::Dame,
        };
        let statuses = Field::from_fn(ownership.size(), status);
        FinalCount { dead: *dead, count, is_settled, black_lead, statuses }
    }

    /// What a point is in the end.
    pub fn status(&self, point: Point) -> Status {
        self.statuses[point]
    }
}

/// How surely the owners by the count are judged to be the owners, on average.
fn agreement(owner: &Field<Option<Color>>, ownership: &Field<f64>) -> f64 {
    let owned = owner.iter().filter_map(|(point, owner)| Some((point, (*owner)?)));
    let (mut sum, mut count) = (0.0, 0);
    for (point, color) in owned {
        sum += f64::from(color.sign()) * ownership[point];
        count += 1;
    }
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}

/// The size of the largest region that nobody owns.
fn largest_open_region(owner: &Field<Option<Color>>) -> usize {
    let size = owner.size();
    let mut seen = PointSet::EMPTY;
    let mut largest = 0;
    for start in size.points().filter(|&point| owner[point].is_none()) {
        if !seen.insert(start) {
            continue;
        }
        let (mut todo, mut points) = (vec![start], 0);
        while let Some(point) = todo.pop() {
            points += 1;
            for &neighbour in size.neighbours(point) {
                if owner[neighbour].is_none() && seen.insert(neighbour) {
                    todo.push(neighbour);
                }
            }
        }
        largest = largest.max(points);
    }
    largest
}
