//! `aji lab opening`: the study of the opening by fuzzy reasoning and TD(lambda).

use super::{finish, name};
use crate::command::Answer;
use crate::digest::Digest;
use crate::flags::ModelFolder;
use crate::{example, reading};
use aji_judge::Library;
use aji_judge::opening::candidates::{Candidates, CandidatesName};
use aji_judge::opening::fuzzy::inputs::{NARROW_SIGMA, SIGMA};
use aji_judge::opening::fuzzy::{Controller, ControllerName, Reasoner};
use aji_judge::opening::{MOVES, OpeningError, Scene};
use aji_learn::openings::Opening as Game;
use aji_play::PlayerName;
use aji_record::Record;
use aji_rules::Point;
use aji_studies::opening::{Choosing, Data, PARTS, make};
use anyhow::ensure;
use clap::{Args, value_parser};
use std::path::PathBuf;

/// Fuzzy reasoning and TD(lambda) in the opening: fifty moves by a network, the tournaments, what
/// candidates lose.
///
/// Writes README.md with its figures (SVG), numbers (JSON) and games (SGF). GNU Go is the second judge and
/// must be there. Takes about half an hour on two cores.
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
    /// How often the study's network learns from 213 games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    epochs: u32,
    /// The command that starts GNU Go, the second judge.
    #[arg(long, value_name = "COMMAND", default_value = "gnugo --mode gtp --level 1 --seed 1")]
    gnu_go: String,
    /// The seed of all that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    models: ModelFolder,
    /// The folder to write to.
    #[arg(long, value_name = "FOLDER", default_value = "results/opening")]
    out: PathBuf,
}

/// Where in the example game the position of Figure 3 is.
const PICTURED_MOVE: usize = 50;
/// GNU Go is asked in one position of so many.
const ASKED: usize = 10;

impl Opening {
    pub fn run(self) -> anyhow::Result<Answer> {
        let library = self.models.library()?;
        let (openings, learned): (Vec<_>, Vec<_>) = reading::openings([self.games.clone()], MOVES)?
            .openings
            .into_iter()
            .partition(Game::is_held_out);
        ensure!(!openings.is_empty(), "{} has no opening that is held out", self.games.display());
        let told = format!(
            "Measured on {} openings of {} (fingerprint {}) that nobody learned from.",
            openings.len(),
            name(&self.games),
            Digest::of_file(&self.games)?,
        );
        let example = Record::read(&example::game_text())?.replay().game;
        let data = Data {
            learned: &learned,
            epochs: self.epochs,
            openings: &openings,
            pictured: (&example.position_after(PICTURED_MOVE), PICTURED_MOVE),
            library: &library,
            controllers: controllers(),
            choosers: choosers(&library)?,
            games: self.pairs,
            positions: self.positions as usize,
            asked: (self.positions as usize).div_ceil(ASKED),
            gnu_go: self.gnu_go,
            threads: reading::threads(),
            told,
            seed: self.seed,
        };
        finish(PARTS, &self.out, |tell| make(&data, tell))
    }
}

/// Who meets the TD players.
fn controllers() -> Vec<PlayerName> {
    // The one in words plays as the study's quick one does, and GNU Go takes its time.
    [ControllerName::Sugeno, ControllerName::Anfis].map(PlayerName::fuzzy).to_vec()
}

/// The study's quick controller, the one in words, and ours.
const CONTROLLERS: [ControllerName; 3] =
    [ControllerName::Sugeno, ControllerName::Mamdani, ControllerName::Anfis];

/// Who chooses among the candidates of the study's network.
fn choosers(library: &Library) -> anyhow::Result<Vec<Choosing<'static>>> {
    let candidates = Candidates::new(CandidatesName::Perceptron, library)?;
    let chooser = |name: ControllerName, sigma: f64| -> anyhow::Result<Choosing<'static>> {
        let controller = Controller::new(name, library)?;
        let reasoner = Reasoner::new(candidates.clone(), controller).with_sigma(sigma);
        let choose = move |scene: &Scene<'_>| -> Result<Point, OpeningError> {
            let best = reasoner.suggest(scene)?.first().map(|suggestion| suggestion.point);
            best.ok_or(OpeningError::Full)
        };
        let is_claimed = name == ControllerName::Sugeno && sigma == SIGMA;
        let narrow = if sigma == SIGMA { "" } else { " with a variance of 45" };
        let name = format!("{}{narrow}", PlayerName::fuzzy(name));
        Ok(Choosing { name, choose: Box::new(choose), is_claimed })
    };
    let mut choosers: Vec<Choosing<'static>> =
        CONTROLLERS.into_iter().map(|name| chooser(name, SIGMA)).collect::<Result<_, _>>()?;
    // If the study's 45 is not the deviation of the ranks but its square.
    choosers.push(chooser(ControllerName::Sugeno, NARROW_SIGMA)?);
    Ok(choosers)
}
