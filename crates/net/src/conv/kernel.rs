//! The inner loops of convolutions: products of small matrices and whatever else runs over channels, in the
//! widest vectors that the machine has. The last dimension of everything here is channels, a multiple of
//! [`LANES`], so that no vector is ever partly filled.

use pulp::Simd;

/// Channels come in multiples of this: the widest vector there is.
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
pub(super) use wide;

/// A matrix whose element at `(row, column)` is `values[row * row_step + column * column_step]`.
#[derive(Clone, Copy)]
pub(super) struct Strided<'a> {
    pub values: &'a [f32],
    pub row_step: usize,
    pub column_step: usize,
}

impl<'a> Strided<'a> {
    /// Row by row.
    #[inline(always)]
    pub fn rows(values: &'a [f32], columns: usize) -> Strided<'a> {
        Strided { values, row_step: columns, column_step: 1 }
    }

    /// The transpose of what lies row by row.
    #[inline(always)]
    pub fn transposed(values: &'a [f32], columns: usize) -> Strided<'a> {
        Strided { values, row_step: 1, column_step: columns }
    }
}

/// `out = a * b`, or `out += a * b`. `a` has `m` rows and `k` columns; `b` and `out` lie row by row with `n`
/// columns each. Every sum runs over `k` in order, one fused step at a time, so wider vectors give the same bits.
#[inline(always)]
pub(super) fn product<S: Simd>(
    simd: S,
    out: &mut [f32],
    a: Strided<'_>,
    b: &[f32],
    (m, k, n): (usize, usize, usize),
    adds: bool,
) {
    debug_assert_eq!(n % LANES, 0);
    // Sums stay in registers: six rows of four vectors where there are 32 registers, of two where there are 16.
    let wide = if S::REGISTER_COUNT >= 32 { 4 } else { 2 } * S::F32_LANES;
    let mut column = 0;
    while column < n {
        let left = n - column;
        if S::REGISTER_COUNT >= 32 && left >= wide {
            columns::<S, 4>(simd, out, a, b, (m, k, n), column, adds);
            column += wide;
        } else if left >= 2 * S::F32_LANES {
            columns::<S, 2>(simd, out, a, b, (m, k, n), column, adds);
            column += 2 * S::F32_LANES;
        } else {
            columns::<S, 1>(simd, out, a, b, (m, k, n), column, adds);
            column += S::F32_LANES;
        }
    }
}

/// The columns from `column` on, `V` vectors of them.
#[inline(always)]
fn columns<S: Simd, const V: usize>(
    simd: S,
    out: &mut [f32],
    a: Strided<'_>,
    b: &[f32],
    (m, k, n): (usize, usize, usize),
    column: usize,
    adds: bool,
) {
    let mut row = 0;
    while row < m {
        let place = (row, column);
        row += match m - row {
            // Rows are shared out evenly: a tail of one would leave the machine idle.
            8.. | 6 => tile::<S, 6, V>(simd, out, a, b, (k, n), place, adds),
            5 | 7 => tile::<S, 5, V>(simd, out, a, b, (k, n), place, adds),
            4 => tile::<S, 4, V>(simd, out, a, b, (k, n), place, adds),
            3 => tile::<S, 3, V>(simd, out, a, b, (k, n), place, adds),
            2 => tile::<S, 2, V>(simd, out, a, b, (k, n), place, adds),
            _ => tile::<S, 1, V>(simd, out, a, b, (k, n), place, adds),
        };
    }
}

/// `R` rows of `V` vectors; gives back `R`.
#[inline(always)]
fn tile<S: Simd, const R: usize, const V: usize>(
    simd: S,
    out: &mut [f32],
    a: Strided<'_>,
    b: &[f32],
    (k, n): (usize, usize),
    (row, column): (usize, usize),
    adds: bool,
) -> usize {
    let width = V * S::F32_LANES;
    let mut sums = [[simd.splat_f32s(0.0); V]; R];
    if adds {
        for (r, sums) in sums.iter_mut().enumerate() {
            let (old, _) = S::as_simd_f32s(&out[(row + r) * n + column..][..width]);
            sums.copy_from_slice(&old[..V]);
        }
    }
    let a_first = &a.values[row * a.row_step..];
    for l in 0..k {
        let (line, _) = S::as_simd_f32s(&b[l * n + column..][..width]);
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
