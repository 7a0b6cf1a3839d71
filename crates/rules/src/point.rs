//! The board's shape: sizes, points, moves, and how people write them.

use crate::symmetry::Symmetry;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::OnceLock;

/// The longest side a board may have.
pub const MAX_SIDE: usize = 25;
/// The most points a board may have.
pub const MAX_AREA: usize = MAX_SIDE * MAX_SIDE;

/// The columns as people name them: the letter I is left out.
const COLUMNS: &[u8; MAX_SIDE] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The shape of a board: columns and rows, each from 1 to 25.
///
/// Games are played on sides from 2; a side of one is there for the counting tables and for exact
/// answers on a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A board that cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// Too small or too large.
    #[error("a board of {width} by {height} is out of range: sides go from 1 to {MAX_SIDE}")]
    OutOfRange {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A text that is no size.
    #[error("expected a side such as 13, or two such as 13x9")]
    NoSize,
}

impl Size {
    /// 9x9.
    pub const NINE: Size = Size { width: 9, height: 9 };
    /// 13x13.
    pub const THIRTEEN: Size = Size { width: 13, height: 13 };
    /// 19x19.
    pub const NINETEEN: Size = Size { width: 19, height: 19 };

    /// A board of `width` columns and `height` rows.
    pub fn new(width: usize, height: usize) -> Result<Size, SizeError> {
        if (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height) {
            Ok(Size { width: width as u8, height: height as u8 })
        } else {
            Err(SizeError::OutOfRange { width, height })
        }
    }

    /// A square board.
    pub fn square(side: usize) -> Result<Size, SizeError> {
        Size::new(side, side)
    }

    /// The number of columns.
    pub fn width(self) -> usize {
        usize::from(self.width)
    }

    /// The number of rows.
    pub fn height(self) -> usize {
        usize::from(self.height)
    }

    /// The number of points.
    pub fn area(self) -> usize {
        self.width() * self.height()
    }

    /// With rows for columns.
    pub fn transposed(self) -> Size {
        Size { width: self.height, height: self.width }
    }

    /// Whether both sides are equal.
    pub fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The point in column `x` from the left and row `y` from the top, both from zero.
    pub fn point(self, x: usize, y: usize) -> Option<Point> {
        (x < self.width() && y < self.height()).then(|| Point((y * self.width() + x) as u16))
    }

    /// The point with this index, counted row by row from the upper left.
    pub fn point_at(self, index: usize) -> Option<Point> {
        (index < self.area()).then_some(Point(index as u16))
    }

