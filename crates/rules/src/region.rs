//! Which points hang together along the lines. Whoever walks over a board walks with these.

use crate::field::Field;
use crate::point::{MAX_AREA, Point, Size};
use crate::point_set::PointSet;

/// Points to go on from. No point is met twice, so there is room for all and nothing is allocated.
struct Todo {
    points: [Point; MAX_AREA],
    count: usize,
}

impl Todo {
    fn new() -> Todo {
        Todo { points: [Point::from_index(0); MAX_AREA], count: 0 }
    }

    fn push(&mut self, point: Point) {
        self.points[self.count] = point;
        self.count += 1;
    }

    fn pop(&mut self) -> Option<Point> {
        self.count = self.count.checked_sub(1)?;
        Some(self.points[self.count])
    }
}

impl Size {
    /// Numbers the connected sets of points of one kind, such as chains and empty regions: from 0, in
    /// board order of their first points. Says how many there are.
    pub fn parts<K: PartialEq>(self, kind: impl Fn(Point) -> K) -> (Field<u16>, usize) {
        const UNKNOWN: u16 = u16::MAX;
        let mut parts = Field::filled(self, UNKNOWN);
        let neighbours = &self.geometry().neighbours;
        let mut todo = Todo::new();
        let mut count = 0;
        for start in self.points() {
            if parts[start] != UNKNOWN {
                continue;
            }
            let same = kind(start);
            parts[start] = count;
            todo.push(start);
            while let Some(point) = todo.pop() {
                for &next in neighbours[point.index()].iter() {
                    if parts[next] == UNKNOWN && kind(next) == same {
                        parts[next] = count;
                        todo.push(next);
                    }
                }
            }
            count += 1;
        }
        (parts, usize::from(count))
    }
}

impl PointSet {
    /// The points next to this set and not in it.
    pub fn beside(&self, size: Size) -> PointSet {
        let around: PointSet =
            self.iter().flat_map(|point| size.neighbours(point)).copied().collect();
        around - *self
    }

    /// The connected parts, in board order of their first points.
    pub fn components(self, size: Size) -> impl Iterator<Item = PointSet> {
        let neighbours = &size.geometry().neighbours;
        let mut left = self;
        let mut todo = Todo::new();
        std::iter::from_fn(move || {
            let start = left.first()?;
            left.remove(start);
            let mut part = PointSet::EMPTY;
            todo.push(start);
            while let Some(point) = todo.pop() {
                part.insert(point);
                for &next in neighbours[point.index()].iter() {
                    if left.remove(next) {
                        todo.push(next);
                    }
                }
            }
            Some(part)
        })
    }

    /// This set with all that can be reached from it over points where one may go; `None` if that
    /// is more than so many points.
    pub fn flooded(
        self,
        size: Size,
        most: usize,
        mut may_enter: impl FnMut(Point) -> bool,
    ) -> Option<PointSet> {
        let neighbours = &size.geometry().neighbours;
        let mut all = self;
        let mut count = all.len();
        let mut todo = Todo::new();
        self.iter().for_each(|point| todo.push(point));
        while let Some(point) = todo.pop() {
            if count > most {
                return None;
            }
            for &next in neighbours[point.index()].iter() {
                if !all.contains(next) && may_enter(next) {
                    all.insert(next);
                    todo.push(next);
                    count += 1;
                }
            }
        }
        (count <= most).then_some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::position;
    use proptest::prelude::*;

    #[test]
    fn chains_and_empty_regions_are_numbered_in_board_order() {
        let position = position("X.O XX. .XO");
        let (parts, count) = position.size().parts(|point| position.stone(point));
        assert_eq!((parts.values(), count), (&[0, 1, 2, 0, 0, 3, 4, 0, 5][..], 6));
    }

    #[test]
    fn floods_stop_at_walls_and_at_the_most() {
        let position = position("..XO. ..XX. .....");
        let size = position.size();
        let start: PointSet = size.parse_point("A3").into_iter().collect();
        let is_empty = |point: Point| position.stone(point).is_none();
        assert_eq!(start.flooded(size, 20, is_empty).map(|all| all.len()), Some(11));
        assert_eq!(start.flooded(size, 11, is_empty).map(|all| all.len()), Some(11));
        assert_eq!(start.flooded(size, 10, is_empty), None);
    }

    proptest! {
        #[test]
        fn all_ways_find_the_same_parts(
            width in 1..=25_usize, height in 1..=25_usize, seed in any::<u64>(),
        ) {
            let size = Size::new(width, height).unwrap();
            let is_in = |point: Point| {
                (seed ^ 0x9e37_79b9).wrapping_mul(2 * point.index() as u64 + 1) >> 33 & 1 == 0
            };
            let set: PointSet = size.points().filter(|&point| is_in(point)).collect();
            let (parts, count) = size.parts(is_in);
            let mut found: Vec<PointSet> = set.components(size).collect();
            for part in &found {
                let one = PointSet::from_iter(part.first());
                prop_assert_eq!(one.flooded(size, size.area(), is_in), Some(*part));
                prop_assert!((part.beside(size) & set).is_empty());
            }
            found.extend((PointSet::from_iter(size.points()) - set).components(size));
            prop_assert_eq!(found.len(), count);
            for part in found {
                let number = parts[part.first().unwrap()];
                let same = size.points().filter(|&point| parts[point] == number);
                prop_assert_eq!(same.collect::<PointSet>(), part);
            }
        }
    }
}
