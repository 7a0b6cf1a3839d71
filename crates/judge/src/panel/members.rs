//! Who sits on the panel, and what each looks at.

use crate::evaluate::{Judge, Opening, Sampled};
use crate::influence::Kind;
use crate::library::{
    BOLTZMANN_LIBERTIES, BOLTZMANN5, DEEP, FIELD, Library, LibraryError, NN_INFLUENCE, OUTLOOK, TD,
};
use crate::opening::td::Lambda;
use crate::score::Scorer;

/// A judge of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// What it is called.
    pub name: &'static str,
    /// What it looks at, in a sentence.
    pub about: &'static str,
}

/// The members with their judges.
pub(super) type Seats = Vec<(Member, Box<dyn Judge>)>;

/// So many outcomes are drawn one after the other, as many as there is time for, and enough for the model with
/// five weights. That with liberties holds chains together so strongly that ten times as many are too few: it
/// is not sampled here.
const SWEEPS: u32 = 900;

/// The networks of the opening learned with four lambdas, which hardly differ; this one's chances were the
/// best on games held out.
const LAMBDA: Lambda = Lambda::High;

/// All that are built in, those that see most first. Of the influence maps one a way of thinking: their variants say
/// nearly the same.
pub(super) fn members(library: &Library) -> Result<Seats, LibraryError> {
    let five = library.get(&BOLTZMANN5)?;
    let sampled = Sampled { model: five.clone(), sweeps: SWEEPS, seed: 0 };
    let all: Vec<(&str, &str, Box<dyn Judge>)> = vec![
        (
            "score",
            "Counts the board as it stands, dead stones taken off, once nothing is left to be played.",
            Box::new(Scorer::of(library)?),
        ),
        (
            "deep",
            "Our deep network, which sees the whole board at once and learned from games and from a stronger program.",
            Box::new(library.get(&DEEP)?),
        ),
        (
            "outlook",
            "Our network, which has seen a hundred thousand games: stones, liberties, ladders and territory together.",
            Box::new(library.get(&OUTLOOK)?),
        ),
        (
            "field",
            "Our map of territory: whose a point will be by the stones around it, their liberties, their eyes and the \
             fights between them.",
            Box::new(library.get(&FIELD)?),
        ),
        (
            "boltzmann-liberties/bp",
            "A study's map of territory: neighbours tend to have one owner, the more so the more liberties their stones \
             have.",
            Box::new(library.get(&BOLTZMANN_LIBERTIES)?),
        ),
        (
            "boltzmann5/bp",
            "A study's simplest map of territory: stones pull at the points beside them, and neighbours tend to have \
             one owner.",
            Box::new(five),
        ),
        (
            "boltzmann5/sw",
            "The same map, read from nine hundred ends of the game drawn at random.",
            Box::new(sampled),
        ),
        (
            "nn-influence",
            "A study's network, which sees influence and prisoners and tells the winner.",
            Box::new(library.get(&NN_INFLUENCE)?),
        ),
        (
            "td",
            "A study's network for the opening, which sees the stones of the first fifty moves and tells the winner.",
            Box::new(Opening { td: library.get(&TD)?, lambda: LAMBDA }),
        ),
        (
            "distance",
            "Influence that flows around stones and weakens with every step; dead stones count too.",
            Box::new(Kind::Distance),
        ),
        (
            "cross",
            "Influence that every stone adds to the points up to four steps away, whatever stands between.",
            Box::new(Kind::Cross),
        ),
        (
            "zobrist",
            "Zobrist's influence of 1970: points pass on to their neighbours which side is stronger there.",
            Box::new(Kind::Zobrist),
        ),
        (
            "bouzy-5-21",
            "Bouzy's map: stones spread, then the rim crumbles until what is as good as territory is left.",
            Box::new(Kind::BouzyTerritory),
        ),
        (
            "bouzy-5-10",
            "Bouzy's map with half the crumbling: frameworks count like territory.",
            Box::new(Kind::BouzyMoyo),
        ),
        (
            "bouzy-4-0",
            "Bouzy's map without crumbling: all that stones reach.",
            Box::new(Kind::BouzyArea),
        ),
    ];
    Ok(all.into_iter().map(|(name, about, judge)| (Member { name, about }, judge)).collect())
}
