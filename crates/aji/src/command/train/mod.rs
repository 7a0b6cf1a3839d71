//! `aji train`: fits the models to games.

mod opening;
mod territory;
mod winner;

use super::Answer;
use crate::progress::Bar;
use crate::writing;
use aji_learn::{fuzzy, habits, nn_influence, outlook, perceptron, run, td};
use anyhow::Context;
use clap::{Args, Subcommand};
use std::path::Path;
use std::time::{Duration, Instant};

/// Train a territory model on labelled games, and write it with its card; `aji train winner` and
/// `aji train opening` are for other models.
///
/// The labels are as for `aji eval territory`. The model goes to MODEL.safetensors in the folder of
/// --out, and what it is, how it was made and how good it is to MODEL.md beside it. Work in progress is
/// kept in MODEL.checkpoint there; --resume goes on with it.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Train {
    #[command(subcommand)]
    other: Option<Other>,
    #[command(flatten)]
    territory: Option<territory::Territory>,
}

#[derive(Subcommand)]
enum Other {
    Opening(opening::Opening),
    Winner(winner::Winner),
}

impl Train {
    pub fn run(self) -> anyhow::Result<Answer> {
        match (self.other, self.territory) {
            (Some(Other::Opening(opening)), _) => opening.run(),
            (Some(Other::Winner(winner)), _) => winner.run(),
            (None, Some(territory)) => territory.run(),
            (None, None) => anyhow::bail!("name a model to train; `aji train --help` lists them"),
        }
    }
}

/// How often work in progress is kept.
const KEPT_EVERY: Duration = Duration::from_secs(20);

/// A training as this command sees it.
trait Run {
    fn is_done(&self) -> bool;
    /// Steps done and to do in the part at hand.
    fn steps(&self) -> (usize, usize);
    fn advance(&mut self);
    /// Where it is.
    fn words(&self) -> String;
    fn checkpoint(&self) -> Result<String, serde_json::Error>;
}

/// All have these as methods of their own.
macro_rules! run {
    ($run:ty) => {
        impl Run for $run {
            fn is_done(&self) -> bool {
                self.is_done()
            }

            fn steps(&self) -> (usize, usize) {
                self.steps()
            }

            fn advance(&mut self) {
                self.advance();
            }

            fn words(&self) -> String {
                self.words()
            }

            fn checkpoint(&self) -> Result<String, serde_json::Error> {
                self.checkpoint()
            }
        }
    };
}

run!(run::Run<'_>);
run!(nn_influence::Run<'_>);
run!(outlook::Run<'_>);
run!(perceptron::Run<'_>);
run!(habits::Run<'_>);
run!(fuzzy::Run);
run!(td::Run<'_>);

/// Trains to the end or for so many steps, and keeps work in progress in the checkpoint.
fn work(run: &mut impl Run, checkpoint: &Path, most: Option<u64>) -> anyhow::Result<()> {
    let mut kept = Instant::now();
    let mut left = most.unwrap_or(u64::MAX);
    let mut shown = (usize::MAX, Bar::things(1, "steps"));
    while !run.is_done() && left > 0 {
        let (done, total) = run.steps();
        if shown.0 != total {
            shown = (total, Bar::things(total, "steps"));
        }
        shown.1.set(done as u64);
        run.advance();
        left -= 1;
        if kept.elapsed() > KEPT_EVERY || run.is_done() || left == 0 {
            writing::write(checkpoint, run.checkpoint()?.as_bytes())?;
            shown.1.say(&run.words());
            kept = Instant::now();
        }
    }
    Ok(())
}

/// What an earlier run has kept.
fn kept(checkpoint: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(checkpoint)
        .with_context(|| format!("cannot read {}", checkpoint.display()))
}

fn make_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))
}

/// A file's name, for the card: where it was is nobody's concern.
fn file_name(path: &Path) -> String {
    path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}
