//! Openings that two players play against each other.

use super::{Data, KOMI, RULES};
use crate::LabError;
use aji_judge::opening::{MOVES, SIZE};
use aji_play::PlayerName;
use aji_play::arena::{self, Finish, MatchSettings, Opening};
use aji_record::{Head, Record, game_tree};
use aji_rules::{ByColor, Game};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A game of two up to the end of the opening.
pub struct Meeting {
    /// Whether the first of the two had Black.
    pub is_first_black: bool,
    /// What was played.
    pub game: Game,
}

/// The games of two players: as many with each colour, from the same openings. Who meets itself plays
/// each opening once only.
pub fn play(data: &Data, one: &PlayerName, other: &PlayerName) -> Result<Vec<Meeting>, LabError> {
    let is_self = one == other;
    let games = if is_self { 2 * data.games } else { data.games };
    let settings = MatchSettings {
        komi: KOMI,
        seed: data.seed,
        corner_opening: true,
        opening: Some(Opening { plies: MOVES as u32, finish: Finish::Judge }),
        ..MatchSettings::new(vec![one.clone(), other.clone()], games, SIZE, RULES)
    };
    let mut records = BTreeMap::new();
    arena::run(&settings, data.library, data.threads, Vec::new(), |played, sgf| {
        records.insert(played.number, (played.black == 0, sgf.to_string()));
        ControlFlow::Continue(())
    })?;
    let all = records.into_values().filter(|(is_first_black, _)| *is_first_black || !is_self);
    all.map(|(is_first_black, sgf)| {
        Ok(Meeting { is_first_black, game: Record::from_sgf(&sgf)?.replay().game })
    })
    .collect()
}

/// All games of two as records, one a line.
pub fn records(meetings: &[Meeting], one: &PlayerName, other: &PlayerName) -> String {
    let record = |meeting: &Meeting| {
        let (one, other) = (one.to_string(), other.to_string());
        let mut head = Head::new(SIZE);
        head.rules = Some(RULES);
        head.players = if meeting.is_first_black {
            ByColor { black: one, white: other }
        } else {
            ByColor { black: other, white: one }
        };
        let text = game_tree(&meeting.game, &head).write();
        text.lines().collect::<String>() + "\n"
    };
    meetings.iter().map(record).collect()
}
