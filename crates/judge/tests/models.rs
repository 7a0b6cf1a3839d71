//! The territory models: their laws, their relations to each other, their files.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::Library;
use aji_judge::territory::boltzmann_liberties::Reading;
use aji_judge::territory::boltzmann5::FieldCount;
use aji_judge::territory::ising::edges;
use aji_judge::territory::{Form, Ising, Model, ModelName, belief};
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::testing::random_position;
use aji_rules::{Position, Size, Symmetry};
use proptest::prelude::*;

/// A position of random play.
fn position(size: Size, moves: usize, seed: u64) -> Position {
    let mut dice = Dice::new(seed, 0);
    random_position(size, moves, |bound| dice.below(bound))
}

/// Every model, with weights that are of no use but differ.
fn models(seed: u64) -> Vec<Model> {
    let mut dice = Dice::new(seed, 1);
    let mut any = |form: &Form| -> Vec<f64> {
        (0..form.weight_count()).map(|_| 0.4 * (dice.unit() - 0.5)).collect()
    };
    let first = any(&Form::FieldFirst);
    let forms = [
        Form::Boltzmann5(FieldCount::PerNeighbour),
        Form::Boltzmann5(FieldCount::PerPoint),
        Form::BoltzmannLiberties(Reading::All90),
        Form::BoltzmannLiberties(Reading::StonesOnly78),
        Form::FieldFirst,
        Form::Field(first.into()),
    ];
    forms
        .into_iter()
        .map(|form| {
            let weights = any(&form);
            Model::new(form, weights).unwrap()
        })
        .collect()
}

fn assert_near(one: f64, other: f64, what: &str) {
    assert!((one - other).abs() < 1e-4, "{what}: {one} and {other}");
}

/// Couplings by their two points, wherever the points went.
fn compare(before: &Ising, after: &Ising, symmetry: Symmetry, sign: f64, name: ModelName) {
    let size = before.size();
    for point in size.points() {
        let turned = after.fields[symmetry.point(size, point)];
        assert_near(sign * before.fields[point], turned, &format!("field of {name}"));
    }
    for edge in edges(size) {
        let (from, to) = (symmetry.point(size, edge.from), symmetry.point(size, edge.to));
        let turned = after.neighbours(from).find(|(other, _)| *other == to).unwrap().1;
        assert_near(edge.of(&before.across, &before.down), turned, &format!("coupling of {name}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn models_know_neither_left_from_right_nor_black_from_white(
        width in 1_usize..=11, height in 1_usize..=11, moves in 0_usize..90, seed in any::<u64>(),
    ) {
        let position = position(Size::new(width, height).unwrap(), moves, seed);
        for model in models(seed) {
            let before = model.ising(&position);
            let name = model.form().name();
            for symmetry in Symmetry::ALL {
                compare(&before, &model.ising(&position.turned(symmetry)), symmetry, 1.0, name);
            }
            let swapped = model.ising(&position.colors_swapped());
            compare(&before, &swapped, Symmetry::IDENTITY, -1.0, name);
        }
    }
}

#[test]
fn models_take_boards_of_every_size() {
    for (width, height, moves) in [(1, 1, 0), (1, 2, 1), (2, 2, 3), (25, 25, 300), (19, 3, 40)] {
        let position = position(Size::new(width, height).unwrap(), moves, 5);
        for model in models(3) {
            let ising = model.ising(&position);
            let beliefs = belief::Propagation::new(belief::Method::Loopy).run(&ising);
            assert!(beliefs.moments.means.values().iter().all(|mean| mean.abs() <= 1.0));
        }
    }
}

/// The larger models of the study contain the smaller.
#[test]
fn boltzmann_liberties_contains_boltzmann5() {
    let position = position(Size::NINE, 40, 8);
    let [h, w_empty, w_chain_empty, w_chains, w_inter] = [0.3, 0.4, 0.5, 2.0, 0.6];
    let five = Form::Boltzmann5(FieldCount::PerNeighbour);
    let small = five.terms(&position).ising(&[h, w_empty, w_chain_empty, w_chains, w_inter]);
    for reading in [Reading::All90, Reading::StonesOnly78] {
        let form = Form::BoltzmannLiberties(reading);
        let end = |text: &str| {
            let stone = match text.as_bytes()[0] {
                b'B' => 1.0,
                b'W' => -1.0,
                _ => 0.0,
            };
            (stone, if text.ends_with('+') { 1.0 } else { -1.0 })
        };
        let weights: Vec<f64> = form
            .weight_names()
            .iter()
            .map(|name| {
                let (a, b) = name.split_once(' ').unwrap();
                let ((c, s), (d, t)) = (end(a), end(b));
                let coupling = match (c, d) {
                    (0.0, 0.0) => w_empty,
                    (0.0, _) | (_, 0.0) => w_chain_empty,
                    (c, d) if c == d => w_chains,
                    _ => w_inter,
                };
                coupling * s * t + h * c * s + h * d * t
            })
            .collect();
        let large = form.terms(&position).ising(&weights);
        compare(&small, &large, Symmetry::IDENTITY, 1.0, form.name());
    }
}

#[test]
fn files_come_back_as_they_were_written_and_only_as_what_they_are() {
    for model in models(1) {
        let name = model.form().name();
        let bytes = model.write().unwrap();
        let back = Model::read(name, &bytes).unwrap();
        assert_eq!(back.write().unwrap(), bytes);
        for (one, other) in back.weights().iter().zip(model.weights()) {
            assert_near(*one, *other, "a weight");
        }
        let other = ModelName::ALL.into_iter().find(|other| *other != name).unwrap();
        let error = Model::read(other, &bytes).unwrap_err().to_string();
        assert_eq!(error, format!("this is a model `{name}`, where `{other}` is wanted"));
        assert!(Model::read(name, &bytes[..bytes.len() / 2]).is_err());
    }
    assert_eq!(Model::new(Form::FieldFirst, vec![1.0]), None);
    let form = Form::Boltzmann5(FieldCount::PerNeighbour);
    assert_eq!(Model::new(form, vec![f64::NAN; 5]), None);
}

#[test]
fn what_is_summed_at_once_is_what_the_terms_come_to() {
    for name in [ModelName::FieldFirst, ModelName::Field] {
        let model = Model::of(name, &Library::built_in()).unwrap();
        for (seed, moves) in [(1, 0), (2, 20), (3, 60), (4, 150), (5, 300)] {
            let position = position(Size::new(13, 17).unwrap(), moves, seed);
            let by_terms = model.form().terms(&position).ising(model.weights());
            let at_once = model.ising(&position);
            let pairs = [
                (&by_terms.fields, &at_once.fields),
                (&by_terms.across, &at_once.across),
                (&by_terms.down, &at_once.down),
            ];
            for (one, other) in pairs {
                for (one, other) in one.values().iter().zip(other.values()) {
                    assert!((one - other).abs() < 1e-4, "{name}: {one} and {other}");
                }
            }
        }
    }
}
