//! Who wins a capturing race?
//!
//! The two chains, their liberties and what is next to those are a fight on a few points, which is
//! played out; where it has too many positions, it is counted ([`super::race_count`]).

use super::Attempt;
use super::capture::{DEEP, attack_within, defend_within, enemies};
use super::fate::attempt;
use super::local::{MOST_NODES, solve};
use super::race_count::{by_count, count};
use super::threats::KoThreats;
use crate::life::bits::{Bits, each};
use crate::life::node::{Fight, Goal, Node, Side};
use crate::life::small_board::{SmallBoard, Stones};
use crate::life::{Problem, Solver};
use aji_rules::position::Chain;
use aji_rules::{Move, Point, PointSet, Position};

/// So many positions of a fight are looked at.
const MOST_STATES: usize = 30_000;
/// So many empty points are in a fight.
const MOST_POINTS: usize = 10;
/// Chains around with so few liberties may be captured in a fight; others stand for ever.
const WEAK: usize = 2;
/// A side that is to be strong in kos has so many threats.
const MANY: u8 = 2;
/// The solver looks at so many positions for each question,
const SOLVER_POSITIONS: u64 = 20_000;
/// where the chains have so many liberties in all,
const MOST_LIBERTIES: usize = 20;
/// and the fight so many points, stones among them.
const MOST_FIELD: usize = 60;

/// How a race goes for the chain whose owner moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// Whether it is saved.
    pub saved: Attempt,
    /// Whether it captures the other chain.
    pub killed: Attempt,
    /// The first move; none if none helps, or only waiting does.
    pub first_move: Option<Point>,
    /// Whether it was played out; if not, it was counted.
    pub is_proved: bool,
}

/// How a capturing race ends for the side that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RaceResult {
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
    pub fn result(&self) -> RaceResult {
        match (self.saved, self.killed) {
            (_, Attempt::Works) => RaceResult::Wins,
            (Attempt::Works, Attempt::Fails) => RaceResult::Seki,
            (Attempt::Fails, Attempt::Fails) => RaceResult::Loses,
            _ => RaceResult::Ko,
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
    let exact = played_out(position, first, second);
    let read = || solved(position, first, second);
    let taken = || taken(position, first, second);
    Some(exact.or_else(read).or_else(taken).unwrap_or_else(|| counted(position, first, second)))
}

/// By the solver, where the fight has more points than can be listed.
fn solved(position: &Position, first: Chain<'_>, second: Chain<'_>) -> Option<Race> {
    let region = battlefield(position, first, second)?;
    let read = |target: Chain<'_>, side: Side| {
        let target = target.stones().collect();
        let problem = Problem::sealed(position, target, region).ok()?;
        let answer = Solver::default().answer(&problem, side, SOLVER_POSITIONS);
        let proof = answer.proof()?;
        let result = attempt(proof.outcome, side);
        let first_move = match proof.line.first() {
            Some(&Move::Place(point)) if result.is_possible() => Some(point),
            _ => None,
        };
        Some((result, first_move))
    };
    let (killed, kill) = read(second, Side::Attacker)?;
    let (saved, save) = match killed {
        // Whoever takes the one chain has saved the other.
        Attempt::Works => (Attempt::Works, kill),
        _ => read(first, Side::Defender)?,
    };
    let first_move = if killed.is_possible() { kill } else { save };
    Some(Race { saved, killed, first_move, is_proved: true })
}

/// Where two chains race: their liberties, what is next to these, and the eyes of either.
fn battlefield(position: &Position, first: Chain<'_>, second: Chain<'_>) -> Option<PointSet> {
    let size = position.size();
    let mut field = first.liberties() | second.liberties();
    if !touch(position, first, second) || field.len() > MOST_LIBERTIES {
        return None;
    }
    let near = field.beside(size);
    field.extend(near.iter().filter(|&point| position.stone(point).is_none()));
    field.extend(first.stones().chain(second.stones()));
    (field.len() <= MOST_FIELD).then_some(field)
}

/// By what can be captured outright.
fn taken(position: &Position, first: Chain<'_>, second: Chain<'_>) -> Option<Race> {
    if !touch(position, first, second) {
        return None;
    }
    let killed = attack_within(position, second.head(), DEEP)?;
    if killed.result.is_possible() {
        let first_move = killed.first_move();
        let saved = killed.result;
        return Some(Race { saved, killed: killed.result, first_move, is_proved: false });
    }
    let attacked = attack_within(position, first.head(), DEEP)?;
    if !attacked.result.is_possible() {
        return None;
    }
    let saved = defend_within(position, first.head(), DEEP)?;
    let first_move = saved.first_move();
    Some(Race { saved: saved.result, killed: Attempt::Fails, first_move, is_proved: false })
}

