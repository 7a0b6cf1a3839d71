//! Zobrist's influence of 1970: stones start high, then every point passes its sign to its
//! neighbours, a few times over.

use super::Influence;
use super::grid::{Grid, Shape};
use aji_rules::{Field, Position};

/// Stones start with `start`; in each of `rounds`, every point gains one for each neighbour above
/// zero and loses one for each below, all points at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zobrist {
    /// What a stone starts with, 50 by default: more than four rounds can take away.
    pub start: u8,
    /// How often signs are passed on, 4 by default.
    pub rounds: u8,
}

impl Zobrist {
    /// The default: the values of the original.
    pub const USUAL: Zobrist = Zobrist { start: 50, rounds: 4 };
}

impl Influence for Zobrist {
    fn name(&self) -> &'static str {
        "zobrist"
    }

    fn write(&self, position: &Position, field: &mut Field<f32>) {
        let size = position.size();
        let shape = Shape::new(size);
        // No more than 255 + 4 * 255 either way: it fits.
        let mut grid = Grid::of_stones(position, self.start.into());
        let mut next = Grid::ZERO;
        for _ in 0..self.rounds {
            shape.pass(&grid, &mut next, |around| around.here + around.positive - around.negative);
            std::mem::swap(&mut grid, &mut next);
        }
        grid.write(size, field);
    }
}
