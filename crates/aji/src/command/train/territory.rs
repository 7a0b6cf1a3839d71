//! Territory models, fitted to labelled games.

use super::{Answer, file_name, kept, make_folder, work};
use crate::digest::Digest;
use crate::progress::Bar;
use crate::words::counted;
use crate::writing;
use aji_judge::territory::boltzmann_liberties::Reading;
use aji_judge::territory::boltzmann5::FieldCount;
use aji_judge::territory::{Inference, Model, ModelName};
use aji_learn::labels::{self, LabelledGame};
use aji_learn::likelihood::Expectations;
use aji_learn::measure::{Judge, Measured};
use aji_learn::run::{Recipe, Run};
use aji_learn::{boltzmann_liberties, boltzmann5, field};
use aji_rules::HalfPoints;
use anyhow::{bail, ensure};
use clap::{Args, value_parser};
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

#[derive(Args)]
pub struct Territory {
    /// Which: boltzmann5, boltzmann-liberties, field, or one of the variants boltzmann5-per-point and
    /// boltzmann-liberties-78.
    model: ModelName,
    /// The labelled games, gzipped or not.
    #[arg(long, value_name = "FILE")]
    labels: PathBuf,
    /// Positions to learn from, drawn at random, each from another game while there are enough.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The first and last move number of these positions.
    #[arg(long, value_name = "FROM-TO", default_value = "5-220")]
    moves: Moves,
    /// How expectations are found for the likelihood: exact, bp, or sw with its sweeps as in sw:1000.
    #[arg(long, default_value = "exact")]
    inference: Inference,
    /// How often the field model sees each position.
    #[arg(long, default_value_t = 8)]
    epochs: u32,
    /// Steps of exact gradient, 32 positions each, at the end of training the field model.
    #[arg(long, default_value_t = 300)]
    polish: u32,
    /// The seed of all that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Measure the trained model on these labelled games and put the figures on its card.
    #[arg(long, value_name = "FILE")]
    valid: Option<PathBuf>,
    /// The folder to write to.
    #[arg(long, value_name = "FOLDER", default_value = "models")]
    out: PathBuf,
    /// Go on from the checkpoint of an earlier run with the same settings.
    #[arg(long)]
    resume: bool,
}

/// `5-220`, or one number.
#[derive(Clone)]
struct Moves(RangeInclusive<usize>);

impl FromStr for Moves {
    type Err = String;

    fn from_str(text: &str) -> Result<Moves, String> {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) if from <= to && to <= 10_000 => Ok(Moves(from..=to)),
            _ => Err("expected two move numbers such as 5-220, or one".to_string()),
        }
    }
}

/// Where the figures on the card are measured.
const MEASURED_AT: [usize; 3] = [20, 80, 150];
const KOMI: HalfPoints = HalfPoints::from_halves(13);

impl Territory {
    pub fn run(self) -> anyhow::Result<Answer> {
        let (recipe, positions) = self.recipe()?;
        let valid = self.valid.as_deref().map(labels::read).transpose()?;
        let mut games = labels::read(&self.labels)?;
        games.retain(|game| game.is_exact);
        ensure!(!games.is_empty(), "no game of {} counts as recorded", self.labels.display());
        let Moves(moves) = &self.moves;
        let examples = labels::drawn(&games, positions, moves.clone(), self.seed);
        ensure!(
            !examples.is_empty(),
            "no game of {} is as long as move {}",
            self.labels.display(),
            moves.start()
        );
        let size = examples[0].position.size();
        ensure!(
            examples.iter().all(|example| example.position.size() == size),
            "the labels are of boards of several sizes; train on one size at a time"
        );
        drop(games);
        let begun_with = format!(
            "{} on {} of moves {}-{}, seed {}, data {}, {recipe:?}",
            self.model,
            counted(examples.len() as u64, "position"),
            moves.start(),
            moves.end(),
            self.seed,
            Digest::of_file(&self.labels)?
        );
        make_folder(&self.out)?;
        let checkpoint = self.file("checkpoint");
        let mut run = if self.resume {
            Run::resume(recipe, &examples, begun_with, &kept(&checkpoint)?)?
        } else {
            Run::new(recipe, &examples, begun_with)
        };
        work(&mut run, &checkpoint, None)?;
        let Some(model) = run.model() else { bail!("the training gave no model") };
        let file = model.file().training(&self.command(examples.len()));
        let file = file.data(&Digest::of_file(&self.labels)?.to_string());
        writing::write(&self.file("safetensors"), &file.write()?)?;
        let card = self.card(&model, examples.len(), valid.as_deref())?;
        writing::write(&self.file("md"), card.as_bytes())?;
        // It is of no use any more; if it cannot be removed, no harm is done.
        let _ = std::fs::remove_file(&checkpoint);
        Ok(Answer::good(card))
    }

    fn file(&self, ending: &str) -> PathBuf {
        self.out.join(format!("{}.{ending}", self.model))
    }

