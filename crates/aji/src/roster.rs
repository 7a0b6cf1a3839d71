//! Judges and players by the names that users type: the core's and the studies'.

use aji_judge::winner::{Predictor, TERRITORY};
use aji_judge::{JudgeEntry, Judges, Library, LibraryError};
use aji_play::arena::Finish;
use aji_play::player::UnknownPlayer;
use aji_play::{PlayerName, Roster};
use std::fmt;
use std::str::FromStr;

/// All judges.
pub fn judges() -> Judges {
    Judges::built_in().with(&aji_studies::judges::JUDGES)
}

/// All players.
pub fn players() -> Roster {
    Roster::built_in().with(&aji_studies::players::PLAYERS).with_judges(judges())
}

/// A player, for clap.
pub fn player(text: &str) -> Result<PlayerName, UnknownPlayer> {
    players().find(text)
}

/// Who finishes games, for clap.
pub fn finish(text: &str) -> Result<Finish, UnknownPlayer> {
    Finish::find(text, &players())
}

/// Who predicts winners: a judge, or nobody but the territory model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PredictorName(Option<JudgeEntry>);

/// A name that nothing has that predicts winners.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nothing named `{0}` predicts winners; there are {known}", known = PredictorName::all().join(", "))]
pub struct UnknownPredictor(String);

impl PredictorName {
    fn networks() -> Judges {
        judges().only(|judge| judge.predicts_winners)
    }

    fn all() -> Vec<&'static str> {
        let networks = Self::networks();
        [TERRITORY].into_iter().chain(networks.entries().iter().map(|judge| judge.name)).collect()
    }

    /// All networks.
    pub fn all_networks() -> Vec<PredictorName> {
        Self::networks().entries().iter().map(|judge| PredictorName(Some(*judge))).collect()
    }

    /// Whether it is the territory model, without a network.
    pub fn is_territory(self) -> bool {
        self.0.is_none()
    }

    /// Who it is.
    pub fn predictor(self, library: &Library) -> Result<Predictor, LibraryError> {
        match self.0 {
            Some(judge) => Predictor::new(judge, library),
            None => Predictor::by_territory(library),
        }
    }
}

impl FromStr for PredictorName {
    type Err = UnknownPredictor;

    fn from_str(text: &str) -> Result<PredictorName, UnknownPredictor> {
        if text == TERRITORY {
            return Ok(PredictorName(None));
        }
        let found = PredictorName::networks().find(text);
        found
            .map(|judge| PredictorName(Some(judge)))
            .map_err(|_| UnknownPredictor(text.to_string()))
    }
}

impl fmt::Display for PredictorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.map_or(TERRITORY, |judge| judge.name))
    }
}
