//! Models of winners, fitted to games with a result.

use super::{Answer, file_name, finished, kept, make_folder, unfinished, work};
use crate::digest::Digest;
use crate::reading;
use crate::words::{counted, grouped};
use aji_judge::winner::outlook::SHAPE;
use aji_judge::winner::{PredictorName, nn_influence::PHASES};
use aji_learn::games::{Unfit, WonGame, attach_owners};
use aji_learn::measure::winner::{Figures, Split, predict};
use aji_learn::nn_influence::{Run, Settings};
use aji_learn::{labels, outlook};
use aji_net::ModelFile;
use aji_rules::Position;
use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum, value_parser};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::PathBuf;

/// Train a model of winners on games with a result, and write it with its card.
///
/// Only even games that were counted or resigned are learned from, each once. The model goes to
/// NAME.safetensors in the folder of --out, and what it is, how it was made and how good it is to
/// NAME.md beside it. Work in progress is kept in NAME.checkpoint there; --resume goes on with it.
#[derive(Args)]
pub struct Winner {
    /// Which: outlook, or nn-influence, the network of influence by Santos et al.
    #[arg(long, value_name = "NAME")]
    model: PredictorName,
    /// The games to learn from: a file, folder or archive.
    #[arg(long, value_name = "PATH", required = true)]
    games: Vec<PathBuf>,
    /// Labelled games as for `aji eval territory`: outlook learns the owners of points from those that are
    /// among the games, too.
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// Steps of 64 positions that outlook learns in.
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = value_parser!(u32).range(1..))]
    steps: u32,
    /// How nn-influence learns.
    #[arg(long, value_enum, default_value = "adam")]
    method: Method,
    /// The epochs of nn-influence, 20 if nothing is said, 150 by rprop; in each every game is seen once.
    #[arg(long, value_name = "N")]
    epochs: Option<u32>,
    /// The seed of all that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Measure the trained model on these games and put the figures on its card.
    #[arg(long, value_name = "PATH")]
    valid: Option<PathBuf>,
    /// The folder to write to.
    #[arg(long, value_name = "FOLDER", default_value = "models")]
    out: PathBuf,
    /// Stop after so many epochs or steps and keep the work, to go on later with --resume.
    #[arg(long, value_name = "N")]
    stop_after: Option<u64>,
    /// Go on from the checkpoint of an earlier run with the same settings.
    #[arg(long)]
    resume: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// Log loss, some games at a time, with the boards turned in every epoch.
    Adam,
    /// The study's: iRprop- on the square error of all games at once.
    Rprop,
}

/// What a training comes to, once it is done.
struct Made {
    /// The file, but for how it was made.
    file: ModelFile,
    /// What it is, and what it learned from.
    about: String,
    /// Its figures by moves played, if they were measured.
    figures: Vec<(usize, Split)>,
}

impl Winner {
    pub fn run(self) -> anyhow::Result<Answer> {
        let mut read = reading::won_games(self.games.clone())?;
        ensure!(!read.games.is_empty(), "no game has a winner to learn from");
        let valid = self.valid.clone().map(|path| reading::won_games([path])).transpose()?;
        let valid = valid.map(|valid| valid.games).unwrap_or_default();
        make_folder(&self.out)?;
        let data = fingerprint(&read.games);
        let made = match self.model {
            PredictorName::NnInfluence => self.study(&read.games, &valid, &data)?,
            PredictorName::Outlook => self.ours(&mut read.games, &valid, &data)?,
            PredictorName::Deep => bail!("`aji train deep` trains the deep network"),
            PredictorName::Territory => {
                bail!("territory is judged by the model `field`; `aji train field` trains it")
            }
        };
        let Some(made) = made else {
            return Ok(unfinished(&self.file("checkpoint")));
        };
        let (command, name) = (self.command(), self.model.text());
        let mut card = format!(
            "# {name}\n\n{}\n\nMade by\n\n    {command}\n\nfrom {} with a winner{}; fingerprint {data}.\n",
            made.about,
            counted(read.games.len() as u64, "game"),
            left_out(&read.left_out),
        );
        self.add_figures(&mut card, &made.figures, &valid);
        let mut file = made.file.training(&command).data(&data);
        for (moves, split) in &made.figures {
            if let Some(all) = &split.all {
                file = file
                    .metric(&format!("accuracy-{moves}"), all.accuracy)
                    .metric(&format!("log-loss-{moves}"), all.log_loss);
            }
        }
        finished(|ending| self.file(ending), &file, card)
    }

