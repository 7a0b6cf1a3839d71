//! What players call a move of the opening, by its place: star points, approaches, enclosures,
//! extensions. What happens in contact is for [`Shapes`].

use crate::patterns::Shapes;
use aji_rules::{Color, Point, Position, Size};

/// The corner's points are this far from both edges at most.
const CORNER: usize = 7;
/// An extension goes at most so far along the side.
const LONGEST_EXTENSION: usize = 7;

/// What a legal move of the side to move is called, if it has a name.
pub fn name(position: &Position, point: Point) -> Option<String> {
    let shapes =
        || Shapes::embedded().names_at(position, point).first().map(|name| name.to_string());
    if is_invasion(position, point) {
        return Some("3-3 invasion".to_string());
    }
    if is_in_contact(position, point) {
        return shapes();
    }
    let place = || place(position, point).map(str::to_string);
    in_corner(position, point)
        .or_else(|| along_side(position, point))
        .or_else(shapes)
        .or_else(place)
}

/// Whether this is the 3-3 point under a stone of the other side on the 4-4 point, nothing beside it.
fn is_invasion(position: &Position, point: Point) -> bool {
    let size = position.size();
    let is_star = |other: Point| {
        lines(size, other) == (4, 4)
            && apart(size, point, other) == (1, 1)
            && position.stone(other) == Some(!position.to_play())
    };
    let is_open = size.neighbours(point).iter().all(|&beside| position.stone(beside).is_none());
    lines(size, point) == (3, 3) && is_open && size.points().any(is_star)
}

/// Whether there is a stone on one of the eight points around.
fn is_in_contact(position: &Position, point: Point) -> bool {
    let size = position.size();
    let (x, y) = size.xy(point);
    let stones = size.points().filter(|&other| position.stone(other).is_some());
    let far = |other: Point| {
        let (other_x, other_y) = size.xy(other);
        x.abs_diff(other_x).max(y.abs_diff(other_y))
    };
    stones.into_iter().any(|other| far(other) <= 1)
}

/// The lines that a point is on, counted from the nearest edges, the lower first.
fn lines(size: Size, point: Point) -> (usize, usize) {
    let (a, b) = size.lines(point);
    (a.min(b), a.max(b))
}

/// Steps to another point along both directions, the smaller first.
fn apart(size: Size, one: Point, other: Point) -> (usize, usize) {
    let ((x, y), (other_x, other_y)) = (size.xy(one), size.xy(other));
    let (a, b) = (x.abs_diff(other_x), y.abs_diff(other_y));
    (a.min(b), a.max(b))
}

fn in_corner(position: &Position, point: Point) -> Option<String> {
    let size = position.size();
    let (low, high) = lines(size, point);
    if size.width() < 2 * CORNER - 1 || size.height() < 2 * CORNER - 1 || high > CORNER {
        return None;
    }
    let (x, y) = size.xy(point);
    let is_same_corner = |other: &Point| {
        let (other_x, other_y) = size.xy(*other);
        let same = |one: usize, other: usize, side: usize| (2 * one < side) == (2 * other < side);
        lines(size, *other).1 <= CORNER
            && same(x, other_x, size.width())
            && same(y, other_y, size.height())
    };
    let stones: Vec<(Point, Color)> = size
        .points()
        .filter(is_same_corner)
        .filter_map(|other| position.stone(other).map(|color| (other, color)))
        .collect();
    let me = position.to_play();
    let Some(&(nearest, owner)) = stones.iter().min_by_key(|(other, _)| {
        let (less, more) = apart(size, point, *other);
        (less + more, *other)
    }) else {
        return empty_corner(low, high).map(str::to_string);
    };
    if stones.iter().any(|&(_, color)| color != owner) || low < 2 {
        return None;
    }
    let kind = match apart(size, point, nearest) {
        (0, 2) => "one-space",
        (1, 2) => "knight's",
        (0, 3) => "two-space",
        (1, 3) => "large knight's",
        _ => return None,
    };
    // A lone stone is approached or made an enclosure; later it is something else.
    let is_lone = stones.len() == 1;
    is_lone.then(|| format!("{kind} {}", if owner == me { "enclosure" } else { "approach" }))
}

/// What the first stone in a corner is called.
fn empty_corner(low: usize, high: usize) -> Option<&'static str> {
    Some(match (low, high) {
        (4, 4) => "star point (4-4)",
        (3, 4) => "3-4 point",
        (3, 3) => "3-3 point",
        (3, 5) => "5-3 point",
        (4, 5) => "5-4 point",
        (5, 5) => "5-5 point",
        (4, 6) => "6-4 point",
        _ => return None,
    })
}

