//! What every measurement uses: how good probabilities are, and how sure we can be of a figure.
//!
//! Intervals are for 95 %.

use aji_judge::Dice;
use aji_play::arena;
pub use aji_play::arena::Interval;

/// A probability of zero or one that does not come true would cost infinitely much; in logarithms
/// none is nearer to them than this.
pub const LEAST_PROBABILITY: f64 = 1e-6;
/// The bins of a calibration. Odd, so that "nobody knows" is the middle of one and exchanging the
/// colours mirrors them.
pub const BINS: usize = 15;
/// How often a bootstrap draws.
pub const RESAMPLES: usize = 1000;

/// What was thought how likely, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// From 0 to 1.
    pub probability: f64,
    /// What it should have been: 1 if it came true, 0 if not, a half if neither can be said.
    pub target: f64,
}

impl Forecast {
    /// The cross entropy of what became of it: ln 2 for "nobody knows", less is better.
    pub fn log_loss(self) -> f64 {
        let probability = self.probability.clamp(LEAST_PROBABILITY, 1.0 - LEAST_PROBABILITY);
        -(self.target * probability.ln() + (1.0 - self.target) * (1.0 - probability).ln())
    }

    /// The square of the error: a quarter for "nobody knows", less is better.
    pub fn brier(self) -> f64 {
        (self.probability - self.target).powi(2)
    }

    /// 1 if the likelier side came true, 0 if the other did, a half if no side was likelier; `None`
    /// where neither can be said to have come true.
    pub fn credit(self) -> Option<f64> {
        let side = |value: f64| value.total_cmp(&0.5) as i8;
        match (side(self.probability), side(self.target)) {
            (_, 0) => None,
            (0, _) => Some(0.5),
            (thought, came) => Some(f64::from(u8::from(thought == came))),
        }
    }
}

/// Forecasts of about the same probability.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// How many.
    pub count: u64,
    /// The sum of what was thought.
    pub probabilities: f64,
    /// The sum of what came true.
    pub targets: f64,
}

impl Bin {
    /// What was thought on average and how much of it came true; `None` if there is no forecast.
    pub fn means(&self) -> Option<(f64, f64)> {
        let count = self.count as f64;
        (self.count > 0).then(|| (self.probabilities / count, self.targets / count))
    }
}

/// Forecasts in bins of equal width: of those of 70 %, do 70 % come true?
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    bins: Vec<Bin>,
}

impl Default for Calibration {
    fn default() -> Calibration {
        Calibration::new(BINS)
    }
}

impl Calibration {
    /// With so many bins, at least one.
    pub fn new(bins: usize) -> Calibration {
        Calibration { bins: vec![Bin::default(); bins.max(1)] }
    }

    /// Adds a forecast.
    pub fn add(&mut self, forecast: Forecast) {
        let last = self.bins.len() - 1;
        // What is not a number ends in the first bin.
        let index = (forecast.probability * self.bins.len() as f64) as usize;
        let bin = &mut self.bins[index.min(last)];
        bin.count += 1;
        bin.probabilities += forecast.probability;
        bin.targets += forecast.target;
    }

    /// Adds all that another, with as many bins, was given.
    pub fn merge(&mut self, other: &Calibration) {
        for (bin, other) in self.bins.iter_mut().zip(&other.bins) {
            bin.count += other.count;
            bin.probabilities += other.probabilities;
            bin.targets += other.targets;
        }
    }

    /// The bins from 0 to 1, for a chart.
    pub fn bins(&self) -> &[Bin] {
        &self.bins
    }

    /// The expected calibration error: how far thoughts are from what came true, averaged over the
    /// forecasts.
    pub fn error(&self) -> f64 {
        let count: u64 = self.bins.iter().map(|bin| bin.count).sum();
        let off: f64 = self.bins.iter().map(|bin| (bin.probabilities - bin.targets).abs()).sum();
        off / count.max(1) as f64
    }
}

