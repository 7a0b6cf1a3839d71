//! Matrices over plain slices, and their products.

/// A matrix that looks at numbers somewhere else.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(crate) values: &'a [f32],
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) row_step: usize,
    pub(crate) column_step: usize,
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

/// Makes sure that a product fits; gives rows, inner size and columns.
pub(crate) fn check_sizes(out: &[f32], a: View<'_>, b: View<'_>) -> (usize, usize, usize) {
    let (m, k, n) = (a.rows, a.columns, b.columns);
    assert_eq!(k, b.rows, "{m} times {k} by {} times {n}", b.rows);
    assert_eq!(out.len(), m * n, "a product of {m} times {n}");
    (m, k, n)
}

/// `out = keep * out + a * b`, with `out` row by row. With `keep` zero, what was in `out` is not read.
///
/// # Panics
/// If the matrices do not fit together.
#[allow(unsafe_code, reason = "the one call of a library without a safe form")]
pub fn multiply(out: &mut [f32], keep: f32, a: View<'_>, b: View<'_>) {
    let (m, k, n) = check_sizes(out, a, b);
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

/// As [`multiply`], in plain loops: every sum runs in order, each step rounded. For matrices of a few numbers.
///
/// # Panics
/// If the matrices do not fit together.
pub fn multiply_plain(out: &mut [f32], keep: f32, a: View<'_>, b: View<'_>) {
    let (_, k, n) = check_sizes(out, a, b);
    for (at, out) in out.iter_mut().enumerate() {
        let (row, column) = (at / n, at % n);
        *out = if keep == 0.0 { 0.0 } else { keep * *out };
        for l in 0..k {
            let factor = a.values[row * a.row_step + l * a.column_step];
            *out += factor * b.values[l * b.row_step + column * b.column_step];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::multiply_small;
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
                    for product in [multiply, multiply_small, multiply_plain] {
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
