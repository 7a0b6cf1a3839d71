//! Maximum likelihood for the territory models, by Newton's method.
//!
//! The log likelihood of a labelled position is `weights . observed - log Z`; its gradient is the
//! observed statistics less the expected ones, and its second derivative is their covariance, with
//! the sign turned. So the function is concave and the only work is inference. Expectations are exact
//! by default, or found as the study did, by Swendsen-Wang or by belief propagation. The covariance is
//! estimated from samples, which is good enough to choose the step and cannot spoil the answer.

use aji_judge::Dice;
use aji_judge::territory::belief::{Method, Propagation};
use aji_judge::territory::sampler::Sampler;
use aji_judge::territory::swendsen_wang::SwendsenWang;
use aji_judge::territory::{Exact, Form, Ising, Moments, Terms};
use aji_learn::labels::Example;
use aji_rules::{PointSet, Size};
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Positions are summed in parcels of this many, whatever the number of threads, so that rounding
/// does not depend on it.
const PARCEL: usize = 16;
/// Sweeps of Swendsen-Wang between samples for the covariance.
const APART: u32 = 10;
/// Where the function itself is not known, no weight moves further than this in a step.
const LONGEST: f64 = 1.0;

/// A labelled position as a model sees it.
pub struct LikelihoodCase {
    terms: Terms,
    observed: Vec<f64>,
}

impl LikelihoodCase {
    /// What the model sees in an example.
    pub fn new(form: &Form, example: &Example) -> LikelihoodCase {
        let terms = form.terms(&example.position);
        let owner = example.owner.map(|&owner| f64::from(owner));
        let mut observed = vec![0.0; form.weight_count()];
        terms.add_statistics(&Moments::of_outcome(owner), 1.0, &mut observed);
        LikelihoodCase { terms, observed }
    }

    /// What the model sees in many, worked out in parallel.
    pub fn all(form: &Form, examples: &[Example]) -> Vec<LikelihoodCase> {
        examples.par_iter().map(|example| LikelihoodCase::new(form, example)).collect()
    }
}

/// How the expectations are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expectations {
    /// Exactly.
    Exact,
    /// As averages over so many sweeps of Swendsen-Wang.
    SwendsenWang(u32),
    /// By loopy belief propagation.
    BeliefPropagation,
}

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LikelihoodSettings {
    /// How the expectations are found.
    pub expectations: Expectations,
    /// The weight of the prior that pulls every weight to zero: half of it times the square is taken
    /// from the log likelihood of all positions.
    pub prior: f64,
    /// Samples a position for the covariance.
    pub samples: usize,
    /// For the samples.
    pub seed: u64,
    /// Give up after so many steps.
    pub most_steps: usize,
    /// Stop when a step promises less than this, in log likelihood a position.
    pub tolerance: f64,
}

impl Default for LikelihoodSettings {
    fn default() -> LikelihoodSettings {
        LikelihoodSettings {
            expectations: Expectations::Exact,
            prior: 1e-3,
            samples: 32,
            seed: 1,
            most_steps: 30,
            tolerance: 1e-4,
        }
    }
}

/// Where a fit is: what is kept to go on later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LikelihoodState {
    /// Steps taken.
    pub step: usize,
    /// The weights now.
    pub weights: Vec<f64>,
    /// Log likelihood a position, less the prior's share; unknown to Swendsen-Wang.
    pub objective: Option<f64>,
    /// Whether further steps promise nothing.
    pub is_done: bool,
}

impl LikelihoodState {
    /// Before the first step.
    pub fn new(weights: Vec<f64>) -> LikelihoodState {
        LikelihoodState { step: 0, weights, objective: None, is_done: false }
    }
}

/// A fit under way.
pub struct LikelihoodFit {
    cases: Vec<LikelihoodCase>,
    settings: LikelihoodSettings,
    state: LikelihoodState,
    here: Evaluation,
}

/// The function to be maximised at one place.
struct Evaluation {
    objective: Option<f64>,
    gradient: DVector<f64>,
    covariance: DMatrix<f64>,
}

impl LikelihoodFit {
    /// Begins at these weights.
    pub fn new(
        cases: Vec<LikelihoodCase>,
        weights: Vec<f64>,
        settings: LikelihoodSettings,
    ) -> LikelihoodFit {
        LikelihoodFit::resume(cases, LikelihoodState::new(weights), settings)
    }

    /// Goes on where a fit was.
    pub fn resume(
        cases: Vec<LikelihoodCase>,
        mut state: LikelihoodState,
        settings: LikelihoodSettings,
    ) -> LikelihoodFit {
        let here = evaluate(&cases, &state.weights, settings, state.step as u64);
        state.objective = here.objective;
        LikelihoodFit { cases, settings, state, here }
    }

    /// Where it is.
    pub fn state(&self) -> &LikelihoodState {
        &self.state
    }

    /// Takes one step up, or finds that it is done.
    pub fn advance(&mut self) {
        let Some(direction) = newton_direction(&self.here) else {
            self.state.is_done = true;
            return;
        };
        let promise = self.here.gradient.dot(&direction) / 2.0;
        if promise < self.settings.tolerance || self.state.step >= self.settings.most_steps {
            self.state.is_done = true;
            return;
        }
        let longest = direction.amax();
        let mut length = match self.here.objective {
            Some(_) => 1.0,
            None => (LONGEST / longest).min(1.0),
        };
        loop {
            let weights = &self.state.weights;
            let tried: Vec<f64> =
                weights.iter().zip(&direction).map(|(weight, way)| weight + length * way).collect();
            let there = evaluate(&self.cases, &tried, self.settings, self.state.step as u64 + 1);
            // A step must keep a fair part of what it promised.
            let is_better = match (self.here.objective, there.objective) {
                (Some(here), Some(there)) => there >= here + 0.1 * length * promise,
                _ => true,
            };
            if is_better {
                self.state.weights = tried;
                self.state.objective = there.objective;
                self.state.step += 1;
                self.here = there;
                return;
            }
            length /= 2.0;
            if length < 1e-3 {
                self.state.is_done = true;
                return;
            }
        }
    }
}

