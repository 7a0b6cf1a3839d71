//! `aji eval winner`: how well winners are predicted.

use crate::flags::{GamePaths, Limit, ModelFolder, chosen_or};
use crate::progress::Bar;
use crate::reading;
use crate::roster::PredictorName;
use crate::words::counted;
use aji_judge::winner::Predictor;
use aji_learn::cells;
use aji_learn::games::WonGames;
use aji_learn::measure::winner::{Comparison, Row, Split, predict_by};
use aji_learn::report::{Column, Report};
use aji_learn::stats::Interval;
use aji_rules::RuleSet;
use anyhow::ensure;
use clap::Args;
use serde_json::json;

const COLUMNS: [Column; 10] = [
    Column::json("move"),
    Column::new("model"),
    Column::new("ended"),
    Column::new("games"),
    Column::new("majority").percent(1),
    Column::new("accuracy").percent(1),
    Column::named("log loss", "log_loss").decimals(4),
    Column::named("AUC", "auc").decimals(3),
    Column::named("Brier", "brier").decimals(4),
    Column::named("ECE", "ece").decimals(4),
];

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
    #[command(flatten)]
    paths: GamePaths,
    /// After how many moves to predict.
    #[arg(long, value_name = "MOVES", value_delimiter = ',', default_value = "30,80,130,180")]
    at: Vec<usize>,
    /// Who predicts, as many as you like. By default all networks. `territory` does without a
    /// network and takes its time.
    #[arg(long = "model", value_name = "MODEL", num_args = 1..)]
    chosen: Vec<PredictorName>,
    #[command(flatten)]
    models: ModelFolder,
    #[command(flatten)]
    limit: Limit,
    /// The rules of these games.
    #[arg(long, value_name = "NAME", default_value = "japanese")]
    rules: RuleSet,
}

impl Winner {
    pub fn run(self) -> anyhow::Result<Report> {
        let library = self.models.library()?;
        let names = chosen_or(self.chosen, PredictorName::all_networks());
        let predictors: Vec<Predictor> =
            names.iter().map(|name| name.predictor(&library)).collect::<Result<_, _>>()?;
        let mut won = reading::won_games(self.paths.games)?;
        won.games.truncate(self.limit.most());
        let reaching =
            |number: usize| won.games.iter().filter(|game| game.moves().len() >= number).count();
        for &number in &self.at {
            ensure!(reaching(number) > 0, "no game reaches move {number}: {}", told(&won));
        }
        let total =
            predictors.len() * self.at.iter().map(|&number| reaching(number)).sum::<usize>();
        let bar = Bar::things(total, "positions");
        let mut report = Report::new(COLUMNS);
        report.intro =
            format!("Measured on {}.\nIn brackets, 95 % intervals by Wilson.", told(&won));
        let mut comparisons = Vec::new();
        for &number in &self.at {
            let games = reaching(number);
            let shorter = match won.games.len() - games {
                0 => String::new(),
                some => format!("; {} left out, shorter", counted(some as u64, "game")),
            };
            report
                .begin(format!("After move {number}: {}{shorter}", counted(games as u64, "game")));
            let mut predicted = Vec::new();
            for (predictor, name) in predictors.iter().zip(&names) {
                let of_one = predict_by(predictor, &won.games, number, self.rules, || bar.step())?;
                let model = name.to_string();
                Split::of(&of_one)
                    .rows(number, &model)
                    .iter()
                    .for_each(|row| add(&mut report, row));
                predicted.push((model, of_one));
            }
            for (index, (model, of_one)) in predicted.iter().enumerate() {
                for (against, of_other) in &predicted[..index] {
                    let test = Comparison::new(number, (model, of_one), (against, of_other));
                    report.note(format!(
                        "{model} against {against}: {} games right alone against {}, {}",
                        test.only_first,
                        test.only_second,
                        test.p_text()
                    ));
                    comparisons.push(test);
                }
            }
        }
        report.also(json!({ "mcnemar": comparisons }));
        Ok(report)
    }
}

fn add(report: &mut Report, row: &Row) {
    let interval = row.accuracy_low.zip(row.accuracy_high);
    let interval = interval.map(|(low, high)| Interval { low, high });
    report.row(cells![
        row.number,
        row.model.clone(),
        row.ended.to_string(),
        row.games,
        row.majority,
        row.accuracy.zip(interval),
        row.log_loss,
        row.auc,
        row.brier,
        row.ece,
    ]);
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
        text += &format!("; {total} left out: {}", each.join(", "));
    }
    text
}
