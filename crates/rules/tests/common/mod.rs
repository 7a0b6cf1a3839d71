//! What the tests of this crate share: seeded dice, sizes, and boards drawn as text.

#![allow(dead_code, unused_imports, reason = "each test takes what it needs")]

use aji_rules::{Point, Size};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

pub use aji_rules::testing::{drawn, position};
pub use rand::RngExt;

/// A stream of random numbers.
pub type Dice = Xoshiro256PlusPlus;

/// The dice of one game: the same name and number give the same throws on every machine.
pub fn dice(name: &str, number: u64) -> Dice {
    // FNV-1a over the name and the number.
    let bytes = name.bytes().chain(number.to_le_bytes());
    let seed = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Dice::seed_from_u64(seed)
}

/// A board of so many columns and rows.
pub fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).expect("the tests ask for boards that exist")
}

/// Any point of the board, occupied or not.
pub fn any_point(size: Size, dice: &mut Dice) -> Point {
    let index = dice.random_range(0..size.area());
    size.point_at(index).expect("the index is below the number of points")
}
