//! Muon: steps for matrices whose directions all count the same.
//!
//! A gradient of a matrix mostly points along a few directions. Muon takes its running mean, makes all its singular
//! values about one by a few rounds of Newton and Schulz's iteration, and steps along that: rare directions learn as
//! fast as frequent ones. What is no matrix, and the last layers, learn by [`Adam`].

use super::Adam;
use crate::matrix::{View, multiply};
use crate::segment::Segment;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// How much of the mean gradient is kept from step to step.
const MEMORY: f32 = 0.95;
/// Rounds of the iteration, and the numbers of its polynomial: the steepest that still bring any value near one.
const ROUNDS: usize = 5;
const POLYNOMIAL: [f32; 3] = [3.4445, -4.7750, 2.0315];
/// Steps of matrices are this long by weight, as those of Adam are in practice: so both take the same rate.
const LENGTH: f32 = 0.2;

/// The state: plain numbers, to be kept and gone on with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Muon {
    adam: Adam,
    mean: Vec<f32>,
}

impl Muon {
    /// Before the first step, for so many weights.
    pub fn new(count: usize) -> Muon {
        Muon { adam: Adam::new(count), mean: vec![0.0; count] }
    }

    /// For how many weights it is.
    pub fn len(&self) -> usize {
        self.mean.len()
    }

    /// Whether that is none.
    pub fn is_empty(&self) -> bool {
        self.mean.is_empty()
    }

    /// A step down the gradient of about `rate` a weight. `segments` says which weights are matrices;
    /// `decay` is the share of each matrix that melts away, times the rate.
    pub fn step(
        &mut self,
        weights: &mut [f32],
        gradient: &[f32],
        segments: &[Segment],
        rate: f32,
        decay: f32,
    ) {
        for (mean, slope) in self.mean.iter_mut().zip(gradient) {
            *mean = MEMORY * *mean + slope;
        }
        let before = weights.to_vec();
        // Adam steps everywhere and is taken back where Muon steps: its state stays one list.
        self.adam.step(weights, gradient, rate, 0.0);
        let steps: Vec<(Segment, Vec<f32>)> = segments
            .par_iter()
            .filter(|segment| is_for_muon(segment))
            .map(|segment| {
                let range = segment.range();
                let ahead = gradient[range.clone()].iter().zip(&self.mean[range]);
                let mut step: Vec<f32> = ahead.map(|(slope, mean)| slope + MEMORY * mean).collect();
                orthogonalise(&mut step, segment.rows, segment.columns);
                (*segment, step)
            })
            .collect();
        for (segment, step) in steps {
            let length = rate * LENGTH * (segment.rows.max(segment.columns) as f32).sqrt();
            let each = weights[segment.range()].iter_mut().zip(&before[segment.range()]);
            for ((weight, before), step) in each.zip(step) {
                *weight = before * (1.0 - rate * decay) - length * step;
            }
        }
    }
}

/// Matrices, but for those of the last layers, which are narrow.
fn is_for_muon(segment: &Segment) -> bool {
    segment.is_matrix() && segment.columns >= 32
}

/// Brings the singular values of a matrix near one; a matrix of zeros stays.
fn orthogonalise(values: &mut [f32], rows: usize, columns: usize) {
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length <= 1e-20 || length.is_nan() {
        return;
    }
    values.iter_mut().for_each(|value| *value /= length);
    let [a, b, c] = POLYNOMIAL;
    let small = rows.min(columns);
    let (mut gram, mut square) = (vec![0.0; small * small], vec![0.0; small * small]);
    let mut next = vec![0.0; values.len()];
    for _ in 0..ROUNDS {
        let x = View::new(values, rows, columns);
        let is_tall = rows >= columns;
        let (left, right) = if is_tall { (x.transposed(), x) } else { (x, x.transposed()) };
        multiply(&mut gram, 0.0, left, right);
        let g = View::new(&gram, small, small);
        multiply(&mut square, 0.0, g, g);
        for (square, gram) in square.iter_mut().zip(&gram) {
            *square = b * gram + c * *square;
        }
        let s = View::new(&square, small, small);
        let (left, right) = if is_tall { (x, s) } else { (s, x) };
        multiply(&mut next, 0.0, left, right);
        for (value, next) in values.iter_mut().zip(&next) {
            *value = a * *value + next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize) -> Vec<f32> {
        let hash = |at: usize| (at as u32 + 1).wrapping_mul(2_654_435_761).rotate_left(9);
        let mixed = |at| hash(hash(at) as usize) >> 8;
        (0..count).map(|at| (mixed(at) % 2001) as f32 / 1000.0 - 1.0).collect()
    }

    #[test]
    fn all_directions_of_a_step_are_about_as_long() {
        for (rows, columns) in [(40, 8), (8, 40), (8, 8)] {
            let mut step = numbers(rows * columns);
            orthogonalise(&mut step, rows, columns);
            let small = rows.min(columns);
            let x = View::new(&step, rows, columns);
            let mut gram = vec![0.0; small * small];
            let (left, right) =
                if rows >= columns { (x.transposed(), x) } else { (x, x.transposed()) };
            multiply(&mut gram, 0.0, left, right);
            for i in 0..small {
                for j in 0..small {
                    let value = gram[i * small + j];
                    let good = if i == j { (0.4..1.6).contains(&value) } else { value.abs() < 0.5 };
                    assert!(good, "{rows}x{columns} {i} {j} {value}");
                }
            }
        }
    }

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        let next = &mut 0;
        let segments = [Segment::matrix(next, 4, 32, 1.0), Segment::bias(next, 32)];
        let target = numbers(160);
        let mut weights = vec![0.0; 160];
        let mut muon = Muon::new(160);
        for step in 0..400 {
            let gradient: Vec<f32> = weights.iter().zip(&target).map(|(w, t)| w - t).collect();
            muon.step(&mut weights, &gradient, &segments, 0.05 * (1.0 - step as f32 / 400.0), 0.0);
        }
        for (weight, target) in weights.iter().zip(&target) {
            assert!((weight - target).abs() < 0.05, "{weight} {target}");
        }
    }
}
