//! The judge: a model, a way to infer, and the workspace that judgements share.

use super::{Judgement, Method, Question, corners};
use crate::Dice;
use crate::life::corner::ours::Ours;
use crate::territory::sampler::Sampler;
use crate::territory::swendsen_wang::SwendsenWang;
use crate::territory::{Exact, Inference, Ising, Model, Moments, Outcomes, TooLarge};
use crate::winner::{Predictor, PredictorName};
use aji_rules::{PointSet, Size};

/// So many sampled outcomes give probabilities to 1.6 percent.
const SAMPLES: usize = 1_000;
/// An outcome takes a hundred bytes.
const MOST_SAMPLES: usize = 100_000;
/// Where boards are too large for exact samples: so many sweeps of Swendsen-Wang before the first
/// sample and between two. Stones that pull this way and that make it slow to forget.
const BURN_IN: u32 = 1_000;
const APART: u32 = 50;

/// How a quick judgement walks: few samples, near each other. They tell which chains belong together and how
/// far results scatter; whose the points are comes from belief propagation.
const QUICK_SAMPLES: usize = 200;
const QUICK_BURN_IN: u32 = 40;
const QUICK_APART: u32 = 1;

/// How outcomes are drawn.
#[derive(Clone, Copy, PartialEq)]
enum Drawing {
    /// Independent of each other, where the board allows it.
    Exact,
    /// By a short walk.
    Quick,
}

/// Why there is no judgement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JudgeError {
    /// Exact inference cannot have this board.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Too many samples, or none.
    #[error("{asked} samples cannot be drawn: take 1 to {MOST_SAMPLES}")]
    Samples {
        /// How many were wanted.
        asked: usize,
    },
    /// Weights beyond reason.
    #[error("the model gives no numbers for this position: its weights are too large")]
    NoNumbers,
}

/// Judges positions of any size, one after the other.
pub struct Judge {
    model: Model,
    inference: Inference,
    drawing: Drawing,
    samples: usize,
    seed: u64,
    predictor: Option<Predictor>,
    corners: Option<Ours>,
    /// The workspace for the size that was judged last.
    exact: Option<(Size, Exact)>,
}

impl Judge {
    /// With a thousand samples and a fixed seed. On boards that are too large for exact inference,
    /// Swendsen-Wang sampling takes its place; the judgement says so.
    pub fn new(model: Model, inference: Inference) -> Judge {
        Judge {
            model,
            inference,
            drawing: Drawing::Exact,
            samples: SAMPLES,
            seed: 0,
            predictor: None,
            corners: None,
            exact: None,
        }
    }

    /// In a few milliseconds instead of sixty: belief propagation, and few outcomes from a short walk, so that
    /// ranges are rougher and no miai are told.
    pub fn quick(model: Model) -> Judge {
        let judge = Judge::new(model, Inference::BeliefPropagation);
        Judge { drawing: Drawing::Quick, samples: QUICK_SAMPLES, ..judge }
    }

    /// With so many samples, from 1 to 100,000.
    pub fn with_samples(self, samples: usize) -> Judge {
        Judge { samples, ..self }
    }

    /// With a network that foretells the winner, where it knows the board; elsewhere the sampled
    /// results tell.
    pub fn with_predictor(self, predictor: Predictor) -> Judge {
        Judge { predictor: Some(predictor), ..self }
    }

    /// With a network that tells what becomes of groups that are enclosed in a corner.
    pub fn with_corners(self, corners: Ours) -> Judge {
        Judge { corners: Some(corners), ..self }
    }

    /// With another seed. The same seed gives the same judgement.
    pub fn with_seed(self, seed: u64) -> Judge {
        Judge { seed, ..self }
    }

    /// Answers a question.
    pub fn judge(&mut self, question: &Question<'_>) -> Result<Judgement, JudgeError> {
        let bad_number = JudgeError::Samples { asked: self.samples };
        if self.samples > MOST_SAMPLES {
            return Err(bad_number);
        }
        let size = question.position.size();
        let inference = match self.inference {
            Inference::Exact if !Exact::fits(size) => {
                Inference::SwendsenWang { sweeps: self.samples as u32 * APART }
            }
            inference => inference,
        };
        let ising = self.model.ising(question.position);
        let (moments, samples) = self.infer(&ising, inference)?;
        if moments.means.values().iter().any(|mean| !mean.is_finite()) {
            return Err(JudgeError::NoNumbers);
        }
        let outcomes = Outcomes::new(size, samples).ok_or(bad_number)?;
        let method = Method {
            model: self.model.form().name(),
            inference,
            samples: self.samples,
            seed: self.seed,
            winner: PredictorName::Territory,
        };
        let straying = self.model.straying(question.position);
        let mut judgement = Judgement::new(question, moments.means, &outcomes, straying, method);
        if self.drawing == Drawing::Quick {
            // So few samples, near each other, make pairs seem opposed by chance.
            judgement.miai.clear();
        }
        if let Some(predictor) = &self.predictor
            && let Some(chance) = predictor.network_says(question)
        {
            judgement.black_win_probability = chance;
            judgement.method.winner = predictor.name();
        }
        if let Some(network) = &self.corners {
            judgement.corners = corners::judged(question.position, &judgement.chains, network);
        }
        Ok(judgement)
    }

    /// Samples are exact where the board and the drawing allow it, whatever the expectations are inferred by.
    fn infer(
        &mut self,
        ising: &Ising,
        inference: Inference,
    ) -> Result<(Moments, Vec<PointSet>), TooLarge> {
        let dice = &mut Dice::new(self.seed, 0);
        let walk = match self.drawing {
            Drawing::Quick => Some((QUICK_BURN_IN, QUICK_APART)),
            Drawing::Exact if !Exact::fits(ising.size()) => Some((BURN_IN, APART)),
            Drawing::Exact => None,
        };
        if let Some((burn_in, apart)) = walk {
            let samples =
                SwendsenWang::new(ising, dice).samples(self.samples, burn_in, apart, dice);
            return Ok((inference.moments(ising, self.seed)?, samples));
        }
        let exact = exact(&mut self.exact, ising.size())?;
        let (moments, samples) = exact.moments_and_samples(ising, self.samples, dice);
        let moments = match inference {
            Inference::Exact => moments,
            inference => inference.moments(ising, self.seed)?,
        };
        Ok((moments, samples))
    }
}

/// The workspace for a size, made anew if the last one was for another.
fn exact(kept: &mut Option<(Size, Exact)>, size: Size) -> Result<&mut Exact, TooLarge> {
    let fitting = match kept.take() {
        Some((old, exact)) if old == size => exact,
        _ => Exact::new(size)?,
    };
    Ok(&mut kept.insert((size, fitting)).1)
}
