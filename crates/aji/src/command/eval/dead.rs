//! `aji eval dead`: how often exactly the dead stones are found.

use crate::flags::ModelFolder;
use crate::reading;
use crate::words::{counted, percent};
use aji_judge::score::Scorer;
use aji_learn::measure::score::DeadPosition;
use aji_learn::report::Report;
use aji_learn::stats::wilson;
use anyhow::ensure;
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
    /// Also name the lines that are not exact.
    #[arg(long)]
    misses: bool,
    #[command(flatten)]
    models: ModelFolder,
}

impl Dead {
    pub fn run(self) -> anyhow::Result<Report> {
        let scorer = Scorer::of(&*self.models.library()?)?;
        let positions = reading::lines(&self.positions, DeadPosition::parse)?;
        ensure!(!positions.is_empty(), "{} has no positions", self.positions.display());
        let is_exact = |position: &DeadPosition| position.is_exact(&scorer);
        let answers: Vec<bool> = positions.par_iter().map(is_exact).collect::<Result<_, _>>()?;
        let exact = answers.iter().filter(|&&exact| exact).count() as u64;
        let all = answers.len() as u64;
        let interval = wilson(exact, all);
        let [low, high] = [interval.low, interval.high].map(|x| 100.0 * x);
        let mut report = Report::default();
        report.also(json!({ "positions": all, "exact": exact }));
        report.intro = format!(
            "In {exact} of {} exactly the dead stones were found: {} ({low:.1} to {high:.1}).",
            counted(all, "position"),
            percent(exact, all)
        );
        if self.misses {
            let missed = answers.iter().enumerate().filter(|(_, exact)| !**exact);
            let numbers: Vec<String> = missed.map(|(index, _)| (index + 1).to_string()).collect();
            report.intro += &format!("\nNot in lines {}.", numbers.join(", "));
        }
        Ok(report)
    }
}
