//! Fits the study's network of candidates by the delta rule, one position after the other.

use crate::openings::{Opening, Played};
use aji_judge::Dice;
use aji_judge::opening::INPUTS;
use aji_judge::opening::candidates::Perceptron;
use aji_judge::opening::candidates::perceptron::{LastInput, OUTPUTS};
use aji_rules::Symmetry;
use serde::{Deserialize, Serialize};

/// How it is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// In each every opening is seen in all eight symmetries.
    pub epochs: u32,
    /// The learning rate.
    pub rate: f32,
    /// What the error counts where a stone is placed; elsewhere it counts 1.
    pub target_weight: f32,
    /// What the last input is.
    pub last_input: LastInput,
    /// The seed of the first weights and of the order of games.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            epochs: 100,
            rate: 0.01,
            target_weight: 1.0,
            last_input: LastInput::Side,
            seed: 1,
        }
    }
}

/// First weights are at most so far from 0.
const FIRST: f64 = 0.05;

/// A fitting under way; this is also what a checkpoint keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    settings: Settings,
    epoch: u32,
    weights: Vec<f32>,
    /// The mean square error over the last epoch, as it went.
    error: Option<f64>,
}

impl Fit {
    /// Before the first epoch.
    pub fn new(settings: Settings) -> Fit {
        let mut dice = Dice::new(settings.seed, u64::MAX);
        let draw = |_| (FIRST * (2.0 * dice.unit() - 1.0)) as f32;
        let weights = (0..INPUTS * OUTPUTS).map(draw).collect();
        Fit { settings, epoch: 0, weights, error: None }
    }

    /// Epochs done.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// The mean square error over the last epoch, as it went.
    pub fn error(&self) -> Option<f64> {
        self.error
    }

    /// Whether there is nothing more to do.
    pub fn is_done(&self) -> bool {
        self.epoch >= self.settings.epochs
    }

    /// The network as it is now.
    pub fn perceptron(&self) -> Option<Perceptron> {
        Perceptron::new(self.settings.last_input, self.weights.clone())
    }

    /// Learns from every opening in all eight symmetries once, in an order drawn for this epoch.
    pub fn advance(&mut self, openings: &[Opening]) {
        let mut order: Vec<(usize, Symmetry)> = (0..openings.len())
            .flat_map(|opening| Symmetry::ALL.map(|symmetry| (opening, symmetry)))
            .collect();
        let mut dice = Dice::new(self.settings.seed, u64::from(self.epoch));
        for end in (1..order.len()).rev() {
            order.swap(end, dice.below(end as u32 + 1) as usize);
        }
        let (mut total, mut positions) = (0.0, 0_u64);
        for (opening, symmetry) in order {
            openings[opening].for_each(symmetry, |played| {
                total += f64::from(self.learn(&played));
                positions += 1;
            });
        }
        self.epoch += 1;
        self.error = (positions > 0).then(|| total / (positions * OUTPUTS as u64) as f64);
    }

    /// One step of the delta rule; gives the sum of square errors before it.
    fn learn(&mut self, played: &Played<'_>) -> f32 {
        let Settings { rate, target_weight, last_input, .. } = self.settings;
        let position = played.scene.position;
        let mut slopes = [0.0_f32; OUTPUTS];
        for (input, value) in last_input.inputs(position) {
            let row = &self.weights[input * OUTPUTS..][..OUTPUTS];
            slopes.iter_mut().zip(row).for_each(|(sum, weight)| *sum += value * weight);
        }
        let next = played.next.index();
        let side = position.to_play().sign() as f32;
        let mut error = 0.0;
        for (output, slope) in slopes.iter_mut().enumerate() {
            let answer = slope.tanh();
            let (target, weight) = if output == next { (side, target_weight) } else { (0.0, 1.0) };
            let miss = target - answer;
            error += miss * miss;
            *slope = rate * weight * miss * (1.0 + answer) * (1.0 - answer);
        }
        for (input, value) in last_input.inputs(position) {
            let row = &mut self.weights[input * OUTPUTS..][..OUTPUTS];
            row.iter_mut().zip(&slopes).for_each(|(weight, slope)| *weight += value * slope);
        }
        error
    }
}
