//! The groups of a scored board: chains that live or die together.

use super::fates::{ChainFate, Reason};
use super::seki::LivingGroup;
use crate::life::LifeStatus;
use aji_rules::{Color, PointSet, Position};

/// A group of chains, what becomes of it and why.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredGroup {
    /// Whose it is.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// What becomes of it.
    pub status: LifeStatus,
    /// Why.
    pub reason: Reason,
    /// How likely its most doubtful chain is dead: nought or one where that is certain.
    pub dead_probability: f64,
    /// How many eyes it has, or could make if it is dead; up to two.
    pub eyes: u32,
}

impl ScoredGroup {
    /// How likely its fate is another.
    pub fn doubt(&self) -> f64 {
        self.dead_probability.min(1.0 - self.dead_probability)
    }
}

/// All groups, in board order of their first stones.
pub(super) fn groups(
    position: &Position,
    fates: &[ChainFate],
    living: &[LivingGroup],
) -> Vec<ScoredGroup> {
    let size = position.size();
    let mut groups: Vec<ScoredGroup> = Vec::new();
    for group in living {
        for status in [LifeStatus::Alive, LifeStatus::Seki] {
            groups.extend(group_of(fates, &group.stones, group.color, status, group.eyes));
        }
    }
    let staying = living.iter().fold(PointSet::EMPTY, |all, group| all | group.stones);
    let everywhere: PointSet = size.points().collect();
    let stones = position.stones();
    for room in (everywhere - staying).components(size) {
        for color in Color::BOTH {
            let eyes = super::eyes::most_eyes(&room, color, &stones, &staying);
            groups.extend(group_of(fates, &room, color, LifeStatus::Dead, eyes));
        }
    }
    groups.sort_by_key(|group| group.stones.iter().next());
    groups
}

/// The chains of one colour and fate inside a set of points.
fn group_of(
    fates: &[ChainFate],
    points: &PointSet,
    color: Color,
    status: LifeStatus,
    eyes: u32,
) -> Option<ScoredGroup> {
    let is_in = |chain: &&ChainFate| {
        chain.color == color && chain.status == status && chain.stones.is_subset(points)
    };
    let chains: Vec<&ChainFate> = fates.iter().filter(is_in).collect();
    let doubt = |chain: &ChainFate| chain.dead_probability.min(1.0 - chain.dead_probability);
    let weakest =
        chains.iter().copied().max_by(|one, other| doubt(one).total_cmp(&doubt(other)))?;
    // What most of its stones are known by.
    let largest = chains.iter().copied().max_by_key(|chain| chain.stones.len())?;
    let reason = if weakest.is_certain() { largest.reason } else { weakest.reason };
    Some(ScoredGroup {
        color,
        stones: chains.iter().fold(PointSet::EMPTY, |all, chain| all | chain.stones),
        status,
        reason,
        dead_probability: weakest.dead_probability,
        eyes,
    })
}
