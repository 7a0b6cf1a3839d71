//! UCT with playouts that are cut against UCT with full ones.

use crate::LabError;
use crate::players::{CutBy, uct};
use crate::winner::Data;
use aji_play::arena::{self, Interval, MatchSettings, Report};
use aji_play::search::Budget;
use aji_rules::{RuleSet, Size};
use serde::Serialize;
use std::ops::ControlFlow;

/// Random moves at the beginning of each game, the same ones for two games with exchanged colours.
const OPENING: u32 = 2;

/// How the player that cuts did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// Who cuts.
    pub by: String,
    /// What both have for a move.
    pub budget: String,
    /// Whether that is time, so that the games depend on the machine.
    pub is_time: bool,
    /// Games.
    pub games: u64,
    /// Games won by the player that cuts.
    pub won: u64,
    /// The share of games won.
    pub share: f64,
    /// Its interval, by Wilson.
    pub interval: Interval,
    /// Seconds a move of the one that cuts and of the one that does not.
    pub seconds: [Option<f64>; 2],
}

impl Pairing {
    /// Plays the games, on 9x9 by Chinese rules.
    pub fn play(data: &Data, name: &str, by: CutBy, budget: Budget) -> Result<Pairing, LabError> {
        let players = vec![uct(budget, Some(by)), uct(budget, None)];
        let settings = MatchSettings {
            seed: data.seed,
            random_plies: OPENING,
            ..MatchSettings::new(players, data.cutting.games, Size::NINE, RuleSet::Chinese)
        };
        let cutting = &data.cutting;
        let take = |_: &_, _: &str| ControlFlow::Continue(());
        let played = arena::run(&settings, cutting.library, cutting.threads, Vec::new(), take)?;
        let report = Report::new(&settings, &played.games);
        let tally = &report.standings[0].all;
        Ok(Pairing {
            by: name.to_string(),
            budget: budget.to_string(),
            is_time: matches!(budget, Budget::Time(_)),
            games: tally.games() as u64,
            won: tally.won as u64,
            share: tally.share().unwrap_or_default(),
            interval: tally.share_interval(),
            seconds: [0, 1].map(|player| played.clocks[player].seconds_per_move()),
        })
    }

    /// Who is better, as far as the games tell.
    pub fn verdict(&self) -> &'static str {
        if self.interval.low > 0.5 {
            "cutting is better"
        } else if self.interval.high < 0.5 {
            "cutting is worse"
        } else {
            "not told apart"
        }
    }
}