/// Log likelihood a position and its gradient under the weights, by exact inference.
pub fn log_likelihood(cases: &[LikelihoodCase], weights: &[f64], prior: f64) -> (f64, Vec<f64>) {
    let settings = LikelihoodSettings { prior, samples: 0, ..LikelihoodSettings::default() };
    let evaluation = evaluate(cases, weights, settings, 0);
    (evaluation.objective.unwrap_or(f64::NAN), evaluation.gradient.as_slice().to_vec())
}

fn newton_direction(at: &Evaluation) -> Option<DVector<f64>> {
    let mut curvature = at.covariance.clone();
    // A weight that hardly ever counts has hardly any curvature: keep its step short.
    let ridge = 1e-6 * (1.0 + curvature.diagonal().mean());
    for index in 0..curvature.nrows() {
        curvature[(index, index)] += ridge;
    }
    Some(curvature.cholesky()?.solve(&at.gradient))
}

fn evaluate(
    cases: &[LikelihoodCase],
    weights: &[f64],
    settings: LikelihoodSettings,
    round: u64,
) -> Evaluation {
    let parcels: Vec<Evaluation> = cases
        .par_chunks(PARCEL)
        .enumerate()
        .map(|(index, parcel)| {
            let seed = settings.seed.wrapping_add(round << 32);
            evaluate_parcel(parcel, weights, &settings, &mut Dice::new(seed, index as u64))
        })
        .collect();
    let count = cases.len().max(1) as f64;
    let prior = settings.prior / count;
    let mut total = Evaluation::zero(weights.len());
    for parcel in parcels {
        total.objective = total.objective.zip(parcel.objective).map(|(a, b)| a + b / count);
        total.gradient += parcel.gradient / count;
        total.covariance += parcel.covariance / count;
    }
    for (index, weight) in weights.iter().enumerate() {
        total.objective = total.objective.map(|sum| sum - prior / 2.0 * weight * weight);
        total.gradient[index] -= prior * weight;
        total.covariance[(index, index)] += prior;
    }
    total
}

fn evaluate_parcel(
    parcel: &[LikelihoodCase],
    weights: &[f64],
    settings: &LikelihoodSettings,
    dice: &mut Dice,
) -> Evaluation {
    let mut sum = Evaluation::zero(weights.len());
    let Some(size) = parcel.first().map(|case| case.terms.size()) else { return sum };
    let mut engine = Engine::new(settings.expectations, size);
    for case in parcel {
        let ising = case.terms.ising(weights);
        let (moments, outcomes) = engine.run(&ising, settings.samples, dice);
        let mut expected = vec![0.0; weights.len()];
        case.terms.add_statistics(&moments, 1.0, &mut expected);
        let fit: f64 = weights.iter().zip(&case.observed).map(|(weight, seen)| weight * seen).sum();
        sum.objective = sum.objective.zip(moments.log_z).map(|(sum, log_z)| sum + fit - log_z);
        for (index, (observed, expected)) in case.observed.iter().zip(&expected).enumerate() {
            sum.gradient[index] += observed - expected;
        }
        for outcome in &outcomes {
            let mut seen: Vec<f64> = expected.iter().map(|expected| -expected).collect();
            case.terms.add_statistics(&Moments::of_black_points(size, outcome), 1.0, &mut seen);
            let seen = DVector::from_vec(seen);
            sum.covariance.syger(1.0 / outcomes.len() as f64, &seen, &seen, 1.0);
        }
    }
    sum.covariance.fill_upper_triangle_with_lower_triangle();
    sum
}

/// An inference with its workspace.
enum Engine {
    Exact(Box<Exact>),
    SwendsenWang(u32),
    BeliefPropagation,
}

impl Engine {
    fn new(expectations: Expectations, size: Size) -> Engine {
        match (expectations, Exact::new(size)) {
            (Expectations::Exact, Ok(exact)) => Engine::Exact(exact.into()),
            // The next best on a board that is too large for exact inference.
            (Expectations::Exact, Err(_)) => Engine::SwendsenWang(1_000),
            (Expectations::SwendsenWang(sweeps), _) => Engine::SwendsenWang(sweeps),
            (Expectations::BeliefPropagation, _) => Engine::BeliefPropagation,
        }
    }

    /// Expectations, and outcomes for the covariance.
    fn run(&mut self, ising: &Ising, samples: usize, dice: &mut Dice) -> (Moments, Vec<PointSet>) {
        match self {
            Engine::Exact(exact) => exact.moments_and_samples(ising, samples, dice),
            Engine::SwendsenWang(sweeps) => {
                let mut sampler = SwendsenWang::new(ising, dice);
                let moments = sampler.moments(*sweeps, *sweeps / 10, dice);
                (moments, sampler.samples(samples, 0, APART, dice))
            }
            Engine::BeliefPropagation => {
                let moments = Propagation::new(Method::Loopy).run(ising).moments;
                let mut sampler = SwendsenWang::new(ising, dice);
                // Its log Z is not what its moments are the gradient of until it has settled.
                (Moments { log_z: None, ..moments }, sampler.samples(samples, 50, APART, dice))
            }
        }
    }
}

impl Evaluation {
    fn zero(weights: usize) -> Evaluation {
        Evaluation {
            objective: Some(0.0),
            gradient: DVector::zeros(weights),
            covariance: DMatrix::zeros(weights, weights),
        }
    }
}
