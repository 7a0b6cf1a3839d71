//! Where a group is shut in: what it can reach without crossing the other side's lines.

use super::small_board::MOST_POINTS;
use aji_rules::position::Chain;
use aji_rules::{Color, Point, PointSet, Position, Size};

/// A region with the stones that belong to it: the attacker's that have no liberty outside, and the
/// defender's that have one inside.
pub(super) fn completed(position: &Position, mut region: PointSet, defender: Color) -> PointSet {
    let size = position.size();
    loop {
        let before = region;
        for chain in position.chains() {
            let liberties = chain.liberties();
            let belongs = if chain.color() == defender {
                !(liberties & before).is_empty()
            } else {
                liberties.is_subset(&before) && is_beside(size, &chain, &before)
            };
            if belongs {
                region.extend(chain.stones());
            }
        }
        if region == before {
            return region;
        }
    }
}

/// The attacker's chains right outside a region.
pub(super) fn walls<'p>(
    position: &'p Position,
    region: &PointSet,
    defender: Color,
) -> impl Iterator<Item = Chain<'p>> {
    let beside = region.beside(position.size());
    position.chains().filter(move |chain| {
        chain.color() != defender && chain.stones().any(|stone| beside.contains(stone))
    })
}

/// A region with these points next to it, or with those that are nearest to the group, as far as there is room; `None` if
/// there are none or there is no room.
pub(super) fn widened(
    position: &Position,
    target: &PointSet,
    region: &PointSet,
    leaks: PointSet,
    defender: Color,
) -> Option<PointSet> {
    let size = position.size();
    let beside = region.beside(size);
    let mut rings = Vec::new();
    let (mut reached, mut ring) = (*target, *target);
    while !ring.is_empty() {
        // The attacker's stones inside may be captured.
        let is_new = |&near: &Point| {
            region.contains(near)
                || beside.contains(near) && position.stone(near) != Some(!defender)
        };
        ring = ring.beside(size).iter().filter(is_new).collect::<PointSet>() - reached;
        reached |= ring;
        rings.push(ring & beside);
    }
    let leaks = match leaks.is_empty() {
        true => rings.into_iter().find(|ring| !ring.is_empty())?,
        false => leaks,
    };
    let mut wide = *region;
    for leak in leaks.iter() {
        let mut wider = wide;
        wider.insert(leak);
        // Friends outside may be weak themselves.
        wider.extend(
            position
                .chain_at(leak)
                .iter()
                .flat_map(|friend| friend.liberties().iter().collect::<Vec<_>>()),
        );
        let wider = completed(position, wider, defender);
        if wider.len() > MOST_POINTS {
            break;
        }
        wide = wider;
    }
    (wide != *region).then_some(wide)
}

/// A region with what is shut in behind a few stones of the attacker's.
fn with_pockets(position: &Position, mut region: PointSet, defender: Color) -> PointSet {
    /// More stones than these around a pocket are a wall, and the pocket is outside.
    const MOST_AROUND: usize = 7;
    const LARGEST: usize = 4;
    let size = position.size();
    loop {
        let before = region;
        let attackers = position.chains().filter(|chain| chain.color() != defender);
        for chain in attackers.filter(|chain| is_beside(size, chain, &before)) {
            let behind = chain.liberties() - region;
            let is_open = |point| position.stone(point) != Some(!defender);
            let Some(pocket) = behind.flooded(size, LARGEST, is_open) else { continue };
            let all = region | pocket;
            let around: Vec<Chain<'_>> =
                position.chains().filter(|chain| is_beside(size, chain, &pocket)).collect();
            let stones = around.iter().map(|chain| chain.len()).sum::<usize>();
            if stones <= MOST_AROUND && around.iter().all(|chain| chain.liberties().is_subset(&all))
            {
                region = all;
            }
        }
        if region == before {
            return region;
        }
    }
}

fn is_beside(size: Size, chain: &Chain<'_>, region: &PointSet) -> bool {
    let mut around = chain.stones().flat_map(|stone| size.neighbours(stone));
    around.any(|point| region.contains(*point))
}

/// What a group can reach without crossing the attacker's lines, and how wide the gaps in these are that
/// had to be overlooked: a wall of a problem need not be joined up.
pub(super) fn enclosure(
    position: &Position,
    target: &PointSet,
    defender: Color,
    most: usize,
) -> Option<(PointSet, usize)> {
    (0..=2).find_map(|gaps| {
        let lines = lines(position, !defender, gaps);
        let region = reached(position, target, defender, &lines, most)?;
        Some((with_pockets(position, region, defender), gaps))
    })
}

/// The points that complete a colour's lines: between stones with one point (or more) between them, and
/// between a stone and a near edge.
fn lines(position: &Position, color: Color, gaps: usize) -> PointSet {
    let size = position.size();
    let mut lines = PointSet::EMPTY;
    let at = |x: isize, y: isize| -> Option<Point> {
        size.point(usize::try_from(x).ok()?, usize::try_from(y).ok()?)
    };
    let is_own = |point: Option<Point>| point.is_some_and(|p| position.stone(p) == Some(color));
    for stone in size.points().filter(|&point| position.stone(point) == Some(color)) {
        let (x, y) = size.xy(stone);
        let (x, y) = (x as isize, y as isize);
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            for gap in 1..=gaps as isize {
                let end = at(x + (gap + 1) * dx, y + (gap + 1) * dy);
                // Beyond the edge is a wall, too.
                let is_edge = end.is_none() && at(x + gap * dx, y + gap * dy).is_some();
                if is_own(end) || is_edge {
                    lines.extend((1..=gap).filter_map(|k| at(x + k * dx, y + k * dy)));
                }
                // A knight's move: the two points between.
                if gap == 2 {
                    for side in [-1, 1] {
                        let (sx, sy) = (dy * side, dx * side);
                        if is_own(at(x + 2 * dx + sx, y + 2 * dy + sy)) {
                            lines.extend(at(x + dx, y + dy));
                            lines.extend(at(x + dx + sx, y + dy + sy));
                        }
                    }
                }
            }
        }
    }
    lines
}

/// The points that are reached over empty points and own stones, up to and with the attacker's lines;
/// `None` if there are too many.
fn reached(
    position: &Position,
    target: &PointSet,
    defender: Color,
    lines: &PointSet,
    most: usize,
) -> Option<PointSet> {
    let size = position.size();
    let is_open = |point: &Point| position.stone(*point) != Some(!defender);
    // A line may be stood on but not crossed; what is beside own stones is inside.
    let is_line = |point: Point| lines.contains(point) && position.stone(point).is_none();
    let inner = target.flooded(size, most, |point| is_open(&point) && !is_line(point))?;
    let reached = inner | inner.beside(size).iter().filter(is_open).collect();
    (reached.len() <= most).then_some(reached)
}
