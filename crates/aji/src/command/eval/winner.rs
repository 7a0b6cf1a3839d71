//! `aji eval winner`: how well winners are foretold.

use crate::command::Answer;
use crate::models;
use crate::progress::Bar;
use crate::reading;
use crate::words::counted;
use aji_judge::winner::{Predictor, PredictorName};
use aji_learn::games::{WonGame, WonGames};
use aji_learn::measure::winner::{Ended, Foretold, MeasuredWinners, compare, foretell};
use aji_learn::stats::{Interval, McNemar};
use aji_rules::RuleSet;
use anyhow::ensure;
use clap::{Args, value_parser};
use serde_json::{Value, json};
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

/// Measure how well winners are foretold from the position after so many moves.
///
/// Of the games, those count that are even and were counted or resigned, each once. Shorter games are
/// left out.
#[derive(Args)]
#[command(after_long_help = FIGURES)]
pub struct Winner {
    /// The games: files, folders or archives.
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    games: Vec<PathBuf>,
    /// After how many moves to foretell.
    #[arg(long, value_name = "MOVES", value_delimiter = ',', default_value = "30,80,130,180")]
    at: Vec<usize>,
    /// Who foretells, as many as you like. If not given: all networks. `territory` does without a
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

/// What was found after one number of moves.
struct Table {
    number: usize,
    /// Games that do not have so many moves.
    shorter: usize,
    rows: Vec<Row>,
    tests: Vec<Test>,
}

/// How well one foretold games that ended in one way.
struct Row {
    model: PredictorName,
    ended: Ended,
    /// Nothing if there are no such games.
    measured: Option<MeasuredWinners>,
}

/// Whether one is better than another.
struct Test {
    model: PredictorName,
    against: PredictorName,
    counts: McNemar,
}

impl Winner {
    pub fn run(self) -> anyhow::Result<Answer> {
        let folder = self.models.as_deref();
        let names = match &self.asked[..] {
            [] => models::predictor_names(folder)?,
            asked => asked.to_vec(),
        };
        let predictors: Vec<Predictor> =
            names.iter().map(|&name| models::predictor(name, folder)).collect::<Result<_, _>>()?;
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
        let mut tables = Vec::new();
        for &number in &self.at {
            let mut foretold = Vec::new();
            for predictor in &predictors {
                let of_one = foretell(predictor, &won.games, number, self.rules, || bar.step())?;
                foretold.push((predictor.name(), of_one));
            }
            tables.push(Table::new(number, &won.games, &foretold));
        }
        drop(bar);
        Ok(Answer::good(if self.json { as_json(&tables) } else { as_text(&tables, &told(&won)) }))
    }
}

impl Table {
    fn new(number: usize, games: &[WonGame], foretold: &[(PredictorName, Vec<Foretold>)]) -> Table {
        let measured = |&(model, ref of_one): &(PredictorName, Vec<Foretold>)| {
            Ended::EACH.map(|ended| Row {
                model,
                ended,
                measured: MeasuredWinners::of(&ended.of(of_one)),
            })
        };
        let mut tests = Vec::new();
        for (index, (against, second)) in foretold.iter().enumerate() {
            for (model, first) in &foretold[index + 1..] {
                let counts = compare(first, second);
                tests.push(Test { model: *model, against: *against, counts });
            }
        }
        Table {
            number,
            shorter: games.iter().filter(|game| game.moves().len() < number).count(),
            rows: foretold.iter().flat_map(measured).collect(),
            tests,
        }
    }
}

fn as_json(tables: &[Table]) -> String {
    let mut rows: Vec<Value> = Vec::new();
    let mut tests: Vec<Value> = Vec::new();
    for table in tables {
        for Row { model, ended, measured } in &table.rows {
            let figure = |part: fn(&MeasuredWinners) -> f64| measured.as_ref().map(part);
            rows.push(json!({
                "move": table.number,
                "model": model.to_string(),
                "ended": ended.to_string(),
                "games": measured.as_ref().map_or(0, |measured| measured.games),
                "accuracy": figure(|measured| measured.accuracy),
                "accuracy_low": figure(|measured| measured.accuracy_interval.low),
                "accuracy_high": figure(|measured| measured.accuracy_interval.high),
                "majority": figure(|measured| measured.majority),
                "log_loss": figure(|measured| measured.log_loss),
                "auc": measured.as_ref().and_then(|measured| measured.auc),
                "brier": figure(|measured| measured.brier),
                "ece": figure(|measured| measured.calibration.error()),
            }));
        }
        for Test { model, against, counts } in &table.tests {
            tests.push(json!({
                "move": table.number,
                "model": model.to_string(),
                "against": against.to_string(),
                "only_first": counts.only_first,
                "only_second": counts.only_second,
                "p": counts.p(),
                "log10_p": counts.log10_p(),
            }));
        }
    }
    json!({ "rows": rows, "mcnemar": tests }).to_string() + "\n"
}

fn as_text(tables: &[Table], told: &str) -> String {
    let mut text = format!("Measured on {told}.\nIn brackets, 95 % intervals by Wilson.\n");
    // Writing to a string does not fail.
    for table in tables {
        let games = table.rows.first().and_then(|row| row.measured.as_ref()).map_or(0, |m| m.games);
        let _ = write!(text, "\nAfter move {}: {}", table.number, counted(games as u64, "game"));
        let _ = match table.shorter {
            0 => writeln!(text),
            shorter => writeln!(text, "; {} left out, shorter", counted(shorter as u64, "game")),
        };
        text += &columns(
            ["model", "ended", "games", "majority", "accuracy", "log loss", "AUC", "Brier", "ECE"]
                .map(str::to_string),
        );
        for row in &table.rows {
            text += &row.text();
        }
        for Test { model, against, counts } in &table.tests {
            let McNemar { only_first, only_second } = counts;
            let _ = writeln!(
                text,
                "{model} against {against}: {only_first} games right alone against {only_second}, {}",
                chance(*counts)
            );
        }
    }
    text
}

impl Row {
    fn text(&self) -> String {
        let figure = |show: &dyn Fn(&MeasuredWinners) -> String| {
            self.measured.as_ref().map_or("-".to_string(), show)
        };
        columns([
            self.model.to_string(),
            self.ended.to_string(),
            self.measured.as_ref().map_or(0, |measured| measured.games).to_string(),
            figure(&|measured| format!("{:.1} %", 100.0 * measured.majority)),
            figure(&|measured| {
                let Interval { low, high } = measured.accuracy_interval;
                let [accuracy, low, high] = [measured.accuracy, low, high].map(|x| 100.0 * x);
                format!("{accuracy:.1} % ({low:.1} to {high:.1})")
            }),
            figure(&|measured| format!("{:.4}", measured.log_loss)),
            figure(&|measured| measured.auc.map_or("-".to_string(), |auc| format!("{auc:.3}"))),
            figure(&|measured| format!("{:.4}", measured.brier)),
            figure(&|measured| format!("{:.4}", measured.calibration.error())),
        ])
    }
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

/// `p = 0.032`, `p = 3e-12`.
fn chance(counts: McNemar) -> String {
    match counts.log10_p() {
        likely if likely > -4.0 => format!("p = {:.4}", counts.p()),
        log => {
            let digit = 10_f64.powf(log - log.floor());
            format!("p = {digit:.1}e{:.0}", log.floor())
        }
    }
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
