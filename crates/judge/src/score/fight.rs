//! Is a chain captured by force in a small place where everybody plays? Proof-number search on the board itself, so a
//! group may be as large as it likes.
//!
//! The attacker must capture, so it never passes but to wait for a ko that it may not retake yet; the defender may pass,
//! and a position that comes back is the defender's. Nobody has threats for kos: who takes one first wins it, unless
//! the defender is given all of them.

use aji_rules::position::{Chain, take_back::Played};
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, Move, Point, PointSet, Position};
use std::collections::HashMap;

/// Nobody proves anything with so much left to do.
const ENDLESS: u32 = 1 << 24;

/// An attacker that loses more stones next to the chain than the largest eye that can be killed has points has lost.
const MOST_SACRIFICED: usize = 6;

/// Who is strong in kos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KoThreats {
    /// Nobody has any.
    None,
    /// The defender retakes every ko at once.
    Defender,
}

/// How much is left to prove that the chain is captured, and that it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Work {
    capture: u32,
    rescue: u32,
}

impl Work {
    const CAPTURED: Work = Work { capture: 0, rescue: ENDLESS };
    const RESCUED: Work = Work { capture: ENDLESS, rescue: 0 };
}

/// A fight about one chain.
pub(super) struct Fight {
    position: Position,
    stone: Point,
    defender: Color,
    arena: PointSet,
    threats: KoThreats,
    known: HashMap<u64, Work>,
    path: Vec<u64>,
    left: u32,
}

impl Fight {
    /// About the chain of a stone; nobody plays outside of the arena. `None` if there is no stone.
    pub(super) fn about(
        position: &Position,
        stone: Point,
        arena: PointSet,
        threats: KoThreats,
    ) -> Option<Fight> {
        let defender = position.stone(stone)?;
        let (known, path) = (HashMap::new(), Vec::new());
        let position = position.clone();
        Some(Fight { position, stone, defender, arena, threats, known, path, left: 0 })
    }

    /// Whether the chain is captured when this colour moves first; `None` if that takes more positions than are left,
    /// which are counted down.
    pub(super) fn is_captured(&mut self, first: Color, budget: &mut u32) -> Option<bool> {
        self.position = self.position.clone().with_to_play(first);
        self.left = *budget;
        let most = Work { capture: ENDLESS, rescue: ENDLESS };
        let mut work = self.work();
        while work.capture > 0 && work.rescue > 0 && self.left > 0 {
            work = self.look(most);
        }
        *budget = self.left;
        match work {
            Work { capture: 0, .. } => Some(true),
            Work { rescue: 0, .. } => Some(false),
            _ => None,
        }
    }

    fn is_attacker(&self) -> bool {
        self.position.to_play() != self.defender
    }

