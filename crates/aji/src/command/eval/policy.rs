//! `aji eval policy`: how often the move that was played is the one that a model would choose.

use super::answering::Answerer;
use crate::flags::{GamePaths, Limit, ModelFolder, chosen_or};
use crate::progress::Bar;
use crate::reading::{self, Trouble};
use crate::words::counted;
use aji_learn::measure::policy::{COLUMNS, Played, predict, rows};
use aji_learn::report::Report;
use aji_rules::RuleSet;
use anyhow::ensure;
use clap::{Args, value_parser};

/// What the columns of the table mean.
const FIGURES: &str = "\
The figures, for all moves and by the move's number:
  first     how often the move that was played is the model's first choice
  in five   how often it is among the first five
  in ten    how often it is among the first ten
  log P     the mean logarithm of its probability, at least one in a million; none (null in JSON) if the
            model only knows which move is better

Of moves that are equally good to the model, a part counts, as if they were put in order by lot.
Passes, and positions of which a model knows nothing, are left out.";

/// Measure how often the moves of games are those that a model would choose.
///
/// Of the games, those count that are even and by the rules.
#[derive(Args)]
#[command(after_long_help = FIGURES)]
pub struct Policy {
    #[command(flatten)]
    paths: GamePaths,
    /// Who is measured: deep, deep-around (from all eight sides), habits or patterns, as many as you like. By
    /// default all.
    #[arg(long = "model", value_name = "MODEL", num_args = 1.., value_parser = Answerer::parse)]
    chosen: Vec<Answerer>,
    /// Only games whose place among all, counted from zero, is a multiple of N; training leaves those
    /// of 50 alone.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    held_back: Option<u64>,
    /// Only every K-th move, to save time; every game begins with another.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    every: u64,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    models: ModelFolder,
    /// The rules of these games.
    #[arg(long, value_name = "NAME", default_value = "japanese")]
    rules: RuleSet,
}

impl Policy {
    pub fn run(mut self) -> anyhow::Result<Report> {
        let with_policy = Answerer::all().into_iter().filter(|one| one.has_policy);
        let chosen = chosen_or(std::mem::take(&mut self.chosen), with_policy);
        for one in &chosen {
            ensure!(one.has_policy, "`{}` does not say what to play", one.name);
        }
        let models = Answerer::load_all(&chosen, &*self.models.library()?)?;
        let (games, left_out) = self.read()?;
        let positions: usize = games.iter().map(Played::asked).sum();
        ensure!(positions > 0, "there is no move of an even game to measure on");
        let bar = Bar::things(positions * models.len(), "positions");
        let mut report = Report::new(COLUMNS);
        for (name, model) in &models {
            let predicted = predict(model, &games, || bar.step())?;
            rows(name, &predicted).into_iter().for_each(|row| report.row(row));
        }
        ensure!(!report.is_empty(), "nobody of those asked knows boards of this size");
        report.intro = format!("Measured on {}", counted(games.len() as u64, "game"));
        report.intro += &match left_out {
            0 => ".".to_string(),
            some => format!("; {some} left out, not even or against the rules."),
        };
        Ok(report)
    }

    /// The games with the moves that are asked for, and how many were left out.
    fn read(&self) -> anyhow::Result<(Vec<Played>, usize)> {
        let mut left = self.limit.most();
        let (mut games, mut left_out) = (Vec::new(), 0);
        let mut place = 0;
        reading::for_each(
            self.paths.games.iter().cloned(),
            |record| Played::of(&record, self.rules),
            |played, bar| {
                let number = place;
                // A broken game has its place, too; a broken file is no game.
                place += usize::from(!matches!(played, Err(Trouble::File(_))));
                let is_asked =
                    self.held_back.is_none_or(|step| number.is_multiple_of(step as usize));
                match played {
                    Err(trouble) => bar.say(&trouble.to_string()),
                    Ok(Ok(played)) if is_asked && left > 0 => {
                        let played = played.every(self.every as usize, number).at_most(left);
                        left -= played.asked();
                        games.push(played);
                    }
                    Ok(Err(_)) if is_asked => left_out += 1,
                    Ok(_) => {}
                }
                Ok(())
            },
        )?;
        Ok((games, left_out))
    }
}
