//! `aji lab winner`: the study of influence and a network that predicts winners.

use super::{finish, name};
use crate::command::Answer;
use crate::digest::Digest;
use crate::roster;
use crate::{models, reading};
use aji_judge::winner::Predictor;
use aji_learn::games::WonGame;
use aji_studies::page::Earlier;
use aji_studies::winner::{Cutting, Data, PartName, make};
use anyhow::{Context, ensure};
use clap::{Args, value_parser};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Influence and a small network that predict winners: the table, accuracy from move to move, whether
/// chances are what they say, other influences, playouts cut short.
///
/// Writes README.md with its figures (SVG) and numbers (JSON). Takes some twenty minutes on two cores; with
/// --only, parts are made anew and the rest of the page stays as it is.
#[derive(Args)]
pub struct Winner {
    /// Games for the comparison of influences to learn from.
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// Games to measure on.
    #[arg(long, value_name = "FILE")]
    valid: PathBuf,
    /// How many games each influence's network learns from.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u32).range(1..))]
    learn: u32,
    /// How often it sees each of them.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = value_parser!(u32).range(1..))]
    epochs: u32,
    /// How many games the accuracy is followed on from move to move.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = value_parser!(u32).range(1..))]
    follow: u32,
    /// Measure on the first N games only.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    positions: Option<u32>,
    /// Make these parts anew and keep the rest of the page that is there: table, curve, reliability, influences, cutting.
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    only: Vec<PartName>,
    /// Take positions for playouts that are cut short from the first N games.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(1..))]
    playout_games: u32,
    /// How many games each player that cuts playouts short plays against the one that does not.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(1..))]
    matches: u32,
    /// How many playouts both have for a move.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = value_parser!(u32).range(1..))]
    playouts: u32,
    /// How many seconds both have for a move where time is equal.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.05, value_parser = seconds)]
    time: f64,
    /// The seed of all that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Take the networks from this folder instead of the built-in ones.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// The folder to write to.
    #[arg(long, value_name = "FOLDER", default_value = "results/winner")]
    out: PathBuf,
}

impl Winner {
    pub fn run(self) -> anyhow::Result<Answer> {
        let library = models::library(self.models.as_deref())?;
        let judges = roster::judges();
        let predictor = |name| anyhow::Ok(Predictor::new(judges.find(name)?, &library)?);
        let study = predictor("nn-influence")?;
        let others = [predictor("outlook")?, predictor("deep")?];
        let test = games(&self.valid, self.positions)?;
        let train = games(&self.games, Some(self.learn))?;
        let told = format!(
            "Measured on {} games of {} (fingerprint {}); the comparison of influences learned from {} \
             games of {} ({}).",
            test.len(),
            name(&self.valid),
            Digest::of_file(&self.valid)?,
            train.len(),
            name(&self.games),
            Digest::of_file(&self.games)?,
        );
        let earlier = (!self.only.is_empty()).then(|| earlier(&self.out)).transpose()?.flatten();
        let parts = if self.only.is_empty() { PartName::ALL.to_vec() } else { self.only };
        let data = Data {
            train: &train,
            test: &test,
            followed: self.follow as usize,
            epochs: self.epochs,
            study: &study,
            others: &others,
            cutting: Cutting {
                library: &library,
                threads: reading::threads(),
                games_for_positions: self.playout_games as usize,
                games: self.matches,
                playouts: self.playouts,
                time: Duration::from_secs_f64(self.time),
            },
            told,
            seed: self.seed,
        };
        finish(parts.len(), &self.out, |tell| make(&data, &parts, earlier, tell))
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= 60.0 => Ok(seconds),
        _ => Err("a number of seconds above 0 and up to 60 is wanted".to_string()),
    }
}

/// The page that is there, if any.
fn earlier(folder: &Path) -> anyhow::Result<Option<Earlier>> {
    let [page, numbers] = ["README.md", "results.json"].map(|name| folder.join(name));
    if !page.exists() && !numbers.exists() {
        return Ok(None);
    }
    let read = |path: &Path| {
        std::fs::read_to_string(path).with_context(|| {
            format!("cannot read {}; without --only the page is made whole", path.display())
        })
    };
    let earlier = Earlier::new(read(&page)?, &read(&numbers)?);
    earlier.map(Some).with_context(|| {
        format!(
            "{} has no numbers of a page; without --only the page is made whole",
            numbers.display()
        )
    })
}

/// The first games whose winner is known.
fn games(path: &Path, limit: Option<u32>) -> anyhow::Result<Vec<WonGame>> {
    let mut games = reading::won_games([path.to_path_buf()])?.games;
    ensure!(!games.is_empty(), "{} has no game whose winner is known", path.display());
    games.truncate(limit.map_or(usize::MAX, |limit| limit as usize));
    Ok(games)
}
