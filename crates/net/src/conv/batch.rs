//! What a tower is asked and what it answers, for a few boards at once.

use super::layout::Shape;
use super::winograd::Tiling;
use std::sync::Arc;

/// A few boards of one size to be looked at.
#[derive(Clone, Debug)]
pub struct Batch {
    pub(super) tiling: Arc<Tiling>,
    pub(super) count: usize,
    /// How many planes a point has, and how many numbers a board.
    planes: usize,
    numbers_width: usize,
    /// Of each point its planes, and a row of zeros after the last board.
    pub(super) points: Vec<f32>,
    /// Of each board its numbers, filled up with zeros.
    pub(super) numbers: Vec<f32>,
    /// The part of each point, numbered through all boards.
    pub(super) parts: Vec<u32>,
    /// How many points each part has.
    pub(super) part_sizes: Vec<u32>,
    /// The first part of each board, and of the one that would come next.
    pub(super) first_parts: Vec<u32>,
}

impl Batch {
    /// No board yet, of the size of a tiling, for towers of this shape.
    pub fn new(tiling: Arc<Tiling>, shape: &Shape) -> Batch {
        Batch {
            tiling,
            count: 0,
            planes: shape.planes,
            numbers_width: shape.numbers,
            points: vec![0.0; shape.planes],
            numbers: Vec::new(),
            parts: Vec::new(),
            part_sizes: Vec::new(),
            first_parts: vec![0],
        }
    }

    /// Forgets all boards so far.
    pub fn clear(&mut self) {
        self.count = 0;
        self.points.truncate(self.planes);
        self.numbers.clear();
        self.parts.clear();
        self.part_sizes.clear();
        self.first_parts.truncate(1);
    }

    /// One more: of each point its planes and its part, and the numbers of the whole.
    ///
    /// # Panics
    /// If they are not as many as the tiling and the shape say.
    pub fn push(&mut self, points: &[f32], numbers: &[f32], parts: &[u16]) {
        let (area, planes) = (self.area(), self.planes);
        assert_eq!(points.len(), area * planes, "planes of a board of {area} points");
        assert_eq!(parts.len(), area, "parts of a board of {area} points");
        assert!(numbers.len() <= self.numbers_width, "at most {} numbers", self.numbers_width);
        self.points.truncate(self.count * area * planes);
        self.points.extend_from_slice(points);
        self.count += 1;
        self.points.resize((self.count * area + 1) * planes, 0.0);
        self.numbers.extend_from_slice(numbers);
        self.numbers.resize(self.count * self.numbers_width, 0.0);
        let first = self.part_sizes.len() as u32;
        for &part in parts {
            let part = first + u32::from(part);
            if part as usize >= self.part_sizes.len() {
                self.part_sizes.resize(part as usize + 1, 0);
            }
            self.part_sizes[part as usize] += 1;
            self.parts.push(part);
        }
        self.first_parts.push(self.part_sizes.len() as u32);
    }

    /// How many boards.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many points a board has.
    pub(super) fn area(&self) -> usize {
        self.tiling.area()
    }
}

/// What a tower says of some boards, board by board.
#[derive(Clone, Copy, Debug)]
pub struct Outputs<'a> {
    /// Of each point its numbers.
    pub points: &'a [f32],
    /// Of each board its numbers.
    pub boards: &'a [f32],
}

impl<'a> Outputs<'a> {
    /// One board after the other; there are so many.
    pub fn each(self, boards: usize) -> impl Iterator<Item = Outputs<'a>> {
        let share = |all: usize| (all / boards.max(1)).max(1);
        let points = self.points.chunks_exact(share(self.points.len()));
        let boards = self.boards.chunks_exact(share(self.boards.len()));
        points.zip(boards).map(|(points, boards)| Outputs { points, boards })
    }
}

/// The gradient of a loss by outputs, board by board.
#[derive(Clone, Debug, Default)]
pub struct OutputGradient {
    /// By the numbers of each point.
    pub points: Vec<f32>,
    /// By the numbers of each board.
    pub boards: Vec<f32>,
}

impl OutputGradient {
    /// Forgets all boards.
    pub fn clear(&mut self) {
        self.points.clear();
        self.boards.clear();
    }

    /// Zeros for one board more, to be filled: by its points' numbers and by its own.
    pub fn push(&mut self, outputs: Outputs<'_>) -> (&mut [f32], &mut [f32]) {
        let (points, boards) = (self.points.len(), self.boards.len());
        self.points.resize(points + outputs.points.len(), 0.0);
        self.boards.resize(boards + outputs.boards.len(), 0.0);
        (&mut self.points[points..], &mut self.boards[boards..])
    }
}
