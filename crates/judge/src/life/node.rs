//! Positions of a fight for life on a [`SmallBoard`], and what is asked about it: what all readers share.

use super::bits::Bits;
use super::small_board::{SmallBoard, Stones};
use std::hash::Hasher;

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Whose stones are in question.
    Defender,
    /// Who wants to capture them.
    Attacker,
}

impl Side {
    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::Defender => Side::Attacker,
            Side::Attacker => Side::Defender,
        }
    }
}

/// What is to be forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The attacker captures all stones in question.
    Capture,
    /// The defender makes some of them live by Benson's algorithm.
    TwoEyes,
}

impl Goal {
    /// Who has to reach it.
    pub fn side(self) -> Side {
        match self {
            Goal::Capture => Side::Attacker,
            Goal::TwoEyes => Side::Defender,
        }
    }
}

/// As many threats as are ever needed.
pub const ENDLESS: u8 = u8::MAX;

/// It would take too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it cannot be read out within the positions that are allowed")]
pub struct TooDeep;

/// A position of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The stones on the board.
    pub stones: Stones,
    /// What is left of the stones in question.
    pub target: Bits,
    /// Where a ko may not be retaken now without a threat.
    pub ban: Bits,
    /// How many threats the master of kos has left.
    pub threats: u8,
    /// How many of the attacker's liberties in the open the defender has filled.
    pub filled: u8,
    /// Who moves.
    pub to_move: Side,
}

impl Node {
    /// A start without a ko or threats for one.
    pub fn new(stones: Stones, target: Bits, to_move: Side) -> Node {
        Node { stones, target, ban: 0, threats: 0, filled: 0, to_move }
    }

    /// The other side moves; a ko is open again.
    pub fn passed(&self) -> Node {
        Node { to_move: self.to_move.other(), ban: 0, ..*self }
    }
}

/// What is asked: where, what is to be forced, and how kos go.
#[derive(Clone, Copy)]
pub struct Fight<'a> {
    /// Where.
    pub board: &'a SmallBoard,
    /// What is to be forced.
    pub goal: Goal,
    /// Who has threats, each good for retaking a ko at once; the other side has none.
    pub ko_master: Side,
}

impl Fight<'_> {
    /// The position after the defender has filled a liberty in the open.
    pub(super) fn filled(&self, node: &Node) -> Node {
        Node { filled: node.filled.saturating_add(1), ..node.passed() }
    }

    /// The position after a stone on an empty point, if it is legal.
    #[inline]
    pub fn after(&self, node: &Node, point: Bits) -> Option<Node> {
        let takes_back = point == node.ban;
        if takes_back && (node.to_move != self.ko_master || node.threats == 0) {
            return None;
        }
        let played = self.board.play_after(node.stones, node.to_move, point, node.filled)?;
        let spends = takes_back && node.threats != ENDLESS;
        Some(Node {
            stones: played.stones,
            target: node.target & !played.captured,
            ban: played.ko,
            threats: node.threats - u8::from(spends),
            filled: node.filled,
            to_move: node.to_move.other(),
        })
    }
}

/// Mixes the numbers of a position for a hash table: quick, and the same on every machine.
#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
