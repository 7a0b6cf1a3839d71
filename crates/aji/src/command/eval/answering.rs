//! Who can be asked about positions by `aji eval teacher` and `aji eval policy`, by name.

use aji_judge::evaluate::FromAllSides;
use aji_judge::library::{DEEP, FIELD, Library, OUTLOOK};
use aji_judge::opening::candidates::{Candidates, CandidatesName};
use aji_learn::measure::answer::{Answering, by_candidates, by_judge, by_patterns};

/// A model by the name that users type.
#[derive(Clone, Copy)]
pub struct Answerer {
    pub name: &'static str,
    /// Whether it knows what to play.
    pub has_policy: bool,
    load: fn(&Library) -> anyhow::Result<Answering>,
}

/// All of them. A further model is an entry here.
pub const ALL: [Answerer; 6] = [
    Answerer { name: "deep", has_policy: true, load: |library| Ok(by_judge(library.get(&DEEP)?)) },
    Answerer {
        name: "deep-around",
        has_policy: true,
        load: |library| Ok(by_judge(FromAllSides(library.get(&DEEP)?))),
    },
    Answerer {
        name: "field",
        has_policy: false,
        load: |library| Ok(by_judge(library.get(&FIELD)?)),
    },
    Answerer {
        name: "outlook",
        has_policy: false,
        load: |library| Ok(by_judge(library.get(&OUTLOOK)?)),
    },
    Answerer {
        name: "habits",
        has_policy: true,
        load: |library| Ok(by_candidates(Candidates::new(CandidatesName::Habits, library)?)),
    },
    Answerer { name: PATTERNS, has_policy: true, load: |_| Ok(by_patterns()) },
];

/// The player, which knows which move is better but not how likely it is.
pub const PATTERNS: &str = "patterns";

impl Answerer {
    /// For clap.
    pub fn parse(name: &str) -> Result<Answerer, String> {
        let known = || ALL.map(|one| one.name).join(", ");
        let found = ALL.into_iter().find(|one| one.name == name);
        found.ok_or_else(|| format!("nobody named `{name}` can be asked; there are {}", known()))
    }

    /// These models of the library.
    pub fn load_all(
        chosen: &[Answerer],
        library: &Library,
    ) -> anyhow::Result<Vec<(&'static str, Answering)>> {
        chosen.iter().map(|one| Ok((one.name, (one.load)(library)?))).collect()
    }
}
