//! Does a chain live, as far as reading can tell?
//!
//! Life that needs no answer is asked first, then the small fight of an enclosed group, then the solver of
//! larger ones, then whether the chain can be captured outright. What none of these settles is for a
//! judgement of the whole board.

use super::capture::{attack_within, defend_within};
use super::{Attempt, Limits, enclosed};
use crate::life::verdict::{LifeOutcome, Proof};
use crate::life::{Problem, Side, Solver};
use aji_rules::pass_alive::pass_alive;
use aji_rules::ruleset::Suicide;
use aji_rules::{Move, Point, Position};

/// The solver looks at so many positions for each that the limits allow.
const SOLVER_SHARE: u64 = 5;

/// What becomes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackAndDefence {
    /// Whether the enemy, moving first, captures it.
    pub attack: Attempt,
    /// Where the enemy moves; none if it need not or cannot.
    pub attack_move: Option<Point>,
    /// Whether its owner, moving first, saves it.
    pub defence: Attempt,
    /// Where the owner moves; none if it need not or cannot.
    pub defence_move: Option<Point>,
}

impl AttackAndDefence {
    /// It lives without a move.
    pub const SAFE: AttackAndDefence = AttackAndDefence {
        attack: Attempt::Fails,
        attack_move: None,
        defence: Attempt::Works,
        defence_move: None,
    };

    /// It lives even if the enemy moves first.
    pub fn is_alive(&self) -> bool {
        self.attack == Attempt::Fails
    }

    /// It dies even if its owner moves first.
    pub fn is_dead(&self) -> bool {
        !self.is_alive() && self.defence == Attempt::Fails
    }
}

/// What becomes of the chain of a stone; `None` if reading does not tell.
pub fn fate(position: &Position, stone: Point, limits: Limits) -> Option<AttackAndDefence> {
    let color = position.stone(stone)?;
    if pass_alive(position, color, Suicide::Forbidden).stones.contains(stone) {
        return Some(AttackAndDefence::SAFE);
    }
    if let Some(read) = enclosed::read(position, stone) {
        return Some(read);
    }
    if let Some(solved) = solved(position, stone, SOLVER_SHARE * u64::from(limits.nodes)) {
        return Some(solved);
    }
    let attacked = attack_within(position, stone, limits)?;
    // That a chain cannot be captured at once does not mean that it lives, nor that it can be saved for now.
    if attacked.result == Attempt::Fails {
        return None;
    }
    let defended = defend_within(position, stone, limits)?;
    (defended.result == Attempt::Fails).then(|| AttackAndDefence {
        attack: attacked.result,
        attack_move: attacked.first_move(),
        defence: defended.result,
        defence_move: defended.first_move(),
    })
}

/// What the solver proves of an enclosed group, whoever moves first.
fn solved(position: &Position, stone: Point, budget: u64) -> Option<AttackAndDefence> {
    let problem = Problem::at(position, stone).ok()?;
    let verdict = Solver::default().solve(&problem, budget);
    let attacker_first = verdict.attacker_first.proof()?;
    let defender_first = verdict.defender_first.proof()?;
    let attack = attempt(attacker_first.outcome, Side::Attacker);
    let defence = attempt(defender_first.outcome, Side::Defender);
    let first = |attempt: Attempt, proof: &Proof| match proof.line.first() {
        Some(&Move::Place(point)) if attempt.is_possible() => Some(point),
        _ => None,
    };
    let attack_move = first(attack, attacker_first);
    let defence_move = first(defence, defender_first);
    Some(AttackAndDefence { attack, attack_move, defence, defence_move })
}

/// What an outcome means to the side that moves first.
pub(super) fn attempt(outcome: LifeOutcome, first: Side) -> Attempt {
    match (outcome, first) {
        (LifeOutcome::Ko(ko), _) if ko.favours == first => Attempt::GoodKo,
        (LifeOutcome::Ko(_), _) => Attempt::BadKo,
        (LifeOutcome::Dies, Side::Attacker) => Attempt::Works,
        (LifeOutcome::Dies, Side::Defender) => Attempt::Fails,
        (_, Side::Attacker) => Attempt::Fails,
        (_, Side::Defender) => Attempt::Works,
    }
}
