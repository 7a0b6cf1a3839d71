//! The deep network, fitted to games and to a teacher's labels.

mod cards;
mod selfplay;

use super::{Answer, CommandLine, TrainingFlags, file, file_name, finish};
use crate::digest::Digest;
use crate::writing;
use aji_judge::deep::Calibration;
use aji_judge::{Dice, deep};
use aji_learn::deep::selfplay::Generation;
use aji_learn::deep::{Course, DeepSettings, DeepTrainer, LANES, PARCEL, calibrate};
use aji_learn::training::Trainer;
use aji_learn::{labels, teacher};
use aji_net::conv::Shape;
use anyhow::{Context, ensure};
use cards::{Told, Work};
use clap::{Args, value_parser};
use selfplay::SelfPlay;
use std::path::PathBuf;
use std::str::FromStr;

/// Train the deep network on games and a teacher's labels, and write it with its card.
///
/// A teacher's labels tell what a stronger program thinks of positions: what to play, who will own each point, by how
/// much somebody leads. The network learns these, and from the same games what was played, who won, by how much, and
/// (with --labels) whose each point was in the end. Games whose line in their file is a multiple of 50 are held back.
///
/// With --selfplay it learns from itself as well: it plays games by reading ahead, learns what reading found, plays
/// again with what it learned, and so on. The games go to selfplay.jsonl in the folder of --out, as labels that --teacher
/// reads.
///
/// The model goes to deep.safetensors in the folder of --out, and what it is, how it was made and how good it is to
/// deep.md beside it. Work in progress is kept in deep.checkpoint there; --resume goes on with it. A run that is
/// stopped by --stop-after writes the model as it is, and its card says so.
#[derive(Args)]
pub struct Deep {
    /// A teacher's labels; the games that they are about, if the labels do not carry them; and how much each label
    /// counts beside those of other files: `LABELS[=GAMES][*WEIGHT]`. As often as you like.
    #[arg(long, value_name = "LABELS", required_unless_present = "selfplay")]
    teacher: Vec<Taught>,
    /// Labelled games as for `aji eval territory`: whose each point was at the end of some of the games.
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// Residual blocks of two convolutions each. [default: those of --from, or 5]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=64))]
    blocks: Option<u32>,
    /// Channels, a multiple of 16. [default: those of --from, or 64]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(16..=512))]
    channels: Option<u32>,
    /// Do not show points their chain or empty region as a whole.
    #[arg(long, conflicts_with = "from")]
    no_chains: bool,
    /// Begin with the weights of this model instead of anew. With more --blocks or --channels than it has, it grows: at
    /// first it answers as before.
    #[arg(long, value_name = "MODEL")]
    from: Option<PathBuf>,
    /// Steps of --batch positions. With 0, a model of --from learns nothing, but it is calibrated and measured anew. With
    /// --selfplay, those of a generation. [default: 20000, or 300 with --selfplay]
    #[arg(long, value_name = "N")]
    steps: Option<u32>,
    /// Positions a step, a multiple of 16.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = value_parser!(u32).range(16..=4096))]
    batch: u32,
    /// The step size at its largest; it rises over the first steps, and falls to nothing.
    #[arg(long, default_value_t = 0.003)]
    rate: f32,
    #[command(flatten)]
    selfplay: SelfPlay,
    #[command(flatten)]
    flags: TrainingFlags,
}

/// What the user said of a teacher's labels.
#[derive(Clone, Debug)]
struct Taught {
    labels: PathBuf,
    games: Option<PathBuf>,
    weight: f64,
}

impl FromStr for Taught {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Taught> {
        let (paths, weight) = match text.rsplit_once('*') {
            Some((paths, weight)) => {
                let number = weight.parse();
                (paths, number.with_context(|| format!("the weight `{weight}` is no number"))?)
            }
            None => (text, 1.0),
        };
        ensure!(weight > 0.0 && f64::is_finite(weight), "the weight must be above zero");
        let (labels, games) = match paths.split_once('=') {
            Some((labels, games)) => (labels, Some(games.into())),
            None => (paths, None),
        };
        Ok(Taught { labels: labels.into(), games, weight })
    }
}

/// The shape and the weights that it begins with, if it does not begin anew, and how chances were calibrated.
type Beginning = ((Shape, Option<Vec<f32>>), Calibration);

const NAME: &str = "deep";

impl Deep {
    pub fn run(self) -> anyhow::Result<Answer> {
        let multiple = LANES * PARCEL;
        ensure!(
            (self.batch as usize).is_multiple_of(multiple),
            "--batch must be a multiple of {multiple}"
        );
        let channels = self.channels.unwrap_or_default();
        ensure!(channels.is_multiple_of(16), "--channels must be a multiple of 16");
        ensure!(self.rate > 0.0 && self.rate.is_finite(), "--rate must be above zero");
        let (beginning, calibration) = self.beginning()?;
        let course = self.course()?;
        let plays = self.selfplay.is_wanted();
        ensure!(plays || !course.is_empty(), "there is nothing to learn from in these labels");
        let settings = DeepSettings {
            steps: self.steps(),
            batch: self.batch as usize,
            rate: self.rate,
            decay: 0.01,
            seed: self.flags.seed,
        };
        let told = Told { lessons: course.lessons(), games: course.games() };
        let data = fingerprint(&course);
        let with_shape = format!("{data}, {}", beginning.0.words());
        if plays {
            let beginning = (beginning, calibration);
            let run = self.play(settings, beginning, course, (&data, &with_shape, told))?;
            let generations = Some((run.generations(), run.curve()));
            return self.write(run.trainer(), generations, told, &data);
        }
        let trainer = DeepTrainer::new(settings, beginning.0, beginning.1, course)
            .context("the weights do not fit the network")?;
        let trainer = self.flags.advance(NAME, &with_shape, trainer)?;
        self.write(&trainer, None, told, &data)
    }

