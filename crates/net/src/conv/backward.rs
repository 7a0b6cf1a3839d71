//! The tower, backward: the slopes of all weights, given those of the answers.

use super::kernel::{Strided, wide};
use super::layout::{Segment, Shape};
use super::tower::{
    Answer, Boards, NOWHERE, Pooled, Tower, Workspace, add, dot, multiply, with_zeros,
};
use super::winograd::{self, Backward, PLACES, Sizes, TAPS};
use rayon::prelude::*;

/// A tower that learns: with its matrices also transposed, which is how slopes go back through them.
#[derive(Clone, Debug)]
pub struct Learner {
    tower: Tower,
    /// The turned filters, channels in and out exchanged.
    turned_across: Vec<Vec<f32>>,
    /// All other matrices transposed, where they lie among the weights.
    across: Vec<f32>,
}

/// The slopes of a loss: of turned filters, and of all else where it lies among the weights.
#[derive(Clone, Debug)]
pub struct Slopes {
    turned: Vec<Vec<f32>>,
    weights: Vec<f32>,
}

/// Room for what goes back.
#[derive(Clone, Debug, Default)]
pub struct BackRoom {
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
        let across = vec![0.0; tower.weights.len()];
        let mut learner = Learner { tower, turned_across: Vec::new(), across };
        learner.turn();
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
        self.tower.turn();
        self.turn();
    }

    fn turn(&mut self) {
        let tower = &self.tower;
        self.turned_across.resize(tower.turned.len(), Vec::new());
        self.turned_across.par_iter_mut().zip(&tower.turned).for_each(|(across, turned)| {
            across.resize(turned.len(), 0.0);
            let plane = turned.len() / PLACES;
            for (turned, across) in turned.chunks_exact(plane).zip(across.chunks_exact_mut(plane)) {
                transpose(turned, across, tower.shape.channels);
            }
        });
        let matrices = tower.layout.segments.iter().filter(|segment| !segment.is_convolution);
        for segment in matrices.filter(|segment| segment.is_matrix()) {
            let range = segment.range();
            transpose(&tower.weights[range.clone()], &mut self.across[range], segment.columns);
        }
    }

    /// No slopes yet.
    pub fn slopes(&self) -> Slopes {
        let turned = self.tower.turned.iter().map(|turned| vec![0.0; turned.len()]).collect();
        Slopes { turned, weights: vec![0.0; self.tower.weights.len()] }
    }

    /// Looks at some boards, and keeps what [`add_slopes`](Learner::add_slopes) needs.
    pub fn answer<'a>(&self, boards: &Boards, work: &'a mut Workspace) -> Answer<'a> {
        self.tower.forward(boards, work, true);
        Answer { points: &work.point_outputs, boards: &work.board_outputs }
    }

    /// Adds the slopes of all weights, given those of the last answer, which was to these boards.
    pub fn add_slopes(
        &self,
        boards: &Boards,
        answer_slope: Answer<'_>,
        (work, back): (&mut Workspace, &mut BackRoom),
        slopes: &mut Slopes,
    ) {
        self.heads_back(boards, answer_slope, (work, back), &mut slopes.weights);
        let (tower, tiling) = (&self.tower, &*boards.tiling);
        let Shape { planes, channels, numbers, .. } = tower.shape;
        let (count, area) = (boards.count, tiling.area());
        let rows = count * area;
        let sizes = Sizes { boards: count, from: channels, to: channels };
        for (index, block) in tower.layout.blocks.iter().enumerate().rev() {
            let Workspace { room, seen, .. } = &mut *work;
            let seen = &seen[index];
            let weights = &mut slopes.weights;
            let BackRoom { trunk, middle, normed, told, pools, .. } = &mut *back;
            middle.resize((rows + 1) * channels, 0.0);
            normed.resize((rows + 1) * channels, 0.0);
            let (first, second) = (1 + 2 * index, 2 + 2 * index);
            sum_rows(trunk, &mut weights[block.second_bias.range()]);
            Backward {
                tiling,
                sizes,
                turned_across: &self.turned_across[second],
                input: &seen.middle,
                out_slope: trunk,
                turned_slope: &mut slopes.turned[second],
                input_slope: Some(middle),
                room,
            }
            .run();
            // What boards and parts were told goes back to what was pooled.
            sum_boards(trunk, (count, area, channels), told);
            self.pools_back(block.board, &seen.boards.values, told, pools, weights);
            unpool_boards(pools, &seen.boards, (area, channels), middle);
            if tower.shape.has_parts {
                sum_parts(trunk, boards, channels, told);
                self.pools_back(block.part, &seen.parts.values, told, pools, weights);
                unpool_parts(pools, &seen.parts, boards, channels, middle);
            }
            cut_slopes(middle, &seen.middle);
            sum_rows(&middle[..rows * channels], &mut weights[block.first_bias.range()]);
            Backward {
                tiling,
                sizes,
                turned_across: &self.turned_across[first],
                input: &seen.normed,
                out_slope: &middle[..rows * channels],
                turned_slope: &mut slopes.turned[first],
                input_slope: Some(normed),
                room,
            }
            .run();
            norm_back(normed, &seen.normed, &seen.scale, channels, trunk, true);
        }
        let trunk = &back.trunk;
        sum_boards(trunk, (count, area, channels), &mut back.told);
        let out = &mut slopes.weights[tower.layout.numbers.range()];
        let numbers_seen = Strided::transposed(&boards.numbers, numbers);
        multiply(out, numbers_seen, &back.told, (numbers, count, channels), true);
        sum_rows(trunk, &mut slopes.weights[tower.layout.input_bias.range()]);
        Backward {
            tiling,
            sizes: Sizes { from: planes, ..sizes },
            turned_across: &self.turned_across[0],
            input: &boards.points,
            out_slope: trunk,
            turned_slope: &mut slopes.turned[0],
            input_slope: None,
            room: &mut work.room,
        }
        .run();
    }

    /// From the answers to the slope of the trunk.
    fn heads_back(
        &self,
        boards: &Boards,
        slope: Answer<'_>,
        (work, back): (&mut Workspace, &mut BackRoom),
        weights: &mut [f32],
    ) {
        let (tower, layout) = (&self.tower, &self.tower.layout);
        let Shape { channels, hidden, numbers, point_outputs, board_outputs, .. } = tower.shape;
        let (count, area) = (boards.count, boards.tiling.area());
        let rows = count * area;
        let width = 2 * hidden + numbers;
        let head = &work.head;

        // The whole board.
        sum_rows(slope.boards, &mut weights[layout.board_bias.range()]);
        let seen = Strided::transposed(&work.board_hidden, hidden);
        let out = &mut weights[layout.board.range()];
        multiply(out, seen, slope.boards, (hidden, count, board_outputs), true);
        back.board_hidden.resize(count * hidden, 0.0);
        let from = Strided::rows(slope.boards, board_outputs);
        let across = &self.across[layout.board.range()];
        multiply(&mut back.board_hidden, from, across, (count, board_outputs, hidden), false);
        cut_slopes(&mut back.board_hidden, &work.board_hidden);
        sum_rows(&back.board_hidden, &mut weights[layout.board_hidden_bias.range()]);
        let seen = Strided::transposed(&work.board_input, width);
        let out = &mut weights[layout.board_hidden.range()];
        multiply(out, seen, &back.board_hidden, (width, count, hidden), true);
        back.board_input.resize(count * width, 0.0);
        let from = Strided::rows(&back.board_hidden, hidden);
        let across = &self.across[layout.board_hidden.range()];
        multiply(&mut back.board_input, from, across, (count, hidden, width), false);
        back.pools.clear();
        for input in back.board_input.chunks_exact(width) {
            back.pools.extend_from_slice(&input[..2 * hidden]);
        }

        // Every point.
        sum_rows(slope.points, &mut weights[layout.points_bias.range()]);
        let seen = Strided::transposed(&head.middle, hidden);
        let out = &mut weights[layout.points.range()];
        multiply(out, seen, slope.points, (hidden, rows, point_outputs), true);
        back.head.resize(rows * hidden, 0.0);
        let from = Strided::rows(slope.points, point_outputs);
        let across = &self.across[layout.points.range()];
        multiply(&mut back.head, from, across, (rows, point_outputs, hidden), false);
        unpool_boards(&back.pools, &head.boards, (area, hidden), &mut back.head);
        cut_slopes(&mut back.head, &head.middle);
        sum_rows(&back.head, &mut weights[layout.hidden_bias.range()]);
        let seen = Strided::transposed(&head.normed, channels);
        let out = &mut weights[layout.hidden.range()];
        multiply(out, seen, &back.head, (channels, rows, hidden), true);
        with_zeros(&mut back.normed, rows, channels);
        let from = Strided::rows(&back.head, hidden);
        let across = &self.across[layout.hidden.range()];
        let out = &mut back.normed[..rows * channels];
        multiply(out, from, across, (rows, hidden, channels), false);
        back.trunk.resize(rows * channels, 0.0);
        norm_back(&back.normed, &head.normed, &head.scale, channels, &mut back.trunk, false);
    }

    /// From what was told to the pools that told it, and to the weights between.
    fn pools_back(
        &self,
        segment: Segment,
        seen: &[f32],
        told: &[f32],
        pools: &mut Vec<f32>,
        weights: &mut [f32],
    ) {
        let (width, channels) = (segment.rows, segment.columns);
        let count = told.len() / channels;
        let out = &mut weights[segment.range()];
        multiply(out, Strided::transposed(seen, width), told, (width, count, channels), true);
        pools.resize(count * width, 0.0);
        let across = &self.across[segment.range()];
        multiply(pools, Strided::rows(told, channels), across, (count, channels, width), false);
    }
}