    /// Every point, row by row from the upper left.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator + Clone {
        (0..self.area() as u16).map(Point)
    }

    /// Column from the left and row from the top, both from zero.
    pub fn xy(self, point: Point) -> (usize, usize) {
        (point.index() % self.width(), point.index() / self.width())
    }

    /// The lines that a point is on, counted from the nearest edges at the sides and at the top or
    /// bottom, from 1.
    pub fn lines(self, point: Point) -> (usize, usize) {
        let (x, y) = self.xy(point);
        let line = |along: usize, side: usize| along.min(side - 1 - along) + 1;
        (line(x, self.width()), line(y, self.height()))
    }

    /// How far a point is from the nearest edge, as players count lines, from 1.
    pub fn line(self, point: Point) -> usize {
        usize::from(self.geometry().lines[point.index()])
    }

    /// The points one step away along the lines.
    pub fn neighbours(self, point: Point) -> &'static [Point] {
        &self.geometry().neighbours[point.index()]
    }

    /// The points one step away across the lines.
    pub fn diagonals(self, point: Point) -> &'static [Point] {
        &self.geometry().diagonals[point.index()]
    }

    /// Reads a point as people write it: `Q16`, in any case.
    pub fn parse_point(self, text: &str) -> Option<Point> {
        let (column, row) = text.trim().split_at_checked(1)?;
        let column = column.as_bytes()[0].to_ascii_uppercase();
        let x = COLUMNS.iter().position(|&letter| letter == column)?;
        // Digits only: Rust's own number parser would also take a sign.
        let row: usize =
            row.bytes().all(|byte| byte.is_ascii_digit()).then(|| row.parse().ok())??;
        self.point(x, self.height().checked_sub(row)?)
    }

    /// Reads a point or `pass`, in any case.
    pub fn parse_move(self, text: &str) -> Option<Move> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return Some(Move::Pass);
        }
        self.parse_point(text).map(Move::Place)
    }

    /// Writes a point as people read it: `Q16`.
    pub fn vertex(self, point: Point) -> Vertex {
        Vertex { size: self, point }
    }

    /// Writes a move as people read it: `Q16` or `pass`.
    pub fn move_text(self, mv: Move) -> String {
        match mv {
            Move::Place(point) => self.vertex(point).to_string(),
            Move::Pass => "pass".to_string(),
        }
    }

    /// The points that are drawn as dots, where people are used to see them.
    pub fn hoshi(self) -> impl Iterator<Item = Point> {
        let lines = |side: usize| -> Vec<usize> {
            let edge = star_line(side);
            match side {
                0..=6 => vec![],
                _ if side.is_multiple_of(2) => vec![edge, side - 1 - edge],
                _ => vec![edge, side / 2, side - 1 - edge],
            }
        };
        let (columns, rows) = (lines(self.width()), lines(self.height()));
        // Small boards show the four corners and the centre, not the side points.
        let small = self.width() < 15 || self.height() < 15;
        let (middle_x, middle_y) = (self.width() / 2, self.height() / 2);
        let mut points = Vec::new();
        for &y in &rows {
            for &x in &columns {
                let side_point = (x == middle_x) != (y == middle_y);
                if !(small && side_point) {
                    points.extend(self.point(x, y));
                }
            }
        }
        points.into_iter()
    }

    pub(crate) fn geometry(self) -> &'static Geometry {
        // One table for each shape, made when first asked for and kept: 625 shapes at the most.
        static TABLES: [OnceLock<Geometry>; MAX_AREA] = [const { OnceLock::new() }; MAX_AREA];
        let slot = (self.height() - 1) * MAX_SIDE + self.width() - 1;
        TABLES[slot].get_or_init(|| Geometry::new(self))
    }
}

/// How far from the edge star points and handicap stones are: on the third line on small boards, on the
/// fourth on others.
pub(crate) fn star_line(side: usize) -> usize {
    if side < 13 { 2 } else { 3 }
}

/// `13` or `13x9`.
impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let side = |text: &str| {
            let digits = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten().ok_or(SizeError::NoSize)
        };
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        Size::new(side(width)?, side(height)?)
    }
}

/// `19x19`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.width, self.height))
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One intersection of a board of a known [`Size`]; only a size makes points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point's place, counted row by row from the upper left.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// For tables in this crate that are filled from points of one size and read with the same size.
    pub(crate) const fn from_index(index: u16) -> Point {
        Point(index)
    }
}

/// A point that can be written out; made by [`Size::vertex`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex {
    size: Size,
    point: Point,
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = self.size.xy(self.point);
        f.pad(&format!("{}{}", char::from(COLUMNS[x]), self.size.height() - y))
    }
}

/// The letter of column `x` from the left.
pub fn column_letter(x: usize) -> Option<char> {
    COLUMNS.get(x).map(|&letter| char::from(letter))
}

/// What a player does in a turn. Resigning ends a game without a turn: see [`crate::Game::resign`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone on this point.
    Place(Point),
    /// No stone.
    Pass,
}

/// Up to four points, without a heap.
#[derive(Clone, Copy)]
pub(crate) struct Four {
    length: u8,
    points: [Point; 4],
}

impl Four {
    fn new(found: impl Iterator<Item = Point>) -> Four {
        let mut four = Four { length: 0, points: [Point(0); 4] };
        for point in found {
            four.points[usize::from(four.length)] = point;
            four.length += 1;
        }
        four
    }
}

impl Deref for Four {
    type Target = [Point];

    fn deref(&self) -> &[Point] {
        &self.points[..usize::from(self.length)]
    }
}

