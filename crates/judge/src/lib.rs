//! Every question asked of a position, one folder a question.
//!
//! Positive is Black's everywhere: influence, score, ownership from -1 to 1; probabilities are
//! Black's. Nothing here knows training, players, files or clocks, and randomness comes in as
//! [`Dice`].

pub mod deep;
pub mod dice;
pub mod evaluate;
pub mod features;
pub mod fuzzy;
pub mod influence;
pub mod judgement;
pub mod ladder;
pub mod library;
pub mod life;
pub mod opening;
pub mod panel;
pub mod score;
pub mod territory;
pub mod winner;

pub use dice::Dice;
pub use library::{Library, LibraryError};

/// The example of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
