//! Weights of the signs, in hundredths of the logarithm of the odds that the stones in question are
//! captured. The last one is added always.
//!
//! They were fitted by logistic regression (ridge 0.0001 on signs scaled to a deviation of 1) to 136,000
//! positions of GoTools problems:
//!
//! - of every twentieth problem from the eighth on, positions that a search of at most 100,000 positions with
//!   a cruder guess had settled by reading on, out of 1,000 drawn from each search;
//! - of every second of these problems, 100 drawn from each search of at most 30,000 positions, whether settled
//!   or not, if a search of at most 3,000 more positions settles them.
//!
//! The first kind alone makes the guess surer than it should be, and searches get longer. Signs seen fewer
//! than 30 times have no weight.

use super::signs::KINDS;

/// When the defender moves.
#[rustfmt::skip]
pub const DEFENDER_TO_MOVE: [i32; KINDS + 1] = [
    -337, -300, -297, -163, -149, -153, -249, -223, -221, -163, -197, -195, -158, -101,
    -135, -108, -149, -125, -117, -57, -69, -91, -60, 31, 100, -63, -109, 9,
    -85, -107, -27, -76, 0, -55, 0, 0, 65, -33, -38, -55, 33, -57,
    -79, 0, 18, -45, 0, 0, 30, -36, -53, -69, -15, 12, -20, -40,
    59, 5, -61, 0, 23, -83, 0, 0, 228, 198, 121, 106, 112, 83,
    130, 82, -282, -301, -477, -79, -64, 22, 31, 41, 111, -229, -243, -103,
    -215, 90, -107, -42, -178, -162, -276, -228, -252, -893, -231, -240, -163, -244,
    -244, -548, -129, -149, -205, -384, -218, 0, -247, -289, -159, 0, -188, 0,
    0, 0, -119, 0, -246, 0, 0, 0, 0, 0, 0, 51, 96, 0,
    14, 7, -33, 0, 7, -22, -100, -77, -2, -156, -92, -77, -116, -114,
    -128, 0, -234, -153, -143, 277, 115, 517,
];

/// When the attacker moves.
#[rustfmt::skip]
pub const ATTACKER_TO_MOVE: [i32; KINDS + 1] = [
    -325, -280, -263, -169, -153, -134, -183, -166, -170, -129, -172, -101, -133, -130,
    -101, -91, -133, -124, -45, -41, -10, -42, -76, 236, 65, -61, -100, -21,
    -98, -86, -12, -23, 0, -62, 0, 0, 18, -13, -4, 1, 28, -36,
    -53, 0, 24, -35, 0, 0, 54, -29, -12, -21, 11, 47, 16, 9,
    126, 42, -27, 0, 121, -11, 0, 0, 266, 322, 128, 118, 88, 77,
    79, 71, -223, -218, -264, -74, -144, -74, 31, -48, 19, -180, -221, -85,
    -282, -227, -279, -44, -217, -103, -264, -330, -294, 93, -225, -69, -218, -297,
    -246, -84, -155, -107, -246, -337, -250, 0, -277, 0, -156, 0, -153, 0,
    -208, 0, 0, 0, -132, 0, 0, 0, 0, 0, 0, 36, 107, 0,
    -7, -21, 9, -56, -47, -22, -115, -109, -32, -25, -78, -102, -93, -130,
    -120, -264, -172, -150, -140, 324, 98, 670,
];
