//! Life and death in the corner: patterns with what becomes of them, and networks that learn from them.
//!
//! Patterns come from the end of labelled games ([`finals`]), from problems ([`problems`] in the form of
//! GoTools, [`lines`] of play in SGF) and from play that is read out ([`reading`]). [`gathered`] puts
//! them together, each once. [`study`] fits the study's networks and [`ours`] our own.

pub mod finals;
pub mod gathered;
pub mod lines;
pub mod ours;
pub mod pattern;
pub mod problems;
pub mod reading;
pub mod study;

pub use gathered::{Dropped, Gathered};
pub use pattern::{Pattern, Source};
