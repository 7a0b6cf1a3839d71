//! Mean field against all outcomes, and its laws.

use crate::common::{brute_force, numbers, random_ising, random_study};
use aji_judge::Dice;
use aji_judge::territory::boltzmann5::{self, FieldCount, PUBLISHED};
use aji_judge::territory::ising::Ising;
use aji_judge::territory::mean_field::mean_field;
use aji_rules::Size;
use aji_rules::symmetry::SwapColors;
use proptest::prelude::*;

#[test]
fn is_exact_without_couplings() {
    let mut ising = Ising::flat(Size::new(3, 3).unwrap());
    ising.fields = random_ising(ising.size(), 2.0, &mut Dice::new(1, 0)).fields;
    let (exact, found) = (brute_force(&ising), mean_field(&ising));
    assert!(found.has_converged);
    assert!((found.moments.log_z.unwrap() - exact.log_z.unwrap()).abs() < 1e-9);
    for (found, exact) in numbers(&found.moments).into_iter().zip(numbers(&exact)) {
        assert!((found - exact).abs() < 1e-9);
    }
}

#[test]
fn settles_on_the_studys_model() {
    for seed in 0..10 {
        let (position, ising) = random_study(Size::NINETEEN, 10 * seed as usize, seed);
        let found = mean_field(&ising);
        assert!(found.has_converged);
        let swapped = boltzmann5::terms(&position.colors_swapped(), FieldCount::PerNeighbour);
        let other = mean_field(&swapped.ising(&PUBLISHED)).moments;
        for (point, mean) in found.moments.means.iter() {
            assert!((mean + other.means[point]).abs() < 1e-9);
        }
    }
}

proptest! {
    #[test]
    fn bounds_log_z_from_below(
        width in 1_usize..=4, height in 1_usize..=3, most in 0.0..30.0, seed: u64,
    ) {
        let size = Size::new(width, height).unwrap();
        let ising = random_ising(size, most, &mut Dice::new(seed, 0));
        let (exact, found) = (brute_force(&ising), mean_field(&ising));
        prop_assert!(found.moments.log_z.unwrap() < exact.log_z.unwrap() + 1e-9);
        prop_assert!(numbers(&found.moments).iter().all(|number| number.abs() <= 1.0));
    }
}
