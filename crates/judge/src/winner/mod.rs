//! Who will win?
//!
//! A [`Predictor`] gives Black's chance: by a network where one was trained for the board, and by the
//! territory model's sampled scores elsewhere.

pub mod nn_influence;

pub use nn_influence::NnInfluence;

use crate::judgement::{Judge, JudgeError, Question};
use crate::territory::{Inference, Model};
use std::fmt;
use std::str::FromStr;

/// The name of a way to foretell the winner, as users type it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PredictorName {
    /// No network: the scores that the territory model samples.
    Territory,
}

impl PredictorName {
    /// All.
    pub const ALL: [PredictorName; 1] = [PredictorName::Territory];

    fn text(self) -> &'static str {
        match self {
            PredictorName::Territory => "territory",
        }
    }
}

impl fmt::Display for PredictorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A name that nothing has that foretells winners.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nothing named `{0}` foretells winners; there are {known}", known = PredictorName::ALL.map(|name| name.text()).join(", "))]
pub struct UnknownPredictor(String);

impl FromStr for PredictorName {
    type Err = UnknownPredictor;

    fn from_str(text: &str) -> Result<PredictorName, UnknownPredictor> {
        let found = PredictorName::ALL.into_iter().find(|name| name.text() == text);
        found.ok_or_else(|| UnknownPredictor(text.to_string()))
    }
}

/// Foretells winners.
#[derive(Clone, Debug)]
pub struct Predictor {
    /// Judges boards that no network knows.
    territory: Model,
}

impl Predictor {
    /// Without a network.
    pub fn territory(territory: Model) -> Predictor {
        Predictor { territory }
    }

    /// Which it is.
    pub fn name(&self) -> PredictorName {
        PredictorName::Territory
    }

    /// The chance that Black wins. The same question has the same answer.
    pub fn black_wins(&self, question: &Question<'_>) -> Result<f64, JudgeError> {
        let mut judge = Judge::new(self.territory.clone(), Inference::BeliefPropagation);
        Ok(judge.judge(question)?.black_win_probability)
    }
}
