//! `aji eval panel`: how often each judge of the panel is right, by phase of the game.

use crate::flags::Limit;
use crate::progress::Bar;
use crate::reading;
use crate::roster;
use crate::words::counted;
use aji_judge::Library;
use aji_judge::panel;
use aji_learn::games::attach_owners;
use aji_learn::labels;
use aji_learn::measure::panel::measure;
use aji_learn::report::Report;
use aji_rules::RuleSet;
use anyhow::ensure;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Measure how often each judge of `aji judge --panel` is right: about the winner of the game, and about the
/// owners of its points.
///
/// Of the games, those count that are even and were counted or resigned, each once. The JSON is the table that
/// the panel is built with.
#[derive(Args)]
pub struct Panel {
    /// The games: files, folders or archives.
    #[arg(value_name = "PATH", required = true)]
    games: Vec<PathBuf>,
    /// Take the owners of points from these labelled games, as for `aji eval territory`, where they are
    /// among the games.
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// After how many moves to ask, some with Black to play and some with White; move 50 ends the opening,
    /// move 150 the middle game.
    #[arg(
        long,
        value_name = "MOVES",
        value_delimiter = ',',
        default_value = "20,41,80,121,170,221,260"
    )]
    at: Vec<usize>,
    #[command(flatten)]
    limit: Limit,
    /// The rules of these games.
    #[arg(long, value_name = "NAME", default_value = "japanese")]
    rules: RuleSet,
    /// The seed of the intervals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Panel {
    pub fn run(self) -> anyhow::Result<Report> {
        let panel = panel::Panel::new(&roster::judges(), &Library::built_in())?;
        let mut games = reading::won_games(self.games)?.games;
        games.truncate(self.limit.most());
        let longest = games.iter().map(|game| game.moves().len()).max().unwrap_or_default();
        for &number in &self.at {
            ensure!(
                number <= longest,
                "no game reaches move {number}: of {} with a winner the longest has {}",
                counted(games.len() as u64, "even game"),
                counted(longest as u64, "move")
            );
        }
        let labelled = match &self.labels {
            Some(path) => attach_owners(&mut games, &labels::read(path)?),
            None => 0,
        };
        let bar = Bar::things(games.len(), "games");
        let mut report = measure(&panel, &games, &self.at, self.rules, self.seed, || bar.step());
        report.also(json!({ "games": games.len(), "labelled": labelled, "moves": self.at }));
        report.intro = format!(
            "Measured on {}; whose the points were is known of {}.\nIn brackets, 95 % intervals by drawing \
             whole games anew.",
            counted(games.len() as u64, "game"),
            counted(labelled as u64, "game"),
        );
        Ok(report)
    }
}
