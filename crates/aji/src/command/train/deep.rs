//! The deep network, fitted to games and to a teacher's labels.

use super::{Answer, CommandLine, TrainingFlags, card, file, file_name, finish};
use crate::digest::Digest;
use crate::words::grouped;
use crate::writing;
use aji_judge::deep::calibration::{Calibration, SIDES};
use aji_judge::{Dice, deep};
use aji_learn::deep::loss::Losses;
use aji_learn::deep::{
    Course, DeepSettings, DeepTrainer, Held, LANES, Measured, PARCEL, calibrate, measure,
};
use aji_learn::training::Trainer;
use aji_learn::{labels, teacher};
use aji_net::conv::{Shape, Tower};
use aji_rules::Size;
use anyhow::{Context, ensure};
use clap::{Args, value_parser};
use std::fmt::Write;
use std::path::PathBuf;
use std::str::FromStr;

/// Train the deep network on games and a teacher's labels, and write it with its card.
///
/// A teacher's labels tell what a stronger program thinks of positions: what to play, who will own each point, by how
/// much somebody leads. The network learns these, and from the same games what was played, who won, by how much, and
/// (with --labels) whose each point was in the end. Games whose line in their file is a multiple of 50 are held back.
///
/// The model goes to deep.safetensors in the folder of --out, and what it is, how it was made and how good it is to
/// deep.md beside it. Work in progress is kept in deep.checkpoint there; --resume goes on with it. A run that is
/// stopped by --stop-after writes the model as it is, and its card says so.
#[derive(Args)]
pub struct Deep {
    /// A teacher's labels; the games that they are about, if the labels do not carry them; and how much each label
    /// counts beside those of other files: `LABELS[=GAMES][*WEIGHT]`. As often as you like.
    #[arg(long, value_name = "LABELS", required = true)]
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
    /// Steps of --batch positions. With 0, a model of --from learns nothing, but it is calibrated and measured anew.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    steps: u32,
    /// Positions a step, a multiple of 16.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = value_parser!(u32).range(16..=4096))]
    batch: u32,
    /// The step size at its largest; it rises over the first steps, and falls to nothing.
    #[arg(long, default_value_t = 0.003)]
    rate: f32,
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
        let (shape, weights) = self.beginning()?;
        let course = self.course()?;
        ensure!(!course.is_empty(), "there is nothing to learn from in these labels");
        let settings = DeepSettings {
            steps: self.steps as usize,
            batch: self.batch as usize,
            rate: self.rate,
            decay: 0.01,
            seed: self.flags.seed,
        };
        let data = fingerprint(&course);
        let trainer = DeepTrainer::new(settings, shape, weights, &course)
            .context("the weights do not fit the network")?;
        let with_shape = format!("{data}, {}", shape.words());
        let trainer = self.flags.advance(NAME, &with_shape, trainer)?;
        let no_model = "the training gave no model: take a lower --rate";
        let tower = trainer.model().context(no_model)?;
        let (calibration, held) = calibrate(&tower, &course);
        let model = deep::Deep::new(tower).context(no_model)?.with_calibration(calibration);
        // What is kept is what is measured: half precision rounds.
        let model_file = model.file().training(&self.command()).data(&data);
        let bytes = model_file.write()?;
        let model = deep::Deep::read(&bytes)?;
        let card = self.card(&trainer, &course, (&model, held), &data)?;
        if trainer.is_done() {
            return finish(&self.flags.out, NAME, &model_file, card);
        }
        writing::write(&file(&self.flags.out, NAME, "safetensors"), &bytes)?;
        writing::write(&file(&self.flags.out, NAME, "md"), card.as_bytes())?;
        Ok(Answer::good(card))
    }

    /// The shape, and the weights if they are not made anew.
    fn beginning(&self) -> anyhow::Result<(Shape, Option<Vec<f32>>)> {
        let (blocks, channels) =
            (self.blocks.map(|n| n as usize), self.channels.map(|n| n as usize));
        let Some(path) = &self.from else {
            let (blocks, channels) = (blocks.unwrap_or(5), channels.unwrap_or(64));
            return Ok((deep::shape(blocks, channels, !self.no_chains), None));
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
        Ok((shape, Some(weights)))
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
            .flag("steps", self.steps)
            .flag("batch", self.batch);
        command.flag("rate", self.rate).flag("seed", self.flags.seed).0
    }

    fn card(
        &self,
        trainer: &DeepTrainer<'_>,
        course: &Course,
        (model, held): (&deep::Deep, [Held; 3]),
        data: &str,
    ) -> anyhow::Result<String> {
        let (learned, held_back) = course.lessons();
        let (games, owned) = course.games();
        let [learned, held_back, games, owned] =
            [learned, held_back, games, owned].map(|count| grouped(count as u64));
        let (done, steps) = trainer.progress();
        let shape = model.shape();
        let about = format!(
            "Who will win, by how much, whose is every point, and what to play? The deep network, for boards \
             of any size: {}, {} weights in half precision. It answers with a field for every point and a coupling \
             for every pair of neighbours, of which the owners are the marginals, with a policy, and with the spread of \
             the final score around the sum of the owners; komi is not looked at, it shifts the score.",
            shape.words(),
            grouped(shape.weights() as u64),
        );
        let from = format!(
            "{learned} labels of a teacher ({held_back} held back) about {games} games, {owned} of them with the owner \
             of every point; fingerprint {data}."
        );
        let mut card = card(NAME, &about, &self.command(), &from);
        if done < steps {
            write!(
                card,
                "This is work in progress: {} of {} steps are done. `--resume` goes on from a checkpoint, \
                 `--from deep.safetensors` from this model.\n\n",
                grouped(done as u64),
                grouped(steps as u64)
            )?;
        }
        write!(
            card,
            "On the labels held back, at one look: the cross entropy of the policy against a mean of the teacher's and the \
             move played, how often the best of that was its first, the cross entropy of owners a point \
             (against a mean of the teacher's and the final ones, where these are known), how far its lead is from the \
             teacher's in points, and the cross entropy of the winner:\n\n\
             | board | labels | policy | first | owners | lead | winner |\n|---|---|---|---|---|---|---|\n"
        )?;
        let tower = Tower::new(*shape, model.weights().to_vec()).context("no tower")?;
        let draws = course.held_back(1000);
        for size in [Size::NINETEEN, Size::THIRTEEN, Size::NINE] {
            let losses = measure(&tower, course, &draws, |of| of == size);
            let mean = |name: &str| {
                let at = Losses::NAMES.iter().position(|other| *other == name);
                let (sum, count) = losses[at.unwrap_or_default()];
                if count == 0 { "-".to_string() } else { format!("{:.3}", sum / count as f64) }
            };
            let count = losses.iter().map(|(_, count)| count).max().copied().unwrap_or_default();
            if count > 0 {
                let columns = ["policy", "first", "owners", "lead", "winner"].map(mean).join(" | ");
                writeln!(card, "| {size} | {} | {columns} |", grouped(count as u64))?;
            }
        }
        add_calibration(&mut card, model.calibration(), held)?;
        self.add_curve(&mut card, trainer.curve())?;
        Ok(card)
    }

    /// How it learned.
    fn add_curve(&self, card: &mut String, curve: &[Measured]) -> std::fmt::Result {
        if curve.is_empty() {
            return Ok(());
        }
        let columns = ["policy", "first", "owners", "lead", "winner"];
        write!(
            card,
            "\nHow it learned, measured on fewer labels of 19x19 held back:\n\n\
             | positions | {} |\n|---|---|---|---|---|---|\n",
            columns.join(" | ")
        )?;
        let shown = curve.len().div_ceil(16).max(1);
        let last = curve.len().saturating_sub(1);
        for (index, measured) in curve.iter().enumerate() {
            if !(index + 1).is_multiple_of(shown) && index != last {
                continue;
            }
            let value = |name: &str| {
                let found = measured.losses.iter().find(|(other, _)| other == name);
                found.map_or("-".to_string(), |(_, loss)| format!("{loss:.3}"))
            };
            let positions = grouped((measured.step * self.batch as usize) as u64);
            writeln!(card, "| {positions} | {} |", columns.map(value).join(" | "))?;
        }
        Ok(())
    }
}

