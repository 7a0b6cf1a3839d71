//! How good whole judgements are: scores with their ranges, and chances of winning.

use crate::labels::Example;
use crate::stats::{Calibration, Forecast, Interval, bootstrap_mean, wilson};
use aji_judge::judgement::{Judge, JudgeError, Judgement, Question};
use aji_judge::territory::{Inference, Model};
use aji_rules::scoring::Terms;
use aji_rules::{Color, HalfPoints, RuleSet};
use rayon::prelude::*;

/// Positions share a workspace in parcels of this many.
const PARCEL: usize = 16;

/// How one judgement turned out.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How far the score was from the recorded one; `None` if the record does not tell.
    pub score_error_points: Option<f64>,
    /// Whether the recorded score was within the range that should hold four in five.
    pub is_within: Option<bool>,
    /// Black's chance and who won.
    pub win: Forecast,
}

impl Outcome {
    fn of(judgement: &Judgement, example: &Example) -> Outcome {
        let score = judgement.score;
        let won = match example.winner {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        };
        let points = |lead: HalfPoints| f64::from(lead.halves()) / 2.0;
        Outcome {
            score_error_points: example
                .black_lead
                .map(|lead| (points(lead) - score.black_lead).abs()),
            is_within: example.black_lead.map(|lead| (score.low..=score.high).contains(&lead)),
            win: Forecast { probability: judgement.black_win_probability, target: won },
        }
    }
}

/// Judges every example, in the examples' order: the same for any number of threads. `on_each` is
/// called, in no order, when one is done.
pub fn outcomes(
    model: &Model,
    inference: Inference,
    examples: &[Example],
    (rules, komi): (RuleSet, HalfPoints),
    on_each: impl Fn() + Sync,
) -> Result<Vec<Outcome>, JudgeError> {
    let parcels: Result<Vec<Vec<Outcome>>, JudgeError> = examples
        .par_chunks(PARCEL)
        .map(|parcel| {
            let mut judge = Judge::new(model.clone(), inference);
            parcel
                .iter()
                .map(|example| {
                    let question = Question {
                        position: &example.position,
                        rules: rules.into(),
                        terms: Terms { komi, ..Terms::default() },
                        is_over: false,
                        recent: example.recent,
                    };
                    let judgement = judge.judge(&question)?;
                    on_each();
                    Ok(Outcome::of(&judgement, example))
                })
                .collect()
        })
        .collect();
    Ok(parcels?.into_iter().flatten().collect())
}

/// How good many judgements are.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredJudgements {
    /// How many.
    pub positions: usize,
    /// How far scores are from the recorded ones on average.
    pub score_error_points: f64,
    /// The share of recorded scores within the range that should hold 80 %, and how sure that is.
    pub within: (f64, Interval),
    /// The share of games won by the likelier winner, and how sure that is.
    pub winner_accuracy: (f64, Interval),
    /// The cross entropy of the chances of winning, and how sure that is.
    pub win_log_loss: (f64, Interval),
    /// The mean squared error of the chances.
    pub win_brier: f64,
    /// The chances in bins.
    pub win_calibration: Calibration,
}

impl MeasuredJudgements {
    /// Of these; `None` if there are none. The seed is the bootstrap's.
    pub fn of(outcomes: &[Outcome], seed: u64) -> Option<MeasuredJudgements> {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let errors: Vec<f64> =
            outcomes.iter().filter_map(|outcome| outcome.score_error_points).collect();
        let within: Vec<bool> = outcomes.iter().filter_map(|outcome| outcome.is_within).collect();
        let held = within.iter().filter(|&&is_within| is_within).count() as u64;
        let credits: Vec<f64> = outcomes.iter().filter_map(|o| o.win.credit()).collect();
        let losses: Vec<f64> = outcomes.iter().map(|outcome| outcome.win.log_loss()).collect();
        let briers: Vec<f64> = outcomes.iter().map(|outcome| outcome.win.brier()).collect();
        let mut win_calibration = Calibration::default();
        outcomes.iter().for_each(|outcome| win_calibration.add(outcome.win));
        let right = credits.iter().sum::<f64>().round() as u64;
        Some(MeasuredJudgements {
            positions: outcomes.len(),
            score_error_points: mean(&errors),
            within: (held as f64 / within.len().max(1) as f64, wilson(held, within.len() as u64)),
            winner_accuracy: (mean(&credits), wilson(right, credits.len() as u64)),
            win_log_loss: (mean(&losses), bootstrap_mean(&losses, seed)?),
            win_brier: mean(&briers),
            win_calibration,
        })
    }
}
