//! Who says which stones are dead when nobody plays any more.

use crate::player::{External, PlayerError};
use aji_judge::Library;
use aji_judge::judgement::Question;
use aji_judge::score::Scorer;
use aji_rules::{Game, PointSet};
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A referee by the name that users type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefereeName {
    /// Our judge: see [`aji_judge::score`].
    Judge,
    /// All stones are alive.
    Nobody,
    /// A program that speaks the Go Text Protocol, by its command line.
    Gtp(String),
}

/// A text that names no referee.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no referee `{0}`: take judge, none or gtp:COMMAND")]
pub struct UnknownReferee(String);

impl fmt::Display for RefereeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefereeName::Judge => f.pad("judge"),
            RefereeName::Nobody => f.pad("none"),
            RefereeName::Gtp(command) => f.pad(&format!("gtp:{command}")),
        }
    }
}

impl FromStr for RefereeName {
    type Err = UnknownReferee;

    fn from_str(text: &str) -> Result<RefereeName, UnknownReferee> {
        match (text, text.strip_prefix("gtp:")) {
            ("judge", _) => Ok(RefereeName::Judge),
            ("none", _) => Ok(RefereeName::Nobody),
            (_, Some(command)) => Ok(RefereeName::Gtp(command.to_string())),
            _ => Err(UnknownReferee(text.to_string())),
        }
    }
}

impl Serialize for RefereeName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A referee at work.
pub(super) enum Referee {
    Judge(Scorer),
    Nobody,
    Gtp { command: String, program: Box<External> },
}

impl Referee {
    pub(super) fn new(name: &RefereeName, library: &Library) -> Result<Referee, PlayerError> {
        Ok(match name {
            RefereeName::Judge => Referee::Judge(Scorer::of(library)?),
            RefereeName::Nobody => Referee::Nobody,
            RefereeName::Gtp(command) => Referee::Gtp {
                command: command.clone(),
                program: Box::new(External::start(command)?),
            },
        })
    }

    /// The dead stones on the board as it is.
    pub(super) fn dead_stones(&mut self, game: &Game) -> Result<PointSet, PlayerError> {
        match self {
            Referee::Judge(scorer) => Ok(scorer.score(&Question::of(game))?.dead),
            Referee::Nobody => Ok(PointSet::EMPTY),
            Referee::Gtp { command, program } => program.dead_stones(game).or_else(|_| {
                // A crash in the thousandth game should not end a match; a second one would.
                **program = External::start(command)?;
                program.dead_stones(game)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for name in ["judge", "none", "gtp:gnugo --mode gtp"] {
            assert_eq!(name.parse::<RefereeName>().unwrap().to_string(), name);
        }
        let error = "god".parse::<RefereeName>().unwrap_err().to_string();
        assert_eq!(error, "there is no referee `god`: take judge, none or gtp:COMMAND");
    }
}
