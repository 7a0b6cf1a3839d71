//! Logistic regression of a few inputs: numbers to probabilities.
//!
//! There is no intercept. Where every input changes its sign with the colours, the log odds do so
//! too, and Black's probability becomes White's; who wants an intercept gives an input that is
//! always one.

use nalgebra::{SMatrix, SVector};

/// A little of a quadratic penalty keeps the weights finite where the cases can be separated and
/// decides between inputs that say the same.
const RIDGE: f64 = 1e-6;
/// Newton needs about ten steps from zero.
const MOST_STEPS: usize = 50;
/// A step that promises to gain less than this per case is the last.
const LEAST_GAIN: f64 = 1e-12;

/// One case to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case<const N: usize> {
    /// What is known.
    pub inputs: [f64; N],
    /// The probability to aim at: 1, 0, or between.
    pub target: f64,
    /// How much it counts; not negative.
    pub weight: f64,
}

/// Weights of the inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Logistic<const N: usize> {
    /// What each input adds to the log odds per unit.
    pub weights: [f64; N],
}

/// The mean loss of the cases, with its first and second derivatives.
struct Loss<const N: usize> {
    value: f64,
    gradient: SVector<f64, N>,
    hessian: SMatrix<f64, N, N>,
}

impl<const N: usize> Logistic<N> {
    /// The weights of the least cross entropy; zero if no case counts.
    pub fn fit(cases: &[Case<N>]) -> Logistic<N> {
        let mut weights = SVector::zeros();
        let mut loss = Loss::at(&weights, cases);
        for _ in 0..MOST_STEPS {
            // The penalty makes the matrix positive definite, if the inputs are numbers.
            let Some(cholesky) = loss.hessian.cholesky() else { break };
            let step = cholesky.solve(&loss.gradient);
            let promise = loss.gradient.dot(&step);
            let Some((next, next_loss)) = descend(&weights, &step, &loss, cases) else { break };
            (weights, loss) = (next, next_loss);
            if promise < LEAST_GAIN {
                break;
            }
        }
        Logistic { weights: weights.into() }
    }

    /// How likely.
    pub fn probability(&self, inputs: &[f64; N]) -> f64 {
        sigmoid(self.weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum())
    }
}

/// The first of a whole step, half a step, and so on that lessens the loss.
fn descend<const N: usize>(
    weights: &SVector<f64, N>,
    step: &SVector<f64, N>,
    loss: &Loss<N>,
    cases: &[Case<N>],
) -> Option<(SVector<f64, N>, Loss<N>)> {
    (0..30).find_map(|halvings| {
        let next = weights - step * 0.5_f64.powi(halvings);
        let next_loss = Loss::at(&next, cases);
        (next_loss.value < loss.value).then_some((next, next_loss))
    })
}

impl<const N: usize> Loss<N> {
    fn at(weights: &SVector<f64, N>, cases: &[Case<N>]) -> Loss<N> {
        let total: f64 = cases.iter().map(|case| case.weight).sum();
        let mut loss = Loss {
            value: RIDGE / 2.0 * weights.norm_squared(),
            gradient: weights * RIDGE,
            hessian: SMatrix::identity() * RIDGE,
        };
        if total <= 0.0 {
            return loss;
        }
        for case in cases {
            let share = case.weight / total;
            let inputs = SVector::from(case.inputs);
            let odds = weights.dot(&inputs);
            let probability = sigmoid(odds);
            // The cross entropy in a form that does not overflow.
            let entropy = odds.max(0.0) - odds * case.target + (-odds.abs()).exp().ln_1p();
            loss.value += share * entropy;
            loss.gradient += inputs * (share * (probability - case.target));
            let curvature = share * probability * (1.0 - probability);
            loss.hessian += inputs * inputs.transpose() * curvature;
        }
        loss
    }
}

