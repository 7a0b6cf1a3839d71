//! The model of dead stones, fitted to finished games.

use super::{Answer, CommandLine, Made, file_name};
use crate::digest::Digest;
use crate::progress::Bar;
use crate::words::grouped;
use aji_judge::Library;
use aji_judge::score::dead_stones as judge;
use aji_judge::score::facts;
use aji_judge::territory::{Model, ModelName};
use aji_learn::dead_stones::{Chains, Measured, all_chains, drawn, fit, measure};
use aji_learn::labels::{self, LabelledGame};
use aji_learn::stats::wilson;
use anyhow::{Context, ensure};
use clap::{Args, value_parser};
use std::fmt::Write;
use std::path::PathBuf;

/// Train the model that tells dead stones on finished boards, and write it with its card.
///
/// The labels are as for `aji eval territory`; it learns from the final positions of games that count as
/// recorded.
#[derive(Args)]
pub struct DeadStones {
    /// The labelled games, gzipped or not.
    #[arg(long, value_name = "FILE")]
    labels: PathBuf,
    /// How many games to learn from, drawn at random.
    #[arg(long, value_name = "N", default_value_t = 6_000, value_parser = value_parser!(u32).range(1..))]
    games: u32,
    /// The seed of the draw.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Measure the trained model on these labelled games and put the figures on its card.
    #[arg(long, value_name = "FILE")]
    valid: Option<PathBuf>,
    /// The folder to write to.
    #[arg(long, value_name = "FOLDER", default_value = "models")]
    out: PathBuf,
}

impl DeadStones {
    pub fn run(self) -> anyhow::Result<Answer> {
        let mut games = labels::read(&self.labels)?;
        games.retain(|game| game.is_exact);
        ensure!(!games.is_empty(), "no game of {} counts as recorded", self.labels.display());
        let learned_from = chains(&drawn(&games, self.games as usize, self.seed))?;
        let model = fit(&learned_from).context("the games have no chains to learn from")?;
        let valid = match &self.valid {
            Some(path) => {
                let mut games = labels::read(path)?;
                games.retain(|game| game.is_exact);
                Some((path, chains(&games.iter().collect::<Vec<_>>())?))
            }
            None => None,
        };
        let digest = Digest::of_file(&self.labels)?.to_string();
        let mut figures = "| fact | weight |\n|---|---|\n".to_string();
        for (name, weight) in facts::NAMES.iter().zip(model.weights()) {
            // Writing to a string does not fail.
            let _ = writeln!(figures, "| {name} | {weight:.3} |");
        }
        if let Some((path, chains)) = valid {
            let digest = Digest::of_file(path)?.to_string();
            figures += &measured(&measure(&model, &chains), &file_name(path), &digest);
        }
        let about = format!(
            "Which chains are dead on a finished board? Logistic regression over {} named facts about a chain, each \
             seen from its owner's side; what is certain by Benson's algorithm is not asked of it. Fitted by \
             Newton's method.",
            facts::COUNT
        );
        let chain_count: usize = learned_from.iter().map(Vec::len).sum();
        let from = format!(
            "{} chains in the final positions of {} games of the labels that count exactly as recorded \
             (fingerprint of the file: {digest}).",
            grouped(chain_count as u64),
            grouped(learned_from.len() as u64),
        );
        let made = Made { file: model.file(), about, figures, metrics: Vec::new() };
        made.write(&self.out, judge::NAME, &self.command(learned_from.len()), (&from, &digest))
    }

    fn command(&self, games: usize) -> String {
        let command = CommandLine::new(judge::NAME).flag("labels", file_name(&self.labels));
        command.flag("games", games).flag("seed", self.seed).0
    }
}

fn chains(games: &[&LabelledGame]) -> anyhow::Result<Vec<Chains>> {
    let territory = Model::of(ModelName::Deep, &Library::built_in())?;
    let bar = Bar::things(games.len(), "games");
    Ok(all_chains(&territory, games, || bar.step())?)
}

fn measured(measured: &Measured, file: &str, digest: &str) -> String {
    let share = |part: usize, whole: usize| {
        let interval = wilson(part as u64, whole as u64);
        let [share, low, high] =
            [part as f64 / whole.max(1) as f64, interval.low, interval.high].map(|x| 100.0 * x);
        format!("{share:.2} % ({low:.2} to {high:.2})")
    };
    format!(
        "\nMeasured on the {} games of {file} that count exactly as recorded (fingerprint {digest}), which \
         are not among those it learned from; in brackets, 95 % intervals:\n\n\
         | what | right |\n|---|---|\n| chains | {} of {} |\n| games with all chains right | {} |\n",
        grouped(measured.games as u64),
        share(measured.right, measured.chains),
        grouped(measured.chains as u64),
        share(measured.all_right, measured.games),
    )
}
