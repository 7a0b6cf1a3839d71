//! Convolutions of 3x3 by Winograd's F(4x4, 3x3): a tile of 4x4 outputs takes 36 products instead of 144.
//!
//! A tile of 6x6 inputs `d` and the filter `g` are transformed into `V = Bt d B` and `U = G g Gt`; at each of the 36
//! places the channels of all tiles are one product of matrices, `M = V U`; the outputs are `At M A`. Backward the
//! same steps are taken the other way round, transposed: `dM = A dY At`, `dU = Vt dM`, `dV = dM Ut`, `dX = B dV Bt`.

#![allow(
    clippy::needless_range_loop,
    reason = "rows and columns of a tile are what is written down"
)]

use crate::kernel::{LANES, product};
use crate::matrix::View;
use pulp::{Arch, Simd, WithSimd};

/// Places of a tile in which channels are multiplied.
pub const PLACES: usize = 36;
/// Weights of a filter.
pub const TAPS: usize = 9;

/// How a board is cut into tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiling {
    /// How many points.
    area: usize,
    /// The points under each tile's 6x6, row by row; `area` where there is none.
    inputs: Vec<[u16; PLACES]>,
    /// The points of each tile's 4x4; `area` where there is none.
    outputs: Vec<[u16; 16]>,
}

impl Tiling {
    /// Of a board of so many columns and rows.
    pub fn new(width: usize, height: usize) -> Tiling {
        let area = width * height;
        let at = |x: isize, y: isize| {
            let on = x >= 0 && y >= 0 && (x as usize) < width && (y as usize) < height;
            if on { (y as usize * width + x as usize) as u16 } else { area as u16 }
        };
        let mut tiling = Tiling { area, inputs: Vec::new(), outputs: Vec::new() };
        for top in (0..height).step_by(4) {
            for left in (0..width).step_by(4) {
                let (top, left) = (top as isize, left as isize);
                tiling.inputs.push(std::array::from_fn(|i| {
                    at(left + (i % 6) as isize - 1, top + (i / 6) as isize - 1)
                }));
                tiling.outputs.push(std::array::from_fn(|i| {
                    at(left + (i % 4) as isize, top + (i / 4) as isize)
                }));
            }
        }
        tiling
    }

    /// How many tiles.
    pub fn tiles(&self) -> usize {
        self.inputs.len()
    }

    /// How many points.
    pub fn area(&self) -> usize {
        self.area
    }
}

/// Room for the tiles of a convolution and of its gradient.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    v: Vec<f32>,
    m: Vec<f32>,
}

impl Workspace {
    fn fit(&mut self, tiles: usize, sizes: Sizes) {
        self.v.resize(PLACES * tiles * sizes.from, 0.0);
        self.m.resize(PLACES * tiles * sizes.to, 0.0);
    }
}

/// Filters `[tap][from][to]` as they are multiplied, `[place][from][to]`.
pub fn transform_filters(filters: &[f32], transformed: &mut [f32]) {
    Arch::new().dispatch(TransformFilters { filters, transformed });
}

struct TransformFilters<'a> {
    filters: &'a [f32],
    transformed: &'a mut [f32],
}

impl WithSimd for TransformFilters<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let plane = self.filters.len() / TAPS;
        for at in (0..plane).step_by(S::F32_LANES) {
            let mut half = [[simd.splat_f32s(0.0); 3]; 6];
            for column in 0..3 {
                let taps = std::array::from_fn(|row| {
                    load::<S>(self.filters, (3 * row + column) * plane + at)
                });
                let turned = g_plain(simd, taps);
                for row in 0..6 {
                    half[row][column] = turned[row];
                }
            }
            for (row, values) in half.into_iter().enumerate() {
                for (column, value) in g_plain(simd, values).into_iter().enumerate() {
                    store::<S>(self.transformed, (6 * row + column) * plane + at, value);
                }
            }
        }
    }
}

/// The gradient of filters by that of the transformed ones, which is added.
pub fn transform_filters_back(transformed: &[f32], filters: &mut [f32]) {
    Arch::new().dispatch(TransformBack { transformed, filters });
}

struct TransformBack<'a> {
    transformed: &'a [f32],
    filters: &'a mut [f32],
}

