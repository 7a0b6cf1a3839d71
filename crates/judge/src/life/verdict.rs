//! What reading says of a group: proved, or estimated, and never something between.

use super::node::Side;
use aji_rules::{Move, PointSet};

/// What becomes of the stones in question when one side moves first, with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LifeOutcome {
    /// Some of them live with two eyes, whatever the ko threats.
    Lives,
    /// Some of them live; whether with two eyes or in seki was not found out.
    Survives,
    /// Some of them live, but two eyes cannot be forced.
    Seki,
    /// It hangs on a ko.
    Ko(Ko),
    /// All of them are captured, whatever the ko threats.
    Dies,
}

/// A ko for life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ko {
    /// Who has it if neither side has a threat.
    pub favours: Side,
    /// How many more threats the other side needs; more than [`MOST_THREATS`] were not tried.
    pub threats: u8,
}

/// A ko that needs more threats than these is none.
pub const MOST_THREATS: u8 = 5;

impl LifeOutcome {
    /// Whether at least some of the stones are not captured, whatever the ko threats.
    pub fn is_life(self) -> bool {
        matches!(self, LifeOutcome::Lives | LifeOutcome::Survives | LifeOutcome::Seki)
    }

    /// Whether a side has got something: the defender at least a ko, or the attacker.
    pub fn pleases(self, side: Side) -> bool {
        match side {
            Side::Defender => self != LifeOutcome::Dies,
            Side::Attacker => !self.is_life(),
        }
    }

    /// How good it is for the defender: from 0, dead, to the best.
    pub fn rank(self) -> u8 {
        match self {
            LifeOutcome::Dies => 0,
            LifeOutcome::Ko(Ko { favours: Side::Attacker, threats }) => {
                1 + MOST_THREATS - threats.min(MOST_THREATS)
            }
            LifeOutcome::Ko(Ko { favours: Side::Defender, threats }) => {
                2 + MOST_THREATS + threats.min(MOST_THREATS)
            }
            // Seki is life, as the records of problems have it.
            LifeOutcome::Lives | LifeOutcome::Survives | LifeOutcome::Seki => 3 + 2 * MOST_THREATS,
        }
    }
}

/// What reading says when one side moves first.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It was read out.
    Proved(Proof),
    /// It was not read out within the budget.
    Estimated(Estimate),
}

/// What was read out.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// What becomes of the stones.
    pub outcome: LifeOutcome,
    /// Best play as far as it decides.
    pub line: Vec<Move>,
    /// The first moves, the best first, each with what comes of it.
    pub moves: Vec<FirstMove>,
    /// First moves that could not be read within the budget.
    pub unread: Vec<Move>,
    /// All that it depends on: a move elsewhere changes nothing.
    pub zone: PointSet,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// A first move.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstMove {
    /// The move.
    pub mv: Move,
    /// What comes of it.
    pub outcome: LifeOutcome,
    /// Whether it gets something, and nothing better can be reached.
    pub works: bool,
    /// How it goes on: of a move that fails, the refutation.
    pub line: Vec<Move>,
}

/// What is thought where reading came to no end.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The probability that some of the stones are not captured.
    pub life: f64,
    /// How many positions were looked at.
    pub nodes: u64,
    /// What reading the region alone says: it is so if the stones around it stand and nothing gets out. No proof of what
    /// happens on the board.
    pub sealed: Option<Box<Proof>>,
}

impl Answer {
    /// What is proved.
    pub fn outcome(&self) -> Option<LifeOutcome> {
        self.proof().map(|proof| proof.outcome)
    }

    /// The proof, if there is one.
    pub fn proof(&self) -> Option<&Proof> {
        match self {
            Answer::Proved(proof) => Some(proof),
            Answer::Estimated(_) => None,
        }
    }

    /// How many positions were looked at.
    pub fn nodes(&self) -> u64 {
        match self {
            Answer::Proved(proof) => proof.nodes,
            Answer::Estimated(estimate) => estimate.nodes,
        }
    }
}

/// What reading says, for either side moving first.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// If the defender moves first.
    pub defender_first: Answer,
    /// If the attacker moves first.
    pub attacker_first: Answer,
}

impl Verdict {
    /// In one word, if both answers are proved.
    pub fn status(&self) -> Option<super::LifeStatus> {
        use super::LifeStatus;
        let (defender, attacker) = (self.defender_first.outcome()?, self.attacker_first.outcome()?);
        Some(match (defender, attacker) {
            (LifeOutcome::Dies, _) => LifeStatus::Dead,
            (_, LifeOutcome::Lives | LifeOutcome::Survives) => LifeStatus::Alive,
            (_, LifeOutcome::Seki) => LifeStatus::Seki,
            (LifeOutcome::Ko(_), _) | (_, LifeOutcome::Ko(_)) => LifeStatus::Ko,
            (_, LifeOutcome::Dies) => LifeStatus::Unsettled,
        })
    }
}
