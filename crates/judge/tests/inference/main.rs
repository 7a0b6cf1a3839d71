//! Approximate inference against all outcomes one by one, on boards small enough for that; the
//! methods against each other on larger ones; and their laws.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod belief;
mod common;
mod mean_field;
mod names;
mod outcomes;
mod samplers;