impl WithSimd for TransformBack<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let plane = self.filters.len() / TAPS;
        for at in (0..plane).step_by(S::F32_LANES) {
            let mut half = [[simd.splat_f32s(0.0); 6]; 3];
            for column in 0..6 {
                let values = std::array::from_fn(|row| {
                    load::<S>(self.transformed, (6 * row + column) * plane + at)
                });
                let back = g_transposed(simd, values);
                for row in 0..3 {
                    half[row][column] = back[row];
                }
            }
            for (row, values) in half.into_iter().enumerate() {
                for (column, value) in g_transposed(simd, values).into_iter().enumerate() {
                    let to = (3 * row + column) * plane + at;
                    store::<S>(self.filters, to, simd.add_f32s(load::<S>(self.filters, to), value));
                }
            }
        }
    }
}

/// The sizes of a convolution over a few boards of one size.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// How many boards.
    pub boards: usize,
    /// Channels in.
    pub from: usize,
    /// Channels out.
    pub to: usize,
}

/// What becomes of the outputs of a convolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// They are put where others may have been.
    Put,
    /// The same, and those below zero become zero.
    PutPositive,
    /// They are added to what is there.
    Add,
}

/// `filters * input + bias`, boards one after the other, channels last.
pub struct Forward<'a> {
    /// How boards are cut.
    pub tiling: &'a Tiling,
    /// The sizes.
    pub sizes: Sizes,
    /// The transformed filters.
    pub filters: &'a [f32],
    /// What is added to every output, by channel.
    pub bias: &'a [f32],
    /// What is put in, with one row of zeros after its last board.
    pub input: &'a [f32],
    /// Where the outputs go.
    pub out: &'a mut [f32],
    /// What becomes of them there.
    pub store: Store,
    /// Room to work in.
    pub work: &'a mut Workspace,
}

impl Forward<'_> {
    /// Does it.
    pub fn run(self) {
        let Sizes { boards, from, to } = self.sizes;
        debug_assert!(from % LANES == 0 && to % LANES == 0);
        debug_assert_eq!(self.input.len(), (boards * self.tiling.area + 1) * from);
        self.work.fit(boards * self.tiling.tiles(), self.sizes);
        Arch::new().dispatch(self);
    }
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Forward { tiling, sizes, filters, bias, input, out, store, work } = self;
        let Sizes { boards, from, to } = sizes;
        let tiles = boards * tiling.tiles();
        tiles_in(simd, tiling, boards, from, input, &mut work.v);
        for place in 0..PLACES {
            let v = &work.v[place * tiles * from..][..tiles * from];
            let u = &filters[place * from * to..][..from * to];
            let m = &mut work.m[place * tiles * to..][..tiles * to];
            product(simd, m, View::new(v, tiles, from), View::new(u, from, to), false);
        }
        tiles_out(simd, tiling, sizes, &work.m, bias, out, store);
    }
}

/// What a convolution is asked for backward.
pub struct Backward<'a> {
    /// How boards are cut.
    pub tiling: &'a Tiling,
    /// The sizes, as forward.
    pub sizes: Sizes,
    /// The transformed filters with `from` and `to` exchanged: `[place][to][from]`.
    pub filters_transposed: &'a [f32],
    /// What was put in, with its row of zeros.
    pub input: &'a [f32],
    /// The gradient of what came out.
    pub out_gradient: &'a [f32],
    /// That of the transformed filters is added to this.
    pub filters_gradient: &'a mut [f32],
    /// That of what was put in goes here, with a last row of no meaning; nowhere if nobody asks.
    pub input_gradient: Option<&'a mut [f32]>,
    /// Room to work in.
    pub work: &'a mut Workspace,
}

impl Backward<'_> {
    /// Does it.
    pub fn run(self) {
        self.work.fit(self.sizes.boards * self.tiling.tiles(), self.sizes);
        Arch::new().dispatch(self);
    }
}