    fn file(&self, ending: &str) -> PathBuf {
        self.out.join(format!("{}.{ending}", self.model.text()))
    }

    /// The command that does the same.
    fn command(&self) -> String {
        let mut command = format!("aji train winner --model {}", self.model);
        for path in &self.games {
            command += &format!(" --games {}", file_name(path));
        }
        if self.model == PredictorName::Outlook {
            if let Some(labels) = &self.labels {
                command += &format!(" --labels {}", file_name(labels));
            }
            return command + &format!(" --steps {} --seed {}", self.steps, self.seed);
        }
        if matches!(self.method, Method::Rprop) {
            command += " --method rprop";
        }
        command + &format!(" --epochs {} --seed {}", self.settings().epochs, self.seed)
    }

    fn settings(&self) -> Settings {
        let settings = match self.method {
            Method::Adam => Settings::default(),
            Method::Rprop => Settings::study(),
        };
        let epochs = self.epochs.unwrap_or(settings.epochs);
        Settings { epochs, seed: self.seed, ..settings }
    }

    fn study(
        &self,
        games: &[WonGame],
        valid: &[WonGame],
        data: &str,
    ) -> anyhow::Result<Option<Made>> {
        let settings = self.settings();
        let begun_with =
            format!("{} on {} games, data {data}, {settings:?}", self.model, games.len());
        let checkpoint = self.file("checkpoint");
        let mut run = if self.resume {
            Run::resume(settings, games, begun_with, &kept(&checkpoint)?)?
        } else {
            Run::new(settings, games, begun_with)
        };
        work(&mut run, &checkpoint, self.stop_after)?;
        let Some(model) = run.model() else { return Ok(None) };
        let figures = measured(valid, |_, position| model.black_wins(position));
        Ok(Some(Made { about: about(&run), figures, file: model.file() }))
    }

    fn ours(
        &self,
        games: &mut [WonGame],
        valid: &[WonGame],
        data: &str,
    ) -> anyhow::Result<Option<Made>> {
        let told = match &self.labels {
            Some(path) => attach_owners(games, &labels::read(path)?),
            None => 0,
        };
        let settings = outlook::Settings::new(self.steps as usize, self.seed);
        let begun_with = format!(
            "{} on {} games, {told} with owners, data {data}, {settings:?}",
            self.model,
            games.len()
        );
        let checkpoint = self.file("checkpoint");
        let mut run = if self.resume {
            outlook::Run::resume(settings, games, begun_with, &kept(&checkpoint)?)?
        } else {
            let run = outlook::Run::new(settings, games, begun_with);
            run.context("no game on 19x19 is long enough to learn from")?
        };
        work(&mut run, &checkpoint, self.stop_after)?;
        if !run.is_done() {
            return Ok(None);
        }
        let model = run.model().context("the training gave no model")?;
        let figures =
            measured(valid, |game, position| model.black_wins(&outlook::question(game, position)));
        let (learned, held) = run.games();
        let [learned, held, told] = [learned, held, told].map(|count| grouped(count as u64));
        let about = format!(
            "Who will win, by how much, and whose is every point? Our own network for every move of the \
             game on 19x19: {}, {} weights. It sees every point as the side to move does, with liberties, \
             ladders, influence and what the built-in model `field` says of it, and shows it its \
             neighbours, its chain or empty region and the board. Turned boards have the same \
             answers; komi counts as points do.\n\n\
             It learned from {learned} games, {told} of them with the owner of every point; with {held} \
             more its chances were calibrated.",
            SHAPE.words(),
            grouped(SHAPE.weights() as u64),
        );
        Ok(Some(Made { about, figures, file: model.file() }))
    }