impl Slopes {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.turned.iter_mut().for_each(|turned| turned.fill(0.0));
        self.weights.fill(0.0);
    }

    /// The sum of several, one number a weight. The order of the several matters to the last bits, threads do not.
    pub fn sum(several: &[&Slopes], shape: &Shape) -> Vec<f32> {
        let mut total = vec![0.0; shape.weights()];
        let mut left = &mut total[..];
        let mut convolutions = 0..;
        let mut work = Vec::new();
        for segment in shape.segments() {
            let (slopes, rest) = left.split_at_mut(segment.rows * segment.columns);
            left = rest;
            let convolution = if segment.is_convolution { convolutions.next() } else { None };
            work.push((segment, convolution, slopes));
        }
        work.into_par_iter().for_each(|(segment, convolution, slopes)| match convolution {
            Some(index) => {
                let mut turned = vec![0.0; slopes.len() / TAPS * PLACES];
                several.iter().for_each(|one| add(&mut turned, &one.turned[index]));
                winograd::turned_back(&turned, slopes);
            }
            None => several.iter().for_each(|one| add(slopes, &one.weights[segment.range()])),
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

wide! {
    /// The slope of what was cut off is zero.
    fn cut_slopes<'a>(slope: &'a mut [f32], cut: &'a [f32]) {
        for (slope, &cut) in slope.iter_mut().zip(cut) {
            *slope = if cut > 0.0 { *slope } else { 0.0 };
        }
    }
}

wide! {
    fn sum_rows<'a>(values: &'a [f32], sums: &'a mut [f32]) {
        for row in values.chunks_exact(sums.len()) {
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
    }
}

fn sum_boards(values: &[f32], (count, area, channels): (usize, usize, usize), sums: &mut Vec<f32>) {
    sums.clear();
    sums.resize(count * channels, 0.0);
    let boards = values.chunks_exact(area * channels);
    boards.zip(sums.chunks_exact_mut(channels)).for_each(|(board, sums)| sum_rows(board, sums));
}

fn sum_parts(values: &[f32], boards: &Boards, channels: usize, sums: &mut Vec<f32>) {
    sums.clear();
    sums.resize(boards.part_sizes.len() * channels, 0.0);
    sum_rows_by(&boards.parts, values, channels, sums);
}

wide! {
    fn sum_rows_by<'a>(parts: &'a [u32], values: &'a [f32], channels: usize, sums: &'a mut [f32]) {
        for (row, &part) in values.chunks_exact(channels).zip(parts) {
            let sums = &mut sums[part as usize * channels..][..channels];
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
    }
}

/// Gives the slopes of maxima to the rows that they came from.
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

fn unpool_boards(
    pools: &[f32],
    pooled: &Pooled,
    (area, channels): (usize, usize),
    middle: &mut [f32],
) {
    let boards = middle.chunks_exact_mut(area * channels);
    for (board, pool) in boards.zip(pools.chunks_exact(2 * channels)) {
        share_out(&pool[..channels], 1.0 / area as f32, board);
    }
    unpool_highest(pools, pooled, channels, middle);
}

wide! {
    /// Adds its share of a mean's slope to every row.
    fn share_out<'a>(mean: &'a [f32], share: f32, rows: &'a mut [f32]) {
        for row in rows.chunks_exact_mut(mean.len()) {
            row.iter_mut().zip(mean).for_each(|(value, mean)| *value += mean * share);
        }
    }
}

fn unpool_parts(
    pools: &[f32],
    pooled: &Pooled,
    boards: &Boards,
    channels: usize,
    middle: &mut [f32],
) {
    share_out_by(boards, pools, channels, middle);
    unpool_highest(pools, pooled, channels, middle);
}

wide! {
    fn share_out_by<'a>(boards: &'a Boards, pools: &'a [f32], channels: usize, rows: &'a mut [f32]) {
        for (row, &part) in rows.chunks_exact_mut(channels).zip(&boards.parts) {
            let part = part as usize;
            let means = &pools[part * 2 * channels..][..channels];
            let share = 1.0 / boards.part_sizes[part] as f32;
            row.iter_mut().zip(means).for_each(|(value, mean)| *value += mean * share);
        }
    }
}

