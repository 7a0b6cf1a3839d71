//! `aji gtp`: the Go Text Protocol on standard input and output.

use super::Answer;
use crate::models::Judging;
use crate::roster;
use aji_play::PlayerName;
use aji_play::gtp::{self, Engine, EngineSettings, Perspective};
use aji_play::player::{Level, Resignation};
use aji_play::search::Budget;
use aji_play::search::{LONGEST, MOST_VISITS};
use aji_rules::{RuleSet, Size};
use anyhow::Context;
use clap::{Args, value_parser};
use std::io::BufReader;
use std::time::Duration;

/// Speak GTP, the protocol of Go programs and boards, on standard input and output.
///
/// For GoGui, Sabaki, Lizzie, KGS and all that start an engine by a command line: the command is `aji
/// gtp`. It knows version 2 of the protocol, the judging part of GNU Go's commands, GoGui's analyze
/// commands, and the analysis commands of Leela Zero and KataGo. See docs/protocols.md.
#[derive(Args)]
pub struct Gtp {
    #[command(flatten)]
    chooser: Chooser,
    /// Play lost games to their end. Otherwise it resigns late, when nothing can turn the game any more.
    #[arg(long)]
    no_resign: bool,
    /// Resign below this chance to win, if it is late, the lead is beyond what is open, and so for several moves.
    #[arg(long, value_name = "CHANCE", default_value_t = 0.01, value_parser = chance, conflicts_with = "no_resign")]
    resign_below: f64,
    /// The name to go by. Lizzie asks for ownership only if it begins with KataGo.
    #[arg(long, value_name = "NAME", default_value = "aji")]
    gtp_name: String,
    /// The rules until a client sets others.
    #[arg(long, value_name = "NAME", default_value_t = RuleSet::Chinese)]
    rules: RuleSet,
    /// The board until a client sets another.
    #[arg(long, value_name = "SIDE", default_value_t = 19, value_parser = value_parser!(u8).range(2..=25))]
    size: u8,
    /// Whose point of view analysis takes: side-to-move, as KataGo does, black or white.
    #[arg(long, value_name = "SIDE", default_value_t = Perspective::SideToMove)]
    perspective: Perspective,
    /// The seed of all that is random: the same seed gives the same moves.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many threads analysis reads with. With more than one it is faster, and the same command may have other
    /// answers.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    judging: Judging,
}

/// Who chooses the moves: at most one of these.
#[derive(Args)]
#[group(multiple = false)]
struct Chooser {
    /// Who chooses the moves: search reads ahead as long as the clock allows, search:VISITS and search:SECONDSs
    /// without looking at it, level:N is weaker, deep takes the likeliest move at once, patterns, static, random, ...;
    /// `aji arena --help` explains them.
    #[arg(long, value_name = "PLAYER", default_value = "search", value_parser = roster::player)]
    player: PlayerName,
    /// How strong it plays: 1 is a beginner, 10 all its strength.
    #[arg(long, value_name = "N")]
    level: Option<Level>,
    /// Read so many positions a move, whatever the clock says.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=i64::from(MOST_VISITS)))]
    visits: Option<u32>,
    /// Read so many seconds a move, whatever the clock says.
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<Duration>,
}

impl Chooser {
    fn player(self) -> PlayerName {
        let level = self.level.map(PlayerName::level);
        let visits = self.visits.map(|visits| PlayerName::search(Budget::Visits(visits)));
        let seconds = self.seconds.map(|time| PlayerName::search(Budget::Time(time)));
        level.or(visits).or(seconds).unwrap_or(self.player)
    }
}

fn chance(text: &str) -> Result<f64, String> {
    let chance = text.parse().ok().filter(|chance| (0.0..=0.5).contains(chance));
    chance.ok_or_else(|| "it is a chance from 0 to 0.5, such as 0.02".to_string())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds| seconds > 0.0 && seconds <= LONGEST);
    let seconds = seconds.map(Duration::from_secs_f64);
    seconds.ok_or_else(|| format!("it is a time above 0 and up to {LONGEST} seconds, such as 2.5"))
}

impl Gtp {
    pub fn run(self) -> anyhow::Result<Answer> {
        let settings = EngineSettings {
            name: self.gtp_name,
            player: self.chooser.player(),
            roster: roster::players(),
            library: self.judging.library()?,
            judge: self.judging.name(),
            rules: self.rules,
            size: Size::square(self.size.into())?,
            perspective: self.perspective,
            seed: self.seed,
            resignation: match self.no_resign {
                true => Resignation::Never,
                false => Resignation::Below(self.resign_below),
            },
            threads: self.threads.into(),
        };
        let mut engine = Engine::new(settings)?;
        let input = BufReader::new(std::io::stdin());
        gtp::serve(&mut engine, input, std::io::stdout().lock())
            .context("the conversation broke off")?;
        Ok(Answer::good(String::new()))
    }
}