    fn add_figures(&self, card: &mut String, figures: &[(usize, Split)], valid: &[WonGame]) {
        let Some(path) = &self.valid else {
            *card += "\nIt has not been measured.\n";
            return;
        };
        // Writing to a string does not fail.
        let _ = write!(
            card,
            "\nMeasured on the {} with a winner of {} (fingerprint {}), which are not among those it \
             learned from; in brackets, 95 % intervals. The majority is what always naming the side \
             that wins more often would give:\n\n\
             | move | games | winner | majority | log loss | AUC | ECE |\n|---|---|---|---|---|---|---|\n",
            counted(valid.len() as u64, "game"),
            file_name(path),
            fingerprint(valid),
        );
        for (moves, split) in figures {
            add_row(card, *moves, "", split.all.as_ref());
            add_row(card, *moves, " counted", split.counted.as_ref());
            add_row(card, *moves, " resigned", split.resigned.as_ref());
        }
    }
}

fn add_row(card: &mut String, moves: usize, which: &str, figures: Option<&Figures>) {
    let Some(figures) = figures else { return };
    let percent = |share: f64| 100.0 * share;
    let interval = figures.accuracy_interval;
    let _ = writeln!(
        card,
        "| {moves} | {}{which} | {:.1} % ({:.1} to {:.1}) | {:.1} % | {:.4} | {} | {:.4} |",
        grouped(figures.games as u64),
        percent(figures.accuracy),
        percent(interval.low),
        percent(interval.high),
        percent(figures.majority),
        figures.log_loss,
        figures.auc.map_or("-".to_string(), |auc| format!("{auc:.4}")),
        figures.calibration.error(),
    );
}

/// What it is, and how many games each phase learned from.
fn about(run: &Run<'_>) -> String {
    let mut about = "Who will win? The study's network: the influence of the stones on every point and \
        the prisoners, in tenths, through 200 neurons (363-200-1, logistic), another network for each \
        phase of the game. It does not know komi.\n\n\
        | after move | games learned from | held out to choose the epoch | best epoch |\n|---|---|---|---|"
        .to_string();
    for (moves, (learned, held), epoch) in run.phases() {
        let (learned, held) = (grouped(learned as u64), grouped(held as u64));
        let _ = write!(about, "\n| {moves} | {learned} | {held} | {epoch} |");
    }
    about + "\n\nGames that ended before are left out."
}

fn measured(
    valid: &[WonGame],
    black_wins: impl Fn(&WonGame, &Position) -> Option<f64> + Sync,
) -> Vec<(usize, Split)> {
    PHASES.map(|moves| (moves, Split::of(&predict(valid, moves, &black_wins)))).to_vec()
}

/// Tells the data of one run from those of another, whatever files they came in.
fn fingerprint(games: &[WonGame]) -> String {
    let mut digest = Digest::new();
    for game in games {
        digest.add_bytes(format!("{:?}{:?}{:?}", game.winner, game.end, game.komi).as_bytes());
        for &mv in game.moves() {
            digest.add_bytes(game.size().move_text(mv).as_bytes());
        }
    }
    digest.to_string()
}

fn left_out(counts: &HashMap<Unfit, usize>) -> String {
    let mut counts: Vec<(Unfit, usize)> =
        counts.iter().map(|(&why, &count)| (why, count)).collect();
    if counts.is_empty() {
        return String::new();
    }
    counts.sort_unstable();
    let words: Vec<String> = counts
        .into_iter()
        .map(|(why, count)| format!("{} {}", grouped(count as u64), why.words()))
        .collect();
    format!(" (left out: {})", words.join(", "))
}
