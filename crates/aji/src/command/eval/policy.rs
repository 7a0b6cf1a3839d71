//! `aji eval policy`: how often the move that was played is the one that a model would choose.

use super::answering::{AnsweringName, figure, share};
use crate::command::Answer;
use crate::models;
use crate::progress::Bar;
use crate::reading::{self, Trouble};
use crate::words::counted;
use aji_learn::measure::policy::{Played, Row, predict, rows};
use aji_rules::RuleSet;
use anyhow::ensure;
use clap::{Args, value_parser};
use serde_json::json;
use std::path::PathBuf;

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
    /// The games: files, folders or archives.
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    games: Vec<PathBuf>,
    /// Who is measured: deep, deep-around (from all eight sides), habits or patterns, as many as you like. If not
    /// given: all.
    #[arg(long = "model", value_name = "MODEL", num_args = 1..)]
    asked: Vec<AnsweringName>,
    /// Only games whose place among all, counted from zero, is a multiple of N; training leaves those
    /// of 50 alone.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    held_back: Option<u64>,
    /// Only every K-th move, to save time; every game begins with another.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    every: u64,
    /// Take the first N positions only.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Take the models from this folder instead of those built in.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// The rules of these games.
    #[arg(long, value_name = "NAME", default_value = "japanese")]
    rules: RuleSet,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Policy {
    pub fn run(self) -> anyhow::Result<Answer> {
        let names = match &self.asked[..] {
            [] => AnsweringName::MOVERS.to_vec(),
            asked => asked.to_vec(),
        };
        for name in &names {
            let says_moves = AnsweringName::MOVERS.contains(name);
            ensure!(says_moves, "`{name}` does not say what to play");
        }
        let library = models::library(self.models.as_deref())?;
        let models = names
            .iter()
            .map(|name| name.answering(&library))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let (games, left_out) = self.read()?;
        let positions: usize = games.iter().map(Played::asked).sum();
        ensure!(positions > 0, "there is no move of an even game to measure on");
        let bar = Bar::things(positions * names.len(), "positions");
        let mut report = Vec::new();
        for (name, model) in names.iter().zip(&models) {
            let predicted = predict(model, &games, || bar.step())?;
            report.extend(rows(&name.to_string(), &predicted));
        }
        drop(bar);
        ensure!(!report.is_empty(), "nobody of those asked knows boards of this size");
        Ok(Answer::good(if self.json {
            json!({ "rows": report }).to_string() + "\n"
        } else {
            text(games.len(), left_out, &report)
        }))
    }

    /// The games with the moves that are asked for, and how many were left out.
    fn read(&self) -> anyhow::Result<(Vec<Played>, usize)> {
        let mut left = self.positions.map_or(usize::MAX, |limit| limit as usize);
        let (mut games, mut left_out) = (Vec::new(), 0);
        let mut place = 0;
        reading::for_each(
            self.games.iter().cloned(),
            |record| Played::of(&record, self.rules),
            |played, bar| {
                let number = place;
                // A broken game has its place, too; a broken file is no game.
                place += usize::from(!matches!(played, Err(Trouble::File(_))));
                let played = match played {
                    Ok(played) => played,
                    Err(trouble) => {
                        bar.say(&trouble.to_string());
                        return Ok(());
                    }
                };
                if self.held_back.is_some_and(|step| !number.is_multiple_of(step as usize)) {
                    return Ok(());
                }
                match played {
                    Ok(played) if left > 0 => {
                        let played = played.every(self.every as usize, number).at_most(left);
                        left -= played.asked();
                        games.push(played);
                    }
                    Ok(_) => {}
                    Err(_) => left_out += 1,
                }
                Ok(())
            },
        )?;
        Ok((games, left_out))
    }
}

fn text(games: usize, left_out: usize, report: &[Row]) -> String {
    let mut text = format!("Measured on {}", counted(games as u64, "game"));
    if left_out > 0 {
        text += &format!("; {left_out} left out, not even or against the rules");
    }
    text += ".\n\n";
    let names = ["model", "moves", "positions", "first", "in five", "in ten", "log P"];
    text += &columns(names.map(str::to_string));
    text.extend(report.iter().map(line));
    text
}

fn line(row: &Row) -> String {
    let [first, five, ten] = [row.top1, row.top5, row.top10].map(|part| share(Some(part)));
    let moves = format!("{}-{}", row.from, row.to);
    let log = figure(row.log_prob, 3);
    columns([row.model.clone(), moves, row.positions.to_string(), first, five, ten, log])
}

fn columns([model, moves, positions, first, five, ten, log]: [String; 7]) -> String {
    let line =
        format!("{model:<11} {moves:<7} {positions:>9} {first:>7} {five:>7} {ten:>7} {log:>7}");
    line.trim_end().to_string() + "\n"
}
