//! `aji eval moves`: how well the study's model predicts which move is played next.

use crate::command::Answer;
use crate::models::{self, TerritoryName};
use crate::progress::Bar;
use crate::words::counted;
use aji_judge::territory::Model;
use aji_learn::labels::{self, LabelledGame};
use aji_learn::move_choice::{self, MeasuredChoices};
use aji_learn::stats::Interval;
use anyhow::ensure;
use clap::{Args, value_parser};
use serde_json::json;
use std::path::PathBuf;

/// What the columns of the table mean.
const FIGURES: &str = "\
The figures, for each move number:
  beta      what one point of expected score more adds to the logarithm of a move's probability
  log P     the mean logarithm of the probability of the move that was played
  blind     the same if all legal moves are equally likely
  first     how often the move that was played is thought the likeliest, in percent
  first 5   how often it is among the five likeliest, in percent
  rank      its mean place among all legal moves, 1 for the likeliest";

/// Measure how well the next move is predicted by the score that is expected after it.
///
/// A player is taken to choose a move with a probability of exp(beta u), divided by the sum of the
/// same over all legal moves, where u is the expected area score after the move. For each move number,
/// beta is fitted on the first half of the games and all is measured on the second. Passes are left
/// out. The labels are as for `aji eval territory`.
#[derive(Args)]
#[command(after_long_help = FIGURES)]
pub struct Moves {
    /// The labelled games, gzipped or not.
    #[arg(long, value_name = "FILE")]
    labels: PathBuf,
    /// After how many moves to predict the next.
    #[arg(long, value_name = "MOVES", value_delimiter = ',', default_value = "20,80,150")]
    at: Vec<usize>,
    /// Who expects the scores, as for `aji judge --territory`. On 19x19 there are about 250 legal
    /// moves: a position takes about 0.1 s with bp, and 15 s with exact inference.
    #[arg(long, value_name = "MODEL[/INFERENCE]", default_value = "boltzmann5/bp")]
    model: TerritoryName,
    /// Take the model from this folder instead of those built in.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// Take the first N games only.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The seed of sampling inference and of the intervals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// How well moves are predicted at one move number.
struct Row {
    number: usize,
    beta: f64,
    measured: MeasuredChoices,
}

impl Moves {
    pub fn run(self) -> anyhow::Result<Answer> {
        let model = Model::of(self.model.model, &*models::library(self.models.as_deref())?)?;
        let mut games = labels::read(&self.labels)?;
        games.truncate(self.positions.map_or(usize::MAX, |limit| limit as usize));
        ensure!(
            games.len() > 1,
            "one game is not enough to fit beta on and to measure: give more games"
        );
        let (fitting, measuring) = games.split_at(games.len() / 2);
        let taken =
            format!("{} taken of {}", counted(games.len() as u64, "game"), self.labels.display());
        let mut total = 0;
        for &number in &self.at {
            for (half, games) in [("first", fitting), ("second", measuring)] {
                let positions = move_choice::going_on(games, number).len();
                ensure!(
                    positions > 0,
                    "no game in the {half} half of the {taken} goes on with a stone after move \
                     {number}"
                );
                total += positions;
            }
        }
        let bar = Bar::things(total, "positions");
        let who = (&*model, self.model.inference);
        let mut rows = Vec::new();
        for &number in &self.at {
            let choices = |games: &[LabelledGame]| {
                move_choice::choices(games, number, who, self.seed, || bar.step())
            };
            let choice = move_choice::fit(&choices(fitting)?);
            let measured = MeasuredChoices::of(&choices(measuring)?, choice, self.seed);
            rows.extend(measured.map(|measured| Row { number, beta: choice.beta, measured }));
        }
        drop(bar);
        Ok(Answer::good(if self.json { self.as_json(&rows) } else { self.as_text(&taken, &rows) }))
    }

    fn as_json(&self, rows: &[Row]) -> String {
        let row = |Row { number, beta, measured }: &Row| {
            json!({
                "move": number,
                "model": self.model.model.to_string(),
                "inference": self.model.inference.to_string(),
                "beta": beta,
                "positions": measured.positions,
                "log_probability": measured.log_probability.0,
                "log_probability_low": measured.log_probability.1.low,
                "log_probability_high": measured.log_probability.1.high,
                "uniform": measured.uniform,
                "top1": measured.top1.0,
                "top5": measured.top5.0,
                "mean_rank": measured.mean_rank.0,
            })
        };
        json!({ "rows": rows.iter().map(row).collect::<Vec<_>>() }).to_string() + "\n"
    }

    fn as_text(&self, taken: &str, rows: &[Row]) -> String {
        let mut text = format!(
            "{}/{} measured on the second half of the {taken}.\n\
             For each move number, beta is fitted on the first half. In brackets, 95 % intervals.\n\n",
            self.model.model, self.model.inference,
        );
        let names =
            ["move", "positions", "beta", "log P", "blind", "first, %", "first 5, %", "rank"];
        text += &columns(names.map(str::to_string));
        for Row { number, beta, measured } in rows {
            text += &columns([
                number.to_string(),
                measured.positions.to_string(),
                format!("{beta:.3}"),
                with_interval(measured.log_probability, 1.0, 3),
                format!("{:.3}", measured.uniform),
                with_interval(measured.top1, 100.0, 1),
                with_interval(measured.top5, 100.0, 1),
                with_interval(measured.mean_rank, 1.0, 1),
            ]);
        }
        text
    }
}

fn columns([number, positions, beta, log, blind, first, five, rank]: [String; 8]) -> String {
    let line = format!(
        "{number:>4}  {positions:>9}  {beta:>7}  {log:<25}  {blind:>6}  {first:<20}  {five:<20}  {rank}"
    );
    line.trim_end().to_string() + "\n"
}

/// `4.2 (3.1 to 5.3)`.
fn with_interval((value, interval): (f64, Interval), scale: f64, digits: usize) -> String {
    let [value, low, high] = [value, interval.low, interval.high].map(|x| scale * x);
    format!("{value:.digits$} ({low:.digits$} to {high:.digits$})")
}
