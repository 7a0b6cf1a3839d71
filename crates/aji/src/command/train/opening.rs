//! Models of the opening, fitted to games.

use super::{Answer, CommandLine, Made, TrainingFlags, file_name};
use crate::digest::Digest;
use crate::words::{counted, grouped};
use crate::{models, reading};
use aji_judge::opening::MOVES;
use aji_judge::opening::candidates::{Candidates, CandidatesName};
use aji_judge::opening::fuzzy;
use aji_learn::habits::{HabitsSettings, HabitsTrainer};
use aji_learn::measure::opening::Measured;
use aji_learn::openings::Opening as Game;
use aji_learn::stats::Forecast;
use aji_learn::training::Trainer;
use aji_net::ModelFile;
use aji_studies::opening::fuzzy::anfis::{self, FuzzyCases, FuzzySettings, FuzzyTrainer};
use aji_studies::opening::perceptron::{PerceptronSettings, PerceptronTrainer};
use aji_studies::opening::td::Lambda;
use aji_studies::opening::td::{self, TdSettings, TdTrainer};
use anyhow::ensure;
use clap::{Args, ValueEnum, value_parser};
use std::fmt::Write;
use std::path::PathBuf;

/// Train a model of the opening on games, and write it with its card.
///
/// Only even games on 19x19 are learned from, each once, and of these only nine in ten: on the others the
/// model is measured. The model goes to NAME.safetensors in the folder of --out, and what it is, how it
/// was made and how good it is to NAME.md beside it. Work in progress is kept in NAME.checkpoint there;
/// --resume goes on with it.
#[derive(Args)]
pub struct Opening {
    /// Which.
    #[arg(long, value_enum)]
    model: Model,
    /// The games to learn from: files, folders or archives.
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    games: Vec<PathBuf>,
    /// Learn from the first N games only; Lee et al. had 213.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    first: Option<u32>,
    /// How often each game is learned from. If not given: 2 by habits, 5 by perceptron (100 with --first 213
    /// are Lee's), 20 by fuzzy, 5 by td.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    epochs: Option<u32>,
    /// For fuzzy: take our model of candidates from this folder instead of the one built in.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    #[command(flatten)]
    flags: TrainingFlags,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    /// Lee's network of candidates, 362-361.
    Perceptron,
    /// The signs of habits, which propose candidates.
    Habits,
    /// Fuzzy rules that are learned (ANFIS), which weigh the candidates of habits.
    Fuzzy,
    /// Lee's four networks that learn by temporal differences.
    Td,
}

impl Model {
    fn name(self) -> &'static str {
        match self {
            Model::Perceptron => "perceptron",
            Model::Habits => "habits",
            Model::Fuzzy => "fuzzy",
            Model::Td => "td",
        }
    }
}

/// The games to learn from and to measure on.
struct Data {
    learned: Vec<Game>,
    held: Vec<Game>,
    fingerprint: String,
}

impl Opening {
    pub fn run(self) -> anyhow::Result<Answer> {
        let read = reading::openings(self.games.clone(), MOVES)?;
        let (mut held, mut learned): (Vec<Game>, Vec<Game>) =
            read.openings.into_iter().partition(Game::is_held_out);
        held.truncate(MOST_HELD);
        learned.truncate(self.first.map_or(usize::MAX, |first| first as usize));
        ensure!(!learned.is_empty(), "there is no even game on 19x19 to learn from");
        let data = Data { fingerprint: fingerprint(&learned), learned, held };
        let made = match self.model {
            Model::Perceptron => self.perceptron(&data)?,
            Model::Habits => self.habits(&data)?,
            Model::Fuzzy => self.fuzzy(&data)?,
            Model::Td => self.td(&data)?,
        };
        let from = format!(
            "the first {MOVES} moves of {}; fingerprint {}. One game in ten is held out; of these {} were \
             measured on.",
            counted(data.learned.len() as u64, "game"),
            data.fingerprint,
            grouped(data.held.len() as u64),
        );
        let name = self.model.name();
        made.write(&self.flags.out, name, &self.command(), (&from, &data.fingerprint))
    }

