//! The players by the names that users type.

use super::{
    BestAfter, BestEvolved, Effort, External, Likeliest, OpeningPlayer, Patterns, Player,
    PlayerError, Random, Reasoned, Searcher, StaticPlayer, Territory, Winner,
};
use crate::evaluator::{Reach, WinningChance};
use aji_judge::evaluate::{Expected, Judge};
use aji_judge::library::{FIELD, Library, LibraryError, TD};
use aji_judge::opening::candidates::{Candidates, CandidatesName};
use aji_judge::opening::evolved::Lineage;
use aji_judge::opening::fuzzy::{ControllerName, Reasoner};
use aji_judge::opening::td::Lambda;
use aji_judge::territory::MoveChoice;
use aji_judge::winner::{Predictor, PredictorName};
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

aji_rules::named! {
    /// What a search values positions by.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum EvaluatorName {
        /// [`Reach`](crate::evaluator::Reach).
        Influence = "influence",
        /// [`Expected`](aji_judge::evaluate::Expected).
        Territory = "territory",
        /// [`WinningChance`](crate::evaluator::WinningChance) by the network of influence.
        NnInfluence = "nn-influence",
        /// The same by our own.
        Outlook = "outlook",
    }
}

impl EvaluatorName {
    fn chance(self, library: &Library) -> Result<WinningChance, LibraryError> {
        let name = match self {
            EvaluatorName::NnInfluence => PredictorName::NnInfluence,
            _ => PredictorName::Outlook,
        };
        let predictor = Arc::new(Predictor::new(name, library)?);
        Ok(WinningChance { predictor, territory: library.get(&FIELD)? })
    }

    fn judge(self, library: &Library) -> Result<Box<dyn Judge>, LibraryError> {
        Ok(match self {
            EvaluatorName::Influence => Box::new(Reach),
            EvaluatorName::Territory => Box::new(Expected(library.get(&FIELD)?)),
            EvaluatorName::NnInfluence | EvaluatorName::Outlook => Box::new(self.chance(library)?),
        })
    }
}

/// A player's name.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerName {
    /// [`Random`].
    Random,
    /// [`StaticPlayer`].
    Static,
    /// [`Patterns`].
    Patterns,
    /// [`Territory`]; with a number, moves are drawn by chance.
    Territory(Option<MoveChoice>),
    /// [`Winner`], by one of the networks.
    Winner(EvaluatorName),
    /// [`Searcher`].
    Search(Effort, EvaluatorName),
    /// [`Likeliest`], by one who proposes candidates.
    Candidates(CandidatesName),
    /// [`Reasoned`], by one of the controllers.
    Fuzzy(ControllerName),
    /// [`BestAfter`](super::BestAfter), by one of the networks.
    Td(Lambda),
    /// [`BestEvolved`](super::BestEvolved), by the champion of a generation, or of the last.
    Evolved(Lineage, Option<u32>),
    /// [`External`], by its command line.
    Gtp(String),
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no player `{0}`: take {names}", names = PlayerName::KNOWN.map(|(name, _)| name).join(", "))]
pub struct UnknownPlayer(String);

impl PlayerName {
    /// What users can type, and what it means.
    pub const KNOWN: [(&str, &str); 16] = [
        ("random", "plays anywhere but into its own eyes"),
        ("static", "rules of thumb: captures, escapes, influence; a game takes it a millisecond"),
        ("patterns", "knows shapes and ladders, and looks twice at its best 15 moves"),
        ("territory", "takes the move with the most expected points"),
        ("territory:BETA", "draws moves, likelier by exp(BETA) for each point more"),
        ("winner", "takes the move with the best chance to win, by our network"),
        ("winner:nn-influence", "the same by the network of influence"),
        (
            "search:PLIES[xWIDTH]:EVALUATOR",
            "alpha-beta over influence, territory, nn-influence or outlook; 10 wide if nothing is said",
        ),
        ("candidates", "opens with the likeliest points by our habits, goes on as patterns does"),
        ("candidates:perceptron", "the same by a perceptron"),
        ("fuzzy", "opens by the study's fuzzy rules, by Sugeno, goes on as patterns does"),
        ("fuzzy-mamdani", "the same by Mamdani"),
        ("fuzzy-anfis", "the same by our habits and rules that were learned"),
        (
            "td:LAMBDA",
            "opens by the study's network that learned with LAMBDA 0, 0.3, 0.7 or 1, goes on as \
             patterns does",
        ),
        (
            "evolved:LINEAGE[@GENERATION]",
            "opens on 13x13 by a network that was evolved: 1 or 2, as in the study's experiments, \
             1-antithetic or 2-antithetic; goes on as patterns does",
        ),
        ("gtp:COMMAND", "a program that speaks the Go Text Protocol"),
    ];

