//! How users write when a search is over: `400` or `1.5s`.

use super::Budget;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The most visits that can be asked for: as many positions as a tree holds if nothing is said.
pub const MOST_VISITS: u32 = 100_000;
/// The longest time that can be asked for, in seconds: nobody waits longer for a move.
pub const LONGEST: f64 = 3_600.0;

/// A text that is no budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is neither a number from 1 to {MOST_VISITS} nor seconds, such as 1.5s, up to {LONGEST}s"
)]
pub struct UnknownBudget(String);

impl FromStr for Budget {
    type Err = UnknownBudget;

    fn from_str(text: &str) -> Result<Budget, UnknownBudget> {
        let found = match text.strip_suffix('s') {
            None => text
                .parse()
                .ok()
                .filter(|visits| (1..=MOST_VISITS).contains(visits))
                .map(Budget::Visits),
            Some(seconds) => seconds
                .parse()
                .ok()
                .filter(|&seconds| seconds > 0.0 && seconds <= LONGEST)
                .map(|seconds| Budget::Time(Duration::from_secs_f64(seconds))),
        };
        found.ok_or_else(|| UnknownBudget(text.to_string()))
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Visits(visits) => write!(f, "{visits}"),
            Budget::Time(time) => write!(f, "{}s", time.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read_and_written() {
        for text in ["1", "400", "0.05s", "2s"] {
            assert_eq!(text.parse::<Budget>().unwrap().to_string(), text);
        }
        for text in ["", "0", "s", "0s", "-1s", "infs", "NaNs", "100001", "3601s", "4 s"] {
            let error = text.parse::<Budget>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}` is neither a number")), "{error}");
        }
    }
}
