//! The products that all layers are made of.

use crate::matrix::View;
use crate::segment::Segment;

/// One of the ways to multiply matrices: [`multiply`](crate::matrix::multiply) or one of its siblings.
pub(super) type Product = fn(&mut [f32], f32, View<'_>, View<'_>);

/// Linear layers: where their weights are, and the way to multiply that suits their sizes.
#[derive(Clone, Copy)]
pub(super) struct Linear<'a> {
    /// All weights of the network.
    pub weights: &'a [f32],
    pub multiply: Product,
}

impl Linear<'_> {
    /// `out = input * matrix + bias`, for one row of inputs or more.
    pub fn forward(&self, matrix: Segment, input: &[f32], bias: &[f32], out: &mut [f32]) {
        let Segment { rows, columns, .. } = matrix;
        out.chunks_exact_mut(columns).for_each(|out| out.copy_from_slice(bias));
        let input = View::new(input, out.len() / columns, rows);
        (self.multiply)(out, 1.0, input, matrix.view(self.weights));
    }

    /// Adds the gradient of a matrix to that of all weights, by that of the outputs.
    pub fn add_gradient(&self, matrix: Segment, input: &[f32], dout: &[f32], gradient: &mut [f32]) {
        let rows = dout.len() / matrix.columns;
        let input = match rows {
            1 => View::new(input, matrix.rows, 1),
            _ => View::new(input, rows, matrix.rows).transposed(),
        };
        let dout = View::new(dout, rows, matrix.columns);
        (self.multiply)(matrix.of_mut(gradient), 1.0, input, dout);
    }

    /// The gradient of the inputs, by that of the outputs.
    pub fn backward(&self, matrix: Segment, dout: &[f32], dinput: &mut [f32]) {
        let dout = View::new(dout, dout.len() / matrix.columns, matrix.columns);
        (self.multiply)(dinput, 0.0, dout, matrix.view(self.weights).transposed());
    }
}

pub(super) fn add(sum: &mut [f32], values: &[f32]) {
    sum.iter_mut().zip(values).for_each(|(sum, &value)| *sum += value);
}

/// No gradient where there was nothing positive.
pub(super) fn hold(gradient: &mut [f32], x: &[f32]) {
    for (slope, &x) in gradient.iter_mut().zip(x) {
        if x <= 0.0 {
            *slope = 0.0;
        }
    }
}
