//! Maximum likelihood for the territory models, by Newton's method.
//!
//! The log likelihood of a labelled position is `weights . observed - log Z`; its gradient is the
//! observed statistics less the expected ones, and its second derivative is their covariance, with
//! the sign turned. So the function is concave and the only work is inference. Expectations are exact
//! by default; the covariance is estimated from independent samples, which is good enough to choose
//! the step and cannot spoil the answer.

use crate::labels::Example;
use aji_judge::Dice;
use aji_judge::territory::{Exact, Form, Moments, Terms};
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Positions are summed in parcels of this many, whatever the number of threads, so that rounding
/// does not depend on it.
const PARCEL: usize = 16;

/// A labelled position as a model sees it.
pub struct Case {
    terms: Terms,
    observed: Vec<f64>,
}

impl Case {
    /// What the model sees in an example.
    pub fn new(form: Form, example: &Example) -> Case {
        let terms = form.terms(&example.position);
        let owner = example.owner.map(|&owner| f64::from(owner));
        let mut observed = vec![0.0; form.weight_count()];
        terms.add_statistics(&Moments::of_outcome(owner), 1.0, &mut observed);
        Case { terms, observed }
    }

    /// What the model sees in many, worked out in parallel.
    pub fn all(form: Form, examples: &[Example]) -> Vec<Case> {
        examples.par_iter().map(|example| Case::new(form, example)).collect()
    }
}

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
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

impl Default for Settings {
    fn default() -> Settings {
        Settings { prior: 1e-3, samples: 32, seed: 1, most_steps: 40, tolerance: 1e-5 }
    }
}

/// Where a fit is: what is kept to go on later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Steps taken.
    pub step: usize,
    /// The weights now.
    pub weights: Vec<f64>,
    /// Log likelihood a position, less the prior's share.
    pub objective: f64,
    /// Whether further steps promise nothing.
    pub is_done: bool,
}

/// The function to be maximised at one place.
struct Evaluation {
    objective: f64,
    gradient: DVector<f64>,
    covariance: DMatrix<f64>,
}

/// Climbs from `weights` to the top; `report` hears of every step and may end it by saying `false`.
pub fn fit(
    cases: &[Case],
    weights: Vec<f64>,
    settings: Settings,
    mut report: impl FnMut(&State) -> bool,
) -> State {
    let mut here = evaluate(cases, &weights, settings, 0);
    let mut state = State { step: 0, weights, objective: here.objective, is_done: false };
    while report(&state) && !state.is_done && state.step < settings.most_steps {
        let Some(direction) = newton_direction(&here) else { break };
        let promise = here.gradient.dot(&direction) / 2.0;
        if promise < settings.tolerance {
            state.is_done = true;
            report(&state);
            break;
        }
        let mut length = 1.0;
        loop {
            let tried: Vec<f64> =
                state.weights.iter().zip(&direction).map(|(w, d)| w + length * d).collect();
            let there = evaluate(cases, &tried, settings, state.step as u64 + 1);
            // A step must keep a fair part of what it promised.
            if there.objective >= here.objective + 0.1 * length * promise {
                state.weights = tried;
                here = there;
                break;
            }
            length /= 2.0;
            if length < 1e-3 {
                state.is_done = true;
                report(&state);
                return state;
            }
        }
        state.step += 1;
        state.objective = here.objective;
    }
    state
}

/// Log likelihood a position and its gradient under the weights.
pub fn log_likelihood(cases: &[Case], weights: &[f64], prior: f64) -> (f64, Vec<f64>) {
    let settings = Settings { prior, samples: 0, ..Settings::default() };
    let evaluation = evaluate(cases, weights, settings, 0);
    (evaluation.objective, evaluation.gradient.as_slice().to_vec())
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

fn evaluate(cases: &[Case], weights: &[f64], settings: Settings, round: u64) -> Evaluation {
    let parcels: Vec<Evaluation> = cases
        .par_chunks(PARCEL)
        .enumerate()
        .map(|(index, parcel)| {
            let seed = settings.seed.wrapping_add(round << 32);
            let mut dice = Dice::new(seed, index as u64);
            evaluate_parcel(parcel, weights, settings.samples, &mut dice)
        })
        .collect();
    let count = cases.len().max(1) as f64;
    let prior = settings.prior / count;
    let mut total = Evaluation::zero(weights.len());
    for parcel in parcels {
        total.objective += parcel.objective / count;
        total.gradient += parcel.gradient / count;
        total.covariance += parcel.covariance / count;
    }
    for (index, weight) in weights.iter().enumerate() {
        total.objective -= prior / 2.0 * weight * weight;
        total.gradient[index] -= prior * weight;
        total.covariance[(index, index)] += prior;
    }
    total
}

fn evaluate_parcel(
    parcel: &[Case],
    weights: &[f64],
    samples: usize,
    dice: &mut Dice,
) -> Evaluation {
    let mut sum = Evaluation::zero(weights.len());
    let Some(size) = parcel.first().map(|case| case.terms.size()) else { return sum };
    // Labels are of boards that exact inference can do: see `Case::all`.
    let Ok(mut exact) = Exact::new(size) else { return sum };
    for case in parcel {
        let ising = case.terms.ising(weights);
        let (moments, outcomes) = exact.moments_and_samples(&ising, samples, dice);
        let mut expected = vec![0.0; weights.len()];
        case.terms.add_statistics(&moments, 1.0, &mut expected);
        let log_z = moments.log_z.unwrap_or_default();
        for (index, (observed, expected)) in case.observed.iter().zip(&expected).enumerate() {
            sum.objective += weights[index] * observed;
            sum.gradient[index] += observed - expected;
        }
        sum.objective -= log_z;
        for outcome in outcomes {
            let mut seen: Vec<f64> = expected.iter().map(|expected| -expected).collect();
            case.terms.add_statistics(&Moments::of_black_points(size, &outcome), 1.0, &mut seen);
            let seen = DVector::from_vec(seen);
            sum.covariance.syger(1.0 / samples as f64, &seen, &seen, 1.0);
        }
    }
    sum.covariance.fill_upper_triangle_with_lower_triangle();
    sum
}

impl Evaluation {
    fn zero(weights: usize) -> Evaluation {
        Evaluation {
            objective: 0.0,
            gradient: DVector::zeros(weights),
            covariance: DMatrix::zeros(weights, weights),
        }
    }
}
