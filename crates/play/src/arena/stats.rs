//! How sure one can be of a match's figures. Intervals are for 95 %.

use serde::{Serialize, Serializer};

/// So many standard deviations to either side are 95 %.
pub const DEVIATIONS: f64 = 1.959_964;

/// To four decimals, so that machines that round differently agree; zero has no sign.
pub(super) fn rounded<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((number * 1e4).round() / 1e4 + 0.0)
}

pub(super) fn rounded_if_any<S: Serializer>(
    number: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => rounded(number, serializer),
        None => serializer.serialize_none(),
    }
}

/// Where a figure lies with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Hardly less.
    #[serde(serialize_with = "rounded")]
    pub low: f64,
    /// Hardly more.
    #[serde(serialize_with = "rounded")]
    pub high: f64,
}

/// Wilson's interval for the share that a player got of so many games; draws are halves, which makes
/// it a little too wide.
pub fn wilson(share: f64, games: usize) -> Interval {
    if games == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let games = games as f64;
    let square = DEVIATIONS * DEVIATIONS;
    let scale = 1.0 + square / games;
    let middle = (share + square / (2.0 * games)) / scale;
    let variance = share * (1.0 - share) / games + square / (4.0 * games * games);
    let reach = DEVIATIONS * variance.sqrt() / scale;
    // Rounding must not shut out a share of exactly 0 or 1.
    Interval { low: (middle - reach).clamp(0.0, share), high: (middle + reach).clamp(share, 1.0) }
}

/// The mean of some values and how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    #[serde(serialize_with = "rounded")]
    pub mean: f64,
    /// How far it is off, typically; one value alone does not tell.
    #[serde(serialize_with = "rounded_if_any")]
    pub standard_error: Option<f64>,
    /// Of so many values.
    pub count: usize,
}

impl Mean {
    /// `None` without values.
    pub fn of(values: &[f64]) -> Option<Mean> {
        let count = values.len();
        if count == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let standard_error =
            (count > 1).then(|| (squares / (count - 1) as f64 / count as f64).sqrt());
        Some(Mean { mean, standard_error, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_cases() {
        let half = wilson(0.5, 100);
        assert!((half.low - 0.4038).abs() < 1e-4 && (half.high - 0.5962).abs() < 1e-4);
        assert_eq!(wilson(1.0, 10).high, 1.0);
        assert!((wilson(1.0, 10).low - 0.7225).abs() < 1e-4);
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert_eq!(mean.mean, 2.5);
        assert!((mean.standard_error.unwrap() - 0.6455).abs() < 1e-4);
        assert_eq!(Mean::of(&[7.0]).unwrap().standard_error, None);
        assert_eq!(Mean::of(&[]), None);
    }
}
