//! `aji eval panel`: how often each judge of the panel is right, by phase of the game.

use crate::command::Answer;
use crate::progress::Bar;
use crate::reading;
use crate::words::counted;
use aji_judge::Library;
use aji_judge::panel::Panel as Judges;
use aji_judge::winner::review::Phase;
use aji_learn::games::attach_owners;
use aji_learn::labels;
use aji_learn::measure::panel::{Row, rows};
use aji_rules::RuleSet;
use anyhow::ensure;
use clap::{Args, value_parser};
use std::fmt::Write;
use std::path::PathBuf;

/// Measure how often each judge of `aji judge --panel` is right: about the winner of the game, and about the
/// owners of its points.
///
/// Of the games, those count that are even and were counted or resigned, each once. What is printed as JSON
/// is the table that the panel tells.
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
    /// Take the first N games only.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The rules of these games.
    #[arg(long, value_name = "NAME", default_value = "japanese")]
    rules: RuleSet,
    /// The seed of the intervals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Panel {
    pub fn run(self) -> anyhow::Result<Answer> {
        let panel = Judges::new(&Library::built_in())?;
        let mut games = reading::won_games(self.games.iter().cloned())?.games;
        games.truncate(self.positions.map_or(usize::MAX, |limit| limit as usize));
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
        let rows = rows(&panel, &games, &self.at, self.rules, self.seed, || bar.step());
        drop(bar);
        let report = Report { games: games.len(), labelled, at: self.at, rows };
        Ok(Answer::good(if self.json { report.json()? } else { report.text() }))
    }
}

/// All figures.
struct Report {
    games: usize,
    labelled: usize,
    at: Vec<usize>,
    rows: Vec<Row>,
}

impl Report {
    /// A row a line: the table is kept under version control.
    fn json(self) -> anyhow::Result<String> {
        let Report { games, labelled, at, rows } = self;
        let row = |row: Row| {
            let short = |share: Option<f64>| share.map(|share| (share * 1e4).round() / 1e4);
            serde_json::to_string(&Row {
                winner: short(row.winner),
                winner_low: short(row.winner_low),
                winner_high: short(row.winner_high),
                owner: short(row.owner),
                owner_low: short(row.owner_low),
                owner_high: short(row.owner_high),
                ..row
            })
        };
        let rows: Vec<String> = rows.into_iter().map(row).collect::<Result<_, _>>()?;
        Ok(format!(
            "{{\"games\":{games},\"labelled\":{labelled},\"moves\":{at:?},\"rows\":[\n{}\n]}}\n",
            rows.join(",\n")
        ))
    }

    /// A table for each phase.
    fn text(&self) -> String {
        let mut text = format!(
            "Measured on {}; whose the points were is known of {}.\nIn brackets, 95 % intervals by drawing \
             whole games anew.\n",
            counted(self.games as u64, "game"),
            counted(self.labelled as u64, "game"),
        );
        for phase in Phase::ALL {
            let moves: Vec<String> = self
                .at
                .iter()
                .filter(|&&number| Phase::of(number) == phase)
                .map(usize::to_string)
                .collect();
            if moves.is_empty() {
                continue;
            }
            // Writing to a string does not fail.
            let _ = writeln!(text, "\nThe {phase}, after moves {}", moves.join(", "));
            text += &columns("judge", "games", "right about the winner", "right about points");
            for row in self.rows.iter().filter(|row| row.phase == phase.to_string()) {
                let winner = share(row.winner, row.winner_low, row.winner_high);
                let owner = share(row.owner, row.owner_low, row.owner_high);
                text += &columns(&row.judge, &row.games.to_string(), &winner, &owner);
            }
        }
        text
    }
}

/// `61.2 % (60.1 to 62.3)`.
fn share(share: Option<f64>, low: Option<f64>, high: Option<f64>) -> String {
    let (Some(share), Some(low), Some(high)) = (share, low, high) else { return "-".to_string() };
    let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
    format!("{share:.1} % ({low:.1} to {high:.1})")
}

fn columns(judge: &str, games: &str, winner: &str, owner: &str) -> String {
    let line = format!("{judge:<23} {games:>6}  {winner:<23}  {owner}");
    line.trim_end().to_string() + "\n"
}
