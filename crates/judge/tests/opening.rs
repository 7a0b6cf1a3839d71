//! Fuzzy reasoning about the opening: the study's numbers, and laws of colours and symmetry.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::Library;
use aji_judge::opening::candidates::perceptron::{LastInput, OUTPUTS};
use aji_judge::opening::candidates::{Candidate, Candidates, Perceptron};
use aji_judge::opening::fuzzy::inputs::{self, NARROW_SIGMA, SIGMA, gains, rank_prior};
use aji_judge::opening::fuzzy::{Controller, ControllerName, Reasoner, anfis, lee};
use aji_judge::opening::{INPUTS, OpeningError, SIZE, Scene};
use aji_rules::ruleset::Suicide;
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::testing::random_position;
use aji_rules::{Point, Position, Size, Symmetry};

fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found}, not {expected}");
}

fn point(vertex: &str) -> Point {
    SIZE.parse_point(vertex).unwrap()
}

/// A position after some moves that are not good, but legal.
fn position(moves: usize, seed: u64) -> Position {
    let mut dice = Dice::new(seed, 0);
    random_position(SIZE, moves, |bound| dice.below(bound))
}

/// A network that likes some points by chance, whatever is on the board.
fn anybody() -> Candidates {
    let mut dice = Dice::new(3, 0);
    let weights = (0..INPUTS * OUTPUTS).map(|_| (dice.unit() - 0.5) as f32 * 0.2).collect();
    Candidates::Perceptron(Perceptron::new(LastInput::Side, weights).unwrap().into())
}

/// Our rules with numbers by chance.
fn any_rules() -> Controller {
    let start = anfis::start();
    let mut dice = Dice::new(5, 0);
    let moved = start.parameters().into_iter().map(|number| number + 0.2 * dice.unit());
    Controller::Anfis(start.with_parameters(&moved.collect::<Vec<_>>()).unwrap().into())
}

#[test]
fn the_studys_inputs() {
    let empty = Position::empty(SIZE);
    let gains: Vec<_> = gains(&empty, [point("K10"), point("D4")]).collect();
    for (gain, influence, territory) in [(gains[0], 0.554, 0.544), (gains[1], 0.551, 0.534)] {
        close(gain.influence / 1000.0, influence, 5e-4);
        // The last digit depends on what is seven steps away, where influence has ended.
        close(gain.territory / 50.0, territory, 6e-4);
        let told = gain.inputs(1, SIGMA);
        close(told[0], influence * rank_prior(1, SIGMA), 5e-4);
    }
    for (rank, wide, narrow) in [(1, 0.9998, 0.989), (5, 0.9938, 0.757), (10, 0.9756, 0.329)] {
        close(rank_prior(rank, SIGMA), wide, 5e-5);
        close(rank_prior(rank, NARROW_SIGMA), narrow, 5e-4);
    }
}

#[test]
fn what_is_told_does_not_know_colors_or_directions() {
    for seed in 0..6 {
        let before = position(10 + 15 * seed as usize, seed);
        let points: Vec<Point> = before.legal_points(Suicide::Forbidden).step_by(29).collect();
        let told = |position: &Position, points: Vec<Point>| {
            let candidates: Vec<Candidate> =
                points.into_iter().map(|point| Candidate { point, probability: 0.1 }).collect();
            inputs::inputs(position, &candidates, SIGMA)
        };
        let expected = told(&before, points.clone());
        let mut others = vec![told(&before.colors_swapped(), points.clone())];
        for symmetry in Symmetry::ALL {
            let turned = points.iter().map(|&point| symmetry.point(SIZE, point)).collect();
            others.push(told(&before.turned(symmetry), turned));
        }
        for (one, other) in others.iter().flat_map(|other| expected.iter().zip(other)) {
            for (one, other) in one.iter().zip(other) {
                close(*one, *other, 1e-9);
                assert!((0.0..=1.0).contains(one));
            }
        }
    }
}

#[test]
fn suggestions_are_the_candidates_in_order_of_value() {
    let controllers = [
        Controller::new(ControllerName::Sugeno, &Library::built_in()).unwrap(),
        Controller::new(ControllerName::Mamdani, &Library::built_in()).unwrap(),
        any_rules(),
    ];
    let position = position(30, 1);
    let scene = Scene::of_position(&position);
    for controller in controllers {
        let rules = controller.rules().rules().len();
        let is_ours = controller.name() == ControllerName::Anfis;
        let reasoner = Reasoner::new(anybody(), controller);
        let best = reasoner.candidates().best(&scene, 10).unwrap();
        let suggestions = reasoner.suggest(&scene).unwrap();
        assert_eq!(suggestions.len(), 10);
        assert!(suggestions.is_sorted_by(|one, other| one.value >= other.value));
        for one in &suggestions {
            let candidate = best[one.rank - 1];
            assert_eq!((one.point, one.probability), (candidate.point, candidate.probability));
            assert!(one.fired.iter().all(|fired| fired.rule < rules && fired.strength <= 1.0));
            assert!(one.fired.is_sorted_by(|one, other| one.strength >= other.strength));
            let habit = if is_ours { one.probability.ln() } else { 0.0 };
            close(one.value, habit + one.answer, 1e-12);
        }
        assert_eq!(reasoner.suggest_among(&scene, 3).unwrap().len(), 3);
        let narrow = reasoner.clone().with_sigma(NARROW_SIGMA).suggest(&scene).unwrap();
        assert!(narrow.iter().all(|one| one.inputs[0] <= one.gain.influence / 1000.0 + 1e-12));
    }
}

#[test]
fn nothing_is_suggested_where_nothing_can_be() {
    let reasoner = Reasoner::new(anybody(), Controller::Sugeno(lee::sugeno()));
    let nine = Position::empty(Size::NINE);
    let refused = reasoner.suggest(&Scene::of_position(&nine));
    assert_eq!(refused, Err(OpeningError::Size(Size::NINE)));
    let empty = Position::empty(SIZE);
    let over = Scene { is_over: true, ..Scene::of_position(&empty) };
    assert_eq!(reasoner.suggest(&over), Err(OpeningError::Over));
}

#[test]
fn learned_rules_come_back_as_they_were_written() {
    let Controller::Anfis(rules) = any_rules() else { panic!("learned rules") };
    let bytes = anfis::file(&rules).training("by chance").write().unwrap();
    let back = anfis::read(&bytes).unwrap();
    for (one, other) in rules.parameters().into_iter().zip(back.parameters()) {
        close(one, other, 1e-6);
    }
    assert_eq!(anfis::file(&back).write().unwrap(), anfis::file(&rules).write().unwrap());
    assert!(anfis::read(&bytes[1..]).is_err());
}

#[test]
fn names_are_read() {
    for name in ControllerName::ALL {
        assert_eq!(name.to_string().parse(), Ok(name));
    }
    let error = "theirs".parse::<ControllerName>().unwrap_err().to_string();
    assert_eq!(error, "there is no fuzzy model `theirs`; there are anfis, sugeno, mamdani");
}
