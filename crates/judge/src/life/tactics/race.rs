//! Who wins a capturing race?
//!
//! The two chains, their liberties and what is next to those are a fight on a few points, which is
//! played out; where it has too many positions, it is counted ([`super::race_count`]).

use super::Code;
use super::capture::enemies;
use super::local::{Fight, MOST_NODES, Side, State};
use super::race_count::{Counted, by_count, count};
use aji_rules::position::Chain;
use aji_rules::{Point, PointSet, Position};

/// So many positions of a fight are looked at.
const MOST_STATES: usize = 30_000;
/// So many empty points are in a fight.
const MOST_POINTS: usize = 10;
/// Chains around with so few liberties may be captured in a fight; others stand for ever.
const WEAK: usize = 2;
/// A side that is to be strong in kos has so many threats.
const MANY: u8 = 2;

/// How a race goes for the chain whose owner moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// Whether it is saved.
    pub saved: Code,
    /// Whether it captures the other chain.
    pub killed: Code,
    /// The first move; none if none is needed or none helps.
    pub first_move: Option<Point>,
    /// Whether it was played out; if not, it was counted.
    pub is_proved: bool,
}

/// What that comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The first chain captures the second.
    Wins,
    /// The first chain is lost.
    Loses,
    /// Neither is captured.
    Seki,
    /// It hangs on a ko.
    Ko,
}

impl Race {
    /// In a word.
    pub fn outcome(&self) -> Outcome {
        match (self.saved, self.killed) {
            (_, Code::Works) => Outcome::Wins,
            (Code::Works, Code::Fails) => Outcome::Seki,
            (Code::Fails, Code::Fails) => Outcome::Loses,
            _ => Outcome::Ko,
        }
    }
}

/// How the race between two enemies goes if the owner of the first moves first. `None` unless both
/// points have stones, of different colours.
pub fn race(position: &Position, first: Point, second: Point) -> Option<Race> {
    let (first, second) = (position.chain_at(first)?, position.chain_at(second)?);
    if first.color() == second.color() {
        return None;
    }
    Some(played_out(position, first, second).unwrap_or_else(|| counted(position, first, second)))
}

fn counted(position: &Position, first: Chain<'_>, second: Chain<'_>) -> Race {
    let (mine, theirs, shared) = count(position, first, second);
    let touches = || enemies(position, first).iter().any(|enemy| enemy.head() == second.head());
    if shared == 0 && !touches() {
        // They have nothing to do with each other.
        return Race {
            saved: Code::Works,
            killed: Code::Fails,
            first_move: None,
            is_proved: false,
        };
    }
    let (saved, killed) = match by_count(mine, theirs, shared) {
        Counted::Wins => (Code::Works, Code::Works),
        Counted::Loses => (Code::Fails, Code::Fails),
        Counted::Seki => (Code::Works, Code::Fails),
    };
    // Outside liberties first.
    let outside = second.liberties() - first.liberties();
    let shared = second.liberties() & first.liberties();
    let first_move = match killed {
        Code::Works => outside.iter().chain(shared.iter()).next(),
        _ => None,
    };
    Race { saved, killed, first_move, is_proved: false }
}

/// The fight on a few points, from nobody's side.
struct Arena {
    fight: Fight,
    points: Vec<Point>,
    /// Nodes with stones of the first chain's colour, and of the second's.
    stones: [u32; 2],
    /// The nodes of the two chains.
    chains: [u32; 2],
}

fn played_out(position: &Position, first: Chain<'_>, second: Chain<'_>) -> Option<Race> {
    let arena = Arena::of(position, first, second)?;
    // The second hunts the first, the first to move; and the first hunts the second.
    let (saved, save) = arena.read(1, 0, Side::Prey)?;
    let (killed, kill) = arena.read(0, 1, Side::Hunter)?;
    let first_move = if killed.is_possible() { kill } else { save };
    Some(Race { saved, killed, first_move, is_proved: true })
}

