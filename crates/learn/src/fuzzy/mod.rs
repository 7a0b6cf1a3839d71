//! Fits fuzzy controllers: [`sanfis`] fits the numbers of the study's to its surface in words, [`anfis`] all
//! of ours to the moves of strong players, and a [`Run`] does the latter, kept and gone on with.

pub mod anfis;
mod run;
pub mod sanfis;

pub use run::Run;
