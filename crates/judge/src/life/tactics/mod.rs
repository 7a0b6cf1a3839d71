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
pub mod eye_space;
pub mod eyes;
pub mod fate;
pub mod local;
pub mod race;
pub mod race_count;
pub mod threats;

pub use capture::{attack, defend};
pub use connect::{connect, disconnect};
pub use eyes::eyes;
pub use fate::{AttackAndDefence, fate};
pub use race::race;
pub use threats::Limits;

use aji_rules::Point;
use threats::KoThreats;

/// Whether the side that moves first gets what it wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attempt {
    /// It does not.
    Fails,
    /// It does, whoever has ko threats.
    Works,
    /// It does by a ko that the other side has to find the first threat for.
    GoodKo,
    /// It does by a ko that it has to find the first threat for.
    BadKo,
}

impl Attempt {
    /// GNU Go's number: 0 fails, 1 works, 2 and 3 are kos.
    pub fn gnu_go_code(self) -> u8 {
        self as u8
    }

    /// Whether there is any hope.
    pub fn is_possible(self) -> bool {
        self != Attempt::Fails
    }

    /// What is left of the first side's wish if the other attempts to deny it: what fails for the one works for
    /// the other, and a ko that is good for one is bad for the other.
    pub fn denied(self) -> Attempt {
        match self {
            Attempt::Fails => Attempt::Works,
            Attempt::Works => Attempt::Fails,
            Attempt::GoodKo => Attempt::BadKo,
            Attempt::BadKo => Attempt::GoodKo,
        }
    }

    /// What an attempt comes to, and how: without ko threats, and if kos have a say, with those that decide.
    /// `read` says for these threats of the side that moves first and of the other how it is done, if it is,
    /// and whether a ko came up; nothing if it cannot be read.
    fn read<T>(
        many: u8,
        mut read: impl FnMut(KoThreats) -> Option<(Option<T>, bool)>,
    ) -> Option<(Attempt, Option<T>)> {
        let (plain, has_ko) = read(KoThreats::NONE)?;
        Some(match plain {
            Some(how) if !has_ko => (Attempt::Works, Some(how)),
            None if !has_ko => (Attempt::Fails, None),
            Some(how) => match read(KoThreats { own: 0, other: many })?.0 {
                Some(strict) => (Attempt::Works, Some(strict)),
                None => (Attempt::GoodKo, Some(how)),
            },
            None => match read(KoThreats { own: 1, other: 0 })?.0 {
                Some(helped) => (Attempt::BadKo, Some(helped)),
                None => (Attempt::Fails, None),
            },
        })
    }
}

/// What reading found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TacticalAnswer {
    /// Whether it works for the side that moves first.
    pub result: Attempt,
    /// How it goes, both sides in turn. Empty if it fails, and if it works without a move.
    pub line: Vec<Point>,
    /// Whether the budget sufficed. If it did not, an aim that was not reached may yet be in reach.
    pub is_complete: bool,
    /// How many positions were looked at.
    pub nodes: u32,
}

impl TacticalAnswer {
    /// The move that does it; none if it fails or needs no move.
    pub fn first_move(&self) -> Option<Point> {
        self.line.first().copied()
    }
}
