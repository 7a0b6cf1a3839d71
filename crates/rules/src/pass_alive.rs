//! Life that needs no answer: Benson's algorithm.
//!
//! A set of chains is alive even if its owner always passes when each of them has two regions, free
//! of its own stones and bordered by chains of the set alone, all of whose empty points are its
//! liberties. Where suicide is allowed the enemy can empty a region that it has filled, so there all
//! points of the region must be next to the chain.

use crate::color::Color;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::position::Position;
use crate::ruleset::Suicide;

/// What a colour holds unconditionally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassAlive {
    /// The stones that cannot be captured.
    pub stones: PointSet,
    /// Points, empty or under enemy stones, where the enemy cannot live.
    pub territory: PointSet,
}

/// A region that is free of `color`, with the chains of `color` around it, by their heads. Regions that
/// are vital to nobody make nobody alive and are left out.
struct Region {
    points: PointSet,
    border: Vec<Point>,
    /// Those that touch every point that counts.
    vital: Vec<Point>,
}

/// What `color` holds even if it never moves again.
pub fn pass_alive(position: &Position, color: Color, suicide: Suicide) -> PassAlive {
    let mut regions = regions(position, color, suicide);
    let alive = loop {
        let alive = with_two_vital(&regions);
        let before = regions.len();
        regions.retain(|region| region.border.iter().all(|&head| alive.contains(head)));
        if regions.len() == before {
            break alive;
        }
    };
    let mut held = PassAlive::default();
    for chain in alive.iter().filter_map(|head| position.chain_at(head)) {
        held.stones.extend(chain.stones());
    }
    // No enemy eye fits where every empty point touches a chain that never dies.
    for region in regions {
        held.territory |= region.points;
    }
    held
}

/// The heads of chains that two or more regions are vital to.
fn with_two_vital(regions: &[Region]) -> PointSet {
    let (mut one, mut two) = (PointSet::EMPTY, PointSet::EMPTY);
    for &head in regions.iter().flat_map(|region| &region.vital) {
        if !one.insert(head) {
            two.insert(head);
        }
    }
    two
}

fn regions(position: &Position, color: Color, suicide: Suicide) -> Vec<Region> {
    let size = position.size();
    let free = size.points().filter(|&point| position.stone(point) != Some(color));
    let mut regions = Vec::new();
    for points in free.collect::<PointSet>().components(size) {
        let vital = vital(position, color, suicide, &points);
        if !vital.is_empty() {
            let beside = |point| heads_beside(position, color, point);
            let mut border: Vec<Point> = points.iter().flat_map(beside).collect();
            border.sort_unstable();
            border.dedup();
            regions.push(Region { points, border, vital });
        }
    }
    regions
}

/// The chains that a region is vital to.
fn vital(position: &Position, color: Color, suicide: Suicide, points: &PointSet) -> Vec<Point> {
    let counts = |point: &Point| suicide == Suicide::Allowed || position.stone(*point).is_none();
    let mut counting = points.iter().filter(counts);
    let first = counting.next().into_iter();
    let mut vital: Vec<Point> =
        first.flat_map(|point| heads_beside(position, color, point)).collect();
    for point in counting {
        // Most regions are vital to nobody after a few points.
        if vital.is_empty() {
            break;
        }
        vital.retain(|&head| heads_beside(position, color, point).any(|one| one == head));
    }
    vital.sort_unstable();
    vital.dedup();
    vital
}

/// The heads of the chains of `color` next to a point, some perhaps more than once.
fn heads_beside(
    position: &Position,
    color: Color,
    point: Point,
) -> impl Iterator<Item = Point> + '_ {
    let chains = position.neighbours(point).iter().filter_map(|&near| position.chain_at(near));
    chains.filter(move |chain| chain.color() == color).map(|chain| chain.head())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::position;

    /// The stones and the territory that Black holds, as a drawing: `X` stones, `b` territory.
    fn check(drawing: &str, expected: &str) {
        let position = position(drawing);
        let held = pass_alive(&position, Color::Black, Suicide::Forbidden);
        let size = position.size();
        let sign =
            |point: Point| match (held.stones.contains(point), held.territory.contains(point)) {
                (true, _) => 'X',
                (_, true) => 'b',
                _ => '.',
            };
        let drawn: String = size.points().map(sign).collect();
        assert_eq!(drawn, expected.split_whitespace().collect::<String>(), "{drawing}");
    }

    #[test]
    fn two_eyes_live() {
        check(".X.X. XXXX. ..... .....", "bXbX. XXXX. ..... .....");
    }

    #[test]
    fn one_eye_does_not() {
        check(".XX.. XX... ..... .....", "..... ..... ..... .....");
    }

    #[test]
    fn chains_that_share_two_eyes_live_together() {
        check("XX.X. X.XX. XX... .....", "XXbX. XbXX. XX... .....");
        // With a hole in the wall of one eye they do not.
        check("XX.X. X.XX. X.... .....", "..... ..... ..... .....");
    }

    #[test]
    fn an_eye_may_be_large_if_every_empty_point_of_it_is_a_liberty() {
        check(".X.O. XXXXX ..... .....", "bXbbb XXXXX ..... .....");
        check(".XOO. XXXXX ..... .....", "bXbbb XXXXX ..... .....");
        // One empty point of the second eye touches no black stone.
        check(".X... XX.OX XX..X XXXXX", "..... ..... ..... .....");
    }

    #[test]
    fn where_suicide_is_allowed_a_filled_eye_can_be_emptied() {
        let position = position(".XOOO XXOOO XXOO. XXXXX");
        let held = |suicide| pass_alive(&position, Color::Black, suicide).stones.len();
        assert_eq!((held(Suicide::Forbidden), held(Suicide::Allowed)), (10, 0));
    }

    #[test]
    fn false_eyes_do_not_count() {
        // The corner stone hangs on one liberty that is no eye of the rest.
        check(".XO.. X.XO. OXX.. OO...", "..... ..... ..... .....");
    }

    #[test]
    fn an_empty_board_holds_nothing() {
        check("... ... ...", "... ... ...");
    }

    #[test]
    fn the_whole_board_may_be_held() {
        check(".X.X. XXXXX .X.X.", "bXbXb XXXXX bXbXb");
    }
}
