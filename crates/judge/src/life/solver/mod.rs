//! Reads enclosed groups out.

mod graph;
mod guess;
pub mod search;
mod signs;
mod weights;

pub use graph::Node;
