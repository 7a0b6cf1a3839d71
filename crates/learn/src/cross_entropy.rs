//! Fits a territory model to predict each point well: the cross entropy of the points' owners.
//!
//! Where a model cannot tell the whole truth about a position, the likelihood of whole outcomes
//! spends its weights on how neighbours go together; people ask whose each point is. This is the
//! gradient for that question. The means `m` of the points depend on the fields `H` through their
//! covariances, which are symmetric, so the loss `L(m)` changes with any weight as the expected
//! statistics change when every field is nudged by its point's `dL/dm`: two more inferences, one on
//! each side, and no covariance is ever written down. Exact with exact inference.

use crate::gradient::sum_in_parcels;
use crate::labels::{Example, shuffle};
use aji_judge::Dice;
use aji_judge::territory::belief::{Method, Propagation};
use aji_judge::territory::{Exact, Form, Ising, Moments, Terms};
use aji_rules::{Field, Size};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The largest nudge of a field: small against what bends the answer, large against its rounding.
const NUDGE: f64 = 0.02;
/// Surprises beyond this chance pull no stronger.
const LEAST_CHANCE: f64 = 2e-3;
/// Examples are summed in parcels of this many, whatever the number of threads.
const PARCEL: usize = 4;
/// Rounds of belief propagation: the models fitted here settle well within.
const ROUNDS: u32 = 30;

/// How the expectations are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expectations {
    /// By belief propagation: a thousand positions a second.
    BeliefPropagation,
    /// Exactly: a few positions a second.
    Exact,
}

/// An example as a model sees it.
pub struct CrossEntropyCase {
    terms: Terms,
    owner: Field<f64>,
}

impl CrossEntropyCase {
    /// What the model sees in many examples, worked out in parallel.
    pub fn all(form: &Form, examples: &[Example]) -> Vec<CrossEntropyCase> {
        let case = |example: &Example| CrossEntropyCase {
            terms: form.terms(&example.position),
            owner: example.owner.map(|&owner| f64::from(owner)),
        };
        examples.par_iter().map(case).collect()
    }
}

/// An inference with its workspace.
enum Engine {
    BeliefPropagation(Propagation),
    Exact(Box<Exact>),
}

impl Engine {
    fn new(expectations: Expectations, size: Size) -> Engine {
        // A board too large for exact inference is done approximately.
        match (expectations, Exact::new(size)) {
            (Expectations::Exact, Ok(exact)) => Engine::Exact(exact.into()),
            _ => {
                let mut propagation = Propagation::new(Method::Loopy);
                propagation.most_rounds = ROUNDS;
                Engine::BeliefPropagation(propagation)
            }
        }
    }

    fn moments(&mut self, ising: &Ising) -> Moments {
        match self {
            Engine::BeliefPropagation(propagation) => propagation.run(ising).moments,
            Engine::Exact(exact) => exact.moments(ising),
        }
    }
}

/// The loss of one case, a point, and `scale` times its gradient added to `sum`.
fn add_gradient(
    case: &CrossEntropyCase,
    weights: &[f64],
    engine: &mut Engine,
    scale: f64,
    sum: &mut [f64],
) -> f64 {
    let points = case.owner.values().len() as f64;
    let mut ising = case.terms.ising(weights);
    let moments = engine.moments(&ising);
    let mut loss = 0.0;
    let slopes = Field::from_fn(case.owner.size(), |point| {
        let chance = |mean: f64| ((1.0 + mean) / 2.0).clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
        let (black, target) = (chance(moments.means[point]), (1.0 + case.owner[point]) / 2.0);
        loss -= target * black.ln() + (1.0 - target) * (1.0 - black).ln();
        ((1.0 - target) / (1.0 - black) - target / black) / 2.0 / points
    });
    let steepest = slopes.values().iter().fold(0.0_f64, |most, slope| most.max(slope.abs()));
    if steepest > 0.0 {
        let fields = ising.fields.clone();
        let nudge = NUDGE / steepest;
        for side in [nudge, -nudge] {
            ising.fields =
                Field::from_fn(fields.size(), |point| fields[point] + side * slopes[point]);
            let nudged = engine.moments(&ising);
            case.terms.add_statistics(&nudged, scale / (2.0 * side), sum);
        }
    }
    loss / points
}

