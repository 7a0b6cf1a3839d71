//! `aji eval opening`: how well the moves of openings are predicted.

use crate::command::Answer;
use crate::progress::Bar;
use crate::words::counted;
use crate::{models, reading};
use aji_judge::opening::candidates::Candidates;
use aji_judge::opening::candidates::CandidatesName;
use aji_learn::measure::opening::Measured;
use aji_learn::stats::Interval;
use anyhow::{bail, ensure};
use clap::Args;
use serde_json::json;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

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
    /// The games: files, folders or archives.
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    games: Vec<PathBuf>,
    /// Which moves, counted from 1.
    #[arg(long, value_name = "FROM-TO", default_value = "1-50")]
    moves: Moves,
    /// Only the games that `aji train opening` holds out: one in ten, told by its moves.
    #[arg(long)]
    held_out: bool,
    /// Who predicts: perceptron or habits, as many as you like. If not given: both.
    #[arg(long = "model", value_name = "MODEL", num_args = 1..)]
    asked: Vec<CandidatesName>,
    /// Take the models from this folder instead of those built in.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// Take the first N games only.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The seed of the intervals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
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
    pub fn run(self) -> anyhow::Result<Answer> {
        let library = models::library(self.models.as_deref())?;
        let names = match &self.asked[..] {
            [] => CandidatesName::ALL.to_vec(),
            asked => asked.to_vec(),
        };
        let candidates = names
            .iter()
            .map(|&name| Candidates::new(name, &library))
            .collect::<Result<Vec<_>, _>>()?;
        let mut openings = reading::openings(self.games.iter().cloned(), *self.moves.0.end())?;
        openings.openings.retain(|opening| !self.held_out || opening.is_held_out());
        openings.openings.truncate(self.positions.map_or(usize::MAX, |limit| limit as usize));
        let openings = &openings.openings[..];
        ensure!(!openings.is_empty(), "there is no even game on 19x19 to measure on");
        let bar = Bar::things(openings.len() * names.len(), "games");
        let mut rows = Vec::new();
        for (name, candidates) in names.iter().zip(&candidates) {
            let moves = self.moves.0.clone();
            let measured = Measured::of(candidates, openings, moves, self.seed, || bar.step());
            rows.extend(measured.map(|measured| (*name, measured)));
        }
        drop(bar);
        ensure!(!rows.is_empty(), "no game reaches move {}", self.moves.0.start());
        let text = if self.json { as_json(&rows) } else { self.as_text(openings.len(), &rows) };
        Ok(Answer::good(text))
    }

    fn as_text(&self, games: usize, rows: &[(CandidatesName, Measured)]) -> String {
        let positions = rows.first().map_or(0, |(_, measured)| measured.positions);
        let mut text = format!(
            "Moves {} to {} of {}: {}. In brackets, 95 % intervals.\n\n",
            self.moves.0.start(),
            self.moves.0.end(),
            counted(games as u64, "game"),
            counted(positions as u64, "position"),
        );
        let line = |[model, first, ten, log]: [String; 4]| {
            format!("{model:<6} {first:<24} {ten:<24} {log}").trim_end().to_string() + "\n"
        };
        text += &line(["model", "first", "first 10", "log P"].map(str::to_string));
        for (name, measured) in rows {
            let percent = |(value, Interval { low, high }): (f64, Interval)| {
                let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
                format!("{value:.1} % ({low:.1} to {high:.1})")
            };
            let (log, Interval { low, high }) = measured.log_probability;
            text += &line([
                name.to_string(),
                percent(measured.top1),
                percent(measured.top10),
                format!("{log:.3} ({low:.3} to {high:.3})"),
            ]);
        }
        text
    }
}

fn as_json(rows: &[(CandidatesName, Measured)]) -> String {
    let row = |(name, measured): &(CandidatesName, Measured)| {
        json!({
            "model": name.to_string(),
            "positions": measured.positions,
            "top1": measured.top1.0,
            "top1_low": measured.top1.1.low,
            "top1_high": measured.top1.1.high,
            "top10": measured.top10.0,
            "top10_low": measured.top10.1.low,
            "top10_high": measured.top10.1.high,
            "log_prob": measured.log_probability.0,
            "log_prob_low": measured.log_probability.1.low,
            "log_prob_high": measured.log_probability.1.high,
        })
    };
    json!({ "rows": rows.iter().map(row).collect::<Vec<_>>() }).to_string() + "\n"
}
