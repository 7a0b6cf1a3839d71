//! What the fates of a finished board have to do with each other: who lives has two eyes or is in seki.
//!
//! When nobody plays any more, groups that live show it. The witnesses say of each chain how likely it is dead, one by
//! one; here groups that are said to live are looked at together with what they would surround. One that has not two
//! eyes, and no enemy without two eyes beside it to be in seki with, is dead after all. The most doubtful go first, for
//! what they leave may be the eyes of others.

use super::fates::{ChainFate, Reason};
use super::seki::{LivingGroup, living_groups};
use crate::life::LifeStatus;
use aji_rules::{Color, Field, PointSet, Position};

/// Groups are only taken for dead against the witnesses if these doubt at least so much that they live.
const DOUBT: f64 = 0.06;

/// Makes fates agree with each other; `owner` tells whose the points are when these stones are off the board.
pub(super) fn settle(
    position: &Position,
    fates: &mut [ChainFate],
    owner: impl Fn(&PointSet) -> Field<Option<Color>>,
) {
    // Every round settles a group.
    for _ in 0..fates.len() {
        let dead = fates
            .iter()
            .filter(|fate| fate.status == LifeStatus::Dead)
            .fold(PointSet::EMPTY, |all, fate| all | fate.stones);
        let living = living_groups(&owner(&dead), fates);
        let chains = |group: &LivingGroup| -> Vec<usize> {
            let inside = |index: &usize| fates[*index].stones.is_subset(&group.stones);
            (0..fates.len()).filter(inside).collect()
        };
        let doubt = |group: &LivingGroup| {
            let each = chains(group);
            let is_open = each.iter().all(|&index| fates[index].reason == Reason::Judged);
            let stones = group.stones.len().max(1) as f64;
            let sum: f64 = each
                .iter()
                .map(|&index| fates[index].dead_probability * fates[index].stones.len() as f64)
                .sum();
            if is_open && group.eyes < 2 { sum / stones } else { 0.0 }
        };
        let short = |color: Color, beside: &PointSet| {
            living.iter().any(|other| {
                let is_short = other.color == color && other.eyes < 2 && !other.is_certain;
                is_short && !(other.stones.beside(position.size()) & *beside).is_empty()
            })
        };
        let is_lonely = |group: &&LivingGroup| {
            let beside = group.stones.beside(position.size());
            let shared: PointSet =
                beside.iter().filter(|&point| position.stone(point).is_none()).collect();
            !short(!group.color, &shared)
        };
        let weakest = living
            .iter()
            .filter(is_lonely)
            .map(|group| (doubt(group), group))
            .filter(|(doubt, _)| *doubt >= DOUBT)
            .max_by(|(one, _), (other, _)| one.total_cmp(other));
        let Some((_, group)) = weakest else { return };
        let eyes = group.eyes;
        for index in chains(group) {
            fates[index].settle(true, Reason::NoRoom { eyes });
            fates[index].status = LifeStatus::Dead;
        }
    }
}
