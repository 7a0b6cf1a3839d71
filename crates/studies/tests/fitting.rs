//! Fitting: gradients against finite differences, known weights found again, runs that go on where they
//! stopped.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::judgement::Recent;
use aji_judge::territory::boltzmann_liberties::Reading;
use aji_judge::territory::boltzmann5::FieldCount;
use aji_judge::territory::{Exact, Form, Model};
use aji_learn::cross_entropy::{self, CrossEntropyCase};
use aji_learn::field::{self, FieldTrainer};
use aji_learn::labels::Example;
use aji_learn::training::{Trainer, checkpoint, resume};
use aji_rules::testing::random_position;
use aji_rules::{Color, Field, Size};
use aji_studies::territory::likelihood::{
    self, Expectations, LikelihoodCase, LikelihoodFit, LikelihoodSettings,
};
use aji_studies::territory::training::{BoltzmannSettings, BoltzmannTrainer};
use std::sync::Arc;

const FIVE: Form = Form::Boltzmann5(FieldCount::PerNeighbour);

/// Positions of random play with an outcome drawn from Boltzmann5 with these weights.
fn examples(side: usize, count: u64, weights: &[f64; 5]) -> Vec<Example> {
    let size = Size::square(side).unwrap();
    (0..count)
        .map(|seed| {
            let mut dice = Dice::new(seed, 7);
            let moves = 2 + dice.below(size.area() as u32 / 2) as usize;
            let position = random_position(size, moves, |bound| dice.below(bound));
            let ising = FIVE.terms(&position).ising(weights);
            let black = Exact::new(size).unwrap().moments_and_samples(&ising, 1, &mut dice).1[0];
            let owner = Field::from_fn(size, |point| if black.contains(point) { 1 } else { -1 });
            Example {
                move_number: moves,
                position,
                recent: Recent::NONE,
                owner: Arc::new(owner),
                winner: Some(Color::Black),
                black_lead: None,
            }
        })
        .collect()
}

const TRUE: [f64; 5] = [0.2, 0.3, 0.25, 0.9, -0.2];

/// Compares a gradient with the change of its function along some of the weights.
fn assert_gradient(
    weights: &[f64],
    gradient: &[f64],
    tolerance: f64,
    function: impl Fn(&[f64]) -> f64,
) {
    const STEP: f64 = 1e-2;
    for index in 0..weights.len() {
        let moved = |by: f64| {
            let mut weights = weights.to_vec();
            weights[index] += by;
            function(&weights)
        };
        let slope = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
        let far = (slope - gradient[index]).abs();
        assert!(far < tolerance * (1.0 + slope.abs()), "{index}: {slope} {}", gradient[index]);
    }
}

#[test]
fn the_gradient_of_the_likelihood_is_its_slope() {
    let mut examples = examples(4, 6, &TRUE);
    // A neutral point.
    Arc::make_mut(&mut examples[0].owner).values_mut()[5] = 0;
    for form in [FIVE, Form::BoltzmannLiberties(Reading::All90)] {
        let mut dice = Dice::new(1, 2);
        let cases = LikelihoodCase::all(&form, &examples);
        let weights: Vec<f64> = (0..form.weight_count()).map(|_| dice.unit() - 0.5).collect();
        let (_, gradient) = likelihood::log_likelihood(&cases, &weights, 0.5);
        assert_gradient(&weights, &gradient, 2e-3, |weights| {
            likelihood::log_likelihood(&cases, weights, 0.5).0
        });
    }
}