    /// The command that does the same.
    fn command(&self) -> String {
        let command = CommandLine::new("opening").flag("model", self.model.name());
        // All games follow one flag.
        let games: Vec<String> = self.games.iter().map(|path| file_name(path)).collect();
        let command = command.flag("games", games.join(" "));
        let command = command.option("first", self.first).option("epochs", self.epochs);
        command.flag("seed", self.flags.seed).0
    }

    fn train<T: Trainer>(&self, data: &Data, trainer: T) -> anyhow::Result<(T, T::Model)> {
        self.flags.train(self.model.name(), &data.fingerprint, trainer)
    }

    fn perceptron(&self, data: &Data) -> anyhow::Result<Made> {
        let settings = PerceptronSettings::default();
        let epochs = self.epochs.unwrap_or(settings.epochs);
        let settings = PerceptronSettings { epochs, seed: self.flags.seed, ..settings };
        let (_, model) = self.train(data, PerceptronTrainer::new(settings, &data.learned))?;
        let about = format!(
            "Which points are played in the opening? Lee's network: every point and the side to \
             move joined straight to every point (362-361, tanh), by the delta rule, a position at a \
             time, in all eight symmetries, {epochs} epochs at a rate that falls from {} to 0. The stone \
             that was placed last counts eight times: Lee et al. do not say how positions are encoded, \
             and if all stones count alike the move is among the ten candidates in a third of the positions \
             only.",
            settings.rate,
        );
        let file = model.file();
        Ok(measured(Candidates::Perceptron(model.into()), data, file, about))
    }

    fn habits(&self, data: &Data) -> anyhow::Result<Made> {
        let settings = HabitsSettings::default();
        let epochs = self.epochs.unwrap_or(settings.epochs);
        let settings = HabitsSettings { epochs, seed: self.flags.seed, ..settings };
        let (trainer, model) = self.train(data, HabitsTrainer::new(settings, &data.learned))?;
        let about = format!(
            "Which points are played in the opening? {} signs, each with a weight. A sign is \
             something that is seen of a point: the stones and edges within so many steps, with and without \
             the last move marked, the whole corner, half or board that it is in, how far the last moves and \
             the nearest stones are, what is captured or saved. Signs do not change when the board is \
             turned or the colours are exchanged; those that were seen at {} or more moves of the games \
             have a weight. The weights of a point add up, and the exponential of the sum is its share.",
            grouped(trainer.habit_count() as u64),
            settings.least_count,
        );
        let file = model.file();
        Ok(measured(Candidates::Habits(model.into()), data, file, about))
    }

    fn fuzzy(&self, data: &Data) -> anyhow::Result<Made> {
        let candidates =
            Candidates::new(CandidatesName::Habits, &*models::library(self.models.as_deref())?)?;
        let settings = FuzzySettings::default();
        let epochs = self.epochs.unwrap_or(settings.epochs);
        let settings = FuzzySettings { epochs, seed: self.flags.seed, ..settings };
        let cases = FuzzyCases::of(&data.learned, &candidates).cases;
        let (trainer, model) = self.train(data, FuzzyTrainer::new(settings, cases))?;
        let held = FuzzyCases::of(&data.held, &candidates);
        let about = format!(
            "Which of the candidates is best? Fuzzy rules: one for every combination of influence \
             (LOW, MIDDLE, HIGH), potential territory (SMALL, MEDIUM, LARGE) and safety (RISKY, TENSE, \
             CALM), whose sets and numbers were learned together (ANFIS). A candidate is worth ln p + z: p \
             is how likely the model `habits` thinks it, z what the rules answer. Learned from {} positions \
             in which one of the ten candidates was played, in {epochs} epochs; the games should not be \
             those that `habits` learned from, for of these it is too sure.",
            grouped(trainer.cases().len() as u64),
        );
        let mut made = Made {
            file: fuzzy::anfis::file(&model),
            about,
            figures: String::new(),
            metrics: Vec::new(),
        };
        if held.cases.is_empty() {
            made.figures = NOT_MEASURED.to_string();
            return Ok(made);
        }
        let (alone, with) =
            (anfis::measure(None, &held.cases), anfis::measure(Some(&model), &held.cases));
        made.figures = format!(
            "Of {} positions in which one of the ten was played:\n\n\
             | | it was the first | log loss |\n|---|---|---|\n\
             | candidates alone | {:.1} % | {:.4} |\n| weighed by the rules | {:.1} % | {:.4} |\n\n\
             The rules:\n\n{}",
            grouped(held.cases.len() as u64),
            100.0 * alone.first,
            alone.loss,
            100.0 * with.first,
            with.loss,
            indented(&format!("{:.2}", model.rules())),
        );
        made.metrics = named([
            ("first", with.first),
            ("log-loss", with.loss),
            ("first-alone", alone.first),
            ("log-loss-alone", alone.loss),
        ]);
        Ok(made)
    }

