//! Shapes of stones and of what they leave when taken.

use aji_rules::{Point, PointSet, Size};

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
        [_] | [_, _] | [_, _, _] => shape.components(size).count() == 1,
        [2, 2, 2, 2] | [1, 1, 1, 3] => true,
        [1, 1, 1, 1, 4] | [1, 2, 2, 2, 3] => true,
        [1, 1, 2, 2, 2, 4] => true,
        _ => false,
    }
}
