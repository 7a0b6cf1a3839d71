//! The way of the program Goliath: a window of the board is three bitmaps of 25 bits, and a shape
//! fits if all the bits that it asks for are set.
//!
//! Goliath had bitmaps for black, white and empty. We need one more for what is off the board, since
//! edges are drawn in our shapes; and where a shape allows a stone or an empty point, the union of
//! two bitmaps is asked. What must be empty is asked first, since that turns nearly all shapes away.
//! All images of a shape are kept, and the other side's view is the same with two bitmaps exchanged.

use super::shapes::{Cell, Cells};
use super::view::{Sign, WINDOW_AREA};
use super::{Matcher, Shapes, View};
use aji_rules::{Color, Point};

/// Compares every image of every shape with the board, a bitmap at a time.
#[derive(Clone, Debug)]
pub struct Bitmaps {
    images: Vec<Image>,
}

/// An image of a shape: the places where something must be, a bit each.
#[derive(Clone, Debug)]
struct Image {
    shape: usize,
    empty: u32,
    own: u32,
    other: u32,
    edge: u32,
    own_or_empty: u32,
    other_or_empty: u32,
}

impl Image {
    fn new(shape: usize, cells: &Cells) -> Image {
        let places = |signs: &[Sign]| {
            let asked = |at: &usize| cells[*at] == Cell::of(signs);
            (0..WINDOW_AREA).filter(asked).fold(0, |bits, at| bits | 1 << at)
        };
        Image {
            shape,
            empty: places(&[Sign::Empty]),
            own: places(&[Sign::Own]),
            other: places(&[Sign::Other]),
            edge: places(&[Sign::Edge]),
            own_or_empty: places(&[Sign::Own, Sign::Empty]),
            other_or_empty: places(&[Sign::Other, Sign::Empty]),
        }
    }

    #[inline]
    fn fits(&self, [own, other, empty, edge]: [u32; 4]) -> bool {
        let has = |board: u32, asked: u32| board & asked == asked;
        has(empty, self.empty)
            && has(own, self.own)
            && has(other, self.other)
            && has(edge, self.edge)
            && has(own | empty, self.own_or_empty)
            && has(other | empty, self.other_or_empty)
    }
}

impl Bitmaps {
    /// Gets ready to find these shapes.
    pub fn new(shapes: &Shapes) -> Bitmaps {
        let of_shape = shapes.all().iter().enumerate();
        let images = of_shape.flat_map(|(index, shape)| {
            shape.variants().into_iter().map(move |cells| Image::new(index, &cells))
        });
        Bitmaps { images: images.collect() }
    }
}

impl Matcher for Bitmaps {
    fn visit(&self, view: &View, point: Point, side: Color, mut found: impl FnMut(usize)) {
        if !view.is_empty(point) {
            return;
        }
        let board = view.bitmaps(point, side);
        // Images of one shape stand together, and it is reported once.
        let mut last = usize::MAX;
        for image in &self.images {
            if image.shape != last && image.fits(board) {
                last = image.shape;
                found(image.shape);
            }
        }
    }
}
