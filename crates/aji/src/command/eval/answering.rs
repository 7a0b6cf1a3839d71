//! Who can be asked about positions by `aji eval teacher` and `aji eval policy`, by name.

use aji_judge::evaluate::FromAllSides;
use aji_judge::library::{DEEP, FIELD, Library, OUTLOOK};
use aji_judge::opening::candidates::{Candidates, CandidatesName};
use aji_learn::measure::answer::{self, Answering};
use std::fmt;
use std::str::FromStr;

/// The name of a model, as users type it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnsweringName {
    /// The deep network, at one look.
    Deep,
    /// The deep network, from all eight sides.
    DeepAround,
    /// Our model of territory.
    Field,
    /// The network that predicts winners from what touches what.
    Outlook,
    /// Our model of which points are played.
    Habits,
    /// The player.
    Patterns,
}

impl AnsweringName {
    /// All.
    const ALL: [AnsweringName; 6] = [
        AnsweringName::Deep,
        AnsweringName::DeepAround,
        AnsweringName::Field,
        AnsweringName::Outlook,
        AnsweringName::Habits,
        AnsweringName::Patterns,
    ];

    /// All who judge, and those who say what to play if they know how likely it is.
    pub const JUDGES: [AnsweringName; 5] = [
        AnsweringName::Deep,
        AnsweringName::DeepAround,
        AnsweringName::Field,
        AnsweringName::Outlook,
        AnsweringName::Habits,
    ];

    /// All who say what to play.
    pub const MOVERS: [AnsweringName; 4] = [
        AnsweringName::Deep,
        AnsweringName::DeepAround,
        AnsweringName::Habits,
        AnsweringName::Patterns,
    ];

    /// Gets him ready, from the folder if one is given. A further model is a name and a line here.
    pub fn answering(self, library: &Library) -> anyhow::Result<Answering> {
        Ok(match self {
            AnsweringName::Deep => answer::by_judge(library.get(&DEEP)?),
            AnsweringName::DeepAround => answer::by_judge(FromAllSides(library.get(&DEEP)?)),
            AnsweringName::Field => answer::by_judge(library.get(&FIELD)?),
            AnsweringName::Outlook => answer::by_judge(library.get(&OUTLOOK)?),
            AnsweringName::Habits => {
                answer::by_candidates(Candidates::new(CandidatesName::Habits, library)?)
            }
            AnsweringName::Patterns => answer::by_patterns(),
        })
    }

    fn text(self) -> &'static str {
        match self {
            AnsweringName::Field => "field",
            AnsweringName::Outlook => "outlook",
            AnsweringName::Deep => "deep",
            AnsweringName::DeepAround => "deep-around",
            AnsweringName::Habits => "habits",
            AnsweringName::Patterns => "patterns",
        }
    }
}

impl fmt::Display for AnsweringName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A name that no model has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nobody named `{0}` can be asked; there are {known}", known = AnsweringName::ALL.map(AnsweringName::text).join(", "))]
pub struct UnknownAnswering(String);

impl FromStr for AnsweringName {
    type Err = UnknownAnswering;

    fn from_str(text: &str) -> Result<AnsweringName, UnknownAnswering> {
        let found = AnsweringName::ALL.into_iter().find(|name| name.text() == text);
        found.ok_or_else(|| UnknownAnswering(text.to_string()))
    }
}

/// A mean for people; `-` where nothing is known.
pub fn figure(value: Option<f64>, digits: usize) -> String {
    value.map_or("-".to_string(), |value| format!("{value:.digits$}"))
}

/// A share in percent.
pub fn share(value: Option<f64>) -> String {
    value.map_or("-".to_string(), |value| format!("{:.1} %", 100.0 * value))
}
