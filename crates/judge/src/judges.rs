//! Judges by the names that users type: one list, for the panel, for whoever wants a second opinion, for players and for
//! measuring. A crate that brings judges of its own adds them by [`Judges::with`].

use crate::evaluate::{Judge, Sampled};
use crate::influence::Kind;
use crate::library::{
    BOLTZMANN_LIBERTIES, BOLTZMANN5, DEEP, FIELD, Library, LibraryError, OUTLOOK,
};
use crate::score::Scorer;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A judge that can be asked for.
#[derive(Clone, Copy, Debug)]
pub struct JudgeEntry {
    /// What it is called.
    pub name: &'static str,
    /// What it looks at, in a sentence.
    pub about: &'static str,
    /// Whether it learned who wins, so that its chances are worth asking for.
    pub predicts_winners: bool,
    /// Whether it knows what to play.
    pub has_policy: bool,
    /// Makes it.
    pub load: fn(&Library) -> Result<Arc<dyn Judge>, LibraryError>,
}

/// A name means one judge.
impl PartialEq for JudgeEntry {
    fn eq(&self, other: &JudgeEntry) -> bool {
        self.name == other.name
    }
}

impl Eq for JudgeEntry {}

impl Hash for JudgeEntry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// So many outcomes are drawn one after the other, as many as there is time for, and enough for the model with
/// five weights. That with liberties holds chains together so strongly that ten times as many are too few: it
/// is not sampled here.
const SWEEPS: u32 = 900;

/// Those that see most first. Of the influence maps one a way of thinking: their variants say nearly the same.
const BUILT_IN: [JudgeEntry; 13] = [
    JudgeEntry {
        name: "score",
        about: "Counts the board as it stands, dead stones taken off, once nothing is left to be played.",
        predicts_winners: false,
        has_policy: false,
        load: |library| Ok(Arc::new(Scorer::of(library)?)),
    },
    JudgeEntry {
        name: "deep",
        about: "The deep network, which sees the whole board at once and learned from games and from a stronger program.",
        predicts_winners: true,
        has_policy: true,
        load: |library| Ok(library.get(&DEEP)?),
    },
    JudgeEntry {
        name: "outlook",
        about: "A network that has seen a hundred thousand games: stones, liberties, ladders and territory together.",
        predicts_winners: true,
        has_policy: false,
        load: |library| Ok(library.get(&OUTLOOK)?),
    },
    JudgeEntry {
        name: "field",
        about: "A map of territory: whose a point will be by the stones around it, their liberties, their eyes and the \
             fights between them.",
        predicts_winners: false,
        has_policy: false,
        load: |library| Ok(library.get(&FIELD)?),
    },
    JudgeEntry {
        name: "boltzmann-liberties/bp",
        about: "Stern's map of territory: neighbours tend to have one owner, the more so the more liberties their stones \
             have.",
        predicts_winners: false,
        has_policy: false,
        load: |library| Ok(library.get(&BOLTZMANN_LIBERTIES)?),
    },
    JudgeEntry {
        name: "boltzmann5/bp",
        about: "Stern's simplest map of territory: stones pull at the points beside them, and neighbours tend to have \
             one owner.",
        predicts_winners: false,
        has_policy: false,
        load: |library| Ok(library.get(&BOLTZMANN5)?),
    },
    JudgeEntry {
        name: "boltzmann5/sw",
        about: "The same map, read from nine hundred ends of the game drawn at random.",
        predicts_winners: false,
        has_policy: false,
        load: |library| {
            Ok(Arc::new(Sampled { model: library.get(&BOLTZMANN5)?, sweeps: SWEEPS, seed: 0 }))
        },
    },
    JudgeEntry {
        name: "distance",
        about: "Influence that flows around stones and weakens with every step; dead stones count too.",
        predicts_winners: false,
        has_policy: false,
        load: |_| Ok(Arc::new(Kind::Distance)),
    },
    JudgeEntry {
        name: "cross",
        about: "Influence that every stone adds to the points up to four steps away, whatever stands between.",
        predicts_winners: false,
        has_policy: false,
        load: |_| Ok(Arc::new(Kind::Cross)),
    },
    JudgeEntry {
        name: "zobrist",
        about: "Zobrist's influence of 1970: points pass on to their neighbours which side is stronger there.",
        predicts_winners: false,
        has_policy: false,
        load: |_| Ok(Arc::new(Kind::Zobrist)),
    },
    JudgeEntry {
        name: "bouzy-5-21",
        about: "Bouzy's map: stones spread, then the rim crumbles until what is as good as territory is left.",
        predicts_winners: false,
        has_policy: false,
        load: |_| Ok(Arc::new(Kind::BouzyTerritory)),
    },
    JudgeEntry {
        name: "bouzy-5-10",
        about: "Bouzy's map with half the crumbling: frameworks count like territory.",
        predicts_winners: false,
        has_policy: false,
        load: |_| Ok(Arc::new(Kind::BouzyMoyo)),
    },
    JudgeEntry {
        name: "bouzy-4-0",
        about: "Bouzy's map without crumbling: all that stones reach.",
        predicts_winners: false,
        has_policy: false,
        load: |_| Ok(Arc::new(Kind::BouzyArea)),
    },
];

/// Judges by name.
#[derive(Clone, Debug)]
pub struct Judges(Vec<JudgeEntry>);

/// A name that no judge has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no judge `{name}`; there are {known}")]
pub struct UnknownJudge {
    name: String,
    known: String,
}

impl Judges {
    /// Those of this crate.
    pub fn built_in() -> Judges {
        Judges(BUILT_IN.to_vec())
    }

    /// These as well.
    pub fn with(mut self, more: &[JudgeEntry]) -> Judges {
        self.0.extend_from_slice(more);
        self
    }

    /// Those of which this is true.
    pub fn only(mut self, is_wanted: impl Fn(&JudgeEntry) -> bool) -> Judges {
        self.0.retain(is_wanted);
        self
    }

    /// All of them.
    pub fn entries(&self) -> &[JudgeEntry] {
        &self.0
    }

    /// The one of this name.
    pub fn find(&self, name: &str) -> Result<JudgeEntry, UnknownJudge> {
        let found = self.0.iter().find(|entry| entry.name == name).copied();
        found.ok_or_else(|| {
            let known: Vec<&str> = self.0.iter().map(|entry| entry.name).collect();
            UnknownJudge { name: name.to_string(), known: known.join(", ") }
        })
    }
}
