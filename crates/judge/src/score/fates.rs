//! What becomes of every chain, and why: what is certain before what is proved, that before what eyes
//! tell, and that before what is thought.

use super::dead_stones::DeadStones;
use super::eyes::most_eyes;
use super::facts;
use super::proof::{falls, proved};
use super::reading::{self, Found};
use super::seki;
use super::witness::{View, Witnesses, first_views};
use crate::judgement::Question;
use crate::life::LifeStatus;
use aji_rules::pass_alive::{PassAlive, pass_alive};
use aji_rules::ruleset::Scoring;
use aji_rules::{ByColor, Color, PointSet, Position, Size};

/// Why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// They cannot be captured, even if their owner always passes (Benson's algorithm).
    Unconditional,
    /// They stand where the enemy cannot be captured and they cannot make two eyes.
    NoRoom {
        /// The most eyes that they could make.
        eyes: u32,
    },
    /// A reader has proved it.
    Proved,
    /// It was read out, where groups around that have two eyes are taken to live.
    Read,
    /// They fall to a ko that the enemy may begin at will, as in a bent four in the corner; rules that settle
    /// such things without threats call them dead.
    Falls,
    /// They share their last liberties with enemy stones, and whoever fills one first loses.
    SharedLiberties,
    /// By the facts about them; see [`super::dead_stones`].
    Judged,
}

/// A chain and what becomes of it.
#[derive(Clone, Debug)]
pub(super) struct ChainFate {
    pub color: Color,
    pub stones: PointSet,
    pub liberties: PointSet,
    pub status: LifeStatus,
    /// How likely it is dead: nought or one where that is certain.
    pub dead_probability: f64,
    pub reason: Reason,
}

/// The fates of all chains, in board order of their first stones.
pub(super) fn fates(
    question: &Question<'_>,
    heard: &Witnesses,
    model: &DeadStones,
) -> Vec<ChainFate> {
    let position = question.position;
    let safe = ByColor::from_fn(|color| pass_alive(position, color, question.rules.suicide));
    let facts = facts::of_chains(position, heard);
    let thought = position.chains().zip(&facts).map(|(chain, facts)| ChainFate {
        color: chain.color(),
        stones: chain.stones().collect(),
        liberties: chain.liberties(),
        status: LifeStatus::Alive,
        dead_probability: model.probability(facts),
        reason: Reason::Judged,
    });
    let mut fates: Vec<ChainFate> = thought.collect();
    for fate in &mut fates {
        if let Some((is_dead, reason)) = certain(fate, &safe) {
            fate.settle(is_dead, reason);
        }
    }
    for color in Color::BOTH {
        enclosed(position, color, &safe[!color], &mut fates);
    }
    settle_fallen(question, &mut fates);
    settle_read(question, &mut fates);
    for index in seki::by_shape(position.size(), &fates) {
        fates[index].settle(false, Reason::SharedLiberties);
        fates[index].status = LifeStatus::Seki;
    }
    for fate in fates.iter_mut().filter(|fate| fate.status != LifeStatus::Seki) {
        fate.status =
            if fate.dead_probability > 0.5 { LifeStatus::Dead } else { LifeStatus::Alive };
    }
    fates
}

/// Where one of two that look like seki falls to a ko that the enemy may begin at will, it is dead by rules that settle
/// such things without threats, and the stones against it live.
fn settle_fallen(question: &Question<'_>, fates: &mut [ChainFate]) {
    if question.rules.scoring != Scoring::Territory {
        return;
    }
    let position = question.position;
    let by_shape = seki::by_shape(position.size(), fates);
    let around = by_shape
        .iter()
        .fold(PointSet::EMPTY, |all, &index| all | fates[index].stones | fates[index].liberties);
    let is_fallen = |index: &usize| falls(position, &fates[*index].stones, &around);
    let fallen: Vec<usize> = by_shape.iter().copied().filter(is_fallen).collect();
    for index in by_shape.into_iter().filter(|_| !fallen.is_empty()) {
        let is_fallen = fallen.contains(&index);
        fates[index].settle(is_fallen, if is_fallen { Reason::Falls } else { Reason::Proved });
    }
}

