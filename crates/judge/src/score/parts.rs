//! Sets of points that hang together.

use aji_rules::{Point, PointSet, Size};

/// The connected parts of a set, in board order of their first points.
pub(super) fn parts(size: Size, set: &PointSet) -> Vec<PointSet> {
    let mut left = *set;
    let mut parts = Vec::new();
    for start in set.iter() {
        if !left.remove(start) {
            continue;
        }
        let mut part = PointSet::from_iter([start]);
        let mut todo = vec![start];
        while let Some(point) = todo.pop() {
            for &next in size.neighbours(point) {
                if left.remove(next) {
                    part.insert(next);
                    todo.push(next);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// The points next to a set and not in it.
pub(super) fn beside(size: Size, set: &PointSet) -> PointSet {
    let around: PointSet = set.iter().flat_map(|point| size.neighbours(point)).copied().collect();
    around - *set
}

/// Whether stones of this shape, taken off together, leave an eye that the enemy can strike at its heart
/// and make one of: up to three points, the square and the pyramid of four, the bulky and the crossed
/// five, the rabbity six.
pub(super) fn is_killing_shape(size: Size, shape: &PointSet) -> bool {
    let inside =
        |point: Point| size.neighbours(point).iter().filter(|&&next| shape.contains(next)).count();
    let mut degrees: Vec<usize> = shape.iter().map(inside).collect();
    degrees.sort_unstable();
    match degrees[..] {
        [] => false,
        [_] | [_, _] | [_, _, _] => parts(size, shape).len() == 1,
        [2, 2, 2, 2] | [1, 1, 1, 3] => true,
        [1, 1, 1, 1, 4] | [1, 2, 2, 2, 3] => true,
        [1, 1, 2, 2, 2, 4] => true,
        _ => false,
    }
}
