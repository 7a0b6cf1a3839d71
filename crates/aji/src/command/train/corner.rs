//! `aji train corner`: networks that tell life from death in the corner.

use super::{CommandLine, Made, TrainingFlags, file_name};
use crate::command::Answer;
use crate::digest::Digest;
use crate::words::{counted, grouped};
use aji_judge::life::corner::mesh::SHAPE;
use aji_judge::life::corner::{CornerModel, CornerNetwork, Design};
use aji_learn::corner::{
    CornerDesignSettings, CornerDesignTrainer, CornerMeshSettings, CornerMeshTrainer, Pattern,
    Source, pattern,
};
use aji_learn::measure::corner::Measured;
use aji_learn::training::Trainer;
use aji_net::ModelFile;
use anyhow::{Context, ensure};
use clap::{Args, value_parser};
use std::fmt::Write;
use std::path::PathBuf;

/// Train a network that tells life from death in the corner.
///
/// The patterns are what `aji games corners` writes; one problem or game in ten, with all its patterns, is
/// held out to measure on. The model goes to corner-MODEL.safetensors in the folder of --out, with a card
/// beside it.
#[derive(Args)]
pub struct Corner {
    /// The patterns.
    #[arg(long, value_name = "FILE")]
    patterns: PathBuf,
    /// Which network: full, 2d and chan as in Wong, or mesh.
    #[arg(long, default_value_t = CornerModel::Mesh)]
    model: CornerModel,
    /// How often every pattern is seen; by default 30 times for Wong's, 60 times for mesh.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    epochs: Option<u32>,
    /// The learning rate of Wong's networks.
    #[arg(long, value_name = "RATE", default_value_t = 0.1, value_parser = rate)]
    rate: f32,
    #[command(flatten)]
    flags: TrainingFlags,
}

/// Of so many stretches of patterns of one problem each, one tells Wong's networks when to stop.
const STOPPERS: usize = 50;

fn rate(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(rate) if (1e-6..=10.0).contains(&rate) => Ok(rate),
        _ => Err("expected a number from 0.000001 to 10".to_string()),
    }
}

impl Corner {
    pub fn run(self) -> anyhow::Result<Answer> {
        let patterns = pattern::read(&self.patterns)?;
        let fingerprint = Digest::of_file(&self.patterns)?.to_string();
        let (held, learned): (Vec<&Pattern>, Vec<&Pattern>) =
            patterns.iter().partition(|pattern| pattern.is_held_out());
        ensure!(!learned.is_empty(), "{} has nothing to learn from", self.patterns.display());
        let (network, file, about) = match self.model {
            CornerModel::Wong(design) => self.design(design, &learned, &fingerprint)?,
            CornerModel::Mesh => self.mesh(&learned, &fingerprint)?,
        };
        let from = format!(
            "{} that `aji games corners` wrote; fingerprint {fingerprint}. Of these {} are held out, all those \
             of one problem or game in ten.",
            counted(patterns.len() as u64, "pattern"),
            grouped(held.len() as u64),
        );
        let (figures, metrics) = figures(&network, &held);
        let made = Made { file, about, figures, metrics };
        made.write(&self.flags.out, &self.model.file_stem(), &self.command(), (&from, &fingerprint))
    }

    fn epochs(&self) -> u32 {
        self.epochs.unwrap_or(match self.model {
            CornerModel::Wong(_) => 30,
            CornerModel::Mesh => 60,
        })
    }

    /// The command that does the same.
    fn command(&self) -> String {
        let rate = matches!(self.model, CornerModel::Wong(_)).then_some(self.rate);
        let command = CommandLine::new("corner").flag("patterns", file_name(&self.patterns));
        let command = command.flag("model", self.model).flag("epochs", self.epochs());
        command.option("rate", rate).flag("seed", self.flags.seed).0
    }

