//! Who reaches which points, and what that makes them worth, in rows of bits.
//!
//! It is Bouzy's map of areas ([`aji_judge::influence::Bouzy::AREA`]) without its numbers: a point
//! that somebody reaches stays that side's, so a bit for each side is enough, and a row of the board
//! is handled at once. Only how loose an area is needs counting.

use aji_judge::influence::Bouzy;
use aji_rules::point::MAX_SIDE;
use aji_rules::{Color, Position, Size};

/// A bit for every point, from the first column up, in rows with an empty one above and below. How
/// many is known when compiling, so that a small board's fit the machine's vectors.
pub(super) type Rows<const N: usize> = [u32; N];
/// The rows of the larger boards.
pub(super) const MOST_ROWS: usize = 30;
/// The rows of boards up to a side of 16.
pub(super) const FEW_ROWS: usize = 18;
const _: () = assert!(MAX_SIDE + 2 <= MOST_ROWS);

/// How the points of a board look to the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<const N: usize> {
    /// Its stones.
    pub mine: Rows<N>,
    /// The other side's stones.
    pub theirs: Rows<N>,
    /// Empty points that nobody reaches, or both at once.
    pub open: Rows<N>,
    /// Empty points where the areas of both sides meet, or where the other side's reaches a stone.
    pub frontier: Rows<N>,
    /// The other side's other points where it is weak; none on a board that is not young.
    pub loose: Rows<N>,
}

/// The rows and columns of a board.
#[derive(Clone, Copy)]
pub(super) struct Board<const N: usize> {
    full: Rows<N>,
}

impl<const N: usize> Board<N> {
    pub(super) fn new(size: Size) -> Board<N> {
        let mut full = [0; N];
        full.iter_mut().skip(1).take(size.height()).for_each(|row| *row = (1 << size.width()) - 1);
        Board { full }
    }

    /// Rows made one by one, cut to the board.
    #[inline(always)]
    pub(super) fn rows(&self, make: impl Fn(usize) -> u32) -> Rows<N> {
        let mut rows = [0; N];
        #[expect(clippy::needless_range_loop, reason = "with plain numbers it becomes vectors")]
        for y in 1..N - 1 {
            rows[y] = make(y) & self.full[y];
        }
        rows
    }

    /// The points next to these.
    #[inline(always)]
    pub(super) fn beside(&self, rows: &Rows<N>) -> Rows<N> {
        self.rows(|y| around(rows, y).into_iter().fold(0, |all, one| all | one))
    }

    /// The empty points all of whose neighbours are these stones.
    #[inline]
    pub(super) fn surrounded_by(&self, stones: &Rows<N>) -> Rows<N> {
        let others = self.rows(|y| !stones[y]);
        let near_others = self.beside(&others);
        self.rows(|y| !near_others[y] & !stones[y])
    }
}

/// What is above, left, right and below of the points of a row.
#[inline(always)]
fn around<const N: usize>(rows: &Rows<N>, y: usize) -> [u32; 4] {
    [rows[y - 1], rows[y] << 1, rows[y] >> 1, rows[y + 1]]
}

impl<const N: usize> Reach<N> {
    /// Of a position. With fewer stones than a `grown` board has, the other side's area is loose
    /// where Bouzy's map has less than six.
    #[inline]
    pub(super) fn of(position: &Position, board: &Board<N>, grown: f32) -> Reach<N> {
        let [black, white] = stones(position);
        let (mine, theirs) = match position.to_play() {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        let stones = board.rows(|y| mine[y] | theirs[y]);
        let is_young = (stones.iter().map(|row| row.count_ones()).sum::<u32>() as f32) < grown;
        let (mut my_area, mut their_area) = (mine, theirs);
        let mut sums = Sums { digits: [[0; N]; 3], more: [0; N] };
        for _ in 0..Bouzy::AREA.dilations {
            let (near_me, near_them) = (board.beside(&my_area), board.beside(&their_area));
            if is_young {
                sums.add(&their_area, |y| board.full[y] & !my_area[y] & !near_me[y]);
            }
            let grown = (
                board.rows(|y| my_area[y] | near_me[y] & !near_them[y] & !their_area[y]),
                board.rows(|y| their_area[y] | near_them[y] & !near_me[y] & !my_area[y]),
            );
            if !is_young && grown == (my_area, their_area) {
                break;
            }
            (my_area, their_area) = grown;
        }
        let open = board.rows(|y| !(my_area[y] | their_area[y]));
        let my_area = board.rows(|y| my_area[y] & !stones[y]);
        let their_area = board.rows(|y| their_area[y] & !stones[y]);
        let near_them = board.beside(&their_area);
        let near_any = board.beside(&board.rows(|y| my_area[y] | stones[y]));
        let frontier = board.rows(|y| my_area[y] & near_them[y] | their_area[y] & near_any[y]);
        let loose = if is_young {
            board.rows(|y| their_area[y] & !frontier[y] & sums.below_six(y))
        } else {
            [0; N]
        };
        Reach { mine, theirs, open, frontier, loose }
    }
}

/// The stones of both colours.
fn stones<const N: usize>(position: &Position) -> [Rows<N>; 2] {
    let mut rows = [[0; N]; 2];
    let width = position.size().width();
    for (y, row) in position.stones_by_row().chunks_exact(width).enumerate() {
        let (eights, rest) = row.as_chunks();
        let mut last = [None; 8];
        last[..rest.len()].copy_from_slice(rest);
        for (nth, eight) in eights.iter().chain([&last]).enumerate() {
            let [black, white] = eight_bits(eight);
            rows[0][y + 1] |= black << (8 * nth);
            rows[1][y + 1] |= white << (8 * nth);
        }
    }
    rows
}

/// A bit for each of eight points that has a stone, by colour.
#[inline(always)]
fn eight_bits(eight: &[Option<Color>; 8]) -> [u32; 2] {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    let mut bytes = [0; 8];
    for (byte, stone) in bytes.iter_mut().zip(eight) {
        *byte = match stone {
            Some(Color::Black) => 0,
            Some(Color::White) => 1,
            None => 2,
        };
    }
    let bytes = u64::from_le_bytes(bytes);
    // The product has the lowest bit of the byte `n` in bit `n` of its highest byte.
    let gathered = |bits: u64| ((bits & LOWEST).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32;
    [gathered(!(bytes | bytes >> 1)), gathered(bytes)]
}

/// A number of three digits for every point, and whether it has become larger than that.
struct Sums<const N: usize> {
    digits: [Rows<N>; 3],
    more: Rows<N>,
}

impl<const N: usize> Sums<N> {
    /// Adds the number of neighbours that are in an area, on the points of a row that count.
    fn add(&mut self, area: &Rows<N>, counts: impl Fn(usize) -> u32) {
        for y in 1..N - 1 {
            for one in around(area, y) {
                let mut carry = one & counts(y);
                for digit in &mut self.digits {
                    (digit[y], carry) = (digit[y] ^ carry, digit[y] & carry);
                }
                self.more[y] |= carry;
            }
        }
    }

    fn below_six(&self, y: usize) -> u32 {
        !(self.more[y] | self.digits[2][y] & self.digits[1][y])
    }
}
