//! `aji eval life`: how many problems the solver reads out, how fast, and whether it is ever wrong.

mod open;

use crate::progress::Bar;
use crate::reading;
use crate::words::grouped;
use aji_judge::life::Solver;
use aji_learn::cells;
use aji_learn::corner::problems::Problem;
use aji_learn::measure::life::{Limits, Tally, fared};
use aji_learn::report::{Column, Report};
use anyhow::{Context, ensure};
use clap::{Args, value_parser};
use std::path::PathBuf;
use std::time::Duration;

/// Measure how many problems of life and death are read out, how fast, and whether any answer is wrong.
///
/// With --problems, they are JSON lines in the form of the GoTools collection. A problem is solved if it is
/// proved for whichever side is recorded as moving first whether the stones live, die, or hang on a ko; it is
/// wrong if that is not what is recorded. With --open, they are records as books print problems: the group in
/// question is found or marked, and the first moves of the variations are the answers. Such a problem is right
/// if a printed move is proved to work. Times are those of one core.
#[derive(Args)]
pub struct Life {
    /// The problems, gzipped or not.
    #[arg(long, value_name = "FILE", required_unless_present = "open")]
    problems: Option<PathBuf>,
    /// Problems on the whole board: SGF files, folders or archives.
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "problems")]
    open: Vec<PathBuf>,
    /// Look at no more positions for each question.
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Take no longer for each problem.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    seconds: f64,
    /// Read only every Nth problem.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    every: u32,
}

impl Life {
    pub fn run(self) -> anyhow::Result<Report> {
        ensure!(self.seconds > 0.0, "--seconds must be more than nothing");
        let Some(file) = &self.problems else {
            return open::report(&self.open, self.nodes, self.every as usize);
        };
        let problems = reading::lines(file, Problem::parse)?;
        let time = Duration::try_from_secs_f64(self.seconds).context("--seconds is too much")?;
        let limits = Limits { nodes: self.nodes, time };
        let mut solver = Solver::default();
        let every = self.every as usize;
        let bar = Bar::things(problems.len().div_ceil(every), "problems");
        let mut all = Vec::new();
        for problem in problems.iter().step_by(every) {
            let fared = fared(problem, limits, &mut solver);
            let fared = fared.with_context(|| format!("{} cannot be posed", problem.id))?;
            if fared.is_wrong {
                bar.say(&format!("{} is recorded otherwise", problem.id));
            }
            all.push(fared);
            bar.step();
        }
        ensure!(!all.is_empty(), "{} has no problems", file.display());
        let tally = Tally::of(&all);
        let mut report = Report::new([
            Column::shown(""),
            Column::shown("problems"),
            Column::shown("share").percent(1),
        ]);
        for (what, count) in [
            ("all", tally.problems),
            ("solved", tally.solved),
            ("  within 10 ms", tally.within_10ms),
            ("  within 1 s", tally.within_1s),
            ("not as recorded", tally.wrong),
        ] {
            report.row(cells![what, count, count as f64 / tally.problems as f64]);
        }
        let median = grouped(tally.median_nodes);
        report.closing = format!("Half of them take no more than {median} positions.");
        report.also(serde_json::to_value(tally)?);
        Ok(report)
    }
}
