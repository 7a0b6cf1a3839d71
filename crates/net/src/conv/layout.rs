//! Which weights a tower has, and where they are in its one flat list.

use super::linear::Linear;
use super::winograd::TAPS;
use crate::segment::Segment;
use serde::{Deserialize, Serialize};

/// What a tower is made of. All but `numbers` and `blocks` are multiples of [`LANES`](super::LANES).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// Numbers seen of each point.
    pub planes: usize,
    /// Numbers seen of the whole, filled up with zeros.
    pub numbers: usize,
    /// Channels of the trunk.
    pub channels: usize,
    /// Residual blocks, of two convolutions each.
    pub blocks: usize,
    /// Whether each point is shown its part.
    pub has_parts: bool,
    /// Channels of the heads.
    pub hidden: usize,
    /// Numbers answered for each point.
    pub point_outputs: usize,
    /// Numbers answered for the whole.
    pub board_outputs: usize,
}

/// The weights of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub first: Linear,
    pub second: Linear,
    /// From the means and maxima of a part to the channels of its points.
    pub part: Segment,
    /// The same of the whole board.
    pub board: Segment,
}

/// Segments before the blocks, and of each of them.
const SEGMENTS_BEFORE: usize = 3;
const SEGMENTS_A_BLOCK: usize = 6;

/// All weights in order.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub input: Linear,
    pub numbers: Segment,
    pub blocks: Vec<Block>,
    pub hidden: Linear,
    pub points: Linear,
    pub board_hidden: Linear,
    pub board: Linear,
    pub segments: Vec<Segment>,
}

impl Layout {
    /// The first one, then two a block.
    pub fn convolutions(&self) -> impl Iterator<Item = Segment> + '_ {
        self.segments.iter().copied().filter(|segment| segment.is_convolution)
    }
}

/// Segments one after the other.
#[derive(Default)]
struct Segments {
    next: usize,
    all: Vec<Segment>,
}

impl Segments {
    fn add(&mut self, segment: Segment) -> Segment {
        self.all.push(segment);
        segment
    }

    fn matrix(&mut self, rows: usize, columns: usize, gain: f32) -> Segment {
        let matrix = Segment::matrix(&mut self.next, rows, columns, f64::from(gain));
        self.add(matrix)
    }

    fn linear(&mut self, rows: usize, columns: usize, gain: f32) -> Linear {
        let matrix = self.matrix(rows, columns, gain);
        let bias = Segment::bias(&mut self.next, columns);
        Linear { matrix, bias: self.add(bias) }
    }

    fn convolution(&mut self, from: usize, to: usize, gain: f32) -> Linear {
        let matrix = Segment::matrix(&mut self.next, TAPS * from, to, f64::from(gain));
        let bias = Segment::bias(&mut self.next, to);
        let matrix = self.add(Segment { is_convolution: true, ..matrix });
        Linear { matrix, bias: self.add(bias) }
    }
}

impl Shape {
    pub(super) fn layout(&self) -> Layout {
        let Shape { channels, hidden, .. } = *self;
        let mut segments = Segments::default();
        let of_parts = if self.has_parts { 2 * channels } else { 0 };
        Layout {
            input: segments.convolution(self.planes, channels, 1.0),
            numbers: segments.matrix(self.numbers, channels, 1.0),
            blocks: (0..self.blocks)
                .map(|_| Block {
                    first: segments.convolution(channels, channels, 1.0),
                    // Blocks begin by adding nothing, or nearly so.
                    second: segments.convolution(channels, channels, 0.1),
                    part: segments.matrix(of_parts, channels, 0.1),
                    board: segments.matrix(2 * channels, channels, 0.1),
                })
                .collect(),
            hidden: segments.linear(channels, hidden, 1.0),
            points: segments.linear(hidden, self.point_outputs, 0.2),
            board_hidden: segments.linear(2 * hidden + self.numbers, hidden, 1.0),
            board: segments.linear(hidden, self.board_outputs, 0.2),
            segments: segments.all,
        }
    }

    /// All weights, in the order in which they lie.
    pub fn segments(&self) -> Vec<Segment> {
        self.layout().segments
    }

    /// How many weights there are.
    pub fn weights(&self) -> usize {
        self.layout().segments.last().map_or(0, |last| last.range().end)
    }

    /// Weights to begin with, from numbers that are spread evenly over 0 to 1.
    pub fn begin(&self, mut unit: impl FnMut() -> f64) -> Vec<f32> {
        let mut weights = vec![0.0; self.weights()];
        self.segments().iter().for_each(|segment| segment.begin(&mut weights, &mut unit));
        weights
    }

    /// Weights for a larger tower, with more blocks or channels, that answers as this one does with its `weights`: what
    /// is new begins with numbers as in [`begin`](Shape::begin) where it hears, and with zeros where it speaks. `None`
    /// if the other is not larger, or differs in more than that.
    pub fn grow(&self, weights: &[f32], to: &Shape, unit: impl FnMut() -> f64) -> Option<Vec<f32>> {
        let is_larger = to.channels >= self.channels && to.blocks >= self.blocks;
        let same = Shape { channels: to.channels, blocks: to.blocks, ..*self } == *to;
        if !is_larger || !same || weights.len() != self.weights() {
            return None;
        }
        let (old, new) = (self.layout(), to.layout());
        // Blocks come after the same segments, and the same ones come after them.
        let (before, after) = (
            SEGMENTS_BEFORE + SEGMENTS_A_BLOCK * old.blocks.len(),
            new.blocks.len() - old.blocks.len(),
        );
        let others = new.segments[before + SEGMENTS_A_BLOCK * after..].iter();
        let old_ones = new.segments[..before].iter().chain(others);
        let hears = |segment: &Segment| {
            let mut first = new.blocks.iter().map(|block| block.first.matrix);
            *segment == new.hidden.matrix || first.any(|first| first == *segment)
        };
        let mut grown = to.begin(unit);
        for (from, to) in old.segments.iter().zip(old_ones) {
            // As each of a point's channels is divided by the root of the mean square of all, silent ones make the
            // others louder.
            let soft = if hears(to) { (from.rows as f32 / to.rows as f32).sqrt() } else { 1.0 };
            // Rows are those of channels, once or several times over.
            let (some, more) =
                if from.rows == to.rows { (1, 1) } else { (self.channels, new.numbers.columns) };
            for row in 0..to.rows {
                let line = &mut grown[to.first + row * to.columns..][..to.columns];
                let (old_line, new_columns) = line.split_at_mut(from.columns);
                let is_new = row % more >= some;
                if !hears(to) {
                    new_columns.fill(0.0);
                    if is_new {
                        old_line.fill(0.0);
                    }
                }
                if !is_new {
                    let old_row = row / more * some + row % more;
                    let old = &weights[from.first + old_row * from.columns..][..from.columns];
                    old_line.iter_mut().zip(old).for_each(|(new, old)| *new = old * soft);
                }
            }
        }
        for block in &new.blocks[old.blocks.len()..] {
            let second = block.second;
            for segment in [second.matrix, second.bias, block.part, block.board] {
                segment.of_mut(&mut grown).fill(0.0);
            }
        }
        Some(grown)
    }

    /// In words, for model files: two shapes of the same words have the same weights.
    pub fn words(&self) -> String {
        format!(
            "{} blocks of {} channels{}, {} planes and {} numbers to {} and {} through {}",
            self.blocks,
            self.channels,
            if self.has_parts { " with parts" } else { "" },
            self.planes,
            self.numbers,
            self.point_outputs,
            self.board_outputs,
            self.hidden,
        )
    }
}
