//! Hansen's adaptation of covariances, of which only the diagonal is kept (Ros and Hansen, 2008): one step
//! size for each weight and one for all, learned from the steps that led to fitter individuals.

use super::{Scales, bits, dice, ranking};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The distribution that generations are drawn from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Diagonal {
    seed: u64,
    generation: u32,
    population: usize,
    /// The step size of all.
    step: f64,
    #[serde(with = "bits")]
    mean: Vec<f32>,
    /// The variances of single weights, beside the step size of all.
    #[serde(with = "bits")]
    variances: Vec<f32>,
    /// Where steps have gone, in units of the distribution: longer than by chance is a reason for longer
    /// steps.
    #[serde(with = "bits")]
    path: Vec<f32>,
    /// The same in units of the weights, for the variances.
    #[serde(with = "bits")]
    variance_path: Vec<f32>,
    #[serde(skip)]
    drawn: Vec<Vec<f32>>,
}

/// The constants of the method for so many weights and individuals, with its names.
struct Constants {
    weights: Vec<f64>,
    mu_eff: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    chi: f64,
}

impl Constants {
    fn new(count: usize, population: usize) -> Constants {
        let n = count as f64;
        let mu = (population / 2).max(1);
        let raw = (1..=mu).map(|rank| (mu as f64 + 0.5).ln() - (rank as f64).ln());
        let raw: Vec<f64> = raw.collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let d_sigma = 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma;
        let c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);
        // With the diagonal alone there is less to learn, so it may be learned faster.
        let faster = (n + 2.0) / 3.0;
        let c_1 = (faster * 2.0 / ((n + 1.3).powi(2) + mu_eff)).min(1.0);
        let c_mu = faster * 2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0).powi(2) + mu_eff);
        let c_mu = c_mu.min(1.0 - c_1);
        let chi = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        Constants { weights, mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, chi }
    }
}

impl Diagonal {
    /// The first generation.
    pub fn new(count: usize, population: usize, scales: Scales, seed: u64) -> Diagonal {
        let mut first = dice(seed, 0, population);
        let mut new = Diagonal {
            seed,
            generation: 0,
            population,
            step: scales.steps,
            mean: (0..count).map(|_| (scales.weights * first.normal()) as f32).collect(),
            variances: vec![1.0; count],
            path: vec![0.0; count],
            variance_path: vec![0.0; count],
            drawn: Vec::new(),
        };
        new.draw();
        new
    }

    pub(super) fn mean(&self) -> &[f32] {
        &self.mean
    }

    pub(super) fn generation(&self) -> Vec<&[f32]> {
        self.drawn.iter().map(Vec::as_slice).collect()
    }

    /// Draws the generation; the same whenever it is drawn.
    pub(super) fn draw(&mut self) {
        let Diagonal { seed, generation, step, mean, variances, .. } = self;
        let one = |place: usize| {
            let mut dice = dice(*seed, *generation, place);
            let weights = mean.iter().zip(&*variances);
            let drawn = weights.map(|(mean, variance)| {
                mean + (*step * f64::from(*variance).sqrt() * dice.normal()) as f32
            });
            drawn.collect()
        };
        self.drawn = (0..self.population).into_par_iter().map(one).collect();
    }

    pub(super) fn advance(&mut self, fitness: &[f64]) {
        let count = self.mean.len();
        let constants = Constants::new(count, self.population);
        let Constants { weights, mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, chi } = &constants;
        let best = ranking(fitness);
        let best = || best.iter().zip(weights).map(|(&place, weight)| (&self.drawn[place], weight));
        let mut path_length = 0.0;
        let mut moved = vec![(0.0, 0.0); count];
        for (at, moved) in moved.iter_mut().enumerate() {
            for (drawn, weight) in best() {
                let step = f64::from(drawn[at] - self.mean[at]) / self.step;
                moved.0 += weight * step;
                moved.1 += weight * step * step;
            }
            let unit = moved.0 / f64::from(self.variances[at]).sqrt();
            let path = (1.0 - c_sigma) * f64::from(self.path[at])
                + (c_sigma * (2.0 - c_sigma) * mu_eff).sqrt() * unit;
            self.path[at] = path as f32;
            path_length += path * path;
        }
        let path_length = path_length.sqrt();
        let age = f64::from(self.generation + 1);
        let grown = path_length / (1.0 - (1.0 - c_sigma).powf(2.0 * age)).sqrt();
        let is_steady = grown < (1.4 + 2.0 / (count as f64 + 1.0)) * chi;
        for (at, (step, square)) in moved.into_iter().enumerate() {
            let mut path = (1.0 - c_c) * f64::from(self.variance_path[at]);
            if is_steady {
                path += (c_c * (2.0 - c_c) * mu_eff).sqrt() * step;
            }
            self.variance_path[at] = path as f32;
            let old = f64::from(self.variances[at]);
            let missing = if is_steady { 0.0 } else { c_c * (2.0 - c_c) * old };
            let new = (1.0 - c_1 - c_mu) * old + c_1 * (path * path + missing) + c_mu * square;
            self.variances[at] = new.clamp(1e-12, 1e12) as f32;
            self.mean[at] += (self.step * step) as f32;
        }
        self.step *= ((c_sigma / d_sigma) * (path_length / chi - 1.0)).exp();
        self.step = self.step.clamp(1e-8, 1e4);
        self.generation += 1;
        self.draw();
    }
}