    fn td(&self, data: &Data) -> anyhow::Result<Made> {
        let settings = TdSettings::default();
        let epochs = self.epochs.unwrap_or(settings.epochs);
        let settings = TdSettings { epochs, seed: self.flags.seed, ..settings };
        let (_, model) = self.train(data, TdTrainer::new(settings, &data.learned))?;
        let about = format!(
            "Who will win, told from the opening? Lee's networks that learn by temporal differences, \
             one for each lambda of 0, 0.3, 0.7 and 1: every point and the side to move through {} neurons \
             to one (tanh), in all eight symmetries, {epochs} epochs at a rate of {}. Lee et al. name no \
             network; games without a winner on the board are left out. Players take the move after which \
             the network likes the position most.",
            settings.hidden, settings.rate,
        );
        let mut figures =
            "After the last of the moves:\n\n| lambda | games | winner predicted | log loss |\n|---|---|---|---|\n"
                .to_string();
        let mut metrics = Vec::new();
        for lambda in Lambda::ALL {
            let forecasts = td::predict(&model, lambda, &data.held)?;
            let mean = |value: &dyn Fn(&Forecast) -> f64| {
                forecasts.iter().map(value).sum::<f64>() / forecasts.len().max(1) as f64
            };
            let accuracy = mean(&|forecast| forecast.credit().unwrap_or(0.5));
            // Writing to a string does not fail.
            let _ = writeln!(
                figures,
                "| {lambda} | {} | {:.1} % | {:.4} |",
                grouped(forecasts.len() as u64),
                100.0 * accuracy,
                mean(&|forecast| forecast.log_loss()),
            );
            metrics.push((format!("accuracy-{lambda}"), accuracy));
        }
        if data.held.is_empty() {
            (figures, metrics) = (NOT_MEASURED.to_string(), Vec::new());
        }
        Ok(Made { file: model.file(), about, figures, metrics })
    }
}

/// More games do not tell more.
const MOST_HELD: usize = 1_500;
const NOT_MEASURED: &str = "It has not been measured: no game is held out.\n";

fn named<const N: usize>(metrics: [(&str, f64); N]) -> Vec<(String, f64)> {
    metrics.map(|(name, value)| (name.to_string(), value)).to_vec()
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

fn measured(candidates: Candidates, data: &Data, file: ModelFile, about: String) -> Made {
    let parts = [1..=MOVES, 1..=10, 11..=20, 21..=30, 31..=40, 41..=MOVES];
    let mut figures = "| moves | positions | likeliest | among ten | log probability |\n\
         |---|---|---|---|---|\n"
        .to_string();
    let mut metrics = Vec::new();
    for moves in parts {
        let Some(measured) = Measured::of(&candidates, &data.held, moves.clone(), 1, || ()) else {
            continue;
        };
        if moves == (1..=MOVES) {
            metrics = named([
                ("top1", measured.top1.0),
                ("top10", measured.top10.0),
                ("log-probability", measured.log_probability.0),
            ]);
        }
        // Writing to a string does not fail.
        let _ = writeln!(
            figures,
            "| {}-{} | {} | {:.1} % | {:.1} % | {:.3} |",
            moves.start(),
            moves.end(),
            grouped(measured.positions as u64),
            100.0 * measured.top1.0,
            100.0 * measured.top10.0,
            measured.log_probability.0,
        );
    }
    if metrics.is_empty() {
        figures = NOT_MEASURED.to_string();
    }
    Made { file, about, figures, metrics }
}

/// Tells the data of one run from those of another, whatever files they came in.
fn fingerprint(openings: &[Game]) -> String {
    let mut digest = Digest::new();
    for opening in openings {
        digest.add_bytes(format!("{:?}", opening.winner).as_bytes());
        opening.points().iter().for_each(|point| digest.add(point.index() as u64));
    }
    digest.to_string()
}
