//! Reads enclosed groups out.

mod graph;
mod guess;
pub mod search;

pub use graph::Node;
