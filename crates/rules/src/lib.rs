//! The rules of Go.
//!
//! Two degrees of trust: a [`Setup`] may be nonsense, a [`Position`] is always legal, and the only
//! roads to one are a checked setup and a legal move. A [`Game`] is a first position and the steps
//! taken since; it alone knows the past, so it alone enforces superko.
//!
//! ```
//! use aji_rules::{Color, Game, Move, RuleSet, Rules, Size};
//!
//! let size = Size::NINETEEN;
//! let mut game = Game::new(size, Rules::from(RuleSet::Japanese));
//! game.play(Move::Place(size.parse_point("Q16").unwrap())).unwrap();
//! assert_eq!(game.position().to_play(), Color::White);
//! assert!(game.play(Move::Place(size.parse_point("Q16").unwrap())).is_err());
//! ```
//!
//! The modules in reading order: [`color`], [`point`], [`half_points`] and [`ruleset`] are the
//! vocabulary; [`setup`], [`position`] and [`game`] are the game; [`region`] tells what
//! hangs together; [`scoring`], [`pass_alive`],
//! [`handicap`], [`symmetry`] and [`diagram`] are what is done with it; [`fast`] plays random games
//! and [`count`] counts what mathematics has counted before.
//!
//! With the feature `serde`, colours, sizes, komi, rule sets, moves and fields can be serialized.
//!
//! Nothing here knows files, floating point numbers, clocks or randomness: whoever wants random play
//! brings the dice.

pub mod color;
pub mod count;
pub mod diagram;
pub mod fast;
pub mod field;
pub mod game;
pub mod half_points;
pub mod handicap;
mod named;
pub mod pass_alive;
pub mod point;
pub mod point_set;
pub mod position;
pub mod region;
pub mod ruleset;
pub mod scoring;
#[cfg(feature = "serde")]
mod serde;
pub mod setup;
pub mod symmetry;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod zobrist;

pub use color::{ByColor, Color};
pub use diagram::Diagram;
pub use field::Field;
pub use game::{Game, IllegalStep, Outcome, Step, Win};
pub use half_points::HalfPoints;
pub use point::{Move, Point, Size};
pub use point_set::PointSet;
pub use position::{IllegalMove, Position};
pub use ruleset::{RuleSet, Rules};
pub use setup::{Setup, SetupError};
pub use symmetry::Symmetry;
