//! Life and death in the corner: patterns with what becomes of them, and networks that learn from them.
//!
//! Patterns come from the end of labelled games ([`finals`]), from problems ([`problems`] in the form of
//! GoTools, [`lines`] of play in SGF) and from play that is read out ([`reading`]). [`gathered`] puts
//! them together, each once. [`CornerDesignTrainer`] and
//! [`CornerMeshTrainer`] train networks of two kinds.

mod design;
pub mod finals;
pub mod gathered;
pub mod lines;
mod mesh;
pub mod pattern;
pub mod problems;
pub mod reading;

pub use design::{CornerDesignSettings, CornerDesignTrainer};
pub use gathered::{Dropped, Gathered};
pub use mesh::{CornerMeshSettings, CornerMeshTrainer};
pub use pattern::{Pattern, Source};
