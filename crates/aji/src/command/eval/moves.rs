//! `aji eval moves`: how well Stern's model predicts which move is played next.

use crate::flags::{Limit, ModelFolder};
use crate::models::TerritoryName;
use crate::progress::Bar;
use crate::words::counted;
use aji_judge::territory::Model;
use aji_learn::cells;
use aji_learn::labels::{self, LabelledGame};
use aji_learn::report::{Column, Report};
use aji_studies::territory::move_choice::{self, MeasuredChoices};
use anyhow::ensure;
use clap::Args;
use std::path::PathBuf;

const COLUMNS: [Column; 13] = [
    Column::new("move"),
    Column::json("model"),
    Column::json("inference"),
    Column::new("positions"),
    Column::new("beta").decimals(3),
    Column::named("log P", "log_probability").decimals(3),
    Column::named("blind", "uniform").decimals(3),
    Column::json("top1"),
    Column::shown("first").percent(1),
    Column::json("top5"),
    Column::shown("first 5").percent(1),
    Column::json("mean_rank"),
    Column::shown("rank").decimals(1),
];

/// What the columns of the table mean.
const FIGURES: &str = "\
The figures, for each move number:
  beta      what one point of expected score more adds to the logarithm of a move's probability
  log P     the mean logarithm of the probability of the move that was played
  blind     the same if all legal moves are equally likely
  first     how often the move that was played is thought the likeliest
  first 5   how often it is among the five likeliest
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
    #[command(flatten)]
    models: ModelFolder,
    #[command(flatten)]
    limit: Limit,
    /// The seed of sampling inference and of the intervals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Moves {
    pub fn run(self) -> anyhow::Result<Report> {
        let TerritoryName { model: name, inference } = self.model;
        let model = Model::of(name, &*self.models.library()?)?;
        let mut games = labels::read(&self.labels)?;
        games.truncate(self.limit.most());
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
        let mut report = Report::new(COLUMNS);
        report.intro = format!(
            "{name}/{inference} measured on the second half of the {taken}.\n\
             For each move number, beta is fitted on the first half. In brackets, 95 % intervals."
        );
        for &number in &self.at {
            let choices = |games: &[LabelledGame]| {
                move_choice::choices(games, number, (&*model, inference), self.seed, || bar.step())
            };
            let choice = move_choice::fit(&choices(fitting)?);
            let measured = MeasuredChoices::of(&choices(measuring)?, choice, self.seed);
            let Some(MeasuredChoices {
                positions,
                log_probability,
                uniform,
                top1,
                top5,
                mean_rank,
            }) = measured
            else {
                continue;
            };
            report.row(cells![
                number,
                name.to_string(),
                inference.to_string(),
                positions,
                choice.beta,
                log_probability,
                uniform,
                top1.0,
                top1,
                top5.0,
                top5,
                mean_rank.0,
                mean_rank,
            ]);
        }
        Ok(report)
    }
}
