//! Who says which stones are dead when nobody plays any more.

use crate::player::{External, Minds, PlayerError};
use aji_judge::judgement::JudgeError;
use aji_judge::territory::{Inference, Model};
use aji_rules::pass_alive::pass_alive;
use aji_rules::{ByColor, Field, Game, PointSet, Position};
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A referee by the name that users type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefereeName {
    /// Our judge: the territory model says whose the stones' points are.
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
pub(super) enum Referee<'m> {
    Judge(&'m Model),
    Nobody,
    Gtp { command: String, program: Box<External> },
}

impl<'m> Referee<'m> {
    pub(super) fn new(name: &RefereeName, minds: &'m Minds) -> Result<Referee<'m>, PlayerError> {
        Ok(match name {
            RefereeName::Judge => Referee::Judge(&minds.territory),
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
            Referee::Judge(model) => dead_by_judge(game, model),
            Referee::Nobody => Ok(PointSet::EMPTY),
            Referee::Gtp { command, program } => program.dead_stones(game).or_else(|_| {
                // A crash in the thousandth game should not end a match; a second one would.
                **program = External::start(command)?;
                program.dead_stones(game)
            }),
        }
    }
}

/// Whose every point is, as our territory model thinks.
pub(super) fn ownership(model: &Model, position: &Position) -> Result<Field<f64>, PlayerError> {
    let moments = Inference::BeliefPropagation
        .moments(&model.ising(position), 0)
        .map_err(JudgeError::from)?;
    if moments.means.values().iter().any(|mean| !mean.is_finite()) {
        return Err(JudgeError::NoNumbers.into());
    }
    Ok(moments.means)
}

/// Chains are dead that stand where the other side is thought likelier to own the points. What can
/// be proved goes before what is thought: life that needs no answer, and what stands in its territory.
fn dead_by_judge(game: &Game, model: &Model) -> Result<PointSet, PlayerError> {
    let position = game.position();
    let suicide = game.rules().suicide;
    let safe = ByColor::from_fn(|color| pass_alive(position, color, suicide));
    let ownership = ownership(model, position)?;
    let is_dead = |chain: &aji_rules::position::Chain<'_>| {
        let (mine, theirs) = (&safe[chain.color()], &safe[!chain.color()]);
        let points: f64 = chain.stones().map(|stone| ownership[stone]).sum();
        let is_thought_dead = points * f64::from(chain.color().sign()) < 0.0;
        let is_inside = theirs.territory.contains(chain.head());
        is_inside || (is_thought_dead && !mine.stones.contains(chain.head()))
    };
    Ok(position.chains().filter(is_dead).flat_map(|chain| chain.stones()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::{Diagram, RuleSet, Setup};

    fn dead(name: &str, drawing: &str) -> usize {
        let diagram: Diagram = drawing.replace(' ', "\n").parse().unwrap();
        let position = Position::try_from(Setup::with_stones(diagram.stones)).unwrap();
        let game = Game::from_position(position, RuleSet::Chinese.into());
        let minds = Minds::embedded();
        let mut referee = Referee::new(&name.parse().unwrap(), &minds).unwrap();
        referee.dead_stones(&game).unwrap().len()
    }

    const LIVING_BLACK_WITH_PRISONER: &str =
        ".X.XO.O.O XXXXOOOOO .....XXXX X.XXXXXXX XXXXXXXXX XX.O.XXXX XXX.XXX.X XXXXXXXXX .XXXXXXX.";

    #[test]
    fn the_judge_finds_what_stands_in_living_territory() {
        assert!(dead("judge", LIVING_BLACK_WITH_PRISONER) >= 1);
        assert_eq!(dead("none", LIVING_BLACK_WITH_PRISONER), 0);
    }

    #[test]
    fn names_round_trip() {
        for name in ["judge", "none", "gtp:gnugo --mode gtp"] {
            assert_eq!(name.parse::<RefereeName>().unwrap().to_string(), name);
        }
        let error = "god".parse::<RefereeName>().unwrap_err().to_string();
        assert_eq!(error, "there is no referee `god`: take judge, none or gtp:COMMAND");
    }
}
