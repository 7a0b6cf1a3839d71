//! Stones put on a board, with nothing promised.

use crate::color::{ByColor, Color};
use crate::field::Field;
use crate::point::{Point, Size};
use crate::point_set::PointSet;

/// A position that may be nonsense: anybody may write anything here. [`crate::Position::try_from`]
/// checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The stones.
    pub stones: Field<Option<Color>>,
    /// Who moves next.
    pub to_play: Color,
    /// Where the side to move may not retake a ko.
    pub ko: Option<Point>,
    /// How many stones each colour has captured so far.
    pub captures: ByColor<u32>,
}

impl Setup {
    /// An empty board, Black to move.
    pub fn empty(size: Size) -> Setup {
        Setup::with_stones(Field::filled(size, None))
    }

    /// These stones, Black to move.
    pub fn with_stones(stones: Field<Option<Color>>) -> Setup {
        Setup { stones, to_play: Color::Black, ko: None, captures: ByColor::default() }
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.stones.size()
    }

    /// All stones that have no liberty.
    pub fn breathless(&self) -> PointSet {
        let size = self.size();
        let (chains, count) = size.parts(|point| self.stones[point]);
        let mut breathes = vec![false; count];
        for point in size.points().filter(|&point| self.stones[point].is_none()) {
            for &beside in size.neighbours(point) {
                breathes[usize::from(chains[beside])] = true;
            }
        }
        let is_breathless =
            |&point: &Point| self.stones[point].is_some() && !breathes[usize::from(chains[point])];
        size.points().filter(is_breathless).collect()
    }
}

/// Why a setup is no position; all reasons at once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct SetupError {
    /// The setup as it was given.
    pub setup: Setup,
    /// Stones without a liberty.
    pub breathless: PointSet,
    /// The ko point, if nothing can have been captured there just now.
    pub wrong_ko: Option<Point>,
}

impl SetupError {
    fn sentence(&self) -> String {
        let size = self.setup.size();
        let mut reasons = Vec::new();
        if let Some(first) = self.breathless.iter().next() {
            let (count, vertex) = (self.breathless.len(), size.vertex(first));
            reasons.push(match count {
                1 => format!("the stone at {vertex} has no liberty"),
                _ => format!("{count} stones have no liberty, among them {vertex}"),
            });
        }
        if let Some(ko) = self.wrong_ko {
            // It may be a point of another board, which has no name on this one.
            let vertex = size.point_at(ko.index()).map(|point| size.vertex(point).to_string());
            reasons
                .push(format!("there is no ko at {}", vertex.as_deref().unwrap_or("that point")));
        }
        reasons.join(", and ")
    }
}
