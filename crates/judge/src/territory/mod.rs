//! Whose is every point? Markov random fields over the board.
//!
//! A [`Model`] turns a position into an [`Ising`] model: a field on every point and a
//! coupling on every pair of neighbours. Inference knows nothing of Go and turns that into
//! [`Moments`]: how likely each point is Black's in the end, and each pair of neighbours one
//! player's. Exact inference also draws independent samples of whole outcomes.

pub mod belief;
pub mod boltzmann5;
pub mod boltzmann_liberties;
pub mod estimate;
pub mod exact;
pub mod field;
pub mod gibbs;
pub mod inference;
pub mod ising;
pub mod leads;
pub mod mean_field;
pub mod model;
pub mod move_choice;
pub mod outcomes;
pub mod phase;
pub mod sampler;
pub mod swendsen_wang;
pub mod terms;

pub use exact::{Exact, TooLarge};
pub use inference::Inference;
pub use ising::{Ising, Moments};
pub use model::{Form, Model, ModelName, ScoreCalibration};
pub use move_choice::MoveChoice;
pub use outcomes::Outcomes;
pub use terms::Terms;
