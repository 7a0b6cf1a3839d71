//! What a study claims, and whether we find it too.

use aji_learn::stats::{Interval, bootstrap_mean};
use serde::Serialize;
use std::fmt;

/// A claim with our finding.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// What the study says.
    pub says: String,
    /// What we found, in numbers.
    pub found: String,
    /// Whether that is what the study says.
    pub is_reproduced: bool,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_reproduced { "reproduced" } else { "not reproduced" };
        write!(f, "- {}: **{verdict}** ({}).", self.says, self.found)
    }
}

/// The mean of differences between two things measured on the same positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean.
    pub mean: f64,
    /// Where it would be on other positions, with 95 % confidence.
    pub interval: Interval,
}

impl Difference {
    /// How much larger `one` is than `other`, position by position; `None` without positions.
    pub fn of(one: &[f64], other: &[f64], seed: u64) -> Option<Difference> {
        let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
        let interval = bootstrap_mean(&differences, seed)?;
        let mean = differences.iter().sum::<f64>() / differences.len() as f64;
        Some(Difference { mean, interval })
    }

    /// Whether it is surely above zero.
    pub fn is_positive(self) -> bool {
        self.interval.low > 0.0
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.interval;
        write!(f, "{:+.4}, {low:+.4} to {high:+.4}", self.mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_sure_or_not() {
        let (more, less) = ([2.0, 3.0, 4.0, 2.5], [1.0, 1.5, 2.0, 2.0]);
        assert!(Difference::of(&more, &less, 1).unwrap().is_positive());
        assert!(!Difference::of(&less, &more, 1).unwrap().is_positive());
        let mixed = Difference::of(&[1.0, -1.0, 2.0, -2.0], &[0.0; 4], 1).unwrap();
        assert!(!mixed.is_positive());
        assert_eq!(mixed.mean, 0.0);
        assert_eq!(Difference::of(&[], &[], 1), None);
    }

    #[test]
    fn claims_say_whether_they_hold() {
        let claim = |is_reproduced| Claim {
            says: "a is more than b".to_string(),
            found: "by 2".to_string(),
            is_reproduced,
        };
        assert_eq!(claim(true).to_string(), "- a is more than b: **reproduced** (by 2).");
        assert_eq!(claim(false).to_string(), "- a is more than b: **not reproduced** (by 2).");
    }
}
