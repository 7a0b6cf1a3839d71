//! The board inside a margin of zeros, in rows as wide as the machine's vectors like.
//!
//! Every board lies on the same grid, so the loops over a row have a fixed length and no edge tests,
//! and the compiler turns them into vector instructions. The columns beyond the board's right edge
//! are margin too.

use aji_rules::point::MAX_SIDE;
use aji_rules::{Field, Position, Size};

/// How far beyond an edge one may look.
pub const MARGIN: usize = 5;
/// From a place to the one below it.
pub const STRIDE: usize = 32;
/// The places of a grid; one row to spare for what is read beside the last ones.
pub const PLACES: usize = (MARGIN + MAX_SIDE + MARGIN + 1) * STRIDE;

// What is right of a row's last point is its own margin or the left margin of the next row.
const _: () = assert!(MARGIN + MAX_SIDE <= STRIDE);

/// A number for every place.
pub struct Grid {
    cells: [i16; PLACES],
}

impl Grid {
    /// Zero everywhere.
    pub const ZERO: Grid = Grid { cells: [0; PLACES] };

    /// `value` on black stones, its negative on white ones.
    pub fn of_stones(position: &Position, value: i16) -> Grid {
        let mut grid = Grid::ZERO;
        for (point, place) in position.size().points().zip(places(position.size())) {
            if let Some(color) = position.stone(point) {
                grid.cells[place] = value * color.sign() as i16;
            }
        }
        grid
    }

    /// A stride of places from the first point of the board's row `y`, seen from there `dx` to the
    /// right and `dy` down, both within the margin.
    pub fn row(&self, y: usize, dx: isize, dy: isize) -> &[i16] {
        let start = row_start(y).wrapping_add_signed(dy * STRIDE as isize + dx);
        &self.cells[start..start + STRIDE]
    }

    /// The same of the row itself, to be changed.
    pub fn row_mut(&mut self, y: usize) -> &mut [i16] {
        &mut self.cells[row_start(y)..][..STRIDE]
    }

    /// Copies what is on the board.
    pub fn write(&self, size: Size, field: &mut Field<f32>) {
        let values = super::values_of(size, field);
        for (y, row) in values.chunks_exact_mut(size.width()).enumerate() {
            for (value, &cell) in row.iter_mut().zip(self.row(y, 0, 0)) {
                *value = f32::from(cell);
            }
        }
    }
}

/// What a point and its neighbours have, for [`Shape::pass`].
pub struct Around {
    /// The point's own value.
    pub here: i16,
    /// How many neighbours are above zero.
    pub positive: i16,
    /// How many neighbours are below zero.
    pub negative: i16,
    /// How many neighbours there are on the board.
    pub all: i16,
}

/// Where on a grid a board lies.
pub struct Shape {
    height: usize,
    /// All bits on the board, none off it.
    inside: Grid,
}

impl Shape {
    /// The shape of boards of this size.
    pub fn new(size: Size) -> Shape {
        let mut inside = Grid::ZERO;
        for place in places(size) {
            inside.cells[place] = !0;
        }
        Shape { height: size.height(), inside }
    }

    /// Gives every point its next value, all at once.
    #[inline]
    pub fn pass(&self, before: &Grid, after: &mut Grid, next: impl Fn(Around) -> i16) {
        const STEPS: [(isize, isize); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
        for y in 0..self.height {
            let here = before.row(y, 0, 0);
            let inside = self.inside.row(y, 0, 0);
            let around = STEPS.map(|(dx, dy)| before.row(y, dx, dy));
            let around_inside = STEPS.map(|(dx, dy)| self.inside.row(y, dx, dy));
            for (x, after) in after.row_mut(y).iter_mut().enumerate() {
                let count = |is_counted: fn(i16) -> bool| -> i16 {
                    around.iter().map(|row| i16::from(is_counted(row[x]))).sum()
                };
                let value = next(Around {
                    here: here[x],
                    positive: count(|value| value > 0),
                    negative: count(|value| value < 0),
                    all: -around_inside.iter().map(|row| row[x]).sum::<i16>(),
                });
                *after = value & inside[x];
            }
        }
    }
}

/// Where the points of a board lie, row by row from the upper left.
pub fn places(size: Size) -> impl Iterator<Item = usize> {
    (0..size.height()).flat_map(move |y| row_start(y)..row_start(y) + size.width())
}

/// Where the first point of a row lies.
fn row_start(y: usize) -> usize {
    (MARGIN + y) * STRIDE + MARGIN
}