    fn design(
        &self,
        design: Design,
        patterns: &[&Pattern],
        data: &str,
    ) -> anyhow::Result<(CornerNetwork, ModelFile, String)> {
        let settings = CornerDesignSettings::new(design, design.outputs(), self.flags.seed);
        let (rate, epochs) = (self.rate, self.epochs());
        let settings = CornerDesignSettings { rate, epochs, ..settings };
        let (mut learned, mut held) = (Vec::new(), Vec::new());
        for (index, problem) in
            patterns.chunk_by(|one, other| one.problem == other.problem).enumerate()
        {
            let list = if index % STOPPERS == 0 { &mut held } else { &mut learned };
            list.extend_from_slice(problem);
        }
        let trainer = CornerDesignTrainer::new(settings, &learned, &held);
        let (trainer, model) = self.flags.train(&self.model.file_stem(), data, trainer)?;
        let about = format!(
            "Does the group in the corner live? Wong's network `{design}`: {}. Plain back-propagation, \
             a pattern and its reflection at a time, at a rate of {}; of {} epochs the one that did best on \
             a fiftieth of the patterns set aside, number {}. It learned from those that are alive or dead.",
            design.shape(design.outputs()),
            self.rate,
            trainer.progress().0,
            trainer.best_epoch(),
        );
        let file = model.file();
        Ok((CornerNetwork::Wong(model.into()), file, about))
    }

    fn mesh(
        &self,
        patterns: &[&Pattern],
        data: &str,
    ) -> anyhow::Result<(CornerNetwork, ModelFile, String)> {
        let settings = CornerMeshSettings::new(self.epochs(), self.flags.seed);
        let trainer = CornerMeshTrainer::new(settings, patterns);
        let trainer = trainer.context("there is nothing to learn from")?;
        let (trainer, model) = self.flags.train(&self.model.file_stem(), data, trainer)?;
        let (learned, set_aside) = trainer.patterns();
        let about = format!(
            "What becomes of the group in the corner: is it alive, dead, unsettled, in a ko or in seki? A \
             network: {}, {} weights. Its nodes are the empty points and the chains inside, joined where they \
             touch; so a group and its reflection have the same fate, and it matters not how chains lie. It \
             learned from {} patterns; by {} more its probabilities were calibrated.",
            SHAPE.words(),
            grouped(SHAPE.weights() as u64),
            grouped(learned as u64),
            grouped(set_aside as u64),
        );
        let file = model.file();
        Ok((CornerNetwork::Mesh(model.into()), file, about))
    }
}

/// How good a network is on patterns held out: a table, and numbers for the file.
fn figures(network: &CornerNetwork, held: &[&Pattern]) -> (String, Vec<(String, f64)>) {
    let mut metrics = Vec::new();
    let mut table =
        "Measured on those held out that are alive or dead. By Wong's rule an answer is right if it is \
         nearer than 0.25 to what it should be; one between 0.25 and 0.75 is always wrong.\n\n\
         | source | patterns | right, 0.25 rule | right, 0.5 rule | AUC | log loss |\n\
         |---|---|---|---|---|---|\n"
            .to_string();
    for source in Source::ALL.map(Some).into_iter().chain([None]) {
        let is_of = |pattern: &&&Pattern| source.is_none_or(|source| pattern.source == source);
        let part: Vec<&Pattern> = held.iter().filter(is_of).copied().collect();
        let Some(measured) = Measured::of_network(&part, network) else { continue };
        let name = source.map_or("all".to_string(), |source| source.to_string());
        // Writing to a string does not fail.
        let _ = writeln!(
            table,
            "| {name} | {} | {:.2} % | {:.2} % | {} | {:.4} |",
            grouped(measured.patterns as u64),
            100.0 * measured.share_025(),
            100.0 * measured.share_05(),
            measured.auc.map_or("-".to_string(), |auc| format!("{auc:.4}")),
            measured.log_loss,
        );
        metrics.push((format!("right-025-{name}"), measured.share_025()));
    }
    (table, metrics)
}
