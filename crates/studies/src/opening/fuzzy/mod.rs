//! Fits fuzzy controllers: [`sanfis`] fits the numbers of the two-input rules to their surface in words, and
//! [`anfis`] trains all of a larger controller on the moves of strong players.

pub mod anfis;
pub mod sanfis;