    /// What is done, and on how many positions.
    fn recipe(&self) -> anyhow::Result<(Recipe, usize)> {
        let asked = self.positions.and_then(|count| usize::try_from(count).ok());
        let few = asked.unwrap_or(600);
        let expectations = match self.inference {
            Inference::Exact => Expectations::Exact,
            Inference::BeliefPropagation => Expectations::BeliefPropagation,
            Inference::SwendsenWang { sweeps } => Expectations::SwendsenWang(sweeps),
            other => bail!("models are trained with exact, bp or sw, not with {other}"),
        };
        let recipe = match self.model {
            ModelName::BOLTZMANN5 => {
                boltzmann5::recipe(FieldCount::PerNeighbour, expectations, self.seed)
            }
            ModelName::BOLTZMANN5_PER_POINT => {
                boltzmann5::recipe(FieldCount::PerPoint, expectations, self.seed)
            }
            ModelName::BOLTZMANN_LIBERTIES => {
                boltzmann_liberties::recipe(Reading::All90, expectations, self.seed)
            }
            ModelName::BOLTZMANN_LIBERTIES_78 => {
                boltzmann_liberties::recipe(Reading::StonesOnly78, expectations, self.seed)
            }
            ModelName::FIELD => {
                let many = asked.unwrap_or(24_000);
                let (epochs, polish) = (self.epochs as usize, self.polish as usize);
                return Ok((field::recipe(many, epochs, polish, self.seed), many));
            }
            other => bail!("{other} is trained as a part of {}", ModelName::FIELD),
        };
        Ok((recipe, few))
    }

    /// The command that does the same.
    fn command(&self, positions: usize) -> String {
        let Moves(moves) = &self.moves;
        format!(
            "aji train {} --labels {} --positions {positions} --moves {}-{} --inference {} {}--seed {}",
            self.model,
            file_name(&self.labels),
            moves.start(),
            moves.end(),
            self.inference,
            match self.model {
                ModelName::FIELD => format!("--epochs {} --polish {} ", self.epochs, self.polish),
                _ => String::new(),
            },
            self.seed,
        )
    }

    fn card(
        &self,
        model: &Model,
        positions: usize,
        valid: Option<&[LabelledGame]>,
    ) -> anyhow::Result<String> {
        let name = self.model;
        let mut card = format!("# {name}\n\n{}\n\n", about(name));
        // Writing to a string does not fail.
        let _ = write!(
            card,
            "Made by\n\n    {}\n\nfrom {}, drawn from the games of the labels that count exactly as \
             recorded (fingerprint of the file: {}). {} weights.\n",
            self.command(positions),
            counted(positions as u64, "position"),
            Digest::of_file(&self.labels)?,
            model.weights().len(),
        );
        let weights = model.form().weight_names().into_iter().zip(model.weights());
        if model.weights().len() <= 10 {
            card += "\n| weight | value |\n|---|---|\n";
            for (weight, value) in weights {
                let _ = writeln!(card, "| {weight} | {value:.4} |");
            }
        }
        let (Some(valid), Some(path)) = (valid, &self.valid) else {
            card += "\nIt has not been measured.\n";
            return Ok(card);
        };
        let _ = write!(
            card,
            "\nMeasured on the {} of {} (fingerprint {}), which are not among those it learned from; \
             in brackets, 95 % intervals:\n\n\
             | move | inference | cross entropy | points | Brier | ECE | score error | winner |\n\
             |---|---|---|---|---|---|---|---|\n",
            counted(valid.len() as u64, "game"),
            file_name(path),
            Digest::of_file(path)?
        );
        let inferences = [Inference::Exact, Inference::BeliefPropagation];
        for number in MEASURED_AT {
            let examples = labels::at_moves(valid, &[number]);
            for inference in inferences {
                let bar = Bar::things(examples.len(), "judgements");
                let judge = Judge::Model(model.clone(), inference);
                let scores = judge.scores(&examples, KOMI, self.seed, || bar.step())?;
                let Some(measured) = Measured::of(&scores, self.seed) else { continue };
                let entropy = measured.cross_entropy_interval;
                let percent = |share: Option<f64>| 100.0 * share.unwrap_or_default();
                let _ = writeln!(
                    card,
                    "| {number} | {inference} | {:.4} ({:.4} to {:.4}) | {:.1} % | {:.4} | {:.4} \
                     | {:.1} | {:.1} % |",
                    measured.cross_entropy,
                    entropy.low,
                    entropy.high,
                    percent(measured.accuracy),
                    measured.brier,
                    measured.calibration.error(),
                    measured.score_error_points,
                    percent(measured.winner_accuracy),
                );
            }
        }
        Ok(card)
    }
}

/// What a model is, for its card.
fn about(name: ModelName) -> &'static str {
    match name {
        ModelName::FIELD => {
            "Whose is every point? A random field over the board whose fields and couplings are sums \
             of named features of the position, looked at twice. Fitted to predict each point's \
             owner: both looks by belief propagation, then the second by the exact gradient."
        }
        ModelName::BOLTZMANN_LIBERTIES | ModelName::BOLTZMANN_LIBERTIES_78 => {
            "Whose is every point? The study's random field with a weight for every kind of pair of \
             neighbours, liberties included. Fitted by maximum likelihood of whole outcomes."
        }
        _ => {
            "Whose is every point? The study's random field with five weights. Fitted by maximum \
             likelihood of whole outcomes."
        }
    }
}
