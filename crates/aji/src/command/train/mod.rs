//! `aji train`: fits the models to games.

mod corner;
mod dead_stones;
mod deep;
mod evolve;
mod interruption;
mod opening;
mod territory;
mod winner;

use super::{Answer, Interrupted};
use crate::progress::Bar;
use crate::writing;
use aji_learn::{fuzzy, habits, nn_influence, outlook, perceptron, run, td};
use aji_net::ModelFile;
use anyhow::Context;
use clap::{Args, Subcommand};
use interruption::Interruption;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Train a territory model on labelled games, and write it with its card; `aji train winner`,
/// `aji train opening`, `aji train evolve`, `aji train corner` and `aji train dead-stones` are for other
/// models.
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
    Corner(corner::Corner),
    DeadStones(dead_stones::Training),
    Deep(deep::Deep),
    Evolve(evolve::Evolve),
    Opening(opening::Opening),
    Winner(winner::Winner),
}

impl Train {
    pub fn run(self) -> anyhow::Result<Answer> {
        match (self.other, self.territory) {
            (Some(Other::Corner(corner)), _) => corner.run(),
            (Some(Other::DeadStones(training)), _) => training.run(),
            (Some(Other::Deep(deep)), _) => deep.run(),
            (Some(Other::Evolve(evolve)), _) => evolve.run(),
            (Some(Other::Opening(opening)), _) => opening.run(),
            (Some(Other::Winner(winner)), _) => winner.run(),
            (None, Some(territory)) => territory.run(),
            (None, None) => anyhow::bail!("name a model to train; `aji train --help` lists them"),
        }
    }
}

/// A training as this command sees it.
trait Run {
    /// What its steps are called.
    const STEPS: &'static str = "steps";
    /// How often work in progress is kept.
    const KEPT_EVERY: Duration = Duration::from_secs(20);

    fn is_done(&self) -> bool;
    /// Steps done and to do in the part at hand.
    fn steps(&self) -> (usize, usize);
    fn advance(&mut self);
    /// Where it is.
    fn words(&self) -> String;
    /// The same in short, for who watches it on a terminal and is spared the sentences then.
    fn live(&self) -> Option<String> {
        None
    }
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
run!(aji_learn::deep::Run<'_>);
run!(perceptron::Run<'_>);
run!(habits::Run<'_>);
run!(fuzzy::Run);
run!(td::Run<'_>);
run!(aji_learn::corner::ours::Run<'_>);
run!(aji_learn::corner::study::Run);

/// Trains to the end or for so many steps, and keeps work in progress in the checkpoint. Whoever
/// interrupts it waits for the end of the step, and then it is kept, too.
fn work<R: Run>(run: &mut R, checkpoint: &Path, most: Option<u64>) -> anyhow::Result<()> {
    let interruption = Interruption::watch();
    let mut kept = Instant::now();
    let mut left = most.unwrap_or(u64::MAX);
    let mut shown = (usize::MAX, Bar::things(1, R::STEPS));
    while !run.is_done() && left > 0 {
        let (done, total) = run.steps();
        if shown.0 != total {
            shown = (total, Bar::things(total, R::STEPS).beginning_at(done));
        }
        shown.1.set(done as u64);
        let live = run.live();
        live.iter().for_each(|words| shown.1.tell(words));
        run.advance();
        left -= 1;
        let is_interrupted = interruption.has_come() && !run.is_done();
        let is_end = run.is_done() || left == 0 || is_interrupted;
        if kept.elapsed() > R::KEPT_EVERY || is_end {
            writing::write(checkpoint, run.checkpoint()?.as_bytes())?;
            if live.is_none() || shown.1.is_hidden() || is_end {
                shown.1.say(&run.words());
            }
            kept = Instant::now();
        }
        if is_interrupted {
            return Err(Interrupted(checkpoint.to_path_buf()).into());
        }
    }
    Ok(())
}

/// What is said of a training that stopped before its end.
fn unfinished(checkpoint: &Path) -> Answer {
    let kept = checkpoint.display();
    Answer::good(format!("Kept in {kept}; --resume goes on with it.\n"))
}

/// Writes a model and its card, where the endings of files have their places, and shows the card.
fn finished(
    file: impl Fn(&str) -> PathBuf,
    model: &ModelFile,
    card: String,
) -> anyhow::Result<Answer> {
    writing::write(&file("safetensors"), &model.write()?)?;
    writing::write(&file("md"), card.as_bytes())?;
    // It is of no use any more; if it cannot be removed, no harm is done.
    let _ = std::fs::remove_file(file("checkpoint"));
    Ok(Answer::good(card))
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
