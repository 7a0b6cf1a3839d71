//! Rules and komi: what the user asks for goes before what the record says, and that before custom.

use crate::chosen::Chosen;
use aji_record::Head;
use aji_rules::{Game, HalfPoints, RuleSet};
use clap::Args;

/// What the user asks for.
#[derive(Args, Default)]
pub struct Asked {
    /// White's compensation for moving second.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<HalfPoints>,
    /// Count by these rules: japanese, chinese, aga, ...
    #[arg(long, value_name = "NAME")]
    rules: Option<RuleSet>,
}

/// What a game is counted by.
#[derive(Clone, Debug)]
pub struct Agreed {
    pub rules: RuleSet,
    pub komi: HalfPoints,
    /// What neither the record nor the user says.
    pub assumed: Vec<&'static str>,
}

impl Asked {
    /// What counts for this game.
    pub fn of(&self, chosen: &Chosen) -> Agreed {
        self.of_game(&chosen.replay.game, &chosen.record.head)
    }

    /// What counts for a game of which this is recorded.
    pub fn of_game(&self, game: &Game, head: &Head) -> Agreed {
        Agreed::new(self.rules.or(head.rules), self.komi.or(head.komi), game.handicap())
    }
}

impl Agreed {
    /// What is known, and custom for the rest.
    pub fn new(rules: Option<RuleSet>, komi: Option<HalfPoints>, handicap: u32) -> Agreed {
        let mut assumed = Vec::new();
        let rules = rules.unwrap_or_else(|| {
            assumed.push("rules");
            RuleSet::Japanese
        });
        let komi = komi.unwrap_or_else(|| {
            assumed.push("komi");
            customary_komi(rules, handicap)
        });
        Agreed { rules, komi, assumed }
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
