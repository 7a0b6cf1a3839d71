//! Hash keys of stones, the same in every build and on every machine.
//!
//! A key depends on the point's place and the colour, so hashes compare within one board size.
//! Changing a value here is a breaking change: stored hashes would no longer be found.

use crate::color::Color;
use crate::point::{MAX_AREA, Point};

/// Mixed into the hash of a situation when White is to move.
pub(crate) const WHITE_TO_PLAY: u64 = mix(0x0061_6a69);

static KEYS: [[u64; MAX_AREA]; 2] = {
    let mut keys = [[0; MAX_AREA]; 2];
    let mut index = 0;
    while index < MAX_AREA {
        keys[0][index] = mix(2 * index as u64 + 0x1000);
        keys[1][index] = mix(2 * index as u64 + 0x1001);
        index += 1;
    }
    keys
};

/// One step of the splitmix64 generator: neighbouring numbers in, unrelated numbers out.
const fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

pub(crate) fn key(point: Point, color: Color) -> u64 {
    KEYS[color as usize][point.index()]
}
