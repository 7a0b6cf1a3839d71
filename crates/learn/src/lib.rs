//! Fits the models that judging uses, and measures them.

pub mod labels;
pub mod logistic;
pub mod measure;
pub mod stats;