fn touch(position: &Position, first: Chain<'_>, second: Chain<'_>) -> bool {
    let shared = first.liberties() & second.liberties();
    !shared.is_empty() || enemies(position, first).iter().any(|enemy| enemy.head() == second.head())
}

fn counted(position: &Position, first: Chain<'_>, second: Chain<'_>) -> Race {
    let (mine, theirs, shared) = count(position, first, second);
    if !touch(position, first, second) {
        // They have nothing to do with each other.
        return Race {
            saved: Attempt::Works,
            killed: Attempt::Fails,
            first_move: None,
            is_proved: false,
        };
    }
    let (saved, killed) = match by_count(mine, theirs, shared) {
        RaceResult::Wins => (Attempt::Works, Attempt::Works),
        RaceResult::Loses => (Attempt::Fails, Attempt::Fails),
        RaceResult::Seki | RaceResult::Ko => (Attempt::Works, Attempt::Fails),
    };
    // Outside liberties first.
    let outside = second.liberties() - first.liberties();
    let shared = second.liberties() & first.liberties();
    let first_move = match killed {
        Attempt::Works => outside.iter().chain(shared.iter()).next(),
        _ => None,
    };
    Race { saved, killed, first_move, is_proved: false }
}

fn played_out(position: &Position, first: Chain<'_>, second: Chain<'_>) -> Option<Race> {
    // The second hunts the first, the first to move; and the first hunts the second.
    let (saved, save) = read(position, [second, first], Side::Defender)?;
    let (killed, kill) = read(position, [first, second], Side::Attacker)?;
    let first_move = if killed.is_possible() { kill } else { save };
    Some(Race { saved, killed, first_move, is_proved: true })
}

/// Whether it goes well for the side that moves first, and its move, if the first of two chains wants to
/// capture the second.
fn read(
    position: &Position,
    [attacker, defender]: [Chain<'_>; 2],
    first: Side,
) -> Option<(Attempt, Option<Point>)> {
    let mut inside = attacker.liberties() | defender.liberties();
    // Weak chains around may be captured; all others stand for ever.
    let mut chains = vec![attacker, defender];
    for chain in [attacker, defender] {
        for enemy in enemies(position, chain) {
            let is_new = chains.iter().all(|known| known.head() != enemy.head());
            if enemy.liberty_count() <= WEAK && is_new {
                inside |= enemy.liberties();
                chains.push(enemy);
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
    // What stands around counts as a chain of either colour.
    if inside.len() + chains.len() + 2 > MOST_NODES {
        return None;
    }
    let stones: Vec<PointSet> = chains.iter().map(|chain| chain.stones().collect()).collect();
    // What gets to stones of its own outside, or into the open, is safe.
    let is_safe = |near| {
        let stone = position.stone(near);
        (stone != Some(defender.color()), stone != Some(attacker.color()))
    };
    let board = SmallBoard::with_chains(position, inside.iter().collect(), &stones, is_safe)?;
    let bit = |at: usize| 1 << (inside.len() + at);
    let of = |color| {
        let is_own = |at: &usize| chains[*at].color() == color;
        (0..chains.len()).filter(is_own).fold(0, |all, at| all | bit(at))
    };
    let stones = Stones { defender: of(defender.color()), attacker: of(attacker.color()) };
    read_fight(&board, bit(0), Node::new(stones, bit(1), first))
}

/// Whether a fight goes well for the side that moves first, and its move on one of the board's points. If the
/// defender captures any of `refuge`, it has got away. `None` if there are too many positions.
pub(super) fn read_fight(
    board: &SmallBoard,
    refuge: Bits,
    start: Node,
) -> Option<(Attempt, Option<Point>)> {
    let first = start.to_move;
    let found = Attempt::read(MANY, |KoThreats { own, other }| {
        let ko_master = if other > 0 { first.other() } else { first };
        let fight = Fight { board, goal: Goal::Capture, ko_master };
        let start = Node { threats: own + other, ..start };
        let solved = solve(&fight, refuge, &[start], MOST_STATES)?;
        let is_good = |node| solved.steps(node).is_some() == (first == Side::Attacker);
        let after = |point: Bits| Some((fight.after(&start, point)?, point));
        let moves = each(board.empty(start.stones)).filter_map(after);
        let good = moves.filter(|&(next, _)| is_good(next));
        let best = match first {
            // Who lives without a move may waste none; who is dead may be taken all the same.
            Side::Defender if is_good(start.passed()) => None,
            Side::Attacker => good.min_by_key(|&(next, _)| solved.steps(next)),
            Side::Defender => good.into_iter().next(),
        };
        let best = best.and_then(|(_, point)| board.point(point));
        Some((is_good(start).then_some(best), solved.has_ko()))
    });
    found.map(|(result, best)| (result, best.flatten()))
}
