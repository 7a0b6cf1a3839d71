//! Capturing races by counting, as players do it.
//!
//! Each chain has liberties of its own, liberties inside an eye, and liberties that both share. An eye
//! of 1, 2, 3, 4, 5 or 6 points is worth 1, 2, 3, 5, 8 or 12 moves, less what stands in it. Who has an
//! eye, or a much larger one (four points and more against less), is the favourite, and all shared
//! liberties are the favourite's. Where nobody is, shared liberties make sekis.

use super::race::RaceResult;
use aji_rules::position::Chain;
use aji_rules::{PointSet, Position};

/// The worth of an eye of so many points, in moves.
const EYE_WORTH: [u32; 7] = [0, 1, 2, 3, 5, 8, 12];

/// What a chain has in a race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Liberties that only it has, outside an eye.
    pub own: u32,
    /// What its largest eye is worth, in moves.
    pub eye: u32,
    /// How many points that eye has; none if there is no eye.
    pub eye_points: u32,
}

/// Counts the liberties of two enemies: the first's, the second's, and the shared ones.
pub fn count(position: &Position, one: Chain<'_>, other: Chain<'_>) -> (Count, Count, u32) {
    let shared = one.liberties() & other.liberties();
    (count_one(position, one, &shared), count_one(position, other, &shared), shared.len() as u32)
}

fn count_one(position: &Position, chain: Chain<'_>, shared: &PointSet) -> Count {
    let mut count = Count::default();
    let mut seen = *shared;
    for liberty in chain.liberties().iter() {
        if !seen.insert(liberty) {
            continue;
        }
        match eye(position, chain, liberty) {
            Some(points) => {
                seen |= points;
                let stones = points.iter().filter(|&point| position.stone(point).is_some()).count();
                let worth = EYE_WORTH.get(points.len()).copied().unwrap_or(12);
                let worth = worth.saturating_sub(stones as u32).max(1);
                if worth > count.eye {
                    // The lesser eye is a place to be filled like any other.
                    count.own += count.eye;
                    (count.eye, count.eye_points) = (worth, points.len() as u32);
                } else {
                    count.own += worth;
                }
            }
            None => count.own += 1,
        }
    }
    count
}

/// The points around a liberty if the chain alone encloses them.
fn eye(position: &Position, chain: Chain<'_>, liberty: aji_rules::Point) -> Option<PointSet> {
    let mut is_alone = true;
    let points = PointSet::from_iter([liberty]);
    let points = points.flooded(position.size(), EYE_WORTH.len() - 1, |near| {
        let wall = position.chain_at(near).filter(|wall| wall.color() == chain.color());
        is_alone &= wall.is_none_or(|wall| wall.head() == chain.head());
        wall.is_none()
    })?;
    is_alone.then_some(points)
}

/// How a race goes by the count if `mine` moves first.
pub fn by_count(mine: Count, theirs: Count, shared: u32) -> RaceResult {
    // No eye, a small one, a large one.
    let class = |count: Count| match count.eye_points {
        0 => 0,
        1..=3 => 1,
        points => points,
    };
    let (my_class, their_class) = (class(mine), class(theirs));
    let (own, other) = (mine.own + mine.eye, theirs.own + theirs.eye);
    if my_class > their_class {
        let wins = own + shared >= other;
        return if wins { RaceResult::Wins } else { RaceResult::Loses };
    }
    if my_class < their_class {
        return if own >= other + shared { RaceResult::Wins } else { RaceResult::Loses };
    }
    // Without eyes the last shared liberty is nobody's; with eyes all of them protect.
    let needed = if my_class == 0 { shared.saturating_sub(1) } else { shared };
    let is_seki_possible = if my_class == 0 { shared >= 2 } else { shared >= 1 };
    if own >= other + needed {
        RaceResult::Wins
    } else if other > own + needed {
        RaceResult::Loses
    } else if is_seki_possible {
        RaceResult::Seki
    } else {
        RaceResult::Loses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(own: u32) -> Count {
        Count { own, ..Count::default() }
    }

    #[test]
    fn without_eyes_or_shared_liberties_more_wins_and_the_first_breaks_a_tie() {
        assert_eq!(by_count(plain(3), plain(3), 0), RaceResult::Wins);
        assert_eq!(by_count(plain(2), plain(3), 0), RaceResult::Loses);
        assert_eq!(by_count(plain(3), plain(3), 1), RaceResult::Wins);
    }

    #[test]
    fn shared_liberties_make_sekis() {
        assert_eq!(by_count(plain(1), plain(1), 2), RaceResult::Seki);
        assert_eq!(by_count(plain(2), plain(1), 2), RaceResult::Wins);
        assert_eq!(by_count(plain(1), plain(4), 2), RaceResult::Loses);
        assert_eq!(by_count(plain(2), plain(1), 3), RaceResult::Seki);
    }

    #[test]
    fn an_eye_beats_none() {
        let eye = Count { own: 1, eye: 1, eye_points: 1 };
        assert_eq!(by_count(eye, plain(4), 2), RaceResult::Wins);
        assert_eq!(by_count(plain(3), eye, 2), RaceResult::Loses);
        assert_eq!(by_count(plain(4), eye, 2), RaceResult::Wins);
        let large = Count { own: 0, eye: 8, eye_points: 5 };
        assert_eq!(by_count(large, Count { own: 5, eye: 3, eye_points: 3 }, 0), RaceResult::Wins);
        assert_eq!(by_count(eye, eye, 1), RaceResult::Seki);
    }
}
