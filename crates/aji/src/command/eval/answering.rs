//! Who can be asked about positions by `aji eval teacher` and `aji eval policy`, by name: every judge, and those who know
//! only what to play.

use crate::roster;
use aji_judge::JudgeEntry;
use aji_judge::evaluate::FromAllSides;
use aji_judge::library::{DEEP, Library};
use aji_judge::opening::candidates::{Candidates, CandidatesName};
use aji_learn::measure::answer::{Answering, by_candidates, by_judge, by_patterns};

/// One who answers, by the name that users type.
#[derive(Clone, Copy)]
pub struct Answerer {
    pub name: &'static str,
    /// Whether it knows what to play.
    pub has_policy: bool,
    source: Source,
}

#[derive(Clone, Copy)]
enum Source {
    Judge(JudgeEntry),
    Other(fn(&Library) -> anyhow::Result<Answering>),
}

/// Those who are no judges of their own.
const OTHERS: [Answerer; 3] = [
    Answerer {
        name: "deep-around",
        has_policy: true,
        source: Source::Other(|library| Ok(by_judge(FromAllSides(library.get(&DEEP)?)))),
    },
    Answerer {
        name: "habits",
        has_policy: true,
        source: Source::Other(|library| {
            Ok(by_candidates(Candidates::new(CandidatesName::Habits, library)?))
        }),
    },
    Answerer { name: "patterns", has_policy: true, source: Source::Other(|_| Ok(by_patterns())) },
];

/// Who is asked about a teacher's labels if nobody is named.
pub const USUAL: [&str; 5] = ["deep", "deep-around", "field", "outlook", "habits"];

impl Answerer {
    /// All of them.
    pub fn all() -> Vec<Answerer> {
        let answerer = |judge: &JudgeEntry| Answerer {
            name: judge.name,
            has_policy: judge.has_policy,
            source: Source::Judge(*judge),
        };
        roster::judges().entries().iter().map(answerer).chain(OTHERS).collect()
    }

    /// For clap.
    pub fn parse(name: &str) -> Result<Answerer, String> {
        let all = Answerer::all();
        let found = all.iter().find(|one| one.name == name).copied();
        found.ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|one| one.name).collect();
            format!("nobody named `{name}` can be asked; there are {}", known.join(", "))
        })
    }

    /// These, with the models of a library.
    pub fn load_all(
        chosen: &[Answerer],
        library: &Library,
    ) -> anyhow::Result<Vec<(&'static str, Answering)>> {
        let load = |one: &Answerer| {
            Ok((
                one.name,
                match one.source {
                    Source::Judge(judge) => by_judge((judge.load)(library)?),
                    Source::Other(load) => load(library)?,
                },
            ))
        };
        chosen.iter().map(load).collect()
    }
}
