//! `aji eval first-move`: how often looking ahead finds the first move of a problem.

use crate::flags::{ModelFolder, chosen_or};
use crate::progress::Bar;
use crate::reading;
use crate::words::counted;
use aji_judge::life::corner::{CornerModel, CornerNetwork};
use aji_learn::cells;
use aji_learn::corner::Pattern;
use aji_learn::corner::problems::Problem;
use aji_learn::measure::first_move::{Question, solved};
use aji_learn::report::{Column, Report};
use anyhow::ensure;
use clap::{Args, value_parser};
use std::path::PathBuf;

const COLUMNS: [Column; 5] = [
    Column::new("model"),
    Column::named("moves ahead", "plies"),
    Column::json("problems"),
    Column::shown("right"),
    Column::named("share", "right").percent(1),
];

/// Measure how often minimax with a network finds the first move of a problem in the corner.
///
/// The problems are JSON lines in the form of the GoTools collection. Those count whose group is enclosed in
/// a corner window and whose result does not hang on a ko. An answer is right if it is one of the recorded
/// best moves.
#[derive(Args)]
pub struct FirstMove {
    /// The problems.
    #[arg(long, value_name = "FILE")]
    problems: PathBuf,
    /// Which network; may be given more than once. By default 2d and mesh.
    #[arg(long, value_name = "full|2d|chan|mesh")]
    model: Vec<CornerModel>,
    /// How many moves to look ahead, the first included; may be given more than once.
    #[arg(long, value_name = "N", default_values_t = [1, 2, 3], value_parser = value_parser!(u32).range(1..=6))]
    plies: Vec<u32>,
    /// Only problems that `aji train corner` holds out: one in ten, chosen by its name.
    #[arg(long)]
    held_out: bool,
    #[command(flatten)]
    models: ModelFolder,
}

impl FirstMove {
    pub fn run(self) -> anyhow::Result<Report> {
        let problems = reading::lines(&self.problems, Problem::parse)?;
        let of_problem = |problem| Question::of(problem, Pattern::holds_out(&problem.id));
        let questions: Vec<Question> = problems.iter().flat_map(of_problem).collect();
        let is_asked = |question: &&Question| question.is_held_out || !self.held_out;
        let asked: Vec<&Question> = questions.iter().filter(is_asked).collect();
        ensure!(!asked.is_empty(), "{} has no such problem in a corner", self.problems.display());
        let models = chosen_or(self.model, ["2d", "mesh"].map(str::parse).into_iter().flatten());
        let bar = Bar::things(models.len() * self.plies.len(), "rows");
        let library = self.models.library()?;
        let mut report = Report::new(COLUMNS);
        for model in models {
            let network = CornerNetwork::new(model, &library)?;
            for &plies in &self.plies {
                let right = solved(&asked, &network, plies);
                let share = right as f64 / asked.len() as f64;
                let (model, plies) = (model.to_string(), u64::from(plies));
                report.row(cells![model, plies, asked.len(), right, share]);
                bar.step();
            }
        }
        let chance = asked.iter().map(|question| question.chance()).sum::<f64>();
        report.closing = format!(
            "{}; a move at random is right in {:.1} %.",
            counted(asked.len() as u64, "problem"),
            100.0 * chance / asked.len() as f64
        );
        Ok(report)
    }
}
