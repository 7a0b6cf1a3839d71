//! The tower, backward: the gradient of all weights, given that of the outputs.

use super::batch::{Batch, OutputGradient, Outputs};
use super::layout::Shape;
use super::linear::{Linear, add_gradient, apply_back};
use super::pool::{sum_boards, sum_parts, unpool_boards, unpool_parts};
use super::rows::{add, relu_back, sum_rows};
use super::tower::{Tower, Workspace};
use super::winograd::{self, Backward, PLACES, Sizes, TAPS};
use rayon::prelude::*;

/// A tower that learns: with its matrices also transposed, which is how gradients go back through them.
#[derive(Clone, Debug)]
pub struct Learner {
    tower: Tower,
    /// The transformed filters, channels in and out exchanged.
    filters_transposed: Vec<Vec<f32>>,
    /// All other matrices transposed, where they lie among the weights.
    transposed: Vec<f32>,
}

/// The gradient of a loss: by transformed filters, and by all else where it lies among the weights.
#[derive(Clone, Debug)]
pub struct Gradient {
    filters: Vec<Vec<f32>>,
    weights: Vec<f32>,
}

/// Room for what goes back.
#[derive(Clone, Debug, Default)]
pub(super) struct BackWorkspace {
    trunk: Vec<f32>,
    middle: Vec<f32>,
    normed: Vec<f32>,
    told: Vec<f32>,
    pools: Vec<f32>,
    head: Vec<f32>,
    board_hidden: Vec<f32>,
    board_input: Vec<f32>,
}

impl Learner {
    /// Of a tower.
    pub fn new(tower: Tower) -> Learner {
        let transposed = vec![0.0; tower.weights.len()];
        let mut learner = Learner { tower, filters_transposed: Vec::new(), transposed };
        learner.transpose();
        learner
    }

    /// The tower as it is now.
    pub fn tower(&self) -> &Tower {
        &self.tower
    }

    /// With new weights, as many as there were.
    ///
    /// # Panics
    /// If they are not.
    pub fn set_weights(&mut self, weights: &[f32]) {
        self.tower.weights.copy_from_slice(weights);
        self.tower.transform_filters();
        self.transpose();
    }

    fn transpose(&mut self) {
        let tower = &self.tower;
        self.filters_transposed.resize(tower.filters.len(), Vec::new());
        self.filters_transposed.par_iter_mut().zip(&tower.filters).for_each(|(to, from)| {
            to.resize(from.len(), 0.0);
            let plane = from.len() / PLACES;
            for (from, to) in from.chunks_exact(plane).zip(to.chunks_exact_mut(plane)) {
                transpose(from, to, tower.shape.channels);
            }
        });
        let matrices = tower.layout.segments.iter().filter(|segment| !segment.is_convolution);
        for segment in matrices.filter(|segment| segment.is_matrix()) {
            let to = segment.of_mut(&mut self.transposed);
            transpose(segment.of(&tower.weights), to, segment.columns);
        }
    }

    /// No gradient yet.
    pub fn gradient(&self) -> Gradient {
        let filters = self.tower.filters.iter().map(|filters| vec![0.0; filters.len()]).collect();
        Gradient { filters, weights: vec![0.0; self.tower.weights.len()] }
    }

