//! Boards and plots as pictures.
//!
//! A [`Board`] draws a position with what is to be said about it, a [`Chart`] draws numbers and a
//! [`Relief`] a surface; all give SVG, the same letter for letter each time. [`png()`] makes pixels of boards,
//! [`Chart::to_png`] of charts.
//!
//! ```
//! use aji_draw::{Board, Mark};
//! use aji_rules::{Position, Size};
//!
//! let position = Position::empty(Size::NINE);
//! let centre = Size::NINE.parse_point("E5").unwrap();
//! let svg = Board::of(&position).mark(centre, Mark::Label("1".into())).to_svg();
//! assert!(aji_draw::png(&svg, 2.0).unwrap().starts_with(b"\x89PNG"));
//! ```
//!
//! The modules in reading order: [`board`], [`plot`] and [`png`](mod@png) are for callers;
//! `glyphs` is the lettering, `svg` writes numbers and text.

pub mod board;
pub mod plot;
pub mod png;

mod glyphs;
mod svg;

pub use board::{Board, Mark};
pub use plot::{Chart, Relief, Series, Stack};
pub use png::{PictureError, png};
