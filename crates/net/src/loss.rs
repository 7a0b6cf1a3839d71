//! How wrong a network is.

use serde::{Deserialize, Serialize};

/// A measure of how far outputs are from what they should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Loss {
    /// The square of the error, averaged over the outputs. What is followed is the gradient of half
    /// the sum over the outputs, as in the studies' formulas: for an output, its error.
    Square,
    /// The cross entropy, averaged over the outputs, which must be of [`crate::Activation::Sigmoid`].
    /// It is reckoned from their sums, so that sure outputs neither overflow nor stop learning. What is
    /// followed is the gradient of the sum over the outputs.
    Log,
}

impl Loss {
    /// The loss of one case, given the last layer's sums and outputs.
    pub fn of(self, sums: &[f32], outputs: &[f32], targets: &[f32]) -> f64 {
        let one = |((&sum, &output), &target): ((&f32, &f32), &f32)| match self {
            Loss::Square => f64::from(target - output).powi(2),
            Loss::Log => {
                let (sum, target) = (f64::from(sum), f64::from(target));
                sum.max(0.0) - sum * target + (-sum.abs()).exp().ln_1p()
            }
        };
        let all = sums.iter().zip(outputs).zip(targets).map(one).sum::<f64>();
        all / outputs.len().max(1) as f64
    }

    /// Whether the slope is by the sum already; otherwise it is by the output.
    pub(crate) fn is_by_sum(self) -> bool {
        self == Loss::Log
    }
}
