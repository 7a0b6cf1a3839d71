//! Models of winners, fitted to games with a result.

use super::{Answer, CommandLine, Made, TrainingFlags, file_name};
use crate::digest::Digest;
use crate::reading;
use crate::words::{counted, grouped};
use aji_judge::winner::outlook::SHAPE;
use aji_learn::games::{Unfit, WonGame, attach_owners};
use aji_learn::labels;
use aji_learn::measure::winner::{Figures, Split, predict};
use aji_learn::outlook::{self, OutlookSettings, OutlookTrainer};
use aji_net::ModelFile;
use aji_rules::Position;
use aji_studies::winner::nn_influence::{NnInfluenceSettings, NnInfluenceTrainer, PHASES};
use anyhow::{Context, ensure};
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
    model: WinnerModel,
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
    /// Measure the trained model on these games and put the figures on its card.
    #[arg(long, value_name = "PATH")]
    valid: Option<PathBuf>,
    #[command(flatten)]
    flags: TrainingFlags,
}

aji_rules::named! {
    /// A model that is fitted to who won.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum WinnerModel {
        /// By what touches what.
        Outlook = "outlook",
        /// By influence.
        NnInfluence = "nn-influence",
    }
    /// A name that no such model has.
    unknown UnknownWinnerModel = "no model `{0}` is fitted to who won; there are {known}"
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// Log loss, some games at a time, with the boards turned in every epoch.
    Adam,
    /// Santos's: iRprop- on the square error of all games at once.
    Rprop,
}

/// How good a model is after so many moves.
type ByMoves = Vec<(usize, Split)>;

impl Winner {
    pub fn run(self) -> anyhow::Result<Answer> {
        let mut read = reading::won_games(self.games.clone())?;
        ensure!(!read.games.is_empty(), "no game has a winner to learn from");
        let valid = self.valid.clone().map(|path| reading::won_games([path])).transpose()?;
        let valid = valid.map(|valid| valid.games).unwrap_or_default();
        let data = fingerprint(&read.games);
        let (file, about, figures) = match self.model {
            WinnerModel::NnInfluence => {
                let trainer = NnInfluenceTrainer::new(self.settings(), &read.games);
                let (trainer, model) = self.flags.train(self.model.name(), &data, trainer)?;
                let figures = measured(&valid, |_, position| model.black_wins(position));
                (model.file(), about(&trainer), figures)
            }
            WinnerModel::Outlook => self.outlook(&mut read.games, &valid, &data)?,
        };
        let from = format!(
            "{} with a winner{}; fingerprint {data}.",
            counted(read.games.len() as u64, "game"),
            left_out(&read.left_out),
        );
        let mut metrics = Vec::new();
        for (moves, split) in &figures {
            if let Some(all) = &split.all {
                metrics.push((format!("accuracy-{moves}"), all.accuracy));
                metrics.push((format!("log-loss-{moves}"), all.log_loss));
            }
        }
        let made = Made { file, about, figures: self.figures(&figures, &valid), metrics };
        made.write(&self.flags.out, self.model.name(), &self.command(), (&from, &data))
    }

    /// The command that does the same.
    fn command(&self) -> String {
        let command = CommandLine::new("winner").flag("model", self.model);
        let games = self.games.iter().map(|path| file_name(path));
        let command = games.fold(command, |command, game| command.flag("games", game));
        let command = if self.model == WinnerModel::Outlook {
            let labels = self.labels.as_deref().map(file_name);
            command.option("labels", labels).flag("steps", self.steps)
        } else {
            let method = matches!(self.method, Method::Rprop).then_some("rprop");
            command.option("method", method).flag("epochs", self.settings().epochs)
        };
        command.flag("seed", self.flags.seed).0
    }

    fn settings(&self) -> NnInfluenceSettings {
        let settings = match self.method {
            Method::Adam => NnInfluenceSettings::default(),
            Method::Rprop => NnInfluenceSettings::study(),
        };
        let epochs = self.epochs.unwrap_or(settings.epochs);
        NnInfluenceSettings { epochs, seed: self.flags.seed, ..settings }
    }

    fn outlook(
        &self,
        games: &mut [WonGame],
        valid: &[WonGame],
        data: &str,
    ) -> anyhow::Result<(ModelFile, String, ByMoves)> {
        let told = match &self.labels {
            Some(path) => attach_owners(games, &labels::read(path)?),
            None => 0,
        };
        let settings = OutlookSettings::new(self.steps as usize, self.flags.seed);
        let trainer = OutlookTrainer::new(settings, games)
            .context("no game on 19x19 is long enough to learn from")?;
        let data = format!("{data}, {told} games with owners");
        let (trainer, model) = self.flags.train(self.model.name(), &data, trainer)?;
        let figures =
            measured(valid, |game, position| model.black_wins(&outlook::question(game, position)));
        let (learned, held) = trainer.games();
        let [learned, held, told] = [learned, held, told].map(|count| grouped(count as u64));
        let about = format!(
            "Who will win, by how much, and whose is every point? A network for every move of the \
             game on 19x19: {}, {} weights. It sees every point as the side to move does, with liberties, \
             ladders, influence and what the built-in model `field` says of it, and shows it its \
             neighbours, its chain or empty region and the board. Turned boards have the same \
             answers; komi counts as points do.\n\n\
             It learned from {learned} games, {told} of them with the owner of every point; with {held} \
             more its chances were calibrated.",
            SHAPE.words(),
            grouped(SHAPE.weights() as u64),
        );
        Ok((model.file(), about, figures))
    }

    fn figures(&self, figures: &[(usize, Split)], valid: &[WonGame]) -> String {
        let Some(path) = &self.valid else { return "It has not been measured.\n".to_string() };
        let mut table = format!(
            "Measured on the {} with a winner of {} (fingerprint {}), which are not among those it \
             learned from; in brackets, 95 % intervals. The majority is what always naming the side \
             that wins more often would give:\n\n\
             | move | games | winner | majority | log loss | AUC | ECE |\n|---|---|---|---|---|---|---|\n",
            counted(valid.len() as u64, "game"),
            file_name(path),
            fingerprint(valid),
        );
        for (moves, split) in figures {
            add_row(&mut table, *moves, "", split.all.as_ref());
            add_row(&mut table, *moves, " counted", split.counted.as_ref());
            add_row(&mut table, *moves, " resigned", split.resigned.as_ref());
        }
        table
    }
}

fn add_row(table: &mut String, moves: usize, which: &str, figures: Option<&Figures>) {
    let Some(figures) = figures else { return };
    let percent = |share: f64| 100.0 * share;
    let interval = figures.accuracy_interval;
    // Writing to a string does not fail.
    let _ = writeln!(
        table,
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
fn about(trainer: &NnInfluenceTrainer<'_>) -> String {
    let mut about = "Who will win? Santos's network: the influence of the stones on every point and \
        the prisoners, in tenths, through 200 neurons (363-200-1, logistic), another network for each \
        phase of the game. It does not know komi.\n\n\
        | after move | games learned from | held out to choose the epoch | best epoch |\n|---|---|---|---|"
        .to_string();
    for (moves, phase) in trainer.phases() {
        let (learned, held) = (grouped(phase.games.0 as u64), grouped(phase.games.1 as u64));
        let _ = write!(about, "\n| {moves} | {learned} | {held} | {} |", phase.best_epoch);
    }
    about + "\n\nGames that ended before are left out."
}

fn measured(
    valid: &[WonGame],
    black_wins: impl Fn(&WonGame, &Position) -> Option<f64> + Sync,
) -> ByMoves {
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
