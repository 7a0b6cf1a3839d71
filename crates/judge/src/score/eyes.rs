//! How many eyes there is room for, by what is on the board alone.
//!
//! An eye is a point all around which its owner's stones can stand, so no living enemy stone is beside it,
//! and at most one is on its diagonals, at the edge none. Counting such points gives the most that an
//! owner can hope for; who has not room for two cannot live but in seki.

use aji_rules::{Color, Field, Point, PointSet, Size};

/// The most eyes that the owner of a region can make there, up to two. The region holds no living stone of
/// the enemy; `living` are the stones of both that stay on the board.
pub(super) fn most_eyes(
    region: &PointSet,
    owner: Color,
    stones: &Field<Option<Color>>,
    living: &PointSet,
) -> u32 {
    let size = stones.size();
    let possible: PointSet = region
        .iter()
        .filter(|&point| {
            stones[point] != Some(owner) && can_be_eye(size, point, owner, stones, living)
        })
        .collect();
    let each = possible.components(size).map(|part| if part.len() < 3 { 1 } else { 2 }).sum();
    u32::min(each, 2)
}

fn can_be_eye(
    size: Size,
    point: Point,
    owner: Color,
    stones: &Field<Option<Color>>,
    living: &PointSet,
) -> bool {
    let is_enemy = |&&near: &&Point| living.contains(near) && stones[near] == Some(!owner);
    let diagonals = size.diagonals(point);
    let most = usize::from(diagonals.len() == 4);
    !size.neighbours(point).iter().any(|near| is_enemy(&near))
        && diagonals.iter().filter(is_enemy).count() <= most
}
