//! The search behind captures and connections: a side with an aim makes threats of a growing order.
//!
//! A threat of order zero reaches the aim with one move. One of order n is a move after which, if
//! the other side does nothing, threats of a lower order reach the aim, and against every answer
//! threats of order n or lower still do. A ladder is a chain of threats of the first order, a net one
//! of the second. (The idea is Thomsen's lambda search.)
//!
//! Since the other side may pass, a move that threatens nothing is refuted at once. And what the aim
//! needs if it does pass tells where it has to look for answers: on the points where the threat plays,
//! and where stones breathe that matter to it. So answers need no list of Go proverbs; only the side
//! with the aim has a list of tries, and what is not on it may be overlooked.
//!
//! Kos: each side has a number of threats, each good for retaking one ko at once.

use super::{Attempt, TacticalAnswer};
use crate::life::node::Mixer;
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, IllegalMove, Move, Point, PointSet, Position};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// What a side wants.
pub trait Aim {
    /// Who wants it.
    fn side(&self) -> Color;

    /// How many moves in a row it takes at the least: zero if it is reached, `None` if it never will be.
    fn distance(&self, position: &Position) -> Option<u32>;

    /// Where the side may try, the most promising first, if it may take `most` moves in a row in all.
    fn tries(&self, position: &Position, most: u32, tries: &mut Vec<Point>);

    /// Where a stone of the other side may matter to what happens next.
    fn zone(&self, position: &Position) -> PointSet;

    /// Where the other side may look besides, if it moves first.
    fn surroundings(&self, position: &Position) -> PointSet;

    /// Where the other side must answer if the aim is one move away.
    fn urgent(&self, position: &Position) -> PointSet;

    /// How much an answer does at first sight; large is much.
    fn weight(&self, position: &Position, answer: Point) -> u32;
}

/// How far is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// So many positions in a search.
    pub nodes: u32,
    /// Threats up to this order,
    pub order: u32,
    /// and of orders that exceed the least that can succeed by so many, or up to the second: what is
    /// near needs no far-fetched threats.
    pub slack: u32,
}

/// How many moves threats of the first order are followed: enough to cross a board and come back.
const LADDER_MOVES: u32 = 150;
/// And those of higher orders: short ways first.
const OTHER_MOVES: [u32; 4] = [5, 9, 15, 24];

/// So many answers are tried to a threat of a higher order: nearly all at first, few far down.
fn most_answers(depth: usize) -> usize {
    match depth {
        0..=1 => 24,
        2..=3 => 8,
        _ => 4,
    }
}

/// And so many moves are tried for one.
fn most_tries(depth: usize) -> usize {
    match depth {
        0 => usize::MAX,
        1..=2 => 8,
        _ => 4,
    }
}

/// The ko threats that each side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KoThreats {
    /// Of the side with the aim.
    pub own: u8,
    /// Of the other.
    pub other: u8,
}

impl KoThreats {
    /// Nobody has any.
    pub const NONE: KoThreats = KoThreats { own: 0, other: 0 };
}

/// What is known of a position: where the proof plays if the aim is reached, and the move.
#[derive(Clone, Copy)]
struct Known {
    zone: Option<PointSet>,
    best: Option<Point>,
    /// If the aim is not reached: with so many moves.
    moves: u32,
}

/// What names a position of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    hash: u64,
    ko: Option<Point>,
    order: u8,
    threats: KoThreats,
    is_answer: bool,
}

/// One search for one aim.
pub struct Search<'a, A: Aim> {
    aim: &'a A,
    limits: Limits,
    /// The position at each depth.
    stack: Vec<Position>,
    known: HashMap<Key, Known, BuildHasherDefault<Mixer>>,
    nodes: u32,
    /// How many positions a first move may take at the most before the next has its turn.
    share: u32,
    /// Reading stops at so many positions.
    stop: u32,
    /// A move was not made, or made at the price of a threat, because of a ko.
    has_met_ko: bool,
    /// How often the moves ran out.
    cuts: u32,
    /// It ended for want of positions or moves.
    has_given_up: bool,
    /// Something was not looked at because it seemed hopeless.
    is_narrow: bool,
}

