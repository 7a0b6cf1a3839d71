//! Points that are better left alone.

use aji_rules::{Color, Point, Position};

/// Whether a point is an eye of this colour that its owner should not fill: own stones on all sides,
/// and the other colour on no more diagonals than the shape can stand.
pub fn is_own_eye(position: &Position, point: Point, color: Color) -> bool {
    let size = position.size();
    let mine = |&&neighbour: &&Point| position.stone(neighbour) == Some(color);
    let (sides, diagonals) = (size.neighbours(point), size.diagonals(point));
    if position.stone(point).is_some() || sides.iter().filter(mine).count() < sides.len() {
        return false;
    }
    let theirs = |&&diagonal: &&Point| position.stone(diagonal) == Some(!color);
    let bad = diagonals.iter().filter(theirs).count();
    bad <= usize::from(diagonals.len() == 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::testing::position;

    #[test]
    fn eyes_and_false_eyes() {
        let board = position(".X..O X.... ..XXO .X.X. ..XO.");
        let size = board.size();
        let eye = |name: &str| is_own_eye(&board, size.parse_point(name).unwrap(), Color::Black);
        assert!(eye("A5"), "a corner");
        assert!(eye("C2"), "one bad diagonal in the middle");
        assert!(!eye("C4"), "not surrounded");
        assert!(!eye("D3"), "a stone");
        let edge = position(".X.X. ..XO. .....");
        let point = edge.size().parse_point("C3").unwrap();
        assert!(!is_own_eye(&edge, point, Color::Black), "a bad diagonal at the edge");
    }
}
