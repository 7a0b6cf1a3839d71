//! Means and maxima over the parts of a board and over all of it, and telling points of them: forward and backward.

use super::batch::Batch;
use super::rows::{add_bias, sum_rows};
use crate::kernel::wide;

/// Where a maximum is if all that was pooled is zero.
const NOWHERE: u32 = u32::MAX;

/// Means and maxima over some points, and where each maximum was.
#[derive(Clone, Debug, Default)]
pub(super) struct Pooled {
    /// Of each pool its means, then its maxima.
    pub values: Vec<f32>,
    /// The row of each maximum.
    pub highest: Vec<u32>,
}

impl Pooled {
    /// Nothing pooled yet. What is pooled is not below zero.
    fn clear(&mut self, count: usize, channels: usize) {
        self.values.clear();
        self.values.resize(count * 2 * channels, 0.0);
        self.highest.clear();
        self.highest.resize(count * channels, NOWHERE);
    }
}

pub(super) fn pool_boards(middle: &[f32], area: usize, channels: usize, pooled: &mut Pooled) {
    let count = middle.len() / (area * channels);
    pooled.clear(count, channels);
    let Pooled { values, highest } = pooled;
    for board in 0..count {
        let pool = &mut values[board * 2 * channels..][..2 * channels];
        let highest = &mut highest[board * channels..][..channels];
        let rows = &middle[board * area * channels..][..area * channels];
        pool_board(rows, board * area, pool, highest);
    }
}

wide! {
    /// Pools all rows of a board, the first of which is row `first` of all boards.
    fn pool_board<'a>(rows: &'a [f32], first: usize, pool: &'a mut [f32], highest: &'a mut [u32]) {
        let channels = highest.len();
        for (index, row) in rows.chunks_exact(channels).enumerate() {
            pool_row(pool, highest, row, first + index);
        }
        let area = (rows.len() / channels) as f32;
        pool[..channels].iter_mut().for_each(|sum| *sum /= area);
    }
}

wide! {
    pub(super) fn pool_parts<'a>(
        middle: &'a [f32],
        batch: &'a Batch,
        channels: usize,
        pooled: &'a mut Pooled,
    ) {
        pooled.clear(batch.part_sizes.len(), channels);
        let Pooled { values, highest } = pooled;
        for (index, &part) in batch.parts.iter().enumerate() {
            let part = part as usize;
            let pool = &mut values[part * 2 * channels..][..2 * channels];
            let highest = &mut highest[part * channels..][..channels];
            pool_row(pool, highest, &middle[index * channels..][..channels], index);
        }
        for (pool, &size) in values.chunks_exact_mut(2 * channels).zip(&batch.part_sizes) {
            // A number that no point has is nobody's part.
            pool[..channels].iter_mut().for_each(|sum| *sum /= size.max(1) as f32);
        }
    }
}

wide! {
    /// The pools of boards, by those of their parts.
    pub(super) fn pool_boards_of_parts<'a>(
        parts: &'a Pooled,
        batch: &'a Batch,
        channels: usize,
        pooled: &'a mut Pooled,
    ) {
        pooled.clear(batch.count, channels);
        let Pooled { values, highest } = pooled;
        let each = values.chunks_exact_mut(2 * channels).zip(highest.chunks_exact_mut(channels));
        for ((pool, highest), of) in each.zip(batch.first_parts.windows(2)) {
            let (means, most) = pool.split_at_mut(channels);
            for part in of[0] as usize..of[1] as usize {
                let (part_means, part_most) =
                    parts.values[part * 2 * channels..][..2 * channels].split_at(channels);
                let share = batch.part_sizes[part] as f32 / batch.area() as f32;
                for (mean, part_mean) in means.iter_mut().zip(part_means) {
                    *mean += share * part_mean;
                }
                let part_highest = &parts.highest[part * channels..][..channels];
                for channel in 0..channels {
                    let is_more = part_most[channel] > most[channel];
                    most[channel] = if is_more { part_most[channel] } else { most[channel] };
                    highest[channel] = if is_more { part_highest[channel] } else { highest[channel] };
                }
            }
        }
    }
}

