//! How a board stands at a glance: which stones are lost, how safe groups are, who owns each point.
//!
//! Ladders tell which chains are lost, Bouzy's influence on the board without them tells which points
//! a side reaches, and the room that a group has among those tells how likely it lives. Groups
//! without room are taken off, and the rest is looked at once more. It is all rough, but it sees what
//! a cut, a capture, a connection or a lost eye does to the whole board.

use aji_judge::influence::{Bouzy, Influence};
use aji_judge::ladder::{self, Ladder};
use aji_rules::pass_alive::{PassAlive, pass_alive};
use aji_rules::ruleset::Suicide;
use aji_rules::{ByColor, Color, Field, Point, PointSet, Position, Setup};

/// What is found out about a position once and holds nearly unchanged after one more move.
pub struct Known {
    /// The ladders of chains of one or two liberties, at each of their stones.
    ladders: Field<Option<Ladder>>,
    liberties: Field<u16>,
    pub alive: ByColor<PassAlive>,
}

impl Known {
    pub fn of(position: &Position) -> Known {
        let size = position.size();
        let mut ladders = Field::filled(size, None);
        let mut liberties = Field::filled(size, 0);
        for chain in position.chains() {
            let is_short = chain.liberty_count() <= 2;
            let found = is_short.then(|| ladder::read_within(position, chain.head(), LADDER));
            for stone in chain.stones() {
                ladders[stone] = found;
                liberties[stone] = chain.liberty_count() as u16;
            }
        }
        let alive = ByColor::from_fn(|color| pass_alive(position, color, Suicide::Forbidden));
        Known { ladders, liberties, alive }
    }

    /// The ladder of the chain of a stone of the position that is known.
    pub fn ladder(&self, stone: Point) -> Ladder {
        self.ladders[stone].unwrap_or_default()
    }

    /// The ladder of a chain, this position or one move later: read anew if the move was near.
    fn ladder_after(&self, position: &Position, head: Point, near: &PointSet) -> Ladder {
        let Some(chain) = position.chain_at(head) else { return Ladder::default() };
        let count = chain.liberty_count();
        if count > 2 {
            return Ladder::default();
        }
        match self.ladders[head] {
            Some(known)
                if usize::from(self.liberties[head]) == count
                    && !chain.stones().any(|stone| near.contains(stone))
                    && (chain.liberties() & *near).is_empty() =>
            {
                known
            }
            _ => ladder::read_within(position, head, LADDER),
        }
    }
}

/// How a board stands.
pub struct Standing {
    /// From -1 (White's) to 1 (Black's).
    pub owner: Field<f32>,
    /// Black's points less White's, komi aside.
    pub black_lead: f64,
    /// Stones that are as good as captured.
    pub dead: PointSet,
}

/// Ladders are read with so many positions at the most: enough to cross the board.
const LADDER: u32 = 150;
/// Of a group without room: chains that are likelier lost than this are taken off.
const LOST: f32 = 0.2;
/// How sure a point is that only a wall of stones will keep, line by line from the edge.
const REACHED: [f32; 7] = [0.45, 0.45, 0.45, 0.4, 0.25, 0.18, 0.15];
/// How sure a point is that is as good as walled in.
const HELD: f32 = 0.9;

impl Standing {
    /// Looks at a position in which this side is to move, after a move next to points that are
    /// `near`.
    pub fn of(position: &Position, to_move: Color, known: &Known, near: &PointSet) -> Standing {
        let mut dead = PointSet::EMPTY;
        for chain in position.chains().filter(|chain| chain.liberty_count() <= 2) {
            let ladder = known.ladder_after(position, chain.head(), near);
            // Whose turn it is can still save a chain, the other side can catch it.
            let is_lost =
                if chain.color() == to_move { ladder.is_lost } else { ladder.is_catchable };
            if is_lost {
                dead.extend(chain.stones());
            }
        }
        let mut look = Look::new(position, to_move, known, dead);
        let lost = look.lost_groups(position);
        if !lost.is_empty() {
            look = Look::new(position, to_move, known, dead | lost);
        }
        look.standing(position, known)
    }
}

/// A board without its dead stones, cut into groups.
struct Look {
    dead: PointSet,
    held: Field<f32>,
    /// Whose groups reach a point, stones included.
    side: Field<Option<Color>>,
    /// The number of the group of each point that has a side.
    group: Field<usize>,
    /// How likely each group lives.
    life: Vec<f32>,
}

const NO_GROUP: usize = usize::MAX;

