//! The tower, forward.

use super::kernel::{LANES, Strided, product, wide};
use super::layout::{Layout, Segment, Shape};
use super::winograd::{self, PLACES, Room, Sizes, TAPS, Then, Tiling};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;
use std::sync::Arc;

/// A tower ready for use: its weights, and its filters turned for Winograd's way.
#[derive(Clone, Debug)]
pub struct Tower {
    pub(super) shape: Shape,
    pub(super) layout: Layout,
    pub(super) weights: Vec<f32>,
    /// Of each convolution in order: the first one, then two a block.
    pub(super) turned: Vec<Vec<f32>>,
}

/// A few boards of one size to be looked at.
#[derive(Clone, Debug)]
pub struct Boards {
    pub(super) tiling: Arc<Tiling>,
    pub(super) count: usize,
    /// Of each point its planes, and a row of zeros after the last board.
    pub(super) points: Vec<f32>,
    /// Of each board its numbers, filled up with zeros.
    pub(super) numbers: Vec<f32>,
    /// The part of each point, numbered through all boards.
    pub(super) parts: Vec<u32>,
    /// How many points each part has.
    pub(super) part_sizes: Vec<u32>,
    /// The first part of each board, and of the one that would come next.
    pub(super) first_parts: Vec<u32>,
}

impl Boards {
    /// None yet, of the size of a tiling.
    pub fn new(tiling: Arc<Tiling>, shape: &Shape) -> Boards {
        let points = vec![0.0; shape.planes];
        let (numbers, parts, part_sizes) = (Vec::new(), Vec::new(), Vec::new());
        Boards { tiling, count: 0, points, numbers, parts, part_sizes, first_parts: vec![0] }
    }

    /// Forgets all boards so far.
    pub fn clear(&mut self, shape: &Shape) {
        self.count = 0;
        self.points.truncate(shape.planes);
        self.numbers.clear();
        self.parts.clear();
        self.part_sizes.clear();
        self.first_parts.truncate(1);
    }

    /// One more: of each point its planes and its part, and the numbers of the whole.
    ///
    /// # Panics
    /// If they are not as many as the tiling and the shape say.
    pub fn push(&mut self, shape: &Shape, points: &[f32], numbers: &[f32], parts: &[u16]) {
        let area = self.tiling.area();
        assert_eq!(points.len(), area * shape.planes, "planes of a board of {area} points");
        assert_eq!(parts.len(), area, "parts of a board of {area} points");
        assert!(numbers.len() <= shape.numbers, "at most {} numbers", shape.numbers);
        self.points.truncate(self.count * area * shape.planes);
        self.points.extend_from_slice(points);
        self.points.resize((self.count + 1) * area * shape.planes + shape.planes, 0.0);
        self.count += 1;
        self.numbers.extend_from_slice(numbers);
        self.numbers.resize(self.count * shape.numbers, 0.0);
        let first = self.part_sizes.len() as u32;
        for &part in parts {
            let part = first + u32::from(part);
            if part as usize >= self.part_sizes.len() {
                self.part_sizes.resize(part as usize + 1, 0);
            }
            self.part_sizes[part as usize] += 1;
            self.parts.push(part);
        }
        self.first_parts.push(self.part_sizes.len() as u32);
    }

    /// How many boards.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// What a tower says of some boards, board by board.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// Of each point its numbers.
    pub points: &'a [f32],
    /// Of each board its numbers.
    pub boards: &'a [f32],
}

/// What one block saw.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// What went in, every point's channels brought to mean square one; a row of zeros at the end.
    pub normed: Vec<f32>,
    /// What that took, by point.
    pub scale: Vec<f32>,
    /// The middle; a row of zeros at the end.
    pub middle: Vec<f32>,
    /// Means and maxima of the middle, by part and by board.
    pub parts: Pooled,
    pub boards: Pooled,
}

/// Where a maximum is if all that was pooled is zero.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Means and maxima over some points, and where each maximum was.
#[derive(Clone, Debug, Default)]
pub(super) struct Pooled {
    /// Of each pool its means, then its maxima.
    pub values: Vec<f32>,
    /// The row of each maximum.
    pub highest: Vec<u32>,
}

