//! Fuzzy reasoning about candidates.
pub mod study;
