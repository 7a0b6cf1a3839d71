//! Points of an 8x8 window as the bits of a number, row by row from the corner of the board: bit 0 is
//! the corner itself, bit 7 the end of its row.

/// A set of points.
pub type Bits = u64;

/// The window has so many rows and columns.
pub const SIDE: usize = 8;

const FIRST_COLUMN: Bits = 0x0101_0101_0101_0101;
const LAST_COLUMN: Bits = FIRST_COLUMN << 7;
/// The last row and the last column, where the window ends and the board goes on.
pub const FAR: Bits = LAST_COLUMN | 0xff << 56;

/// The point in this column and row, both from zero and below [`SIDE`].
pub fn point(x: usize, y: usize) -> Bits {
    1 << (y * SIDE + x)
}

/// Column and row of a set's first point.
pub fn xy(bits: Bits) -> (usize, usize) {
    let at = bits.trailing_zeros() as usize;
    (at % SIDE, at / SIDE)
}

/// The points one step away along the lines from any of these; some of these may be among them.
#[inline(always)]
pub fn beside(bits: Bits) -> Bits {
    bits << 8 | bits >> 8 | bits << 1 & !FIRST_COLUMN | bits >> 1 & !LAST_COLUMN
}

/// The points one step away along or across the lines.
pub fn around(bits: Bits) -> Bits {
    let wide = bits | bits << 1 & !FIRST_COLUMN | bits >> 1 & !LAST_COLUMN;
    wide << 8 | wide >> 8 | wide
}

/// All points of `within` that hang together with `seed`, which is among them.
#[inline]
pub fn flood(seed: Bits, within: Bits) -> Bits {
    let mut all = seed;
    loop {
        let more = (all | beside(all)) & within;
        if more == all {
            return all;
        }
        all = more;
    }
}

/// The parts of a set that hang together, one after the other.
pub fn parts(mut bits: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        let part = flood(first(bits)?, bits);
        bits &= !part;
        Some(part)
    })
}

/// Each point as a set of its own.
pub fn each(mut bits: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        let point = first(bits)?;
        bits &= !point;
        Some(point)
    })
}

fn first(bits: Bits) -> Option<Bits> {
    (bits != 0).then_some(bits & bits.wrapping_neg())
}

/// With rows for columns: three times, blocks of half the size before change places.
pub fn transposed(bits: Bits) -> Bits {
    let swap = |bits: Bits, mask: Bits, by: u32| {
        let other = (bits ^ bits >> by) & mask;
        bits ^ other ^ other << by
    };
    let bits = swap(bits, 0x00aa_00aa_00aa_00aa, 7);
    let bits = swap(bits, 0x0000_cccc_0000_cccc, 14);
    swap(bits, 0x0000_0000_f0f0_f0f0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_go_round_the_edge() {
        assert_eq!(beside(point(0, 0)), point(1, 0) | point(0, 1));
        assert_eq!(beside(point(7, 3)), point(6, 3) | point(7, 2) | point(7, 4));
        assert_eq!(beside(point(4, 7)).count_ones(), 3);
        assert_eq!(around(point(7, 7)).count_ones(), 4);
        assert_eq!(around(point(3, 3)).count_ones(), 9);
        assert_eq!(FAR.count_ones(), 15);
    }

    #[test]
    fn rows_become_columns() {
        for y in 0..SIDE {
            for x in 0..SIDE {
                assert_eq!(transposed(point(x, y)), point(y, x));
                assert_eq!(xy(point(x, y)), (x, y));
            }
        }
    }

    #[test]
    fn parts_hang_together() {
        let set = point(0, 0) | point(1, 0) | point(2, 1) | point(7, 7);
        assert_eq!(
            parts(set).collect::<Vec<_>>(),
            [point(0, 0) | point(1, 0), point(2, 1), point(7, 7)]
        );
        assert_eq!(each(set).count(), 4);
    }
}
