//! What becomes of the stones.

use crate::life::LifeStatus;
use crate::score::ScoredGroup;
use crate::territory::Outcomes;
use aji_rules::position::Chain;
use aji_rules::{Color, Field, Point, PointSet, Position};

/// From this probability of living on, stones are alive; at one minus this, they are dead.
const ALIVE: f64 = 0.8;

/// What becomes of stones that live with this probability: alive, dead, or unsettled between the two.
fn status(life: f64) -> LifeStatus {
    match life {
        life if life >= ALIVE => LifeStatus::Alive,
        life if life <= 1.0 - ALIVE => LifeStatus::Dead,
        _ => LifeStatus::Unsettled,
    }
}

/// A chain and what becomes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedChain {
    /// Whose it is.
    pub color: Color,
    /// Its stones in board order.
    pub stones: Vec<Point>,
    /// The empty points next to it.
    pub liberties: PointSet,
    /// How likely it lives: how likely its points are its player's in the end, on average.
    pub life: f64,
}

impl JudgedChain {
    /// What becomes of it.
    pub fn status(&self) -> LifeStatus {
        status(self.life)
    }

    /// Every chain of a position with these owners, in board order of its first stone.
    pub fn all(position: &Position, ownership: &Field<f64>) -> Vec<JudgedChain> {
        let judged = |chain: Chain<'_>| {
            let mut stones: Vec<Point> = chain.stones().collect();
            stones.sort_unstable();
            let owned: f64 = stones.iter().map(|&stone| ownership[stone]).sum();
            let own = f64::from(chain.color().sign()) * owned / stones.len() as f64;
            JudgedChain {
                color: chain.color(),
                stones,
                liberties: chain.liberties(),
                life: (1.0 + own) / 2.0,
            }
        };
        position.chains().map(judged).collect()
    }
}

/// Chains of one colour that live and die together.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedGroup {
    /// Whose they are.
    pub color: Color,
    /// Which of the judgement's chains they are, the largest first.
    pub chains: Vec<usize>,
    /// How many stones they have.
    pub stones: usize,
    /// The empty points next to them.
    pub liberties: PointSet,
    /// How likely they live, on average over the stones.
    pub life: f64,
}

impl JudgedGroup {
    /// What becomes of it.
    pub fn status(&self) -> LifeStatus {
        status(self.life)
    }

    /// How much hangs on it: its stones, weighted by how open its fate is.
    pub(super) fn stake(&self) -> f64 {
        stake(self.stones, self.life)
    }
}

/// So many stones, weighted by how open their fate is: 1 at even odds, 0 where it is certain.
pub(super) fn stake(stones: usize, life: f64) -> f64 {
    stones as f64 * 4.0 * life * (1.0 - life)
}

/// The chains in groups: those whose survivals are correlated at least so much.
pub(super) fn groups(
    position: &Position,
    chains: &[JudgedChain],
    outcomes: &Outcomes,
    least: f64,
) -> Vec<JudgedGroup> {
    let heads: Vec<Point> = position.chains().map(|chain| chain.head()).collect();
    let gather = |group: crate::territory::outcomes::Group| {
        let is_in = |index: &usize| group.chain_heads.contains(&heads[*index]);
        gathered(chains, group.color, (0..heads.len()).filter(is_in).collect())
    };
    outcomes.groups(position, least).into_iter().map(gather).collect()
}

/// The chains in the groups in which they were counted.
pub(super) fn counted_groups(chains: &[JudgedChain], counted: &[ScoredGroup]) -> Vec<JudgedGroup> {
    let gather = |group: &ScoredGroup| {
        let is_in = |index: &usize| group.stones.contains(chains[*index].stones[0]);
        gathered(chains, group.color, (0..chains.len()).filter(is_in).collect())
    };
    counted.iter().map(gather).collect()
}

/// These of the chains as one group.
fn gathered(chains: &[JudgedChain], color: Color, mut members: Vec<usize>) -> JudgedGroup {
    members.sort_by_key(|&index| std::cmp::Reverse(chains[index].stones.len()));
    let mut judged =
        JudgedGroup { color, chains: members, stones: 0, liberties: PointSet::EMPTY, life: 0.0 };
    for &index in &judged.chains {
        let chain = &chains[index];
        judged.stones += chain.stones.len();
        judged.liberties |= chain.liberties;
        judged.life += chain.life * chain.stones.len() as f64;
    }
    judged.life /= judged.stones as f64;
    judged
}
