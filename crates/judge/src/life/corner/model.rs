//! The networks that judge corners at a glance, by name.

use super::wong::{Design, Opinion, WongNetwork};
use super::{Corner, mesh};
use crate::library::{CORNER_2D, CORNER_CHAN, CORNER_FULL, CORNER_MESH, Library, LibraryError};
use crate::life::LifeStatus;
use aji_net::Workspace;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Which network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CornerModel {
    /// One of Wong's.
    Wong(Design),
    /// The network over empty points and chains.
    Mesh,
}

impl CornerModel {
    /// All of them.
    pub const ALL: [CornerModel; 4] = [
        CornerModel::Wong(Design::Full),
        CornerModel::Wong(Design::Board),
        CornerModel::Wong(Design::Chan),
        CornerModel::Mesh,
    ];

    /// Its file's name without the ending.
    pub fn file_stem(self) -> String {
        format!("corner-{self}")
    }
}

/// As users type it.
impl fmt::Display for CornerModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CornerModel::Wong(design) => design.fmt(f),
            CornerModel::Mesh => f.pad("mesh"),
        }
    }
}

/// A name that no network has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no network `{0}` for corners; there are full, 2d, chan and mesh")]
pub struct UnknownCornerModel(String);

impl FromStr for CornerModel {
    type Err = UnknownCornerModel;

    fn from_str(text: &str) -> Result<CornerModel, UnknownCornerModel> {
        let mut all = CornerModel::ALL.into_iter();
        all.find(|model| model.to_string() == text)
            .ok_or_else(|| UnknownCornerModel(text.to_string()))
    }
}

/// How likely a group is what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    shares: [f64; LifeStatus::ALL.len()],
}

impl Odds {
    /// From scores, made more or less certain.
    pub fn of_scores(scores: &[f32], certainty: f32) -> Odds {
        let mut shares = [0.0; LifeStatus::ALL.len()];
        let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for (share, score) in shares.iter_mut().zip(scores) {
            *share = f64::from((certainty * (score - most)).exp());
        }
        let sum: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= sum.max(f64::MIN_POSITIVE));
        Odds { shares }
    }

    /// How likely it is this.
    pub fn of(&self, status: LifeStatus) -> f64 {
        self.shares[status.index()]
    }

    /// What it is most likely.
    pub fn likeliest(&self) -> LifeStatus {
        let better = |one: LifeStatus, other: LifeStatus| {
            if self.of(other) > self.of(one) { other } else { one }
        };
        LifeStatus::ALL.into_iter().fold(LifeStatus::Alive, better)
    }

    /// How likely the group lives, given who moves next: an unsettled one lives if its owner does; a ko goes
    /// either way.
    pub fn life(&self, defender_moves: bool) -> f64 {
        let unsettled = if defender_moves { self.of(LifeStatus::Unsettled) } else { 0.0 };
        self.of(LifeStatus::Alive)
            + self.of(LifeStatus::Seki)
            + unsettled
            + self.of(LifeStatus::Ko) / 2.0
    }

    /// What is said of life and death if it can only be these two.
    pub fn opinion(&self) -> Opinion {
        let (alive, dead) = (self.of(LifeStatus::Alive), self.of(LifeStatus::Dead));
        let sum = (alive + dead).max(f64::MIN_POSITIVE);
        Opinion { alive: alive / sum, dead: dead / sum }
    }
}

/// A network that judges corners.
#[derive(Clone, Debug, PartialEq)]
pub enum CornerNetwork {
    /// One of Wong's.
    Wong(Arc<WongNetwork>),
    /// The network over empty points and chains.
    Mesh(Arc<mesh::CornerMesh>),
}

/// Room to work in; one for every thread.
#[derive(Default)]
pub struct Room {
    wong: Workspace,
    mesh: mesh::Room,
}

impl CornerNetwork {
    /// The one of this name.
    pub fn new(model: CornerModel, library: &Library) -> Result<CornerNetwork, LibraryError> {
        Ok(match model {
            CornerModel::Wong(design) => CornerNetwork::Wong(library.get(match design {
                Design::Full => &CORNER_FULL,
                Design::Board => &CORNER_2D,
                Design::Chan => &CORNER_CHAN,
            })?),
            CornerModel::Mesh => CornerNetwork::Mesh(library.get(&CORNER_MESH)?),
        })
    }

    /// What it says of a group that is alive or dead.
    pub fn opinion(&self, corner: &Corner, room: &mut Room) -> Opinion {
        match self {
            CornerNetwork::Wong(network) => network.judge(corner, &mut room.wong),
            CornerNetwork::Mesh(network) => network.judge(corner, &mut room.mesh).opinion(),
        }
    }

    /// How likely the group lives if this side moves next. Wong's networks know nothing of who moves.
    pub fn life(&self, corner: &Corner, defender_moves: bool, room: &mut Room) -> f64 {
        match self {
            CornerNetwork::Wong(network) => network.judge(corner, &mut room.wong).life(),
            CornerNetwork::Mesh(network) => {
                network.judge(corner, &mut room.mesh).life(defender_moves)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for model in CornerModel::ALL {
            assert_eq!(model.to_string().parse(), Ok(model));
        }
        let said = "3d".parse::<CornerModel>().unwrap_err().to_string();
        assert_eq!(said, "there is no network `3d` for corners; there are full, 2d, chan and mesh");
    }

    #[test]
    fn who_moves_has_what_is_unsettled() {
        let odds = Odds { shares: [0.2, 0.3, 0.4, 0.06, 0.04] };
        assert_eq!(odds.likeliest(), LifeStatus::Unsettled);
        assert!((odds.life(true) - 0.67).abs() < 1e-9);
        assert!((odds.life(false) - 0.27).abs() < 1e-9);
        assert!((odds.opinion().alive - 0.4).abs() < 1e-9);
        let sure = Odds::of_scores(&[5.0, 0.0, 0.0, 0.0, 0.0], 2.0);
        assert!(sure.of(LifeStatus::Alive) > 0.999);
    }
}
