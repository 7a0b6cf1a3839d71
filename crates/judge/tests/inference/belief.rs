//! Belief propagation against all outcomes, against its plain form, and its laws.

use crate::common::{brute_force, distance, numbers, random_ising, random_study};
use aji_judge::Dice;
use aji_judge::territory::belief::{Method, Propagation};
use aji_judge::territory::boltzmann5::{self, FieldCount, PUBLISHED};
use aji_judge::territory::{Ising, Moments};
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::{Field, Point, Size, Symmetry};
use proptest::prelude::*;

fn patient(method: Method) -> Propagation {
    Propagation { most_rounds: 5_000, tolerance: 1e-12, ..Propagation::new(method) }
}

/// The textbook's form: half log ratios, one message at a time.
fn plain(ising: &Ising, rounds: usize) -> Field<f64> {
    let size = ising.size();
    type Heard = Vec<(Point, f64)>;
    let mut messages: Field<Heard> = Field::from_fn(size, |point| {
        ising.neighbours(point).map(|(from, _)| (from, 0.0)).collect()
    });
    for _ in 0..rounds {
        let say = |from: Point, to: Point, coupling: f64| {
            let others = messages[from].iter().filter(|(teller, _)| *teller != to);
            let known: f64 = ising.fields[from] + others.map(|(_, said)| said).sum::<f64>();
            (coupling.tanh() * known.tanh()).atanh()
        };
        messages = Field::from_fn(size, |to| {
            let heard = messages[to].iter().zip(ising.neighbours(to));
            heard
                .map(|(&(from, old), (_, coupling))| (from, 0.5 * (old + say(from, to, coupling))))
                .collect()
        });
    }
    Field::from_fn(size, |point| {
        let heard: f64 = messages[point].iter().map(|(_, said)| said).sum();
        (ising.fields[point] + heard).tanh()
    })
}

#[test]
fn is_the_textbooks_form_in_disguise() {
    for seed in 0..5 {
        let (_, ising) = random_study(Size::NINETEEN, 80, seed);
        let rounds = Propagation { tolerance: 0.0, ..Propagation::new(Method::Loopy) };
        let beliefs = rounds.run(&ising);
        let plain = plain(&ising, 50);
        for (point, mean) in beliefs.moments.means.iter() {
            assert!((mean - plain[point]).abs() < 1e-9, "{mean} or {}", plain[point]);
        }
        assert_eq!(beliefs.rounds, 50);
    }
}

#[test]
fn stops_early_where_the_messages_settle() {
    let settled = Propagation::new(Method::Loopy).run(&Ising::flat(Size::NINE));
    assert_eq!((settled.rounds, settled.has_converged), (1, true));
    let mut weak = random_ising(Size::NINE, 0.2, &mut Dice::new(1, 0));
    let settled = Propagation::new(Method::Loopy).run(&weak);
    assert!(settled.has_converged && settled.rounds < 50);
    let longer = patient(Method::Loopy).run(&weak);
    assert!(distance(&settled.moments, &longer.moments) < 1e-5);
    weak.fields = weak.fields.map(|_| 0.0);
    let even = Propagation::new(Method::Loopy).run(&weak);
    assert!(even.moments.means.values().iter().all(|&mean| mean == 0.0));
}

fn any_line() -> impl Strategy<Value = Size> {
    (1_usize..=10, any::<bool>()).prop_map(|(length, is_row)| {
        let (width, height) = if is_row { (length, 1) } else { (1, length) };
        Size::new(width, height).unwrap()
    })
}

fn any_board() -> impl Strategy<Value = Size> {
    (1_usize..=4, 1_usize..=3).prop_map(|(width, height)| Size::new(width, height).unwrap())
}

fn any_method() -> impl Strategy<Value = Method> {
    prop_oneof![Just(Method::Loopy), Just(Method::TreeReweighted)]
}

fn is_sound(moments: &Moments) -> bool {
    numbers(moments).iter().all(|number| number.abs() <= 1.0 + 1e-12)
        && moments.log_z.unwrap().is_finite()
}

proptest! {
    #[test]
    fn is_exact_on_a_line(
        size in any_line(), most in 0.0..3.0, seed: u64, method in any_method(),
    ) {
        let ising = random_ising(size, most, &mut Dice::new(seed, 0));
        let (exact, beliefs) = (brute_force(&ising), patient(method).run(&ising));
        prop_assert!(beliefs.has_converged);
        prop_assert!(distance(&beliefs.moments, &exact) < 1e-9);
        let (log_z, exact) = (beliefs.moments.log_z.unwrap(), exact.log_z.unwrap());
        prop_assert!((log_z - exact).abs() < 1e-9, "{log_z} for {exact}");
    }

    #[test]
    fn trees_bound_log_z_from_above(size in any_board(), most in 0.0..2.0, seed: u64) {
        let ising = random_ising(size, most, &mut Dice::new(seed, 0));
        let beliefs = patient(Method::TreeReweighted).run(&ising);
        let exact = brute_force(&ising).log_z.unwrap();
        prop_assert!(beliefs.has_converged);
        prop_assert!(beliefs.moments.log_z.unwrap() > exact - 1e-9);
    }

    #[test]
    fn stays_sound_however_strong_the_pulls(
        side in 1_usize..=6, most in 0.0..30.0, is_cornered: bool, seed: u64, method in any_method(),
    ) {
        let mut ising = random_ising(Size::square(side).unwrap(), most, &mut Dice::new(seed, 0));
        if is_cornered {
            for field in [&mut ising.fields, &mut ising.across, &mut ising.down] {
                *field = field.map(|value| most * value.signum());
            }
        }
        prop_assert!(is_sound(&Propagation::new(method).run(&ising).moments));
        for field in [&mut ising.fields, &mut ising.across, &mut ising.down] {
            *field = field.map(|value| value * 1e6);
        }
        prop_assert!(is_sound(&Propagation::new(method).run(&ising).moments));
    }

    #[test]
    fn turns_with_the_board_and_the_colours(
        seed: u64, moves in 0_usize..60, turn in 0_usize..8, method in any_method(),
    ) {
        let size = Size::new(7, 9).unwrap();
        let (position, ising) = random_study(size, moves, seed);
        let symmetry = Symmetry::ALL[turn];
        let other = boltzmann5::terms(
            &position.turned(symmetry).colors_swapped(),
            FieldCount::PerNeighbour,
        );
        let before = Propagation::new(method).run(&ising).moments;
        let after = Propagation::new(method).run(&other.ising(&PUBLISHED)).moments;
        for point in size.points() {
            let mean = after.means[symmetry.point(size, point)];
            prop_assert!((mean + before.means[point]).abs() < 1e-9);
        }
        prop_assert!((after.log_z.unwrap() - before.log_z.unwrap()).abs() < 1e-9);
    }
}
