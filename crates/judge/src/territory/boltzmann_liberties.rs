//! BoltzmannLiberties: a free weight for every kind of pair of neighbours, where a stone's kind has
//! the liberties of its chain (1, 2, 3, or 4 and more).
//!
//! A weight belongs to a pair of neighbours with their stones, liberties and owners. Pairs that turn
//! into each other when the ends or all colours are exchanged share one. Stern et al. count 78 weights
//! and does not say how; see [`Reading`].

use super::ising::edges;
use super::terms::{Place, Terms};
use aji_rules::{Point, Position};
use std::sync::LazyLock;

/// Which weights there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// All that the two symmetries leave: 90, of which 66 can occur.
    All90,
    /// Liberties count between stones only: 78, as Stern et al. report.
    StonesOnly78,
}

/// One end of a pair: stone (0 for none), liberties (0 without a stone), owner.
type End = (i8, u8, i8);
/// A pair up to symmetry.
type Kind = (End, End);

const MOST_LIBERTIES: u8 = 4;

/// The kinds of pairs under a reading, in the order of their weights.
struct Kinds(Vec<Kind>);

static ALL_90: LazyLock<Kinds> = LazyLock::new(|| Kinds::of(Reading::All90));
static STONES_ONLY_78: LazyLock<Kinds> = LazyLock::new(|| Kinds::of(Reading::StonesOnly78));

impl Reading {
    /// How many weights there are.
    pub fn len(self) -> usize {
        self.kinds().0.len()
    }

    /// Never.
    pub fn is_empty(self) -> bool {
        false
    }

    /// A name for every weight: the two ends, each with its stone and liberties and what becomes of
    /// it. `B4+ E-`: a Black stone with four liberties or more that lives beside an empty point that
    /// is White's in the end.
    pub fn names(self) -> Vec<String> {
        let end = |(stone, liberties, owner): End| {
            let owner = if owner > 0 { '+' } else { '-' };
            match stone {
                0 => format!("E{owner}"),
                1 => format!("B{liberties}{owner}"),
                _ => format!("W{liberties}{owner}"),
            }
        };
        self.kinds().0.iter().map(|&(a, b)| format!("{} {}", end(a), end(b))).collect()
    }

    fn kinds(self) -> &'static Kinds {
        match self {
            Reading::All90 => &ALL_90,
            Reading::StonesOnly78 => &STONES_ONLY_78,
        }
    }

    fn kind(self, mut a: End, mut b: End) -> Kind {
        if self == Reading::StonesOnly78 && (a.0 == 0) != (b.0 == 0) {
            (a.1, b.1) = (0, 0);
        }
        let swapped = |(stone, liberties, owner): End| (-stone, liberties, -owner);
        let kinds = [(a, b), (b, a), (swapped(a), swapped(b)), (swapped(b), swapped(a))];
        kinds.into_iter().fold((a, b), Kind::max)
    }
}

impl Kinds {
    fn of(reading: Reading) -> Kinds {
        let mut ends: Vec<End> = vec![(0, 0, 1), (0, 0, -1)];
        for liberties in 1..=MOST_LIBERTIES {
            for stone in [1, -1] {
                ends.extend([1, -1].map(|owner| (stone, liberties, owner)));
            }
        }
        let mut kinds: Vec<Kind> =
            ends.iter().flat_map(|&a| ends.iter().map(move |&b| reading.kind(a, b))).collect();
        kinds.sort_unstable();
        kinds.dedup();
        Kinds(kinds)
    }

    fn index(&self, kind: Kind) -> Option<usize> {
        self.0.binary_search(&kind).ok()
    }
}

/// The terms of a position.
pub fn terms(position: &Position, reading: Reading) -> Terms {
    let size = position.size();
    let mut terms = Terms::new(size);
    let look = |point: Point| match position.chain_at(point) {
        Some(chain) => {
            let liberties = chain.liberty_count().min(usize::from(MOST_LIBERTIES)) as u8;
            (chain.color().sign() as i8, liberties)
        }
        None => (0, 0),
    };
    for edge in edges(size) {
        let (from, to) = (look(edge.from), look(edge.to));
        for (s, t) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let kind = reading.kind((from.0, from.1, s), (to.0, to.1, t));
            // Every kind that can occur is in the list.
            let Some(weight) = reading.kinds().index(kind) else { continue };
            // A table over two spins is a constant, two fields and a coupling.
            terms.add(Place::edge(edge), weight, f64::from(s * t) / 4.0);
            terms.add(Place::At(edge.from), weight, f64::from(s) / 4.0);
            terms.add(Place::At(edge.to), weight, f64::from(t) / 4.0);
        }
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_as_many_as_the_symmetries_leave() {
        assert_eq!(Reading::All90.len(), 90);
        assert_eq!(Reading::StonesOnly78.len(), 78);
    }
}
