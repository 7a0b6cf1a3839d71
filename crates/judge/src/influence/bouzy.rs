//! Bouzy's influence of 1995, as the manual of GNU Go tells it: stones spread, then what they cannot
//! hold crumbles.

use super::Influence;
use super::grid::{Around, Grid, Shape};
use aji_rules::{Field, Position};

/// So many dilations of stones of ±[`SEED`], then so many erosions.
///
/// With `n` dilations, `1 + n(n - 1)` erosions leave a lone stone nothing but its own point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bouzy {
    /// How often stones spread.
    pub dilations: u8,
    /// How often the rim crumbles.
    pub erosions: u8,
}

/// What a stone starts with.
pub const SEED: i16 = 128;

impl Bouzy {
    /// 5/21: what is as good as territory.
    pub const TERRITORY: Bouzy = Bouzy { dilations: 5, erosions: 21 };
    /// 5/10: frameworks too.
    pub const MOYO: Bouzy = Bouzy { dilations: 5, erosions: 10 };
    /// 4/0: all that stones reach.
    pub const AREA: Bouzy = Bouzy { dilations: 4, erosions: 0 };
}

impl Influence for Bouzy {
    fn name(&self) -> &'static str {
        match *self {
            Bouzy::TERRITORY => "bouzy-5-21",
            Bouzy::MOYO => "bouzy-5-10",
            Bouzy::AREA => "bouzy-4-0",
            _ => "bouzy",
        }
    }

    fn write(&self, position: &Position, field: &mut Field<f32>) {
        let size = position.size();
        let shape = Shape::new(size);
        // No more than 128 + 4 * 255 either way: it fits.
        let mut grid = Grid::of_stones(position, SEED);
        let mut next = Grid::ZERO;
        for _ in 0..self.dilations {
            shape.pass(&grid, &mut next, dilated);
            std::mem::swap(&mut grid, &mut next);
        }
        for _ in 0..self.erosions {
            shape.pass(&grid, &mut next, eroded);
            std::mem::swap(&mut grid, &mut next);
        }
        grid.write(size, field);
    }
}

/// A point that is not the other side's, nor next to a point that is, gains one for each neighbour.
#[inline]
fn dilated(Around { here, positive, negative, .. }: Around) -> i16 {
    let gain = if here >= 0 && negative == 0 { positive } else { 0 };
    let loss = if here <= 0 && positive == 0 { negative } else { 0 };
    here + gain - loss
}

/// A point loses one for each neighbour on the board that is not of its side, but never its side.
#[inline]
fn eroded(Around { here, positive, negative, all }: Around) -> i16 {
    if here > 0 { (here - (all - positive)).max(0) } else { (here + (all - negative)).min(0) }
}