    /// Writes the model with its card, and gives the card. Of a network that learned from itself, `generations` are how
    /// many are done and how many there shall be, and how good it was after each.
    fn write(
        &self,
        trainer: &DeepTrainer,
        generations: Option<((usize, usize), &[Generation])>,
        told: Told,
        data: &str,
    ) -> anyhow::Result<Answer> {
        let no_model = "the training gave no model: take a lower --rate";
        let tower = trainer.model().context(no_model)?;
        let (calibration, held) = calibrate(&tower, trainer.course());
        let model = deep::Deep::new(tower).context(no_model)?.with_calibration(calibration);
        // What is kept is what is measured: half precision rounds.
        let model_file = model.file().training(&self.command()).data(data);
        let bytes = model_file.write()?;
        let model = deep::Deep::read(&bytes)?;
        let work = match generations {
            None => Work { progress: trainer.progress(), of: "steps" },
            Some((progress, _)) => Work { progress, of: "generations" },
        };
        let mut card = self.beginning_of_card(&model, told, data, work);
        if let Some((_, curve)) = generations {
            selfplay::add_generations(&mut card, curve)?;
        }
        self.add_measures(&mut card, &model, trainer, held)?;
        if work.is_done() {
            return finish(&self.flags.out, NAME, &model_file, card);
        }
        writing::write(&file(&self.flags.out, NAME, "safetensors"), &bytes)?;
        writing::write(&file(&self.flags.out, NAME, "md"), card.as_bytes())?;
        Ok(Answer::good(card))
    }

    fn steps(&self) -> usize {
        let usual = if self.selfplay.is_wanted() { 300 } else { 20_000 };
        self.steps.unwrap_or(usual) as usize
    }

    /// The shape, and the weights if they are not made anew; and how the spread of scores was calibrated.
    fn beginning(&self) -> anyhow::Result<Beginning> {
        let (blocks, channels) =
            (self.blocks.map(|n| n as usize), self.channels.map(|n| n as usize));
        let Some(path) = &self.from else {
            let (blocks, channels) = (blocks.unwrap_or(5), channels.unwrap_or(64));
            let shape = deep::shape(blocks, channels, !self.no_chains);
            return Ok(((shape, None), Calibration::default()));
        };
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let model = deep::Deep::read(&bytes).with_context(|| path.display().to_string())?;
        let from = *model.shape();
        let shape = Shape {
            blocks: blocks.unwrap_or(from.blocks),
            channels: channels.unwrap_or(from.channels),
            ..from
        };
        let mut dice = Dice::new(self.flags.seed, u64::MAX);
        let weights = from.grow(model.weights(), &shape, || dice.unit());
        let weights = weights.with_context(|| {
            let words = from.words();
            format!("{} has {words}: a model can grow, not shrink", path.display())
        })?;
        Ok(((shape, Some(weights)), *model.calibration()))
    }

    fn course(&self) -> anyhow::Result<Course> {
        let mut lessons = Vec::new();
        for Taught { labels, games, weight } in &self.teacher {
            let read = teacher::read(labels, games.as_deref())?;
            for sentence in &read.left_out.sentences {
                anstream::eprintln!("left out: {sentence}");
            }
            let more = read.left_out.count - read.left_out.sentences.len();
            if more > 0 {
                anstream::eprintln!("left out: {} lines more of {}", more, labels.display());
            }
            lessons.push((read, *weight));
        }
        let labels = self.labels.as_deref().map(labels::read).transpose()?;
        Ok(Course::new(lessons, &labels.unwrap_or_default()))
    }

    /// The command that does the same.
    fn command(&self) -> String {
        let mut command = CommandLine::new(NAME);
        for Taught { labels, games, weight } in &self.teacher {
            let games = games.as_deref().map(|games| format!("={}", file_name(games)));
            let weight = (*weight != 1.0).then(|| format!("*{weight}"));
            let [games, weight] = [games, weight].map(Option::unwrap_or_default);
            command = command.flag("teacher", file_name(labels) + &games + &weight);
        }
        let command = command
            .option("labels", self.labels.as_deref().map(file_name))
            .option("from", self.from.as_deref().map(file_name))
            .option("blocks", self.blocks)
            .option("channels", self.channels)
            .switch("no-chains", self.no_chains)
            .flag("steps", self.steps())
            .flag("batch", self.batch);
        let command = self.selfplay.add_to(command);
        command.flag("rate", self.rate).flag("seed", self.flags.seed).0
    }
}

/// Tells the data of one run from those of another, whatever files they came in.
fn fingerprint(course: &Course) -> String {
    let mut digest = Digest::new();
    course.describe(|bytes| digest.add_bytes(bytes));
    digest.to_string()
}
