//! Handicap stones on their customary places.

use crate::color::Color;
use crate::point::{Point, Size, star_line};
use crate::setup::Setup;

/// The most stones that have customary places on this board; 0 if the board is too small.
pub fn most(size: Size) -> usize {
    let (width, height) = (size.width(), size.height());
    if width < 7 || height < 7 {
        0
    } else if width % 2 == 0 || height % 2 == 0 || width == 7 || height == 7 {
        4
    } else {
        9
    }
}

/// The customary places of 2 to 9 handicap stones, in the order of the Go Text Protocol; `None` if
/// this number of stones has none on this board.
pub fn places(size: Size, stones: usize) -> Option<Vec<Point>> {
    if stones < 2 || stones > most(size) {
        return None;
    }
    let (left, top) = (star_line(size.width()), star_line(size.height()));
    let (right, bottom) = (size.width() - 1 - left, size.height() - 1 - top);
    let (middle_x, middle_y) = (size.width() / 2, size.height() / 2);
    let corners = [(left, bottom), (right, top), (left, top), (right, bottom)];
    let sides = [(left, middle_y), (right, middle_y), (middle_x, top), (middle_x, bottom)];
    let centre = (middle_x, middle_y);
    let mut chosen: Vec<(usize, usize)> = corners.into_iter().take(stones.min(4)).collect();
    chosen.extend(sides.into_iter().take((stones.saturating_sub(4) / 2) * 2));
    if stones > 4 && stones % 2 == 1 {
        chosen.push(centre);
    }
    chosen.into_iter().map(|(x, y)| size.point(x, y)).collect()
}

/// An otherwise empty board with the customary stones, White to move.
pub fn setup(size: Size, stones: usize) -> Option<Setup> {
    let mut setup = Setup::empty(size);
    for point in places(size, stones)? {
        setup.stones[point] = Some(Color::Black);
    }
    setup.to_play = Color::White;
    Some(setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(side: usize, stones: usize) -> String {
        let size = Size::square(side).unwrap();
        let places = places(size, stones).unwrap();
        places.iter().map(|&p| size.vertex(p).to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn customary_places() {
        assert_eq!(names(19, 2), "D4 Q16");
        assert_eq!(names(19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(names(19, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(names(19, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(names(19, 8), "D4 Q16 D16 Q4 D10 Q10 K16 K4");
        assert_eq!(names(19, 9), "D4 Q16 D16 Q4 D10 Q10 K16 K4 K10");
        assert_eq!(names(9, 3), "C3 G7 C7");
        assert_eq!(names(13, 4), "D4 K10 D10 K4");
        assert_eq!(names(8, 4), "C3 F6 C6 F3");
    }

    #[test]
    fn numbers_without_places() {
        for (side, stones) in [(19, 0), (19, 1), (19, 10), (18, 5), (7, 5), (6, 2)] {
            assert_eq!(places(Size::square(side).unwrap(), stones), None, "{stones} on {side}");
        }
    }
}
