//! Groups that are enclosed in a corner of the board: the patterns that Wong's networks judge.
//!
//! A [`Corner`] is an 8x8 window in the upper left corner of the board. `X` defends and is enclosed, `O`
//! attacks and encloses; so Black always defends. Colours are told by Wong's rule: rows are scanned
//! from the last to the first, each from right to left, and the first stone met is the attacker's.
//!
//! ```
//! use aji_judge::life::Corner;
//!
//! let corner: Corner = ".XXXO... X.XOO... XXOO.... OO...... ..O.....".parse().unwrap();
//! assert_eq!(corner.inside().count_ones(), 2);
//! assert_eq!(corner.rows()[1], "X.XOO...");
//! assert_eq!(corner.transposed().rows()[2], "XXO.O...");
//! assert_eq!(corner.fingerprint(), corner.transposed().fingerprint());
//! ```

mod find;
pub mod first_move;
pub mod mesh;
mod model;
pub mod sight;
pub mod wong;

pub use find::{Found, Unfit, find, find_all};
pub use first_move::{FirstMove, first_moves};
pub use model::{CornerModel, CornerNetwork, Odds, Room, UnknownCornerModel};
pub use wong::{Design, Opinion, WongNetwork};

use super::bits::{Bits, FAR, SIDE, beside, flood, parts, point, transposed};
use super::small_board::{SmallBoard, Stones};
use std::fmt;
use std::str::FromStr;

/// An enclosed group in an 8x8 window. Who is enclosed follows from the stones alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Corner {
    defender: Bits,
    attacker: Bits,
    inside: Bits,
    inner: Bits,
}

/// Why stones in a window are no enclosed group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CornerError {
    /// Too many rows.
    #[error("there are more than 8 rows")]
    Rows,
    /// A row is too long.
    #[error("row {0} has more than 8 signs")]
    Row(usize),
    /// Neither a stone nor an empty point.
    #[error("`{0}` is neither X nor O nor an empty point (.)")]
    Sign(char),
    /// Nobody is enclosed.
    #[error("there is no stone that could be enclosed")]
    NoDefender,
    /// It can run away.
    #[error("the group is not enclosed: it reaches empty points at the end of the window")]
    Open,
    /// There is more than one group.
    #[error("there are several groups that have nothing to do with each other")]
    Apart,
    /// A chain has no liberties.
    #[error("a chain has no liberty")]
    Breathless,
}

impl Corner {
    /// From the stones of both sides in the window.
    pub fn new(defender: Bits, attacker: Bits) -> Result<Corner, CornerError> {
        if defender == 0 {
            return Err(CornerError::NoDefender);
        }
        let free = !attacker;
        // The attacker's chains that touch what is open are the wall; all else inside hangs together.
        let open: Bits =
            parts(free).filter(|&part| part & FAR & !defender != 0).fold(0, |all, part| all | part);
        if open & defender != 0 {
            return Err(CornerError::Open);
        }
        let outer = |chain: &Bits| (beside(*chain) & open) | (chain & FAR) != 0;
        let wall = parts(attacker).filter(outer).fold(0, |all, chain| all | chain);
        let first = defender & defender.wrapping_neg();
        let region = flood(first, !open & !wall);
        if defender & !region != 0 {
            return Err(CornerError::Apart);
        }
        let (inner, inside) = (attacker & region, region & !attacker & !defender);
        let is_breathless = |chain: Bits| beside(chain) & inside == 0;
        if parts(defender).chain(parts(inner)).any(is_breathless) {
            return Err(CornerError::Breathless);
        }
        Ok(Corner { defender, attacker, inside, inner })
    }

    /// The stones that are enclosed.
    pub fn defender(&self) -> Bits {
        self.defender
    }

    /// All stones of the encloser.
    pub fn attacker(&self) -> Bits {
        self.attacker
    }

    /// The empty points inside.
    pub fn inside(&self) -> Bits {
        self.inside
    }

    /// The encloser's stones inside, which can be captured.
    pub fn inner(&self) -> Bits {
        self.inner
    }

    /// The encloser's stones around.
    pub fn wall(&self) -> Bits {
        self.attacker & !self.inner
    }

    /// Where it is fought, bit by bit as in the window, and the stones there.
    pub fn board(&self) -> (SmallBoard, Stones) {
        let stones = Stones { defender: self.defender, attacker: self.inner };
        let region = self.inside | self.defender | self.inner;
        (SmallBoard::window(region, self.wall()), stones)
    }

    /// Its reflection in the diagonal: the same group, seen from the other side.
    pub fn transposed(&self) -> Corner {
        Corner {
            defender: transposed(self.defender),
            attacker: transposed(self.attacker),
            inside: transposed(self.inside),
            inner: transposed(self.inner),
        }
    }

    /// Itself or its reflection: of the two always the same.
    pub fn canonical(&self) -> Corner {
        (*self).min(self.transposed())
    }

