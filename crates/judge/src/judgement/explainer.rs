//! Who explains: a model, a way to infer, and the workspace that judgements share.

use super::{Judgement, Method, Question, SecondOpinion, corners};
use crate::Dice;
use crate::life::corner::mesh::CornerMesh;
use crate::score::{FinalScore, Scorer};
use crate::territory::model::FirstLook;
use crate::territory::sampler::Sampler;
use crate::territory::swendsen_wang::SwendsenWang;
use crate::territory::{Exact, Inference, Ising, Model, Outcomes, TooLarge};
use crate::winner::Predictor;
use aji_rules::{Color, Field, PointSet, Size};
use std::sync::Arc;

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
const QUICK_SAMPLES: usize = 128;
const QUICK_BURN_IN: u32 = 32;
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

/// Judges positions of any size, one after the other, and says why.
pub struct Explainer {
    model: Arc<Model>,
    inference: Inference,
    drawing: Drawing,
    samples: usize,
    seed: u64,
    predictor: Option<Predictor>,
    scorer: Option<Scorer>,
    corners: Option<Arc<CornerMesh>>,
    /// The workspace for the size that was judged last.
    exact: Option<(Size, Exact)>,
}

impl Explainer {
    /// With a thousand samples and a fixed seed. On boards that are too large for exact inference,
    /// Swendsen-Wang sampling takes its place; the judgement says so.
    pub fn new(model: impl Into<Arc<Model>>, inference: Inference) -> Explainer {
        Explainer {
            model: model.into(),
            inference,
            drawing: Drawing::Exact,
            samples: SAMPLES,
            seed: 0,
            predictor: None,
            scorer: None,
            corners: None,
            exact: None,
        }
    }

    /// In a few milliseconds instead of sixty: belief propagation, and few outcomes from a short walk, so that
    /// ranges are rougher and no miai are told.
    pub fn quick(model: impl Into<Arc<Model>>) -> Explainer {
        let explainer = Explainer::new(model, Inference::BeliefPropagation);
        Explainer { drawing: Drawing::Quick, samples: QUICK_SAMPLES, ..explainer }
    }

    /// With so many samples, from 1 to 100,000.
    pub fn with_samples(self, samples: usize) -> Explainer {
        Explainer { samples, ..self }
    }

    /// With a network that predicts the winner, where it knows the board: its word stands beside the judgement.
    pub fn with_predictor(self, predictor: Predictor) -> Explainer {
        Explainer { predictor: Some(predictor), ..self }
    }

    /// With somebody who counts boards that are ready to be counted.
    pub fn with_scorer(self, scorer: Scorer) -> Explainer {
        Explainer { scorer: Some(scorer), ..self }
    }

    /// With a network that tells what becomes of groups that are enclosed in a corner.
    pub fn with_corners(self, corners: Arc<CornerMesh>) -> Explainer {
        Explainer { corners: Some(corners), ..self }
    }

    /// With another seed. The same seed gives the same judgement.
    pub fn with_seed(self, seed: u64) -> Explainer {
        Explainer { seed, ..self }
    }

    /// Answers a question.
    pub fn explain(&mut self, question: &Question<'_>) -> Result<Judgement, JudgeError> {
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
        let FirstLook { ising, owners, spread, .. } = self.model.look(question);
        // A model that brings its owners with it has them by belief propagation.
        let owners = owners.filter(|_| inference == Inference::BeliefPropagation);
        let (means, mut samples) = self.infer(&ising, owners, inference)?;
        if question.position.to_play() == Color::White {
            let all: PointSet = size.points().collect();
            samples.iter_mut().for_each(|black| *black = all - *black);
        }
        let ownership = question.black_ownership(&means)?;
        let outcomes = Outcomes::new(size, samples).ok_or(bad_number)?;
        let method = Method {
            model: self.model.form().name(),
            inference,
            samples: self.samples,
            seed: self.seed,
        };
        let mut judgement = match self.count(question, &ownership)? {
            Some(count) => Judgement::counted(question, &count, method),
            None => {
                let judgement = match spread {
                    Some(spread) => {
                        Judgement::with_spread(question, ownership, &outcomes, spread, method)
                    }
                    None => {
                        let calibration = self.model.score_calibration(question.position);
                        Judgement::new(question, ownership, &outcomes, calibration, method)
                    }
                };
                match self.drawing {
                    Drawing::Exact => judgement.with_miai(&outcomes),
                    Drawing::Quick => judgement,
                }
            }
        };
        judgement.second_opinion = self.predictor.as_ref().and_then(|predictor| {
            let black_wins = predictor.network_says(question)?;
            Some(SecondOpinion { by: predictor.name(), black_wins })
        });
        if let Some(network) = &self.corners {
            judgement.corners = corners::judged(question.position, &judgement.chains, network);
        }
        Ok(judgement)
    }

    /// The board counted, if there is a scorer and nothing is left to be played.
    fn count(
        &self,
        question: &Question<'_>,
        ownership: &Field<f64>,
    ) -> Result<Option<FinalScore>, JudgeError> {
        let Some(scorer) = &self.scorer else { return Ok(None) };
        scorer.ready(question, &self.model, ownership)
    }

    /// Expectations, where `owners` are not known already, and samples. These are exact where the board and the drawing
    /// allow it, whatever the expectations are inferred by.
    fn infer(
        &mut self,
        ising: &Ising,
        owners: Option<Field<f64>>,
        inference: Inference,
    ) -> Result<(Field<f64>, Vec<PointSet>), TooLarge> {
        let dice = &mut Dice::new(self.seed, 0);
        let walk = match self.drawing {
            Drawing::Quick => Some((QUICK_BURN_IN, QUICK_APART)),
            Drawing::Exact if !Exact::fits(ising.size()) => Some((BURN_IN, APART)),
            Drawing::Exact => None,
        };
        if let Some((burn_in, apart)) = walk {
            let samples =
                SwendsenWang::new(ising, dice).samples(self.samples, burn_in, apart, dice);
            let means = owners.map_or_else(|| self.means(ising, inference), Ok)?;
            return Ok((means, samples));
        }
        let exact = exact(&mut self.exact, ising.size())?;
        let (moments, samples) = exact.moments_and_samples(ising, self.samples, dice);
        let means = match (inference, owners) {
            (Inference::Exact, _) => moments.means,
            (_, Some(owners)) => owners,
            (inference, None) => self.means(ising, inference)?,
        };
        Ok((means, samples))
    }

    fn means(&self, ising: &Ising, inference: Inference) -> Result<Field<f64>, TooLarge> {
        Ok(inference.moments(ising, self.seed)?.means)
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
