//! `aji gtp`: the Go Text Protocol on standard input and output.

use super::Answer;
use crate::models::{self, Judging};
use crate::roster;
use aji_play::PlayerName;
use aji_play::gtp::{self, Engine, EngineSettings, Perspective};
use aji_rules::{RuleSet, Size};
use anyhow::Context;
use clap::{Args, value_parser};
use std::io::BufReader;

/// Speak GTP, the protocol of Go programs and boards, on standard input and output.
///
/// For GoGui, Sabaki, Lizzie, KGS and all that start an engine by a command line: the command is `aji
/// gtp`. It knows version 2 of the protocol, the judging part of GNU Go's commands, GoGui's analyze
/// commands, and the analysis commands of Leela Zero and KataGo. See docs/protocols.md.
#[derive(Args)]
pub struct Gtp {
    /// Who chooses the moves: search:VISITS and search:SECONDSs read ahead, deep takes the likeliest move at
    /// once, patterns, static, random, ...; `aji arena --help` explains them.
    #[arg(long, value_name = "PLAYER", default_value = models::BEST_PLAYER, value_parser = roster::player)]
    player: PlayerName,
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

impl Gtp {
    pub fn run(self) -> anyhow::Result<Answer> {
        let settings = EngineSettings {
            name: self.gtp_name,
            player: self.player,
            roster: roster::players(),
            library: self.judging.library()?,
            judge: self.judging.name(),
            rules: self.rules,
            size: Size::square(self.size.into())?,
            perspective: self.perspective,
            seed: self.seed,
            threads: self.threads.into(),
        };
        let mut engine = Engine::new(settings)?;
        let input = BufReader::new(std::io::stdin());
        gtp::serve(&mut engine, input, std::io::stdout().lock())
            .context("the conversation broke off")?;
        Ok(Answer::good(String::new()))
    }
}