impl WithSimd for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Backward { tiling, sizes, input, out_gradient, filters_gradient, work, .. } = self;
        let Sizes { boards, from, to } = sizes;
        let tiles = boards * tiling.tiles();
        tiles_in(simd, tiling, boards, from, input, &mut work.v);
        gradients_in(simd, tiling, boards, to, out_gradient, &mut work.m);
        for place in 0..PLACES {
            let v = &mut work.v[place * tiles * from..][..tiles * from];
            let m = &work.m[place * tiles * to..][..tiles * to];
            let gradient = &mut filters_gradient[place * from * to..][..from * to];
            let tiles_in = View::new(v, tiles, from).transposed();
            product(simd, gradient, tiles_in, View::new(m, tiles, to), true);
            if self.input_gradient.is_some() {
                let u = &self.filters_transposed[place * from * to..][..from * to];
                product(simd, v, View::new(m, tiles, to), View::new(u, to, from), false);
            }
        }
        if let Some(input_gradient) = self.input_gradient {
            gradients_out(simd, tiling, boards, from, &work.v, input_gradient);
        }
    }
}

/// The numbers at these channels.
#[inline(always)]
fn load<S: Simd>(values: &[f32], at: usize) -> S::f32s {
    S::as_simd_f32s(&values[at..at + S::F32_LANES]).0[0]
}

#[inline(always)]
fn store<S: Simd>(values: &mut [f32], at: usize, value: S::f32s) {
    S::as_mut_simd_f32s(&mut values[at..at + S::F32_LANES]).0[0] = value;
}

/// `V = Bt d B` for all tiles.
#[inline(always)]
fn tiles_in<S: Simd>(
    simd: S,
    tiling: &Tiling,
    boards: usize,
    channels: usize,
    input: &[f32],
    v: &mut [f32],
) {
    let (tiles, zeros) = (boards * tiling.tiles(), boards * tiling.area);
    for board in 0..boards {
        for (tile, points) in tiling.inputs.iter().enumerate() {
            let rows: [usize; PLACES] = std::array::from_fn(|i| {
                let point = usize::from(points[i]);
                channels * if point == tiling.area { zeros } else { board * tiling.area + point }
            });
            let at = (board * tiling.tiles() + tile) * channels;
            let mut channel = 0;
            while channel < channels {
                let mut half = [[simd.splat_f32s(0.0); 6]; 6];
                for column in 0..6 {
                    let d = std::array::from_fn(|row| {
                        load::<S>(input, rows[6 * row + column] + channel)
                    });
                    let turned = b_transposed(simd, d);
                    for row in 0..6 {
                        half[row][column] = turned[row];
                    }
                }
                for (row, values) in half.into_iter().enumerate() {
                    for (column, value) in b_transposed(simd, values).into_iter().enumerate() {
                        store::<S>(v, (6 * row + column) * tiles * channels + at + channel, value);
                    }
                }
                channel += S::F32_LANES;
            }
        }
    }
}

/// `At M A` for all tiles, and the bias.
#[inline(always)]
fn tiles_out<S: Simd>(
    simd: S,
    tiling: &Tiling,
    Sizes { boards, to: channels, .. }: Sizes,
    m: &[f32],
    bias: &[f32],
    out: &mut [f32],
    store_as: Store,
) {
    let tiles = boards * tiling.tiles();
    let zero = simd.splat_f32s(0.0);
    for board in 0..boards {
        for (tile, points) in tiling.outputs.iter().enumerate() {
            let at = (board * tiling.tiles() + tile) * channels;
            let mut channel = 0;
            while channel < channels {
                let mut half = [[zero; 6]; 4];
                for column in 0..6 {
                    let values = std::array::from_fn(|row| {
                        load::<S>(m, (6 * row + column) * tiles * channels + at + channel)
                    });
                    let turned = a_transposed(simd, values);
                    for row in 0..4 {
                        half[row][column] = turned[row];
                    }
                }
                let bias = load::<S>(bias, channel);
                for (row, values) in half.into_iter().enumerate() {
                    for (column, value) in a_transposed(simd, values).into_iter().enumerate() {
                        let point = usize::from(points[4 * row + column]);
                        if point < tiling.area {
                            let to = (board * tiling.area + point) * channels + channel;
                            let value = simd.add_f32s(value, bias);
                            let value = match store_as {
                                Store::Put => value,
                                Store::PutPositive => simd.max_f32s(value, zero),
                                Store::Add => simd.add_f32s(load::<S>(out, to), value),
                            };
                            store::<S>(out, to, value);
                        }
                    }
                }
                channel += S::F32_LANES;
            }
        }
    }
}

