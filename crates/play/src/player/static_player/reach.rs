//! Who reaches which points, and what that makes them worth, in rows of bits.
//!
//! It is Bouzy's map of areas ([`aji_judge::influence::Bouzy::AREA`]) without its numbers: a point
//! that somebody reaches stays that side's, so a bit for each side is enough, and a row of the board
//! is handled at once. Only how loose an area is needs counting.

use aji_judge::influence::Bouzy;
use aji_rules::point::MAX_SIDE;
use aji_rules::{Color, Position, Size};

/// A bit for every point, from the first column up, in rows with an empty one above and below.
pub(super) type Rows = [u32; MAX_SIDE + 2];
const NONE: Rows = [0; MAX_SIDE + 2];

/// How the points of a board look to the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Its stones.
    pub mine: Rows,
    /// The other side's stones.
    pub theirs: Rows,
    /// Empty points that nobody reaches, or both at once.
    pub open: Rows,
    /// Empty points where the areas of both sides meet, or where the other side's reaches a stone.
    pub frontier: Rows,
    /// The other side's other points where it is weak; none unless asked for.
    pub loose: Rows,
}

/// The rows and columns of a board.
#[derive(Clone, Copy)]
pub(super) struct Board {
    height: usize,
    full: u32,
}

impl Board {
    pub(super) fn new(size: Size) -> Board {
        Board { height: size.height().min(MAX_SIDE), full: (1 << size.width()) - 1 }
    }

    /// Rows made one by one, cut to the board.
    #[inline]
    pub(super) fn rows(self, make: impl Fn(usize) -> u32) -> Rows {
        let mut rows = NONE;
        for (y, row) in rows.iter_mut().enumerate().skip(1).take(self.height) {
            *row = make(y) & self.full;
        }
        rows
    }

    /// The points next to these.
    #[inline]
    pub(super) fn beside(self, rows: &Rows) -> Rows {
        self.rows(|y| around(rows, y).into_iter().fold(0, |all, one| all | one))
    }

    /// The empty points all of whose neighbours are these stones.
    pub(super) fn surrounded_by(self, stones: &Rows) -> Rows {
        // Beyond the edge everything surrounds.
        let mut outside = stones.map(|row| row | !self.full);
        outside[0] = !0;
        outside[self.height + 1] = !0;
        self.rows(|y| {
            let row = outside[y];
            // What comes in from the left is beyond the edge too.
            outside[y - 1] & outside[y + 1] & (row << 1 | 1) & (row >> 1) & !stones[y]
        })
    }
}

/// What is above, left, right and below of the points of a row.
#[inline]
fn around(rows: &Rows, y: usize) -> [u32; 4] {
    [rows[y - 1], rows[y] << 1, rows[y] >> 1, rows[y + 1]]
}

impl Reach {
    /// Of a position. An area is loose where Bouzy's map has less than six, which is only counted if
    /// asked for.
    pub(super) fn of(position: &Position, board: Board, with_loose: bool) -> Reach {
        let [black, white] = stones(position);
        let (mine, theirs) = match position.to_play() {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        let (mut my_area, mut their_area) = (mine, theirs);
        let mut sums = Sums::default();
        for _ in 0..Bouzy::AREA.dilations {
            let (near_me, near_them) = (board.beside(&my_area), board.beside(&their_area));
            if with_loose {
                sums.add(board, &their_area, |y| !my_area[y] & !near_me[y]);
            }
            let grown = |area: &Rows, near: &Rows, other: &Rows, near_other: &Rows| {
                board.rows(|y| area[y] | near[y] & !near_other[y] & !other[y])
            };
            (my_area, their_area) = (
                grown(&my_area, &near_me, &their_area, &near_them),
                grown(&their_area, &near_them, &my_area, &near_me),
            );
        }
        let stones = board.rows(|y| mine[y] | theirs[y]);
        let open = board.rows(|y| !(my_area[y] | their_area[y]));
        let my_area = board.rows(|y| my_area[y] & !stones[y]);
        let their_area = board.rows(|y| their_area[y] & !stones[y]);
        let near_them = board.beside(&their_area);
        let near_any = board.beside(&board.rows(|y| my_area[y] | stones[y]));
        let frontier = board.rows(|y| my_area[y] & near_them[y] | their_area[y] & near_any[y]);
        let loose = if with_loose {
            board.rows(|y| their_area[y] & !frontier[y] & sums.below_six(y))
        } else {
            NONE
        };
        Reach { mine, theirs, open, frontier, loose }
    }
}

/// The stones of both colours.
fn stones(position: &Position) -> [Rows; 2] {
    let mut rows = [NONE; 2];
    let width = position.size().width();
    for (y, row) in position.stones_by_row().chunks_exact(width).enumerate() {
        let (mut black, mut white) = (0, 0);
        for (x, &stone) in row.iter().enumerate() {
            black |= u32::from(stone == Some(Color::Black)) << x;
            white |= u32::from(stone == Some(Color::White)) << x;
        }
        rows[0][y + 1] = black;
        rows[1][y + 1] = white;
    }
    rows
}

/// A number of three digits for every point, and whether it has become larger than that.
#[derive(Default)]
struct Sums {
    digits: [Rows; 3],
    more: Rows,
}

impl Sums {
    /// Adds the number of neighbours that are in an area, on the points of a row that count.
    fn add(&mut self, board: Board, area: &Rows, counts: impl Fn(usize) -> u32) {
        for y in 1..=board.height {
            let counts = counts(y) & board.full;
            for one in around(area, y) {
                let mut carry = one & counts;
                for digit in &mut self.digits {
                    (digit[y], carry) = (digit[y] ^ carry, digit[y] & carry);
                }
                self.more[y] |= carry;
            }
        }
    }

    fn below_six(&self, y: usize) -> u32 {
        !(self.more[y] | self.digits[2][y] & self.digits[1][y])
    }
}
