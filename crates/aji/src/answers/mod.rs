//! Answers for programs, as commands print them and the web sends them.

pub mod positions;
pub mod review;
