//! The final score as a distribution. Lead, range, deviation and the chance of winning are all read off it, so they
//! cannot disagree.

use super::score::to_half_points;
use aji_rules::HalfPoints;
use std::f64::consts::PI;

/// One result in ten is below the range of a score, and one in ten above it.
const OUTSIDE: f64 = 0.1;
/// Distances from the mean are told in these parts of a point, so that they can be added without an error.
const GRID: f64 = (1_u64 << 30) as f64;
/// Halving so often finds a distance as well as a number can tell it.
const HALVINGS: u32 = 128;

/// The final score (Black's lead, komi and all) as a mixture of logistic distributions around one mean.
///
/// It is symmetric about the mean, which is the middle, too: Black is likelier to win just where Black leads. A part
/// with no scale is a score that is certain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreDistribution {
    mean: f64,
    /// Each with its weight and its scale. The weights add up to one.
    parts: [(f64, f64); 3],
}

impl ScoreDistribution {
    /// Of parts, each a weight and a scale. The weights need not add up to one. `None` if they are all nought, or if a
    /// number is not finite or a weight or scale below nought.
    pub fn new(mean: f64, parts: [(f64, f64); 3]) -> Option<ScoreDistribution> {
        let is_good = |number: f64| number.is_finite() && number >= 0.0;
        let sum: f64 = parts.iter().map(|(weight, _)| weight).sum();
        let all = parts.iter().all(|&(weight, scale)| is_good(weight) && is_good(scale));
        let parts = parts.map(|(weight, scale)| (weight / sum, scale));
        (mean.is_finite() && all && is_good(sum) && sum > 0.0)
            .then_some(ScoreDistribution { mean, parts })
    }

    /// A score that is certain, as that of a board that was counted.
    pub fn certain(mean: f64) -> ScoreDistribution {
        ScoreDistribution { mean, parts: [(1.0, 0.0), (0.0, 0.0), (0.0, 0.0)] }
    }

    /// One logistic distribution. A deviation that is no number, or below nought, is none.
    pub fn logistic(mean: f64, standard_deviation: f64) -> ScoreDistribution {
        let scale = standard_deviation * 3_f64.sqrt() / PI;
        let scale = if scale.is_finite() { scale.max(0.0) } else { 0.0 };
        ScoreDistribution { mean, parts: [(1.0, scale), (0.0, 0.0), (0.0, 0.0)] }
    }

    /// Black's expected lead.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// How likely Black wins; a draw is half a win. At least a half just where Black does not trail, and with the sign
    /// of the mean exchanged it is what is left to one.
    pub fn black_win_probability(&self) -> f64 {
        let against = self.beyond(self.mean.abs());
        if self.mean >= 0.0 { 1.0 - against } else { against.min(0.5_f64.next_down()) }
    }

    /// How likely the score exceeds the mean by more than so much, which is not below nought. Half of what lies on
    /// the mean is beyond it.
    fn beyond(&self, distance: f64) -> f64 {
        let beyond = |&(weight, scale): &(f64, f64)| {
            if distance == 0.0 { weight / 2.0 } else { weight / (1.0 + (distance / scale).exp()) }
        };
        self.parts.iter().map(beyond).sum::<f64>().min(0.5)
    }

    /// The score that this share of all results (from 0 to 1) does not exceed.
    pub fn quantile(&self, share: f64) -> f64 {
        self.mean + self.offset(share)
    }

    /// How far from the mean a quantile is; as far on the other side for the share that is left.
    fn offset(&self, share: f64) -> f64 {
        let tail = share.min(1.0 - share).max(0.0);
        let side = if share < 0.5 { -1.0 } else { 1.0 };
        let widest = self.parts.iter().filter(|(weight, _)| *weight > 0.0);
        let widest = widest.map(|(_, scale)| *scale).fold(0.0, f64::max);
        if widest == 0.0 || tail >= 0.5 {
            return 0.0;
        }
        let (mut near, mut far) = (0.0, widest * ((1.0 - tail) / tail).ln());
        if !far.is_finite() {
            return side * far;
        }
        for _ in 0..HALVINGS {
            let middle = (near + far) / 2.0;
            if self.beyond(middle) > tail { near = middle } else { far = middle }
        }
        side * far
    }

