//! Sign by sign: slow, and so plain that the quick matchers are tested against it.

use super::shapes::Cells;
use super::view::WINDOW_AREA;
use super::{Matcher, Shapes, View};
use aji_rules::{Color, Point};

/// Compares every image of every shape with the board, sign by sign.
#[derive(Clone, Debug)]
pub struct Naive {
    /// The images of each shape.
    shapes: Vec<Vec<Cells>>,
}

impl Naive {
    /// Gets ready to find these shapes.
    pub fn new(shapes: &Shapes) -> Naive {
        Naive { shapes: shapes.all().iter().map(|shape| shape.variants()).collect() }
    }
}

impl Matcher for Naive {
    fn visit(&self, view: &View, point: Point, side: Color, mut found: impl FnMut(usize)) {
        let window = view.window(point, side);
        let fits = |cells: &Cells| (0..WINDOW_AREA).all(|at| cells[at].admits(window(at)));
        for (index, variants) in self.shapes.iter().enumerate() {
            if variants.iter().any(fits) {
                found(index);
            }
        }
    }
}
