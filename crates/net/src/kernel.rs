//! Products of small matrices and whatever else runs over channels, in the widest vectors that the machine has.

use crate::matrix::{View, check_sizes, multiply};
use pulp::{Arch, Simd, WithSimd};

/// Channels of convolutions come in multiples of this, the widest vector there is, so that none is partly filled.
pub const LANES: usize = 16;

/// Declares a function whose loops run in the machine's widest vectors. (A closure would not do: if it is large, it is
/// compiled apart from them, with the narrow ones that every machine has.)
macro_rules! wide {
    ($(#[$about:meta])* $vis:vis fn $name:ident<$life:lifetime>($($arg:ident: $type:ty),* $(,)?) $body:block) => {
        $(#[$about])*
        $vis fn $name<$life>($($arg: $type),*) {
            struct Call<$life> {
                $($arg: $type,)*
            }
            impl<$life> pulp::NullaryFnOnce for Call<$life> {
                type Output = ();

                #[inline(always)]
                fn call(self) {
                    let Call { $($arg),* } = self;
                    $body
                }
            }
            pulp::Arch::new().dispatch(Call { $($arg),* });
        }
    };
}
pub(crate) use wide;

/// `out = keep * out + a * b`, as [`multiply`]: quicker where the matrices are so small that the library takes a good
/// part of the time to get ready, and without its allocations, if `b` is not transposed. Rounds otherwise than the
/// library: wider vectors do the same sums in the same order.
///
/// # Panics
/// If the matrices do not fit together.
pub fn multiply_small(out: &mut [f32], keep: f32, a: View<'_>, b: View<'_>) {
    struct Multiply<'o, 'a, 'b> {
        out: &'o mut [f32],
        a: View<'a>,
        b: View<'b>,
        adds: bool,
    }
    impl WithSimd for Multiply<'_, '_, '_> {
        type Output = ();

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) {
            product(simd, self.out, self.a, self.b, self.adds);
        }
    }
    if b.column_step != 1 {
        return multiply(out, keep, a, b);
    }
    check_sizes(out, a, b);
    if keep != 0.0 && keep != 1.0 {
        out.iter_mut().for_each(|value| *value *= keep);
    }
    Arch::new().dispatch(Multiply { out, a, b, adds: keep != 0.0 });
}

/// `out = a * b`, or `out += a * b`. `b` and `out` lie row by row. Every sum runs in order, one fused step at a time,
/// so wider vectors give the same bits.
#[inline(always)]
pub(crate) fn product<S: Simd>(simd: S, out: &mut [f32], a: View<'_>, b: View<'_>, adds: bool) {
    let n = b.columns;
    // Sums stay in registers: six rows of four vectors where there are 32 registers, of two where there are 16.
    let wide = if S::REGISTER_COUNT >= 32 { 4 } else { 2 } * S::F32_LANES;
    let mut column = 0;
    while column < n {
        let left = n - column;
        if S::REGISTER_COUNT >= 32 && left >= wide {
            columns::<S, 4>(simd, out, a, b, column, adds);
            column += wide;
        } else if left >= 2 * S::F32_LANES {
            columns::<S, 2>(simd, out, a, b, column, adds);
            column += 2 * S::F32_LANES;
        } else if left >= S::F32_LANES {
            columns::<S, 1>(simd, out, a, b, column, adds);
            column += S::F32_LANES;
        } else {
            single_column(out, a, b, column, adds);
            column += 1;
        }
    }
}

/// The columns from `column` on, `V` vectors of them.
#[inline(always)]
fn columns<S: Simd, const V: usize>(
    simd: S,
    out: &mut [f32],
    a: View<'_>,
    b: View<'_>,
    column: usize,
    adds: bool,
) {
    let mut row = 0;
    while row < a.rows {
        let place = (row, column);
        row += match a.rows - row {
            // A single vector a row needs more rows to keep the machine busy.
            8.. if V == 1 => tile::<S, 8, V>(simd, out, a, b, place, adds),
            // Rows are shared out evenly: a tail of one would leave the machine idle.
            8.. | 6 => tile::<S, 6, V>(simd, out, a, b, place, adds),
            5 | 7 => tile::<S, 5, V>(simd, out, a, b, place, adds),
            4 => tile::<S, 4, V>(simd, out, a, b, place, adds),
            3 => tile::<S, 3, V>(simd, out, a, b, place, adds),
            2 => tile::<S, 2, V>(simd, out, a, b, place, adds),
            _ => tile::<S, 1, V>(simd, out, a, b, place, adds),
        };
    }
}

/// `R` rows of `V` vectors; gives back `R`.
#[inline(always)]
fn tile<S: Simd, const R: usize, const V: usize>(
    simd: S,
    out: &mut [f32],
    a: View<'_>,
    b: View<'_>,
    (row, column): (usize, usize),
    adds: bool,
) -> usize {
    let (k, n) = (a.columns, b.columns);
    let width = V * S::F32_LANES;
    let mut sums = [[simd.splat_f32s(0.0); V]; R];
    if adds {
        for (r, sums) in sums.iter_mut().enumerate() {
            let (old, _) = S::as_simd_f32s(&out[(row + r) * n + column..][..width]);
            sums.copy_from_slice(&old[..V]);
        }
    }
    // Without a column there is nothing to begin with.
    let a_first = a.values.get(row * a.row_step..).unwrap_or_default();
    for l in 0..k {
        let (line, _) = S::as_simd_f32s(&b.values[l * n + column..][..width]);
        let line: [S::f32s; V] = std::array::from_fn(|v| line[v]);
        for (r, sums) in sums.iter_mut().enumerate() {
            let factor = simd.splat_f32s(a_first[r * a.row_step + l * a.column_step]);
            for (sum, value) in sums.iter_mut().zip(line) {
                *sum = simd.mul_add_e_f32s(factor, value, *sum);
            }
        }
    }
    for (r, sums) in sums.iter().enumerate() {
        let (new, _) = S::as_mut_simd_f32s(&mut out[(row + r) * n + column..][..width]);
        new[..V].copy_from_slice(sums);
    }
    R
}

/// A column that is no part of a whole vector.
#[inline(always)]
fn single_column(out: &mut [f32], a: View<'_>, b: View<'_>, column: usize, adds: bool) {
    for (row, out) in out.chunks_exact_mut(b.columns).enumerate() {
        let mut sum = if adds { out[column] } else { 0.0 };
        for l in 0..a.columns {
            let factor = a.values[row * a.row_step + l * a.column_step];
            sum = factor.mul_add(b.values[l * b.columns + column], sum);
        }
        out[column] = sum;
    }
}
