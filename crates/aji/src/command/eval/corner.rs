//! `aji eval corner`: how often networks tell life from death in the corner.

use crate::command::Answer;
use crate::models;
use crate::words::{counted, grouped, rounded};
use aji_judge::life::corner::CornerModel;
use aji_judge::life::corner::CornerNetwork;
use aji_learn::corner::{Pattern, Source, pattern};
use aji_learn::measure::corner::Measured;
use anyhow::ensure;
use clap::Args;
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;

/// What the columns of the table mean.
const FIGURES: &str = "\
The figures:
  0.25 rule  the study's: how often the answer is nearer than 0.25 to what it should be
  0.5 rule   how often it is on the right side
  AUC        how often a living group is thought likelier to live than a dead one
  log loss   the mean of minus the logarithm of what was thought of the truth; less is better

Patterns that are unsettled, in a ko or in seki are left aside.";

/// Measure how often networks tell life from death in the corner.
#[derive(Args)]
#[command(after_long_help = FIGURES)]
pub struct Corner {
    /// The patterns, as `aji games corners` writes them.
    #[arg(long, value_name = "FILE")]
    patterns: PathBuf,
    /// Which network; may be given more than once. By default all.
    #[arg(long, value_name = "full|2d|chan|ours")]
    model: Vec<CornerModel>,
    /// Only patterns of this source; may be given more than once.
    #[arg(long, value_name = "final|problem|reading", value_parser = source)]
    source: Vec<Source>,
    /// Only those that `aji train corner` holds out: one problem or game in ten, told by its name.
    #[arg(long)]
    held_out: bool,
    /// Take models from this folder instead of those built in, where it has them.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn source(text: &str) -> Result<Source, String> {
    let mut all = Source::ALL.into_iter();
    all.find(|source| source.to_string() == text)
        .ok_or_else(|| "sources are final, problem and reading".to_string())
}

impl Corner {
    pub fn run(self) -> anyhow::Result<Answer> {
        let library = models::library(self.models.as_deref())?;
        let patterns = pattern::read(&self.patterns)?;
        let is_asked = |pattern: &&Pattern| {
            (self.source.is_empty() || self.source.contains(&pattern.source))
                && (!self.held_out || pattern.is_held_out())
        };
        let patterns: Vec<&Pattern> = patterns.iter().filter(is_asked).collect();
        let models = if self.model.is_empty() { CornerModel::ALL.to_vec() } else { self.model };
        let mut rows = Vec::new();
        for model in models {
            let network = CornerNetwork::new(model, &library)?;
            rows.extend(Measured::of_network(&patterns, &network).map(|found| (model, found)));
        }
        ensure!(
            !rows.is_empty(),
            "{} has no such pattern that is alive or dead",
            self.patterns.display()
        );
        Ok(Answer::good(if self.json { json(&rows) } else { text(&rows) }))
    }
}

fn json(rows: &[(CornerModel, Measured)]) -> String {
    let digits = |number: f64| rounded(1000.0 * number) / 1000.0;
    let rows: Vec<_> = rows
        .iter()
        .map(|(model, measured)| {
            json!({
                "model": model.to_string(),
                "patterns": measured.patterns,
                "right_025": digits(measured.share_025()),
                "right_05": digits(measured.share_05()),
                "auc": measured.auc.map(digits),
                "log_loss": digits(measured.log_loss),
            })
        })
        .collect();
    json!({"rows": rows}).to_string() + "\n"
}

fn text(rows: &[(CornerModel, Measured)]) -> String {
    let mut text = format!(
        "{:<8}{:>10}{:>12}{:>12}{:>9}{:>10}\n",
        "model", "patterns", "0.25 rule", "0.5 rule", "AUC", "log loss"
    );
    for (model, measured) in rows {
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{:<8}{:>10}{:>12}{:>12}{:>9}{:>10.4}",
            model.to_string(),
            grouped(measured.patterns as u64),
            percent(measured.share_025()),
            percent(measured.share_05()),
            measured.auc.map_or("-".to_string(), |auc| format!("{auc:.4}")),
            measured.log_loss,
        );
    }
    let count = rows.first().map_or(0, |(_, measured)| measured.patterns);
    text + &format!("\n{} that are alive or dead.\n", counted(count as u64, "pattern"))
}
