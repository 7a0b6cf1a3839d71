//! A value for every point of a board.

use crate::point::{Point, Size};
use std::ops::{Index, IndexMut};

/// One `T` for each point: stones, ownership, influence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field<T> {
    size: Size,
    values: Box<[T]>,
}

impl<T> Field<T> {
    /// A field made point by point.
    pub fn from_fn(size: Size, make: impl FnMut(Point) -> T) -> Field<T> {
        Field { size, values: size.points().map(make).collect() }
    }

    /// The same value everywhere.
    pub fn filled(size: Size, value: T) -> Field<T>
    where
        T: Clone,
    {
        Field { size, values: vec![value; size.area()].into() }
    }

    /// The values row by row from the upper left; `None` if they are not as many as the points.
    pub fn from_values(size: Size, values: impl Into<Box<[T]>>) -> Option<Field<T>> {
        let values = values.into();
        (values.len() == size.area()).then_some(Field { size, values })
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The values row by row from the upper left.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The values row by row from the upper left, to be changed.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The values row by row from the upper left, without the board.
    pub fn into_values(self) -> Box<[T]> {
        self.values
    }

    /// Every point with its value, row by row from the upper left.
    pub fn iter(&self) -> impl Iterator<Item = (Point, &T)> {
        self.size.points().zip(&self.values)
    }

    /// A field of the same shape with other values.
    pub fn map<U>(&self, mut change: impl FnMut(&T) -> U) -> Field<U> {
        Field { size: self.size, values: self.values.iter().map(&mut change).collect() }
    }
}

impl<T> Index<Point> for Field<T> {
    type Output = T;

    fn index(&self, point: Point) -> &T {
        &self.values[point.index()]
    }
}

impl<T> IndexMut<Point> for Field<T> {
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.values[point.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_in_and_come_out_in_board_order() {
        let size = Size::new(3, 2).unwrap();
        let mut field = Field::from_values(size, vec![0, 1, 2, 3, 4, 5]).unwrap();
        assert!(field.iter().all(|(point, &value)| value == point.index()));
        field.values_mut()[5] = 7;
        assert_eq!(field[size.parse_point("C1").unwrap()], 7);
        assert_eq!(Field::from_values(size, vec![0; 5]), None);
    }
}
