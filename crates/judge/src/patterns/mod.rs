//! Shapes that Go players have names for, and two quick ways to find them on a board.
//!
//! [`Shapes`] is a small database, drawn in a text file that people can read and change. Three
//! matchers find the same shapes: [`Naive`] compares sign by sign and is what the others are tested
//! against, [`Bitmaps`] is how the program Goliath did it, and [`Automaton`] looks at each point of
//! the board around a move once, however many shapes there are.
//!
//! ```
//! use aji_judge::patterns::{Automaton, Matcher, Shapes, View};
//! use aji_rules::{Color, Position, Size};
//!
//! let shapes = Shapes::embedded();
//! let automaton = Automaton::new(shapes);
//! let view = View::of(&Position::empty(Size::NINE));
//! let corner = Size::NINE.parse_point("A1").unwrap();
//! automaton.visit(&view, corner, Color::Black, |index| println!("{}", shapes.all()[index].name));
//! ```

mod automaton;
mod bitmaps;
mod naive;
mod parse;
mod shapes;
mod view;

pub use automaton::Automaton;
pub use bitmaps::Bitmaps;
pub use naive::Naive;
pub use parse::{ShapesError, Trouble};
pub use shapes::{Shape, Shapes};
pub use view::View;

use aji_rules::{Color, Point};

/// Finds the shapes that a move would make.
pub trait Matcher {
    /// Calls `found` with the place in [`Shapes::all`] of every shape that a move of `side` on an
    /// empty point would make, each once, in no particular order. A point with a stone makes none.
    fn visit(&self, view: &View, point: Point, side: Color, found: impl FnMut(usize));
}
