//! Products of matrices over plain slices.

use pulp::{Arch, NullaryFnOnce};

/// A matrix that looks at numbers somewhere else.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    values: &'a [f32],
    rows: usize,
    columns: usize,
    row_step: usize,
    column_step: usize,
}

impl<'a> View<'a> {
    /// All of the numbers, row by row.
    ///
    /// # Panics
    /// If they are not `rows` times `columns`.
    pub fn new(values: &'a [f32], rows: usize, columns: usize) -> View<'a> {
        assert_eq!(values.len(), rows * columns, "a matrix of {rows} times {columns}");
        View { values, rows, columns, row_step: columns, column_step: 1 }
    }

    /// With rows and columns exchanged.
    pub fn transposed(self) -> View<'a> {
        View {
            rows: self.columns,
            columns: self.rows,
            row_step: self.column_step,
            column_step: self.row_step,
            ..self
        }
    }
}

/// `out = keep * out + a * b`, with `out` row by row. With `keep` zero, what was in `out` is not read.
///
/// # Panics
/// If the matrices do not fit together.
#[allow(unsafe_code, reason = "the one call of a library without a safe form")]
pub fn multiply(out: &mut [f32], keep: f32, a: View<'_>, b: View<'_>) {
    let (m, k, n) = (a.rows, a.columns, b.columns);
    assert_eq!(k, b.rows, "{m} times {k} by {} times {n}", b.rows);
    assert_eq!(out.len(), m * n, "a product of {m} times {n}");
    if out.is_empty() {
        return;
    }
    if k == 0 {
        out.iter_mut().for_each(|value| *value = if keep == 0.0 { 0.0 } else { keep * *value });
        return;
    }
    // SAFETY: a view's slice holds exactly its rows times its columns, and its steps reach every one
    // of them and nothing else (made so in `new`, kept by `transposed`); `out` was checked above and
    // is borrowed alone.
    unsafe {
        gemm::gemm(
            m,
            n,
            k,
            out.as_mut_ptr(),
            1,
            n as isize,
            keep != 0.0,
            a.values.as_ptr(),
            a.column_step as isize,
            a.row_step as isize,
            b.values.as_ptr(),
            b.column_step as isize,
            b.row_step as isize,
            keep,
            1.0,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}

/// So many columns of a small product are summed side by side...
const COLUMNS: usize = 16;
/// ... in so many rows at once, such that all these sums stay in the machine's registers.
const ROWS: usize = 4;

/// As [`multiply`], but quicker where the matrices are so small that the library takes a good part of
/// the time to get ready, and without its allocations, if `b` is not transposed. Rounds otherwise than
/// the library, but the same on every machine: wider vectors do the same sums in the same order.
///
/// # Panics
/// If the matrices do not fit together.
pub fn multiply_small(out: &mut [f32], keep: f32, a: View<'_>, b: View<'_>) {
    let (m, k, n) = (a.rows, a.columns, b.columns);
    if b.column_step != 1 || out.is_empty() {
        return multiply(out, keep, a, b);
    }
    assert_eq!(k, b.rows, "{m} times {k} by {} times {n}", b.rows);
    assert_eq!(out.len(), m * n, "a product of {m} times {n}");
    match keep {
        0.0 => out.fill(0.0),
        1.0 => {}
        _ => out.iter_mut().for_each(|value| *value *= keep),
    }
    Arch::new().dispatch(Small { out, a, b });
}

/// Adds a product, on a machine with wide vectors; such a thing must be inlined.
struct Small<'o, 'a, 'b> {
    out: &'o mut [f32],
    a: View<'a>,
    b: View<'b>,
}

impl NullaryFnOnce for Small<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Small { out, a, b } = self;
        let mut row = 0;
        let mut tiles = out.chunks_exact_mut(ROWS * b.columns);
        for out in tiles.by_ref() {
            add_rows::<ROWS>(out, (a, row), b);
            row += ROWS;
        }
        let mut tiles = tiles.into_remainder().chunks_exact_mut(2 * b.columns);
        for out in tiles.by_ref() {
            add_rows::<2>(out, (a, row), b);
            row += 2;
        }
        if row < a.rows {
            add_rows::<1>(tiles.into_remainder(), (a, row), b);
        }
    }
}

/// Adds some rows of a product, from `first` on.
#[inline(always)]
fn add_rows<const COUNT: usize>(out: &mut [f32], (a, first): (View<'_>, usize), b: View<'_>) {
    let whole = b.columns - b.columns % COLUMNS;
    for column in (0..whole).step_by(COLUMNS) {
        add_tile::<COUNT, COLUMNS>(out, (a, first), b, column);
    }
    for column in whole..b.columns {
        add_tile::<COUNT, 1>(out, (a, first), b, column);
    }
}

/// The same, in some columns only.
#[inline(always)]
fn add_tile<const COUNT: usize, const WIDTH: usize>(
    out: &mut [f32],
    (a, first): (View<'_>, usize),
    b: View<'_>,
    column: usize,
) {
    let mut sums = [[0.0; WIDTH]; COUNT];
    for (sums, out) in sums.iter_mut().zip(out.chunks_exact(b.columns)) {
        sums.copy_from_slice(&out[column..column + WIDTH]);
    }
    for (l, weights) in b.values.chunks_exact(b.columns).enumerate() {
        let Some(&weights) = weights[column..].first_chunk::<WIDTH>() else { break };
        for (row, sums) in sums.iter_mut().enumerate() {
            let factor = a.values[(first + row) * a.row_step + l * a.column_step];
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum = factor.mul_add(weight, *sum);
            }
        }
    }
    for (sums, out) in sums.iter().zip(out.chunks_exact_mut(b.columns)) {
        out[column..column + WIDTH].copy_from_slice(sums);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(a: &[f32], b: &[f32], (m, k, n): (usize, usize, usize)) -> Vec<f32> {
        let entry = |i: usize, j: usize| (0..k).map(|l| a[i * k + l] * b[l * n + j]).sum();
        (0..m * n).map(|at| entry(at / n, at % n)).collect()
    }

    fn transposed(values: &[f32], rows: usize, columns: usize) -> Vec<f32> {
        (0..rows * columns).map(|at| values[at % rows * columns + at / rows]).collect()
    }

    proptest! {
        #[test]
        fn products_are_those_of_the_definition(
            (m, k, n) in (1_usize..20, 0_usize..20, 1_usize..40), seed in 0_u32..1000, keep in 0..3,
        ) {
            // Small whole numbers: sums are exact in any order.
            let number = |at: usize| ((at as u32 * 7919 + seed) % 11) as f32 - 5.0;
            let a: Vec<f32> = (0..m * k).map(number).collect();
            let b: Vec<f32> = (0..k * n).map(|at| number(at + 31)).collect();
            let old: Vec<f32> = (0..m * n).map(|at| number(at + 57)).collect();
            let keep = keep as f32;
            let expected: Vec<f32> =
                plain(&a, &b, (m, k, n)).iter().zip(&old).map(|(new, old)| new + keep * old).collect();
            let (a_turned, b_turned) = (transposed(&a, m, k), transposed(&b, k, n));
            for a in [View::new(&a, m, k), View::new(&a_turned, k, m).transposed()] {
                for b in [View::new(&b, k, n), View::new(&b_turned, n, k).transposed()] {
                    for product in [multiply, multiply_small] {
                        let mut out = old.clone();
                        if keep == 0.0 {
                            out.fill(f32::NAN);
                        }
                        product(&mut out, keep, a, b);
                        prop_assert_eq!(&out, &expected);
                    }
                }
            }
        }
    }
}
