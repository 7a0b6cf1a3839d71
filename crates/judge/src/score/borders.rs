//! What is still to be played on a board that looks finished: open borders, dame, and moves that somebody
//! must add inside territory.

use super::closing::{Closed, close};
use super::fates::ChainFate;
use crate::life::LifeStatus;
use aji_rules::{Color, Field, Point, PointSet, Position, Size};

/// An open region larger than this is no dame: there is still something to play for.
const MOST_DAME: usize = 8;
/// Whoever surrounds more than this share of the board must be judged to own it, this surely on average:
/// else a lone stone would own the board. Of smaller regions it is enough that they are rather its own.
const LARGE_SHARE: f64 = 0.25;
const LEAST_AGREEMENT: f64 = 0.5;

/// A protective move inside one's own territory that cannot be avoided: when the enemy has filled the dame
/// around them, stones must be connected here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Teire {
    /// Who must add the move.
    pub color: Color,
    /// Where.
    pub point: Point,
}

/// Who owns the points of a board, with open borders closed.
pub(super) struct Borders {
    /// Whose each point is: stones that stay, what they surround, and what is behind a border that was closed.
    pub owner: Field<Option<Color>>,
    /// Neutral points that are no open border.
    pub dame: PointSet,
    closed: Vec<Closed>,
}

impl Borders {
    /// Closes the borders that are open, given whose the points are as the board stands. Of the regions that nobody
    /// owns, a border is open in those that are large or have points that touch neither colour; all else is dame.
    pub(super) fn of(owner: &Field<Option<Color>>, ownership: &Field<f64>) -> Borders {
        let size = owner.size();
        let nobodys: PointSet = size.points().filter(|&point| owner[point].is_none()).collect();
        let mut borders =
            Borders { owner: owner.clone(), dame: PointSet::EMPTY, closed: Vec::new() };
        for region in nobodys.components(size) {
            let touches =
                |point: Point| size.neighbours(point).iter().any(|&next| owner[next].is_some());
            if region.len() <= MOST_DAME && region.iter().all(touches) {
                borders.dame |= region;
                continue;
            }
            let closed = close(&region, owner, ownership);
            for color in Color::BOTH {
                closed.of(color).iter().for_each(|point| borders.owner[point] = Some(color));
            }
            borders.closed.push(closed);
        }
        borders
    }

    /// How many points of a colour are behind borders that were closed.
    pub(super) fn closed_in(&self, color: Color) -> usize {
        self.closed.iter().map(|closed| closed.of(color).len()).sum()
    }

    /// The points where borders are open: those that are between the colours, or all of a region that nobody owns
    /// any part of.
    pub(super) fn gaps(&self) -> impl Iterator<Item = PointSet> + '_ {
        let size = self.owner.size();
        self.closed.iter().map(move |closed| {
            let owned = closed.black | closed.white;
            let gap = owned.beside(size) & closed.border;
            if gap.is_empty() { closed.border | owned } else { gap }
        })
    }

    /// Surrounded regions that are judged not to be their owner's.
    pub(super) fn doubtful(
        &self,
        position: &Position,
        dead: &PointSet,
        ownership: &Field<f64>,
    ) -> Vec<PointSet> {
        let size = self.owner.size();
        let is_free = |point: &Point| position.stone(*point).is_none() || dead.contains(*point);
        let behind = self
            .closed
            .iter()
            .fold(PointSet::EMPTY, |all, closed| all | closed.black | closed.white);
        let mut doubtful = Vec::new();
        for color in Color::BOTH {
            let is_held = |point: &Point| {
                self.owner[*point] == Some(color) && is_free(point) && !behind.contains(*point)
            };
            let held: PointSet = size.points().filter(is_held).collect();
            for room in held.components(size) {
                let sum: f64 = room.iter().map(|point| ownership[point]).sum();
                let is_large = room.len() as f64 > LARGE_SHARE * size.area() as f64;
                let least = if is_large { LEAST_AGREEMENT } else { 0.0 };
                if f64::from(color.sign()) * sum < least * room.len() as f64 {
                    doubtful.push(room);
                }
            }
        }
        doubtful
    }
}

/// The moves that must be added: a living chain whose last liberty inside its own territory is one point
/// must be connected there once the dame around it are filled, if no dame joins it to more.
pub(super) fn teire(
    position: &Position,
    owner: &Field<Option<Color>>,
    fates: &[ChainFate],
) -> Vec<Teire> {
    let size = position.size();
    let living = fates.iter().filter(|fate| fate.status != LifeStatus::Dead);
    let stones = living.clone().fold(PointSet::EMPTY, |all, fate| all | fate.stones);
    let mut found: Vec<Teire> = Vec::new();
    for fate in living.filter(|fate| fate.status == LifeStatus::Alive) {
        let own = |set: &PointSet| eyes_beside(size, set, fate.color, owner, &stones);
        let inside = own(&fate.stones);
        let mut inside_points = inside.iter();
        let (Some(point), None) = (inside_points.next(), inside_points.next()) else { continue };
        let dame: PointSet =
            fate.liberties.iter().filter(|&liberty| owner[liberty].is_none()).collect();
        let grown = joined(position, &(fate.stones | dame), fate.color, &stones);
        let new = Teire { color: fate.color, point };
        if own(&grown).len() < 2 && !found.contains(&new) {
            found.push(new);
        }
    }
    found.sort_by_key(|teire| teire.point);
    found
}

/// The points of a colour's territory beside a set of its stones.
fn eyes_beside(
    size: Size,
    set: &PointSet,
    color: Color,
    owner: &Field<Option<Color>>,
    living: &PointSet,
) -> PointSet {
    let is_own = |point: &Point| owner[*point] == Some(color) && !living.contains(*point);
    set.beside(size).iter().filter(is_own).collect()
}

/// A set of stones with the living chains of its colour that it touches.
fn joined(position: &Position, set: &PointSet, color: Color, living: &PointSet) -> PointSet {
    let size = position.size();
    let mut all = *set;
    for point in set.beside(size).iter().filter(|point| living.contains(*point)) {
        if let Some(chain) = position.chain_at(point).filter(|chain| chain.color() == color) {
            all.extend(chain.stones());
        }
    }
    all
}
