//! The network learns from itself: games that it plays against itself by reading ahead, and labels of what it found.
//!
//! `table` plays a game, `opening` begins it and `curious` keeps it from playing the same again; `strength` plays
//! the newest network against the one that it began as, and `generations` goes round: play, learn, measure.

mod curious;
mod generations;
mod opening;
mod strength;
mod table;

pub use generations::{Generation, Generations, OwnGame, Progress, SelfPlaySettings};
pub use strength::Match;
