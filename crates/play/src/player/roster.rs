//! The players by the names that users type.

use super::{
    AlphaBeta, Effort, External, Level, LevelPlayer, Likeliest, Likely, OpeningPlayer, Patterns,
    Player, PlayerError, Random, Reasoned, SearchEffort, SearchPlayer, StaticPlayer, Territory,
    USUAL_VISITS, Winner,
};
use crate::evaluator::{Reach, WinningChance};
use crate::search::Budget;
use aji_judge::evaluate::{Expected, Judge};
use aji_judge::library::{DEEP, FIELD, Library, LibraryError};
use aji_judge::opening::candidates::{Candidates, CandidatesName};
use aji_judge::opening::fuzzy::{ControllerName, Reasoner};
use aji_judge::territory::MoveChoice;
use aji_judge::winner::Predictor;
use aji_judge::{JudgeEntry, Judges};
use serde::{Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

type Make = dyn Fn(&Library) -> Result<Box<dyn Player>, PlayerError> + Send + Sync;

/// A player's name, and how to make the player. Equal names make equal players.
#[derive(Clone)]
pub struct PlayerName {
    text: String,
    make: Arc<Make>,
}

impl PlayerName {
    /// A name as users type it.
    pub fn new(
        text: impl Into<String>,
        make: impl Fn(&Library) -> Result<Box<dyn Player>, PlayerError> + Send + Sync + 'static,
    ) -> PlayerName {
        PlayerName { text: text.into(), make: Arc::new(make) }
    }

    /// [`Random`].
    pub fn random() -> PlayerName {
        PlayerName::new("random", |_| Ok(Box::new(Random)))
    }

    /// [`StaticPlayer`].
    pub fn static_player() -> PlayerName {
        PlayerName::new("static", |_| Ok(Box::new(StaticPlayer::default())))
    }

    /// [`Patterns`].
    pub fn patterns() -> PlayerName {
        PlayerName::new("patterns", |_| Ok(Box::new(Patterns::default())))
    }

    /// [`Territory`]; with a choice, moves are drawn by chance.
    pub fn territory(choice: Option<MoveChoice>) -> PlayerName {
        let beta = choice.map(|MoveChoice { beta }| format!(":{beta}")).unwrap_or_default();
        PlayerName::new(format!("territory{beta}"), move |library| {
            Ok(Box::new(Territory::new(library.get(&FIELD)?, choice)))
        })
    }

    /// [`Winner`], by a judge who predicts winners.
    pub fn winner(judge: JudgeEntry) -> PlayerName {
        let by = if judge.name == "outlook" { String::new() } else { format!(":{}", judge.name) };
        PlayerName::new(format!("winner{by}"), move |library| {
            Ok(Box::new(Winner::new(winning_chance(judge, library)?)))
        })
    }

    /// [`Likely`], by the deep network.
    pub fn deep() -> PlayerName {
        PlayerName::new("deep", |library| Ok(Box::new(Likely(library.get(&DEEP)?))))
    }

    /// [`SearchPlayer`], with so many visits or so much time a move.
    pub fn search(budget: Budget) -> PlayerName {
        PlayerName::new(format!("search:{budget}"), move |library| {
            Ok(Box::new(SearchPlayer::new(library, SearchEffort::Fixed(budget))?))
        })
    }

    /// [`SearchPlayer`], as the clock allows.
    pub fn search_by_clock() -> PlayerName {
        PlayerName::new("search", |library| {
            let effort = SearchEffort::ByClock(USUAL_VISITS);
            Ok(Box::new(SearchPlayer::new(library, effort)?))
        })
    }

    /// [`LevelPlayer`], of this level.
    pub fn level(level: Level) -> PlayerName {
        PlayerName::new(format!("level:{level}"), move |library| {
            Ok(Box::new(LevelPlayer::new(library, level)?))
        })
    }

    /// [`AlphaBeta`], by what an evaluator values.
    pub fn alpha_beta(effort: Effort, evaluator: Evaluator) -> PlayerName {
        let Effort { plies, width } = effort;
        let width = if width == WIDTH { String::new() } else { format!("x{width}") };
        PlayerName::new(format!("alphabeta:{plies}{width}:{}", evaluator.name()), move |library| {
            Ok(Box::new(AlphaBeta::new(effort, evaluator.judge(library)?)))
        })
    }

    /// [`Likeliest`], by one who proposes candidates.
    pub fn candidates(name: CandidatesName) -> PlayerName {
        let by = if name == CandidatesName::Habits { String::new() } else { format!(":{name}") };
        PlayerName::new(format!("candidates{by}"), move |library| {
            Ok(Box::new(OpeningPlayer::new(Likeliest(Candidates::new(name, library)?))))
        })
    }

    /// [`Reasoned`], by one of the controllers.
    pub fn fuzzy(name: ControllerName) -> PlayerName {
        let text = match name {
            ControllerName::Sugeno => "fuzzy",
            ControllerName::Mamdani => "fuzzy-mamdani",
            ControllerName::Anfis => "fuzzy-anfis",
        };
        PlayerName::new(text, move |library| {
            Ok(Box::new(OpeningPlayer::new(Reasoned(Reasoner::of(name, library)?))))
        })
    }

    /// [`External`], by its command line.
    pub fn gtp(command: &str) -> PlayerName {
        let text = format!("gtp:{command}");
        let command = command.to_string();
        PlayerName::new(text, move |_| Ok(Box::new(External::start(&command)?)))
    }

    /// The player of this name.
    pub fn player(&self, library: &Library) -> Result<Box<dyn Player>, PlayerError> {
        (self.make)(library)
    }
}

impl fmt::Debug for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayerName({})", self.text)
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl PartialEq for PlayerName {
    fn eq(&self, other: &PlayerName) -> bool {
        self.text == other.text
    }
}

/// As users type it.
impl Serialize for PlayerName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What a search values positions by.
#[derive(Clone, Copy, Debug)]
pub enum Evaluator {
    /// The points that influence reaches.
    Influence,
    /// The lead that the territory model expects.
    Territory,
    /// The chance to win, by a judge who predicts winners.
    Winner(JudgeEntry),
}

impl Evaluator {
    fn find(text: &str, judges: &Judges) -> Option<Evaluator> {
        match text {
            "influence" => Some(Evaluator::Influence),
            "territory" => Some(Evaluator::Territory),
            name => winner_judge(name, judges).map(Evaluator::Winner),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Evaluator::Influence => "influence",
            Evaluator::Territory => "territory",
            Evaluator::Winner(judge) => judge.name,
        }
    }

    fn judge(self, library: &Library) -> Result<Box<dyn Judge>, LibraryError> {
        Ok(match self {
            Evaluator::Influence => Box::new(Reach),
            Evaluator::Territory => Box::new(Expected(library.get(&FIELD)?)),
            Evaluator::Winner(judge) => Box::new(winning_chance(judge, library)?),
        })
    }
}

fn winner_judge(name: &str, judges: &Judges) -> Option<JudgeEntry> {
    judges.find(name).ok().filter(|judge| judge.predicts_winners)
}

fn winning_chance(judge: JudgeEntry, library: &Library) -> Result<WinningChance, LibraryError> {
    let predictor = Arc::new(Predictor::new(judge, library)?);
    Ok(WinningChance { predictor, territory: library.get(&FIELD)? })
}

/// A kind of player that users can ask for.
#[derive(Clone, Copy)]
pub struct PlayerKind {
    /// What they type.
    pub usage: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The player that a text names, if it names one of this kind. Some play by judges, which have names, too.
    pub find: fn(&str, &Judges) -> Option<PlayerName>,
}

/// How wide a search is if nothing is said.
const WIDTH: usize = 10;
/// Deeper or wider ones would not come back.
const MOST_PLIES: u32 = 10;

const BUILT_IN: [PlayerKind; 18] = [
    PlayerKind {
        usage: "random",
        about: "plays anywhere but into its own eyes",
        find: |text, _| (text == "random").then(PlayerName::random),
    },
    PlayerKind {
        usage: "static",
        about: "rules of thumb: captures, escapes, influence; a game takes it a millisecond",
        find: |text, _| (text == "static").then(PlayerName::static_player),
    },
    PlayerKind {
        usage: "patterns",
        about: "knows shapes and ladders, and looks twice at its best 15 moves",
        find: |text, _| (text == "patterns").then(PlayerName::patterns),
    },
    PlayerKind {
        usage: "territory",
        about: "takes the move with the most expected points",
        find: |text, _| (text == "territory").then(|| PlayerName::territory(None)),
    },
    PlayerKind {
        usage: "territory:BETA",
        about: "draws moves, likelier by exp(BETA) for each point more",
        find: |text, _| {
            let beta: f64 = text.strip_prefix("territory:")?.parse().ok()?;
            beta.is_finite().then(|| PlayerName::territory(Some(MoveChoice { beta })))
        },
    },
    PlayerKind {
        usage: "winner",
        about: "takes the move with the best chance to win, by outlook",
        find: |text, judges| {
            (text == "winner").then(|| winner_judge("outlook", judges).map(PlayerName::winner))?
        },
    },
    PlayerKind {
        usage: "winner:NAME",
        about: "the same by another judge who predicts winners, such as deep or nn-influence",
        find: |text, judges| {
            winner_judge(text.strip_prefix("winner:")?, judges).map(PlayerName::winner)
        },
    },
    PlayerKind {
        usage: "deep",
        about: "takes the likeliest move by the deep network, at once",
        find: |text, _| (text == "deep").then(PlayerName::deep),
    },
    PlayerKind {
        usage: "level:N",
        about: "from level:1, a beginner, to level:10, all its strength: natural moves by the deep network",
        find: |text, _| text.strip_prefix("level:")?.parse().ok().map(PlayerName::level),
    },
    PlayerKind {
        usage: "search",
        about: "reads ahead by the deep network as long as the clock allows, and 100 positions a move without one",
        find: |text, _| (text == "search").then(PlayerName::search_by_clock),
    },
    PlayerKind {
        usage: "search:VISITS",
        about: "the same with so many positions a move, whatever the clock; search:SECONDSs takes so many seconds a move",
        find: |text, _| text.strip_prefix("search:")?.parse().ok().map(PlayerName::search),
    },
    PlayerKind {
        usage: "alphabeta:PLIES[xWIDTH]:EVALUATOR",
        about: "alpha-beta over influence, territory, or a judge who predicts winners; 10 wide if nothing is said",
        find: |text, judges| alpha_beta(text.strip_prefix("alphabeta:")?, judges),
    },
    PlayerKind {
        usage: "candidates",
        about: "opens with the likeliest points by habits, goes on as patterns does",
        find: |text, _| {
            (text == "candidates").then(|| PlayerName::candidates(CandidatesName::Habits))
        },
    },
    PlayerKind {
        usage: "candidates:perceptron",
        about: "the same by a perceptron",
        find: |text, _| {
            Some(PlayerName::candidates(text.strip_prefix("candidates:")?.parse().ok()?))
        },
    },
    PlayerKind {
        usage: "fuzzy",
        about: "opens by Lee's fuzzy rules, by Sugeno, goes on as patterns does",
        find: |text, _| (text == "fuzzy").then(|| PlayerName::fuzzy(ControllerName::Sugeno)),
    },
    PlayerKind {
        usage: "fuzzy-mamdani",
        about: "the same by Mamdani",
        find: |text, _| {
            (text == "fuzzy-mamdani").then(|| PlayerName::fuzzy(ControllerName::Mamdani))
        },
    },
    PlayerKind {
        usage: "fuzzy-anfis",
        about: "the same by habits and rules that were learned",
        find: |text, _| (text == "fuzzy-anfis").then(|| PlayerName::fuzzy(ControllerName::Anfis)),
    },
    PlayerKind {
        usage: "gtp:COMMAND",
        about: "a program that speaks the Go Text Protocol",
        find: |text, _| text.strip_prefix("gtp:").map(PlayerName::gtp),
    },
];

/// `2:territory` or `3x8:influence`.
fn alpha_beta(text: &str, judges: &Judges) -> Option<PlayerName> {
    let (effort, name) = text.split_once(':')?;
    let (plies, width) = match effort.split_once('x') {
        Some((plies, width)) => (plies, width.parse().ok()?),
        None => (effort, WIDTH),
    };
    let plies: u32 = plies.parse().ok()?;
    let is_sane = (1..=MOST_PLIES).contains(&plies) && (1..=1_000).contains(&width);
    let evaluator = Evaluator::find(name, judges)?;
    is_sane.then(|| PlayerName::alpha_beta(Effort { plies, width }, evaluator))
}

/// All players and judges that can be asked for by name. A crate that brings some of its own adds them here.
#[derive(Clone)]
pub struct Roster {
    kinds: Vec<PlayerKind>,
    judges: Judges,
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no player `{text}`: take {known}")]
pub struct UnknownPlayer {
    text: String,
    known: String,
}

impl Roster {
    /// Those of this crate.
    pub fn built_in() -> Roster {
        Roster { kinds: BUILT_IN.to_vec(), judges: Judges::built_in() }
    }

    /// These players as well.
    pub fn with(mut self, kinds: &[PlayerKind]) -> Roster {
        self.kinds.extend_from_slice(kinds);
        self
    }

    /// With these judges.
    pub fn with_judges(self, judges: Judges) -> Roster {
        Roster { judges, ..self }
    }

    /// What users can type.
    pub fn kinds(&self) -> &[PlayerKind] {
        &self.kinds
    }

    /// The player of this name.
    pub fn find(&self, text: &str) -> Result<PlayerName, UnknownPlayer> {
        let found = self.kinds.iter().find_map(|kind| (kind.find)(text, &self.judges));
        found.ok_or_else(|| {
            let known: Vec<&str> = self.kinds.iter().map(|kind| kind.usage).collect();
            UnknownPlayer { text: text.to_string(), known: known.join(", ") }
        })
    }
}

impl fmt::Debug for Roster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.kinds.iter().map(|kind| kind.usage)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        let roster = Roster::built_in();
        for text in [
            "random",
            "static",
            "patterns",
            "territory",
            "territory:0.5",
            "winner",
            "winner:deep",
            "alphabeta:2:territory",
            "alphabeta:3x8:influence",
            "deep",
            "level:1",
            "level:10",
            "search",
            "search:400",
            "search:1.5s",
            "candidates",
            "candidates:perceptron",
            "fuzzy",
            "fuzzy-mamdani",
            "fuzzy-anfis",
            "gtp:gnugo --mode gtp",
        ] {
            assert_eq!(roster.find(text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "Static",
            "territory:",
            "territory:inf",
            "winner:territory",
            "search:0",
            "alphabeta:2",
            "search:0s",
            "level:0",
            "level:11",
            "level:",
            "search:infs",
            "td:0",
        ] {
            let error = roster.find(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("there is no player `{text}`: take random, ")));
        }
        for text in ["alphabeta:0:outlook", "alphabeta:2x0:outlook", "alphabeta:2:magic"] {
            assert!(roster.find(text).is_err(), "{text}");
        }
    }
}
