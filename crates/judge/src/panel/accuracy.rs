//! How often each judge was right, by phase of the game.
//!
//! The table was made on games that nothing on the panel learned from, by
//!
//! ```sh
//! aji eval panel tygem-valid.sgf.gz --labels tygem-valid.jsonl.gz --positions 3000 --json > accuracy.json
//! ```

use crate::winner::Phase;
use serde::Deserialize;

/// How often a judge was right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// How often the game was won by whom it thought the likelier winner, from 0 to 1.
    pub winner: Option<f64>,
    /// How many of the points that somebody owned in the end it gave to their owner, from 0 to 1; known of
    /// those who look at points.
    pub owner: Option<f64>,
    /// In how many games the winner was asked for.
    pub games: u32,
}

/// The table as `aji eval panel --json` writes it.
#[derive(Deserialize)]
pub(super) struct Table {
    games: u32,
    labelled: u32,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    judge: String,
    phase: String,
    games: u32,
    winner: Option<f64>,
    owner: Option<f64>,
}

impl Table {
    pub(super) fn built_in() -> Table {
        serde_json::from_str(include_str!("accuracy.json")).expect("a test reads this file")
    }

    /// What was measured on, in a sentence.
    pub(super) fn measured_on(&self) -> String {
        let Table { games, labelled, .. } = self;
        format!(
            "Measured on {games} even games of 9-dan players on 19x19 that no judge learned from; whose the \
             points were is known of {labelled} that were counted."
        )
    }

    /// `None` if the judge had nothing to say in this phase of the games.
    pub(super) fn accuracy(&self, judge: &str, phase: Phase) -> Option<Accuracy> {
        let phase = phase.to_string();
        let is_meant = |row: &&Row| row.judge == judge && row.phase == phase;
        let &Row { games, winner, owner, .. } = self.rows.iter().find(is_meant)?;
        Some(Accuracy { winner, owner, games })
    }
}
