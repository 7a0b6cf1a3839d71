//! `aji eval dead`: how often the very stones are found dead that are.

use crate::command::Answer;
use crate::models;
use crate::words::{counted, percent};
use aji_judge::score::Scorer;
use aji_learn::labels::read_lines;
use aji_learn::measure::score::DeadPosition;
use aji_learn::stats::wilson;
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use rayon::prelude::*;
use serde_json::json;
use std::path::PathBuf;

/// Measure in how many positions exactly the dead stones are found.
///
/// A line is a position: `{"sgf":"(;SZ[9]AB[..]AW[..])","dead":["A1"]}`.
#[derive(Args)]
pub struct Dead {
    /// The positions, one JSON object a line, gzipped or not.
    #[arg(long, value_name = "FILE")]
    positions: PathBuf,
    /// Also tell the lines that are not exact.
    #[arg(long)]
    misses: bool,
    /// Take models from this folder instead of those built in, where it has them.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Dead {
    pub fn run(self) -> anyhow::Result<Answer> {
        let path = &self.positions;
        let scorer = Scorer::of(&*models::library(self.models.as_deref())?)?;
        let lines = read_lines(path).with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(!lines.is_empty(), "{} has no positions", path.display());
        let is_exact = |(index, line): (usize, &String)| -> anyhow::Result<bool> {
            let position = DeadPosition::parse(line)
                .map_err(|wrong| anyhow!("{}, line {}: {wrong}", path.display(), index + 1))?;
            Ok(position.is_exact(&scorer)?)
        };
        let answers: Vec<bool> =
            lines.par_iter().enumerate().map(is_exact).collect::<anyhow::Result<_>>()?;
        let exact = answers.iter().filter(|&&exact| exact).count() as u64;
        let all = answers.len() as u64;
        if self.json {
            let answer = json!({ "positions": all, "exact": exact });
            return Ok(Answer::good(format!("{answer}\n")));
        }
        let interval = wilson(exact, all);
        let [low, high] = [interval.low, interval.high].map(|x| 100.0 * x);
        let mut text = format!(
            "In {exact} of {} exactly the dead stones were found: {} ({low:.1} to {high:.1}).\n",
            counted(all, "position"),
            percent(exact, all)
        );
        if self.misses {
            let missed = answers.iter().enumerate().filter(|(_, exact)| !**exact);
            let numbers: Vec<String> = missed.map(|(index, _)| (index + 1).to_string()).collect();
            text += &format!("Not in lines {}.\n", numbers.join(", "));
        }
        Ok(Answer::good(text))
    }
}
