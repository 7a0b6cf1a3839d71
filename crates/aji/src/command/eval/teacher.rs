//! `aji eval teacher`: how near judges come to a teacher.

use super::answering::{AnsweringName, figure, share};
use crate::command::Answer;
use crate::models;
use crate::progress::Bar;
use crate::words::counted;
use aji_learn::measure::teacher::{Row, apart, rows};
use aji_learn::teacher::{self, LeftOut, Lesson, TaughtGame};
use anyhow::ensure;
use clap::{Args, value_parser};
use serde_json::json;
use std::path::PathBuf;

/// What the columns of the table mean.
const FIGURES: &str = "\
The figures, for all positions and by the number of the move that comes next:
  lead      by how many points the model's lead and the teacher's differ, on average
  bias      by how many points the model sees Black further ahead, on average
  chance    by how much Black's chances of winning differ, on average
  owners    the cross entropy of whose the points will be, the teacher's chances by the model's: 0.693
            if nobody knows anything, and the teacher's own entropy at best
  off by    by how much the chances differ that a point will be Black's, on average
  first     how often the model would play first what the teacher would
  in five   how often the teacher's first move is among the model's first five

Of moves that are equally good to the model, a part counts, as if they were put in order by lot.
What a model does not know has no figure (null in JSON).";

/// Measure how near judges come to what a stronger judge says of positions.
///
/// Labels are JSON, a line each, gzipped or not. Of recorded games they name the line of the game in
/// --games, counted from zero, and so many moves on the board: {"line":0,"move":35,"win":3584,
/// "lead":-96,"own":"@?G...","policy":"ge164 gc122"}. Of the teacher's own games a line has `size`,
/// `komi`, `rules` (chinese or japanese), `moves` and `labels`, a list of the same without `line`.
/// `win` is Black's chance in hundredths of a percent, `lead` tenths of a point, `own` a character a
/// point from the upper left, from `0` (White's) to `o` (Black's), `policy` points with thousandths,
/// best first; `tt` is a pass. Broken lines are named and left out.
#[derive(Args)]
#[command(after_long_help = FIGURES)]
pub struct Teacher {
    /// The teacher's labels.
    #[arg(long, value_name = "FILE")]
    labels: PathBuf,
    /// The games that the labels speak of, one SGF a line, gzipped or not.
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Who is measured: deep, deep-around (from all eight sides), field, outlook, habits or patterns, as many as you like. If not given: all but
    /// patterns.
    #[arg(long = "model", value_name = "MODEL", num_args = 1..)]
    asked: Vec<AnsweringName>,
    /// Only the games that training leaves alone: every fiftieth line.
    #[arg(long)]
    held_back: bool,
    /// Take the first N positions only.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Take the models from this folder instead of those built in.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Teacher {
    pub fn run(self) -> anyhow::Result<Answer> {
        let names = match &self.asked[..] {
            [] => AnsweringName::JUDGES.to_vec(),
            asked => asked.to_vec(),
        };
        let library = models::library(self.models.as_deref())?;
        let models = names
            .iter()
            .map(|name| name.answering(&library))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let taught = teacher::read(&self.labels, self.games.as_deref())?;
        complain(&taught.left_out);
        let chosen: Vec<(&TaughtGame, &Lesson)> = taught
            .lessons
            .iter()
            .map(|lesson| (taught.game(lesson), lesson))
            .filter(|(game, _)| !self.held_back || game.is_held_back)
            .take(self.positions.map_or(usize::MAX, |limit| limit as usize))
            .collect();
        ensure!(!chosen.is_empty(), "no game in {} is held back", self.labels.display());
        let bar = Bar::things(chosen.len() * names.len(), "positions");
        let mut report = Vec::new();
        for (name, model) in names.iter().zip(&models) {
            let apart = apart(model, &chosen, || bar.step())?;
            report.extend(rows(&name.to_string(), &apart));
        }
        drop(bar);
        Ok(Answer::good(if self.json {
            json!({ "rows": report }).to_string() + "\n"
        } else {
            self.text(chosen.len(), &report)
        }))
    }

    fn text(&self, positions: usize, report: &[Row]) -> String {
        let mut text = format!(
            "Measured on {} of {}.\n\n",
            counted(positions as u64, "position"),
            self.labels.display()
        );
        let names = [
            "model",
            "board",
            "moves",
            "positions",
            "lead",
            "bias",
            "chance",
            "owners",
            "off by",
            "first",
            "in five",
        ];
        text += &columns(names.map(str::to_string));
        text.extend(report.iter().map(line));
        text
    }
}

fn complain(left_out: &LeftOut) {
    left_out.sentences.iter().for_each(|sentence| crate::complain(sentence));
    let more = left_out.count - left_out.sentences.len();
    if more > 0 {
        crate::complain(&format!("and {more} more that were left out"));
    }
}

fn line(row: &Row) -> String {
    columns([
        row.model.clone(),
        format!("{size}x{size}", size = row.size),
        format!("{}-{}", row.from, row.to),
        row.positions.to_string(),
        figure(row.lead_apart, 2),
        figure(row.lead_bias, 2),
        figure(row.win_apart, 3),
        figure(row.owner_cross_entropy, 4),
        figure(row.owner_apart, 3),
        share(row.first_same),
        share(row.first_in_five),
    ])
}

fn columns(
    [model, board, moves, positions, lead, bias, chance, owners, off, first, five]: [String; 11],
) -> String {
    let line = format!(
        "{model:<11} {board:<5} {moves:<7} {positions:>9} {lead:>6} {bias:>6} {chance:>6} \
         {owners:>6} {off:>6} {first:>7} {five:>7}"
    );
    line.trim_end().to_string() + "\n"
}
