//! `aji lab territory`: the study of Markov random fields.

use super::{finish, name};
use crate::command::Answer;
use crate::digest::Digest;
use crate::{example, models};
use aji_judge::library::FIELD;
use aji_learn::labels;
use aji_record::Record;
use aji_studies::territory::{Data, make};
use clap::{Args, value_parser};
use std::path::PathBuf;

/// Markov random fields that predict territory: learned parameters, mixing of samplers, boards, cross
/// entropies.
///
/// Writes README.md with its figures (SVG, PNG) and numbers (CSV). Takes about ten minutes on two cores.
#[derive(Args)]
pub struct Territory {
    /// Labelled games to learn from, as for `aji eval territory`.
    #[arg(long, value_name = "FILE")]
    labels: PathBuf,
    /// Labelled games to measure on.
    #[arg(long, value_name = "FILE")]
    valid: PathBuf,
    /// How many of these; the study had 109.
    #[arg(long, value_name = "N", default_value_t = 109, value_parser = value_parser!(u32).range(1..))]
    games: u32,
    /// Positions to learn from; the study had 290.
    #[arg(long, value_name = "N", default_value_t = 290, value_parser = value_parser!(u32).range(1..))]
    positions: u32,
    /// The seed of all that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Take the model field from this folder instead of the built-in one.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// The folder to write to.
    #[arg(long, value_name = "FOLDER", default_value = "results/territory")]
    out: PathBuf,
}

/// Where in the example game the position of the pictures is, as in the study.
const PICTURED_MOVE: usize = 90;

impl Territory {
    pub fn run(self) -> anyhow::Result<Answer> {
        let mut train = labels::read(&self.labels)?;
        train.retain(|game| game.is_exact);
        let mut test = labels::read(&self.valid)?;
        test.truncate(self.games as usize);
        let told = format!(
            "Learned from {} (fingerprint {}), measured on {} ({}).",
            name(&self.labels),
            Digest::of_file(&self.labels)?,
            name(&self.valid),
            Digest::of_file(&self.valid)?,
        );
        let example = Record::read(&example::game_text())?.replay().game;
        let data = Data {
            train: &train,
            test: &test,
            positions: self.positions as usize,
            pictured: (&example.position_after(PICTURED_MOVE), PICTURED_MOVE),
            field: Some((*models::library(self.models.as_deref())?.get(&FIELD)?).clone()),
            told,
            seed: self.seed,
        };
        finish(6, &self.out, |tell| make(&data, tell))
    }
}
