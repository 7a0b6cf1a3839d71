//! Openings that look like Go: the first four moves take one corner each, at a usual point.

use aji_judge::Dice;
use aji_rules::{Point, Size};

/// The usual first moves in a corner, by lines from its two edges; either may be the one or the other.
const USUAL: [(usize, usize); 5] = [(4, 4), (3, 4), (3, 3), (3, 5), (4, 5)];
/// On shorter sides corners would run into each other.
pub(super) const SHORTEST: usize = 11;

/// Whether a board has corners of its own.
pub(super) fn fit(size: Size) -> bool {
    size.width().min(size.height()) >= SHORTEST
}

/// One usual point in each corner, the corners in any order. On boards without room there are none.
pub(super) fn draw(size: Size, dice: &mut Dice) -> Vec<Point> {
    if !fit(size) {
        return Vec::new();
    }
    let mut corners = [(false, false), (false, true), (true, false), (true, true)];
    for end in (1..corners.len()).rev() {
        corners.swap(end, dice.below(end as u32 + 1) as usize);
    }
    let point = |(is_right, is_low): (bool, bool)| {
        let (one, other) = USUAL[dice.below(USUAL.len() as u32) as usize];
        let (across, down) = if dice.below(2) == 0 { (one, other) } else { (other, one) };
        let place = |line: usize, side: usize, is_far| if is_far { side - line } else { line - 1 };
        size.point(place(across, size.width(), is_right), place(down, size.height(), is_low))
    };
    corners.into_iter().filter_map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_corner_gets_one_usual_point() {
        for size in [Size::NINETEEN, Size::new(13, 11).unwrap()] {
            let mut seen = BTreeSet::new();
            for game in 0..400 {
                let points = draw(size, &mut Dice::new(1, game));
                let mut corners = BTreeSet::new();
                for &point in &points {
                    let (x, y) = size.xy(point);
                    let lines = size.lines(point);
                    assert!(USUAL.iter().any(|&(a, b)| lines == (a, b) || lines == (b, a)));
                    seen.insert(lines);
                    corners.insert((x < size.width() / 2, y < size.height() / 2));
                }
                assert_eq!((points.len(), corners.len()), (4, 4));
            }
            assert_eq!(seen.len(), 8);
        }
        assert!(draw(Size::NINE, &mut Dice::new(1, 0)).is_empty());
    }
}