impl<'a, A: Aim> Search<'a, A> {
    /// Of a position; who is to move there does not matter.
    pub fn new(position: &Position, aim: &'a A, limits: Limits) -> Search<'a, A> {
        Search {
            aim,
            limits,
            stack: vec![position.clone()],
            known: HashMap::default(),
            nodes: 0,
            share: limits.nodes,
            stop: limits.nodes,
            has_met_ko: false,
            cuts: 0,
            has_given_up: false,
            is_narrow: false,
        }
    }

    /// What was found, and what it took.
    pub fn answer(&self, result: Attempt, line: Vec<Point>) -> TacticalAnswer {
        let is_complete = !self.has_given_up && !self.is_narrow;
        TacticalAnswer { result, line, is_complete, nodes: self.nodes }
    }

    /// Whether kos had a say in what was found since this was last asked.
    pub fn take_has_met_ko(&mut self) -> bool {
        std::mem::take(&mut self.has_met_ko)
    }

    /// A fresh budget for the next question.
    pub fn renew(&mut self, nodes: u32) {
        self.limits.nodes = self.nodes + nodes;
    }

    /// Whether the side with the aim reaches it if it moves first. What matters to the proof is told.
    pub fn reaches(&mut self, threats: KoThreats) -> Option<PointSet> {
        self.set_to_play(self.aim.side());
        let had_given_up = self.has_given_up;
        for share in self.shares() {
            self.has_given_up = had_given_up;
            (self.share, self.stop) = (share, self.limits.nodes);
            let found = self.forces_up_to(0, self.limits.order, threats);
            if found.is_some() || self.has_given_up == had_given_up {
                return found;
            }
        }
        None
    }

    /// A first move that is soon seen to work must not wait for one that needs long to be seen through,
    /// so all have a little first and then more.
    fn shares(&self) -> [u32; 3] {
        let left = self.limits.nodes.saturating_sub(self.nodes);
        [left / 50, left / 10, left]
    }

    /// The first answer that keeps the aim from being reached if the other side moves first, where
    /// `zone` is where it has to look.
    pub fn refutation(&mut self, zone: PointSet, threats: KoThreats) -> Option<Point> {
        self.set_to_play(!self.aim.side());
        let had_given_up = self.has_given_up;
        let mut answers = self.answers(0, zone, usize::MAX);
        for share in self.shares() {
            let mut left = Vec::new();
            for answer in answers {
                let Some(threats) = self.play(0, answer, threats) else { continue };
                self.stop = self.limits.nodes.min(self.nodes + share);
                self.has_given_up = false;
                if self.forces_up_to(1, self.limits.order, threats).is_none() {
                    if !self.has_given_up {
                        self.has_given_up = had_given_up;
                        return Some(answer);
                    }
                    left.push(answer);
                }
            }
            answers = left;
        }
        // None was seen through to the end; these have stood up to it so far.
        self.has_given_up = had_given_up || !answers.is_empty();
        answers.first().copied()
    }

    /// How it goes on after these moves, as far as it is known.
    pub fn line(&mut self, start: &[Point], first: Color, threats: KoThreats) -> Vec<Point> {
        const LONGEST: usize = 60;
        let mut line = start.to_vec();
        self.set_to_play(first);
        let mut threats = threats;
        for (depth, &point) in start.iter().enumerate() {
            let Some(left) = self.play(depth, point, threats) else { return line };
            threats = left;
        }
        while line.len() < LONGEST {
            let depth = line.len();
            let is_answer = self.stack[depth].to_play() != self.aim.side();
            let best = (0..=self.limits.order)
                .filter_map(|order| self.known.get(&self.key(depth, order, threats, is_answer)))
                .filter(|known| known.zone.is_some())
                .find_map(|known| known.best);
            let Some(best) = best else { break };
            // A ko is a line's end: how it goes on is told elsewhere on the board. A first move may take it.
            if !line.is_empty() && self.stack[depth].ko() == Some(best) {
                break;
            }
            let Some(left) = self.play(depth, best, threats) else { break };
            threats = left;
            line.push(best);
        }
        line
    }

    fn set_to_play(&mut self, color: Color) {
        // In place: the ko is open only if the turn really changes.
        if let Some(root) = self.stack.first_mut()
            && root.to_play() != color
        {
            *root = root.clone().with_to_play(color);
        }
    }

    fn key(&self, depth: usize, order: u32, threats: KoThreats, is_answer: bool) -> Key {
        let position = &self.stack[depth];
        let (hash, ko) = (position.stones_hash(), position.ko());
        Key { hash, ko, order: order as u8, threats, is_answer }
    }

    fn forces_up_to(&mut self, depth: usize, most: u32, threats: KoThreats) -> Option<PointSet> {
        let distance = self.aim.distance(&self.stack[depth])?;
        let least = distance.saturating_sub(1);
        for order in least..=most.min((least + self.limits.slack).max(2)) {
            let lengths: &[u32] = if order < 2 { &[LADDER_MOVES] } else { &OTHER_MOVES };
            let mut cuts = self.cuts;
            for &moves in lengths {
                cuts = self.cuts;
                if depth == 0 {
                    self.stop = self.limits.nodes;
                }
                let found = self.forces(depth, order, moves, threats);
                if found.is_some() {
                    return found;
                }
                if self.cuts == cuts || self.nodes >= self.stop {
                    break;
                }
            }
            self.has_given_up |= self.cuts != cuts;
        }
        None
    }

    /// What is to be said of a position without reading it, or its key and how far the aim is.
    fn look_up(
        &mut self,
        depth: usize,
        order: u32,
        moves: u32,
        threats: KoThreats,
        is_answer: bool,
    ) -> Result<(Key, u32), Option<PointSet>> {
        let distance = self.aim.distance(&self.stack[depth]).ok_or(None)?;
        if distance == 0 {
            return Err(Some(PointSet::EMPTY));
        }
        if distance > order + u32::from(!is_answer) {
            return Err(None);
        }
        if moves == 0 {
            self.cuts += 1;
            return Err(None);
        }
        let key = self.key(depth, order, threats, is_answer);
        match self.known.get(&key) {
            Some(known) if known.zone.is_some() || known.moves >= moves => {
                // What failed for want of moves may succeed with more.
                let is_open = known.zone.is_none() && known.moves != u32::MAX;
                self.cuts += u32::from(is_open);
                Err(known.zone)
            }
            _ => Ok((key, distance)),
        }
    }

    /// Whether threats of just this order, those of lower orders among them, reach the aim. The side
    /// with the aim is to move.
    fn forces(
        &mut self,
        depth: usize,
        order: u32,
        moves: u32,
        threats: KoThreats,
    ) -> Option<PointSet> {
        let key = match self.look_up(depth, order, moves, threats, false) {
            Ok((key, _)) => key,
            Err(zone) => return zone,
        };
        self.nodes += 1;
        if self.nodes >= self.stop {
            self.has_given_up = true;
            return None;
        }
        let cuts = self.cuts;
        let found = self.forces_unknown(depth, order, moves, threats);
        let (zone, best) = found.map_or((None, None), |(zone, best)| (Some(zone), Some(best)));
        // First moves that had to give way to others have not been seen through.
        if depth > 0 || zone.is_some() {
            self.remember(key, Known { zone, best, moves }, cuts);
        }
        zone
    }

    fn forces_unknown(
        &mut self,
        depth: usize,
        order: u32,
        moves: u32,
        threats: KoThreats,
    ) -> Option<(PointSet, Point)> {
        let mut tries = Vec::new();
        self.aim.tries(&self.stack[depth], order + 1, &mut tries);
        self.is_narrow |= order > 1 && tries.len() > most_tries(depth);
        if order > 1 {
            tries.truncate(most_tries(depth));
        }
        for point in tries {
            if depth == 0 {
                self.stop = self.limits.nodes.min(self.nodes + self.share);
            }
            let Some(left) = self.play(depth, point, threats) else { continue };
            if order == 0 && self.aim.distance(&self.stack[depth + 1]) != Some(0) {
                continue;
            }
            if let Some(mut zone) = self.is_answered_in_vain(depth + 1, order, moves - 1, left) {
                zone |= self.aim.zone(&self.stack[depth]);
                zone.insert(point);
                if let Some(chain) = self.stack[depth + 1].chain_at(point)
                    && chain.liberty_count() <= 2
                {
                    zone |= chain.liberties();
                }
                return Some((zone, point));
            }
        }
        None
    }

    /// Whether every answer, a pass included, is in vain. The other side is to move.
    fn is_answered_in_vain(
        &mut self,
        depth: usize,
        order: u32,
        moves: u32,
        threats: KoThreats,
    ) -> Option<PointSet> {
        let (key, distance) = match self.look_up(depth, order, moves, threats, true) {
            Ok(found) => found,
            Err(zone) => return zone,
        };
        let cuts = self.cuts;
        let resists = Known { zone: None, best: None, moves };
        let known = 'found: {
            let mut zone = PointSet::EMPTY;
            let answers = if distance == 1 {
                let urgent = self.aim.urgent(&self.stack[depth]);
                self.answers(depth, urgent, usize::MAX)
            } else {
                self.pass(depth);
                let Some(threatened) = self.forces_up_to(depth + 1, order - 1, threats) else {
                    break 'found resists;
                };
                zone = threatened | self.aim.zone(&self.stack[depth]);
                self.answers(depth, zone, most_answers(depth))
            };
            let mut best = None;
            for answer in answers {
                let Some(left) = self.play(depth, answer, threats) else { continue };
                // What is lost anyway is lost with the answer that looks best.
                best = best.or(Some(answer));
                zone.insert(answer);
                let lower =
                    self.aim.distance(&self.stack[depth + 1]).map_or(0, |far| far.max(1) - 1);
                let mut reached = None;
                for order in lower.min(order)..=order {
                    reached = self.forces(depth + 1, order, moves - 1, left);
                    if reached.is_some() {
                        break;
                    }
                }
                let Some(reached) = reached else { break 'found resists };
                zone |= reached;
            }
            if distance == 1 {
                zone |= self.aim.zone(&self.stack[depth]);
            }
            Known { zone: Some(zone), best, moves }
        };
        self.remember(key, known, cuts);
        known.zone
    }

    /// Keeps what was found, where `cuts` is how often the moves had run out before.
    fn remember(&mut self, key: Key, mut known: Known, cuts: u32) {
        if self.nodes >= self.stop && known.zone.is_none() {
            return;
        }
        if self.cuts == cuts {
            known.moves = u32::MAX;
        }
        self.known.insert(key, known);
    }

    /// The empty points of a set, the most weighty first.
    fn answers(&mut self, depth: usize, zone: PointSet, most: usize) -> Vec<Point> {
        let position = &self.stack[depth];
        let mut answers: Vec<(u32, Point)> = zone
            .iter()
            .filter(|&point| position.stone(point).is_none())
            .map(|point| (self.aim.weight(position, point), point))
            .collect();
        answers.sort_by_key(|&(weight, _)| std::cmp::Reverse(weight));
        self.is_narrow |= answers.len() > most;
        answers.truncate(most);
        answers.into_iter().map(|(_, point)| point).collect()
    }

    /// The position after a pass, one deeper.
    fn pass(&mut self, depth: usize) {
        self.copy(depth);
        self.stack[depth + 1].play_unchecked(Move::Pass);
    }

    /// Plays a stone, one deeper, and says which ko threats are left; `None` if it may not be played.
    fn play(&mut self, depth: usize, point: Point, threats: KoThreats) -> Option<KoThreats> {
        let position = &self.stack[depth];
        let to_play = position.to_play();
        let mut left = threats;
        let is_ko = match position.check(Move::Place(point), Suicide::Forbidden) {
            Ok(()) => false,
            Err(IllegalMove::Ko) => {
                self.has_met_ko = true;
                let purse =
                    if to_play == self.aim.side() { &mut left.own } else { &mut left.other };
                *purse = purse.checked_sub(1)?;
                true
            }
            Err(_) => return None,
        };
        self.copy(depth);
        let next = &mut self.stack[depth + 1];
        if is_ko {
            // The threat and its answer, somewhere else.
            *next = next.clone().with_to_play(!to_play).with_to_play(to_play);
        }
        next.play_unchecked(Move::Place(point));
        Some(left)
    }

    fn copy(&mut self, depth: usize) {
        if self.stack.len() <= depth + 1 {
            let copy = self.stack[depth].clone();
            self.stack.push(copy);
        } else {
            let (before, after) = self.stack.split_at_mut(depth + 1);
            after[0].clone_from(&before[depth]);
        }
    }
}