    fn key(&self) -> u64 {
        let ko = self.position.ko().map_or(0, |ko| ko.index() as u64 + 1);
        self.position.situation_hash() ^ ko.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// What is known or can be seen of the position.
    fn work(&self) -> Work {
        if let Some(&known) = self.known.get(&self.key()) {
            return known;
        }
        let Some(chain) = self.position.chain_at(self.stone).filter(|c| c.color() == self.defender)
        else {
            return Work::CAPTURED;
        };
        if self.has_two_eyes() {
            return Work::RESCUED;
        }
        Work { capture: chain.liberty_count() as u32, rescue: 1 }
    }

    /// Whether two points are shut in by the chain alone.
    fn has_two_eyes(&self) -> bool {
        let Some(chain) = self.position.chain_at(self.stone) else { return false };
        let is_own = |&near: &Point| {
            self.position.chain_at(near).is_some_and(|other| other.head() == chain.head())
        };
        let is_eye = |point: &Point| self.position.neighbours(*point).iter().all(is_own);
        chain.liberties().iter().filter(is_eye).take(2).count() == 2
    }

    /// Whether a chain is next to the one in question.
    fn touches(&self, chain: Chain<'_>) -> bool {
        let Some(own) = self.position.chain_at(self.stone) else { return false };
        let is_own = |&near: &Point| {
            self.position.chain_at(near).is_some_and(|other| other.head() == own.head())
        };
        chain.stones().flat_map(|stone| self.position.neighbours(stone)).any(is_own)
    }

    /// The moves of the side to move.
    fn moves(&self) -> Vec<Move> {
        let position = &self.position;
        let is_open = |point: &Point| position.stone(*point).is_none();
        let is_legal = |mv: &Move| position.check(*mv, Suicide::Forbidden).is_ok();
        let points = self.arena.iter().filter(is_open).map(Move::Place);
        let mut moves: Vec<Move> = points.filter(is_legal).collect();
        if !self.is_attacker() || position.ko().is_some() {
            moves.push(Move::Pass);
        }
        moves
    }

    /// Looks on until the work for one of the two exceeds what is allowed.
    fn look(&mut self, most: Work) -> Work {
        let key = self.key();
        self.path.push(key);
        let moves = self.moves();
        let found = loop {
            let children: Vec<Work> = moves.iter().map(|&mv| self.after(mv)).collect();
            let (work, best, second) = self.summed(&children);
            let is_done = work.capture >= most.capture || work.rescue >= most.rescue;
            if is_done || work.capture == 0 || work.rescue == 0 || self.left == 0 {
                break work;
            }
            self.left -= 1;
            let child = children[best];
            // The best child is looked into until another is better or its share of the whole is used up.
            let is_attacker = self.is_attacker();
            let own = |work: Work| if is_attacker { work.capture } else { work.rescue };
            let other = |work: Work| if is_attacker { work.rescue } else { work.capture };
            let next = second.saturating_add(1).min(own(most));
            let rest = other(most).saturating_sub(other(work)).saturating_add(other(child));
            let most_of_child = match self.is_attacker() {
                true => Work { capture: next, rescue: rest },
                false => Work { capture: rest, rescue: next },
            };
            let played = self.play(moves[best]);
            self.look(most_of_child);
            self.position.take_back(&played);
        };
        self.path.pop();
        self.known.insert(key, found);
        found
    }

    fn play(&mut self, mv: Move) -> Played {
        let played = self.position.play_for_now(mv);
        if self.threats == KoThreats::Defender && !self.is_attacker() {
            self.position.reopen_ko();
        }
        played
    }

    /// What is known after a move.
    fn after(&mut self, mv: Move) -> Work {
        if let (false, Move::Place(point)) = (self.is_attacker(), mv) {
            let is_lost = |chain: &Chain<'_>| chain.len() > MOST_SACRIFICED && self.touches(*chain);
            if self.position.captured_by(point).any(|chain| is_lost(&chain)) {
                return Work::RESCUED;
            }
        }
        let played = self.play(mv);
        let is_repeated = self.path.contains(&self.key());
        let work = if is_repeated { Work::RESCUED } else { self.work() };
        self.position.take_back(&played);
        work
    }

    /// The work of a position by that of those after it; which of them is best for the side to move, and the second
    /// best's work.
    fn summed(&self, children: &[Work]) -> (Work, usize, u32) {
        let is_attacker = self.is_attacker();
        let own = |work: &Work| if is_attacker { work.capture } else { work.rescue };
        let other = |work: &Work| if is_attacker { work.rescue } else { work.capture };
        let (mut least, mut second, mut best, mut sum) = (ENDLESS, ENDLESS, 0, 0u32);
        for (index, child) in children.iter().enumerate() {
            // Only what is settled is endless.
            sum = sum.saturating_add(other(child)).min(ENDLESS - 1);
            let work = own(child);
            if work < least {
                (second, least, best) = (least, work, index);
            } else {
                second = second.min(work);
            }
        }
        if least == 0 {
            sum = ENDLESS;
        }
        let work = match is_attacker {
            true => Work { capture: least, rescue: sum },
            false => Work { capture: sum, rescue: least },
        };
        (work, best, second)
    }
}
