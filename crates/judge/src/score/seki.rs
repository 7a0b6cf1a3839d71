//! Seki: stones that live without two eyes, because whoever moves first there loses.

use super::fates::{ChainFate, Reason};
use super::shapes::is_killing_shape;
use crate::life::LifeStatus;
use aji_rules::{Color, Field, Point, PointSet, Size};

/// The chains that are in seki by their shape alone: two that have no liberties but the two that they
/// share, or one eye each and what they share. Where one of them, grown by a liberty and taken off, leaves
/// an eye that can be killed, it is no seki: the one inside wins.
pub(super) fn by_shape(size: Size, fates: &[ChainFate]) -> Vec<usize> {
    let mut found = Vec::new();
    for (one, black) in fates.iter().enumerate().filter(|(_, fate)| fate.color == Color::Black) {
        for (other, white) in fates.iter().enumerate() {
            if white.color == Color::White && is_seki(size, black, white) {
                found.extend([one, other]);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn is_seki(size: Size, one: &ChainFate, other: &ChainFate) -> bool {
    let shared = one.liberties & other.liberties;
    // Whoever can join something else through a shared liberty does not depend on it.
    let is_closed = shared.beside(size).is_subset(&(one.stones | other.stones));
    if shared.is_empty() || one.is_certain() || other.is_certain() || !is_closed {
        return false;
    }
    let own = |fate: &ChainFate| fate.liberties - shared;
    match (own(one).len(), own(other).len(), shared.len()) {
        (0, 0, 2) => !kills(size, one, &shared) && !kills(size, other, &shared),
        (1, 1, 1..) => is_eye(size, one, &own(one)) && is_eye(size, other, &own(other)),
        _ => false,
    }
}

/// Whether a chain that plays a shared liberty and is taken off leaves an eye that it can kill.
fn kills(size: Size, fate: &ChainFate, shared: &PointSet) -> bool {
    shared.iter().any(|liberty| {
        let mut grown = fate.stones;
        grown.insert(liberty);
        is_killing_shape(size, &grown)
    })
}

/// Whether the one liberty of its own is an eye: all that is beside it is the chain.
fn is_eye(size: Size, fate: &ChainFate, own: &PointSet) -> bool {
    own.iter().all(|point| size.neighbours(point).iter().all(|&next| fate.stones.contains(next)))
}

/// Living groups without two eyes that share dame with living enemy groups without two eyes, when all
/// that is dead is gone: stones that are in seki.
pub(super) fn among_the_living(owner: &Field<Option<Color>>, groups: &[LivingGroup]) -> PointSet {
    let size = owner.size();
    let mut stones = PointSet::EMPTY;
    let is_dame = |point: &Point| owner[*point].is_none();
    let short: Vec<(&LivingGroup, PointSet)> = groups
        .iter()
        .filter(|group| group.eyes < 2 && !group.is_certain)
        .map(|group| {
            let beside = group.stones.iter().flat_map(|stone| size.neighbours(stone)).copied();
            (group, beside.filter(is_dame).collect())
        })
        .collect();
    for (one, dame) in &short {
        for (other, others) in &short {
            let shared = *dame & *others;
            // Without eyes it takes two shared liberties, with an eye each one.
            let least = if one.eyes + other.eyes >= 2 { 1 } else { 2 };
            let has_no_other = dame.is_subset(others) || others.is_subset(dame);
            if one.color != other.color
                && shared.len() >= least
                && has_no_other
                && one.eyes == other.eyes
            {
                stones |= one.stones | other.stones;
            }
        }
    }
    stones
}

/// Living chains of one colour that are joined by what they surround.
#[derive(Clone, Debug)]
pub(super) struct LivingGroup {
    pub color: Color,
    pub stones: PointSet,
    /// Up to two.
    pub eyes: u32,
    /// Whether none of it can ever be captured.
    pub is_certain: bool,
}

/// The living chains in groups.
pub(super) fn living_groups(owner: &Field<Option<Color>>, fates: &[ChainFate]) -> Vec<LivingGroup> {
    let size = owner.size();
    let mut groups = Vec::new();
    for color in Color::BOTH {
        // What a colour holds, stones and territory, hangs together in groups.
        let held: PointSet = size.points().filter(|&point| owner[point] == Some(color)).collect();
        for part in held.components(size) {
            let is_in = |fate: &&ChainFate| {
                fate.color == color
                    && fate.status != LifeStatus::Dead
                    && fate.stones.is_subset(&part)
            };
            let chains: Vec<&ChainFate> = fates.iter().filter(is_in).collect();
            let stones = chains.iter().fold(PointSet::EMPTY, |all, fate| all | fate.stones);
            let eyes = (part - stones).components(size).map(|room| eyes_in(size, &room)).sum();
            groups.push(LivingGroup {
                color,
                stones,
                eyes: u32::min(eyes, 2),
                is_certain: chains.iter().any(|fate| fate.reason == Reason::Unconditional),
            });
        }
    }
    groups
}

/// How many eyes a surrounded region is worth.
fn eyes_in(size: Size, room: &PointSet) -> u32 {
    if is_killing_shape(size, room) { 1 } else { 2 }
}

/// Makes whole groups of what was found: chains are in seki if all of their group are, and alive if they
/// belong to a group with two eyes.
pub(super) fn settle(fates: &mut [ChainFate], living: &[LivingGroup], found: &PointSet) {
    for group in living {
        let is_in = |fate: &&mut ChainFate| {
            fate.status != LifeStatus::Dead && fate.stones.is_subset(&group.stones)
        };
        let by_shape = fates
            .iter()
            .filter(|fate| fate.status == LifeStatus::Seki)
            .fold(PointSet::EMPTY, |all, fate| all | fate.stones);
        let is_seki = group.eyes < 2 && group.stones.is_subset(&(by_shape | *found));
        for fate in fates.iter_mut().filter(is_in) {
            if is_seki {
                fate.status = LifeStatus::Seki;
                fate.reason = Reason::SharedLiberties;
            } else {
                fate.status = LifeStatus::Alive;
            }
        }
    }
}
