//! Life that needs no answer: Benson's algorithm.
//!
//! A set of chains is alive even if its owner always passes when each of them has two regions, free
//! of its own stones and bordered by chains of the set alone, all of whose empty points are its
//! liberties. Where suicide is allowed the enemy can empty a region that it has filled, so there all
//! points of the region must be next to the chain.
//!
//! [`unconditional`] goes on from there: between stones that are alive like that, a region is territory if
//! the enemy cannot live in it even if its owner always passes there, too.

use crate::color::Color;
use crate::point::{Point, Size};
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

/// What `color` holds even if it never moves again: as [`pass_alive`] has it, and all regions between such stones
/// where the enemy could not make two eyes however it filled them.
pub fn unconditional(position: &Position, color: Color, suicide: Suicide) -> PassAlive {
    let size = position.size();
    let mut held = pass_alive(position, color, suicide);
    if held.stones.is_empty() {
        return held;
    }
    let everywhere: PointSet = size.points().collect();
    for region in (everywhere - held.stones).components(size) {
        if !can_live(position, !color, &region) {
            held.territory |= region.iter().filter(|&p| position.stone(p) != Some(color)).collect();
        }
    }
    held
}

/// Whether a colour can live in a region between stones that cannot be captured, when nobody else plays. An eye of it
/// is a point all around which its stones can stand; larger eyes can be filled up to one point. Whatever points are
/// left empty for eyes, all else is filled, and Benson's algorithm tells the rest; more eyes than are needed only cut
/// chains apart, so few are tried.
fn can_live(position: &Position, color: Color, region: &PointSet) -> bool {
    let size = position.size();
    // Stones of the owner can be taken only if all their liberties are filled.
    let is_eye = |&point: &Point| match position.stone(point) {
        Some(stone) => {
            stone != color && size.neighbours(point).iter().all(|&near| region.contains(near))
        }
        None => {
            let may_stand = |&near: &Point| {
                region.contains(near) && position.stone(near).is_none_or(|stone| stone == color)
            };
            size.neighbours(point).iter().all(may_stand)
        }
    };
    let eyes: Vec<Point> = region.iter().filter(is_eye).collect();
    let lives_with = |empty: PointSet| {
        let chains: Vec<PointSet> = (*region - empty).components(size).collect();
        let mut alive: Vec<bool> = vec![true; chains.len()];
        loop {
            // An eye counts as long as all chains around it are alive.
            let around = |eye: Point| {
                let touches = move |chain: &PointSet| {
                    size.neighbours(eye).iter().any(|&near| chain.contains(near))
                };
                (0..chains.len()).filter(|&one| touches(&chains[one])).collect::<Vec<usize>>()
            };
            let good: Vec<Vec<usize>> = empty
                .iter()
                .map(around)
                .filter(|chains| chains.iter().all(|&one| alive[one]))
                .collect();
            let has_two =
                |one: usize| good.iter().filter(|chains| chains.contains(&one)).count() >= 2;
            let still: Vec<bool> =
                (0..chains.len()).map(|one| alive[one] && has_two(one)).collect();
            if still == alive {
                return alive.contains(&true);
            }
            alive = still;
        }
    };
    let is_apart = |one: Point, other: Point| !size.neighbours(one).contains(&other);
    for (index, &one) in eyes.iter().enumerate() {
        for &two in eyes[index + 1..].iter().filter(|&&two| is_apart(one, two)) {
            if lives_with(PointSet::from_iter([one, two])) {
                return true;
            }
        }
    }
    // Chains that are parted need three eyes and more; whoever has many may find some.
    eyes.len() >= 3 && could_live_with_many(size, &eyes, lives_with)
}

/// Whether three or four eyes that are apart do what two cannot; where there are too many ways to try, nothing is
/// promised, and it could.
fn could_live_with_many(size: Size, eyes: &[Point], lives_with: impl Fn(PointSet) -> bool) -> bool {
    const MOST: usize = 12;
    if eyes.len() > MOST {
        return true;
    }
    (0..1_u32 << eyes.len()).filter(|set| set.count_ones() >= 3).any(|set| {
        let chosen: Vec<Point> = (0..eyes.len())
            .filter(|index| set >> index & 1 == 1)
            .map(|index| eyes[index])
            .collect();
        let is_apart =
            |point: &Point| !size.neighbours(*point).iter().any(|near| chosen.contains(near));
        chosen.iter().all(is_apart) && lives_with(chosen.iter().copied().collect())
    })
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
    fn what_the_enemy_cannot_live_in_is_territory() {
        let held = |drawing: &str| {
            let position = position(drawing);
            unconditional(&position, Color::Black, Suicide::Forbidden).territory.len()
        };
        // Two points that touch no black stone are no two eyes, but two apart are.
        assert_eq!(held(".X.X...X XXXXXXXX"), 1 + 1 + 3);
        assert_eq!(held(".X.X... XXXX... XXXXXXX"), 1 + 1 + 6);
        assert_eq!(held(".X.X.... XXXX.... XXXXXXXX"), 1 + 1);
        // A dead stone more, and one of Black's that may be taken.
        assert_eq!(held(".X.X.O. XXXX.X. XXXXXXX"), 1 + 1 + 5);
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