    /// The player of this name.
    pub fn player(&self, library: &Library) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match self {
            PlayerName::Random => Box::new(Random),
            PlayerName::Static => Box::new(StaticPlayer::default()),
            PlayerName::Patterns => Box::new(Patterns::default()),
            PlayerName::Territory(choice) => {
                Box::new(Territory::new(library.get(&FIELD)?, *choice))
            }
            PlayerName::Winner(name) => Box::new(Winner::new(name.chance(library)?)),
            PlayerName::Search(effort, name) => {
                Box::new(Searcher::new(*effort, name.judge(library)?))
            }
            PlayerName::Candidates(name) => {
                Box::new(OpeningPlayer::new(Likeliest(Candidates::new(*name, library)?)))
            }
            PlayerName::Fuzzy(name) => {
                Box::new(OpeningPlayer::new(Reasoned(Reasoner::of(*name, library)?)))
            }
            PlayerName::Td(lambda) => {
                Box::new(OpeningPlayer::new(BestAfter { td: library.get(&TD)?, lambda: *lambda }))
            }
            PlayerName::Evolved(lineage, generation) => {
                let mind = BestEvolved::new(&*lineage.champions(library)?, *generation);
                let mind = mind.ok_or_else(|| PlayerError::NoModel(self.to_string()))?;
                Box::new(OpeningPlayer::new(mind))
            }
            PlayerName::Gtp(command) => Box::new(External::start(command)?),
        })
    }
}

/// How wide a search is if nothing is said.
const WIDTH: usize = 10;
/// Deeper or wider ones would not come back.
const MOST_PLIES: u32 = 10;

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            PlayerName::Random => "random".to_string(),
            PlayerName::Static => "static".to_string(),
            PlayerName::Patterns => "patterns".to_string(),
            PlayerName::Territory(None) => "territory".to_string(),
            PlayerName::Territory(Some(MoveChoice { beta })) => format!("territory:{beta}"),
            PlayerName::Winner(EvaluatorName::Outlook) => "winner".to_string(),
            PlayerName::Winner(name) => format!("winner:{}", name.name()),
            PlayerName::Search(Effort { plies, width: WIDTH }, name) => {
                format!("search:{plies}:{}", name.name())
            }
            PlayerName::Search(Effort { plies, width }, name) => {
                format!("search:{plies}x{width}:{}", name.name())
            }
            PlayerName::Candidates(CandidatesName::Habits) => "candidates".to_string(),
            PlayerName::Candidates(name) => format!("candidates:{name}"),
            PlayerName::Fuzzy(ControllerName::Sugeno) => "fuzzy".to_string(),
            PlayerName::Fuzzy(ControllerName::Mamdani) => "fuzzy-mamdani".to_string(),
            PlayerName::Fuzzy(ControllerName::Anfis) => "fuzzy-anfis".to_string(),
            PlayerName::Td(lambda) => format!("td:{lambda}"),
            PlayerName::Evolved(lineage, None) => format!("evolved:{lineage}"),
            PlayerName::Evolved(lineage, Some(generation)) => {
                format!("evolved:{lineage}@{generation}")
            }
            PlayerName::Gtp(command) => format!("gtp:{command}"),
        })
    }
}

