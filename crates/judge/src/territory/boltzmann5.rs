//! Boltzmann5: five weights, each with a meaning.
//!
//! `log psi = w(c, c') s s' + h(c) s + h(c') s'` over pairs of neighbours with stones `c` and owners
//! `s`. The field sits in the pair, so that a point feels it once for every neighbour.

use super::ising::edges;
use super::terms::{Place, Terms};
use aji_rules::Position;

/// The weights in their order.
pub const NAMES: [&str; 5] = ["h_stones", "w_empty", "w_chain_empty", "w_chains", "w_inter_chain"];

/// The values that Stern et al. learned from 290 positions at move 80.
pub const PUBLISHED: [f64; 5] = [0.265, 0.427, 0.442, 2.74, 0.521];

/// How often a stone's field counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldCount {
    /// Once for every neighbour, as Stern et al. have it.
    PerNeighbour,
    /// Once a point.
    PerPoint,
}

/// The terms of a position.
pub fn terms(position: &Position, count: FieldCount) -> Terms {
    let size = position.size();
    let mut terms = Terms::new(size);
    for point in size.points() {
        let times = match count {
            FieldCount::PerNeighbour => size.neighbours(point).len() as f64,
            FieldCount::PerPoint => 1.0,
        };
        if let Some(color) = position.stone(point) {
            terms.add(Place::At(point), 0, times * f64::from(color.sign()));
        }
    }
    for edge in edges(size) {
        let weight = match (position.stone(edge.from), position.stone(edge.to)) {
            (None, None) => 1,
            (Some(a), Some(b)) if a == b => 3,
            (Some(_), Some(_)) => 4,
            _ => 2,
        };
        terms.add(Place::edge(edge), weight, 1.0);
    }
    terms
}
