//! `aji lab evolution`: the study of networks evolved to play the opening on 13x13.

use super::finish;
use crate::command::Answer;
use crate::{models, reading};
use aji_studies::evolution::{Data, PARTS, make};
use clap::{Args, value_parser};
use std::path::PathBuf;

/// Networks evolved to play the opening on 13x13: the champions' tournaments, their strength, and which
/// change of the study's settings does it.
///
/// Writes README.md with its figures (SVG) and numbers (JSON). The champions are those built in;
/// `aji train evolve` makes others. GNU Go is an opponent and must be there. Takes about three
/// quarters of an hour on two cores.
#[derive(Args)]
pub struct Evolution {
    /// How many games every two champions play; the study has 2, one with each colour.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(1..))]
    games: u32,
    /// How many games the last champions play against the static player and against generation 0.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u32).range(2..))]
    against: u32,
    /// How many games every champion on the way plays against the static player.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = value_parser!(u32).range(2..))]
    along: u32,
    /// How many games the last champions play against GNU Go.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u32).range(2..))]
    asked: u32,
    /// How many games each evolution has that shows what a change does.
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = value_parser!(u32).range(1..))]
    changes: u32,
    /// The command that starts GNU Go.
    #[arg(long, value_name = "COMMAND", default_value = "gnugo --mode gtp --level 1 --seed 1")]
    gnu_go: String,
    /// The seed of all that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Take models from this folder instead of the built-in ones, where it has them; with champions closer
    /// together, the lines of the page have more points.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// The folder to write to.
    #[arg(long, value_name = "FOLDER", default_value = "results/evolution")]
    out: PathBuf,
}

impl Evolution {
    pub fn run(self) -> anyhow::Result<Answer> {
        let library = models::library(self.models.as_deref())?;
        let data = Data {
            library: &library,
            games: self.games,
            against: self.against,
            along: self.along,
            asked: self.asked,
            gnu_go: self.gnu_go,
            changes: self.changes,
            threads: reading::threads(),
            seed: self.seed,
        };
        finish(PARTS, &self.out, |tell| make(&data, tell))
    }
}
