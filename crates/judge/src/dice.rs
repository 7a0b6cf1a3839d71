//! Seeded randomness: the same seed gives the same numbers on every machine.

use rand_distr::{Distribution, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A stream of random numbers.
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The stream of one item (a game, say) under a seed, so that items may be done in any order.
    pub fn new(seed: u64, item: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed ^ item.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        // The upper half of a product spreads 2^32 values over `bound` of them; what that favours
        // some by is less than one in ten million for any board.
        ((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// 64 bits, each heads or tails.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from the normal distribution around zero with variance one.
    pub fn normal(&mut self) -> f64 {
        StandardNormal.sample(&mut self.0)
    }

    /// A number from zero up to but without one.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