/// Room to work in: made once, used again and again.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(super) room: Room,
    pub(super) trunk: Vec<f32>,
    pub(super) told: Vec<f32>,
    pub(super) told_parts: Vec<f32>,
    /// Of each block, or of one after the other if nothing is to be learned.
    pub(super) seen: Vec<Seen>,
    /// What the heads saw: `middle` is their hidden layer, `boards` its pools.
    pub(super) head: Seen,
    /// Pools of the hidden layer with the numbers of the whole.
    pub(super) board_input: Vec<f32>,
    pub(super) board_hidden: Vec<f32>,
    pub(super) point_outputs: Vec<f32>,
    pub(super) board_outputs: Vec<f32>,
}

/// `out (+)= a * b`, as [`product`].
pub(super) fn multiply(
    out: &mut [f32],
    a: Strided<'_>,
    b: &[f32],
    sizes: (usize, usize, usize),
    adds: bool,
) {
    struct Multiply<'a> {
        out: &'a mut [f32],
        a: Strided<'a>,
        b: &'a [f32],
        sizes: (usize, usize, usize),
        adds: bool,
    }
    impl WithSimd for Multiply<'_> {
        type Output = ();

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) {
            product(simd, self.out, self.a, self.b, self.sizes, self.adds);
        }
    }
    Arch::new().dispatch(Multiply { out, a, b, sizes, adds });
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
        let mut tower = Tower { shape, layout, weights, turned: Vec::new() };
        tower.turn();
        Some(tower)
    }

    /// Turns the filters, after the weights have changed.
    pub(super) fn turn(&mut self) {
        let convolutions: Vec<Segment> = self.layout.convolutions().collect();
        self.turned.resize(convolutions.len(), Vec::new());
        self.turned.par_iter_mut().zip(convolutions).for_each(|(turned, segment)| {
            turned.resize(segment.rows * segment.columns / TAPS * PLACES, 0.0);
            winograd::turned_filters(&self.weights[segment.range()], turned);
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

    pub(super) fn part(&self, segment: Segment) -> &[f32] {
        &self.weights[segment.range()]
    }

    /// Looks at some boards.
    pub fn answer<'a>(&self, boards: &Boards, work: &'a mut Workspace) -> Answer<'a> {
        self.forward(boards, work, false);
        Answer { points: &work.point_outputs, boards: &work.board_outputs }
    }

    /// Forward; `keeps` what backward needs.
    pub(super) fn forward(&self, boards: &Boards, work: &mut Workspace, keeps: bool) {
        let (layout, tiling) = (&self.layout, &*boards.tiling);
        let Shape { planes, numbers, channels, hidden, .. } = self.shape;
        let (count, area) = (boards.count, tiling.area());
        let rows = count * area;
        let Workspace { room, trunk, told, told_parts, seen, head, .. } = work;
        seen.resize(if keeps { layout.blocks.len().max(1) } else { 1 }, Seen::default());
        trunk.resize(rows * channels, 0.0);

        let sizes = Sizes { boards: count, from: planes, to: channels };
        let filters = (&self.turned[0][..], self.part(layout.input_bias));
        winograd::forward(tiling, sizes, filters, &boards.points, (trunk, Then::Put), room);
        told.resize(count * channels, 0.0);
        let from_numbers = Strided::rows(&boards.numbers, numbers);
        multiply(told, from_numbers, self.part(layout.numbers), (count, numbers, channels), false);
        tell_boards(trunk, told, (area, channels));

        let sizes = Sizes { from: channels, ..sizes };
        for (index, block) in layout.blocks.iter().enumerate() {
            let seen = &mut seen[if keeps { index } else { 0 }];
            norm(trunk, channels, &mut seen.normed, &mut seen.scale);
            with_zeros(&mut seen.middle, rows, channels);
            let filters = (&self.turned[1 + 2 * index][..], self.part(block.first_bias));
            let middle = (&mut seen.middle[..], Then::PutPositive);
            winograd::forward(tiling, sizes, filters, &seen.normed, middle, room);
            let filters = (&self.turned[2 + 2 * index][..], self.part(block.second_bias));
            winograd::forward(tiling, sizes, filters, &seen.middle, (trunk, Then::Add), room);
            if self.shape.has_parts {
                pool_parts(&seen.middle, boards, channels, &mut seen.parts);
                pool_boards_of_parts(&seen.parts, boards, channels, &mut seen.boards);
            } else {
                pool_boards(&seen.middle, (count, area, channels), &mut seen.boards);
            }
            told.resize(count * channels, 0.0);
            let pools = Strided::rows(&seen.boards.values, 2 * channels);
            multiply(told, pools, self.part(block.board), (count, 2 * channels, channels), false);
            if self.shape.has_parts {
                // A part is told what its board is told, and more.
                told_parts.clear();
                for (told, parts) in told.chunks_exact(channels).zip(boards.first_parts.windows(2))
                {
                    (parts[0]..parts[1]).for_each(|_| told_parts.extend_from_slice(told));
                }
                let pools = Strided::rows(&seen.parts.values, 2 * channels);
                let sizes = (boards.part_sizes.len(), 2 * channels, channels);
                multiply(told_parts, pools, self.part(block.part), sizes, true);
                tell_parts(trunk, told_parts, &boards.parts, channels);
            } else {
                tell_boards(trunk, told, (area, channels));
            }
        }

        norm(trunk, channels, &mut head.normed, &mut head.scale);
        head.middle.resize(rows * hidden, 0.0);
        let normed = Strided::rows(&head.normed, channels);
        multiply(
            &mut head.middle,
            normed,
            self.part(layout.hidden),
            (rows, channels, hidden),
            false,
        );
        add_bias(&mut head.middle, self.part(layout.hidden_bias));
        cut_off(&mut head.middle);
        self.point_head(rows, work);
        self.board_head(boards, work);
    }

    fn point_head(&self, rows: usize, work: &mut Workspace) {
        let Shape { hidden, point_outputs, .. } = self.shape;
        let out = &mut work.point_outputs;
        out.resize(rows * point_outputs, 0.0);
        let middle = Strided::rows(&work.head.middle, hidden);
        let weights = self.part(self.layout.points);
        multiply(out, middle, weights, (rows, hidden, point_outputs), false);
        add_bias(out, self.part(self.layout.points_bias));
    }

    fn board_head(&self, boards: &Boards, work: &mut Workspace) {
        let Shape { hidden, numbers, board_outputs, .. } = self.shape;
        let (count, area) = (boards.count, boards.tiling.area());
        pool_boards(&work.head.middle, (count, area, hidden), &mut work.head.boards);
        let width = 2 * hidden + numbers;
        work.board_input.clear();
        for board in 0..count {
            let pools = &work.head.boards.values[board * 2 * hidden..][..2 * hidden];
            work.board_input.extend_from_slice(pools);
            work.board_input.extend_from_slice(&boards.numbers[board * numbers..][..numbers]);
        }
        let layer = &mut work.board_hidden;
        layer.resize(count * hidden, 0.0);
        let input = Strided::rows(&work.board_input, width);
        multiply(layer, input, self.part(self.layout.board_hidden), (count, width, hidden), false);
        add_bias(layer, self.part(self.layout.board_hidden_bias));
        cut_off(layer);
        let out = &mut work.board_outputs;
        out.resize(count * board_outputs, 0.0);
        let layer = Strided::rows(layer, hidden);
        multiply(out, layer, self.part(self.layout.board), (count, hidden, board_outputs), false);
        add_bias(out, self.part(self.layout.board_bias));
    }
}

