//! The players by the names that users type.

use super::{External, Player, PlayerError, Random};
use aji_judge::territory::{Model, ModelName};
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The models that players think with.
#[derive(Clone, Debug)]
pub struct Minds {
    /// Tells whose every point is.
    pub territory: Model,
}

impl Minds {
    /// Those that are built in.
    pub fn embedded() -> Minds {
        Minds { territory: Model::embedded(ModelName::FIELD).unwrap_or_else(Model::study) }
    }
}

/// A player's name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PlayerName {
    /// [`Random`].
    Random,
    /// [`External`], by its command line.
    Gtp(String),
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no player `{0}`: take {names}", names = PlayerName::KNOWN.map(|(name, _)| name).join(", "))]
pub struct UnknownPlayer(String);

impl PlayerName {
    /// What users can type, and what it means.
    pub const KNOWN: [(&str, &str); 2] = [
        ("random", "plays anywhere but into its own eyes"),
        ("gtp:COMMAND", "a program that speaks the Go Text Protocol"),
    ];

    /// The player of this name.
    pub fn player(&self, _minds: &Minds) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match self {
            PlayerName::Random => Box::new(Random),
            PlayerName::Gtp(command) => Box::new(External::start(command)?),
        })
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerName::Random => f.pad("random"),
            PlayerName::Gtp(command) => f.pad(&format!("gtp:{command}")),
        }
    }
}

impl FromStr for PlayerName {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<PlayerName, UnknownPlayer> {
        if let Some(command) = text.strip_prefix("gtp:") {
            return Ok(PlayerName::Gtp(command.to_string()));
        }
        match text {
            "random" => Ok(PlayerName::Random),
            _ => Err(UnknownPlayer(text.to_string())),
        }
    }
}

/// As users type it.
impl Serialize for PlayerName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
