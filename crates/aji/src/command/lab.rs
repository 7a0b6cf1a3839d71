//! `aji lab`: the studies' tables and figures, made anew.

use super::Answer;
use crate::digest::Digest;
use crate::progress::Bar;
use crate::{example, models, words, writing};
use aji_judge::territory::ModelName;
use aji_lab::territory::{Data, make};
use aji_learn::labels;
use aji_record::Record;
use anyhow::Context;
use clap::{Args, Subcommand, value_parser};
use std::path::{Path, PathBuf};

/// Make the tables and figures of a study anew, each claim marked reproduced or not.
#[derive(Args)]
pub struct Lab {
    #[command(subcommand)]
    study: Study,
}

#[derive(Subcommand)]
enum Study {
    Territory(Territory),
}

/// Markov random fields that predict territory: learned parameters, mixing of samplers, boards, cross
/// entropies.
///
/// Writes README.md with its figures (SVG, PNG) and numbers (CSV). Takes about ten minutes on two cores.
#[derive(Args)]
struct Territory {
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
    /// Take our own model from this folder instead of the one built in.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// The folder to write to.
    #[arg(long, value_name = "FOLDER", default_value = "results/territory")]
    out: PathBuf,
}

/// Where in the example game the position of the pictures is, as in the study.
const PICTURED_MOVE: usize = 90;

impl Lab {
    pub fn run(self) -> anyhow::Result<Answer> {
        match self.study {
            Study::Territory(territory) => territory.run(),
        }
    }
}

impl Territory {
    fn run(self) -> anyhow::Result<Answer> {
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
            field: Some(models::territory(ModelName::FIELD, self.models.as_deref())?),
            told,
            seed: self.seed,
        };
        let bar = Bar::things(6, "parts");
        let files = make(&data, &|what| {
            bar.step();
            bar.say(what);
        })?;
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("cannot make the folder {}", self.out.display()))?;
        for file in &files {
            writing::write(&self.out.join(&file.name), &file.bytes)?;
        }
        drop(bar);
        let count = words::counted(files.len() as u64, "file");
        let page = files.iter().find(|file| file.name == "README.md");
        let page = page.map(|page| String::from_utf8_lossy(&page.bytes)).unwrap_or_default();
        Ok(Answer::good(format!("{page}\nWrote {count} to {}.\n", self.out.display())))
    }
}

fn name(path: &Path) -> String {
    path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}
