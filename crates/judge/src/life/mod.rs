//! Does a group live?
//!
//! A [`Problem`] says which stones are in question and where is played; the [`Solver`] reads it out and
//! gives a [`Verdict`], proved or estimated.
//!
//! [`corner`] has groups that are enclosed in a corner, and the networks
//! that judge them at a glance. [`reader`] reads such a corner out, move by move: slow, and always
//! right. Both work on an 8x8 window whose points are the [`bits`] of a number. [`tactics`] reads
//! captures, connections, eyes and races on the open board. All of them play on a [`small_board`].
//! Where nobody can read, [`judged`] asks a judge.

pub mod bits;
pub mod corner;
mod enclosure;
pub mod judged;
pub mod node;
pub mod problem;
pub mod reader;
pub mod small_board;
pub mod solver;
pub mod tactics;
pub mod verdict;

pub use corner::Corner;
pub use judged::{JudgedLife, judged_life};
pub use node::Side;
pub use problem::{NoProblem, Problem};
pub use small_board::{SmallBoard, Stones};
pub use solver::Solver;
pub use verdict::{Answer, LifeOutcome, Verdict};

use serde::{Deserialize, Serialize};
use std::fmt;

/// What becomes of an enclosed group with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LifeStatus {
    /// It lives with two eyes, even if the attacker moves first.
    Alive,
    /// It dies, even if the defender moves first.
    Dead,
    /// Who moves first has it.
    Unsettled,
    /// It hangs on a ko.
    Ko,
    /// It lives without two eyes: neither side can approach.
    Seki,
}

impl LifeStatus {
    /// All of them, in a fixed order.
    pub const ALL: [LifeStatus; 5] = [
        LifeStatus::Alive,
        LifeStatus::Dead,
        LifeStatus::Unsettled,
        LifeStatus::Ko,
        LifeStatus::Seki,
    ];

    /// Its place in [`LifeStatus::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Whether it lives or dies whoever moves: 1 for life, 0 for death, `None` for all else.
    pub fn settled(self) -> Option<f64> {
        match self {
            LifeStatus::Alive => Some(1.0),
            LifeStatus::Dead => Some(0.0),
            _ => None,
        }
    }
}

impl fmt::Display for LifeStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            LifeStatus::Alive => "alive",
            LifeStatus::Dead => "dead",
            LifeStatus::Unsettled => "unsettled",
            LifeStatus::Ko => "ko",
            LifeStatus::Seki => "seki",
        })
    }
}
