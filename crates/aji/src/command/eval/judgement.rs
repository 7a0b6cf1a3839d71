//! `aji eval judgement`: how good scores, their ranges and chances of winning are.

use crate::command::Answer;
use crate::models::{self, TerritoryName};
use crate::progress::Bar;
use crate::words::counted;
use aji_learn::labels;
use aji_learn::measure::judgement::{MeasuredJudgements, outcomes};
use aji_rules::{HalfPoints, RuleSet};
use anyhow::ensure;
use clap::{Args, value_parser};
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;

/// Measure how good whole judgements are: the score with its range, and the chance of winning.
///
/// The labels are as for `aji eval territory`.
#[derive(Args)]
pub struct Judgement {
    /// The labelled games, gzipped or not.
    #[arg(long, value_name = "FILE")]
    labels: PathBuf,
    /// After how many moves to judge.
    #[arg(long, value_name = "MOVES", value_delimiter = ',', default_value = "20,80,150,200")]
    at: Vec<usize>,
    /// Who judges, as for `aji judge --territory`.
    #[arg(long, value_name = "MODEL[/INFERENCE]", default_value = models::BEST)]
    model: TerritoryName,
    /// Take the model from this folder instead of those built in.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// Take the first N games only.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The rules of these games.
    #[arg(long, value_name = "NAME", default_value = "japanese")]
    rules: RuleSet,
    /// White's komi in these games.
    #[arg(long, default_value = "6.5")]
    komi: HalfPoints,
    /// The seed of the intervals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Judgement {
    pub fn run(self) -> anyhow::Result<Answer> {
        let model = models::territory(self.model.model, self.models.as_deref())?;
        let mut games = labels::read(&self.labels)?;
        games.truncate(self.positions.map_or(usize::MAX, |limit| limit as usize));
        let mut rows = Vec::new();
        for &number in &self.at {
            let examples = labels::at_moves(&games, &[number]);
            ensure!(
                !examples.is_empty(),
                "no game of {} reaches move {number}",
                self.labels.display()
            );
            let bar = Bar::things(examples.len(), "judgements");
            let terms = (self.rules, self.komi);
            let inference = self.model.inference;
            let outcomes = outcomes(&model, inference, &examples, terms, || bar.step())?;
            rows.extend(MeasuredJudgements::of(&outcomes, self.seed).map(|row| (number, row)));
        }
        Ok(Answer::good(if self.json { self.as_json(&rows) } else { self.as_text(&rows) }))
    }

    fn as_json(&self, rows: &[(usize, MeasuredJudgements)]) -> String {
        let row = |(number, row): &(usize, MeasuredJudgements)| {
            json!({
                "move": number,
                "model": self.model.model.to_string(),
                "inference": self.model.inference.to_string(),
                "positions": row.positions,
                "score_mae": row.score_error_points,
                "within_range": row.within.0,
                "within_range_low": row.within.1.low,
                "within_range_high": row.within.1.high,
                "winner_accuracy": row.winner_accuracy.0,
                "winner_accuracy_low": row.winner_accuracy.1.low,
                "winner_accuracy_high": row.winner_accuracy.1.high,
                "win_log_loss": row.win_log_loss.0,
                "win_log_loss_low": row.win_log_loss.1.low,
                "win_log_loss_high": row.win_log_loss.1.high,
                "win_brier": row.win_brier,
                "win_ece": row.win_calibration.error(),
            })
        };
        json!({ "rows": rows.iter().map(row).collect::<Vec<_>>() }).to_string() + "\n"
    }

    fn as_text(&self, rows: &[(usize, MeasuredJudgements)]) -> String {
        let mut text = format!(
            "{}/{} measured on {}. The range should hold 80 % of the scores; in brackets, 95 % \
             intervals.\n\n\
             move  positions  score error  in range               winner                 log loss                   ECE\n",
            self.model.model,
            self.model.inference,
            self.labels.display(),
        );
        for (number, row) in rows {
            let share = |(share, interval): (f64, aji_learn::stats::Interval)| {
                let [share, low, high] = [share, interval.low, interval.high].map(|x| 100.0 * x);
                format!("{share:.1} % ({low:.1} to {high:.1})")
            };
            let (loss, interval) = row.win_log_loss;
            let loss = format!("{loss:.4} ({:.4} to {:.4})", interval.low, interval.high);
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "{number:>4}  {:>9}  {:>11.1}  {:<21}  {:<21}  {loss:<25}  {:.3}",
                row.positions,
                row.score_error_points,
                share(row.within),
                share(row.winner_accuracy),
                row.win_calibration.error(),
            );
        }
        let positions: usize = rows.iter().map(|(_, row)| row.positions).sum();
        let _ = writeln!(text, "\n{} in all.", counted(positions as u64, "position"));
        text
    }
}
