//! `aji lab life`: the study of networks that tell life from death in the corner.

use super::{finish, name};
use crate::command::Answer;
use crate::digest::Digest;
use crate::flags::ModelFolder;
use crate::reading;
use crate::words::grouped;
use aji_judge::life::corner::{CornerModel, CornerNetwork};
use aji_learn::corner::pattern;
use aji_learn::corner::problems::Problem;
use aji_studies::life::{Data, PARTS, make};
use clap::{Args, value_parser};
use std::path::PathBuf;

/// Life and death in the corner: the study's networks on its sample sizes and on all the data, first moves
/// by looking ahead, and where the networks are wrong.
///
/// Writes README.md with its figures (SVG) and numbers (JSON). Takes about eight minutes on two cores.
#[derive(Args)]
pub struct Life {
    /// Patterns, as `aji games corners` writes them.
    #[arg(long, value_name = "FILE")]
    patterns: PathBuf,
    /// Problems in the form of the GoTools collection, for first moves.
    #[arg(long, value_name = "FILE")]
    problems: PathBuf,
    /// How often each experiment of the study is done.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u64).range(1..))]
    runs: u64,
    /// The size of samples in percent of the study's; fewer are for a quick look.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=100))]
    percent: u32,
    /// The seed of all that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    models: ModelFolder,
    /// The folder to write to.
    #[arg(long, value_name = "FOLDER", default_value = "results/life")]
    out: PathBuf,
}

impl Life {
    pub fn run(self) -> anyhow::Result<Answer> {
        let library = self.models.library()?;
        let networks = CornerModel::ALL
            .into_iter()
            .map(|model| Ok((model, CornerNetwork::new(model, &library)?)))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let patterns = pattern::read(&self.patterns)?;
        let problems = reading::lines(&self.problems, Problem::parse)?;
        let told = format!(
            "From {} patterns of {} (fingerprint {}) and {} problems of {}.",
            grouped(patterns.len() as u64),
            name(&self.patterns),
            Digest::of_file(&self.patterns)?,
            grouped(problems.len() as u64),
            name(&self.problems),
        );
        let data = Data {
            patterns: &patterns,
            problems: &problems,
            networks: &networks,
            runs: self.runs,
            percent: self.percent as usize,
            told,
            seed: self.seed,
        };
        finish(PARTS, &self.out, |tell| make(&data, tell))
    }
}
