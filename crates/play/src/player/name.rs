//! The players by the names that users type.

use super::{Patterns, Player, PlayerError, Random};
use aji_judge::territory::{Model, ModelName};
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
    /// [`Patterns`].
    Patterns,
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no player `{0}`: take random or patterns")]
pub struct UnknownPlayer(String);

impl PlayerName {
    /// The player of this name.
    pub fn player(&self, _minds: &Minds) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match self {
            PlayerName::Random => Box::new(Random),
            PlayerName::Patterns => Box::new(Patterns::default()),
        })
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerName::Random => f.pad("random"),
            PlayerName::Patterns => f.pad("patterns"),
        }
    }
}

impl FromStr for PlayerName {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<PlayerName, UnknownPlayer> {
        match text {
            "random" => Ok(PlayerName::Random),
            "patterns" => Ok(PlayerName::Patterns),
            _ => Err(UnknownPlayer(text.to_string())),
        }
    }
}