/// Settles what reading tells. A board is turned and recoloured into the first of its sixteen kinds before it is read,
/// so that reading that stops half-way knows neither left from right nor Black from White.
fn settle_read(question: &Question<'_>, fates: &mut [ChainFate]) {
    let Some(view) = first_views(question.position).into_iter().next() else { return };
    let size = question.position.size();
    let mut order: Vec<usize> = (0..fates.len()).collect();
    let seen: Vec<ChainFate> = fates.iter().map(|fate| fate.seen(size, &view)).collect();
    order.sort_by_key(|&index| seen[index].stones.first());
    let ordered: Vec<ChainFate> = order.iter().map(|&index| seen[index].clone()).collect();
    let Found { dead, no_room, alive, seki } = reading::read(&view.position, &ordered);
    dead.iter().for_each(|&index| fates[order[index]].settle(true, Reason::Read));
    alive.iter().for_each(|&index| fates[order[index]].settle(false, Reason::Read));
    for (index, eyes) in no_room {
        fates[order[index]].settle(true, Reason::NoRoom { eyes });
    }
    for index in seki {
        let fate = &mut fates[order[index]];
        fate.settle(false, Reason::SharedLiberties);
        fate.status = LifeStatus::Seki;
    }
}

impl ChainFate {
    /// The same on a board that is looked at in another way.
    fn seen(&self, size: Size, view: &View) -> ChainFate {
        let image = |points: &PointSet| -> PointSet {
            points.iter().map(|point| view.image(size, point)).collect()
        };
        let color = if view.is_swapped { !self.color } else { self.color };
        let (stones, liberties) = (image(&self.stones), image(&self.liberties));
        ChainFate { color, stones, liberties, ..self.clone() }
    }

    pub(super) fn settle(&mut self, is_dead: bool, reason: Reason) {
        self.dead_probability = f64::from(u8::from(is_dead));
        self.reason = reason;
    }

    pub(super) fn is_unconditional(&self) -> bool {
        self.reason == Reason::Unconditional
    }

    /// Whether nothing had to be thought.
    pub(super) fn is_certain(&self) -> bool {
        self.reason != Reason::Judged
    }
}

fn certain(fate: &ChainFate, safe: &ByColor<PassAlive>) -> Option<(bool, Reason)> {
    if fate.stones.is_subset(&safe[fate.color].stones) {
        Some((false, Reason::Unconditional))
    } else if fate.stones.is_subset(&safe[!fate.color].territory) {
        Some((true, Reason::NoRoom { eyes: 0 }))
    } else {
        None
    }
}

/// Looks at what of a colour is enclosed by enemy stones that cannot be captured: a reader may have proved
/// something, or there may be no room for two eyes.
fn enclosed(position: &Position, color: Color, walls: &PassAlive, fates: &mut [ChainFate]) {
    let size = position.size();
    let everywhere: PointSet = size.points().collect();
    let stones = position.stones();
    for region in (everywhere - walls.stones).components(size) {
        let is_in = |fate: &&mut ChainFate| {
            fate.color == color && !fate.is_certain() && fate.stones.is_subset(&region)
        };
        let mut group: Vec<&mut ChainFate> = fates.iter_mut().filter(is_in).collect();
        if group.is_empty() {
            continue;
        }
        let all = group.iter().fold(PointSet::EMPTY, |all, fate| all | fate.stones);
        // What may be captured may make an eye, so only the walls stand for sure.
        let eyes = most_eyes(&region, color, &stones, &walls.stones);
        // Reading tells whether any of them live; of several chains that says only that all are dead.
        let is_one = group.len() == 1;
        let read = || {
            if walls.stones.is_empty() { None } else { proved(position, &all, &region) }
        };
        let settled = if eyes < 2 {
            Some((true, Reason::NoRoom { eyes }))
        } else {
            match read() {
                Some(LifeStatus::Dead) => Some((true, Reason::Proved)),
                Some(LifeStatus::Alive) if is_one => Some((false, Reason::Proved)),
                _ => None,
            }
        };
        if let Some((is_dead, reason)) = settled {
            group.iter_mut().for_each(|fate| fate.settle(is_dead, reason));
        }
    }
}