/// Takes one more row into a pool: sums, maxima and where they are.
#[inline(always)]
fn pool_row(pool: &mut [f32], highest: &mut [u32], row: &[f32], index: usize) {
    let (sums, most) = pool.split_at_mut(row.len());
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += value;
    }
    for ((most, highest), &value) in most.iter_mut().zip(highest).zip(row) {
        let is_more = value > *most;
        *most = if is_more { value } else { *most };
        *highest = if is_more { index as u32 } else { *highest };
    }
}

/// Adds to all points of each board what the board is told.
pub(super) fn tell_boards(trunk: &mut [f32], told: &[f32], area: usize, channels: usize) {
    let each = trunk.chunks_exact_mut(area * channels).zip(told.chunks_exact(channels));
    each.for_each(|(trunk, told)| add_bias(trunk, told));
}

wide! {
    /// Adds to all points what their parts are told.
    pub(super) fn tell_parts<'a>(trunk: &'a mut [f32], told: &'a [f32], parts: &'a [u32], channels: usize) {
        for (row, &part) in trunk.chunks_exact_mut(channels).zip(parts) {
            let told = &told[part as usize * channels..][..channels];
            row.iter_mut().zip(told).for_each(|(value, told)| *value += told);
        }
    }
}

/// By the gradient of all points, that of what their boards were told.
pub(super) fn sum_boards(values: &[f32], area: usize, channels: usize, sums: &mut Vec<f32>) {
    sums.clear();
    sums.resize(values.len() / area, 0.0);
    let boards = values.chunks_exact(area * channels);
    boards.zip(sums.chunks_exact_mut(channels)).for_each(|(board, sums)| sum_rows(board, sums));
}

wide! {
    /// The same of what their parts were told.
    pub(super) fn sum_parts<'a>(
        values: &'a [f32],
        batch: &'a Batch,
        channels: usize,
        sums: &'a mut Vec<f32>,
    ) {
        sums.clear();
        sums.resize(batch.part_sizes.len() * channels, 0.0);
        for (row, &part) in values.chunks_exact(channels).zip(&batch.parts) {
            let sums = &mut sums[part as usize * channels..][..channels];
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
    }
}

/// By the gradient of the pools of boards, that of what was pooled.
pub(super) fn unpool_boards(
    pools: &[f32],
    pooled: &Pooled,
    area: usize,
    channels: usize,
    middle: &mut [f32],
) {
    let boards = middle.chunks_exact_mut(area * channels);
    for (board, pool) in boards.zip(pools.chunks_exact(2 * channels)) {
        share_out(&pool[..channels], 1.0 / area as f32, board);
    }
    unpool_highest(pools, pooled, channels, middle);
}

wide! {
    /// Adds its share of a mean's gradient to every row.
    fn share_out<'a>(mean: &'a [f32], share: f32, rows: &'a mut [f32]) {
        for row in rows.chunks_exact_mut(mean.len()) {
            row.iter_mut().zip(mean).for_each(|(value, mean)| *value += mean * share);
        }
    }
}

wide! {
    /// The same of the pools of parts.
    pub(super) fn unpool_parts<'a>(
        pools: &'a [f32],
        pooled: &'a Pooled,
        batch: &'a Batch,
        channels: usize,
        middle: &'a mut [f32],
    ) {
        for (row, &part) in middle.chunks_exact_mut(channels).zip(&batch.parts) {
            let part = part as usize;
            let means = &pools[part * 2 * channels..][..channels];
            let share = 1.0 / batch.part_sizes[part] as f32;
            row.iter_mut().zip(means).for_each(|(value, mean)| *value += mean * share);
        }
        unpool_highest(pools, pooled, channels, middle);
    }
}

/// Gives the gradient of maxima to the rows that they came from.
fn unpool_highest(pools: &[f32], pooled: &Pooled, channels: usize, middle: &mut [f32]) {
    let each = pools.chunks_exact(2 * channels).zip(pooled.highest.chunks_exact(channels));
    for (pool, highest) in each {
        for (channel, (&slope, &row)) in pool[channels..].iter().zip(highest).enumerate() {
            if row != NOWHERE {
                middle[row as usize * channels + channel] += slope;
            }
        }
    }
}
