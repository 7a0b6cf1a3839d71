//! Territory models, fitted to labelled games.

use super::{Answer, CommandLine, Made, TrainingFlags, file_name};
use crate::digest::Digest;
use crate::progress::Bar;
use crate::words::counted;
use aji_judge::territory::boltzmann_liberties::Reading;
use aji_judge::territory::boltzmann5::FieldCount;
use aji_judge::territory::{Form, Inference, Model, ModelName};
use aji_learn::field::{self, FieldTrainer};
use aji_learn::labels::{self, LabelledGame};
use aji_learn::measure::{Judge, Measured};
use aji_rules::HalfPoints;
use aji_studies::territory::likelihood::Expectations;
use aji_studies::territory::training::{BoltzmannSettings, BoltzmannTrainer};
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
    /// Measure the trained model on these labelled games and put the figures on its card.
    #[arg(long, value_name = "FILE")]
    valid: Option<PathBuf>,
    #[arg(skip)]
    flags: TrainingFlags,
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
    pub fn run(mut self, flags: TrainingFlags) -> anyhow::Result<Answer> {
        self.flags = flags;
        let boltzmann = self.boltzmann()?;
        let usual = if boltzmann.is_some() { 600 } else { 24_000 };
        let asked = self.positions.and_then(|count| usize::try_from(count).ok());
        let positions = asked.unwrap_or(usual);
        let valid = self.valid.as_deref().map(labels::read).transpose()?;
        let mut games = labels::read(&self.labels)?;
        games.retain(|game| game.is_exact);
        ensure!(!games.is_empty(), "no game of {} counts as recorded", self.labels.display());
        let Moves(moves) = &self.moves;
        let examples = labels::drawn(&games, positions, moves.clone(), self.flags.seed);
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
        let digest = Digest::of_file(&self.labels)?.to_string();
        let from = counted(examples.len() as u64, "position");
        let data = format!(
            "{digest}, {from} of moves {}-{}, seed {}",
            moves.start(),
            moves.end(),
            self.flags.seed
        );
        let name = self.model.to_string();
        let model = match boltzmann {
            Some(settings) => {
                let trainer = BoltzmannTrainer::new(settings, &examples);
                self.flags.train(&name, &data, trainer)?.1
            }
            None => {
                let (epochs, polish) = (self.epochs as usize, self.polish as usize);
                let stages = field::stages(positions, epochs, polish, self.flags.seed);
                self.flags.train(&name, &data, FieldTrainer::new(stages, &examples))?.1
            }
        };
        let from = format!(
            "{from}, drawn from the games of the labels that count exactly as recorded (fingerprint of the file: \
             {digest}). {} weights.",
            model.weights().len()
        );
        let figures = self.figures(&model, valid.as_deref())?;
        let (about, metrics) = (about(self.model).to_string(), Vec::new());
        let made = Made { file: model.file(), about, figures, metrics };
        made.write(&self.flags.out, &name, &self.command(examples.len()), (&from, &digest))
    }

    /// What is done, unless it is the field model.
    fn boltzmann(&self) -> anyhow::Result<Option<BoltzmannSettings>> {
        let expectations = match self.inference {
            Inference::Exact => Expectations::Exact,
            Inference::BeliefPropagation => Expectations::BeliefPropagation,
            Inference::SwendsenWang { sweeps } => Expectations::SwendsenWang(sweeps),
            other => bail!("models are trained with exact, bp or sw, not with {other}"),
        };
        let form = match self.model {
            ModelName::Boltzmann5 => Form::Boltzmann5(FieldCount::PerNeighbour),
            ModelName::Boltzmann5PerPoint => Form::Boltzmann5(FieldCount::PerPoint),
            ModelName::BoltzmannLiberties => Form::BoltzmannLiberties(Reading::All90),
            ModelName::BoltzmannLiberties78 => Form::BoltzmannLiberties(Reading::StonesOnly78),
            ModelName::Field => return Ok(None),
            other => bail!("{other} is trained as a part of {}", ModelName::Field),
        };
        Ok(Some(BoltzmannSettings::new(form, expectations, self.flags.seed)))
    }

    /// The command that does the same.
    fn command(&self, positions: usize) -> String {
        let Moves(moves) = &self.moves;
        let is_field = self.model == ModelName::Field;
        CommandLine::new(&self.model.to_string())
            .flag("labels", file_name(&self.labels))
            .flag("positions", positions)
            .flag("moves", format!("{}-{}", moves.start(), moves.end()))
            .flag("inference", self.inference)
            .option("epochs", is_field.then_some(self.epochs))
            .option("polish", is_field.then_some(self.polish))
            .flag("seed", self.flags.seed)
            .0
    }

    /// The weights if they are few, and how good the model is.
    fn figures(&self, model: &Model, valid: Option<&[LabelledGame]>) -> anyhow::Result<String> {
        let mut figures = String::new();
        if model.weights().len() <= 10 {
            figures += "| weight | value |\n|---|---|\n";
            for (weight, value) in model.form().weight_names().into_iter().zip(model.weights()) {
                // Writing to a string does not fail.
                let _ = writeln!(figures, "| {weight} | {value:.4} |");
            }
            figures += "\n";
        }
        let (Some(valid), Some(path)) = (valid, &self.valid) else {
            return Ok(figures + "It has not been measured.\n");
        };
        let _ = write!(
            figures,
            "Measured on the {} of {} (fingerprint {}), which are not among those it learned from; in \
             brackets, 95 % intervals:\n\n\
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
                let scores = judge.scores(&examples, KOMI, self.flags.seed, || bar.step())?;
                let Some(measured) = Measured::of(&scores, self.flags.seed) else { continue };
                let entropy = measured.cross_entropy_interval;
                let percent = |share: Option<f64>| 100.0 * share.unwrap_or_default();
                let _ = writeln!(
                    figures,
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
        Ok(figures)
    }
}

/// What a model is, for its card.
fn about(name: ModelName) -> &'static str {
    match name {
        ModelName::Field => {
            "Whose is every point? A random field over the board whose fields and couplings are sums \
             of named features of the position, looked at twice. Fitted to predict each point's \
             owner: both looks by belief propagation, then the second by the exact gradient."
        }
        ModelName::BoltzmannLiberties | ModelName::BoltzmannLiberties78 => {
            "Whose is every point? Stern's random field with a weight for every kind of pair of \
             neighbours, liberties included. Fitted by maximum likelihood of whole outcomes."
        }
        _ => {
            "Whose is every point? Stern's random field with five weights. Fitted by maximum \
             likelihood of whole outcomes."
        }
    }
}