/// What is next to what on a board of one shape, and where its symmetries take every point.
pub(crate) struct Geometry {
    pub size: Size,
    pub neighbours: Box<[Four]>,
    diagonals: Box<[Four]>,
    /// The nearest edge's line, from 1.
    lines: Box<[u8]>,
    /// In the order of [`Symmetry::ALL`].
    pub images: [Box<[Point]>; 8],
}

impl Geometry {
    fn new(size: Size) -> Geometry {
        let around = |steps: [(isize, isize); 4]| -> Box<[Four]> {
            let step = |point: Point, (dx, dy): (isize, isize)| {
                let (x, y) = size.xy(point);
                size.point(x.checked_add_signed(dx)?, y.checked_add_signed(dy)?)
            };
            size.points()
                .map(|point| Four::new(steps.iter().filter_map(|&by| step(point, by))))
                .collect()
        };
        Geometry {
            size,
            neighbours: around([(0, -1), (-1, 0), (1, 0), (0, 1)]),
            diagonals: around([(-1, -1), (1, -1), (-1, 1), (1, 1)]),
            lines: size
                .points()
                .map(|point| size.lines(point))
                .map(|(across, down)| across.min(down) as u8)
                .collect(),
            images: Symmetry::ALL
                .map(|symmetry| size.points().map(|point| symmetry.image(size, point)).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every size we claim.
    fn sizes() -> impl Iterator<Item = Size> {
        (1..=MAX_SIDE).flat_map(|w| (1..=MAX_SIDE).map(move |h| Size::new(w, h).unwrap()))
    }

    #[test]
    fn vertices_round_trip_on_every_size() {
        for size in sizes() {
            for point in size.points() {
                let text = size.vertex(point).to_string();
                assert_eq!(size.parse_point(&text), Some(point), "{text} on {size}");
                assert_eq!(size.parse_point(&text.to_lowercase()), Some(point));
                let (x, y) = size.xy(point);
                assert_eq!(size.point(x, y), Some(point));
            }
        }
    }

    #[test]
    fn what_is_not_a_point() {
        for text in
            ["", "I5", "A0", "A20", "T-1", "T+1", "pass", "Q", "16", "é4", "A99999999999999999999"]
        {
            assert_eq!(Size::NINETEEN.parse_point(text), None, "{text}");
        }
        assert_eq!(Size::NINE.parse_point("K1"), None);
        assert_eq!(Size::NINE.parse_move("PASS"), Some(Move::Pass));
    }

    #[test]
    fn sides_out_of_range_are_refused() {
        assert!(Size::square(0).is_err());
        assert!(Size::square(26).is_err());
        assert_eq!(
            Size::new(19, 40).unwrap_err().to_string(),
            "a board of 19 by 40 is out of range: sides go from 1 to 25"
        );
    }

    #[test]
    fn neighbours_are_mutual_and_complete() {
        for size in sizes() {
            let (w, h) = (size.width(), size.height());
            let ends: usize = size.points().map(|point| size.neighbours(point).len()).sum();
            assert_eq!(ends, 2 * (w * (h - 1) + h * (w - 1)));
            let corners: usize = size.points().map(|point| size.diagonals(point).len()).sum();
            assert_eq!(corners, 4 * (w - 1) * (h - 1));
            for point in size.points() {
                assert!(
                    size.neighbours(point).iter().all(|&n| size.neighbours(n).contains(&point))
                );
                assert!(size.diagonals(point).iter().all(|&d| size.diagonals(d).contains(&point)));
            }
        }
    }

    #[test]
    fn hoshi_are_where_people_expect_them() {
        let names = |size: Size| -> Vec<String> {
            size.hoshi().map(|point| size.vertex(point).to_string()).collect()
        };
        assert_eq!(
            names(Size::NINETEEN),
            ["D16", "K16", "Q16", "D10", "K10", "Q10", "D4", "K4", "Q4"]
        );
        assert_eq!(names(Size::THIRTEEN), ["D10", "K10", "G7", "D4", "K4"]);
        assert_eq!(names(Size::NINE), ["C7", "G7", "E5", "C3", "G3"]);
        assert!(names(Size::square(5).unwrap()).is_empty());
    }
}
