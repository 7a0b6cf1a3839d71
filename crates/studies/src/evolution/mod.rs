//! The study of networks evolved to play the opening on 13x13: its tables and figures, and what it could
//! not test.

mod changes;
pub mod evolve;
pub mod evolved;
mod noise;
mod openings;
mod strength;
mod tables;

use crate::evolution::evolved::{Evolved, Experiment, Lineage, OPENING, SIZE};
use crate::page;
use crate::{File, LabError};
use aji_judge::Library;
use aji_play::PlayerName;
use aji_play::arena::{Finish, Match, MatchSettings, Opening, run};
use aji_play::player::External;
use aji_rules::{HalfPoints, RuleSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The parts of the page that take their time, for who shows how far it is.
pub const PARTS: usize = 5;
/// What games are counted by, without komi.
const RULES: RuleSet = RuleSet::Japanese;

/// What the experiments work on.
pub struct Data<'a> {
    /// What the players think with; the evolutions among it.
    pub library: &'a Library,
    /// How many games every two champions play; the study has 2.
    pub games: u32,
    /// How many games a last champion plays against the static player and against generation 0.
    pub against: u32,
    /// How many games every champion on the way plays against the static player.
    pub along: u32,
    /// How many against GNU Go.
    pub asked: u32,
    /// The command that starts GNU Go.
    pub gnu_go: String,
    /// How many games an evolution with one change has.
    pub changes: u32,
    /// How many games are played at once.
    pub threads: usize,
    /// The seed of all that is random.
    pub seed: u64,
}

/// Makes everything anew; `tell` hears what is being done.
pub fn make(data: &Data, tell: &dyn Fn(&str)) -> Result<Vec<File>, LabError> {
    // Who will be missed in the end is better missed at once.
    drop(External::start(&data.gnu_go)?);
    tell("Tables I and II, Figures 9 and 10: round robins");
    let mut parts = vec![tables::make(data)?];
    tell("why the study sees so little: how results scatter");
    parts.push(noise::make(data)?);
    tell("champions against static, generation 0 and GNU Go");
    parts.push(strength::make(data)?);
    tell("which change does it");
    parts.push(changes::make(data)?);
    tell("openings");
    parts.push(openings::make(data)?);
    Ok(page::make(beginning(data), parts))
}

impl Data<'_> {
    fn evolved(&self, lineage: Lineage) -> Result<Arc<Evolved>, LabError> {
        lineage.champions(self.library).map_err(|_| LabError::NoChampions(lineage))
    }

    /// A match of openings that the static player finishes; so many moves at the beginning are random.
    fn play(&self, players: Vec<PlayerName>, games: u32, random: u32) -> Result<Played, LabError> {
        let finish = Finish::Player(PlayerName::static_player());
        let settings = MatchSettings {
            komi: HalfPoints::from_halves(0),
            seed: self.seed,
            random_plies: random,
            opening: Some(Opening { plies: OPENING as u32, finish }),
            ..MatchSettings::new(players, games, SIZE, RULES)
        };
        let go_on = |_: &_, _: &str| ControlFlow::Continue(());
        let Match { games, .. } = run(&settings, self.library, self.threads, Vec::new(), go_on)?;
        Ok(Played { settings, games })
    }
}

/// A match that was played.
struct Played {
    settings: MatchSettings,
    games: Vec<aji_play::arena::Played>,
}

/// A lineage as a heading says it.
fn title(lineage: Lineage) -> String {
    let whose = if lineage.is_antithetic { "antithetic" } else { "the study's settings" };
    format!("experiment {}, {whose}", lineage.experiment)
}

/// The study's table of an experiment.
fn table_name(experiment: Experiment) -> &'static str {
    match experiment {
        Experiment::One => "Table I",
        Experiment::Two => "Table II",
    }
}

/// What the page begins with.
fn beginning(data: &Data) -> String {
    format!(
        "# Networks evolved to play the opening on 13x13, made anew\n\n\
         `aji lab evolution` makes this page; seed {}. The champions are those of \
         [models](../../models); `aji train evolve` makes them anew. A game has an opening of {OPENING} moves \
         by the two players; then `static` plays both sides to the end, and the board is counted by {RULES} rules \
         without komi, dead stones taken off. Experiment 1 is the network 169-55-1 that looks two moves ahead, \
         experiment 2 the spatial one, 169-286-95-1, that looks one move ahead. Intervals are for 95 %, by \
         Wilson for shares; p is by a permutation test, one-sided. All numbers are in `results.json`.\n",
        data.seed,
    )
}
