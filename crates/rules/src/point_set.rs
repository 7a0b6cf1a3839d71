//! Sets of points: small, copied freely, no heap.

use crate::point::{MAX_AREA, Point};
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

const WORDS: usize = MAX_AREA.div_ceil(64);

/// A set of points of one board.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The set without points.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// Adds a point; says whether it was new.
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = place(point);
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Takes a point out; says whether it was there.
    pub fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = place(point);
        let there = self.0[word] & bit != 0;
        self.0[word] &= !bit;
        there
    }

    /// Whether the point is in the set.
    pub fn contains(&self, point: Point) -> bool {
        let (word, bit) = place(point);
        self.0[word] & bit != 0
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no point.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether all points are in the other set too.
    pub fn is_subset(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The first point in board order.
    pub fn first(&self) -> Option<Point> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Point::from_index((word * 64) as u16 + self.0[word].trailing_zeros() as u16))
    }

    /// The points in board order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors((word != 0).then_some(word), |&rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| Point::from_index((index * 64) as u16 + rest.trailing_zeros() as u16))
        })
    }
}

fn place(point: Point) -> (usize, u64) {
    (point.index() / 64, 1 << (point.index() % 64))
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl BitOr for PointSet {
    type Output = PointSet;

    fn bitor(self, other: PointSet) -> PointSet {
        PointSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: PointSet) {
        *self = *self | other;
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;

    fn bitand(self, other: PointSet) -> PointSet {
        PointSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl Sub for PointSet {
    type Output = PointSet;

    fn sub(self, other: PointSet) -> PointSet {
        PointSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Point::index)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(indices: &BTreeSet<usize>) -> PointSet {
        let size = Size::square(25).unwrap();
        indices.iter().map(|&index| size.point_at(index).unwrap()).collect()
    }

    fn indices() -> impl Strategy<Value = BTreeSet<usize>> {
        proptest::collection::btree_set(0..MAX_AREA, 0..80)
    }

    proptest! {
        #[test]
        fn does_what_an_ordinary_set_does(a in indices(), b in indices()) {
            let back = |s: PointSet| s.iter().map(Point::index).collect::<BTreeSet<_>>();
            prop_assert_eq!(back(set(&a)), a.clone());
            prop_assert_eq!(set(&a).len(), a.len());
            prop_assert_eq!(back(set(&a) | set(&b)), &a | &b);
            prop_assert_eq!(back(set(&a) & set(&b)), &a & &b);
            prop_assert_eq!(back(set(&a) - set(&b)), &a - &b);
            prop_assert_eq!(set(&a).is_subset(&set(&b)), a.is_subset(&b));
        }
    }
}