#[test]
fn the_gradient_of_the_cross_entropy_is_its_slope() {
    let examples = examples(4, 5, &TRUE);
    for form in [FIVE, Form::BoltzmannLiberties(Reading::All90)] {
        let mut dice = Dice::new(1, 3);
        let cases = CrossEntropyCase::all(&form, &examples);
        let cases: Vec<&CrossEntropyCase> = cases.iter().collect();
        let weights: Vec<f64> = (0..form.weight_count()).map(|_| 0.6 * dice.unit() - 0.3).collect();
        let exact = cross_entropy::Expectations::Exact;
        let (_, gradient) = cross_entropy::loss_and_gradient(&cases, &weights, exact);
        assert_gradient(&weights, &gradient, 2e-3, |weights| {
            cross_entropy::loss_and_gradient(&cases, weights, exact).0
        });
    }
}

fn fitted(examples: &[Example], expectations: Expectations) -> Vec<f64> {
    let settings =
        LikelihoodSettings { expectations, most_steps: 12, ..LikelihoodSettings::default() };
    let cases = LikelihoodCase::all(&FIVE, examples);
    let mut fit = LikelihoodFit::new(cases, vec![0.0; 5], settings);
    while !fit.state().is_done {
        fit.advance();
    }
    fit.state().weights.clone()
}

#[test]
fn known_weights_are_found_again() {
    let examples = examples(6, 1000, &TRUE);
    // What belief propagation finds is what makes its own expectations right: near, not the same.
    let ways = [
        (Expectations::Exact, 1000, 0.1),
        (Expectations::SwendsenWang(200), 200, 0.25),
        (Expectations::BeliefPropagation, 200, 0.3),
    ];
    for (expectations, count, tolerance) in ways {
        for (found, wanted) in fitted(&examples[..count], expectations).iter().zip(TRUE) {
            assert!((found - wanted).abs() < tolerance, "{expectations:?}: {found} {wanted}");
        }
    }
}

/// Runs to the end, stopping and going on after so many steps.
fn weights_of_run<T: Trainer<Model = Model>>(
    begin: impl Fn() -> T,
    stop: Option<usize>,
) -> Vec<u8> {
    let mut trainer = begin();
    let mut steps = 0;
    while !trainer.is_done() {
        trainer.step();
        steps += 1;
        if Some(steps) == stop {
            let text = checkpoint(&trainer, "a test").unwrap();
            trainer = resume(begin(), "a test", &text).unwrap();
        }
    }
    trainer.model().unwrap().write().unwrap()
}

fn five(data: &[Example]) -> BoltzmannTrainer<'_> {
    BoltzmannTrainer::new(BoltzmannSettings::new(FIVE, Expectations::Exact, 1), data)
}

#[test]
fn a_run_that_stopped_goes_on_to_the_same_end() {
    fn assert_same<T: Trainer<Model = Model>>(begin: impl Fn() -> T, stops: usize) {
        let straight = weights_of_run(&begin, None);
        for stop in 1..=stops {
            assert_eq!(weights_of_run(&begin, Some(stop)), straight, "stopped at {stop}");
        }
    }
    let data = examples(5, 24, &TRUE);
    assert_same(|| five(&data), 2);
    assert_same(|| FieldTrainer::new(field::stages(24, 2, 2, 1), &data), 5);
}

#[test]
fn training_gives_the_same_on_any_number_of_threads() {
    let data = examples(5, 40, &TRUE);
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            weights_of_run(|| FieldTrainer::new(field::stages(40, 1, 1, 1), &data), None)
        })
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn foreign_checkpoints_are_refused_with_a_sentence() {
    let data = examples(4, 4, &TRUE);
    let kept = checkpoint(&five(&data), "one run").unwrap();
    let resume = |words: &str, kept: &str| {
        resume(five(&data), words, kept).err().map(|error| error.to_string())
    };
    assert_eq!(resume("one run", &kept), None);
    let said = resume("another", &kept).unwrap();
    assert!(said.contains("other settings or data (") && said.contains("data one run)"), "{said}");
    assert!(resume("one run", &kept[..kept.len() / 2]).unwrap().contains("cannot be read"));
    let shorter = kept.replacen("\"weights\":[0.0,", "\"weights\":[", 1);
    assert!(resume("one run", &shorter).unwrap().contains("does not fit"));
}
