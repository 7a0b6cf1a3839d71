//! `aji lab winner`: the study of influence and a network that predicts winners.

use super::{finish, name};
use crate::command::Answer;
use crate::digest::Digest;
use crate::roster;
use crate::{models, reading};
use aji_judge::winner::Predictor;
use aji_learn::games::WonGame;
use aji_studies::winner::{Data, PARTS, make};
use anyhow::ensure;
use clap::{Args, value_parser};
use std::path::{Path, PathBuf};

/// Influence and a small network that predict winners: the table, accuracy from move to move, whether
/// chances are what they say, other influences.
///
/// Writes README.md with its figures (SVG) and numbers (JSON). Takes about ten minutes on two cores.
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
        let data = Data {
            train: &train,
            test: &test,
            followed: self.follow as usize,
            epochs: self.epochs,
            study: &study,
            others: &others,
            told,
            seed: self.seed,
        };
        finish(PARTS, &self.out, |tell| make(&data, tell))
    }
}

/// The first games whose winner is known.
fn games(path: &Path, limit: Option<u32>) -> anyhow::Result<Vec<WonGame>> {
    let mut games = reading::won_games([path.to_path_buf()])?.games;
    ensure!(!games.is_empty(), "{} has no game whose winner is known", path.display());
    games.truncate(limit.map_or(usize::MAX, |limit| limit as usize));
    Ok(games)
}
