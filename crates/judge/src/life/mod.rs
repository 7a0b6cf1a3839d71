//! Does a group live?
//!
//! A [`Problem`] says which stones are in question and where is played; the [`Solver`] reads it out and
//! gives a [`Verdict`], proved or estimated.
//!
//! [`corner`] has the patterns of the study, groups that are enclosed in a corner, and the networks
//! that judge them at a glance. [`reader`] reads such a corner out, move by move: slow, and always
//! right. Both work on an 8x8 window whose points are the [`bits`] of a number. [`tactics`] reads
//! captures, connections, eyes and races on the open board. All of them play on a [`small_board`].

pub mod bits;
pub mod corner;
pub mod node;
pub mod problem;
pub mod reader;
pub mod small_board;
pub mod solver;
pub mod tactics;
pub mod verdict;

pub use corner::Corner;
pub use node::Side;
pub use problem::{NoProblem, Problem};
pub use small_board::{SmallBoard, Stones};
pub use solver::{Fate, Solver};
pub use verdict::{Answer, Outcome, Verdict};

use serde::{Deserialize, Serialize};
use std::fmt;

/// What becomes of an enclosed group with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
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

impl Status {
    /// All of them, in a fixed order.
    pub const ALL: [Status; 5] =
        [Status::Alive, Status::Dead, Status::Unsettled, Status::Ko, Status::Seki];

    /// Its place in [`Status::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Whether it lives or dies whoever moves: 1 for life, 0 for death, `None` for all else.
    pub fn settled(self) -> Option<f64> {
        match self {
            Status::Alive => Some(1.0),
            Status::Dead => Some(0.0),
            _ => None,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Alive => "alive",
            Status::Dead => "dead",
            Status::Unsettled => "unsettled",
            Status::Ko => "ko",
            Status::Seki => "seki",
        })
    }
}
