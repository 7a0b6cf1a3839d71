//! How good judgements are, measured on games whose end is known.

pub mod answer;
pub mod corner;
pub mod first_move;
pub mod influence;
pub mod judge;
pub mod judgement;
pub mod life;
pub mod opening;
pub mod panel;
pub mod policy;
pub mod review;
pub mod score;
pub mod tactics;
pub mod teacher;
pub mod territory;
pub mod winner;

pub use influence::CalibratedInfluence;
pub use judge::Judge;
pub use territory::{Measured, Score};
