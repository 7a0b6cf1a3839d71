//! Play inside an enclosure: who is enclosed defends, who encloses attacks. The wall around cannot
//! be captured, and nobody plays outside.

use super::bits::{Bits, beside, each, flood, parts};
use super::corner::Corner;

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Whose group is enclosed.
    Defender,
    /// Who encloses it.
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

/// Where is fought: what does not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    /// All points inside, empty or not.
    pub region: Bits,
    /// The attacker's stones around.
    pub wall: Bits,
}

/// The stones inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Of the defender.
    pub defender: Bits,
    /// Of the attacker, without the wall.
    pub attacker: Bits,
}

/// What a stone did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The stones afterwards.
    pub board: Board,
    /// What was captured.
    pub captured: Bits,
    /// Where the other side may not retake a ko at once.
    pub ko: Bits,
}

impl Fight {
    /// The fight in a corner, and its stones.
    pub fn of(corner: &Corner) -> (Fight, Board) {
        let board = Board { defender: corner.defender(), attacker: corner.inner() };
        let region = corner.inside() | board.defender | board.attacker;
        (Fight { region, wall: corner.wall() }, board)
    }

    /// The empty points inside.
    pub fn empty(&self, board: Board) -> Bits {
        self.region & !(board.defender | board.attacker)
    }

    /// Whether a chain of this side can breathe when these points are empty.
    fn breathes(&self, chain: Bits, side: Side, empty: Bits) -> bool {
        let air = match side {
            Side::Defender => empty,
            Side::Attacker => empty | self.wall,
        };
        beside(chain) & air != 0
    }

    /// A stone on an empty point; `None` if it would be suicide. Whether a ko may be retaken is for
    /// others to know.
    #[inline]
    pub fn play(&self, board: Board, side: Side, point: Bits) -> Option<Played> {
        let (own, other) = match side {
            Side::Defender => (board.defender | point, board.attacker),
            Side::Attacker => (board.attacker | point, board.defender),
        };
        let empty = self.empty(board) & !point;
        let mut captured = 0;
        let mut near = beside(point) & other;
        while near != 0 {
            let chain = flood(near & near.wrapping_neg(), other);
            near &= !chain;
            if !self.breathes(chain, side.other(), empty) {
                captured |= chain;
            }
        }
        let chain = flood(point, own);
        let air = empty | captured;
        if !self.breathes(chain, side, air) {
            return None;
        }
        let is_ko = captured.count_ones() == 1
            && chain == point
            && beside(point) & air == captured
            && !(side == Side::Attacker && beside(point) & self.wall != 0);
        let other = other & !captured;
        let board = match side {
            Side::Defender => Board { defender: own, attacker: other },
            Side::Attacker => Board { defender: other, attacker: own },
        };
        Some(Played { board, captured, ko: if is_ko { captured } else { 0 } })
    }

    /// The defender's stones that live even if the defender never moves again: Benson's algorithm. A
    /// region that the wall looks into is no eye.
    pub fn pass_alive(&self, board: Board) -> Bits {
        /// Hardly a window has more eyes than these; the others are not looked at.
        const MOST: usize = 16;
        let mut eyes = [(0, 0); MOST];
        let mut eye_count = 0;
        for part in parts(self.region & !board.defender) {
            if beside(part) & self.wall == 0 && eye_count < MOST {
                eyes[eye_count] = (beside(part) & board.defender, part & !board.attacker);
                eye_count += 1;
            }
        }
        if eye_count < 2 {
            return 0;
        }
        let mut alive = board.defender;
        loop {
            let before = alive;
            for chain in parts(alive) {
                let liberties = beside(chain);
                let is_vital = |&&(border, empty): &&(Bits, Bits)| {
                    border & chain != 0 && border & !alive == 0 && empty & !liberties == 0
                };
                if eyes[..eye_count].iter().filter(is_vital).count() < 2 {
                    alive &= !chain;
                }
            }
            if alive == before {
                return alive;
            }
        }
    }

    /// The empty points that a side may play on, ko aside.
    pub fn legal(&self, board: Board, side: Side) -> impl Iterator<Item = (Bits, Played)> {
        let fight = *self;
        each(self.empty(board))
            .filter_map(move |point| Some((point, fight.play(board, side, point)?)))
    }
}
