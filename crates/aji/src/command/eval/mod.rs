//! `aji eval`: how good the judgements are, measured on games whose end is known.
//!
//! A metric is a file with its flags that reads cases, measures, and gives a report.

mod answering;
mod corner;
mod dead;
mod first_move;
mod judgement;
mod life;
mod moves;
mod opening;
mod panel;
mod policy;
mod review;
mod score;
mod tactics;
mod teacher;
mod territory;
mod winner;

use super::{Answer, commands};
use aji_learn::report::Report;
use clap::Args;

/// Measure how good the judgements are, on games whose end is known.
#[derive(Args)]
pub struct Eval {
    #[command(subcommand)]
    metric: Metric,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
}

commands! {
    enum Metric -> Report {
        Corner(corner::Corner),
        Dead(dead::Dead),
        FirstMove(first_move::FirstMove),
        Territory(territory::Territory),
        Judgement(judgement::Judgement),
        Life(life::Life),
        Moves(moves::Moves),
        Opening(opening::Opening),
        Panel(panel::Panel),
        Policy(policy::Policy),
        Review(review::Review),
        Score(score::Score),
        Tactics(tactics::Tactics),
        Teacher(teacher::Teacher),
        Winner(winner::Winner),
    }
}

impl Eval {
    pub fn run(self) -> anyhow::Result<Answer> {
        let report = self.metric.run()?;
        Ok(Answer::good(if self.json { report.json()? } else { report.text() }))
    }
}
