//! How a set of outcomes spreads over Black's lead.

use super::estimate::Estimate;
use aji_rules::{PointSet, Size};

/// How often each lead was met. A lead is Black's points less White's; komi is not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leads {
    /// At each number of Black's points, from none to all.
    counts: Vec<usize>,
    total: usize,
}

impl Leads {
    /// Of Black's points in each outcome.
    pub(super) fn new(size: Size, outcomes: &[PointSet]) -> Leads {
        let mut counts = vec![0; size.area() + 1];
        for outcome in outcomes {
            counts[outcome.len()] += 1;
        }
        Leads { counts, total: outcomes.len() }
    }

    /// Every lead that was met and how often, from White's highest to Black's highest.
    pub fn histogram(&self) -> impl Iterator<Item = (i32, usize)> + '_ {
        let area = self.counts.len() as i32 - 1;
        let leads = (0..).map(move |black: i32| 2 * black - area);
        leads.zip(self.counts.iter().copied()).filter(|&(_, count)| count > 0)
    }

    /// The average lead.
    pub fn mean(&self) -> f64 {
        self.average(f64::from)
    }

    /// How far leads scatter around their mean.
    pub fn standard_deviation(&self) -> f64 {
        // In whole numbers, so that exchanged colours have the same.
        let sum = |value: fn(i64) -> i64| -> i64 {
            self.histogram().map(|(lead, count)| value(lead.into()) * count as i64).sum()
        };
        let total = self.total as i64;
        let squares = total * sum(|lead| lead * lead) - sum(|lead| lead).pow(2);
        (squares as f64).sqrt() / total as f64
    }

    /// The least lead that at least this share of the outcomes (from 0 to 1) does not exceed.
    pub fn quantile(&self, share: f64) -> i32 {
        let wanted = share * self.total as f64;
        let mut met = 0;
        let mut last = 0;
        for (lead, count) in self.histogram() {
            met += count;
            last = lead;
            if met as f64 >= wanted {
                break;
            }
        }
        last
    }

    /// How likely Black leads by more than that many points, komi say.
    pub fn above(&self, threshold: f64) -> Estimate {
        let above = self.histogram().filter(|&(lead, _)| f64::from(lead) > threshold);
        Estimate::new(above.map(|(_, count)| count).sum(), self.total)
    }

    fn average(&self, value: impl Fn(i32) -> f64) -> f64 {
        let sum: f64 = self.histogram().map(|(lead, count)| value(lead) * count as f64).sum();
        sum / self.total as f64
    }
}