/// The mean loss of some cases and its gradient.
pub fn loss_and_gradient(
    cases: &[&CrossEntropyCase],
    weights: &[f64],
    expectations: Expectations,
) -> (f64, Vec<f64>) {
    let scale = 1.0 / cases.len().max(1) as f64;
    let add = |case: &&CrossEntropyCase, gradient: &mut [f64], engine: &mut Option<Engine>| {
        let engine = engine.get_or_insert_with(|| Engine::new(expectations, case.terms.size()));
        add_gradient(case, weights, engine, scale, gradient)
    };
    let (gradient, losses) = sum_in_parcels((cases, PARCEL), weights.len(), || None, add);
    let loss = losses.iter().map(|parcel| parcel.iter().sum::<f64>() * scale).sum();
    (loss, gradient)
}

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrossEntropySettings {
    /// How the expectations are found.
    pub expectations: Expectations,
    /// Steps to take.
    pub steps: usize,
    /// Examples a step.
    pub batch: usize,
    /// The length of the first steps; they get shorter along a cosine.
    pub rate: f64,
    /// For the order of the examples.
    pub seed: u64,
}

/// Where a fit is: what is kept to go on later. The optimiser is Adam.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrossEntropyState {
    /// Steps taken.
    pub step: usize,
    /// The weights now.
    pub weights: Vec<f64>,
    /// The mean loss of late, once a step is taken.
    pub loss: Option<f64>,
    slopes: Vec<f64>,
    squares: Vec<f64>,
}

const SLOPE_MEMORY: f64 = 0.9;
const SQUARE_MEMORY: f64 = 0.995;
const LOSS_MEMORY: f64 = 0.98;

impl CrossEntropyState {
    /// Before the first step.
    pub fn new(weights: Vec<f64>) -> CrossEntropyState {
        let zero = vec![0.0; weights.len()];
        CrossEntropyState { step: 0, weights, loss: None, slopes: zero.clone(), squares: zero }
    }

    /// Takes the next step.
    pub fn advance(&mut self, cases: &[CrossEntropyCase], settings: &CrossEntropySettings) {
        let batch = batch(cases, settings, self.step);
        let (loss, gradient) = loss_and_gradient(&batch, &self.weights, settings.expectations);
        self.loss = Some(match self.loss {
            Some(before) => LOSS_MEMORY * before + (1.0 - LOSS_MEMORY) * loss,
            None => loss,
        });
        self.step += 1;
        let way = self.step as f64 / settings.steps.max(1) as f64;
        let rate = settings.rate * 0.5 * (1.0 + (std::f64::consts::PI * way.min(1.0)).cos());
        let steps = self.step as i32;
        let slope_share = 1.0 - SLOPE_MEMORY.powi(steps);
        let square_share = 1.0 - SQUARE_MEMORY.powi(steps);
        for (index, slope) in gradient.into_iter().enumerate() {
            let slopes = &mut self.slopes[index];
            *slopes = SLOPE_MEMORY * *slopes + (1.0 - SLOPE_MEMORY) * slope;
            let squares = &mut self.squares[index];
            *squares = SQUARE_MEMORY * *squares + (1.0 - SQUARE_MEMORY) * slope * slope;
            let spread = (*squares / square_share).sqrt() + 1e-8;
            self.weights[index] -= rate * (*slopes / slope_share) / spread;
        }
    }
}

/// The cases of a step: each epoch goes through all of them in an order of its own.
fn batch<'a>(
    cases: &'a [CrossEntropyCase],
    settings: &CrossEntropySettings,
    step: usize,
) -> Vec<&'a CrossEntropyCase> {
    let per_epoch = cases.len().div_ceil(settings.batch).max(1);
    let (epoch, place) = (step / per_epoch, step % per_epoch);
    let mut order: Vec<usize> = (0..cases.len()).collect();
    shuffle(&mut order, &mut Dice::new(settings.seed, epoch as u64));
    let start = place * settings.batch;
    order.into_iter().skip(start).take(settings.batch).map(|index| &cases[index]).collect()
}
