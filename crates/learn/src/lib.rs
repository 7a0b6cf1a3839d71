//! Fits the models that judging uses, and measures them.
//!
//! Data are [`labels`], [`games`] and a [`teacher`]'s; one module a model has its [`training::Trainer`], and
//! [`training`] runs any of them, a step at a time. [`measure`] has the metrics.

pub mod corner;
pub mod cross_entropy;
pub mod dead_stones;
pub mod deep;
pub mod field;
pub mod games;
pub mod gradient;
pub mod habits;
pub mod labels;
pub mod logistic;
pub mod measure;
pub mod openings;
pub mod outlook;
pub mod report;
pub mod score_calibration;
pub mod stats;
pub mod teacher;
pub mod training;
pub mod trend;
