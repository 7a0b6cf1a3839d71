//! Fits the models that judging uses, and measures them.
//!
//! Data are [`labels`]; [`likelihood`] and [`cross_entropy`] are what is maximised and minimised; one
//! module a model has its [`training::Trainer`], and [`training`] runs any of them, a step at a time.

pub mod boltzmann5;
pub mod boltzmann_liberties;
pub mod corner;
pub mod cross_entropy;
pub mod dead_stones;
pub mod deep;
pub mod evolve;
pub mod field;
pub mod fuzzy;
pub mod games;
mod gradient;
pub mod habits;
pub mod labels;
pub mod likelihood;
pub mod logistic;
pub mod measure;
pub mod move_choice;
pub mod nn_influence;
pub mod openings;
pub mod outlook;
pub mod perceptron;
pub mod report;
pub mod stats;
pub mod straying;
pub mod td;
pub mod teacher;
pub mod territory;
pub mod training;
pub mod trend;
