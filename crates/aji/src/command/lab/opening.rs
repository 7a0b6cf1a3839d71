//! `aji lab opening`: the study of the opening by fuzzy reasoning and TD(lambda).

use super::{finish, name};
use crate::command::Answer;
use crate::digest::Digest;
use crate::progress::Bar;
use crate::{models, reading};
use aji_judge::opening::candidates::{Candidates, CandidatesName};
use aji_judge::opening::td::{Lambda, Td};
use aji_judge::opening::{MOVES, OpeningError};
use aji_lab::opening::{Chooser, Choosing, Data, PARTS, make};
use aji_learn::openings::{self, Openings};
use aji_play::{Minds, PlayerName};
use anyhow::{Context, ensure};
use clap::{Args, value_parser};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Fuzzy reasoning and TD(lambda) in the opening: fifty moves by a network, the tournaments, what
/// candidates lose.
///
/// Writes README.md with its figures (SVG), numbers (JSON) and games (SGF). GNU Go is the second judge and
/// must be there. Takes about a quarter of an hour on two cores.
#[derive(Args)]
pub struct Opening {
    /// Games of professionals; what is measured is measured on those that nobody learns from, one in ten.
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// How many games every two players play.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = value_parser!(u32).range(1..))]
    pairs: u32,
    /// In how many positions candidates are compared; GNU Go is asked in a tenth of them.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u32).range(1..))]
    positions: u32,
    /// The command that starts GNU Go, the second judge.
    #[arg(long, value_name = "COMMAND", default_value = "gnugo --mode gtp --level 1 --seed 1")]
    gnu_go: String,
    /// The seed of all that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Take models from this folder instead of those built in, where it has them.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// The folder to write to.
    #[arg(long, value_name = "FOLDER", default_value = "results/opening")]
    out: PathBuf,
}

/// GNU Go is asked in one position of so many.
const ASKED: usize = 10;

impl Opening {
    pub fn run(self) -> anyhow::Result<Answer> {
        let minds = minds(self.models.as_deref())?;
        let openings = held_out(&self.games)?;
        let told = format!(
            "Measured on {} openings of {} (fingerprint {}) that nobody learned from.",
            openings.len(),
            name(&self.games),
            Digest::of_file(&self.games)?,
        );
        let data = Data {
            openings: &openings,
            minds: &minds,
            controllers: controllers(),
            choosers: choosers(&minds),
            games: self.pairs,
            positions: self.positions as usize,
            asked: (self.positions as usize).div_ceil(ASKED),
            gnu_go: self.gnu_go,
            threads: reading::threads(),
            told,
            seed: self.seed,
        };
        let bar = Bar::things(PARTS, "parts");
        let files = make(&data, &|what| {
            bar.step();
            bar.say(what);
        })?;
        drop(bar);
        finish(&files, &self.out)
    }
}

/// Who meets the TD players.
fn controllers() -> Vec<PlayerName> {
    vec![PlayerName::Candidates(CandidatesName::Perceptron)]
}

/// Who chooses among the candidates.
fn choosers(minds: &Minds) -> Vec<Choosing<'static>> {
    let Some(td) = minds.td.clone() else { return Vec::new() };
    let lambda = Lambda::High;
    let chooser: Box<Chooser<'static>> = Box::new(move |scene, candidates| {
        let values = td.values_after_each(lambda, scene)?;
        let side = f64::from(scene.position.to_play().sign());
        let value = |point| values[point].map_or(f64::NEG_INFINITY, |value| side * value);
        let points = candidates.iter().map(|candidate| candidate.point);
        let best = points.max_by(|&one, &other| value(one).total_cmp(&value(other)));
        best.ok_or(OpeningError::Full)
    });
    let name = PlayerName::Td(lambda).to_string();
    vec![Choosing { name, choose: chooser, is_claimed: false }]
}

/// The openings that nobody learns from.
fn held_out(path: &Path) -> anyhow::Result<Vec<openings::Opening>> {
    let mut read = Openings::default();
    reading::for_each(
        [path.to_path_buf()],
        |record| openings::Opening::of(&record, MOVES),
        |opening, bar| {
            match opening {
                Ok(opening) => read.take(opening),
                Err(trouble) => bar.say(&trouble.to_string()),
            }
            Ok(())
        },
    )?;
    let mut held_out = read.openings;
    held_out.retain(openings::Opening::is_held_out);
    ensure!(!held_out.is_empty(), "{} has no opening that is held out", path.display());
    Ok(held_out)
}

/// What players think with, the models of the opening from the folder too where it has them.
fn minds(folder: Option<&Path>) -> anyhow::Result<Minds> {
    let mut minds = models::minds(folder)?;
    let file = |stem: &str| {
        let path = folder.map(|folder| folder.join(format!("{stem}.safetensors")));
        let path = path.filter(|path| path.exists());
        let read = |path: PathBuf| -> anyhow::Result<Vec<u8>> {
            std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
        };
        path.map(read).transpose()
    };
    if let Some(bytes) = file(CandidatesName::Perceptron.file_stem())? {
        let candidates = Candidates::read(CandidatesName::Perceptron, &bytes)?;
        minds.candidates_study = Some(Arc::new(candidates));
    }
    if let Some(bytes) = file("td")? {
        minds.td = Some(Arc::new(Td::read(&bytes)?));
    }
    Ok(minds)
}
