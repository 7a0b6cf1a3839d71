//! `aji train corner`: networks that tell life from death in the corner.

use super::{Run, file_name, finished, kept, make_folder, unfinished, work};
use crate::command::Answer;
use crate::digest::Digest;
use crate::words::{counted, grouped};
use aji_judge::life::corner::ours::SHAPE;
use aji_judge::life::corner::{CornerModel, CornerNetwork, Design};
use aji_learn::corner::{Pattern, Source, ours, pattern, study};
use aji_learn::measure::corner::Measured;
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
    /// Which network: full, 2d or chan are the study's, ours is ours.
    #[arg(long, default_value_t = CornerModel::Ours)]
    model: CornerModel,
    /// How often every pattern is seen; by default 30 times for the study's, 60 times for ours.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    epochs: Option<u32>,
    /// The learning rate of the study's networks.
    #[arg(long, value_name = "RATE", default_value_t = 0.1, value_parser = rate)]
    rate: f32,
    /// The seed of all that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder to write to.
    #[arg(long, value_name = "FOLDER", default_value = "models")]
    out: PathBuf,
    /// Stop after so many steps and keep the work, to go on later with --resume.
    #[arg(long, value_name = "N")]
    stop_after: Option<u64>,
    /// Go on from the checkpoint of an earlier run with the same settings.
    #[arg(long)]
    resume: bool,
}

/// Of so many stretches of patterns of one problem each, one tells the study's networks when to stop.
const STOPPERS: usize = 50;

fn rate(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(rate) if (1e-6..=10.0).contains(&rate) => Ok(rate),
        _ => Err("expected a number from 0.000001 to 10".to_string()),
    }
}

/// What a training comes to.
struct Made {
    file: ModelFile,
    network: CornerNetwork,
    about: String,
}

impl Corner {
    pub fn run(self) -> anyhow::Result<Answer> {
        let patterns = pattern::read(&self.patterns)?;
        let fingerprint = Digest::of_file(&self.patterns)?.to_string();
        let (held, learned): (Vec<&Pattern>, Vec<&Pattern>) =
            patterns.iter().partition(|pattern| pattern.is_held_out());
        ensure!(!learned.is_empty(), "{} has nothing to learn from", self.patterns.display());
        make_folder(&self.out)?;
        let made = match self.model {
            CornerModel::Study(design) => self.study(design, &learned, &fingerprint)?,
            CornerModel::Ours => self.ours(&learned, &fingerprint)?,
        };
        let Some(made) = made else {
            return Ok(unfinished(&self.file("checkpoint")));
        };
        let command = self.command();
        let mut card = format!(
            "# {}\n\n{}\n\nMade by\n\n    {command}\n\nfrom {} that `aji games corners` wrote; fingerprint \
             {fingerprint}. Of these {} are held out, all those of one problem or game in ten.\n",
            self.model.file_stem(),
            made.about,
            counted(patterns.len() as u64, "pattern"),
            grouped(held.len() as u64),
        );
        let mut file = made.file.training(&command).data(&fingerprint);
        self.add_figures(&mut card, &mut file, &made.network, &held);
        finished(|ending| self.file(ending), &file, card)
    }

    fn file(&self, ending: &str) -> PathBuf {
        self.out.join(format!("{}.{ending}", self.model.file_stem()))
    }

    fn epochs(&self) -> u32 {
        self.epochs.unwrap_or(match self.model {
            CornerModel::Study(_) => 30,
            CornerModel::Ours => 60,
        })
    }

    /// The command that does the same.
    fn command(&self) -> String {
        let rate = match self.model {
            CornerModel::Study(_) => format!(" --rate {}", self.rate),
            CornerModel::Ours => String::new(),
        };
        format!(
            "aji train corner --patterns {} --model {} --epochs {}{rate} --seed {}",
            file_name(&self.patterns),
            self.model,
            self.epochs(),
            self.seed
        )
    }

    /// Works to the end or as long as is asked for.
    fn work<R: Run>(&self, mut run: R) -> anyhow::Result<Option<R>> {
        work(&mut run, &self.file("checkpoint"), self.stop_after)?;
        Ok(run.is_done().then_some(run))
    }

