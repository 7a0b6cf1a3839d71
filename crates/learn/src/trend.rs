//! Whether something grows: the regression line through points, and how likely chance alone makes one as
//! steep.

use crate::labels::shuffle;
use aji_judge::Dice;

/// How often the points are dealt anew.
const DEALS: u64 = 20_000;

/// The line through points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trend {
    /// How much y grows with x.
    pub slope: f64,
    /// Where the line is at x = 0.
    pub intercept: f64,
    /// The correlation of x and y.
    pub correlation: f64,
    /// How likely a slope at least as large is if the ys belong to the xs by chance: a permutation test,
    /// one-sided.
    pub p: f64,
}

impl Trend {
    /// Through these points; `None` if there are fewer than three, or all have the same x.
    pub fn of(points: &[(f64, f64)], seed: u64) -> Option<Trend> {
        if points.len() < 3 {
            return None;
        }
        let count = points.len() as f64;
        let mean_x = points.iter().map(|point| point.0).sum::<f64>() / count;
        let mean_y = points.iter().map(|point| point.1).sum::<f64>() / count;
        let spread = |mean: f64, value: fn(&(f64, f64)) -> f64| -> f64 {
            points.iter().map(|point| (value(point) - mean).powi(2)).sum()
        };
        let (spread_x, spread_y) = (spread(mean_x, |one| one.0), spread(mean_y, |one| one.1));
        if spread_x == 0.0 {
            return None;
        }
        // All deals have the same spreads, so the slope is as good as this sum.
        let together = |ys: &[f64]| -> f64 {
            points.iter().zip(ys).map(|(point, y)| (point.0 - mean_x) * (y - mean_y)).sum()
        };
        let mut ys: Vec<f64> = points.iter().map(|point| point.1).collect();
        let found = together(&ys);
        let mut dice = Dice::new(seed, 0);
        // Sums in another order may differ in their last digits.
        let enough = found - 1e-9 * (spread_x * spread_y).sqrt();
        let mut reached = 0;
        for _ in 0..DEALS {
            shuffle(&mut ys, &mut dice);
            reached += u64::from(together(&ys) >= enough);
        }
        let slope = found / spread_x;
        let correlation = if spread_y == 0.0 { 0.0 } else { found / (spread_x * spread_y).sqrt() };
        Some(Trend {
            slope,
            intercept: mean_y - slope * mean_x,
            correlation,
            // What was found is one of the ways to deal.
            p: (reached + 1) as f64 / (DEALS + 1) as f64,
        })
    }

    /// The line at x.
    pub fn at(self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trend(points: &[i32]) -> Trend {
        let points: Vec<(f64, f64)> =
            points.iter().enumerate().map(|(x, &y)| (x as f64, f64::from(y))).collect();
        Trend::of(&points, 1).unwrap()
    }

    #[test]
    fn the_tables_of_the_study_have_no_sure_trend() {
        let one = trend(&[
            14, 17, 32, -1, 15, 26, 26, 14, 5, 35, 8, 44, 44, 23, 8, 26, 14, 29, 23, 20, 26,
        ]);
        assert!((one.slope - 0.417).abs() < 5e-4 && (one.correlation - 0.218).abs() < 5e-4);
        assert!((one.p - 0.17).abs() < 0.01, "{one:?}");
        let two = trend(&[-7, 3, 12, 15, 1, 10, 11]);
        assert!((two.slope - 2.04).abs() < 5e-3 && (two.correlation - 0.568).abs() < 5e-4);
        assert!((two.p - 0.09).abs() < 0.01, "{two:?}");
    }

    #[test]
    fn what_surely_grows_is_told_from_what_does_not() {
        let up = trend(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert!(up.slope == 1.0 && up.intercept == 1.0 && up.p < 1e-3, "{up:?}");
        assert_eq!(up.at(20.0), 21.0);
        let down = trend(&[9, 8, 7, 6, 5, 4, 3, 2, 1]);
        assert!(down.slope == -1.0 && down.p > 0.999, "{down:?}");
        let flat = trend(&[3, 3, 3, 3]);
        assert!(flat.slope == 0.0 && flat.p == 1.0 && flat.correlation == 0.0, "{flat:?}");
        assert_eq!(Trend::of(&[(0.0, 1.0), (1.0, 2.0)], 1), None);
        assert_eq!(Trend::of(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)], 1), None);
    }
}
