//! `aji eval winner`: how well winners are predicted.

use crate::command::Answer;
use crate::models;
use crate::progress::Bar;
use crate::reading;
use crate::words::counted;
use aji_judge::winner::{Predictor, PredictorName};
use aji_learn::games::WonGames;
use aji_learn::measure::winner::{Comparison, Predicted, Row, Split, predict_by};
use aji_rules::RuleSet;
use anyhow::ensure;
use clap::{Args, value_parser};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;

/// What the columns of the table mean.
const FIGURES: &str = "\
The figures, for each move number:
  ended     which games: all, those that were counted, those that were resigned
  majority  how often whoever says the more frequent winner is right
  accuracy  how often the player won who was thought the likelier winner, with its 95 % interval
  log loss  the cross entropy of the chances: 0.693 if nobody knows anything
  AUC       how often a game that Black won was thought likelier than one that White won
  Brier     the mean square of the chances' error: 0.25 if nobody knows anything
  ECE       by how much chances are off on average, the calibration error

Between any two models McNemar's test says how likely it is that a difference at least as large is luck.";

/// Measure how well winners are predicted from the position after so many moves.
///
/// Of the games, those count that are even and were counted or resigned, each once. Shorter games are
/// left out.
#[derive(Args)]
#[command(after_long_help = FIGURES)]
pub struct Winner {
    /// The games: files, folders or archives.
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    games: Vec<PathBuf>,
    /// After how many moves to predict.
    #[arg(long, value_name = "MOVES", value_delimiter = ',', default_value = "30,80,130,180")]
    at: Vec<usize>,
    /// Who predicts, as many as you like. If not given: all networks. `territory` does without a
    /// network and takes its time.
    #[arg(long = "model", value_name = "MODEL", num_args = 1..)]
    asked: Vec<PredictorName>,
    /// Take the models from this folder instead of those built in.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// Take the first N games only.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The rules of these games.
    #[arg(long, value_name = "NAME", default_value = "japanese")]
    rules: RuleSet,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// All figures.
#[derive(Serialize)]
struct Report {
    /// By move number, then by model; all games before those that ended in one way.
    rows: Vec<Row>,
    /// Whether one is better than another.
    mcnemar: Vec<Comparison>,
}

impl Winner {
    pub fn run(self) -> anyhow::Result<Answer> {
        let library = models::library(self.models.as_deref())?;
        let networks = [PredictorName::NnInfluence, PredictorName::Outlook, PredictorName::Deep];
        let names = if self.asked.is_empty() { networks.to_vec() } else { self.asked.clone() };
        let predictors: Vec<Predictor> =
            names.iter().map(|&name| Predictor::new(name, &library)).collect::<Result<_, _>>()?;
        let mut won = reading::won_games(self.games.iter().cloned())?;
        won.games.truncate(self.positions.map_or(usize::MAX, |limit| limit as usize));
        let reaching =
            |number: usize| won.games.iter().filter(|game| game.moves().len() >= number).count();
        for &number in &self.at {
            ensure!(reaching(number) > 0, "no game reaches move {number}: {}", told(&won));
        }
        let total =
            predictors.len() * self.at.iter().map(|&number| reaching(number)).sum::<usize>();
        let bar = Bar::things(total, "positions");
        let mut report = Report { rows: Vec::new(), mcnemar: Vec::new() };
        for &number in &self.at {
            let mut predicted = Vec::new();
            for (predictor, name) in predictors.iter().zip(&names) {
                let of_one = predict_by(predictor, &won.games, number, self.rules, || bar.step())?;
                predicted.push((name.to_string(), of_one));
            }
            report.take(number, &predicted);
        }
        drop(bar);
        Ok(Answer::good(if self.json {
            serde_json::to_string(&report)? + "\n"
        } else {
            report.text(&won)
        }))
    }
}

impl Report {
    /// Measures and compares what was predicted after so many moves.
    fn take(&mut self, number: usize, predicted: &[(String, Vec<Predicted>)]) {
        for (index, (model, of_one)) in predicted.iter().enumerate() {
            self.rows.extend(Split::of(of_one).rows(number, model));
            for (against, of_other) in &predicted[..index] {
                let pair = [(model.as_str(), &of_one[..]), (against, of_other)];
                self.mcnemar.push(Comparison::new(number, pair[0], pair[1]));
            }
        }
    }

    /// A table for each move number.
    fn text(&self, won: &WonGames) -> String {
        let mut text =
            format!("Measured on {}.\nIn brackets, 95 % intervals by Wilson.\n", told(won));
        for rows in self.rows.chunk_by(|a, b| a.number == b.number) {
            let (number, games) = (rows[0].number, rows[0].games);
            // Writing to a string does not fail.
            let _ = write!(text, "\nAfter move {number}: {}", counted(games as u64, "game"));
            let _ = match won.games.len() - games {
                0 => writeln!(text),
                shorter => {
                    writeln!(text, "; {} left out, shorter", counted(shorter as u64, "game"))
                }
            };
            text += &columns(
                [
                    "model", "ended", "games", "majority", "accuracy", "log loss", "AUC", "Brier",
                    "ECE",
                ]
                .map(str::to_string),
            );
            text.extend(rows.iter().map(line));
            for test in self.mcnemar.iter().filter(|test| test.number == number) {
                let Comparison { model, against, only_first, only_second, .. } = test;
                let _ = writeln!(
                    text,
                    "{model} against {against}: {only_first} games right alone against \
                     {only_second}, {}",
                    test.p_text()
                );
            }
        }
        text
    }
}

fn line(row: &Row) -> String {
    let figure = |value: Option<f64>, digits: usize| {
        value.map_or("-".to_string(), |value| format!("{value:.digits$}"))
    };
    columns([
        row.model.clone(),
        row.ended.to_string(),
        row.games.to_string(),
        row.majority.map_or("-".to_string(), |share| format!("{:.1} %", 100.0 * share)),
        row.accuracy_text(),
        figure(row.log_loss, 4),
        figure(row.auc, 3),
        figure(row.brier, 4),
        figure(row.ece, 4),
    ])
}

fn columns(
    [model, ended, games, majority, accuracy, loss, auc, brier, ece]: [String; 9],
) -> String {
    let line = format!(
        "{model:<10} {ended:<8} {games:>6}  {majority:>8}  {accuracy:<23}  {loss:>8}  {auc:>5}  \
         {brier:>6}  {ece:>6}"
    );
    line.trim_end().to_string() + "\n"
}

/// `7,990 games; 10 left out: 6 not even, 4 without a winner`.
fn told(won: &WonGames) -> String {
    let mut left_out: Vec<_> = won.left_out.iter().collect();
    left_out.sort();
    let total: usize = won.left_out.values().sum();
    let mut text = counted(won.games.len() as u64, "game");
    if total > 0 {
        let each: Vec<String> =
            left_out.iter().map(|(unfit, count)| format!("{count} {}", unfit.words())).collect();
        // Writing to a string does not fail.
        let _ = write!(text, "; {total} left out: {}", each.join(", "));
    }
    text
}
