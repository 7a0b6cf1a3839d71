//! How the results of games come to differ from what a model expects.
//!
//! A random field knows only neighbours. It does not know that who is behind takes risks and who is ahead
//! does not, nor that games that get counted are close ones: expected leads melt, and its outcomes
//! differ more in score than games do. Both are measured, for each phase of the game.

use crate::labels::Example;
use crate::measure::territory::black_lead_points;
use aji_judge::Dice;
use aji_judge::territory::phase::{PHASES, phase_shares};
use aji_judge::territory::{Exact, Model, Outcomes, ScoreCalibration};
use aji_rules::HalfPoints;
use rayon::prelude::*;

/// Positions that are measured, at the most.
const POSITIONS: usize = 600;
/// Outcomes a position.
const SAMPLES: usize = 200;
const PARCEL: usize = 16;
/// White's komi in the labelled games. A lead is one with komi: it is around that that games are even.
const KOMI: HalfPoints = HalfPoints::from_halves(13);

/// Sums of products over positions.
#[derive(Clone, Copy, Default)]
struct Sums {
    expected_expected: f64,
    expected_true: f64,
    true_true: f64,
    variance: f64,
}

/// How to correct expected scores, by phase.
pub fn measure(model: &Model, examples: &[Example]) -> [ScoreCalibration; PHASES.len()] {
    let examples = &examples[..examples.len().min(POSITIONS)];
    let parts: Vec<[Sums; PHASES.len()]> =
        examples.par_chunks(PARCEL).map(|parcel| measure_parcel(model, parcel)).collect();
    std::array::from_fn(|phase| {
        let mut sums = Sums::default();
        for part in &parts {
            sums.expected_expected += part[phase].expected_expected;
            sums.expected_true += part[phase].expected_true;
            sums.true_true += part[phase].true_true;
            sums.variance += part[phase].variance;
        }
        sums.score_calibration()
    })
}

impl Sums {
    /// The line through zero that fits true leads best, and what is left of them beside it.
    fn score_calibration(self) -> ScoreCalibration {
        if self.expected_expected <= 0.0 || self.variance <= 0.0 {
            return ScoreCalibration::NONE;
        }
        let kept = (self.expected_true / self.expected_expected).max(0.0);
        let left =
            self.true_true - 2.0 * kept * self.expected_true + kept * kept * self.expected_expected;
        ScoreCalibration { kept, spread: (left.max(0.0) / self.variance).sqrt() }
    }
}

fn measure_parcel(model: &Model, parcel: &[Example]) -> [Sums; PHASES.len()] {
    let mut all = [Sums::default(); PHASES.len()];
    for (index, example) in parcel.iter().enumerate() {
        let size = example.position.size();
        let Ok(mut exact) = Exact::new(size) else { continue };
        let ising = model.ising(&example.position);
        let dice = &mut Dice::new(1, index as u64);
        let (moments, samples) = exact.moments_and_samples(&ising, SAMPLES, dice);
        let Some(outcomes) = Outcomes::new(size, samples) else { continue };
        let lead = |area: f64| black_lead_points(&example.position, area, KOMI);
        let expected = lead(moments.means.values().iter().sum());
        let truth = lead(example.owner.values().iter().map(|&owner| f64::from(owner)).sum());
        let deviation = outcomes.leads().standard_deviation();
        for (sums, share) in all.iter_mut().zip(phase_shares(&example.position)) {
            sums.expected_expected += share * expected * expected;
            sums.expected_true += share * expected * truth;
            sums.true_true += share * truth * truth;
            sums.variance += share * deviation * deviation;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_lead_is_kept_where_half_was_kept() {
        // Leads of 4 and -4 that end as 3 and -1, where the deviation of the model is 1.
        let sums =
            Sums { expected_expected: 32.0, expected_true: 16.0, true_true: 10.0, variance: 2.0 };
        assert_eq!(sums.score_calibration(), ScoreCalibration { kept: 0.5, spread: 1.0 });
        assert_eq!(Sums::default().score_calibration(), ScoreCalibration::NONE);
    }
}
