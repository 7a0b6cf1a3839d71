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
use aji_learn::training::{self, Trainer};
use aji_net::ModelFile;
use anyhow::Context;
use clap::{Args, Subcommand};
use interruption::Interruption;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Instant;

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
    // Those of a territory model. They cannot be among its own: arguments that are optional as a whole are
    // not seen by clap if there are more such structs in them.
    #[command(flatten)]
    flags: TrainingFlags,
}

#[derive(Subcommand)]
enum Other {
    Corner(corner::Corner),
    DeadStones(dead_stones::DeadStones),
    Deep(deep::Deep),
    Evolve(evolve::Evolve),
    Opening(opening::Opening),
    Winner(winner::Winner),
}

impl Train {
    pub fn run(self) -> anyhow::Result<Answer> {
        let answer = match (self.other, self.territory) {
            (Some(Other::Corner(corner)), _) => corner.run(),
            (Some(Other::DeadStones(dead_stones)), _) => dead_stones.run(),
            (Some(Other::Deep(deep)), _) => deep.run(),
            (Some(Other::Evolve(evolve)), _) => evolve.run(),
            (Some(Other::Opening(opening)), _) => opening.run(),
            (Some(Other::Winner(winner)), _) => winner.run(),
            (None, Some(territory)) => territory.run(self.flags),
            (None, None) => anyhow::bail!("name a model to train; `aji train --help` lists them"),
        };
        answer.or_else(|error| Ok(Answer::good(error.downcast::<Unfinished>()?.to_string())))
    }
}

/// A training stopped before its end, as --stop-after asked for.
#[derive(Debug, thiserror::Error)]
#[error("Kept in {}; --resume goes on with it.\n", .0.display())]
struct Unfinished(PathBuf);

/// The flags of every training that can be resumed.
#[derive(Args, Default)]
struct TrainingFlags {
    /// The seed of all that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder to write to.
    #[arg(long, value_name = "FOLDER", default_value = "models")]
    out: PathBuf,
    /// Stop after so many steps, epochs or generations and keep the work, to go on later with --resume.
    #[arg(long, value_name = "N")]
    stop_after: Option<u64>,
    /// Go on from the checkpoint of an earlier run with the same settings.
    #[arg(long)]
    resume: bool,
}

impl TrainingFlags {
    /// Trains to the end; stopping before is the error [`Unfinished`].
    fn train<T: Trainer>(
        &self,
        name: &str,
        data: &str,
        trainer: T,
    ) -> anyhow::Result<(T, T::Model)> {
        let trainer = self.advance(name, data, trainer)?;
        if !trainer.is_done() {
            return Err(Unfinished(file(&self.out, name, "checkpoint")).into());
        }
        let model = trainer.model().context("the training gave no model")?;
        Ok((trainer, model))
    }

    /// Trains to the end or as far as is asked for, and keeps work in progress in NAME.checkpoint. Whoever
    /// interrupts it waits for the end of the step, and then it is kept, too.
    fn advance<T: Trainer>(&self, name: &str, data: &str, trainer: T) -> anyhow::Result<T> {
        self.advance_watched(name, data, trainer, self.stop_after, |_, _| Ok(()))
    }

    /// The same, for at most so many steps, and whoever `watch`es is shown every step.
    fn advance_watched<T: Trainer>(
        &self,
        name: &str,
        data: &str,
        mut trainer: T,
        stop_after: Option<u64>,
        mut watch: impl FnMut(&T, &Bar) -> anyhow::Result<()>,
    ) -> anyhow::Result<T> {
        make_folder(&self.out)?;
        let path = file(&self.out, name, "checkpoint");
        if self.resume {
            let text = std::fs::read_to_string(&path);
            let text = text.with_context(|| format!("cannot read {}", path.display()))?;
            trainer = training::resume(trainer, data, &text)?;
        }
        let interruption = Interruption::watch();
        let is_interrupted = || interruption.has_come();
        let mut written = Instant::now();
        let (done, mut shown) = trainer.progress();
        let mut bar = Bar::things(shown, T::STEPS).beginning_at(done);
        training::run(&mut trainer, stop_after, is_interrupted, |trainer, is_last| {
            let (done, total) = trainer.progress();
            if shown != total {
                (shown, bar) = (total, Bar::things(total, T::STEPS).beginning_at(done));
            }
            bar.set(done as u64);
            let live = trainer.live_report();
            live.iter().for_each(|words| bar.tell(words));
            watch(trainer, &bar)?;
            if is_last || written.elapsed() > T::CHECKPOINT_EVERY {
                writing::write(&path, training::checkpoint(trainer, data)?.as_bytes())?;
                if live.is_none() || bar.is_hidden() || is_last {
                    bar.say(&trainer.report());
                }
                written = Instant::now();
            }
            anyhow::Ok(())
        })?;
        if interruption.has_come() && !trainer.is_done() {
            return Err(Interrupted(path).into());
        }
        Ok(trainer)
    }
}

/// What a training comes to.
struct Made {
    /// The file, but for how it was made.
    file: ModelFile,
    /// What the model is.
    about: String,
    /// How good it is: lines of markdown, and numbers for the file.
    figures: String,
    metrics: Vec<(String, f64)>,
}

impl Made {
    /// Writes the model and its card. `from` says what it was made from, of which `data` is the fingerprint.
    fn write(
        self,
        folder: &Path,
        name: &str,
        command: &str,
        (from, data): (&str, &str),
    ) -> anyhow::Result<Answer> {
        let card = card(name, &self.about, command, from) + &self.figures;
        let file = self.file.training(command).data(data);
        let file = self.metrics.iter().fold(file, |file, (name, value)| file.metric(name, *value));
        finish(folder, name, &file, card)
    }
}

/// The command that makes the same model, for its card.
struct CommandLine(String);

impl CommandLine {
    fn new(model: &str) -> CommandLine {
        CommandLine(format!("aji train {model}"))
    }

    fn flag(self, name: &str, value: impl Display) -> CommandLine {
        CommandLine(format!("{} --{name} {value}", self.0))
    }

    /// A flag that was given or not.
    fn option(self, name: &str, value: Option<impl Display>) -> CommandLine {
        match value {
            Some(value) => self.flag(name, value),
            None => self,
        }
    }

    /// A flag without a value.
    fn switch(self, name: &str, is_set: bool) -> CommandLine {
        if is_set { CommandLine(format!("{} --{name}", self.0)) } else { self }
    }
}

/// The beginning of every card.
fn card(name: &str, about: &str, command: &str, from: &str) -> String {
    format!("# {name}\n\n{about}\n\nMade by\n\n    {command}\n\nfrom {from}\n\n")
}

/// Writes a model and its card, removes its checkpoint and shows the card.
fn finish(folder: &Path, name: &str, model: &ModelFile, card: String) -> anyhow::Result<Answer> {
    make_folder(folder)?;
    writing::write(&file(folder, name, "safetensors"), &model.write()?)?;
    writing::write(&file(folder, name, "md"), card.as_bytes())?;
    // It is of no use any more; if it cannot be removed, no harm is done.
    let _ = std::fs::remove_file(file(folder, name, "checkpoint"));
    Ok(Answer::good(card))
}

fn file(folder: &Path, name: &str, ending: &str) -> PathBuf {
    folder.join(format!("{name}.{ending}"))
}

fn make_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))
}

/// A file's name, for the card: where it was is nobody's concern.
fn file_name(path: &Path) -> String {
    path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}
