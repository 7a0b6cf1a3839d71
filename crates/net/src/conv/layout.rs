//! Which weights a tower has, and where they are in its one flat list.

use super::winograd::TAPS;
use serde::{Deserialize, Serialize};
use std::ops::Range;

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

/// Some weights: a matrix, or a row of biases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Where they begin.
    pub first: usize,
    /// Rows of the matrix; of a convolution, taps times channels.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// How its weights begin: a share of what keeps the size of signals.
    pub gain: f32,
    /// Whether it is a convolution.
    pub is_convolution: bool,
}

impl Segment {
    /// Where its weights are.
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.rows * self.columns
    }

    /// Whether it is a matrix: biases are one row.
    pub fn is_matrix(&self) -> bool {
        self.rows > 1
    }
}

/// The weights of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub first: Segment,
    pub first_bias: Segment,
    pub second: Segment,
    pub second_bias: Segment,
    /// From the means and maxima of a part to the channels of its points.
    pub part: Segment,
    /// The same of the whole board.
    pub board: Segment,
}

const SEGMENTS_A_BLOCK: usize = 6;

/// All weights in order.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub input_bias: Segment,
    pub numbers: Segment,
    pub blocks: Vec<Block>,
    pub hidden: Segment,
    pub hidden_bias: Segment,
    pub points: Segment,
    pub points_bias: Segment,
    pub board_hidden: Segment,
    pub board_hidden_bias: Segment,
    pub board: Segment,
    pub board_bias: Segment,
    pub segments: Vec<Segment>,
}

impl Layout {
    /// The first one, then two a block.
    pub fn convolutions(&self) -> impl Iterator<Item = Segment> + '_ {
        self.segments.iter().copied().filter(|segment| segment.is_convolution)
    }
}

impl Shape {
    pub(super) fn layout(&self) -> Layout {
        let mut segments: Vec<Segment> = Vec::new();
        let mut next = 0;
        let mut add = |rows: usize, columns: usize, gain: f32, is_convolution: bool| {
            let segment = Segment { first: next, rows, columns, gain, is_convolution };
            next += rows * columns;
            segments.push(segment);
            segment
        };
        let Shape { channels, hidden, .. } = *self;
        add(TAPS * self.planes, channels, 1.0, true);
        let input_bias = add(1, channels, 0.0, false);
        let numbers = add(self.numbers, channels, 1.0, false);
        let mut blocks = Vec::new();
        for _ in 0..self.blocks {
            blocks.push(Block {
                first: add(TAPS * channels, channels, 1.0, true),
                first_bias: add(1, channels, 0.0, false),
                // Blocks begin by adding nothing, or nearly so.
                second: add(TAPS * channels, channels, 0.1, true),
                second_bias: add(1, channels, 0.0, false),
                part: add(if self.has_parts { 2 * channels } else { 0 }, channels, 0.1, false),
                board: add(2 * channels, channels, 0.1, false),
            });
        }
        let hidden_segment = add(channels, hidden, 1.0, false);
        let hidden_bias = add(1, hidden, 0.0, false);
        let points = add(hidden, self.point_outputs, 0.2, false);
        let points_bias = add(1, self.point_outputs, 0.0, false);
        let board_hidden = add(2 * hidden + self.numbers, hidden, 1.0, false);
        let board_hidden_bias = add(1, hidden, 0.0, false);
        let board = add(hidden, self.board_outputs, 0.2, false);
        let board_bias = add(1, self.board_outputs, 0.0, false);
        Layout {
            input_bias,
            numbers,
            blocks,
            hidden: hidden_segment,
            hidden_bias,
            points,
            points_bias,
            board_hidden,
            board_hidden_bias,
            board,
            board_bias,
            segments,
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
        let mut weights = Vec::with_capacity(self.weights());
        for segment in self.segments() {
            // Half of the signals are cut off at zero.
            let size = f64::from(segment.gain) * (6.0 / segment.rows.max(1) as f64).sqrt();
            let count = segment.rows * segment.columns;
            weights.extend((0..count).map(|_| (size * (2.0 * unit() - 1.0)) as f32));
        }
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
        let (before, after) =
            (3 + SEGMENTS_A_BLOCK * old.blocks.len(), new.blocks.len() - old.blocks.len());
        let others = new.segments[before + SEGMENTS_A_BLOCK * after..].iter();
        let old_ones = new.segments[..before].iter().chain(others);
        let hears = |segment: &Segment| {
            *segment == new.hidden || new.blocks.iter().any(|block| block.first == *segment)
        };
        let mut grown = to.begin(unit);
        for (from, to) in old.segments.iter().zip(old_ones) {
            // As each of a point's channels is divided by the root of the mean square of all, silent ones make the
            // others louder.
            let soft = if hears(to) { (from.rows as f32 / to.rows as f32).sqrt() } else { 1.0 };
            // Rows are those of channels, once or several times over.
            let (some, more) =
                if from.rows == to.rows { (1, 1) } else { (self.channels, new.input_bias.columns) };
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
            for segment in [block.second, block.second_bias, block.part, block.board] {
                grown[segment.range()].fill(0.0);
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
