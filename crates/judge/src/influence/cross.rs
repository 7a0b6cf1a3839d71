//! Influence read from a table: every stone adds a number to the points around it, whatever stands
//! between. Beyond the edge it is lost.

use super::Influence;
use super::grid::{Grid, MARGIN, STRIDE};
use aji_rules::{Field, Position};

/// How far a table reaches along a line.
pub const REACH: usize = MARGIN;

/// For the points `dx` columns and `dy` rows from the stone, `[dy][dx]`.
pub type Quadrant = [[i8; REACH + 1]; REACH + 1];

/// A table of what a stone adds to the points around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cross {
    name: &'static str,
    quadrant: Quadrant,
}

impl Cross {
    /// The default: `10 - 2d` at `d` steps along the lines, and nothing from five steps on. It is the
    /// only straight line through what is known, 6 at a one-space jump and 4 at a two-space jump.
    pub const DIAMOND: Cross = Cross::new("cross", by_steps([10, 8, 6, 4, 2, 0]));

    /// [`Cross::DIAMOND`] on the stone's own row and column alone.
    pub const AXES: Cross = {
        let steps = [10, 8, 6, 4, 2, 0];
        let mut quadrant = [[0; REACH + 1]; REACH + 1];
        quadrant[0] = steps;
        Cross::new("cross-axes", quadrant)
    };

    /// [`Cross::DIAMOND`] with points of strong connection raised: 7 diagonally, 5 at a knight's
    /// move.
    pub const CONNECT: Cross = {
        let mut quadrant = Cross::DIAMOND.quadrant;
        quadrant[1][1] = 7;
        quadrant[1][2] = 5;
        Cross::new("cross-connect", quadrant)
    };

    /// Falling ever more slowly: 8, 6, 4, 3, 2 at one to five steps.
    pub const GEOMETRIC: Cross = Cross::new("cross-geometric", by_steps([10, 8, 6, 4, 3, 2]));

    /// Any table. It is read where `dx` is at least `dy`, so that rows and columns are alike.
    pub const fn new(name: &'static str, quadrant: Quadrant) -> Cross {
        Cross { name, quadrant }
    }

    /// What a stone adds to points `dx` columns and `dy` rows away.
    pub fn value(&self, dx: usize, dy: usize) -> i8 {
        let row = self.quadrant.get(dx.min(dy));
        row.and_then(|row| row.get(dx.max(dy))).copied().unwrap_or(0)
    }
}

/// The table that depends on the steps along the lines alone.
const fn by_steps(values: [i8; REACH + 1]) -> Quadrant {
    let mut quadrant = [[0; REACH + 1]; REACH + 1];
    let mut dy = 0;
    while dy <= REACH {
        let mut dx = 0;
        while dx + dy <= REACH {
            quadrant[dy][dx] = values[dx + dy];
            dx += 1;
        }
        dy += 1;
    }
    quadrant
}

impl Influence for Cross {
    fn name(&self) -> &'static str {
        self.name
    }

    fn write(&self, position: &Position, field: &mut Field<f32>) {
        let size = position.size();
        let stones = Grid::of_stones(position, 1);
        let mut sums = Grid::ZERO;
        // Row by row and table entry by table entry, whole rows at once: how many stones there are
        // does not matter. A sum is at most 121 * 128: it fits.
        let reach = REACH as isize;
        for y in 0..size.height() {
            let mut sum = [0_i16; STRIDE];
            for dy in -reach..=reach {
                for dx in -reach..=reach {
                    let value = i16::from(self.value(dx.unsigned_abs(), dy.unsigned_abs()));
                    if value != 0 {
                        for (sum, stone) in sum.iter_mut().zip(stones.row(y, dx, dy)) {
                            *sum += value * stone;
                        }
                    }
                }
            }
            sums.row_mut(y).copy_from_slice(&sum);
        }
        sums.write(size, field);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_table() {
        let expected = [
            [10, 8, 6, 4, 2, 0],
            [8, 6, 4, 2, 0, 0],
            [6, 4, 2, 0, 0, 0],
            [4, 2, 0, 0, 0, 0],
            [2, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0],
        ];
        for (dy, row) in expected.iter().enumerate() {
            for (dx, &value) in row.iter().enumerate() {
                assert_eq!(Cross::DIAMOND.value(dx, dy), value, "{dx} {dy}");
            }
        }
    }

    #[test]
    fn tables_are_alike_in_rows_and_columns() {
        let mut lopsided = Cross::DIAMOND.quadrant;
        lopsided[3][1] = 77;
        for table in [Cross::AXES, Cross::CONNECT, Cross::GEOMETRIC, Cross::new("", lopsided)] {
            for (a, b) in (0..=6).flat_map(|a| (0..=6).map(move |b| (a, b))) {
                assert_eq!(table.value(a, b), table.value(b, a));
            }
        }
        assert_eq!((Cross::CONNECT.value(1, 1), Cross::CONNECT.value(1, 2)), (7, 5));
        assert_eq!((Cross::AXES.value(4, 0), Cross::AXES.value(1, 1)), (2, 0));
        assert_eq!((Cross::GEOMETRIC.value(5, 0), Cross::GEOMETRIC.value(2, 2)), (2, 3));
        assert_eq!(Cross::GEOMETRIC.value(100, 0), 0);
    }
}
