//! What became of one game.

use aji_rules::{Color, HalfPoints, Outcome};
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A game of a match that was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Played {
    /// Its number in the match, from 1.
    pub number: u32,
    /// Black's place among the players.
    pub black: usize,
    /// White's place among the players.
    pub white: usize,
    /// Who won, by the rules of the match.
    #[serde(rename = "result")]
    pub outcome: Outcome,
    /// The counts; a game that was resigned or forfeited has none.
    pub leads: Option<Leads>,
    /// Why it ended.
    pub ending: Ending,
    /// How many moves it had, passes included.
    pub moves: usize,
    /// Games with the same moves have the same, whichever way the board is turned.
    #[serde(skip)]
    pub fingerprint: u64,
}

impl Played {
    /// What this player got of the game: 1, 0 or, for a draw, a half. `None` if it did not play.
    pub fn share(&self, player: usize) -> Option<f64> {
        let color = self.color(player)?;
        Some(self.outcome.winner().map_or(0.5, |winner| f64::from(u8::from(winner == color))))
    }

    /// The colour that a player had.
    pub fn color(&self, player: usize) -> Option<Color> {
        match player {
            _ if player == self.black => Some(Color::Black),
            _ if player == self.white => Some(Color::White),
            _ => None,
        }
    }
}

/// Black's lead, counted in several ways with the same komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Leads {
    /// By the rules of the match.
    #[serde(serialize_with = "as_points")]
    pub match_rules: HalfPoints,
    /// By Japanese rules.
    #[serde(serialize_with = "as_points")]
    pub japanese: HalfPoints,
    /// By Chinese rules.
    #[serde(serialize_with = "as_points")]
    pub chinese: HalfPoints,
}

fn as_points<S: Serializer>(lead: &HalfPoints, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(points(*lead))
}

pub(super) fn points(lead: HalfPoints) -> f64 {
    f64::from(lead.halves()) / 2.0
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Both passed.
    Passes,
    /// One gave up.
    Resignation,
    /// It had the most moves and was counted as it stood.
    MostMoves,
    /// Its opening was judged.
    Judged,
    /// One did what may not be done, or failed; in words.
    Forfeit(String),
}

const FORFEIT: &str = "forfeit: ";

/// In words that can be read back.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ending::Passes => "both passed",
            Ending::Resignation => "resignation",
            Ending::MostMoves => "stopped and counted at the most moves allowed",
            Ending::Judged => "the opening was judged",
            Ending::Forfeit(reason) => return write!(f, "{FORFEIT}{reason}"),
        })
    }
}

/// Words that name no ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownEnding;

impl FromStr for Ending {
    type Err = UnknownEnding;

    fn from_str(text: &str) -> Result<Ending, UnknownEnding> {
        if let Some(reason) = text.strip_prefix(FORFEIT) {
            return Ok(Ending::Forfeit(reason.to_string()));
        }
        [Ending::Passes, Ending::Resignation, Ending::MostMoves, Ending::Judged]
            .into_iter()
            .find(|ending| ending.to_string() == text)
            .ok_or(UnknownEnding)
    }
}

impl Serialize for Ending {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
