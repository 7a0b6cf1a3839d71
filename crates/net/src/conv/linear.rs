//! Matrices and biases that see one row of numbers at a time.

use super::rows::{add_bias, sum_rows};
use crate::kernel::multiply_small;
use crate::matrix::View;
use crate::segment::Segment;

/// A matrix or a convolution, and the biases added to what comes out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linear {
    pub matrix: Segment,
    pub bias: Segment,
}

impl Linear {
    /// Every row of the input through the matrix, with biases.
    pub fn forward(&self, weights: &[f32], input: &[f32], out: &mut Vec<f32>) {
        apply(self.matrix, weights, input, out);
        add_bias(out, self.bias.of(weights));
    }

    /// Adds the gradient of the weights, and gives that of the input, by that of the output. `transposed` has the
    /// transposes of matrices where they lie among the weights.
    pub fn backward(
        &self,
        transposed: &[f32],
        input: &[f32],
        dout: &[f32],
        dinput: &mut Vec<f32>,
        gradient: &mut [f32],
    ) {
        sum_rows(dout, self.bias.of_mut(gradient));
        apply_back(self.matrix, transposed, input, dout, dinput, gradient);
    }
}

/// Every row of the input through a matrix.
pub(super) fn apply(matrix: Segment, weights: &[f32], input: &[f32], out: &mut Vec<f32>) {
    let count = input.len() / matrix.rows;
    out.resize(count * matrix.columns, 0.0);
    multiply_small(out, 0.0, View::new(input, count, matrix.rows), matrix.view(weights));
}

/// [`Linear::backward`] without biases.
pub(super) fn apply_back(
    matrix: Segment,
    transposed: &[f32],
    input: &[f32],
    dout: &[f32],
    dinput: &mut Vec<f32>,
    gradient: &mut [f32],
) {
    add_gradient(matrix, input, dout, gradient);
    let Segment { rows, columns, .. } = matrix;
    let count = dout.len() / columns;
    dinput.resize(count * rows, 0.0);
    let transposed = View::new(matrix.of(transposed), columns, rows);
    multiply_small(dinput, 0.0, View::new(dout, count, columns), transposed);
}

/// Adds the gradient of a matrix by that of what came out of it.
pub(super) fn add_gradient(matrix: Segment, input: &[f32], dout: &[f32], gradient: &mut [f32]) {
    let Segment { rows, columns, .. } = matrix;
    let count = dout.len() / columns;
    let input = View::new(input, count, rows).transposed();
    multiply_small(matrix.of_mut(gradient), 1.0, input, View::new(dout, count, columns));
}
