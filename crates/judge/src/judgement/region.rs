//! The board in nine regions with names.

use aji_rules::{Field, Point, Size};

/// Boards with fewer lines, either way, are one region.
const LEAST_SIDE: usize = 7;

aji_rules::named! {
    /// A part of the board.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Region {
        /// All of a small board.
        Board = "the board",
        UpperLeft = "upper left",
        UpperSide = "upper side",
        UpperRight = "upper right",
        LeftSide = "left side",
        Centre = "centre",
        RightSide = "right side",
        LowerLeft = "lower left",
        LowerSide = "lower side",
        LowerRight = "lower right",
    }
}

/// Row by row.
const NINE: [[Region; 3]; 3] = [
    [Region::UpperLeft, Region::UpperSide, Region::UpperRight],
    [Region::LeftSide, Region::Centre, Region::RightSide],
    [Region::LowerLeft, Region::LowerSide, Region::LowerRight],
];

impl Region {
    /// The regions of a board, row by row.
    pub fn all(size: Size) -> Vec<Region> {
        if is_one(size) { vec![Region::Board] } else { NINE.as_flattened().to_vec() }
    }

    /// Where a point is.
    pub fn of(size: Size, point: Point) -> Region {
        if is_one(size) {
            return Region::Board;
        }
        let (x, y) = size.xy(point);
        NINE[third(y, size.height())][third(x, size.width())]
    }

    /// The sum of a field over each region, row by row.
    pub fn sums(field: &Field<f64>) -> Vec<(Region, f64)> {
        let size = field.size();
        let mut sums: Vec<_> = Region::all(size).into_iter().map(|region| (region, 0.0)).collect();
        for (point, value) in field.iter() {
            let here = Region::of(size, point);
            if let Some((_, sum)) = sums.iter_mut().find(|(region, _)| *region == here) {
                *sum += value;
            }
        }
        sums
    }
}

fn is_one(size: Size) -> bool {
    size.width().min(size.height()) < LEAST_SIDE
}

/// Which third of a side a line is in. The outer thirds are equal, and the nearest number of lines to
/// a third: 6, 7 and 6 of 19.
fn third(line: usize, side: usize) -> usize {
    let outer = (side + 1) / 3;
    usize::from(line >= outer) + usize::from(line >= side - outer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_in_one_sum() {
        let sums = Region::sums(&Field::filled(Size::NINETEEN, 1.0));
        let points: Vec<f64> = sums.iter().map(|(_, sum)| *sum).collect();
        assert_eq!(points, [36.0, 42.0, 36.0, 42.0, 49.0, 42.0, 36.0, 42.0, 36.0]);
    }

    #[test]
    fn sides_are_cut_in_thirds() {
        let cut = |side| {
            let mut lines = [0; 3];
            (0..side).for_each(|line| lines[third(line, side)] += 1);
            lines
        };
        let sides = [7, 8, 9, 10, 11, 13, 19, 25];
        let cuts = [
            [2, 3, 2],
            [3, 2, 3],
            [3, 3, 3],
            [3, 4, 3],
            [4, 3, 4],
            [4, 5, 4],
            [6, 7, 6],
            [8, 9, 8],
        ];
        assert_eq!(sides.map(cut), cuts);
    }

    #[test]
    fn points_are_where_people_say() {
        let size = Size::NINETEEN;
        let names = ["A19", "K19", "T19", "A10", "K10", "T10", "A1", "K1", "T1", "F14", "G13"]
            .map(|vertex| Region::of(size, size.parse_point(vertex).unwrap()).name());
        assert_eq!(
            names,
            [
                "upper left",
                "upper side",
                "upper right",
                "left side",
                "centre",
                "right side",
                "lower left",
                "lower side",
                "lower right",
                "upper left",
                "centre"
            ]
        );
        let small = Size::new(19, 6).unwrap();
        assert!(small.points().all(|point| Region::of(small, point) == Region::Board));
        assert_eq!(Region::all(small), [Region::Board]);
    }
}
