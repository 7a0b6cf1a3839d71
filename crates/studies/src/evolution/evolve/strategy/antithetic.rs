//! Uphill by an estimate of the gradient: the generation is pairs that stray from one list of weights to
//! opposite sides, and the list goes where the fitter ones are.

use super::{Scales, bits, dice, ranking};
use aji_net::optimiser::Adam;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// After so many generations steps begin to get smaller, as the square root of time goes on.
const SETTLING: f64 = 100.0;
/// What the last mean is among those that the champion is the average of.
const MEMORY: f32 = 0.05;

/// The mean of a generation, and those who stray from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Antithetic {
    seed: u64,
    generation: u32,
    scales: Scales,
    #[serde(with = "bits")]
    mean: Vec<f32>,
    uphill: Adam,
    /// Where the mean has been of late, on average: it strays less than the mean does, and is the
    /// champion.
    #[serde(with = "bits")]
    champion: Vec<f32>,
    /// One after the other, each two on opposite sides of the mean.
    #[serde(skip)]
    strayed: Vec<Vec<f32>>,
    population: usize,
}

impl Antithetic {
    /// The first generation.
    pub fn new(count: usize, population: usize, scales: Scales, seed: u64) -> Antithetic {
        let mut first = dice(seed, 0, population);
        let mean: Vec<f32> = (0..count).map(|_| (scales.weights * first.normal()) as f32).collect();
        let mut new = Antithetic {
            seed,
            generation: 0,
            scales,
            champion: mean.clone(),
            mean,
            uphill: Adam::new(count),
            strayed: Vec::new(),
            population,
        };
        new.stray();
        new
    }

    pub(super) fn champion(&self) -> &[f32] {
        &self.champion
    }

    pub(super) fn generation(&self) -> Vec<&[f32]> {
        self.strayed.iter().map(Vec::as_slice).collect()
    }

    /// Draws the generation around the mean; the same whenever it is drawn.
    pub(super) fn stray(&mut self) {
        let Antithetic { seed, generation, mean, scales, .. } = self;
        let one = |place: usize| {
            let mut dice = dice(*seed, *generation, place / 2);
            let side = if place.is_multiple_of(2) { scales.steps } else { -scales.steps };
            mean.iter().map(|weight| weight + (side * dice.normal()) as f32).collect()
        };
        self.strayed = (0..self.population).into_par_iter().map(one).collect();
    }

    pub(super) fn advance(&mut self, fitness: &[f64]) {
        // Ranks instead of fitness: how far a game was won says little.
        let last = (fitness.len().max(2) - 1) as f32;
        let mut worth = vec![0.0; fitness.len()];
        for (rank, place) in ranking(fitness).into_iter().enumerate() {
            worth[place] = 0.5 - rank as f32 / last;
        }
        let mut downhill = vec![0.0; self.mean.len()];
        for (strayed, worth) in self.strayed.iter().zip(&worth) {
            for ((slope, weight), mean) in downhill.iter_mut().zip(strayed).zip(&self.mean) {
                *slope -= worth * (weight - mean);
            }
        }
        let rate = self.scales.rate / (1.0 + f64::from(self.generation) / SETTLING).sqrt();
        self.uphill.step(&mut self.mean, &downhill, rate as f32, 0.0);
        for (slow, mean) in self.champion.iter_mut().zip(&self.mean) {
            *slow += MEMORY * (mean - *slow);
        }
        self.generation += 1;
        self.stray();
    }
}
