//! `aji eval judgement`: how good scores, their ranges and chances of winning are.

use crate::agreed::customary_komi;
use crate::command::Answer;
use crate::models::{self, TerritoryName};
use crate::progress::Bar;
use crate::reading;
use crate::words::counted;
use aji_judge::judgement::Explainer;
use aji_judge::score::Scorer;
use aji_judge::territory::Model;
use aji_learn::labels;
use aji_learn::measure::judgement::{Case, MeasuredJudgements, outcomes};
use aji_learn::measure::score::CountedGame;
use aji_learn::stats::Interval;
use aji_rules::{HalfPoints, RuleSet, Size};
use anyhow::ensure;
use clap::{Args, value_parser};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Measure how good whole judgements are: the score with its range, and the chance of winning.
///
/// With --labels, games are judged after so many moves; the labels are as for `aji eval territory`. With --games, those
/// whose result is a number of points are judged at four places each and at their end, on boards of any size, and the
/// figures are told apart for each size and kind: even games, games with handicap, positions in which somebody is far
/// ahead (by a point for every twelve of the board), and finished boards.
#[derive(Args)]
pub struct Judgement {
    /// The labelled games, gzipped or not.
    #[arg(long, value_name = "FILE", required_unless_present = "games")]
    labels: Option<PathBuf>,
    /// Counted games: files, folders or archives.
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "labels")]
    games: Vec<PathBuf>,
    /// After how many moves to judge, with --labels.
    #[arg(long, value_name = "MOVES", value_delimiter = ',', default_value = "20,80,150,200")]
    at: Vec<usize>,
    /// Who judges, as for `aji judge --territory`.
    #[arg(long, value_name = "MODEL[/INFERENCE]", default_value = models::BEST)]
    model: TerritoryName,
    /// Take models from this folder instead of those built in, where it has them.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// Take the first N games only.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The rules of these games, where they do not tell theirs.
    #[arg(long, value_name = "NAME", default_value = "japanese")]
    rules: RuleSet,
    /// White's komi in labelled games.
    #[arg(long, default_value = "6.5")]
    komi: HalfPoints,
    /// The seed of the intervals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Figures, with what they are of: for JSON, and as the beginning of a line.
struct Row {
    of: Value,
    words: String,
    measured: MeasuredJudgements,
}

impl Judgement {
    pub fn run(self) -> anyhow::Result<Answer> {
        let _library = models::library(self.models.as_deref())?;
        let rows = match &self.labels {
            Some(labels) => self.by_move(labels)?,
            None => self.by_kind()?,
        };
        Ok(Answer::good(if self.json { self.as_json(&rows) } else { self.as_text(&rows) }))
    }

    /// A way to make judges, who count finished boards if they are asked to.
    fn judges(&self, counts: bool) -> anyhow::Result<impl Fn() -> Explainer + Sync + use<>> {
        let library = models::library(self.models.as_deref())?;
        let name = self.model.model;
        let model = Model::of(name, &library)?;
        let scorer = if counts { Some(Scorer::of(&library)?) } else { None };
        let inference = self.model.inference;
        Ok(move || {
            let judge = Explainer::new(model.clone(), inference);
            match &scorer {
                Some(scorer) => judge.with_scorer(scorer.clone()),
                None => judge,
            }
        })
    }

    fn most(&self) -> usize {
        self.positions.map_or(usize::MAX, |limit| limit as usize)
    }

    fn by_move(&self, path: &Path) -> anyhow::Result<Vec<Row>> {
        let judges = self.judges(false)?;
        let mut games = labels::read(path)?;
        games.truncate(self.most());
        let mut rows = Vec::new();
        for &number in &self.at {
            let examples = labels::at_moves(&games, &[number]);
            ensure!(!examples.is_empty(), "no game of {} reaches move {number}", path.display());
            let case = |example| Case::of_example(example, self.rules, self.komi);
            let cases: Vec<Case> = examples.iter().map(case).collect();
            let bar = Bar::things(cases.len(), "judgements");
            let outcomes = outcomes(&judges, &cases, || bar.step())?;
            let measured = MeasuredJudgements::of(&outcomes, self.seed);
            let (of, words) = (json!({ "move": number }), format!("{number:>4}"));
            rows.extend(measured.map(|measured| Row { of, words, measured }));
        }
        Ok(rows)
    }