/// `dM = A dY At` for all tiles.
#[inline(always)]
fn gradients_in<S: Simd>(
    simd: S,
    tiling: &Tiling,
    boards: usize,
    channels: usize,
    gradient: &[f32],
    m: &mut [f32],
) {
    let tiles = boards * tiling.tiles();
    for board in 0..boards {
        for (tile, points) in tiling.outputs.iter().enumerate() {
            let at = (board * tiling.tiles() + tile) * channels;
            let mut channel = 0;
            while channel < channels {
                let mut half = [[simd.splat_f32s(0.0); 4]; 6];
                for column in 0..4 {
                    let values = std::array::from_fn(|row| {
                        let point = usize::from(points[4 * row + column]);
                        if point < tiling.area {
                            let from = (board * tiling.area + point) * channels + channel;
                            load::<S>(gradient, from)
                        } else {
                            simd.splat_f32s(0.0)
                        }
                    });
                    let turned = a_plain(simd, values);
                    for row in 0..6 {
                        half[row][column] = turned[row];
                    }
                }
                for (row, values) in half.into_iter().enumerate() {
                    for (column, value) in a_plain(simd, values).into_iter().enumerate() {
                        store::<S>(m, (6 * row + column) * tiles * channels + at + channel, value);
                    }
                }
                channel += S::F32_LANES;
            }
        }
    }
}

/// `dX = B dV Bt`, summed where tiles overlap.
#[inline(always)]
fn gradients_out<S: Simd>(
    simd: S,
    tiling: &Tiling,
    boards: usize,
    channels: usize,
    v: &[f32],
    gradient: &mut [f32],
) {
    let tiles = boards * tiling.tiles();
    gradient.fill(0.0);
    for board in 0..boards {
        for (tile, points) in tiling.inputs.iter().enumerate() {
            let at = (board * tiling.tiles() + tile) * channels;
            let mut channel = 0;
            while channel < channels {
                let mut half = [[simd.splat_f32s(0.0); 6]; 6];
                for column in 0..6 {
                    let values = std::array::from_fn(|row| {
                        load::<S>(v, (6 * row + column) * tiles * channels + at + channel)
                    });
                    let turned = b_plain(simd, values);
                    for row in 0..6 {
                        half[row][column] = turned[row];
                    }
                }
                for (row, values) in half.into_iter().enumerate() {
                    for (column, value) in b_plain(simd, values).into_iter().enumerate() {
                        let point = usize::from(points[6 * row + column]);
                        if point < tiling.area {
                            let to = (board * tiling.area + point) * channels + channel;
                            let sum = simd.add_f32s(load::<S>(gradient, to), value);
                            store::<S>(gradient, to, sum);
                        }
                    }
                }
                channel += S::F32_LANES;
            }
        }
    }
}

/// G times a column of three.
#[inline(always)]
fn g_plain<S: Simd>(simd: S, [a, b, c]: [S::f32s; 3]) -> [S::f32s; 6] {
    let times = |factor: f32, value| simd.mul_f32s(simd.splat_f32s(factor), value);
    let (even, odd) = (times(-1.0 / 6.0, simd.add_f32s(a, c)), times(1.0 / 6.0, b));
    let (wide, step) =
        (simd.add_f32s(times(1.0 / 24.0, a), times(1.0 / 6.0, c)), times(1.0 / 12.0, b));
    [
        times(1.0 / 4.0, a),
        simd.sub_f32s(even, odd),
        simd.add_f32s(even, odd),
        simd.add_f32s(wide, step),
        simd.sub_f32s(wide, step),
        c,
    ]
}

/// The transpose of G times a column of six.
#[inline(always)]
fn g_transposed<S: Simd>(simd: S, [a, b, c, d, e, f]: [S::f32s; 6]) -> [S::f32s; 3] {
    let times = |factor: f32, value| simd.mul_f32s(simd.splat_f32s(factor), value);
    let (near, far) = (simd.add_f32s(b, c), simd.add_f32s(d, e));
    [
        simd.add_f32s(
            simd.sub_f32s(times(1.0 / 4.0, a), times(1.0 / 6.0, near)),
            times(1.0 / 24.0, far),
        ),
        simd.add_f32s(
            times(1.0 / 6.0, simd.sub_f32s(c, b)),
            times(1.0 / 12.0, simd.sub_f32s(d, e)),
        ),
        simd.add_f32s(times(1.0 / 6.0, simd.sub_f32s(far, near)), f),
    ]
}