/// How often what came true was thought likelier than what did not, over all such pairs; equal
/// thoughts count half. `None` if there is no pair. Forecasts of which neither can be said are left
/// aside.
pub fn auc(forecasts: &[Forecast]) -> Option<f64> {
    let mut sorted: Vec<(f64, bool)> = forecasts
        .iter()
        .filter(|forecast| forecast.target != 0.5)
        .map(|forecast| (forecast.probability, forecast.target > 0.5))
        .collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut below, mut wins, mut true_count) = (0.0, 0.0, 0.0);
    for equal in sorted.chunk_by(|a, b| a.0 == b.0) {
        let came = equal.iter().filter(|(_, came_true)| *came_true).count() as f64;
        let not = equal.len() as f64 - came;
        wins += came * (below + not / 2.0);
        below += not;
        true_count += came;
    }
    let pairs = below * true_count;
    (pairs > 0.0).then(|| wins / pairs)
}

/// Wilson's interval for a share, sensible also near 0 and 1 and for few trials.
pub fn wilson(successes: u64, trials: u64) -> Interval {
    arena::wilson(successes as f64 / trials.max(1) as f64, trials as usize)
}

/// The interval of a figure by drawing as many items again and again, with replacement: `figure`
/// gets the drawn items' indices. `None` without items.
pub fn bootstrap(items: usize, seed: u64, figure: impl Fn(&[usize]) -> f64) -> Option<Interval> {
    let bound = u32::try_from(items).ok().filter(|&bound| bound > 0)?;
    let mut drawn = vec![0; items];
    let mut figures: Vec<f64> = (0..RESAMPLES as u64)
        .map(|resample| {
            let mut dice = Dice::new(seed, resample);
            drawn.fill_with(|| dice.below(bound) as usize);
            figure(&drawn)
        })
        .collect();
    figures.sort_by(f64::total_cmp);
    Some(Interval { low: quantile(&figures, 0.025), high: quantile(&figures, 0.975) })
}

/// The [`bootstrap`] interval of a mean.
pub fn bootstrap_mean(values: &[f64], seed: u64) -> Option<Interval> {
    bootstrap(values.len(), seed, |drawn| {
        drawn.iter().map(|&index| values[index]).sum::<f64>() / drawn.len() as f64
    })
}

/// McNemar's test of two who judged the same things: could the one be right as often as the other?
///
/// Only things count that one of them alone judged rightly. If both are equally good, such a thing is
/// the one's or the other's like heads or tails, so the test is exact: no approximation is needed for
/// few things, nor does it go wrong far out in the tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct McNemar {
    /// How many things the first alone judged rightly.
    pub only_first: u64,
    /// How many things the second alone judged rightly.
    pub only_second: u64,
}

impl McNemar {
    /// Of who was right, thing by thing: the first and the second.
    pub fn of(rights: impl IntoIterator<Item = (bool, bool)>) -> McNemar {
        let mut test = McNemar { only_first: 0, only_second: 0 };
        for (first, second) in rights {
            test.only_first += u64::from(first && !second);
            test.only_second += u64::from(second && !first);
        }
        test
    }

    /// The decimal logarithm of how likely a difference at least as large is, either way, if both are
    /// equally good. The probability itself may be less than the least number there is.
    pub fn log10_p(self) -> f64 {
        let (less, all) =
            (self.only_first.min(self.only_second), self.only_first + self.only_second);
        // How many ways there are to choose `less` of all, and how many times as many for fewer, too.
        let log_ways: f64 =
            (1..=less).map(|chosen| ((all - less + chosen) as f64 / chosen as f64).ln()).sum();
        let fewer = (1..=less)
            .fold(1.0, |sum, chosen| 1.0 + sum * chosen as f64 / (all - chosen + 1) as f64);
        let log_p = log_ways + f64::ln(fewer) - (all as f64 - 1.0) * std::f64::consts::LN_2;
        // Where neither is ahead the two tails overlap.
        log_p.min(0.0) / std::f64::consts::LN_10
    }