wide! {
    /// Back through bringing points to mean square one: the slope of the trunk is put, or added to what is there.
    fn norm_back<'a>(
        slope: &'a [f32],
        normed: &'a [f32],
        scale: &'a [f32],
        channels: usize,
        trunk: &'a mut [f32],
        adds: bool,
    ) {
        let rows = slope.chunks_exact(channels).zip(normed.chunks_exact(channels));
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

#[cfg(test)]
mod tests {
    use super::super::winograd::Tiling;
    use super::*;
    use std::sync::Arc;

    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let hash = |at: usize| (at as u32 + seed * 131).wrapping_mul(2_654_435_761) >> 9;
        (0..count).map(|at| (hash(at) % 2001) as f32 / 1000.0 - 1.0).collect()
    }

    fn shape() -> Shape {
        Shape {
            planes: 16,
            numbers: 16,
            channels: 16,
            blocks: 2,
            has_parts: true,
            hidden: 16,
            point_outputs: 16,
            board_outputs: 16,
        }
    }

    fn boards(shape: &Shape, (width, height): (usize, usize), count: usize) -> Boards {
        let area = width * height;
        let mut boards = Boards::new(Arc::new(Tiling::new(width, height)), shape);
        for board in 0..count {
            let parts: Vec<u16> =
                (0..area).map(|at| (at * 7 % 5) as u16 * u16::from(at > 3)).collect();
            let seed = board as u32;
            boards.push(shape, &numbers(area * 16, seed), &numbers(3, seed + 9), &parts);
        }
        boards
    }

    fn loss(answer: Answer<'_>) -> f64 {
        let weigh = |values: &[f32], seed| -> f64 {
            let weights = numbers(values.len(), seed);
            values.iter().zip(weights).map(|(value, weight)| f64::from(value * weight)).sum()
        };
        weigh(answer.points, 71) + weigh(answer.boards, 72)
    }

    #[test]
    fn slopes_are_those_of_finite_differences() {
        let shape = shape();
        let boards = boards(&shape, (5, 6), 2);
        let mut seeds = numbers(shape.weights(), 3).into_iter();
        let weights = shape.begin(|| f64::from(seeds.next().unwrap_or(0.0) / 2.0 + 0.5));
        let weights: Vec<f32> =
            weights.iter().zip(numbers(weights.len(), 4)).map(|(w, n)| w + 0.05 * n).collect();
        let learner = Learner::new(Tower::new(shape, weights.clone()).unwrap());
        let (mut work, mut back) = (Workspace::default(), BackRoom::default());
        let answer = learner.answer(&boards, &mut work);
        let (points, whole) = (numbers(answer.points.len(), 71), numbers(answer.boards.len(), 72));
        let mut slopes = learner.slopes();
        let slope = Answer { points: &points, boards: &whole };
        learner.add_slopes(&boards, slope, (&mut work, &mut back), &mut slopes);
        let slopes = Slopes::sum(&[&slopes], &shape);
        let at = |index: usize, step: f32| {
            let mut moved = weights.clone();
            moved[index] += step;
            loss(Tower::new(shape, moved).unwrap().answer(&boards, &mut Workspace::default()))
        };
        for segment in shape.segments() {
            // A tenth of the weights of each kind, and at least some.
            let range = segment.range();
            let mut checked = 0;
            for index in range.clone().step_by((range.len() / 24).max(1)) {
                let step = 1e-3;
                let (here, left, right) = (at(index, 0.0), at(index, -step), at(index, step));
                let [left, right] = [here - left, right - here].map(|rise| rise / f64::from(step));
                // Where a corner of a maximum is near, the sides do not agree either.
                if (left - right).abs() > 0.03 * (1.0 + left.abs()) {
                    continue;
                }
                checked += 1;
                let (slope, near) = (f64::from(slopes[index]), (left + right) / 2.0);
                let close = (slope - near).abs() < 0.03 * (1.0 + near.abs());
                assert!(close, "{segment:?} {index}: {slope} {near}");
            }
            assert!(checked >= 6, "{segment:?}");
        }
    }

    #[test]
    fn boards_do_not_see_each_other() {
        let shape = shape();
        let tower = Tower::new(shape, numbers(shape.weights(), 1)).unwrap();
        let both = boards(&shape, (4, 7), 2);
        let (mut work, mut alone) = (Workspace::default(), Workspace::default());
        let answer = tower.answer(&both, &mut work);
        let first = tower.answer(&boards(&shape, (4, 7), 1), &mut alone);
        assert_eq!(first.points, &answer.points[..first.points.len()]);
        assert_eq!(first.boards, &answer.boards[..first.boards.len()]);
        // Nor does what was looked at before matter.
        let again = tower.answer(&both, &mut alone);
        assert_eq!(again.points, answer.points);
    }

    #[test]
    fn a_tower_that_grew_answers_as_before() {
        let small = shape();
        let weights = numbers(small.weights(), 5);
        let boards = boards(&small, (5, 6), 2);
        let (mut work, mut other) = (Workspace::default(), Workspace::default());
        let answer = Tower::new(small, weights.clone()).unwrap();
        let answer = answer.answer(&boards, &mut work);
        for (blocks, channels) in [(2, 16), (3, 16), (2, 48), (4, 32)] {
            let large = Shape { blocks, channels, ..small };
            let mut units = numbers(large.weights(), 6).into_iter();
            let grown =
                small.grow(&weights, &large, || f64::from(units.next().unwrap()) / 2.0 + 0.5);
            let grown = Tower::new(large, grown.unwrap()).unwrap();
            let same = grown.answer(&boards, &mut other);
            let pairs = answer.points.iter().zip(same.points);
            for (one, other) in pairs.chain(answer.boards.iter().zip(same.boards)) {
                let size = 1.0 + one.abs();
                assert!((one - other).abs() < 1e-3 * size, "{blocks} {channels}: {one} {other}");
            }
            // What is new learns: all but what speaks has slopes at once.
            let learner = Learner::new(grown);
            let mut slopes = learner.slopes();
            let answer = learner.answer(&boards, &mut other);
            let (points, whole) = (answer.points.to_vec(), answer.boards.to_vec());
            let slope = Answer { points: &points, boards: &whole };
            learner.add_slopes(&boards, slope, (&mut other, &mut BackRoom::default()), &mut slopes);
            let slopes = Slopes::sum(&[&slopes], &large);
            for block in &large.layout().blocks {
                assert!(slopes[block.second.range()].iter().any(|&slope| slope != 0.0));
            }
        }
        assert!(small.grow(&weights, &Shape { blocks: 1, ..small }, || 0.5).is_none());
        assert!(small.grow(&weights, &Shape { hidden: 32, ..small }, || 0.5).is_none());
    }

    #[test]
    fn weights_that_do_not_fit_are_refused() {
        let shape = shape();
        assert!(Tower::new(shape, vec![0.0; shape.weights() - 1]).is_none());
        let odd = Shape { channels: 20, ..shape };
        assert!(Tower::new(odd, vec![0.0; odd.weights()]).is_none());
    }
}