/// The transpose of B times a column of six.
#[inline(always)]
fn b_transposed<S: Simd>(simd: S, [a, b, c, d, e, f]: [S::f32s; 6]) -> [S::f32s; 6] {
    let (two, four, minus_five) =
        (simd.splat_f32s(2.0), simd.splat_f32s(4.0), simd.splat_f32s(-5.0));
    let minus_four = simd.splat_f32s(-4.0);
    let fma = |x, y, z| simd.mul_add_e_f32s(x, y, z);
    let even = fma(minus_four, c, e);
    let odd = fma(minus_four, b, d);
    let near = simd.sub_f32s(e, c);
    let far = simd.mul_f32s(two, simd.sub_f32s(d, b));
    [
        fma(four, a, fma(minus_five, c, e)),
        simd.add_f32s(even, odd),
        simd.sub_f32s(even, odd),
        simd.add_f32s(near, far),
        simd.sub_f32s(near, far),
        fma(four, b, fma(minus_five, d, f)),
    ]
}

/// B times a column of six.
#[inline(always)]
fn b_plain<S: Simd>(simd: S, [a, b, c, d, e, f]: [S::f32s; 6]) -> [S::f32s; 6] {
    let (two, four, minus_five) =
        (simd.splat_f32s(2.0), simd.splat_f32s(4.0), simd.splat_f32s(-5.0));
    let minus_four = simd.splat_f32s(-4.0);
    let fma = |x, y, z| simd.mul_add_e_f32s(x, y, z);
    let (near, near_off) = (simd.add_f32s(b, c), simd.sub_f32s(b, c));
    let (far, far_off) = (simd.add_f32s(d, e), simd.sub_f32s(d, e));
    let twice = simd.mul_f32s(two, far_off);
    [
        simd.mul_f32s(four, a),
        simd.sub_f32s(fma(minus_four, near_off, simd.mul_f32s(four, f)), twice),
        simd.sub_f32s(fma(minus_five, a, simd.mul_f32s(minus_four, near)), far),
        simd.add_f32s(fma(minus_five, f, near_off), twice),
        simd.add_f32s(a, simd.add_f32s(near, far)),
        f,
    ]
}

/// The transpose of A times a column of six.
#[inline(always)]
fn a_transposed<S: Simd>(simd: S, [a, b, c, d, e, f]: [S::f32s; 6]) -> [S::f32s; 4] {
    let (two, four, eight) = (simd.splat_f32s(2.0), simd.splat_f32s(4.0), simd.splat_f32s(8.0));
    let fma = |x, y, z| simd.mul_add_e_f32s(x, y, z);
    let (near, near_off) = (simd.add_f32s(b, c), simd.sub_f32s(b, c));
    let (far, far_off) = (simd.add_f32s(d, e), simd.sub_f32s(d, e));
    [
        simd.add_f32s(a, simd.add_f32s(near, far)),
        fma(two, far_off, near_off),
        fma(four, far, near),
        simd.add_f32s(fma(eight, far_off, near_off), f),
    ]
}

