//! Life that needs no answer: Benson's algorithm.
//!
//! A set of chains is alive even if its owner always passes when each of them has two regions, free
//! of its own stones and bordered by chains of the set alone, all of whose empty points are its
//! liberties. Where suicide is allowed the enemy can empty a region that it has filled, so there all
//! points of the region must be next to the chain.

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

/// Points of a region that is free of `color`, and the chains of `color` around it.
struct Region {
    points: PointSet,
    empty: PointSet,
    border: Vec<usize>,
}

/// What `color` holds even if it never moves again.
pub fn pass_alive(position: &Position, color: Color, suicide: Suicide) -> PassAlive {
    let size = position.size();
    let chains: Vec<_> = position.chains().filter(|chain| chain.color() == color).collect();
    let beside: Vec<PointSet> = chains
        .iter()
        .map(|chain| chain.stones().flat_map(|stone| size.neighbours(stone)).copied().collect())
        .collect();
    let stones: Vec<PointSet> = chains.iter().map(|chain| chain.stones().collect()).collect();
    let mut regions = regions(position, color, size, &stones);
    let is_vital = |region: &Region, chain: usize| match suicide {
        Suicide::Forbidden => region.empty.is_subset(&beside[chain]),
        Suicide::Allowed => region.points.is_subset(&beside[chain]),
    };
    let mut alive = vec![true; chains.len()];
    loop {
        let mut changed = false;
        for (chain, alive) in alive.iter_mut().enumerate() {
            let vital =
                |region: &&Region| region.border.contains(&chain) && is_vital(region, chain);
            if *alive && regions.iter().filter(vital).count() < 2 {
                *alive = false;
                changed = true;
            }
        }
        regions.retain(|region| region.border.iter().all(|&chain| alive[chain]));
        if !changed {
            break;
        }
    }
    let mut held = PassAlive::default();
    for chain in (0..chains.len()).filter(|&chain| alive[chain]) {
        held.stones |= stones[chain];
    }
    for region in &regions {
        // No enemy eye fits where every empty point touches a chain that never dies.
        if region.border.iter().any(|&chain| is_vital(region, chain)) {
            held.territory |= region.points;
        }
    }
    held
}

fn regions(position: &Position, color: Color, size: Size, stones: &[PointSet]) -> Vec<Region> {
    let mut seen = PointSet::EMPTY;
    let mut regions = Vec::new();
    let free = |point: Point| position.stone(point) != Some(color);
    for start in size.points().filter(|&point| free(point)) {
        if !seen.insert(start) {
            continue;
        }
        let mut points = PointSet::from_iter([start]);
        let mut around = PointSet::EMPTY;
        let mut todo = vec![start];
        while let Some(point) = todo.pop() {
            for &neighbour in size.neighbours(point) {
                if !free(neighbour) {
                    around.insert(neighbour);
                } else if seen.insert(neighbour) {
                    points.insert(neighbour);
                    todo.push(neighbour);
                }
            }
        }
        let empty = points.iter().filter(|&point| position.stone(point).is_none()).collect();
        let touches = |chain: &usize| !(stones[*chain] & around).is_empty();
        let border = (0..stones.len()).filter(touches).collect();
        regions.push(Region { points, empty, border });
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagram, Setup};

    /// The stones and the territory that Black holds, as a drawing: `X` stones, `b` territory.
    fn check(drawing: &str, expected: &str) {
        let rows: Vec<&str> = drawing.split_whitespace().collect();
        let diagram: Diagram = rows.join("\n").parse().unwrap();
        let position = Position::try_from(Setup::with_stones(diagram.stones)).unwrap();
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
        let diagram: Diagram = ".XOOO\nXXOOO\nXXOO.\nXXXXX".parse().unwrap();
        let position = Position::try_from(Setup::with_stones(diagram.stones)).unwrap();
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