    /// Four results in five are between these, to the half points outside: so the mean, rounded, is between them, too.
    pub fn range(&self) -> (HalfPoints, HalfPoints) {
        let reach = (self.offset(1.0 - OUTSIDE) * GRID).round() / GRID;
        let halves =
            |points: f64, to_whole: fn(f64) -> f64| to_half_points(to_whole(points * 2.0) / 2.0);
        (halves(self.mean - reach, f64::floor), halves(self.mean + reach, f64::ceil))
    }

    /// How far results scatter around the mean.
    pub fn standard_deviation(&self) -> f64 {
        let squares = self.parts.iter().map(|(weight, scale)| weight * scale * scale);
        (squares.sum::<f64>() / 3.0).sqrt() * PI
    }

    /// With so many points more for Black.
    pub fn shifted(self, points: f64) -> ScoreDistribution {
        ScoreDistribution { mean: self.mean + points, ..self }
    }

    /// As White sees it.
    pub fn colors_swapped(self) -> ScoreDistribution {
        ScoreDistribution { mean: -self.mean, ..self }
    }

    /// The logarithm of how dense results are at a score; where a score is certain, without bounds there.
    pub fn log_density(&self, score: f64) -> f64 {
        let distance = (score - self.mean).abs();
        let part = |&(weight, scale): &(f64, f64)| match scale {
            _ if weight == 0.0 => f64::NEG_INFINITY,
            0.0 if distance == 0.0 => f64::INFINITY,
            0.0 => f64::NEG_INFINITY,
            scale => {
                let far = distance / scale;
                weight.ln() - far - scale.ln() - 2.0 * (-far).exp().ln_1p()
            }
        };
        let logs = self.parts.each_ref().map(part);
        let most = logs.into_iter().fold(f64::NEG_INFINITY, f64::max);
        if most.is_infinite() {
            return most;
        }
        most + logs.iter().map(|log| (log - most).exp()).sum::<f64>().ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scales() -> impl Strategy<Value = f64> {
        prop_oneof![4 => 0.01..80.0_f64, 1 => Just(0.0), 1 => 1e-12..1e-6_f64]
    }

    fn means() -> impl Strategy<Value = f64> {
        prop_oneof![
            4 => -300.0..300.0_f64,
            1 => -1e8..1e8_f64,
            1 => -1e-9..1e-9_f64,
            1 => Just(0.0),
            1 => (-40..40_i32).prop_map(|halves| f64::from(halves) / 2.0),
        ]
    }

    fn any() -> impl Strategy<Value = ScoreDistribution> {
        let part = || (0.001..9.0_f64, scales());
        (means(), part(), part(), part())
            .prop_map(|(mean, a, b, c)| ScoreDistribution::new(mean, [a, b, c]).unwrap())
    }

    /// The share of results below a score.
    fn below(of: &ScoreDistribution, score: f64) -> f64 {
        1.0 - of.shifted(-score).black_win_probability()
    }

    proptest! {
        #[test]
        fn chance_and_lead_are_on_one_side(of in any()) {
            let chance = of.black_win_probability();
            prop_assert!((0.0..=1.0).contains(&chance));
            prop_assert_eq!(chance >= 0.5, of.mean() >= 0.0, "{} at {}", chance, of.mean());
            let swapped = of.colors_swapped().black_win_probability();
            prop_assert!((chance + swapped - 1.0).abs() <= f64::EPSILON);
            let (low, high) = of.range();
            let (other_low, other_high) = of.colors_swapped().range();
            prop_assert_eq!((low, high), (-other_high, -other_low));
        }

        #[test]
        fn a_lower_mean_is_no_better(of in any(), less in prop_oneof![0.0..9.0_f64, 0.0..1e-6_f64]) {
            let lower = of.shifted(-less);
            let (chance, less) = (of.black_win_probability(), lower.black_win_probability());
            prop_assert!(less <= chance + f64::EPSILON, "{less} {chance}");
        }

        #[test]
        fn quantiles_are_where_the_share_is_below(of in any(), share in 0.001..0.999_f64) {
            let at = of.quantile(share);
            let scale = of.parts.iter().map(|part| part.1).fold(0.0, f64::max);
            // Arithmetic far from nought cannot tell small distances; a certain score of nought has only this one.
            let little = 1e-9 * scale + 4.0 * f64::EPSILON * of.mean().abs() + f64::MIN_POSITIVE;
            prop_assert!(below(&of, at - little) <= share + 1e-6);
            prop_assert!(below(&of, at + little) >= share - 1e-6);
            let other = of.quantile(1.0 - share);
            let near = 1e-9 * (1.0 + of.mean().abs() + scale);
            prop_assert!((at + other - 2.0 * of.mean()).abs() <= near);
        }

        #[test]
        fn the_range_holds_the_mean_and_moves_with_it(of in any(), halves in -400..400_i32) {
            let (low, high) = of.range();
            let lead = to_half_points(of.mean());
            prop_assert!(low <= lead && lead <= high, "{lead} is not from {low} to {high}");
            // As expectations come: on a grid that sums do not leave.
            let of = ScoreDistribution { mean: (of.mean() % 1e5 * GRID).round() / GRID, ..of };
            let (low, high) = of.range();
            let komi = HalfPoints::from_halves(halves);
            let (lower, higher) = of.shifted(-f64::from(halves) / 2.0).range();
            prop_assert_eq!((lower, higher), (low - komi, high - komi));
        }

        #[test]
        fn densities_are_slopes(of in any(), score in -50.0..50.0_f64) {
            let of = ScoreDistribution { mean: of.mean() % 50.0, ..of };
            if of.parts.iter().all(|&(_, scale)| scale > 0.01) {
                let step = 1e-5;
                let slope = (below(&of, score + step) - below(&of, score - step)) / (2.0 * step);
                prop_assert!((of.log_density(score).exp() - slope).abs() < 1e-4 * (1.0 + slope));
            }
        }
    }

    #[test]
    fn what_is_counted_is_certain() {
        let chance = |lead: f64| ScoreDistribution::certain(lead).black_win_probability();
        assert_eq!([-0.5, 0.0, 0.5].map(chance), [0.0, 0.5, 1.0]);
        let counted = ScoreDistribution::certain(-3.5);
        assert_eq!(counted.range(), (HalfPoints::from_halves(-7), HalfPoints::from_halves(-7)));
        assert_eq!(counted.standard_deviation(), 0.0);
        assert_eq!([0.0, 0.3, 1.0].map(|share| counted.quantile(share)), [-3.5; 3]);
        assert_eq!(counted.log_density(-3.5), f64::INFINITY);
        assert_eq!(counted.log_density(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn one_part_is_a_logistic_distribution() {
        let of = ScoreDistribution::logistic(2.0, 8.0);
        assert!((of.standard_deviation() - 8.0).abs() < 1e-12);
        let scale = 8.0 * 3_f64.sqrt() / PI;
        assert!((of.quantile(0.9) - (2.0 + scale * 9_f64.ln())).abs() < 1e-9);
        assert!((of.black_win_probability() - 1.0 / (1.0 + (-2.0 / scale).exp())).abs() < 1e-15);
        assert_eq!(of.quantile(0.5), 2.0);
        assert_eq!((of.quantile(0.0), of.quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        let one = |mean, weight, scale| {
            ScoreDistribution::new(mean, [(weight, scale), (0.0, 1.0), (0.0, 1.0)])
        };
        assert_eq!(one(1.0, 3.0, 2.0), one(1.0, 1.0, 2.0));
        for (mean, weight, scale) in [
            (f64::NAN, 1.0, 1.0),
            (f64::INFINITY, 1.0, 1.0),
            (0.0, 0.0, 1.0),
            (0.0, -1.0, 1.0),
            (0.0, f64::INFINITY, 1.0),
            (0.0, 1.0, -1.0),
            (0.0, 1.0, f64::NAN),
        ] {
            assert_eq!(one(mean, weight, scale), None, "{mean} {weight} {scale}");
        }
    }
}
