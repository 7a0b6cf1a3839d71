//! Evolves the networks that play the opening on 13x13.
//!
//! A [`Strategy`] makes generations of weights, whatever they are the weights of; a [`Trial`] measures the
//! fitness of a generation by games; an [`EvolutionTrainer`] goes from generation to generation and keeps champions;
//! [`strength`] tells how good one is.

mod bits;
mod fitness;
mod strategy;
mod strength;
mod tie;
mod trainer;

pub use fitness::{Finish, Fitness, Handicap, Leads, Side, Table, Trial};
pub use strategy::{
    Antithetic, Diagonal, Individual, Scales, SelfAdaptive, Strategy, StrategyName,
    UnknownStrategy, learning_rate,
};
pub use strength::{Strength, strength};
pub use tie::Tie;
pub use trainer::{EvolutionTrainer, History};

use crate::evolution::evolved::{Design, Experiment, Illegal};
use serde::{Deserialize, Serialize};

/// How to evolve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvolutionSettings {
    /// What the networks are.
    pub design: Design,
    /// So many generations after the first, which is number 0.
    pub generations: u32,
    /// So many networks in a generation.
    pub population: u32,
    /// How generations follow each other.
    pub strategy: StrategyName,
    /// How far weights and steps reach at the beginning.
    pub scales: Scales,
    /// Whether windows that the symmetries of the board carry into each other share their weights.
    pub tied: bool,
    /// How fitness is measured.
    pub fitness: Fitness,
    /// A champion is kept every so many generations.
    pub keep_every: u32,
    /// The seed of all that is random.
    pub seed: u64,
}

impl EvolutionSettings {
    /// Those of the study.
    pub fn of_study(experiment: Experiment) -> EvolutionSettings {
        let (population, generations) = match experiment {
            Experiment::One => (10, 20_000),
            Experiment::Two => (20, 60_000),
        };
        EvolutionSettings {
            design: Design::of_study(experiment),
            generations,
            population,
            strategy: StrategyName::Study,
            scales: Scales::default(),
            tied: false,
            fitness: Fitness::default(),
            keep_every: study_interval(experiment),
            seed: 1,
        }
    }
    /// Ours for the same experiment: what scatters least for the time it takes, and opponents enough that
    /// more is learned than the ways of one.
    pub fn antithetic(experiment: Experiment) -> EvolutionSettings {
        let study = EvolutionSettings::of_study(experiment);
        // The network with windows looks one move ahead, so that there is time for more generations, and
        // slower steps go further in them.
        let (generations, rate) = match experiment {
            Experiment::One => (1_000, 0.02),
            Experiment::Two => (5_000, 0.008),
        };
        EvolutionSettings {
            generations,
            population: 40,
            strategy: StrategyName::Antithetic,
            scales: Scales { steps: 0.1, rate, ..study.scales },
            tied: experiment == Experiment::Two,
            fitness: Fitness {
                finishes: 4,
                illegal: Illegal::SecondChoice,
                archive: 1,
                ..study.fitness
            },
            keep_every: generations / 20,
            ..study
        }
    }
}

/// The study keeps a champion every so many generations.
pub fn study_interval(experiment: Experiment) -> u32 {
    match experiment {
        Experiment::One => 1_000,
        Experiment::Two => 10_000,
    }
}