impl Look {
    fn new(position: &Position, to_move: Color, known: &Known, dead: PointSet) -> Look {
        let size = position.size();
        let living = |point: Point| position.stone(point).filter(|_| !dead.contains(point));
        let stones = Field::from_fn(size, living);
        let cleared = match dead.is_empty() {
            true => None,
            // Fewer stones never take away a liberty, so this does not fail.
            false => Position::try_from(Setup::with_stones(stones.clone())).ok(),
        };
        let cleared = cleared.as_ref().unwrap_or(position);
        let reached = Bouzy::AREA.field(cleared);
        let held = Bouzy::MOYO.field(cleared);
        let side = Field::from_fn(size, |point| match reached[point] {
            value if value > 0.0 => Some(Color::Black),
            value if value < 0.0 => Some(Color::White),
            _ => None,
        });
        let mut look =
            Look { dead, held, side, group: Field::filled(size, NO_GROUP), life: Vec::new() };
        for start in size.points() {
            if look.group[start] == NO_GROUP && stones[start].is_some() {
                look.add_group(cleared, to_move, known, start);
            }
        }
        look
    }

    /// The group that a stone belongs to, and its chance of life.
    fn add_group(&mut self, cleared: &Position, to_move: Color, known: &Known, start: Point) {
        let Some(color) = cleared.stone(start) else { return };
        let size = cleared.size();
        let number = self.life.len();
        self.group[start] = number;
        let mut todo = vec![start];
        let mut is_alive = false;
        let mut contested = PointSet::EMPTY;
        let mut room = PointSet::EMPTY;
        while let Some(point) = todo.pop() {
            let is_stone = cleared.stone(point) == Some(color);
            is_alive |= is_stone && known.alive[color].stones.contains(point);
            if !is_stone {
                room.insert(point);
            }
            for &beside in size.neighbours(point) {
                if self.side[beside] == Some(color) && self.group[beside] == NO_GROUP {
                    self.group[beside] = number;
                    todo.push(beside);
                } else if is_stone && self.side[beside].is_none() {
                    contested.insert(beside);
                }
            }
            for &across in size.diagonals(point).iter().filter(|_| is_stone) {
                let is_new = cleared.stone(across) == Some(color) && self.group[across] == NO_GROUP;
                if is_new && is_linked(cleared, point, across, color, to_move) {
                    self.group[across] = number;
                    todo.push(across);
                }
            }
        }
        let eyes: f32 = room.components(size).map(|part| eyes_in(part.len())).sum();
        let safety = eyes + 0.1 * contested.len().min(8) as f32;
        let life = if is_alive { 1.0 } else { ((safety - 0.6) / 1.4).clamp(0.03, 0.97) };
        self.life.push(life);
    }

    /// The stones of groups that have too little room.
    fn lost_groups(&self, position: &Position) -> PointSet {
        let is_lost = |&point: &Point| {
            position.stone(point).is_some()
                && self.group[point] != NO_GROUP
                && self.life[self.group[point]] < LOST
        };
        position.size().points().filter(is_lost).collect()
    }

    fn standing(self, position: &Position, known: &Known) -> Standing {
        let size = position.size();
        let owner = Field::from_fn(size, |point| {
            for color in Color::BOTH {
                let alive = &known.alive[color];
                if alive.stones.contains(point) || alive.territory.contains(point) {
                    return color.sign() as f32;
                }
            }
            let stone = position.stone(point);
            if let (Some(color), true) = (stone, self.dead.contains(point)) {
                return -HELD * color.sign() as f32;
            }
            let Some(color) = self.side[point] else { return 0.0 };
            let Some(life) = self.life.get(self.group[point]) else { return 0.0 };
            let sure = match stone {
                Some(_) => 1.0,
                None if self.held[point] * color.sign() as f32 > 0.0 => HELD,
                None => REACHED[size.line(point).min(REACHED.len()) - 1],
            };
            color.sign() as f32 * sure * (2.0 * life - 1.0)
        });
        let black_lead = owner.values().iter().map(|&value| f64::from(value)).sum();
        Standing { owner, black_lead, dead: self.dead }
    }
}

/// Whether two stones that touch across the lines hold together.
fn is_linked(
    position: &Position,
    stone: Point,
    across: Point,
    color: Color,
    to_move: Color,
) -> bool {
    let size = position.size();
    let both =
        size.neighbours(stone).iter().filter(|beside| size.neighbours(across).contains(beside));
    let cut = both.filter(|&&point| position.stone(point) == Some(!color)).count();
    // One of the two points between them will do, unless it can be taken right now.
    cut == 0 || cut == 1 && to_move == color
}

/// How many eyes a region of so many points is good for.
fn eyes_in(points: usize) -> f32 {
    match points {
        0 => 0.0,
        1 => 0.8,
        2 => 0.9,
        3 => 1.2,
        4 => 1.4,
        5 => 1.6,
        6..=8 => 1.8,
        _ => 2.0,
    }
}