    /// Looks at some boards, and keeps what [`backward`](Learner::backward) needs.
    pub fn forward<'a>(&self, batch: &Batch, work: &'a mut Workspace) -> Outputs<'a> {
        self.tower.forward(batch, work, true)
    }

    /// Adds the gradient of all weights, given that of the last outputs, which were of these boards.
    pub fn backward(
        &self,
        batch: &Batch,
        outputs: &OutputGradient,
        work: &mut Workspace,
        gradient: &mut Gradient,
    ) {
        self.heads_back(batch, outputs, work, &mut gradient.weights);
        let (tower, transposed, area) = (&self.tower, &self.transposed, batch.area());
        let Shape { planes, channels, has_parts, .. } = tower.shape;
        let rows = batch.count * area;
        let Workspace { winograd, seen, back, .. } = work;
        let BackWorkspace { trunk, middle, normed, told, pools, .. } = back;
        let Gradient { filters, weights } = gradient;
        let mut convolve_back = |layer: Linear,
                                 index: usize,
                                 input: &[f32],
                                 out_gradient: &[f32],
                                 input_gradient: Option<&mut [f32]>,
                                 weights: &mut [f32]| {
            sum_rows(out_gradient, layer.bias.of_mut(weights));
            let from = if index == 0 { planes } else { channels };
            Backward {
                tiling: &batch.tiling,
                sizes: Sizes { boards: batch.count, from, to: channels },
                filters_transposed: &self.filters_transposed[index],
                input,
                out_gradient,
                filters_gradient: &mut filters[index],
                input_gradient,
                work: winograd,
            }
            .run();
        };
        for (index, block) in tower.layout.blocks.iter().enumerate().rev() {
            let seen = &seen[index];
            middle.resize((rows + 1) * channels, 0.0);
            normed.resize((rows + 1) * channels, 0.0);
            let second = 2 + 2 * index;
            convolve_back(block.second, second, &seen.middle, trunk, Some(middle), weights);
            // What boards and parts were told goes back to what was pooled.
            sum_boards(trunk, area, channels, told);
            apply_back(block.board, transposed, &seen.boards.values, told, pools, weights);
            unpool_boards(pools, &seen.boards, area, channels, middle);
            if has_parts {
                sum_parts(trunk, batch, channels, told);
                apply_back(block.part, transposed, &seen.parts.values, told, pools, weights);
                unpool_parts(pools, &seen.parts, batch, channels, middle);
            }
            relu_back(middle, &seen.middle);
            let middle = &middle[..rows * channels];
            let input = &seen.normed.values;
            convolve_back(block.first, second - 1, input, middle, Some(normed), weights);
            seen.normed.backward(normed, channels, trunk, true);
        }
        sum_boards(trunk, area, channels, told);
        add_gradient(tower.layout.numbers, &batch.numbers, told, weights);
        convolve_back(tower.layout.input, 0, &batch.points, trunk, None, weights);
    }

    /// From the outputs to the gradient of the trunk.
    fn heads_back(
        &self,
        batch: &Batch,
        outputs: &OutputGradient,
        work: &mut Workspace,
        weights: &mut [f32],
    ) {
        let (layout, transposed, area) = (&self.tower.layout, &self.transposed, batch.area());
        let Shape { channels, hidden, numbers, .. } = self.tower.shape;
        let rows = batch.count * area;
        let Workspace { head, board_input, board_hidden, back, .. } = work;

        // The whole board.
        let OutputGradient { points, boards } = outputs;
        let dhidden = &mut back.board_hidden;
        layout.board.backward(transposed, board_hidden, boards, dhidden, weights);
        relu_back(dhidden, board_hidden);
        let dinput = &mut back.board_input;
        layout.board_hidden.backward(transposed, board_input, dhidden, dinput, weights);
        back.pools.clear();
        for input in dinput.chunks_exact(2 * hidden + numbers) {
            back.pools.extend_from_slice(&input[..2 * hidden]);
        }

        // Every point.
        layout.points.backward(transposed, &head.middle, points, &mut back.head, weights);
        unpool_boards(&back.pools, &head.boards, area, hidden, &mut back.head);
        relu_back(&mut back.head, &head.middle);
        let normed = &head.normed.values[..rows * channels];
        layout.hidden.backward(transposed, normed, &back.head, &mut back.normed, weights);
        back.trunk.resize(rows * channels, 0.0);
        head.normed.backward(&back.normed, channels, &mut back.trunk, false);
    }
}

impl Gradient {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.filters.iter_mut().for_each(|filters| filters.fill(0.0));
        self.weights.fill(0.0);
    }

    /// The sum of several, one number a weight. The order of the several matters to the last bits, threads do not.
    pub fn sum(several: &[&Gradient], shape: &Shape) -> Vec<f32> {
        let mut total = vec![0.0; shape.weights()];
        let mut left = &mut total[..];
        let mut convolutions = 0..;
        let mut work = Vec::new();
        for segment in shape.segments() {
            let (sum, rest) = left.split_at_mut(segment.rows * segment.columns);
            left = rest;
            let convolution = if segment.is_convolution { convolutions.next() } else { None };
            work.push((segment, convolution, sum));
        }
        work.into_par_iter().for_each(|(segment, convolution, sum)| match convolution {
            Some(index) => {
                let mut filters = vec![0.0; sum.len() / TAPS * PLACES];
                several.iter().for_each(|one| add(&mut filters, &one.filters[index]));
                winograd::transform_filters_back(&filters, sum);
            }
            None => several.iter().for_each(|one| add(sum, segment.of(&one.weights))),
        });
        total
    }
}

fn transpose(from: &[f32], to: &mut [f32], columns: usize) {
    /// Rows that are written together: a line of the cache.
    const SOME: usize = 16;
    let rows = from.len() / columns;
    for first in (0..rows).step_by(SOME) {
        for column in 0..columns {
            for row in first..rows.min(first + SOME) {
                to[column * rows + row] = from[row * columns + column];
            }
        }
    }
}
