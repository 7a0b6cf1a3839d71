//! Fits weights to an objective, an epoch at a time. Where it is can be kept and gone on with: the
//! same seed gives the same weights, interrupted or not, on any number of threads.

use crate::objective::{Objective, Summing};
use crate::optimiser::{Adam, Descent, Rprop};
use serde::{Deserialize, Serialize};

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// From gradients to weights.
    pub algorithm: Algorithm,
    /// Cases a step.
    pub batch: Batch,
    /// The most epochs; in each every case is seen once.
    pub epochs: u32,
    /// It is good enough when the mean loss over an epoch is below this.
    pub enough: Option<f64>,
    /// It stops after so many epochs that were no better on the cases held out.
    pub patience: Option<u32>,
}

/// How gradients make better weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Algorithm {
    /// Plain back-propagation: the rate times the gradient. With a batch of one it is the studies'.
    Descent {
        /// The learning rate.
        rate: f32,
        /// The share of the step before that is taken again.
        momentum: f32,
    },
    /// iRprop-, which wants the gradient of all cases.
    Rprop,
    /// Adam, at a rate that falls to zero over the epochs along a cosine.
    Adam {
        /// About how far a weight goes in the first steps.
        rate: f32,
        /// The share of a weight that melts away, times the rate.
        decay: f32,
    },
}

/// How many cases make a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Batch {
    /// So many, at least one.
    Cases(usize),
    /// All.
    Full,
}

/// Where a training is: what is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Training {
    settings: Settings,
    epoch: u32,
    weights: Vec<f32>,
    optimiser: Optimiser,
    loss: Option<f64>,
    held_loss: Option<f64>,
    best: Option<Best>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Optimiser {
    Descent(Descent),
    Rprop(Rprop),
    Adam(Adam),
}

/// What did best on the cases held out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Best {
    epoch: u32,
    loss: f64,
    weights: Vec<f32>,
}

impl Training {
    /// Before the first epoch, from these weights.
    pub fn new(settings: Settings, weights: Vec<f32>) -> Training {
        let optimiser = match settings.algorithm {
            Algorithm::Descent { .. } => Optimiser::Descent(Descent::new(weights.len())),
            Algorithm::Rprop => Optimiser::Rprop(Rprop::new(weights.len())),
            Algorithm::Adam { .. } => Optimiser::Adam(Adam::new(weights.len())),
        };
        let (loss, held_loss, best) = (None, None, None);
        Training { settings, epoch: 0, weights, optimiser, loss, held_loss, best }
    }

    /// Epochs done.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// The mean loss over the last epoch, as it went.
    pub fn loss(&self) -> Option<f64> {
        self.loss
    }

    /// The mean loss of the cases held out, after the last epoch.
    pub fn held_loss(&self) -> Option<f64> {
        self.held_loss
    }

    /// The epoch that did best on the cases held out, and their mean loss then.
    pub fn best(&self) -> Option<(u32, f64)> {
        self.best.as_ref().map(|best| (best.epoch, best.loss))
    }

    /// The weights that did best on the cases held out, or the last ones if none were.
    pub fn weights(&self) -> &[f32] {
        self.best.as_ref().map_or(&self.weights, |best| &best.weights)
    }

    /// The weights as they are now.
    pub fn last_weights(&self) -> &[f32] {
        &self.weights
    }

    /// Whether there is nothing more to do.
    pub fn is_done(&self) -> bool {
        let is_enough =
            self.settings.enough.zip(self.loss).is_some_and(|(enough, loss)| loss < enough);
        let waited = self.best.as_ref().map_or(0, |best| self.epoch - best.epoch);
        let is_stuck = self.settings.patience.is_some_and(|patience| waited >= patience);
        self.epoch >= self.settings.epochs || is_enough || is_stuck
    }

    /// Learns from every case once, in an order drawn with uniform numbers from 0 to 1, then looks at
    /// the cases held out. For a training to go on as if never interrupted, the numbers must depend on
    /// the epoch alone.
    pub fn advance<O: Objective>(
        &mut self,
        objective: &O,
        learned: &[u32],
        held: &[u32],
        unit: &mut dyn FnMut() -> f64,
    ) {
        let mut order = learned.to_vec();
        let batch = match self.settings.batch {
            Batch::Cases(count) => {
                shuffle(&mut order, unit);
                count.max(1)
            }
            Batch::Full => order.len().max(1),
        };
        let steps = order.len().div_ceil(batch);
        let mut summing = Summing::new(objective);
        let mut gradient = vec![0.0; self.weights.len()];
        let mut total = 0.0;
        for (step, cases) in order.chunks(batch).enumerate() {
            let epoch = Some(self.epoch);
            let loss = summing.mean(objective, &self.weights, cases, epoch, Some(&mut gradient));
            total += loss * cases.len() as f64;
            let way = (f64::from(self.epoch) + step as f64 / steps as f64)
                / f64::from(self.settings.epochs.max(1));
            self.step(&gradient, way);
        }
        self.epoch += 1;
        self.loss = Some(total / order.len().max(1) as f64);
        if held.is_empty() {
            return;
        }
        let held_loss = summing.mean(objective, &self.weights, held, None, None);
        self.held_loss = Some(held_loss);
        if self.best.as_ref().is_none_or(|best| held_loss < best.loss) {
            let weights = self.weights.clone();
            self.best = Some(Best { epoch: self.epoch, loss: held_loss, weights });
        }
    }

    /// One step, so far along the way from 0 to 1.
    fn step(&mut self, gradient: &[f32], way: f64) {
        let weights = &mut self.weights;
        match (&mut self.optimiser, self.settings.algorithm) {
            (Optimiser::Descent(descent), Algorithm::Descent { rate, momentum }) => {
                descent.step(weights, gradient, rate, momentum);
            }
            (Optimiser::Adam(adam), Algorithm::Adam { rate, decay }) => {
                let falling = 0.5 * (1.0 + (std::f64::consts::PI * way).cos());
                adam.step(weights, gradient, rate * falling as f32, decay);
            }
            (Optimiser::Rprop(rprop), _) => rprop.step(weights, gradient),
            // The optimiser is made from the settings and kept with them.
            _ => {}
        }
    }
}

fn shuffle(order: &mut [u32], unit: &mut dyn FnMut() -> f64) {
    for end in (1..order.len()).rev() {
        order.swap(end, ((unit() * (end + 1) as f64) as usize).min(end));
    }
}
