//! Reading on the open board: drawn cases of every kind, and laws.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod capture;
mod common;
mod connect;
mod enclosed;
mod eyes;
mod laws;
mod race;
