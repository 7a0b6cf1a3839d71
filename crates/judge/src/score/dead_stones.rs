//! How likely a chain is dead, by the facts about it: logistic regression, one weight for each of the
//! named [facts](super::facts::NAMES).

use super::facts::{COUNT, ChainFacts, NAMES};
use crate::features;
use aji_net::{ModelFile, ModelFileError};

/// The name of the model, of its file and of its kind.
pub const NAME: &str = "dead-stones";

/// What was learned about dead stones on finished boards.
#[derive(Clone, Debug, PartialEq)]
pub struct DeadStones {
    weights: [f64; COUNT],
}

impl DeadStones {
    /// With these weights; `None` if one is not finite.
    pub fn new(weights: [f64; COUNT]) -> Option<DeadStones> {
        weights.iter().all(|weight| weight.is_finite()).then_some(DeadStones { weights })
    }

    /// One that has learned nothing and only adds up what the two witnesses say.
    pub fn untaught() -> DeadStones {
        let weight = |name: &str| match name {
            "thought" | "played" => -1.0,
            _ => 0.0,
        };
        DeadStones { weights: NAMES.map(weight) }
    }

    /// Its weights, in the order of the facts.
    pub fn weights(&self) -> &[f64; COUNT] {
        &self.weights
    }

    /// How likely the chain is dead.
    pub fn probability(&self, facts: &ChainFacts) -> f64 {
        let sum: f64 =
            self.weights.iter().zip(facts.numbers).map(|(weight, fact)| weight * fact).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    /// Reads a model file.
    pub fn read(bytes: &[u8]) -> Result<DeadStones, ModelFileError> {
        let file = ModelFile::read(bytes)?;
        file.check(NAME, features::DEAD_STONES, &architecture())?;
        let mut weights = [0.0; COUNT];
        for (weight, &number) in weights.iter_mut().zip(file.numbers("weights", COUNT)?) {
            *weight = f64::from(number);
        }
        Ok(DeadStones { weights })
    }

    /// Its file, to which can be added how it was made.
    pub fn file(&self) -> ModelFile {
        ModelFile::new(NAME, features::DEAD_STONES, &architecture())
            .with("weights", self.weights.iter().map(|&weight| weight as f32).collect())
    }
}

fn architecture() -> String {
    format!("{COUNT} weights")
}