/// A times a column of four.
#[inline(always)]
fn a_plain<S: Simd>(simd: S, [a, b, c, d]: [S::f32s; 4]) -> [S::f32s; 6] {
    let (two, four, eight) = (simd.splat_f32s(2.0), simd.splat_f32s(4.0), simd.splat_f32s(8.0));
    let fma = |x, y, z| simd.mul_add_e_f32s(x, y, z);
    let (even, odd) = (simd.add_f32s(a, c), simd.add_f32s(b, d));
    let (wide, step) = (fma(four, c, a), fma(eight, d, simd.mul_f32s(two, b)));
    [
        a,
        simd.add_f32s(even, odd),
        simd.sub_f32s(even, odd),
        simd.add_f32s(wide, step),
        simd.sub_f32s(wide, step),
        d,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let hash = |at: usize| (at as u32).wrapping_mul(2_654_435_761).wrapping_add(seed * 97) >> 8;
        (0..count).map(|at| (hash(at) % 2001) as f32 / 1000.0 - 1.0).collect()
    }

    /// By the definition, one board at a time; calls `each` with (out, in, tap) indices.
    fn naive(
        (width, height): (usize, usize),
        Sizes { boards, from, to }: Sizes,
        mut each: impl FnMut(usize, usize, usize),
    ) {
        for board in 0..boards {
            for y in 0..height {
                for x in 0..width {
                    for tap in 0..TAPS {
                        let (u, v) = (x + tap % 3, y + tap / 3);
                        if u < 1 || v < 1 || u > width || v > height {
                            continue;
                        }
                        let out = (board * height + y) * width + x;
                        let inn = (board * height + v - 1) * width + u - 1;
                        for i in 0..from {
                            for o in 0..to {
                                each(out * to + o, inn * from + i, (tap * from + i) * to + o);
                            }
                        }
                    }
                }
            }
        }
    }

    fn close(a: &[f32], b: &[f32]) -> Result<(), TestCaseError> {
        prop_assert_eq!(a.len(), b.len());
        let size = b.iter().fold(1.0_f32, |most, value| most.max(value.abs()));
        for (at, (a, b)) in a.iter().zip(b).enumerate() {
            prop_assert!((a - b).abs() < 2e-4 * size, "at {at}: {a} {b}");
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn convolutions_are_those_of_the_definition(
            board in (1_usize..14, 1_usize..14), boards in 1_usize..4,
            from in 1_usize..4, to in 1_usize..6, seed in 0_u32..1000,
        ) {
            let sizes = Sizes { boards, from: from * LANES, to: to * LANES };
            let area = boards * board.0 * board.1;
            let mut input = numbers(area * sizes.from, seed);
            input.extend(vec![0.0; sizes.from]);
            let filters = numbers(TAPS * sizes.from * sizes.to, seed + 1);
            let bias = numbers(sizes.to, seed + 2);
            let out_gradient = numbers(area * sizes.to, seed + 3);
            let plane = sizes.from * sizes.to;

            let tiling = Tiling::new(board.0, board.1);
            let mut turned = vec![0.0; PLACES * plane];
            transform_filters(&filters, &mut turned);
            let mut work = Workspace::default();
            let mut run = |out: &mut [f32], store| {
                let (tiling, filters, bias, input) = (&tiling, &turned, &bias, &input);
                Forward { tiling, sizes, filters, bias, input, out, store, work: &mut work }.run();
            };
            let mut out = vec![f32::NAN; area * sizes.to];
            run(&mut out, Store::Put);
            let mut wanted: Vec<f32> = (0..area).flat_map(|_| bias.clone()).collect();
            naive(board, sizes, |o, i, w| wanted[o] += filters[w] * input[i]);
            close(&out, &wanted)?;
            let mut twice = out.clone();
            run(&mut twice, Store::Add);
            prop_assert!(twice.iter().zip(&out).all(|(twice, once)| *twice == 2.0 * once));
            let mut cut = vec![f32::NAN; area * sizes.to];
            run(&mut cut, Store::PutPositive);
            prop_assert!(cut.iter().zip(&out).all(|(cut, out)| *cut == out.max(0.0)));

            let mut across = vec![0.0; turned.len()];
            for at in 0..turned.len() {
                let (place, rest) = (at / plane, at % plane);
                let (i, o) = (rest / sizes.to, rest % sizes.to);
                across[place * plane + o * sizes.from + i] = turned[at];
            }
            let mut filters_gradient = vec![0.0; turned.len()];
            let mut input_gradient = vec![f32::NAN; input.len()];
            Backward {
                tiling: &tiling, sizes, filters_transposed: &across, input: &input, out_gradient: &out_gradient,
                filters_gradient: &mut filters_gradient, input_gradient: Some(&mut input_gradient), work: &mut work,
            }.run();
            let mut slope = vec![0.0; filters.len()];
            transform_filters_back(&filters_gradient, &mut slope);
            let (mut wanted, mut wanted_in) = (vec![0.0; slope.len()], vec![0.0; area * sizes.from]);
            naive(board, sizes, |o, i, w| {
                wanted[w] += input[i] * out_gradient[o];
                wanted_in[i] += filters[w] * out_gradient[o];
            });
            close(&slope, &wanted)?;
            close(&input_gradient[..wanted_in.len()], &wanted_in)?;
        }
    }
}
