//! `aji eval first-move`: how often looking ahead finds the first move of a problem.

use crate::command::Answer;
use crate::models;
use crate::progress::Bar;
use crate::words::{counted, grouped};
use aji_judge::life::corner::CornerModel;
use aji_judge::life::corner::CornerNetwork;
use aji_learn::corner::Pattern;
use aji_learn::corner::problems::Problem;
use aji_learn::labels::read_lines;
use aji_learn::measure::first_move::{Question, solved};
use anyhow::{Context, anyhow, ensure};
use clap::{Args, value_parser};
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;

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
    /// Which network; may be given more than once. By default 2d and ours.
    #[arg(long, value_name = "full|2d|chan|ours")]
    model: Vec<CornerModel>,
    /// How many moves are looked ahead, the first included; may be given more than once.
    #[arg(long, value_name = "N", default_values_t = [1, 2, 3], value_parser = value_parser!(u32).range(1..=6))]
    plies: Vec<u32>,
    /// Only problems that `aji train corner` holds out: one in ten, told by its name.
    #[arg(long)]
    held_out: bool,
    /// Take models from this folder instead of those built in, where it has them.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl FirstMove {
    pub fn run(self) -> anyhow::Result<Answer> {
        let library = models::library(self.models.as_deref())?;
        let questions = questions(&self.problems)?;
        let asked: Vec<&Question> =
            questions.iter().filter(|question| question.is_held_out || !self.held_out).collect();
        ensure!(!asked.is_empty(), "{} has no such problem in a corner", self.problems.display());
        let default = || ["2d", "ours"].map(str::parse).into_iter().flatten().collect();
        let models = if self.model.is_empty() { default() } else { self.model };
        let bar = Bar::things(models.len() * self.plies.len(), "rows");
        let mut rows = Vec::new();
        for model in models {
            let network = CornerNetwork::new(model, &library)?;
            for &plies in &self.plies {
                rows.push((model, plies, solved(&asked, &network, plies)));
                bar.step();
            }
        }
        drop(bar);
        let by_chance = asked.iter().map(|question| question.chance()).sum::<f64>();
        let by_chance = by_chance / asked.len() as f64;
        Ok(Answer::good(if self.json {
            json(&rows, asked.len())
        } else {
            text(&rows, asked.len(), by_chance)
        }))
    }
}

/// All that the problems of a file ask.
fn questions(path: &std::path::Path) -> anyhow::Result<Vec<Question>> {
    let lines = read_lines(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut questions = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let problem = Problem::parse(line)
            .map_err(|wrong| anyhow!("{}, line {}: {wrong}", path.display(), index + 1))?;
        questions.extend(Question::of(&problem, Pattern::holds_out(&problem.id)));
    }
    Ok(questions)
}

fn json(rows: &[(CornerModel, u32, usize)], asked: usize) -> String {
    let rows: Vec<_> = rows
        .iter()
        .map(|(model, plies, right)| {
            let share = (1e6 * *right as f64 / asked as f64).round() / 1e6;
            json!({"model": model.to_string(), "plies": plies, "problems": asked, "right": share})
        })
        .collect();
    json!({"rows": rows}).to_string() + "\n"
}

fn text(rows: &[(CornerModel, u32, usize)], asked: usize, by_chance: f64) -> String {
    let mut text = format!("{:<8}{:>12}{:>10}{:>10}\n", "model", "moves ahead", "right", "");
    for (model, plies, right) in rows {
        let share = 100.0 * *right as f64 / asked as f64;
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{:<8}{plies:>12}{:>10}{share:>8.1} %",
            model.to_string(),
            grouped(*right as u64)
        );
    }
    let asked = counted(asked as u64, "problem");
    text + &format!("\n{asked}; a move at random is right in {:.1} %.\n", 100.0 * by_chance)
}