/// What was done to the spread, and what chances and ranges are worth then.
fn add_calibration(
    card: &mut String,
    calibration: &Calibration,
    held: [Held; 3],
) -> std::fmt::Result {
    write!(
        card,
        "\nSo that chances are what they say for games that it did not learn from, the spread of scores is multiplied \
         by a factor, on empty boards and on full ones: fitted to who won the counted games held back, and on small boards \
         the teacher's own games, of which no result was learned. Of these positions: by how much chances are off on \
         average, and how many scores are in the range that should hold 80 %:\n\n\
         | board | empty | full | positions | chances off | in range |\n|---|---|---|---|---|---|\n"
    )?;
    let Calibration { empty, full } = calibration;
    for (index, held) in held.into_iter().enumerate().rev() {
        let side = SIDES[index];
        let [empty, full] = [empty, full].map(|logs| logs[index].exp());
        writeln!(
            card,
            "| {side}x{side} | {empty:.2} | {full:.2} | {} | {:.3} | {:.1} % |",
            grouped(held.positions as u64),
            held.chance_error,
            100.0 * held.in_range,
        )?;
    }
    Ok(())
}

/// Tells the data of one run from those of another, whatever files they came in.
fn fingerprint(course: &Course) -> String {
    let mut digest = Digest::new();
    course.describe(|bytes| digest.add_bytes(bytes));
    digest.to_string()
}