/// The first stone along the side from a point, within its next lines: how far, where, and whose.
fn first_stone(
    position: &Position,
    from: (usize, usize),
    (dx, dy): (isize, isize),
) -> Option<(usize, (usize, usize), Color)> {
    let size = position.size();
    let at = |x: isize, y: isize| {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < size.width() && y < size.height())
            .then(|| size.point(x, y))?
            .map(|point| ((x, y), point))
    };
    let (x, y) = (from.0 as isize, from.1 as isize);
    for steps in 1..=(size.width().max(size.height()) as isize) {
        at(x + dx * steps, y + dy * steps)?;
        for aside in [0, 1, -1, 2, -2] {
            // Aside is across the side's direction.
            let (here_x, here_y) = (x + dx * steps + dy * aside, y + dy * steps + dx * aside);
            if let Some((place, point)) = at(here_x, here_y)
                && let Some(color) = position.stone(point)
            {
                return Some((steps as usize, place, color));
            }
        }
    }
    None
}

fn along_side(position: &Position, point: Point) -> Option<String> {
    let size = position.size();
    let (low, high) = lines(size, point);
    if !(2..=5).contains(&low) || low == high {
        return None;
    }
    let (x, y) = size.xy(point);
    let is_horizontal = size.lines(point).1 == low;
    let ways = if is_horizontal { [(-1, 0), (1, 0)] } else { [(0, -1), (0, 1)] };
    let me = position.to_play();
    let found = ways.map(|way| first_stone(position, (x, y), way));
    for (way, found) in ways.into_iter().zip(found) {
        // Between the other side's stone and what supports it: a pincer if ours is behind.
        if let Some((2..=5, place, color)) = found
            && color != me
            && let Some((1..=5, _, behind)) = first_stone(position, place, way)
            && behind == me
        {
            return Some("pincer".to_string());
        }
    }
    let own = |found: &Option<(usize, (usize, usize), Color)>| match found {
        Some((steps, _, color)) if *color == me && *steps <= LONGEST_EXTENSION => Some(*steps),
        _ => None,
    };
    if let Some(steps) = found.iter().filter_map(own).min()
        && steps >= 3
        && (3..=4).contains(&low)
    {
        return Some(format!("{}-space extension", steps - 1));
    }
    let is_theirs = |found: &Option<(usize, (usize, usize), Color)>| matches!(found, Some((3.., _, color)) if *color != me);
    if found.iter().all(is_theirs) && (3..=4).contains(&low) {
        return Some("split of the side".to_string());
    }
    None
}

/// What a place is called whatever is around.
fn place(position: &Position, point: Point) -> Option<&'static str> {
    let size = position.size();
    let (low, high) = lines(size, point);
    let middle = size.width().min(size.height()).div_ceil(2);
    if low == high && low == middle {
        return Some("centre point");
    }
    Some(match low {
        4 if high == middle => "side star point",
        3 | 4 if high > CORNER => "side",
        5.. => "centre",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::Move;
    use aji_rules::ruleset::Suicide;

    /// What the last of these moves is called; `pass` lets the other side play twice.
    fn check(moves: &str, expected: Option<&str>) {
        let mut position = Position::empty(Size::NINETEEN);
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let (last, before) = moves.split_last().unwrap();
        for mv in before {
            let mv = match *mv {
                "pass" => Move::Pass,
                vertex => Move::Place(Size::NINETEEN.parse_point(vertex).unwrap()),
            };
            position.play(mv, Suicide::Forbidden).unwrap();
        }
        let point = Size::NINETEEN.parse_point(last).unwrap();
        assert_eq!(name(&position, point).as_deref(), expected, "{moves:?}");
    }

    #[test]
    fn corners() {
        for (vertex, expected) in [
            ("D4", "star point (4-4)"),
            ("Q3", "3-4 point"),
            ("C17", "3-3 point"),
            ("R15", "5-3 point"),
            ("Q15", "5-4 point"),
            ("K10", "centre point"),
            ("D10", "side star point"),
        ] {
            check(vertex, Some(expected));
        }
        check("D4 F3", Some("knight's approach"));
        check("C4 E3", Some("knight's approach"));
        check("C4 E4", Some("one-space approach"));
        check("D4 G4", Some("two-space approach"));
        check("D4 C3", Some("3-3 invasion"));
        check("D4 pass F3", Some("knight's enclosure"));
        check("D3 pass D5", Some("one-space enclosure"));
        check("D4 pass G3", Some("large knight's enclosure"));
    }

    #[test]
    fn sides() {
        check("D4 pass K3", Some("5-space extension"));
        check("D4 F3 K3", Some("pincer"));
        check("D4 Q4 pass D16 pass Q16 C10", Some("5-space extension"));
        check("Q16 Q4 C10", Some("side"));
        check("D4 pass D16 C10", Some("split of the side"));
    }

    #[test]
    fn contact_is_named_by_its_shape() {
        check("D4 D5", Some("attachment"));
        check("K10 pass K12", Some("one-space jump"));
    }
}
