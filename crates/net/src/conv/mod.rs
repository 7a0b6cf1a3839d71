//! Convolutions over boards of any size: a residual tower with one answer a point and one for the whole.
//!
//! A block of the tower is two convolutions of 3x3. What its middle sees is also pooled, by mean and maximum, over
//! the parts that points belong to (of a Go board: chains and empty regions) and over the whole board, and
//! told to all points there: so a part is seen whole however far it reaches. Weights are one flat list, as a
//! [`Shape`] lays them out; [`Tower`] has them ready for use, [`Learner`] for learning.

mod batch;
mod layout;
mod learner;
mod linear;
mod pool;
mod rows;
#[cfg(test)]
mod tests;
mod tower;
pub mod winograd;

pub use crate::kernel::LANES;
pub use batch::{Batch, OutputGradient, Outputs};
pub use layout::Shape;
pub use learner::{Gradient, Learner};
pub use tower::{Tower, Workspace};
pub use winograd::Tiling;
