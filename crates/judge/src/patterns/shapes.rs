//! The shapes: what is around a move, what it is called, and what it is worth.

use super::parse::{ShapesError, parse};
use super::view::{CENTRE, Sign, WINDOW, WINDOW_AREA};
use super::{Matcher, Naive, View};
use aji_rules::{Point, Position};
use std::sync::OnceLock;

/// What a place of a shape admits: a set of signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Cell(u8);

impl Cell {
    pub const ANY: Cell = Cell::of(&Sign::ALL);

    pub const fn of(signs: &[Sign]) -> Cell {
        let mut bits = 0;
        let mut nth = 0;
        while nth < signs.len() {
            bits |= 1 << signs[nth] as u8;
            nth += 1;
        }
        Cell(bits)
    }

    pub fn admits(self, sign: Sign) -> bool {
        self.0 & 1 << sign as u8 != 0
    }
}

/// The places of a shape, row by row.
pub(super) type Cells = [Cell; WINDOW_AREA];

/// A shape with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What players call it.
    pub name: String,
    /// How good the move is for the side that makes it, from -100 to 100; see the database's head.
    pub score: i32,
    /// The line of the database where it begins, from one.
    pub line: usize,
    pub(super) cells: Cells,
}

impl Shape {
    /// The shape and its images, each once.
    pub(super) fn variants(&self) -> Vec<Cells> {
        let mut variants: Vec<Cells> = (0..8).map(|nth| image(&self.cells, nth)).collect();
        variants.sort_unstable();
        variants.dedup();
        variants
    }
}

/// One of the eight images of a window.
fn image(cells: &Cells, nth: usize) -> Cells {
    std::array::from_fn(|at| {
        let (x, y) = (at % WINDOW, at / WINDOW);
        let (x, y) = if nth & 4 != 0 { (y, x) } else { (x, y) };
        let x = if nth & 1 != 0 { WINDOW - 1 - x } else { x };
        let y = if nth & 2 != 0 { WINDOW - 1 - y } else { y };
        cells[y * WINDOW + x]
    })
}

/// A database of shapes, no two of which are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shapes(Vec<Shape>);

impl Shapes {
    /// The database that is built in, as text.
    pub const EMBEDDED_TEXT: &'static str = include_str!("shapes.txt");

    /// Those that are built in.
    pub fn embedded() -> &'static Shapes {
        static SHAPES: OnceLock<Shapes> = OnceLock::new();
        SHAPES.get_or_init(|| {
            Shapes::parse(Shapes::EMBEDDED_TEXT).expect("a test reads what is built in")
        })
    }

    /// Reads a database; the one that is built in says at its head how it is written.
    pub fn parse(text: &str) -> Result<Shapes, ShapesError> {
        parse(text).map(Shapes)
    }

    /// All shapes, in the order of the text.
    pub fn all(&self) -> &[Shape] {
        &self.0
    }

    /// What a move of the side to move is called, the best name first; none if the point is taken or
    /// the shape has no name.
    pub fn names_at(&self, position: &Position, point: Point) -> Vec<&str> {
        let mut found: Vec<&Shape> = Vec::new();
        let naive = Naive::new(self);
        naive.visit(&View::of(position), point, position.to_play(), |at| found.push(&self.0[at]));
        found.sort_by_key(|shape| (std::cmp::Reverse(shape.score), shape.line));
        let mut names: Vec<&str> = Vec::new();
        for shape in found {
            if !names.contains(&shape.name.as_str()) {
                names.push(&shape.name);
            }
        }
        names
    }
}

/// Whether some window on some board looks like this: edges are straight, and the move is on the
/// board.
pub(super) fn is_possible(cells: &Cells) -> bool {
    // So many columns or rows of the window are off the board, on either side.
    let cuts =
        || (0..=CENTRE % WINDOW).flat_map(|low| (0..=CENTRE % WINDOW).map(move |high| (low, high)));
    cuts().any(|(left, right)| {
        cuts().any(|(top, bottom)| {
            cells.iter().enumerate().all(|(at, cell)| {
                let is_on =
                    |along: usize, low: usize, high: usize| (low..WINDOW - high).contains(&along);
                if is_on(at % WINDOW, left, right) && is_on(at / WINDOW, top, bottom) {
                    *cell != Cell::of(&[Sign::Edge])
                } else {
                    cell.admits(Sign::Edge)
                }
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::testing::position;

    #[test]
    fn the_embedded_shapes_can_be_read() {
        let shapes = Shapes::parse(Shapes::EMBEDDED_TEXT).unwrap_or_else(|error| panic!("{error}"));
        assert!((40..=120).contains(&shapes.all().len()), "{}", shapes.all().len());
        assert!(shapes.all().iter().any(|shape| shape.score < 0), "bad shapes are in it, too");
    }

    /// The names of a move, with the best first: one drawing a line of the book.
    fn check(drawing: &str, vertex: &str, expected: &str) {
        let position = position(drawing);
        let point = position.size().parse_point(vertex).unwrap();
        let names = Shapes::embedded().names_at(&position, point);
        assert!(
            names.contains(&expected),
            "{vertex} makes {names:?}, not {expected}:\n{position:?}"
        );
    }

    #[test]
    fn players_names() {
        check(
            "....... ....... ..OO... ..XX... ....... ....... .......",
            "E5",
            "hane at the head of two",
        );
        check("....... ....... ....... ..X.... ..XO... ....... .......", "D4", "turn");
        check("....... ....... ....... ..X.... ..X.... ....... .......", "D4", "empty triangle");
        check("....... ....... ....... ..X.... ....... ....... .......", "E4", "one-space jump");
        check("....... ....... ....... ..X.... ....... ....... .......", "E5", "knight's move");
        check("....... ....... ....... ..X.... ....... ....... .......", "D5", "diagonal move");
        check(
            "....... ....... ....... ..XO... ..OX... ....... .......",
            "E3",
            "answer to a crosscut",
        );
        check(
            "....... ....... ....... ...OX.. ...XO.. ....... .......",
            "E5",
            "answer to a crosscut",
        );
    }

    #[test]
    fn a_stone_makes_no_shape() {
        let position = position("... .X. ...");
        let centre = position.size().parse_point("B2").unwrap();
        assert!(Shapes::embedded().names_at(&position, centre).is_empty());
    }
}
