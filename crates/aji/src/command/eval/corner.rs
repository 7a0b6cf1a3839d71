//! `aji eval corner`: how often networks tell life from death in the corner.

use crate::flags::{ModelFolder, chosen_or};
use crate::words::counted;
use aji_judge::life::corner::{CornerModel, CornerNetwork};
use aji_learn::cells;
use aji_learn::corner::{Pattern, Source, pattern};
use aji_learn::measure::corner::Measured;
use aji_learn::report::{Column, Report};
use anyhow::ensure;
use clap::Args;
use std::path::PathBuf;

const COLUMNS: [Column; 6] = [
    Column::new("model"),
    Column::new("patterns"),
    Column::named("0.25 rule", "right_025").percent(2),
    Column::named("0.5 rule", "right_05").percent(2),
    Column::named("AUC", "auc").decimals(4),
    Column::named("log loss", "log_loss").decimals(4),
];

/// What the columns of the table mean.
const FIGURES: &str = "\
The figures:
  0.25 rule  Wong's: how often the answer is nearer than 0.25 to what it should be
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
    #[arg(long, value_name = "full|2d|chan|mesh")]
    model: Vec<CornerModel>,
    /// Only patterns of this source; may be given more than once.
    #[arg(long, value_name = "final|problem|reading", value_parser = source)]
    source: Vec<Source>,
    /// Only those that `aji train corner` holds out: one problem or game in ten, chosen by its name.
    #[arg(long)]
    held_out: bool,
    #[command(flatten)]
    models: ModelFolder,
}

fn source(text: &str) -> Result<Source, String> {
    let mut all = Source::ALL.into_iter();
    all.find(|source| source.to_string() == text)
        .ok_or_else(|| "sources are final, problem and reading".to_string())
}

impl Corner {
    pub fn run(self) -> anyhow::Result<Report> {
        let patterns = pattern::read(&self.patterns)?;
        let is_asked = |pattern: &&Pattern| {
            (self.source.is_empty() || self.source.contains(&pattern.source))
                && (!self.held_out || pattern.is_held_out())
        };
        let patterns: Vec<&Pattern> = patterns.iter().filter(is_asked).collect();
        let library = self.models.library()?;
        let mut report = Report::new(COLUMNS);
        for model in chosen_or(self.model, CornerModel::ALL) {
            let network = CornerNetwork::new(model, &library)?;
            let Some(found) = Measured::of_network(&patterns, &network) else { continue };
            let count = counted(found.patterns as u64, "pattern");
            report.closing = format!("{count} that are alive or dead.");
            let [quarter, half] = [found.share_025(), found.share_05()];
            let model = model.to_string();
            report.row(cells![model, found.patterns, quarter, half, found.auc, found.log_loss]);
        }
        let path = self.patterns.display();
        ensure!(!report.is_empty(), "{path} has no such pattern that is alive or dead");
        Ok(report)
    }
}