    fn study(
        &self,
        design: Design,
        patterns: &[&Pattern],
        fingerprint: &str,
    ) -> anyhow::Result<Option<Made>> {
        let settings = study::Settings {
            rate: self.rate,
            epochs: self.epochs(),
            ..study::Settings::new(design, design.outputs(), self.seed)
        };
        let (mut learned, mut held) = (Vec::new(), Vec::new());
        for (index, problem) in
            patterns.chunk_by(|one, other| one.problem == other.problem).enumerate()
        {
            let list = if index % STOPPERS == 0 { &mut held } else { &mut learned };
            list.extend_from_slice(problem);
        }
        let begun_with = format!("{design}, data {fingerprint}, {settings:?}");
        let run = if self.resume {
            let text = kept(&self.file("checkpoint"))?;
            study::Run::resume(settings, &learned, &held, begun_with, &text)?
        } else {
            study::Run::new(settings, &learned, &held, begun_with)
        };
        let Some(run) = self.work(run)? else { return Ok(None) };
        let model = run.model().context("the training gave no model")?;
        let about = format!(
            "Does the group in the corner live? The study's network `{design}`: {}. Plain back-propagation, \
             a pattern and its reflection at a time, at a rate of {}; of {} epochs the one that did best on \
             a fiftieth of the patterns set aside, number {}. It learned from those that are alive or dead.",
            design.shape(design.outputs()),
            self.rate,
            run.steps().0,
            run.best_epoch(),
        );
        Ok(Some(Made { file: model.file(), network: CornerNetwork::Study(model.into()), about }))
    }

    fn ours(&self, patterns: &[&Pattern], fingerprint: &str) -> anyhow::Result<Option<Made>> {
        let settings = ours::Settings::new(self.epochs(), self.seed);
        let begun_with = format!("ours, data {fingerprint}, {settings:?}");
        let run = if self.resume {
            let text = kept(&self.file("checkpoint"))?;
            ours::Run::resume(settings, patterns, begun_with, &text)?
        } else {
            ours::Run::new(settings, patterns, begun_with)
                .context("there is nothing to learn from")?
        };
        let Some(run) = self.work(run)? else { return Ok(None) };
        let model = run.model().context("the training gave no model")?;
        let (learned, set_aside) = run.patterns();
        let about = format!(
            "What becomes of the group in the corner: is it alive, dead, unsettled, in a ko or in seki? Our own \
             network: {}, {} weights. Its nodes are the empty points and the chains inside, joined where they \
             touch; so a group and its reflection have the same fate, and it matters not how chains lie. It \
             learned from {} patterns; by {} more its probabilities were calibrated.",
            SHAPE.words(),
            grouped(SHAPE.weights() as u64),
            grouped(learned as u64),
            grouped(set_aside as u64),
        );
        Ok(Some(Made { file: model.file(), network: CornerNetwork::Ours(model.into()), about }))
    }

    fn add_figures(
        &self,
        card: &mut String,
        file: &mut ModelFile,
        network: &CornerNetwork,
        held: &[&Pattern],
    ) {
        // Writing to a string does not fail.
        let _ = write!(
            card,
            "\nMeasured on those held out that are alive or dead. By the study's rule an answer is right if it \
             is nearer than 0.25 to what it should be; one between 0.25 and 0.75 is always wrong.\n\n\
             | source | patterns | right, 0.25 rule | right, 0.5 rule | AUC | log loss |\n\
             |---|---|---|---|---|---|\n"
        );
        for source in Source::ALL.map(Some).into_iter().chain([None]) {
            let is_of = |pattern: &&&Pattern| source.is_none_or(|source| pattern.source == source);
            let part: Vec<&Pattern> = held.iter().filter(is_of).copied().collect();
            let Some(measured) = Measured::of_network(&part, network) else { continue };
            let name = source.map_or("all".to_string(), |source| source.to_string());
            let _ = writeln!(
                card,
                "| {name} | {} | {:.2} % | {:.2} % | {} | {:.4} |",
                grouped(measured.patterns as u64),
                100.0 * measured.share_025(),
                100.0 * measured.share_05(),
                measured.auc.map_or("-".to_string(), |auc| format!("{auc:.4}")),
                measured.log_loss,
            );
            *file = file.clone().metric(&format!("right-025-{name}"), measured.share_025());
        }
    }
}