fn sigmoid(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::Dice;
    use proptest::prelude::*;

    fn case<const N: usize>(inputs: [f64; N], target: f64, weight: f64) -> Case<N> {
        Case { inputs, target, weight }
    }

    /// Cases drawn from a model with these weights.
    fn drawn<const N: usize>(weights: [f64; N], count: usize) -> Vec<Case<N>> {
        let truth = Logistic { weights };
        let mut dice = Dice::new(3, 0);
        let mut make = |_| {
            let inputs = std::array::from_fn(|_| 4.0 * dice.unit() - 2.0);
            let came_true = dice.unit() < truth.probability(&inputs);
            case(inputs, f64::from(u8::from(came_true)), 1.0)
        };
        (0..count).map(&mut make).collect()
    }

    #[test]
    fn one_constant_input_learns_the_log_odds() {
        let cases = [case([1.0], 1.0, 3.0), case([1.0], 0.0, 1.0)];
        let fitted = Logistic::fit(&cases);
        assert!((fitted.weights[0] - 3_f64.ln()).abs() < 1e-4, "{fitted:?}");
        // A soft target is the same as its parts.
        assert!((Logistic::fit(&[case([1.0], 0.75, 2.0)]).weights[0] - 3_f64.ln()).abs() < 1e-4);
    }

    #[test]
    fn weights_are_found_again() {
        let truth = [1.5, -0.7, 0.2];
        let fitted = Logistic::fit(&drawn(truth, 20_000));
        for (found, wanted) in fitted.weights.iter().zip(truth) {
            assert!((found - wanted).abs() < 0.06, "{fitted:?}");
        }
    }

    #[test]
    fn separable_and_useless_inputs_stay_finite() {
        let separable = [case([1.0, 0.0], 1.0, 1.0), case([-2.0, 0.0], 0.0, 1.0)];
        let fitted = Logistic::fit(&separable);
        assert!(
            fitted.weights[0] > 5.0 && fitted.weights[0].is_finite() && fitted.weights[1] == 0.0
        );
        assert_eq!(Logistic::<2>::fit(&[]).weights, [0.0; 2]);
        assert_eq!(Logistic::fit(&[case([f64::NAN], 1.0, 1.0)]).weights, [0.0]);
    }

    #[test]
    fn the_fit_is_a_minimum() {
        let cases = drawn([0.5, 2.0], 300);
        let fitted = Logistic::fit(&cases);
        let loss = Loss::at(&SVector::from(fitted.weights), &cases);
        assert!(loss.gradient.norm() < 1e-8, "{}", loss.gradient);
    }

    proptest! {
        #[test]
        fn derivatives_are_finite_differences(weights in prop::array::uniform3(-3.0..3.0)) {
            let mut cases = drawn([1.0, -1.0, 0.3], 40);
            for (index, case) in cases.iter_mut().enumerate() {
                case.weight = 0.2 + index as f64;
                case.target = [0.0, 0.5, 1.0, 0.3][index % 4];
            }
            let weights = SVector::from(weights);
            let loss = Loss::at(&weights, &cases);
            for index in 0..3 {
                let mut nudge = SVector::zeros();
                nudge[index] = 1e-5;
                let (more, less) = (Loss::at(&(weights + nudge), &cases), Loss::at(&(weights - nudge), &cases));
                let slope = (more.value - less.value) / 2e-5;
                prop_assert!((slope - loss.gradient[index]).abs() < 1e-8);
                let curve = (more.gradient - less.gradient) / 2e-5;
                prop_assert!((curve - loss.hessian.column(index)).norm() < 1e-8);
            }
        }

        #[test]
        fn exchanging_the_colours_negates_the_log_odds(
            weights in prop::array::uniform3(-3.0..3.0),
            inputs in prop::array::uniform3(-3.0..3.0),
        ) {
            let logistic = Logistic { weights };
            let exchanged = inputs.map(|input: f64| -input);
            let sum = logistic.probability(&inputs) + logistic.probability(&exchanged);
            prop_assert!((sum - 1.0).abs() < 1e-12);
        }
    }
}