/// So many rows, and one of zeros.
pub(super) fn with_zeros(values: &mut Vec<f32>, rows: usize, channels: usize) {
    values.resize((rows + 1) * channels, 0.0);
    values[rows * channels..].fill(0.0);
}

/// Brings every point's channels to mean square one.
fn norm(trunk: &[f32], channels: usize, normed: &mut Vec<f32>, scale: &mut Vec<f32>) {
    let rows = trunk.len() / channels;
    with_zeros(normed, rows, channels);
    scale.resize(rows, 0.0);
    norm_rows(trunk, channels, normed, scale);
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

/// Nothing is divided by less than the root of this.
const SMALLEST: f32 = 1e-5;

/// The sum of products, in as many sums side by side as the widest vector has.
#[inline(always)]
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
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
    fn cut_off<'a>(values: &'a mut [f32]) {
        values.iter_mut().for_each(|value| *value = value.max(0.0));
    }
}

wide! {
    pub(super) fn add<'a>(values: &'a mut [f32], more: &'a [f32]) {
        values.iter_mut().zip(more).for_each(|(value, more)| *value += more);
    }
}

wide! {
    fn add_bias<'a>(values: &'a mut [f32], bias: &'a [f32]) {
        for row in values.chunks_exact_mut(bias.len()) {
            row.iter_mut().zip(bias).for_each(|(value, bias)| *value += bias);
        }
    }
}

