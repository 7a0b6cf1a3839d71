//! How good whole judgements are: scores with their ranges, and chances of winning.

use super::score::CountedGame;
use crate::cells;
use crate::labels::Example;
use crate::report::Cell;
use crate::stats::{Calibration, Forecast, bootstrap_mean, wilson};
use aji_judge::judgement::{Explainer, JudgeError, Judgement, Question, Recent};
use aji_rules::scoring::Terms;
use aji_rules::{Color, HalfPoints, Position, RuleSet};
use rayon::prelude::*;
use std::fmt;

/// Positions share a workspace in parcels of this many.
const PARCEL: usize = 16;
/// Of a game so many positions are judged, spread over it, and its last one.
const A_GAME: usize = 4;
/// Who is ahead by a point for every so many points of the board is far ahead.
const LOPSIDED: f64 = 12.0;

/// A position and how its game ended.
#[derive(Clone, Debug)]
pub struct Case {
    /// What was on the board.
    pub position: Position,
    /// How it was counted.
    pub rules: RuleSet,
    /// Komi and handicap.
    pub terms: Terms,
    /// The moves that led there.
    pub recent: Recent,
    /// Whether it is the game's last position.
    pub is_last: bool,
    /// Who won by the record; `None` for a draw.
    pub winner: Option<Color>,
    /// By how much Black won by the record, below zero for White; `None` if it is not told.
    pub black_lead: Option<HalfPoints>,
}

impl Case {
    /// A position of a labelled game.
    pub fn of_example(example: &Example, rules: RuleSet, komi: HalfPoints) -> Case {
        let Example { position, recent, winner, black_lead, .. } = example;
        Case {
            position: position.clone(),
            rules,
            terms: Terms { komi, ..Terms::default() },
            recent: *recent,
            is_last: false,
            winner: *winner,
            black_lead: *black_lead,
        }
    }

    /// Positions of a counted game, spread over it, and its last one.
    pub fn of_game(counted: &CountedGame) -> Vec<Case> {
        let CountedGame { game, rules, komi, black_lead } = counted;
        let moves = game.steps().len();
        let spread = (0..A_GAME).map(|nth| moves * (2 * nth + 1) / (2 * A_GAME));
        let case = |after: usize| {
            let position = game.position_after(after);
            Case {
                recent: Recent::of_steps(&game.steps()[..after], position.to_play()),
                position,
                rules: *rules,
                terms: Terms { komi: *komi, ..game.terms() },
                is_last: after == moves,
                winner: aji_rules::Outcome::from_black_lead(*black_lead).winner(),
                black_lead: Some(*black_lead),
            }
        };
        spread.chain([moves]).map(case).collect()
    }
}

/// Games and positions in which a range may be wrong for reasons of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A game without handicap, in the middle of which nobody is judged to be far ahead.
    Even,
    /// A game with handicap, in the middle.
    Handicap,
    /// A game without, and somebody is judged to be far ahead.
    Lopsided,
    /// The last position of any game.
    Finished,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Even => "even",
            Kind::Handicap => "handicap",
            Kind::Lopsided => "lopsided",
            Kind::Finished => "finished",
        })
    }
}

/// How one judgement turned out.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What it was about.
    pub kind: Kind,
    /// How far the score was from the recorded one; `None` if the record does not tell.
    pub score_error_points: Option<f64>,
    /// Whether the recorded score was within the range that should hold four in five.
    pub is_within: Option<bool>,
    /// Black's chance and who won.
    pub win: Forecast,
}

impl Outcome {
    fn of(judgement: &Judgement, case: &Case) -> Outcome {
        let score = judgement.score;
        let won = match case.winner {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        };
        let far = case.position.size().area() as f64 / LOPSIDED;
        let kind = match () {
            () if case.is_last => Kind::Finished,
            () if case.terms.handicap > 0 => Kind::Handicap,
            () if score.black_lead.abs() > far => Kind::Lopsided,
            () => Kind::Even,
        };
        let points = |lead: HalfPoints| f64::from(lead.halves()) / 2.0;
        Outcome {
            kind,
            score_error_points: case.black_lead.map(|lead| (points(lead) - score.black_lead).abs()),
            is_within: case.black_lead.map(|lead| (score.low..=score.high).contains(&lead)),
            win: Forecast { probability: judgement.black_win_probability, target: won },
        }
    }
}

/// Judges every case, in their order: the same for any number of threads. `judge` makes a judge, `on_each` is called,
/// in no order, when a case is done.
pub fn outcomes(
    judge: impl Fn() -> Explainer + Sync,
    cases: &[Case],
    on_each: impl Fn() + Sync,
) -> Result<Vec<Outcome>, JudgeError> {
    let parcels: Result<Vec<Vec<Outcome>>, JudgeError> = cases
        .par_chunks(PARCEL)
        .map(|parcel| {
            let mut judge = judge();
            let each = parcel.iter().map(|case| {
                let question = Question {
                    position: &case.position,
                    rules: case.rules.into(),
                    terms: case.terms,
                    is_over: false,
                    recent: case.recent,
                };
                let judgement = judge.explain(&question)?;
                on_each();
                Ok(Outcome::of(&judgement, case))
            });
            each.collect()
        })
        .collect();
    Ok(parcels?.into_iter().flatten().collect())
}

/// How good many judgements are; `None` if there are none. The seed is the bootstrap's.
///
/// In order: how many; how far scores are from the recorded ones on average; the share of recorded scores within the
/// range that should hold 80 %; the share of games won by the likelier winner; of the chances of winning the cross
/// entropy, the mean squared error and the calibration error.
pub fn figures(outcomes: &[Outcome], seed: u64) -> Option<Vec<Cell>> {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let errors: Vec<f64> =
        outcomes.iter().filter_map(|outcome| outcome.score_error_points).collect();
    let within: Vec<bool> = outcomes.iter().filter_map(|outcome| outcome.is_within).collect();
    let held = within.iter().filter(|&&is_within| is_within).count() as u64;
    let credits: Vec<f64> = outcomes.iter().filter_map(|o| o.win.credit()).collect();
    let losses: Vec<f64> = outcomes.iter().map(|outcome| outcome.win.log_loss()).collect();
    let briers: Vec<f64> = outcomes.iter().map(|outcome| outcome.win.brier()).collect();
    let mut calibration = Calibration::default();
    outcomes.iter().for_each(|outcome| calibration.add(outcome.win));
    let right = credits.iter().sum::<f64>().round() as u64;
    Some(cells![
        outcomes.len(),
        mean(&errors),
        (held as f64 / within.len().max(1) as f64, wilson(held, within.len() as u64)),
        (mean(&credits), wilson(right, credits.len() as u64)),
        (mean(&losses), bootstrap_mean(&losses, seed)?),
        mean(&briers),
        calibration.error(),
    ])
}
