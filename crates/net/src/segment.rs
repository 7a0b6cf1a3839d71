//! Where the weights of a network are in its one flat list, and how they begin.

use crate::matrix::View;
use std::ops::Range;

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
    pub gain: f64,
    /// How many inputs are reckoned to make that size.
    pub fan_in: usize,
    /// Whether it is a convolution.
    pub is_convolution: bool,
}

impl Segment {
    /// A matrix at this place, which moves on behind it.
    pub(crate) fn matrix(next: &mut usize, rows: usize, columns: usize, gain: f64) -> Segment {
        let first = *next;
        *next += rows * columns;
        Segment { first, rows, columns, gain, fan_in: rows, is_convolution: false }
    }

    /// Biases at this place, which moves on behind them. They begin with zeros.
    pub(crate) fn bias(next: &mut usize, columns: usize) -> Segment {
        Segment::matrix(next, 1, columns, 0.0)
    }

    /// Where its weights are.
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.rows * self.columns
    }

    /// Its own among all weights.
    pub fn of<'a>(&self, weights: &'a [f32]) -> &'a [f32] {
        &weights[self.range()]
    }

    /// Its own among all weights, to be changed.
    pub fn of_mut<'a>(&self, weights: &'a mut [f32]) -> &'a mut [f32] {
        &mut weights[self.range()]
    }

    /// Its own as a matrix.
    pub(crate) fn view<'a>(&self, weights: &'a [f32]) -> View<'a> {
        View::new(self.of(weights), self.rows, self.columns)
    }

    /// Whether it is a matrix: biases are one row.
    pub fn is_matrix(&self) -> bool {
        self.rows > 1
    }

    /// Begins its weights with numbers that are spread evenly over 0 to 1.
    pub(crate) fn begin(&self, weights: &mut [f32], unit: &mut impl FnMut() -> f64) {
        // Half of the signals are cut off at zero, and evenly spread numbers up to sqrt(3) have the variance one.
        let most = self.gain * (6.0 / self.fan_in.max(1) as f64).sqrt();
        for weight in self.of_mut(weights) {
            *weight = (most * (2.0 * unit() - 1.0)) as f32;
        }
    }
}
