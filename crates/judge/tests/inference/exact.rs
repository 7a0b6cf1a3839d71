//! Exact inference against the sum over all outcomes.

use crate::common::{brute_force, distance, random_ising};
use aji_judge::Dice;
use aji_judge::territory::boltzmann_liberties::Reading;
use aji_judge::territory::boltzmann5::{FieldCount, PUBLISHED};
use aji_judge::territory::ising::edges;
use aji_judge::territory::{Exact, Form, Ising, Moments};
use aji_rules::testing::random_position;
use aji_rules::{Field, PointSet, Size};
use proptest::prelude::*;

fn assert_near(found: &Moments, wanted: &Moments, tolerance: f64) {
    let (found_z, wanted_z) = (found.log_z.unwrap(), wanted.log_z.unwrap());
    assert!(
        (found_z - wanted_z).abs() < tolerance * (1.0 + wanted_z.abs()),
        "{found_z} {wanted_z}"
    );
    assert!(distance(found, wanted) < tolerance, "{}", distance(found, wanted));
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
        let ising = random_ising(size, 1.5, &mut dice);
        assert_near(&Exact::new(size).unwrap().moments(&ising), &brute_force(&ising), 1e-5);
    }
}

/// Every board up to 4x4, with positions of random play and both models of the study, the second with
/// weights of any sign.
#[test]
fn the_studys_models_equal_the_sum_over_all_outcomes_on_small_boards() {
    let mut dice = Dice::new(4, 4);
    for (width, height) in (1..=4).flat_map(|width| (1..=4).map(move |height| (width, height))) {
        let size = Size::new(width, height).unwrap();
        let position = random_position(size, size.area() / 2, |bound| dice.below(bound));
        let mut any = |form: &Form| -> Vec<f64> {
            (0..form.weight_count()).map(|_| 2.0 * dice.unit() - 1.0).collect()
        };
        let five = Form::Boltzmann5(FieldCount::PerNeighbour);
        let ninety = Form::BoltzmannLiberties(Reading::All90);
        let fewer = Form::BoltzmannLiberties(Reading::StonesOnly78);
        let weights = [(&five, PUBLISHED.to_vec()), (&ninety, any(&ninety)), (&fewer, any(&fewer))];
        for (form, weights) in weights {
            let ising = form.terms(&position).ising(&weights);
            assert_near(&Exact::new(size).unwrap().moments(&ising), &brute_force(&ising), 2e-5);
        }
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
