//! Tactics on the open board, read out within a budget of positions.
//!
//! [`capture`]: can a chain be captured, can it be saved? [`mod@connect`]: can two chains be joined, can
//! they be kept apart? Both are one kind of search ([`threats`]): one side has an aim and makes
//! threats, the other must answer each of them. [`mod@eyes`]: how many eyes does an eye space give?
//! [`mod@race`]: who wins a capturing race? [`enclosed`]: does a small enclosed group live? These look at
//! few points and play them out ([`local`]). [`mod@fate`]: what all of it says of a chain.

pub mod capture;
pub mod connect;
pub mod enclosed;
pub mod eyes;
pub mod fate;
pub mod local;
pub mod race;
pub mod race_count;
pub mod threats;

pub use capture::{attack, defend};
pub use connect::{connect, disconnect};
pub use eyes::eyes;
pub use fate::{Fate, fate};
pub use race::race;
pub use threats::Limits;

use aji_rules::Point;
use std::fmt;

/// Whether the side that moves first gets what it wants, in the order in which GNU Go numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// It does not.
    Fails,
    /// It does, whoever has ko threats.
    Works,
    /// It does by a ko that the other side has to find the first threat for.
    GoodKo,
    /// It does by a ko that it has to find the first threat for.
    BadKo,
}

impl Code {
    /// GNU Go's number: 0 fails, 1 works, 2 and 3 are kos.
    pub fn number(self) -> u8 {
        match self {
            Code::Fails => 0,
            Code::Works => 1,
            Code::GoodKo => 2,
            Code::BadKo => 3,
        }
    }

    /// Whether there is any hope.
    pub fn is_possible(self) -> bool {
        self != Code::Fails
    }
}

/// GNU Go's number.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.number().to_string())
    }
}

/// What reading found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether it works for the side that moves first.
    pub code: Code,
    /// How it goes, both sides in turn. Empty if it fails, and if it works without a move.
    pub line: Vec<Point>,
    /// Whether the budget sufficed. If it did not, an aim that was not reached may yet be in reach.
    pub is_complete: bool,
    /// How many positions were looked at.
    pub nodes: u32,
}

impl Answer {
    /// The move that does it; none if it fails or needs no move.
    pub fn first_move(&self) -> Option<Point> {
        self.line.first().copied()
    }
}
