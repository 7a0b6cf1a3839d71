//! Patterns put together: each once, with those whose labels contradict each other left out.

use super::pattern::{Pattern, Source};
use aji_judge::life::LifeStatus;
use aji_judge::life::corner::Unfit;
use std::collections::{BTreeMap, HashMap};

/// Why an enclosed group, or a position that should have one, is not among the patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, thiserror::Error)]
pub enum Dropped {
    /// It does not fit the window.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// Nothing is enclosed in the corner.
    #[error("nothing is enclosed in a corner")]
    NotEnclosed,
    /// It is the same as another, or its reflection.
    #[error("the same as another, or its reflection")]
    Twin,
    /// Equal patterns have other labels as often.
    #[error("equal patterns are labelled otherwise as often")]
    Contradiction,
    /// In the end some stones are alive and some dead.
    #[error("some of its stones are alive and some dead")]
    Mixed,
    /// The stones around it are dead themselves.
    #[error("the wall is dead itself")]
    DeadWall,
    /// The labels do not count to the recorded result.
    #[error("the labelled game does not count to its result")]
    Inexact,
    /// The label is wrong.
    #[error("reading refutes the label")]
    Refuted,
    /// Who moves first is not recorded, or only for one side.
    #[error("the start of a problem that is known for one side alone")]
    HalfKnown,
    /// The line hangs on a ko.
    #[error("a line that hangs on a ko")]
    KoLine,
    /// A position that takes too long to be read.
    #[error("it takes too long to read")]
    TooDeep,
}

/// Patterns, as they come.
#[derive(Default)]
pub struct Gathered {
    patterns: Vec<Votes>,
    known: HashMap<u64, usize>,
    dropped: BTreeMap<Dropped, u64>,
}

/// A pattern, and how often equal ones had which label.
struct Votes {
    pattern: Pattern,
    of: [u64; LifeStatus::ALL.len()],
}

impl Gathered {
    /// Takes a pattern, or why there is none.
    pub fn take(&mut self, found: Result<Pattern, Dropped>) {
        let pattern = match found {
            Ok(pattern) => pattern,
            Err(dropped) => return self.drop(dropped, 1),
        };
        let vote = pattern.status.index();
        let at = *self.known.entry(pattern.corner.fingerprint()).or_insert(self.patterns.len());
        match self.patterns.get_mut(at) {
            Some(votes) => {
                votes.of[vote] += 1;
                self.drop(Dropped::Twin, 1);
            }
            None => {
                let mut of = [0; LifeStatus::ALL.len()];
                of[vote] = 1;
                self.patterns.push(Votes { pattern, of });
            }
        }
    }

    fn drop(&mut self, dropped: Dropped, count: u64) {
        *self.dropped.entry(dropped).or_default() += count;
    }

    /// The patterns, each with the label that more than two of three had, and how often what was dropped.
    pub fn finish(mut self) -> (Vec<Pattern>, BTreeMap<Dropped, u64>) {
        let mut kept = Vec::with_capacity(self.patterns.len());
        for Votes { mut pattern, of } in std::mem::take(&mut self.patterns) {
            let all: u64 = of.iter().sum();
            let clear = LifeStatus::ALL.into_iter().find(|status| 3 * of[status.index()] > 2 * all);
            match clear {
                Some(status) => {
                    pattern.status = status;
                    kept.push(pattern);
                }
                None => self.drop(Dropped::Contradiction, 1),
            }
        }
        (kept, self.dropped)
    }
}

/// How many patterns there are of each source and status.
pub fn counts(patterns: &[Pattern]) -> BTreeMap<(Source, LifeStatus), u64> {
    let mut counts = BTreeMap::new();
    for pattern in patterns {
        *counts.entry((pattern.source, pattern.status)).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str, status: LifeStatus) -> Pattern {
        let corner = text.parse().unwrap();
        Pattern { corner, status, source: Source::Final, problem: String::new() }
    }

    #[test]
    fn each_pattern_is_there_once_with_its_usual_label() {
        let (eyes, row) = (".X.XO XXXXO OOOOO", "...XO XXXXO OOOOO");
        let mut gathered = Gathered::default();
        let twin = pattern(eyes, LifeStatus::Alive).corner.transposed();
        for _ in 0..3 {
            gathered.take(Ok(Pattern { corner: twin, ..pattern(eyes, LifeStatus::Alive) }));
        }
        gathered.take(Ok(pattern(eyes, LifeStatus::Dead)));
        gathered.take(Ok(pattern(row, LifeStatus::Dead)));
        gathered.take(Ok(pattern(row, LifeStatus::Alive)));
        gathered.take(Err(Dropped::Mixed));
        let (kept, dropped) = gathered.finish();
        assert_eq!(kept.len(), 1);
        assert_eq!((kept[0].corner, kept[0].status), (twin, LifeStatus::Alive));
        assert_eq!(counts(&kept)[&(Source::Final, LifeStatus::Alive)], 1);
        assert_eq!(dropped[&Dropped::Twin], 4);
        assert_eq!((dropped[&Dropped::Contradiction], dropped[&Dropped::Mixed]), (1, 1));
    }
}
