//! The tower, forward.

use super::batch::{Batch, Outputs};
use super::layout::{Layout, Shape};
use super::linear::{Linear, apply};
use super::pool::{Pooled, pool_boards, pool_boards_of_parts, pool_parts, tell_boards, tell_parts};
use super::rows::{Normed, relu, with_zeros};
use super::winograd::{self, Forward, PLACES, Sizes, Store, TAPS};
use crate::kernel::{LANES, multiply_small};
use crate::matrix::View;
use crate::segment::Segment;
use rayon::prelude::*;

/// A tower ready for use: its weights, and its filters transformed for Winograd's way.
#[derive(Clone, Debug)]
pub struct Tower {
    pub(super) shape: Shape,
    pub(super) layout: Layout,
    pub(super) weights: Vec<f32>,
    /// Of each convolution in order: the first one, then two a block.
    pub(super) filters: Vec<Vec<f32>>,
}

/// What one block saw.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// What went in.
    pub normed: Normed,
    /// The middle; a row of zeros at the end.
    pub middle: Vec<f32>,
    /// Means and maxima of the middle, by part and by board.
    pub parts: Pooled,
    pub boards: Pooled,
}

/// Room to work in: made once, used again and again.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(super) winograd: winograd::Workspace,
    trunk: Vec<f32>,
    told: Vec<f32>,
    told_parts: Vec<f32>,
    /// Of each block, or of one after the other if nothing is to be learned.
    pub(super) seen: Vec<Seen>,
    /// What the heads saw: `middle` is their hidden layer, `boards` its pools.
    pub(super) head: Seen,
    /// Pools of the hidden layer with the numbers of the whole.
    pub(super) board_input: Vec<f32>,
    pub(super) board_hidden: Vec<f32>,
    point_outputs: Vec<f32>,
    board_outputs: Vec<f32>,
    pub(super) back: super::learner::BackWorkspace,
}

impl Tower {
    /// With these weights; `None` if they are not as many as the shape has, or the shape has channels that are no
    /// multiple of [`LANES`].
    pub fn new(shape: Shape, weights: Vec<f32>) -> Option<Tower> {
        let Shape { planes, numbers, channels, hidden, point_outputs, board_outputs, .. } = shape;
        let widths = [planes, numbers, channels, hidden, point_outputs, board_outputs];
        let fits = widths.iter().all(|width| width % LANES == 0 && *width > 0);
        if !fits || weights.len() != shape.weights() {
            return None;
        }
        let layout = shape.layout();
        let mut tower = Tower { shape, layout, weights, filters: Vec::new() };
        tower.transform_filters();
        Some(tower)
    }

    /// After the weights have changed.
    pub(super) fn transform_filters(&mut self) {
        let convolutions: Vec<Segment> = self.layout.convolutions().collect();
        self.filters.resize(convolutions.len(), Vec::new());
        self.filters.par_iter_mut().zip(convolutions).for_each(|(filters, segment)| {
            filters.resize(segment.rows * segment.columns / TAPS * PLACES, 0.0);
            winograd::transform_filters(segment.of(&self.weights), filters);
        });
    }

    /// What it is made of.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Its weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Looks at some boards.
    pub fn predict<'a>(&self, batch: &Batch, work: &'a mut Workspace) -> Outputs<'a> {
        self.forward(batch, work, false)
    }

    /// Forward; `keeps` what backward needs.
    pub(super) fn forward<'a>(
        &self,
        batch: &Batch,
        work: &'a mut Workspace,
        keeps: bool,
    ) -> Outputs<'a> {
        let (layout, weights, area) = (&self.layout, &self.weights, batch.area());
        let Shape { planes, channels, hidden, has_parts, .. } = self.shape;
        let rows = batch.count * area;
        let Workspace { winograd, trunk, told, told_parts, seen, head, .. } = work;
        let Workspace { board_input, board_hidden, point_outputs, board_outputs, .. } = work;
        seen.resize(if keeps { layout.blocks.len().max(1) } else { 1 }, Seen::default());
        trunk.resize(rows * channels, 0.0);

        let mut convolve = |layer: Linear, index: usize, input: &[f32], out: &mut [f32], store| {
            let from = if index == 0 { planes } else { channels };
            Forward {
                tiling: &batch.tiling,
                sizes: Sizes { boards: batch.count, from, to: channels },
                filters: &self.filters[index],
                bias: layer.bias.of(weights),
                input,
                out,
                store,
                work: winograd,
            }
            .run();
        };
        convolve(layout.input, 0, &batch.points, trunk, Store::Put);
        apply(layout.numbers, weights, &batch.numbers, told);
        tell_boards(trunk, told, area, channels);

        for (index, block) in layout.blocks.iter().enumerate() {
            let Seen { normed, middle, parts, boards } = &mut seen[if keeps { index } else { 0 }];
            normed.forward(trunk, channels);
            with_zeros(middle, rows, channels);
            convolve(block.first, 1 + 2 * index, &normed.values, middle, Store::PutPositive);
            convolve(block.second, 2 + 2 * index, middle, trunk, Store::Add);
            if has_parts {
                pool_parts(middle, batch, channels, parts);
                pool_boards_of_parts(parts, batch, channels, boards);
            } else {
                pool_boards(&middle[..rows * channels], area, channels, boards);
            }
            apply(block.board, weights, &boards.values, told);
            if has_parts {
                // A part is told what its board is told, and more.
                told_parts.clear();
                for (told, parts) in told.chunks_exact(channels).zip(batch.first_parts.windows(2)) {
                    (parts[0]..parts[1]).for_each(|_| told_parts.extend_from_slice(told));
                }
                let pools = View::new(&parts.values, batch.part_sizes.len(), 2 * channels);
                multiply_small(told_parts, 1.0, pools, block.part.view(weights));
                tell_parts(trunk, told_parts, &batch.parts, channels);
            } else {
                tell_boards(trunk, told, area, channels);
            }
        }

        head.normed.forward(trunk, channels);
        layout.hidden.forward(weights, &head.normed.values[..rows * channels], &mut head.middle);
        relu(&mut head.middle);
        layout.points.forward(weights, &head.middle, point_outputs);
        pool_boards(&head.middle, area, hidden, &mut head.boards);
        board_input.clear();
        let pools = head.boards.values.chunks_exact(2 * hidden);
        for (pool, numbers) in pools.zip(batch.numbers.chunks_exact(self.shape.numbers)) {
            board_input.extend_from_slice(pool);
            board_input.extend_from_slice(numbers);
        }
        layout.board_hidden.forward(weights, board_input, board_hidden);
        relu(board_hidden);
        layout.board.forward(weights, board_hidden, board_outputs);
        Outputs { points: point_outputs, boards: board_outputs }
    }
}