/// Adds to all points of each board what the board is told.
fn tell_boards(trunk: &mut [f32], told: &[f32], (area, channels): (usize, usize)) {
    let each = trunk.chunks_exact_mut(area * channels).zip(told.chunks_exact(channels));
    each.for_each(|(trunk, told)| add_bias(trunk, told));
}

wide! {
    /// Adds to all points what their parts are told.
    fn tell_parts<'a>(trunk: &'a mut [f32], told: &'a [f32], parts: &'a [u32], channels: usize) {
        for (row, &part) in trunk.chunks_exact_mut(channels).zip(parts) {
            let told = &told[part as usize * channels..][..channels];
            row.iter_mut().zip(told).for_each(|(value, told)| *value += told);
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

fn pool_boards(
    middle: &[f32],
    (count, area, channels): (usize, usize, usize),
    pooled: &mut Pooled,
) {
    pooled.clear(count, channels);
    let Pooled { values, highest } = pooled;
    for board in 0..count {
        let pool = &mut values[board * 2 * channels..][..2 * channels];
        let highest = &mut highest[board * channels..][..channels];
        pool_board(
            &middle[board * area * channels..][..area * channels],
            board * area,
            pool,
            highest,
        );
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

fn pool_parts(middle: &[f32], boards: &Boards, channels: usize, pooled: &mut Pooled) {
    pooled.clear(boards.part_sizes.len(), channels);
    let Pooled { values, highest } = pooled;
    pool_rows(middle, boards, channels, values, highest);
}

wide! {
    fn pool_rows<'a>(
        middle: &'a [f32],
        boards: &'a Boards,
        channels: usize,
        values: &'a mut [f32],
        highest: &'a mut [u32],
    ) {
        for (index, &part) in boards.parts.iter().enumerate() {
            let part = part as usize;
            let pool = &mut values[part * 2 * channels..][..2 * channels];
            let highest = &mut highest[part * channels..][..channels];
            pool_row(pool, highest, &middle[index * channels..][..channels], index);
        }
        for (pool, &size) in values.chunks_exact_mut(2 * channels).zip(&boards.part_sizes) {
            // A number that no point has is nobody's part.
            pool[..channels].iter_mut().for_each(|sum| *sum /= size.max(1) as f32);
        }
    }
}

/// The pools of boards, by those of their parts.
fn pool_boards_of_parts(parts: &Pooled, boards: &Boards, channels: usize, pooled: &mut Pooled) {
    pooled.clear(boards.count, channels);
    let Pooled { values, highest } = pooled;
    join_parts(parts, boards, channels, values, highest);
}

wide! {
    fn join_parts<'a>(
        parts: &'a Pooled,
        boards: &'a Boards,
        channels: usize,
        values: &'a mut [f32],
        highest: &'a mut [u32],
    ) {
        let each = values.chunks_exact_mut(2 * channels).zip(highest.chunks_exact_mut(channels));
        for ((pool, highest), of) in each.zip(boards.first_parts.windows(2)) {
            let (means, most) = pool.split_at_mut(channels);
            for part in of[0] as usize..of[1] as usize {
                let (part_means, part_most) =
                    parts.values[part * 2 * channels..][..2 * channels].split_at(channels);
                let share = boards.part_sizes[part] as f32 / boards.tiling.area() as f32;
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

impl Pooled {
    /// Nothing pooled yet. What is pooled is not below zero.
    fn clear(&mut self, count: usize, channels: usize) {
        self.values.clear();
        self.values.resize(count * 2 * channels, 0.0);
        self.highest.clear();
        self.highest.resize(count * channels, NOWHERE);
    }
}