impl Arena {
    fn of(position: &Position, first: Chain<'_>, second: Chain<'_>) -> Option<Arena> {
        let mut inside = first.liberties() | second.liberties();
        // Weak chains around may be captured.
        let mut weak: Vec<Chain<'_>> = Vec::new();
        for (chain, rival) in [(first, second), (second, first)] {
            for enemy in enemies(position, chain) {
                let is_new = weak.iter().all(|known| known.head() != enemy.head());
                if enemy.head() != rival.head() && enemy.liberty_count() <= WEAK && is_new {
                    inside |= enemy.liberties();
                    weak.push(enemy);
                }
            }
        }
        if inside.len() > MOST_POINTS {
            return None;
        }
        // What is next to these: approach moves, as far as there is room.
        let mut wider = inside;
        for point in inside.iter() {
            let near = position.neighbours(point).iter().copied();
            wider.extend(near.filter(|&near| position.stone(near).is_none()));
        }
        if wider.len() <= MOST_POINTS {
            inside = wider;
        }
        let mut arena = Arena {
            fight: Fight::default(),
            points: inside.iter().collect(),
            stones: [0, 0],
            chains: [0, 0],
        };
        if arena.points.len() + weak.len() + 4 > MOST_NODES {
            return None;
        }
        for _ in 0..arena.points.len() {
            arena.fight.add(false)?;
        }
        let side = |chain: Chain<'_>| usize::from(chain.color() != first.color());
        let mut known = vec![first, second];
        known.extend(weak);
        let mut nodes = Vec::new();
        for &chain in &known {
            let node = arena.fight.add(false)?;
            arena.stones[side(chain)] |= 1 << node;
            nodes.push(node);
        }
        arena.chains = [1 << nodes[0], 1 << nodes[1]];
        // All other chains of a colour are one, and stand for ever.
        let others = [arena.fight.add(true)?, arena.fight.add(true)?];
        for (side, other) in others.into_iter().enumerate() {
            arena.stones[side] |= 1 << other;
        }
        // Known chains that touch no fighting point still touch each other.
        for (index, &chain) in known.iter().enumerate() {
            for stone in chain.stones() {
                for &near in position.neighbours(stone) {
                    let touched = position.chain_at(near).and_then(|near| {
                        known.iter().position(|known| known.head() == near.head())
                    });
                    if let Some(other) = touched {
                        arena.fight.join(nodes[index], nodes[other]);
                    }
                }
            }
        }
        arena.join_points(position, &inside, &known, &nodes, others, side);
        Some(arena)
    }

    fn join_points<'p>(
        &mut self,
        position: &'p Position,
        inside: &PointSet,
        known: &[Chain<'p>],
        nodes: &[usize],
        others: [usize; 2],
        side: impl Fn(Chain<'p>) -> usize,
    ) {
        for (node, &point) in self.points.clone().iter().enumerate() {
            for &near in position.neighbours(point) {
                match position.chain_at(near) {
                    None if inside.contains(near) => {
                        if let Some(other) = self.points.iter().position(|&point| point == near) {
                            self.fight.join(node, other);
                        }
                    }
                    // The open: what gets there has got out.
                    None => self.fight.air(node),
                    Some(chain) => {
                        let found = known.iter().position(|known| known.head() == chain.head());
                        let other = found.map_or(others[side(chain)], |found| nodes[found]);
                        self.fight.join(node, other);
                    }
                }
            }
        }
    }

    /// Whether it goes well for the side that moves first, and its move.
    fn read(&self, hunter: usize, prey: usize, first: Side) -> Option<(Code, Option<Point>)> {
        let mut fight = self.fight.clone();
        (fight.target, fight.refuge) = (self.chains[prey], self.chains[hunter]);
        let start = State::new(self.stones[hunter], self.stones[prey], first, [0, 0]);
        read_fight(&fight, start, &self.points)
    }
}

/// Whether a fight goes well for the side that moves first, and its move on one of these points, which
/// are the first nodes. `None` if there are too many positions.
pub(super) fn read_fight(
    fight: &Fight,
    start: State,
    points: &[Point],
) -> Option<(Code, Option<Point>)> {
    let first = start.to_move;
    let read = |threats: [u8; 2]| -> Option<(bool, Option<Point>, bool)> {
        let start = State::new(start.hunter, start.prey, first, threats);
        let solved = fight.solve(&[start], MOST_STATES)?;
        let works = solved.steps(start).is_some() == (first == Side::Hunter);
        let is_empty = |node: &usize| (start.hunter | start.prey) >> node & 1 == 0;
        let after = |node: usize| Some((solved.steps(fight.play(start, node)?), node));
        let nodes = (0..points.len()).filter(is_empty).filter_map(after);
        let best = match first {
            // If doing nothing is enough, nothing need be done.
            Side::Hunter if solved.steps(fight.pass(start)).is_some() => None,
            Side::Hunter => {
                nodes.filter_map(|(steps, node)| Some((steps?, node))).min().map(|(_, node)| node)
            }
            Side::Prey if solved.steps(fight.pass(start)).is_none() => None,
            Side::Prey => nodes.filter(|(steps, _)| steps.is_none()).map(|(_, node)| node).next(),
        };
        Some((works, best.map(|node| points[node]), solved.has_ko()))
    };
    let (own, other) = if first == Side::Hunter { (0, 1) } else { (1, 0) };
    let (works, plain, has_ko) = read([0, 0])?;
    if !has_ko {
        let code = if works { Code::Works } else { Code::Fails };
        return Some((code, plain.filter(|_| works)));
    }
    let mut threats = [0, 0];
    if works {
        threats[other] = MANY;
        let (is_sure, point, _) = read(threats)?;
        return Some(if is_sure { (Code::Works, point) } else { (Code::GoodKo, plain) });
    }
    threats[own] = 1;
    let (works, point, _) = read(threats)?;
    Some(if works { (Code::BadKo, point) } else { (Code::Fails, None) })
}
