//! `aji eval opening`: how well the moves of openings are predicted.

use crate::flags::{GamePaths, Limit, ModelFolder, chosen_or};
use crate::progress::Bar;
use crate::reading;
use crate::words::counted;
use aji_judge::opening::candidates::{Candidates, CandidatesName};
use aji_learn::cells;
use aji_learn::measure::opening::Measured;
use aji_learn::report::{Column, Report};
use anyhow::{bail, ensure};
use clap::Args;
use std::ops::RangeInclusive;
use std::str::FromStr;

const COLUMNS: [Column; 5] = [
    Column::new("model"),
    Column::json("positions"),
    Column::named("first", "top1").percent(1),
    Column::named("first 10", "top10").percent(1),
    Column::named("log P", "log_prob").decimals(3),
];

/// What the columns of the table mean.
const FIGURES: &str = "\
The figures:
  first     how often the move that was played was thought the likeliest
  first 10  how often it was among the ten candidates
  log P     the mean logarithm of its probability; -5.9 if all legal points are equally likely

In brackets are 95 % intervals, by a bootstrap over games.";

/// Measure how often the moves of openings are among the candidates.
///
/// Of the games, those count that are even and on 19x19, each once.
#[derive(Args)]
#[command(after_long_help = FIGURES)]
pub struct Opening {
    #[command(flatten)]
    paths: GamePaths,
    /// Which moves, counted from 1.
    #[arg(long, value_name = "FROM-TO", default_value = "1-50")]
    moves: Moves,
    /// Only the games that `aji train opening` holds out: one in ten, chosen by its moves.
    #[arg(long)]
    held_out: bool,
    /// Who predicts: perceptron or habits, as many as you like. By default both.
    #[arg(long = "model", value_name = "MODEL", num_args = 1..)]
    chosen: Vec<CandidatesName>,
    #[command(flatten)]
    models: ModelFolder,
    #[command(flatten)]
    limit: Limit,
    /// The seed of the intervals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Moves from one to another.
#[derive(Clone, Debug, PartialEq)]
struct Moves(RangeInclusive<usize>);

impl FromStr for Moves {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Moves> {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        match (from.trim().parse(), to.trim().parse()) {
            (Ok(from), Ok(to)) if 1 <= from && from <= to => Ok(Moves(from..=to)),
            _ => bail!("moves are given as 1-50, the first not beyond the last"),
        }
    }
}

impl Opening {
    pub fn run(self) -> anyhow::Result<Report> {
        let names = chosen_or(self.chosen, CandidatesName::ALL);
        let library = self.models.library()?;
        let candidates = names
            .iter()
            .map(|&name| Candidates::new(name, &library))
            .collect::<Result<Vec<_>, _>>()?;
        let (from, to) = self.moves.0.clone().into_inner();
        let mut openings = reading::openings(self.paths.games, to)?.openings;
        openings.retain(|opening| !self.held_out || opening.is_held_out());
        openings.truncate(self.limit.most());
        ensure!(!openings.is_empty(), "there is no even game on 19x19 to measure on");
        let bar = Bar::things(openings.len() * names.len(), "games");
        let mut report = Report::new(COLUMNS);
        for (name, candidates) in names.iter().zip(&candidates) {
            let measured = Measured::of(candidates, &openings, from..=to, self.seed, || bar.step());
            let Some(Measured { positions, top1, top10, log_probability }) = measured else {
                continue;
            };
            report.row(cells![name.to_string(), positions, top1, top10, log_probability]);
            report.intro = format!(
                "Moves {from} to {to} of {}: {}. In brackets, 95 % intervals.",
                counted(openings.len() as u64, "game"),
                counted(positions as u64, "position"),
            );
        }
        ensure!(!report.is_empty(), "no game reaches move {from}");
        Ok(report)
    }
}
