//! Exact inference against the sum over all outcomes.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::territory::ising::edges;
use aji_judge::territory::{Exact, Ising, Moments};
use aji_rules::{Field, PointSet, Size};
use proptest::prelude::*;

/// By the definition: every outcome with its weight.
fn brute_force(ising: &Ising) -> Moments {
    let size = ising.size();
    let zero = Field::filled(size, 0.0);
    let mut sums = Moments { means: zero.clone(), across: zero.clone(), down: zero, log_z: None };
    let outcome = |bits: usize| {
        Field::from_fn(size, |point| if bits >> point.index() & 1 == 1 { 1.0 } else { -1.0 })
    };
    let weights: Vec<f64> =
        (0..1 << size.area()).map(|bits| ising.log_weight(&outcome(bits))).collect();
    let largest = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut total = 0.0;
    for (bits, weight) in weights.iter().enumerate() {
        let outcome = outcome(bits);
        let weight = (weight - largest).exp();
        total += weight;
        for point in size.points() {
            sums.means[point] += weight * outcome[point];
        }
        for edge in edges(size) {
            let sum = if edge.is_across { &mut sums.across } else { &mut sums.down };
            sum[edge.from] += weight * outcome[edge.from] * outcome[edge.to];
        }
    }
    Moments {
        means: sums.means.map(|sum| sum / total),
        across: sums.across.map(|sum| sum / total),
        down: sums.down.map(|sum| sum / total),
        log_z: Some(largest + total.ln()),
    }
}

fn assert_near(found: &Moments, wanted: &Moments, tolerance: f64) {
    let (found_z, wanted_z) = (found.log_z.unwrap(), wanted.log_z.unwrap());
    assert!(
        (found_z - wanted_z).abs() < tolerance * (1.0 + wanted_z.abs()),
        "{found_z} {wanted_z}"
    );
    let pairs = [
        (&found.means, &wanted.means),
        (&found.across, &wanted.across),
        (&found.down, &wanted.down),
    ];
    for (found, wanted) in pairs {
        for ((point, found), wanted) in found.iter().zip(wanted.values()) {
            assert!((found - wanted).abs() < tolerance, "{point:?}: {found} {wanted}");
        }
    }
}

/// Any model on a board with at most so many points.
fn any_ising(most: usize, strength: f64) -> impl Strategy<Value = Ising> {
    (1_usize..=5, 1_usize..=5)
        .prop_filter("the board is small", move |(width, height)| width * height <= most)
        .prop_flat_map(move |(width, height)| {
            let size = Size::new(width, height).unwrap();
            proptest::collection::vec(-strength..strength, 3 * size.area()).prop_map(
                move |values| {
                    let part = |n: usize| {
                        Field::from_fn(size, |point| values[n * size.area() + point.index()])
                    };
                    Ising { fields: part(0), across: part(1), down: part(2) }
                },
            )
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn equals_the_sum_over_all_outcomes(ising in any_ising(12, 3.0)) {
        let mut exact = Exact::new(ising.size()).unwrap();
        let wanted = brute_force(&ising);
        assert_near(&exact.moments(&ising), &wanted, 2e-5);
        let log_z = exact.log_z(&ising);
        prop_assert!((log_z - wanted.log_z.unwrap()).abs() < 1e-4);
    }

    #[test]
    fn strong_and_frustrated_models_stay_in_range(ising in any_ising(12, 10.0)) {
        let mut exact = Exact::new(ising.size()).unwrap();
        assert_near(&exact.moments(&ising), &brute_force(&ising), 1e-4);
    }
}

#[test]
fn four_by_four_equals_the_sum_over_all_outcomes() {
    let mut dice = Dice::new(1, 1);
    let size = Size::square(4).unwrap();
    for _ in 0..5 {
        let mut any = || Field::from_fn(size, |_| 3.0 * dice.unit() - 1.5);
        let ising = Ising { fields: any(), across: any(), down: any() };
        assert_near(&Exact::new(size).unwrap().moments(&ising), &brute_force(&ising), 1e-5);
    }
}

#[test]
fn samples_have_the_expectations() {
    let mut dice = Dice::new(7, 0);
    let size = Size::new(9, 8).unwrap();
    let mut any = |scale: f64| Field::from_fn(size, |_| scale * (dice.unit() - 0.4));
    let ising = Ising { fields: any(0.5), across: any(1.5), down: any(1.5) };
    let mut exact = Exact::new(size).unwrap();
    let count = 20_000;
    let (moments, samples) = exact.moments_and_samples(&ising, count, &mut Dice::new(3, 0));
    let mean = |f: &dyn Fn(&PointSet) -> f64| samples.iter().map(f).sum::<f64>() / count as f64;
    let sign = |black: bool| if black { 1.0 } else { -1.0 };
    let four_errors = |mean: f64| 4.0 * ((1.0 - mean * mean).max(1e-6) / count as f64).sqrt();
    for point in size.points() {
        let found = mean(&|sample| sign(sample.contains(point)));
        let wanted = moments.means[point];
        assert!((found - wanted).abs() < four_errors(wanted), "{point:?}: {found} {wanted}");
    }
    for edge in edges(size) {
        let found = mean(&|sample| sign(sample.contains(edge.from) == sample.contains(edge.to)));
        let wanted = edge.of(&moments.across, &moments.down);
        assert!((found - wanted).abs() < four_errors(wanted), "{edge:?}: {found} {wanted}");
    }
}

#[test]
fn absurdly_strong_models_give_numbers_all_the_same() {
    let mut dice = Dice::new(2, 1);
    let size = Size::new(7, 12).unwrap();
    let mut any = || Field::from_fn(size, |_| 1000.0 * (dice.unit() - 0.5));
    let ising = Ising { fields: any(), across: any(), down: any() };
    let moments = Exact::new(size).unwrap().moments(&ising);
    assert!(moments.log_z.unwrap().is_finite());
    assert!(moments.means.values().iter().all(|mean| (-1.0..=1.0).contains(mean)));
}

#[test]
fn too_large_boards_are_refused() {
    assert!(Exact::new(Size::square(21).unwrap()).is_err());
    assert!(Exact::new(Size::new(25, 5).unwrap()).is_ok());
}
