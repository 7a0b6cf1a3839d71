//! From gradients to better weights. Each optimiser works on one flat list of weights and has all of
//! its state in plain numbers, so that a run can be kept and gone on with.

mod muon;

pub use muon::Muon;

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

/// Steps down the gradient, each going on a little with the one before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Descent {
    before: Vec<f32>,
}

impl Descent {
    /// Before the first step, for so many weights.
    pub fn new(count: usize) -> Descent {
        Descent { before: vec![0.0; count] }
    }

    /// A step of `rate` times the gradient and `momentum` times the step before.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, momentum: f32) {
        for ((weight, &slope), before) in weights.iter_mut().zip(gradient).zip(&mut self.before) {
            *before = momentum * *before - rate * slope;
            *weight += *before;
        }
    }
}

/// iRprop-: steps by the signs of the gradient of all cases alone. A weight's step grows while its sign
/// stays and shrinks when it turns, and then waits a turn. The numbers are those of the FANN library,
/// whose default it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rprop {
    steps: Vec<f32>,
    before: Vec<f32>,
}

impl Rprop {
    const INCREASE: f32 = 1.2;
    const DECREASE: f32 = 0.5;
    const FIRST: f32 = 0.1;
    const MOST: f32 = 50.0;

    /// Before the first step, for so many weights.
    pub fn new(count: usize) -> Rprop {
        Rprop { steps: vec![Self::FIRST; count], before: vec![0.0; count] }
    }

    /// The next step.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32]) {
        let state = self.steps.iter_mut().zip(&mut self.before);
        for ((weight, &slope), (step, before)) in weights.iter_mut().zip(gradient).zip(state) {
            let sign = slope * *before;
            *before = slope;
            if sign > 0.0 {
                *step = (*step * Self::INCREASE).min(Self::MOST);
            } else if sign < 0.0 {
                // The least step is zero.
                *step *= Self::DECREASE;
                *before = 0.0;
            }
            if *before > 0.0 {
                *weight -= *step;
            } else if *before < 0.0 {
                *weight += *step;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rprop_by_hand() {
        let mut rprop = Rprop::new(1);
        let mut weights = [1.0];
        let mut step = |slope: f32| {
            rprop.step(&mut weights, &[slope]);
            weights[0]
        };
        let close = |a: f32, b: f32| assert!((a - b).abs() < 1e-6, "{a} {b}");
        close(step(3.0), 0.9);
        // The sign stays: 0.12.
        close(step(0.5), 0.78);
        // It turns: the step halves to 0.06 and the weight waits.
        close(step(-2.0), 0.78);
        // After waiting the step is taken as it is, then grows again to 0.072.
        close(step(-2.0), 0.84);
        close(step(-1.0), 0.912);
        close(step(0.0), 0.912);
    }

    #[test]
    fn momentum_by_hand() {
        let mut descent = Descent::new(1);
        let mut weights = [1.0];
        descent.step(&mut weights, &[2.0], 0.1, 0.5);
        assert!((weights[0] - 0.8).abs() < 1e-6);
        descent.step(&mut weights, &[2.0], 0.1, 0.5);
        assert!((weights[0] - 0.5).abs() < 1e-6);
    }
}
