//! Rules and komi: options override what the record says, which overrides what is customary.

use crate::load::LoadedGame;
use aji_record::Head;
use aji_rules::{Game, HalfPoints, RuleSet};
use clap::Args;

/// The rules and komi that the user asks for.
#[derive(Args, Default)]
pub struct ConditionFlags {
    /// White's compensation for moving second.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<HalfPoints>,
    /// Count by these rules: japanese, chinese, aga, ...
    #[arg(long, value_name = "NAME")]
    rules: Option<RuleSet>,
}

/// The rules and komi that a game is counted by.
#[derive(Clone, Debug)]
pub struct Conditions {
    pub rules: RuleSet,
    pub komi: HalfPoints,
    /// What neither the record nor the user says.
    pub assumed: Vec<&'static str>,
}

impl ConditionFlags {
    /// What counts for this game.
    pub fn of(&self, loaded: &LoadedGame) -> Conditions {
        self.of_game(&loaded.replay.game, &loaded.record.head)
    }

    /// What counts for a game of which this is recorded.
    pub fn of_game(&self, game: &Game, head: &Head) -> Conditions {
        Conditions::new(self.rules.or(head.rules), self.komi.or(head.komi), game.handicap())
    }
}

impl Conditions {
    /// What is known, and custom for the rest.
    pub fn new(rules: Option<RuleSet>, komi: Option<HalfPoints>, handicap: u32) -> Conditions {
        let mut assumed = Vec::new();
        let rules = rules.unwrap_or_else(|| {
            assumed.push("rules");
            RuleSet::Japanese
        });
        let komi = komi.unwrap_or_else(|| {
            assumed.push("komi");
            customary_komi(rules, handicap)
        });
        Conditions { rules, komi, assumed }
    }

    /// The board, the rules, komi and handicap in a line.
    pub fn words(&self, game: &Game) -> String {
        let assumed = |what| if self.assumed.contains(&what) { " (assumed)" } else { "" };
        let handicap = match game.handicap() {
            0 => String::new(),
            stones => format!(", {stones} handicap stones"),
        };
        format!(
            "{} board, {} rules{}, komi {}{}{handicap}",
            game.position().size(),
            self.rules,
            assumed("rules"),
            self.komi,
            assumed("komi")
        )
    }
}

/// With handicap, White gets half a point at most, so that there is a winner.
pub fn customary_komi(rules: RuleSet, handicap: u32) -> HalfPoints {
    if handicap < 2 { rules.default_komi() } else { HalfPoints::from_halves(1) }
}
