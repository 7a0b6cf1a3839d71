//! `aji eval teacher`: how near judges come to a teacher.

use super::answering::{Answerer, USUAL};
use crate::flags::{Limit, ModelFolder, chosen_or};
use crate::progress::Bar;
use crate::words::counted;
use aji_learn::measure::teacher::{COLUMNS, apart, rows};
use aji_learn::report::Report;
use aji_learn::teacher::{self, LeftOut, Lesson, TaughtGame};
use anyhow::ensure;
use clap::Args;
use std::path::PathBuf;

/// What the columns of the table mean.
const FIGURES: &str = "\
The figures, for all positions and by the number of the move that comes next:
  lead      by how many points the model's lead and the teacher's differ, on average
  bias      by how many points the model sees Black further ahead, on average
  chance    by how much Black's chances of winning differ, on average
  owners    the cross entropy of ownership, the teacher's probabilities by the model's: 0.693 if the model
            knows nothing, and the teacher's own entropy at best
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
    /// Who is measured: deep, deep-around (from all eight sides), field, outlook, habits or patterns, as many as
    /// you like. By default all but patterns.
    #[arg(long = "model", value_name = "MODEL", num_args = 1.., value_parser = Answerer::parse)]
    chosen: Vec<Answerer>,
    /// Only the games that training leaves alone: every fiftieth line.
    #[arg(long)]
    held_back: bool,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    models: ModelFolder,
}

impl Teacher {
    pub fn run(self) -> anyhow::Result<Report> {
        let judges = USUAL.into_iter().filter_map(|name| Answerer::parse(name).ok());
        let models = Answerer::load_all(&chosen_or(self.chosen, judges), &*self.models.library()?)?;
        let taught = teacher::read(&self.labels, self.games.as_deref())?;
        complain(&taught.left_out);
        let lessons: Vec<(&TaughtGame, &Lesson)> = taught
            .lessons
            .iter()
            .map(|lesson| (taught.game(lesson), lesson))
            .filter(|(game, _)| !self.held_back || game.is_held_back)
            .take(self.limit.most())
            .collect();
        let path = self.labels.display();
        ensure!(!lessons.is_empty(), "no game in {path} is held back");
        let bar = Bar::things(lessons.len() * models.len(), "positions");
        let mut report = Report::new(COLUMNS);
        report.intro =
            format!("Measured on {} of {path}.", counted(lessons.len() as u64, "position"));
        for (name, model) in &models {
            let apart = apart(model, &lessons, || bar.step())?;
            rows(name, &apart).into_iter().for_each(|row| report.row(row));
        }
        Ok(report)
    }
}

fn complain(left_out: &LeftOut) {
    left_out.sentences.iter().for_each(|sentence| crate::complain(sentence));
    let more = left_out.count - left_out.sentences.len();
    if more > 0 {
        crate::complain(&format!("and {more} more that were left out"));
    }
}
