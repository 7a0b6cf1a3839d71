//! A board made ready for looking at the 5x5 points around any point, across the edge too.

use aji_rules::point::MAX_SIDE;
use aji_rules::{Color, Point, Position, Size};

/// How far a shape reaches from its move.
pub(super) const REACH: usize = 2;
/// The side of a window: what a shape is about.
pub(super) const WINDOW: usize = 2 * REACH + 1;
/// The points of a window.
pub(super) const WINDOW_AREA: usize = WINDOW * WINDOW;
/// The place of the move in a window, row by row.
pub(super) const CENTRE: usize = WINDOW_AREA / 2;

/// A row of the largest board with its margins.
const STRIDE: usize = MAX_SIDE + 2 * REACH;

/// What a point of a window may hold, seen from the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Own,
    Other,
    Empty,
    Edge,
}

impl Sign {
    pub const ALL: [Sign; 4] = [Sign::Own, Sign::Other, Sign::Empty, Sign::Edge];
}

/// The places of a window but its centre, from the inside to the outside: neighbours, diagonals,
/// two steps away, a knight's move away, corners. Near points tell most, so a scan in this order
/// ends early.
pub(super) const SPIRAL: [usize; WINDOW_AREA - 1] = [
    7, 13, 17, 11, // neighbours
    8, 18, 16, 6, // diagonals
    2, 14, 22, 10, // two steps
    3, 9, 19, 23, 21, 15, 5, 1, // knight's moves
    4, 24, 20, 0, // corners
];

/// A position as matchers read it: with a margin, so that no scan asks where the edge is, and with
/// bitmaps of its rows. Make one for a position, then look at as many points as you like.
#[derive(Clone, Debug)]
pub struct View {
    size: Size,
    /// What is where, as Black sees it; the margin is off the board.
    signs: [Sign; STRIDE * STRIDE],
    /// For each sign a bitmap of each row, as Black sees it.
    rows: [[u32; STRIDE]; 4],
}

impl View {
    /// The view of a position.
    pub fn of(position: &Position) -> View {
        let size = position.size();
        let mut view = View { size, signs: [Sign::Edge; STRIDE * STRIDE], rows: [[0; STRIDE]; 4] };
        view.rows[Sign::Edge as usize] = [u32::MAX; STRIDE];
        for point in size.points() {
            let sign = match position.stone(point) {
                Some(Color::Black) => Sign::Own,
                Some(Color::White) => Sign::Other,
                None => Sign::Empty,
            };
            let (x, y) = size.xy(point);
            let (x, y) = (x + REACH, y + REACH);
            view.signs[y * STRIDE + x] = sign;
            view.rows[Sign::Edge as usize][y] &= !(1 << x);
            view.rows[sign as usize][y] |= 1 << x;
        }
        view
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether there is no stone.
    pub fn is_empty(&self, point: Point) -> bool {
        self.signs[self.corner(point) + place(CENTRE)] == Sign::Empty
    }

    /// What is on each place of the window around a point, as a function of the place.
    pub(super) fn window(&self, point: Point, side: Color) -> impl Fn(usize) -> Sign {
        let corner = self.corner(point);
        let swap = side == Color::White;
        move |at| match self.signs[corner + place(at)] {
            Sign::Own if swap => Sign::Other,
            Sign::Other if swap => Sign::Own,
            sign => sign,
        }
    }

    /// The window around a point as a bitmap for each sign: bit `n` is place `n`.
    pub(super) fn bitmaps(&self, point: Point, side: Color) -> [u32; 4] {
        let (x, y) = self.size.xy(point);
        let cut = |sign: Sign| {
            let rows = self.rows[sign as usize][y..y + WINDOW].iter().rev();
            rows.fold(0, |bits, row| bits << WINDOW | row >> x & ((1 << WINDOW) - 1))
        };
        let [black, white, empty, edge] = Sign::ALL.map(cut);
        match side {
            Color::Black => [black, white, empty, edge],
            Color::White => [white, black, empty, edge],
        }
    }

    /// What is around a point, drawn as in a database of shapes, with the point as the move.
    pub fn draw(&self, point: Point, side: Color) -> String {
        let window = self.window(point, side);
        let sign = |at: usize| match window(at) {
            _ if at == CENTRE => '*',
            Sign::Own => 'X',
            Sign::Other => 'O',
            Sign::Empty => '.',
            Sign::Edge => '#',
        };
        let row = |y: usize| (0..WINDOW).map(|x| sign(y * WINDOW + x)).collect::<String>() + "\n";
        (0..WINDOW).map(row).collect()
    }

    /// Where the window around a point begins in `signs`.
    fn corner(&self, point: Point) -> usize {
        let (x, y) = self.size.xy(point);
        y * STRIDE + x
    }
}

/// Where a place of a window is in `signs`, from the window's corner.
const fn place(at: usize) -> usize {
    at / WINDOW * STRIDE + at % WINDOW
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::Move;

    #[test]
    fn the_spiral_meets_every_place_once_and_goes_outwards() {
        let mut places = SPIRAL;
        places.sort_unstable();
        let all: Vec<usize> = (0..WINDOW_AREA).filter(|&at| at != CENTRE).collect();
        assert_eq!(places.as_slice(), all);
        let far =
            |at: usize| (at % WINDOW).abs_diff(REACH).pow(2) + (at / WINDOW).abs_diff(REACH).pow(2);
        assert!(SPIRAL.is_sorted_by_key(|&at| far(at)));
    }

    #[test]
    fn both_ways_to_see_a_window_agree() {
        let size = Size::new(4, 3).unwrap();
        let mut position = Position::empty(size);
        for vertex in ["A1", "B2", "D3", "C1"] {
            position.play_unchecked(Move::Place(size.parse_point(vertex).unwrap()));
        }
        let view = View::of(&position);
        for point in size.points() {
            for side in Color::BOTH {
                let bitmaps = view.bitmaps(point, side);
                let window = view.window(point, side);
                for at in 0..WINDOW_AREA {
                    for sign in Sign::ALL {
                        assert_eq!(bitmaps[sign as usize] >> at & 1 == 1, window(at) == sign);
                    }
                }
            }
        }
    }
}
