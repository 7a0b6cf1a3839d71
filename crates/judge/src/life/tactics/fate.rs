//! Does a chain live, as far as reading can tell?
//!
//! Life that needs no answer is asked first, then the small fight of an enclosed group, then whether the
//! chain can be captured outright. What none of these settles is for a judgement of the whole board.

use super::capture::{attack_within, defend_within};
use super::{Code, Limits, enclosed};
use aji_rules::pass_alive::pass_alive;
use aji_rules::ruleset::Suicide;
use aji_rules::{Point, Position};

/// What becomes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    /// Whether the enemy, moving first, captures it.
    pub attack: Code,
    /// Where the enemy moves; none if no move is needed or none helps.
    pub attack_move: Option<Point>,
    /// Whether its owner, moving first, saves it.
    pub defence: Code,
    /// Where the owner moves; none if no move is needed or none helps.
    pub defence_move: Option<Point>,
}

impl Fate {
    /// It lives without a move.
    pub const SAFE: Fate =
        Fate { attack: Code::Fails, attack_move: None, defence: Code::Works, defence_move: None };

    /// It lives even if the enemy moves first.
    pub fn is_alive(&self) -> bool {
        self.attack == Code::Fails
    }

    /// It dies even if its owner moves first.
    pub fn is_dead(&self) -> bool {
        !self.is_alive() && self.defence == Code::Fails
    }
}

/// What becomes of the chain of a stone; `None` if reading does not tell.
pub fn fate(position: &Position, stone: Point, limits: Limits) -> Option<Fate> {
    let color = position.stone(stone)?;
    if pass_alive(position, color, Suicide::Forbidden).stones.contains(stone) {
        return Some(Fate::SAFE);
    }
    if let Some(read) = enclosed::read(position, stone) {
        return Some(read);
    }
    let attacked = attack_within(position, stone, limits)?;
    // That a chain cannot be captured at once does not mean that it lives.
    if attacked.code == Code::Fails {
        return None;
    }
    let defended = defend_within(position, stone, limits)?;
    Some(Fate {
        attack: attacked.code,
        attack_move: attacked.first_move(),
        defence: defended.code,
        defence_move: defended.first_move(),
    })
}
