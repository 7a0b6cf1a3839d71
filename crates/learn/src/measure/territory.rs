//! How well somebody predicts who will own each point.
//!
//! A judge gives for every point the probability that it is Black's in the end. What became of the
//! point is 1, 0, or a half for neutral points, which do not count for accuracy. Cross entropy,
//! squared error and calibration are means over the points of a board, and then over the boards.

use crate::labels::Example;
use crate::stats::{self, Calibration, Forecast, Interval};
use aji_rules::{Color, Field, HalfPoints, Position};

/// How well one position was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The mean over the points.
    pub cross_entropy: f64,
    /// The mean over the points.
    pub brier: f64,
    /// All points, in bins.
    pub calibration: Calibration,
    /// How many points were given to the right side, halves for those given to none.
    pub right_points: f64,
    /// How many points somebody owned in the end.
    pub owned_points: usize,
    /// How many points there are.
    pub points: usize,
    /// How far the expected area score is from the true one, in points.
    pub score_error_points: f64,
    /// Whether the player who was expected to win did; `None` for a draw.
    pub winner_is_right: Option<bool>,
}

/// What a point should have been thought: Black's probability of owning it.
pub(super) fn target(owner: i8) -> f64 {
    (f64::from(owner) + 1.0) / 2.0
}

impl Score {
    /// Compares each point's probability to be Black's with its owner. The board must be the
    /// example's; White's komi decides who was expected to win.
    pub fn of(example: &Example, black_probabilities: &Field<f64>, komi: HalfPoints) -> Score {
        let points = example.owner.size().area();
        let mut score = Score {
            cross_entropy: 0.0,
            brier: 0.0,
            calibration: Calibration::default(),
            right_points: 0.0,
            owned_points: 0,
            points,
            score_error_points: 0.0,
            winner_is_right: None,
        };
        let (mut expected, mut true_score) = (0.0, 0.0);
        for (point, &owner) in example.owner.iter() {
            let probability = black_probabilities[point];
            let forecast = Forecast { probability, target: target(owner) };
            score.cross_entropy += forecast.log_loss() / points as f64;
            score.brier += forecast.brier() / points as f64;
            score.calibration.add(forecast);
            score.right_points += forecast.credit().unwrap_or_default();
            score.owned_points += usize::from(owner != 0);
            expected += 2.0 * probability - 1.0;
            true_score += f64::from(owner);
        }
        score.score_error_points = (expected - true_score).abs();
        let lead = black_lead_points(&example.position, expected, komi);
        let expected_winner = if lead > 0.0 { Color::Black } else { Color::White };
        score.winner_is_right = example.winner.map(|winner| winner == expected_winner);
        score
    }
}

/// By how much Black is expected to win by territory counting, given the area that is expected to be
/// Black's beyond White's.
///
/// Territory is area less the stones that one has played, whatever became of them. So Black's lead by
/// territory is the lead by area, less the stones that Black plays more than White until the end: as
/// many as so far, and half a stone for whoever is to play, who plays one more or as many.
pub fn black_lead_points(position: &Position, black_area_lead: f64, komi: HalfPoints) -> f64 {
    let (stones, captures) = (position.stone_count(), position.captures());
    let black_played = f64::from(stones.black + captures.white);
    let white_played = f64::from(stones.white + captures.black);
    let to_come = 0.5 * f64::from(position.to_play().sign());
    let komi = 0.5 * f64::from(komi.halves());
    black_area_lead - (black_played - white_played + to_come) - komi
}

/// How well many positions were judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// How many.
    pub positions: usize,
    /// The share of owned points that were given to the right side; `None` if nobody owns any.
    pub accuracy: Option<f64>,
    /// The mean over the positions; ln 2 if nobody knows anything.
    pub cross_entropy: f64,
    /// Where it would be with other games: a bootstrap over the positions.
    pub cross_entropy_interval: Interval,
    /// The mean squared error.
    pub brier: f64,
    /// All points, in bins.
    pub calibration: Calibration,
    /// How far the expected area score is from the true one on average.
    pub score_error_points: f64,
    /// The share of decided games whose winner was expected; `None` if all are draws.
    pub winner_accuracy: Option<f64>,
    /// Where it would be with other games, by Wilson.
    pub winner_interval: Interval,
    /// The share of points that nobody owned.
    pub neutral_share: f64,
}

impl Measured {
    /// Of these; `None` if there are none. The seed is the bootstrap's.
    pub fn of(scores: &[Score], seed: u64) -> Option<Measured> {
        let entropies: Vec<f64> = scores.iter().map(|score| score.cross_entropy).collect();
        let cross_entropy_interval = stats::bootstrap_mean(&entropies, seed)?;
        let sum = |part: fn(&Score) -> f64| scores.iter().map(part).sum::<f64>();
        let mean = |part: fn(&Score) -> f64| sum(part) / scores.len() as f64;
        let mut calibration = Calibration::default();
        scores.iter().for_each(|score| calibration.merge(&score.calibration));
        let owned = sum(|score| score.owned_points as f64);
        let decided = || scores.iter().filter_map(|score| score.winner_is_right);
        let (right, all) = (decided().filter(|right| *right).count(), decided().count());
        Some(Measured {
            positions: scores.len(),
            accuracy: (owned > 0.0).then(|| sum(|score| score.right_points) / owned),
            cross_entropy: mean(|score| score.cross_entropy),
            cross_entropy_interval,
            brier: mean(|score| score.brier),
            calibration,
            score_error_points: mean(|score| score.score_error_points),
            winner_accuracy: (all > 0).then(|| right as f64 / all as f64),
            winner_interval: stats::wilson(right as u64, all as u64),
            neutral_share: 1.0 - owned / sum(|score| score.points as f64),
        })
    }
}
