//! The eight ways to turn a board onto itself, and the exchange of colours.

use crate::color::Color;
use crate::field::Field;
use crate::point::{Move, Point, Size};
use crate::point_set::PointSet;
use crate::position::Position;
use crate::setup::Setup;

/// One of the eight symmetries of the square: perhaps a flip of rows with columns, then perhaps a
/// mirror of the columns, then perhaps a mirror of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    mirror_x: bool,
    mirror_y: bool,
}

impl Symmetry {
    /// Changes nothing.
    pub const IDENTITY: Symmetry = Symmetry { transpose: false, mirror_x: false, mirror_y: false };

    /// All eight, the identity first. On a board that is not square four of them turn its shape.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::IDENTITY; 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Symmetry {
                mirror_x: index & 1 != 0,
                mirror_y: index & 2 != 0,
                transpose: index & 4 != 0,
            };
            index += 1;
        }
        all
    };

    /// The shape of a board after it.
    pub fn size(self, size: Size) -> Size {
        if self.transpose { size.transposed() } else { size }
    }

    /// Where a point of a board of this size goes.
    pub fn point(self, size: Size, point: Point) -> Point {
        size.geometry().images[self.index()][point.index()]
    }

    /// Its place in [`Symmetry::ALL`].
    fn index(self) -> usize {
        usize::from(self.mirror_x)
            | usize::from(self.mirror_y) << 1
            | usize::from(self.transpose) << 2
    }

    /// What [`Symmetry::point`] looks up.
    pub(crate) fn image(self, size: Size, point: Point) -> Point {
        let after = self.size(size);
        let (x, y) = size.xy(point);
        let (x, y) = if self.transpose { (y, x) } else { (x, y) };
        let x = if self.mirror_x { after.width() - 1 - x } else { x };
        let y = if self.mirror_y { after.height() - 1 - y } else { y };
        Point::from_index((y * after.width() + x) as u16)
    }

    /// The symmetry that takes it back.
    pub fn inverse(self) -> Symmetry {
        match self.transpose {
            // Mirroring the columns after the flip is mirroring the rows before it.
            true => Symmetry { mirror_x: self.mirror_y, mirror_y: self.mirror_x, ..self },
            false => self,
        }
    }

    /// This one, then `next`.
    pub fn then(self, next: Symmetry) -> Symmetry {
        let (x, y) = match next.transpose {
            true => (self.mirror_y, self.mirror_x),
            false => (self.mirror_x, self.mirror_y),
        };
        Symmetry {
            transpose: self.transpose != next.transpose,
            mirror_x: x != next.mirror_x,
            mirror_y: y != next.mirror_y,
        }
    }
}

/// What can be turned with the board.
pub trait Turn: Sized {
    /// The same thing on the turned board.
    fn turned(&self, symmetry: Symmetry) -> Self;
}

/// What has colours that can be exchanged.
pub trait SwapColors: Sized {
    /// The same thing with Black and White exchanged.
    fn colors_swapped(&self) -> Self;
}

impl<T: Clone> Turn for Field<T> {
    fn turned(&self, symmetry: Symmetry) -> Field<T> {
        let back = symmetry.inverse();
        let size = symmetry.size(self.size());
        Field::from_fn(size, |point| self[back.point(size, point)].clone())
    }
}

impl Turn for Setup {
    fn turned(&self, symmetry: Symmetry) -> Setup {
        Setup {
            stones: self.stones.turned(symmetry),
            ko: self.ko.map(|ko| symmetry.point(self.size(), ko)),
            ..*self
        }
    }
}

impl Turn for Position {
    fn turned(&self, symmetry: Symmetry) -> Position {
        rebuilt(Setup::from(self).turned(symmetry))
    }
}

impl SwapColors for Setup {
    fn colors_swapped(&self) -> Setup {
        Setup {
            stones: self.stones.map(|stone| stone.map(|color| !color)),
            to_play: !self.to_play,
            ko: self.ko,
            captures: self.captures.swapped(),
        }
    }
}

impl SwapColors for Position {
    fn colors_swapped(&self) -> Position {
        rebuilt(Setup::from(self).colors_swapped())
    }
}

/// Symmetries keep what makes a position legal.
fn rebuilt(setup: Setup) -> Position {
    Position::try_from(setup).expect("a turned or recoloured legal position is legal")
}

impl SwapColors for Color {
    fn colors_swapped(&self) -> Color {
        !*self
    }
}

impl Symmetry {
    /// Where a move on a board of this size goes.
    pub fn mv(self, size: Size, mv: Move) -> Move {
        match mv {
            Move::Place(point) => Move::Place(self.point(size, point)),
            Move::Pass => Move::Pass,
        }
    }

    /// Where a set of points of a board of this size goes.
    pub fn set(self, size: Size, set: &PointSet) -> PointSet {
        set.iter().map(|point| self.point(size, point)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes() -> [Size; 4] {
        [(1, 1), (2, 5), (9, 9), (25, 24)].map(|(w, h)| Size::new(w, h).unwrap())
    }

    #[test]
    fn they_form_a_group() {
        for one in Symmetry::ALL {
            assert_eq!(one.then(one.inverse()), Symmetry::IDENTITY);
            assert_eq!(one.inverse().then(one), Symmetry::IDENTITY);
            for size in sizes() {
                for next in Symmetry::ALL {
                    let between = one.size(size);
                    assert_eq!(one.then(next).size(size), next.size(between));
                    for point in size.points() {
                        assert_eq!(
                            one.then(next).point(size, point),
                            next.point(between, one.point(size, point))
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn neighbours_stay_neighbours() {
        for symmetry in Symmetry::ALL {
            for size in sizes() {
                let after = symmetry.size(size);
                for point in size.points() {
                    let around: PointSet = size.neighbours(point).iter().copied().collect();
                    let turned = after.neighbours(symmetry.point(size, point));
                    assert_eq!(symmetry.set(size, &around), turned.iter().copied().collect());
                }
            }
        }
    }

    #[test]
    fn fields_turn_with_their_points() {
        let size = Size::new(4, 3).unwrap();
        let field = Field::from_fn(size, Point::index);
        for symmetry in Symmetry::ALL {
            let turned = field.turned(symmetry);
            for point in size.points() {
                assert_eq!(turned[symmetry.point(size, point)], field[point]);
            }
            assert_eq!(turned.turned(symmetry.inverse()), field);
        }
    }
}
