//! What is done with the channels of each point alone, forward and backward.

use crate::kernel::{LANES, wide};

/// Nothing is divided by less than the root of this.
const SMALLEST: f32 = 1e-5;

/// Every point's channels brought to mean square one.
#[derive(Clone, Debug, Default)]
pub(super) struct Normed {
    /// The channels; a row of zeros at the end.
    pub values: Vec<f32>,
    /// What they were multiplied by, by point.
    scale: Vec<f32>,
}

impl Normed {
    pub fn forward(&mut self, trunk: &[f32], channels: usize) {
        let rows = trunk.len() / channels;
        with_zeros(&mut self.values, rows, channels);
        self.scale.resize(rows, 0.0);
        norm_rows(trunk, channels, &mut self.values, &mut self.scale);
    }

    /// By the gradient of the values: that of the trunk is put, or added to what is there.
    pub fn backward(&self, gradient: &[f32], channels: usize, trunk: &mut [f32], adds: bool) {
        norm_back(gradient, &self.values, &self.scale, channels, trunk, adds);
    }
}

/// So many rows, and one of zeros.
pub(super) fn with_zeros(values: &mut Vec<f32>, rows: usize, channels: usize) {
    values.resize((rows + 1) * channels, 0.0);
    values[rows * channels..].fill(0.0);
}

wide! {
    fn norm_rows<'a>(trunk: &'a [f32], channels: usize, normed: &'a mut [f32], scale: &'a mut [f32]) {
        let each = trunk.chunks_exact(channels).zip(normed.chunks_exact_mut(channels));
        for ((from, to), scale) in each.zip(scale) {
            *scale = 1.0 / (dot(from, from) / channels as f32 + SMALLEST).sqrt();
            for (to, from) in to.iter_mut().zip(from) {
                *to = from * *scale;
            }
        }
    }
}

wide! {
    fn norm_back<'a>(
        gradient: &'a [f32],
        normed: &'a [f32],
        scale: &'a [f32],
        channels: usize,
        trunk: &'a mut [f32],
        adds: bool,
    ) {
        let rows = gradient.chunks_exact(channels).zip(normed.chunks_exact(channels));
        for (((slope, normed), out), scale) in rows.zip(trunk.chunks_exact_mut(channels)).zip(scale)
        {
            let along = dot(slope, normed) / channels as f32;
            for ((out, slope), normed) in out.iter_mut().zip(slope).zip(normed) {
                let back = scale * (slope - along * normed);
                *out = if adds { *out + back } else { back };
            }
        }
    }
}

/// The sum of products, in as many sums side by side as the widest vector has.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

wide! {
    /// What is below zero becomes zero.
    pub(super) fn relu<'a>(values: &'a mut [f32]) {
        values.iter_mut().for_each(|value| *value = value.max(0.0));
    }
}

wide! {
    /// There is no gradient where nothing was positive.
    pub(super) fn relu_back<'a>(gradient: &'a mut [f32], out: &'a [f32]) {
        for (slope, &out) in gradient.iter_mut().zip(out) {
            *slope = if out > 0.0 { *slope } else { 0.0 };
        }
    }
}

wide! {
    pub(super) fn add<'a>(values: &'a mut [f32], more: &'a [f32]) {
        values.iter_mut().zip(more).for_each(|(value, more)| *value += more);
    }
}

wide! {
    pub(super) fn add_bias<'a>(values: &'a mut [f32], bias: &'a [f32]) {
        for row in values.chunks_exact_mut(bias.len()) {
            row.iter_mut().zip(bias).for_each(|(value, bias)| *value += bias);
        }
    }
}

wide! {
    /// The gradient of biases: adds all rows.
    pub(super) fn sum_rows<'a>(values: &'a [f32], sums: &'a mut [f32]) {
        for row in values.chunks_exact(sums.len()) {
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
    }
}