impl FromStr for PlayerName {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<PlayerName, UnknownPlayer> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let found = match (name, rest) {
            ("random", None) => Some(PlayerName::Random),
            ("static", None) => Some(PlayerName::Static),
            ("patterns", None) => Some(PlayerName::Patterns),
            ("territory", None) => Some(PlayerName::Territory(None)),
            ("territory", Some(beta)) => beta
                .parse()
                .ok()
                .filter(|beta: &f64| beta.is_finite())
                .map(|beta| PlayerName::Territory(Some(MoveChoice { beta }))),
            ("winner", None) => Some(PlayerName::Winner(EvaluatorName::Outlook)),
            ("winner", Some(name @ ("nn-influence" | "outlook"))) => {
                evaluator(name).map(PlayerName::Winner)
            }
            ("search", Some(rest)) => search(rest),
            ("candidates", None) => Some(PlayerName::Candidates(CandidatesName::Habits)),
            ("candidates", Some(name)) => name.parse().ok().map(PlayerName::Candidates),
            ("fuzzy", None) => Some(PlayerName::Fuzzy(ControllerName::Sugeno)),
            ("fuzzy-mamdani", None) => Some(PlayerName::Fuzzy(ControllerName::Mamdani)),
            ("fuzzy-anfis", None) => Some(PlayerName::Fuzzy(ControllerName::Anfis)),
            ("td", Some(lambda)) => lambda.parse().ok().map(PlayerName::Td),
            ("evolved", Some(rest)) => evolved(rest),
            ("gtp", Some(command)) => Some(PlayerName::Gtp(command.to_string())),
            _ => None,
        };
        found.ok_or_else(|| UnknownPlayer(text.to_string()))
    }
}

/// As users type it.
impl Serialize for PlayerName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn evaluator(text: &str) -> Option<EvaluatorName> {
    EvaluatorName::ALL.into_iter().find(|name| name.name() == text)
}

/// `1` or `2-antithetic@1000`.
fn evolved(text: &str) -> Option<PlayerName> {
    let (lineage, generation) = match text.split_once('@') {
        Some((lineage, generation)) => (lineage, Some(generation.parse().ok()?)),
        None => (text, None),
    };
    Some(PlayerName::Evolved(lineage.parse().ok()?, generation))
}

/// `2:territory` or `3x8:influence`.
fn search(text: &str) -> Option<PlayerName> {
    let (effort, name) = text.split_once(':')?;
    let (plies, width) = match effort.split_once('x') {
        Some((plies, width)) => (plies, width.parse().ok()?),
        None => (effort, WIDTH),
    };
    let plies: u32 = plies.parse().ok()?;
    let is_sane = (1..=MOST_PLIES).contains(&plies) && (1..=1_000).contains(&width);
    is_sane.then_some(PlayerName::Search(Effort { plies, width }, evaluator(name)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for text in [
            "random",
            "static",
            "patterns",
            "territory",
            "territory:0.5",
            "winner",
            "winner:nn-influence",
            "search:2:territory",
            "search:3x8:influence",
            "candidates",
            "candidates:perceptron",
            "fuzzy",
            "fuzzy-mamdani",
            "fuzzy-anfis",
            "td:0",
            "td:0.7",
            "evolved:1",
            "evolved:2-antithetic@1000",
            "gtp:gnugo --mode gtp",
        ] {
            assert_eq!(text.parse::<PlayerName>().unwrap().to_string(), text);
        }
        for text in
            ["", "Static", "territory:", "territory:inf", "winner:territory", "search:2", "td"]
        {
            let error = text.parse::<PlayerName>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("there is no player `{text}`: take random, ")));
        }
        for text in [
            "search:0:outlook",
            "search:2x0:outlook",
            "search:2:magic",
            "td:0.5",
            "evolved:3",
            "evolved:1@x",
        ] {
            assert!(text.parse::<PlayerName>().is_err(), "{text}");
        }
    }
}