    /// Tells corners apart, but not from their reflections; the same on every machine for ever.
    pub fn fingerprint(&self) -> u64 {
        /// Odd numbers without a pattern: a step of a common generator.
        const STEPS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9];
        let Corner { defender, attacker, .. } = self.canonical();
        let mut hash = 0_u64;
        for (number, step) in [defender, attacker].into_iter().zip(STEPS) {
            hash = (hash ^ number).wrapping_mul(step);
            hash ^= hash >> 29;
        }
        hash
    }

    /// Whether Wong's rule tells the colours, of this and of its reflection: the first stone from the
    /// end is the attacker's.
    pub fn is_told_by_scan(&self) -> bool {
        let turned = self.transposed();
        self.attacker > self.defender && turned.attacker > turned.defender
    }

    /// The eight rows: `X` is enclosed, `O` encloses.
    pub fn rows(&self) -> [String; SIDE] {
        std::array::from_fn(|y| (0..SIDE).map(|x| self.sign(point(x, y))).collect())
    }

    fn sign(&self, point: Bits) -> char {
        match point {
            point if point & self.defender != 0 => 'X',
            point if point & self.attacker != 0 => 'O',
            _ => '.',
        }
    }

    /// As Wong codes it: 64 values row by row, 1 for the enclosed, -1 for the encloser, else 0.
    pub fn values(&self) -> [f32; SIDE * SIDE] {
        let bit = |bits: Bits, at: usize| (bits >> at & 1) as f32;
        std::array::from_fn(|at| bit(self.defender, at) - bit(self.attacker, at))
    }
}

/// The rows, one below the other.
impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rows().join("\n"))
    }
}

/// Rows with white space between them; what is missing at the end of a row or of the window is empty.
/// If by Wong's rule the colours are the other way round, they are exchanged.
impl FromStr for Corner {
    type Err = CornerError;

    fn from_str(text: &str) -> Result<Corner, CornerError> {
        let (mut black, mut white) = (0, 0);
        for (y, row) in text.split_whitespace().enumerate() {
            if y >= SIDE {
                return Err(CornerError::Rows);
            }
            for (x, sign) in row.chars().enumerate() {
                if x >= SIDE {
                    return Err(CornerError::Row(y + 1));
                }
                match sign {
                    'X' | 'x' => black |= point(x, y),
                    'O' | 'o' => white |= point(x, y),
                    '.' => {}
                    other => return Err(CornerError::Sign(other)),
                }
            }
        }
        // The first stone from the end is the highest bit.
        if black > white { Corner::new(white, black) } else { Corner::new(black, white) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = ".XXXO... X.XOO... XXOO.... OO...... ..O.....";

    fn refused(text: &str) -> CornerError {
        text.parse::<Corner>().unwrap_err()
    }

    #[test]
    fn the_example_of_wong() {
        let corner: Corner = EXAMPLE.parse().unwrap();
        let rows = corner.transposed().rows();
        assert_eq!(rows[..5], [".XXO....", "X.XO....", "XXO.O...", "XOO.....", "OO......"]);
        assert_eq!(corner.transposed().transposed(), corner);
        assert_eq!(corner.transposed().canonical(), corner.canonical());
        assert_eq!(corner.to_string().parse(), Ok(corner));
        assert_eq!(corner.values()[..6], [0.0, 1.0, 1.0, 1.0, -1.0, 0.0]);
        let other: Corner = "XX.O.... .XXO.... OOOO....".parse().unwrap();
        assert_ne!(other.fingerprint(), corner.fingerprint());
    }

    #[test]
    fn the_first_stone_from_the_end_encloses() {
        let swapped = EXAMPLE.replace('X', "x").replace('O', "X").replace('x', "O");
        assert_eq!(swapped.parse::<Corner>(), EXAMPLE.parse::<Corner>());
        assert!(EXAMPLE.parse::<Corner>().unwrap().is_told_by_scan());
    }

    #[test]
    fn stones_inside_are_no_wall() {
        // O has a stone in the eye space, and one that lets both eyes hang together.
        let corner: Corner = ".O.X.XO. XXXXXXO. OOOOOOO.".parse().unwrap();
        assert_eq!(corner.inner(), point(1, 0));
        assert_eq!(corner.inside(), point(0, 0) | point(2, 0) | point(4, 0));
        assert_eq!(corner.wall().count_ones(), 9);
        let corner: Corner = "X.OX.O.. XOX.XO.. .X.XOO.. XXXO.... OOO.....".parse().unwrap();
        assert_eq!(corner.inner().count_ones(), 2);
    }

    #[test]
    fn what_is_no_corner_is_refused() {
        assert_eq!(refused(""), CornerError::NoDefender);
        assert_eq!(refused("O......."), CornerError::NoDefender);
        assert_eq!(refused(".X...... XX......  ........ ....O..."), CornerError::Open);
        assert_eq!(refused(".XO.OX.. XXO.OOO. OOO....."), CornerError::Open);
        assert_eq!(refused(".XO.OX.O XXO.OOOO OOO....."), CornerError::Apart);
        assert_eq!(refused("XXO..... XXO..... OOO....."), CornerError::Breathless);
        assert_eq!(refused("XXOZ...."), CornerError::Sign('Z'));
        assert_eq!(refused("........."), CornerError::Row(1));
        assert_eq!(refused(". . . . . . . . ."), CornerError::Rows);
    }
}