    fn by_kind(&self) -> anyhow::Result<Vec<Row>> {
        let judges = self.judges(true)?;
        let komi = customary_komi(self.rules, 0);
        let mut games = Vec::new();
        reading::for_each(
            self.games.iter().cloned(),
            |record| CountedGame::of(&record, self.rules, komi),
            |game, bar| {
                match game {
                    Err(trouble) => bar.say(&trouble.to_string()),
                    Ok(game) => games.extend(game),
                }
                Ok(())
            },
        )?;
        ensure!(!games.is_empty(), "none of the games was counted");
        games.truncate(self.most());
        let cases: Vec<Case> = games.iter().flat_map(Case::of_game).collect();
        let bar = Bar::things(cases.len(), "judgements");
        let outcomes = outcomes(&judges, &cases, || bar.step())?;
        let mut apart = BTreeMap::<(Size, _), Vec<_>>::new();
        for (case, outcome) in cases.iter().zip(outcomes) {
            apart.entry((case.position.size(), outcome.kind)).or_default().push(outcome);
        }
        let row = |((size, kind), outcomes): ((Size, _), Vec<_>)| {
            let of = json!({ "board": size.to_string(), "kind": kind });
            let kind = of["kind"].as_str().unwrap_or_default();
            let words = format!("{:<5} {kind:<8}", size.to_string());
            Some(Row { words, measured: MeasuredJudgements::of(&outcomes, self.seed)?, of })
        };
        Ok(apart.into_iter().filter_map(row).collect())
    }

    fn as_json(&self, rows: &[Row]) -> String {
        let row = |Row { of, measured: row, .. }: &Row| {
            let mut object = json!({
                "model": self.model.model.to_string(),
                "inference": self.model.inference.to_string(),
                "positions": row.positions,
                "score_mae": row.score_error_points,
                "within_range": row.within.0,
                "within_range_low": row.within.1.low,
                "within_range_high": row.within.1.high,
                "winner_accuracy": row.winner_accuracy.0,
                "winner_accuracy_low": row.winner_accuracy.1.low,
                "winner_accuracy_high": row.winner_accuracy.1.high,
                "win_log_loss": row.win_log_loss.0,
                "win_log_loss_low": row.win_log_loss.1.low,
                "win_log_loss_high": row.win_log_loss.1.high,
                "win_brier": row.win_brier,
                "win_ece": row.win_calibration.error(),
            });
            for (key, value) in of.as_object().into_iter().flatten() {
                object[key] = value.clone();
            }
            object
        };
        json!({ "rows": rows.iter().map(row).collect::<Vec<_>>() }).to_string() + "\n"
    }

    fn as_text(&self, rows: &[Row]) -> String {
        let width = rows.iter().map(|row| row.words.len()).max().unwrap_or_default();
        let of = if self.labels.is_some() { "move" } else { "board kind" };
        let paths = self.labels.iter().chain(&self.games);
        let on = paths.map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        let mut text = format!(
            "{}/{} measured on {on}. The range should hold 80 % of the scores; in brackets, 95 % intervals.\n\n\
             {of:<width$}  positions  score error  in range               winner                 log loss                   ECE\n",
            self.model.model, self.model.inference,
        );
        for Row { words, measured: row, .. } in rows {
            let share = |(share, interval): (f64, Interval)| {
                let [share, low, high] = [share, interval.low, interval.high].map(|x| 100.0 * x);
                format!("{share:.1} % ({low:.1} to {high:.1})")
            };
            let (loss, interval) = row.win_log_loss;
            let loss = format!("{loss:.4} ({:.4} to {:.4})", interval.low, interval.high);
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "{words:<width$}  {:>9}  {:>11.1}  {:<21}  {:<21}  {loss:<25}  {:.3}",
                row.positions,
                row.score_error_points,
                share(row.within),
                share(row.winner_accuracy),
                row.win_calibration.error(),
            );
        }
        let positions: usize = rows.iter().map(|row| row.measured.positions).sum();
        let _ = writeln!(text, "\n{} in all.", counted(positions as u64, "position"));
        text
    }
}
