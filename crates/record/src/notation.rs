//! Points and moves in the letters of SGF.

use aji_rules::{Move, Point, Size};

/// Reads a point of SGF: two letters, column from the left and row from the top.
pub fn parse_point(size: Size, value: &str) -> Option<Point> {
    let &[x, y] = value.trim().as_bytes() else {
        return None;
    };
    let index = |letter: u8| letter.is_ascii_lowercase().then(|| usize::from(letter - b'a'));
    size.point(index(x)?, index(y)?)
}

/// Reads a move of SGF: a point, or a pass written as nothing or, up to 19x19, as `tt`.
pub fn parse_move(size: Size, value: &str) -> Option<Move> {
    let value = value.trim();
    let small = size.width() <= 19 && size.height() <= 19;
    if value.is_empty() || (small && value == "tt") {
        return Some(Move::Pass);
    }
    parse_point(size, value).map(Move::Place)
}

/// Writes a point of SGF.
pub fn point_text(size: Size, point: Point) -> String {
    let (x, y) = size.xy(point);
    [x, y].map(|index| char::from(b'a' + index as u8)).iter().collect()
}

/// Writes a move of SGF; a pass is nothing.
pub fn move_text(size: Size, mv: Move) -> String {
    match mv {
        Move::Place(point) => point_text(size, point),
        Move::Pass => String::new(),
    }
}

/// Reads a list of points, in which `aa:cc` is a rectangle.
pub(crate) fn parse_points(size: Size, value: &str) -> Option<Vec<Point>> {
    let Some((first, last)) = value.split_once(':') else {
        return parse_point(size, value).map(|point| vec![point]);
    };
    let (left, top) = size.xy(parse_point(size, first)?);
    let (right, bottom) = size.xy(parse_point(size, last)?);
    let rows = top.min(bottom)..=top.max(bottom);
    let columns = left.min(right)..=left.max(right);
    Some(rows.flat_map(|y| columns.clone().filter_map(move |x| size.point(x, y))).collect())
}
