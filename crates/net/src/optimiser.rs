//! From gradients to better weights. Each optimiser works on one flat list of weights and has all of
//! its state in plain numbers, so that a run can be kept and gone on with.

use serde::{Deserialize, Serialize};

/// Steps of a size of its own for every weight, by the mean and the mean square of its gradients.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adam {
    steps: u32,
    mean: Vec<f32>,
    mean_square: Vec<f32>,
}

impl Adam {
    const MEMORY: f64 = 0.9;
    const MEMORY_OF_SQUARES: f64 = 0.999;
    const LEAST: f32 = 1e-8;

    /// Before the first step, for so many weights.
    pub fn new(count: usize) -> Adam {
        Adam { steps: 0, mean: vec![0.0; count], mean_square: vec![0.0; count] }
    }

    /// For how many weights it is.
    pub fn len(&self) -> usize {
        self.mean.len()
    }

    /// Whether that is none.
    pub fn is_empty(&self) -> bool {
        self.mean.is_empty()
    }

    /// A step down the gradient of about `rate` a weight; `decay` is the share of each weight that
    /// melts away, times the rate.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, decay: f32) {
        self.steps = self.steps.saturating_add(1);
        let unbiased = |memory: f64| (1.0 - memory.powf(f64::from(self.steps))) as f32;
        let (first, second) = (unbiased(Self::MEMORY), unbiased(Self::MEMORY_OF_SQUARES));
        let (memory, squares) = (Self::MEMORY as f32, Self::MEMORY_OF_SQUARES as f32);
        let state = self.mean.iter_mut().zip(&mut self.mean_square);
        for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(state) {
            *mean = memory * *mean + (1.0 - memory) * slope;
            *square = squares * *square + (1.0 - squares) * slope * slope;
            let step = (*mean / first) / ((*square / second).sqrt() + Self::LEAST);
            *weight -= rate * (step + decay * *weight);
        }
    }
}
