//! The samplers against all outcomes and against each other.

use crate::common::{brute_force, numbers, random_ising};
use aji_judge::Dice;
use aji_judge::territory::Ising;
use aji_judge::territory::boltzmann5::STUDY;
use aji_judge::territory::sampler::{RunningMoments, Sampler};
use aji_judge::territory::swendsen_wang::{SwendsenWang, bond_probability};
use aji_rules::Size;

/// Averages of a walk with their standard errors.
struct Estimate {
    averages: Vec<f64>,
    errors: Vec<f64>,
}

/// Successive outcomes are alike, so errors are taken from the spread of long batches.
fn estimate(sampler: &mut dyn Sampler, batch: u32, dice: &mut Dice) -> Estimate {
    const BATCHES: usize = 60;
    sampler.moments(batch, 0, dice);
    let batches: Vec<Vec<f64>> =
        (0..BATCHES).map(|_| numbers(&sampler.moments(batch, 0, dice))).collect();
    let count = BATCHES as f64;
    let column = |index: usize| batches.iter().map(move |batch| batch[index]);
    let average = |index| column(index).sum::<f64>() / count;
    let error = |index| {
        let squares: f64 = column(index).map(|value| (value - average(index)).powi(2)).sum();
        (squares / (count - 1.0) / count).sqrt()
    };
    let indices = 0..batches[0].len();
    Estimate {
        averages: indices.clone().map(average).collect(),
        errors: indices.map(error).collect(),
    }
}

fn check_against_all_outcomes(make: impl Fn(&Ising, &mut Dice) -> Box<dyn Sampler>) {
    for (seed, (width, height)) in (0..).zip([(4, 4), (3, 4), (4, 3), (1, 6), (2, 2)]) {
        let dice = &mut Dice::new(seed, 0);
        let ising = random_ising(Size::new(width, height).unwrap(), 1.0, dice);
        let found = estimate(&mut *make(&ising, dice), 500, dice);
        for ((average, error), exact) in
            found.averages.iter().zip(&found.errors).zip(numbers(&brute_force(&ising)))
        {
            assert!((average - exact).abs() <= 4.0 * error, "{average} +- {error} for {exact}");
        }
    }
}

#[test]
fn swendsen_wang_meets_outcomes_as_often_as_their_weights_ask() {
    check_against_all_outcomes(|ising, dice| Box::new(SwendsenWang::new(ising, dice)));
}

#[test]
fn bonds_are_as_likely_as_the_study_has_them() {
    let [_, empty, chain_empty, chains, inter_chain] = STUDY;
    for (coupling, expected) in
        [(chains, 0.9958), (inter_chain, 0.6473), (chain_empty, 0.5869), (empty, 0.5743)]
    {
        assert!((bond_probability(coupling) - expected).abs() < 5e-5);
        assert_eq!(bond_probability(-coupling), bond_probability(coupling));
    }
    assert_eq!(bond_probability(0.0), 0.0);
}

#[test]
fn averages_can_be_watched() {
    let dice = &mut Dice::new(3, 0);
    let ising = random_ising(Size::NINE, 1.0, dice);
    let mut sampler = SwendsenWang::new(&ising, dice);
    let mut seen = Vec::new();
    let point = Size::NINE.parse_point("E5").unwrap();
    let last = sampler.watched(20, 5, dice, &mut |running: &RunningMoments| {
        seen.push((running.outcomes(), running.mean(point)));
    });
    assert_eq!(
        seen.iter().map(|&(outcomes, _)| outcomes).collect::<Vec<_>>(),
        Vec::from_iter(1..=20)
    );
    assert_eq!(seen[0].1.abs(), 1.0);
    assert_eq!(seen[19].1, last.moments().means[point]);
}

#[test]
fn samples_show_blacks_points() {
    let dice = &mut Dice::new(4, 0);
    let mut ising = Ising::flat(Size::NINE);
    let star = Size::NINE.parse_point("C3").unwrap();
    ising.fields = ising.fields.map(|_| -20.0);
    ising.fields[star] = 20.0;
    let mut sampler = SwendsenWang::new(&ising, dice);
    for sample in sampler.samples(10, 1, 2, dice) {
        assert_eq!(sample, [star].into_iter().collect());
    }
    assert_eq!(sampler.spins().iter().filter(|&&spin| spin > 0).count(), 1);
}
