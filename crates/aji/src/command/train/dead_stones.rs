//! The model of dead stones, fitted to finished games.

use super::{Answer, file_name, finished, make_folder};
use crate::digest::Digest;
use crate::progress::Bar;
use crate::words::grouped;
use aji_judge::Library;
use aji_judge::score::dead_stones::{self as judge, DeadStones};
use aji_judge::score::facts;
use aji_judge::territory::Model;
use aji_judge::territory::ModelName;
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
pub struct Training {
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

impl Training {
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
        let measured = valid.map(|(path, chains)| (path, measure(&model, &chains)));
        let command = self.command(learned_from.len());
        let mut card =
            card(&model, &command, &learned_from, &Digest::of_file(&self.labels)?.to_string());
        if let Some((path, measured)) = &measured {
            let digest = Digest::of_file(path)?.to_string();
            card += &figures(measured, &file_name(path), &digest);
        }
        make_folder(&self.out)?;
        let file =
            model.file().training(&command).data(&Digest::of_file(&self.labels)?.to_string());
        finished(|ending| self.out.join(format!("{}.{ending}", judge::NAME)), &file, card)
    }

    fn command(&self, games: usize) -> String {
        let labels = file_name(&self.labels);
        format!("aji train dead-stones --labels {labels} --games {games} --seed {}", self.seed)
    }
}

fn chains(games: &[&LabelledGame]) -> anyhow::Result<Vec<Chains>> {
    let territory = Model::of(ModelName::DEEP, &Library::built_in())?;
    let bar = Bar::things(games.len(), "games");
    Ok(all_chains(&territory, games, || bar.step())?)
}

fn card(model: &DeadStones, command: &str, games: &[Chains], digest: &str) -> String {
    let chains: usize = games.iter().map(Vec::len).sum();
    let mut card = format!(
        "# {}\n\nWhich chains are dead on a finished board? Logistic regression over {} named facts about \
         a chain, each seen from its owner's side; what is certain by Benson's algorithm is not asked of \
         it. Fitted by Newton's method.\n\nMade by\n\n    {command}\n\nfrom {} chains in the final \
         positions of {} games of the labels that count exactly as recorded (fingerprint of the file: \
         {digest}).\n\n| fact | weight |\n|---|---|\n",
        judge::NAME,
        facts::COUNT,
        grouped(chains as u64),
        grouped(games.len() as u64),
    );
    for (name, weight) in facts::NAMES.iter().zip(model.weights()) {
        // Writing to a string does not fail.
        let _ = writeln!(card, "| {name} | {weight:.3} |");
    }
    card
}

fn figures(measured: &Measured, file: &str, digest: &str) -> String {
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
