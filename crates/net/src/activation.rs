//! What a neuron makes of the sum of its inputs.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A function from a neuron's sum to its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Activation {
    /// The sum itself.
    Identity,
    /// The logistic function: from 0 to 1.
    Sigmoid,
    /// From -1 to 1.
    Tanh,
    /// The sum, or zero if it is less.
    Relu,
    /// 1 above zero, else 0. It is flat, so nothing can be learned through it: networks are trained
    /// with [`Activation::Sigmoid`] and given this afterwards, by [`crate::Network::with_output`].
    Threshold,
}

impl Activation {
    /// Turns sums into outputs.
    #[inline(always)]
    pub fn apply(self, values: &mut [f32]) {
        match self {
            Activation::Identity => {}
            Activation::Sigmoid => values.iter_mut().for_each(|value| *value = sigmoid(*value)),
            Activation::Tanh => values.iter_mut().for_each(|value| *value = tanh(*value)),
            Activation::Relu => values.iter_mut().for_each(|value| *value = value.max(0.0)),
            Activation::Threshold => {
                values.iter_mut().for_each(|value| *value = f32::from(u8::from(*value > 0.0)));
            }
        }
    }

    /// Turns slopes by outputs into slopes by sums, given the outputs.
    pub fn chain(self, slopes: &mut [f32], outputs: &[f32]) {
        let slope = |output: f32| match self {
            Activation::Identity => 1.0,
            Activation::Sigmoid => output * (1.0 - output),
            Activation::Tanh => 1.0 - output * output,
            Activation::Relu => f32::from(u8::from(output > 0.0)),
            Activation::Threshold => 0.0,
        };
        for (value, &output) in slopes.iter_mut().zip(outputs) {
            *value *= slope(output);
        }
    }

    fn text(self) -> &'static str {
        match self {
            Activation::Identity => "identity",
            Activation::Sigmoid => "sigmoid",
            Activation::Tanh => "tanh",
            Activation::Relu => "relu",
            Activation::Threshold => "threshold",
        }
    }
}

impl fmt::Display for Activation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// The exponential function to about seven digits, the same on every machine, without branches so
/// that many are done at once.
#[inline(always)]
fn exp(x: f32) -> f32 {
    /// Adding it leaves no room for a fraction: what is added to it gets rounded.
    const ROUNDING: f32 = 12_582_912.0;
    /// ln 2 in two parts, so that a multiple of it is exact enough.
    const LN_2: (f32, f32) = (0.693_359_4, -2.121_944_4e-4);
    let x = x.clamp(-87.0, 88.0);
    let rounded = x * std::f32::consts::LOG2_E + ROUNDING;
    let power = rounded - ROUNDING;
    let rest = x - power * LN_2.0 - power * LN_2.1;
    let series = 1.0 / 720.0;
    let series = series * rest + 1.0 / 120.0;
    let series = series * rest + 1.0 / 24.0;
    let series = series * rest + 1.0 / 6.0;
    let series = series * rest + 0.5;
    let series = (series * rest + 1.0) * rest + 1.0;
    // The power is in the lowest bits; from there it goes where a number keeps its exponent.
    series * f32::from_bits((rounded.to_bits() << 23).wrapping_add(127 << 23))
}

/// The logistic function.
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// The hyperbolic tangent.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    2.0 * sigmoid(2.0 * x) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_what_their_names_say() {
        for step in -4000..=4000 {
            let x = step as f32 / 100.0;
            let exact = f64::from(x).exp();
            assert!((f64::from(exp(x)) / exact - 1.0).abs() < 5e-7, "{x}");
            let exact = 1.0 / (1.0 + (-f64::from(x)).exp());
            assert!((f64::from(sigmoid(x)) - exact).abs() < 2e-7, "{x}");
            assert!((f64::from(tanh(x)) - f64::from(x).tanh()).abs() < 4e-7, "{x}");
        }
        assert_eq!((sigmoid(1e30), tanh(-1e30), sigmoid(0.0)), (1.0, -1.0, 0.5));
        assert!(sigmoid(-1e30) < 1e-37);
        let mut values = [-2.0, 0.0, 3.0];
        Activation::Threshold.apply(&mut values);
        assert_eq!(values, [0.0, 0.0, 1.0]);
        let mut values = [-2.0, 0.0, 3.0];
        Activation::Relu.apply(&mut values);
        assert_eq!(values, [0.0, 0.0, 3.0]);
    }
}
