//! Probabilities that were counted, and how sure they are.

/// A probability estimated from independent cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The share of the cases.
    pub probability: f64,
    /// How far the share is off, typically. It is never quite zero, as even what happened in all
    /// cases seen so far need not be certain.
    pub standard_error: f64,
}

impl Estimate {
    /// Of what happened in `count` cases of `total`.
    pub(super) fn new(count: usize, total: usize) -> Estimate {
        let total = total as f64;
        // One case more of each kind keeps the error off zero.
        let cautious = (count as f64 + 1.0) / (total + 2.0);
        Estimate {
            probability: count as f64 / total,
            standard_error: (cautious * (1.0 - cautious) / total).sqrt(),
        }
    }
}
