//! `aji eval life`: how many problems the solver reads out, how fast, and whether it is ever wrong.

use crate::command::Answer;
use crate::progress::Bar;
use crate::words::{grouped, percent};
use aji_judge::life::Solver;
use aji_learn::corner::problems::Problem;
use aji_learn::labels::read_lines;
use aji_learn::measure::life::{Limits, Tally, fared};
use anyhow::{Context, anyhow, ensure};
use clap::{Args, value_parser};
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

/// Measure how many problems of life and death are read out, how fast, and whether any answer is wrong.
///
/// The problems are JSON lines in the form of the GoTools collection. A problem is solved if it is proved for
/// whichever side is recorded as moving first whether the stones live, die, or hang on a ko; it is wrong if
/// that is not what is recorded. Times are those of one core.
#[derive(Args)]
pub struct Life {
    /// The problems; may be packed with gzip.
    #[arg(long, value_name = "FILE")]
    problems: PathBuf,
    /// Look at no more positions for each question.
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Take no longer for each problem.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    seconds: f64,
    /// Read only every Nth problem.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    every: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Life {
    pub fn run(self) -> anyhow::Result<Answer> {
        ensure!(self.seconds > 0.0, "--seconds must be more than nothing");
        let path = &self.problems;
        let lines = read_lines(path).with_context(|| format!("cannot read {}", path.display()))?;
        let time = Duration::try_from_secs_f64(self.seconds).context("--seconds is too much")?;
        let limits = Limits { nodes: self.nodes, time };
        let mut solver = Solver::default();
        let every = self.every as usize;
        let bar = Bar::things(lines.len().div_ceil(every), "problems");
        let mut all = Vec::new();
        for (index, line) in lines.iter().enumerate().step_by(every) {
            let problem = Problem::parse(line)
                .map_err(|wrong| anyhow!("{}, line {}: {wrong}", path.display(), index + 1))?;
            let fared = fared(&problem, limits, &mut solver);
            let fared = fared.with_context(|| format!("{} cannot be posed", problem.id))?;
            if fared.is_wrong {
                bar.say(&format!("{} is recorded otherwise", problem.id));
            }
            all.push(fared);
            bar.step();
        }
        drop(bar);
        ensure!(!all.is_empty(), "{} has no problems", path.display());
        let tally = Tally::of(&all);
        Ok(Answer::good(if self.json { json(&tally) } else { text(&tally) }))
    }
}

fn json(tally: &Tally) -> String {
    let Tally { problems, solved, wrong, within_10ms, within_1s, median_nodes } = *tally;
    let answer = json!({
        "problems": problems,
        "solved": solved,
        "wrong": wrong,
        "within_10ms": within_10ms,
        "within_1s": within_1s,
        "median_nodes": median_nodes,
    });
    format!("{answer}\n")
}

fn text(tally: &Tally) -> String {
    let row = |name: &str, count: usize| {
        let share = percent(count as u64, tally.problems as u64);
        format!("{name:<22}{:>8}{share:>10}\n", grouped(count as u64))
    };
    [
        format!("{:<22}{:>8}\n", "problems", grouped(tally.problems as u64)),
        row("solved", tally.solved),
        row("  within 10 ms", tally.within_10ms),
        row("  within 1 s", tally.within_1s),
        row("not as recorded", tally.wrong),
        format!("\nHalf of them take no more than {} positions.\n", grouped(tally.median_nodes)),
    ]
    .concat()
}