    /// That probability; where it is too small for a number, the least number that is not zero.
    pub fn p(self) -> f64 {
        10_f64.powf(self.log10_p()).max(f64::MIN_POSITIVE)
    }
}

/// Which value has this share of the sorted ones below it; in between two where need be.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + place.fract() * (above - below)
}

/// A mean with the standard deviation it would have if all were measured anew.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its standard error; zero for a single value, of which nothing is known.
    pub standard_error: f64,
}

impl Mean {
    /// Of these values; `None` if there are none.
    pub fn of(values: &[f64]) -> Option<Mean> {
        if values.is_empty() {
            return None;
        }
        let count = values.len() as f64;
        let value = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|other| (other - value).powi(2)).sum();
        let variance = squares / (count - 1.0).max(1.0);
        Some(Mean { value, standard_error: (variance / count).sqrt() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    fn forecast(probability: f64, target: f64) -> Forecast {
        Forecast { probability, target }
    }

    #[test]
    fn single_forecasts_by_hand() {
        assert!(close(forecast(0.5, 0.0).log_loss(), std::f64::consts::LN_2));
        assert!(close(forecast(0.8, 1.0).log_loss(), 0.223144));
        assert!(close(forecast(0.8, 0.5).log_loss(), 0.916291));
        assert!(close(forecast(0.0, 1.0).log_loss(), 13.815511));
        assert!(close(forecast(0.8, 1.0).brier(), 0.04));
        let credits = [(0.8, 1.0), (0.8, 0.0), (0.3, 0.0), (0.5, 1.0), (0.8, 0.5)];
        let credits = credits.map(|(probability, target)| forecast(probability, target).credit());
        assert_eq!(credits, [Some(1.0), Some(0.0), Some(1.0), Some(0.5), None]);
    }

    #[test]
    fn calibration_by_hand() {
        let mut calibration = Calibration::new(10);
        for (probability, target) in [(0.05, 0.0), (0.05, 1.0), (1.0, 1.0)] {
            calibration.add(forecast(probability, target));
        }
        // Two forecasts are off by 0.45 on average, one by nothing.
        assert!(close(calibration.error(), 0.3));
        assert_eq!(calibration.bins()[9].means(), Some((1.0, 1.0)));
        assert_eq!(calibration.bins()[5].means(), None);
        let mut twice = calibration.clone();
        twice.merge(&calibration);
        assert!(close(twice.error(), 0.3));
        assert_eq!(Calibration::default().error(), 0.0);
    }

    #[test]
    fn the_area_under_the_curve_by_hand() {
        let forecasts = [(0.8, 1.0), (0.5, 1.0), (0.5, 0.0), (0.2, 0.0), (0.9, 0.5)]
            .map(|(p, t)| forecast(p, t));
        // Of the four pairs three are in order and one is even.
        assert_eq!(auc(&forecasts), Some(0.875));
        assert_eq!(auc(&forecasts[..2]), None);
    }

    #[test]
    fn wilson_by_hand() {
        let interval = wilson(8, 10);
        assert!(close(interval.low, 0.490162) && close(interval.high, 0.943318), "{interval:?}");
        assert_eq!(wilson(0, 0), Interval { low: 0.0, high: 1.0 });
        assert!(wilson(0, 10).low == 0.0 && wilson(10, 10).high == 1.0);
    }

    #[test]
    fn mcnemar_by_hand() {
        let test = |only_first, only_second| McNemar { only_first, only_second };
        // Tails of a coin thrown five and ten times, both ways: 2/32 and 2 (1 + 10) / 1024.
        assert!(close(test(0, 5).p(), 0.0625));
        assert!(close(test(1, 9).p(), 0.021484375));
        assert!(close(test(9, 1).p(), 0.021484375));
        for even in [test(0, 0), test(0, 1), test(2, 3), test(700, 700)] {
            assert!(close(even.p(), 1.0), "{even:?}: {}", even.p());
        }
        // The normal approximation with its correction for continuity: 199 / sqrt 4000 deviations.
        assert!((test(1900, 2100).p() - 0.00165).abs() < 5e-5, "{}", test(1900, 2100).p());
        // 2^-5999 is no number any more, but not impossible.
        assert!((test(6000, 0).log10_p() + 5999.0 * 2_f64.log10()).abs() < 1e-6);
        assert!(test(6000, 0).p() > 0.0);
        let rights = [(true, false), (true, true), (false, true), (true, false), (false, false)];
        assert_eq!(McNemar::of(rights), test(2, 1));
    }

    #[test]
    fn a_mean_by_hand() {
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        // The variance is 5/3.
        assert!(close(mean.value, 2.5) && close(mean.standard_error, 0.645497));
        assert_eq!(Mean::of(&[7.0]), Some(Mean { value: 7.0, standard_error: 0.0 }));
        assert_eq!(Mean::of(&[]), None);
    }

    #[test]
    fn a_bootstrap_is_as_wide_as_the_standard_error_says() {
        let mut dice = Dice::new(5, 0);
        let values: Vec<f64> = (0..400).map(|_| dice.unit()).collect();
        let mean = Mean::of(&values).unwrap();
        let interval = bootstrap_mean(&values, 1).unwrap();
        let width = 2.0 * 1.96 * mean.standard_error;
        assert!((interval.high - interval.low - width).abs() < 0.1 * width, "{interval:?}");
        assert!(interval.low < mean.value && mean.value < interval.high);
        assert_eq!(bootstrap_mean(&values, 1), Some(interval));
        assert_ne!(bootstrap_mean(&values, 2), Some(interval));
        assert_eq!(bootstrap_mean(&[], 1), None);
        assert_eq!(bootstrap_mean(&[3.0; 5], 1), Some(Interval { low: 3.0, high: 3.0 }));
    }

    fn forecasts() -> impl Strategy<Value = Vec<Forecast>> {
        let target = prop::sample::select(vec![0.0, 0.5, 1.0]);
        prop::collection::vec((0.0..=1.0, target).prop_map(|(p, t)| forecast(p, t)), 1..60)
    }

    proptest! {
        #[test]
        fn exchanging_the_sides_changes_nothing(forecasts in forecasts()) {
            let others: Vec<Forecast> =
                forecasts.iter().map(|f| forecast(1.0 - f.probability, 1.0 - f.target)).collect();
            for (one, other) in forecasts.iter().zip(&others) {
                prop_assert!(close(one.log_loss(), other.log_loss()));
                prop_assert!(close(one.brier(), other.brier()));
                prop_assert_eq!(one.credit(), other.credit());
            }
            if let (Some(one), Some(other)) = (auc(&forecasts), auc(&others)) {
                prop_assert!(close(one, other));
            }
            let error = |forecasts: &[Forecast]| {
                let mut calibration = Calibration::default();
                forecasts.iter().for_each(|&forecast| calibration.add(forecast));
                calibration.error()
            };
            prop_assert!(close(error(&forecasts), error(&others)));
            prop_assert!((0.0..=1.0).contains(&error(&forecasts)));
        }

        #[test]
        fn the_order_alone_makes_the_area(forecasts in forecasts()) {
            let squeezed: Vec<Forecast> =
                forecasts.iter().map(|f| forecast(0.2 + f.probability / 2.0, f.target)).collect();
            prop_assert_eq!(auc(&forecasts), auc(&squeezed));
        }

        #[test]
        fn wilson_holds_the_share_and_mirrors(trials in 1_u64..500, part in 0.0..=1.0) {
            let successes = (part * trials as f64) as u64;
            let interval = wilson(successes, trials);
            let share = successes as f64 / trials as f64;
            prop_assert!(0.0 <= interval.low && interval.low <= share);
            prop_assert!(share <= interval.high && interval.high <= 1.0);
            let mirrored = wilson(trials - successes, trials);
            prop_assert!(close(interval.low, 1.0 - mirrored.high));
        }
    }
}
