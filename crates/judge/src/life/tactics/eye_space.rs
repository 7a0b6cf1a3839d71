//! Where a colour may make eyes: what it encloses, and what it all but encloses.
//!
//! A wall need not be joined up. Between two stones with one point between them, and between a stone on the
//! second line and the edge, is a gate: the enemy may come in there, or its owner may shut it.

use aji_rules::{Color, Point, PointSet, Position, Size};

/// A space with its gates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyeSpace {
    /// Whose it is.
    pub color: Color,
    /// Empty points and enemies in it, gates among them.
    pub points: PointSet,
    /// Empty points of it that the enemy may enter from outside.
    pub gates: PointSet,
}

impl EyeSpace {
    /// The space of a colour that a point is in: closed if it can be, else with gates. `None` if it has more
    /// than so many points, or there is no wall.
    pub fn find(position: &Position, start: Point, color: Color, most: usize) -> Option<EyeSpace> {
        if position.stone(start) == Some(color) {
            return None;
        }
        closed(position, start, color, most).or_else(|| {
            (1..=2).find_map(|width| {
                let gates = gates(position, color, width);
                half_open(position, start, color, &gates, most)
            })
        })
    }
}

/// What a colour encloses without a gap.
fn closed(position: &Position, start: Point, color: Color, most: usize) -> Option<EyeSpace> {
    let size = position.size();
    let is_open = |near| position.stone(near) != Some(color);
    let points = PointSet::from_iter([start]).flooded(size, most, is_open)?;
    let is_walled = is_much(points.beside(size).len(), &points);
    is_walled.then_some(EyeSpace { color, points, gates: PointSet::EMPTY })
}

/// Whether so many stones are a wall: a few on a small board do not enclose the rest of it.
fn is_much(stones: usize, points: &PointSet) -> bool {
    6 * stones > points.len()
}

/// What a colour encloses with gates. A gate itself is of the smaller of the spaces beside it.
fn half_open(
    position: &Position,
    start: Point,
    color: Color,
    gates: &PointSet,
    most: usize,
) -> Option<EyeSpace> {
    if !gates.contains(start) {
        return behind(position, start, color, gates, most);
    }
    let beside = position.neighbours(start).iter().copied();
    let is_inside = |&near: &Point| position.stone(near).is_none() && !gates.contains(near);
    let spaces =
        beside.filter(is_inside).filter_map(|near| behind(position, near, color, gates, most));
    spaces.min_by_key(|space| space.points.len())
}

fn behind(
    position: &Position,
    start: Point,
    color: Color,
    gates: &PointSet,
    most: usize,
) -> Option<EyeSpace> {
    let size = position.size();
    let mut points = PointSet::from_iter([start]);
    // A stone in question is inside with its whole chain.
    points.extend(position.chain_at(start).into_iter().flat_map(|chain| chain.stones()));
    loop {
        let inner = points
            .flooded(size, most, |near| position.stone(near).is_none() && !gates.contains(near))?;
        let beside = inner.beside(size);
        let here = beside & *gates;
        let all = inner | here;
        // Enemies that breathe only in here are in here.
        let enemies = beside.iter().filter_map(|point| position.chain_at(point));
        let shut_in = enemies
            .filter(|chain| chain.color() != color && chain.liberties().is_subset(&all))
            .flat_map(|chain| chain.stones().collect::<Vec<Point>>());
        let mut wider = inner;
        wider.extend(shut_in);
        if wider == inner {
            let count =
                |color| beside.iter().filter(|&at| position.stone(at) == Some(color)).count();
            let (wall, breach) = (count(color), count(!color));
            // More gate or enemy than wall is the open board.
            let is_walled = 2 * wall > here.len() && 2 * breach < wall && is_much(wall, &all);
            let fits = is_walled && all.len() <= most;
            return fits.then_some(EyeSpace { color, points: all, gates: here });
        }
        points = wider;
    }
}

/// The empty points between stones of a colour with so many points between them, and between such stones and
/// the edge.
fn gates(position: &Position, color: Color, width: usize) -> PointSet {
    let size = position.size();
    let is_own = |point: Point| position.stone(point) == Some(color);
    let is_empty = |point: &Point| position.stone(*point).is_none();
    let mut found = PointSet::EMPTY;
    for stone in size.points().filter(|&point| is_own(point)) {
        for direction in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let way: Vec<Point> =
                (1..=width + 1).map_while(|steps| step(size, stone, direction, steps)).collect();
            // Beyond the edge is a wall, too.
            let (between, is_line) = match way.split_last() {
                Some((&end, between)) if way.len() == width + 1 => (between, is_own(end)),
                _ => (&way[..], way.len() == width),
            };
            if is_line && between.iter().all(is_empty) {
                found.extend(between.iter().copied());
            }
        }
    }
    found
}

fn step(size: Size, from: Point, (dx, dy): (isize, isize), steps: usize) -> Option<Point> {
    let (x, y) = size.xy(from);
    let along = |at: usize, by: isize| at.checked_add_signed(by * steps as isize);
    size.point(along(x, dx)?, along(y, dy)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::testing::position;

    /// How many points a space has, and how many of them are gates.
    fn found(drawing: &str, at: &str) -> Option<(usize, usize)> {
        let position = position(drawing);
        let start = position.size().parse_point(at).unwrap();
        let space = EyeSpace::find(&position, start, Color::Black, 12)?;
        assert!(space.gates.is_subset(&space.points));
        Some((space.points.len(), space.gates.len()))
    }

    #[test]
    fn closed_spaces_have_no_gates() {
        assert_eq!(found("X..X. XXXX. ..... ..... .....", "B5"), Some((2, 0)));
        assert_eq!(found(".OX.. XXX.. ..... ..... .....", "A5"), Some((2, 0)));
    }

    #[test]
    fn a_jump_and_the_second_line_are_gates() {
        let jump = "....... ...X... .....X. XXXX.X. ....... ....... .......";
        assert_eq!(found(jump, "A6"), Some((11, 2)));
        let wall = "...X... ....... ...X... XXXX... ....... ....... .......";
        assert_eq!(found(wall, "A6"), Some((10, 1)));
        assert_eq!(found("..... ..... ..... ..... .....", "B5"), None);
    }
}
