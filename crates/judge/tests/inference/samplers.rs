//! The samplers against all outcomes and against each other.

use crate::common::{brute_force, exact_means, numbers, random_ising, random_study};
use aji_judge::Dice;
use aji_judge::territory::Ising;
use aji_judge::territory::boltzmann5::PUBLISHED;
use aji_judge::territory::gibbs::Gibbs;
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
fn gibbs_meets_outcomes_as_often_as_their_weights_ask() {
    check_against_all_outcomes(|ising, dice| Box::new(Gibbs::new(ising, dice)));
}

#[test]
fn walks_on_the_studys_model_have_the_right_means() {
    for (seed, moves) in [(1, 12), (2, 30), (3, 50)] {
        let (_, ising) = random_study(Size::NINE, moves, seed);
        let exact = exact_means(&ising);
        let dice = &mut Dice::new(seed, 1);
        let clusters = estimate(&mut SwendsenWang::new(&ising, dice), 500, dice);
        let points = estimate(&mut Gibbs::new(&ising, dice), 2_500, dice);
        // What hardly ever happens has no error that could be told.
        let open = exact.iter().filter(|(_, mean)| mean.abs() < 0.98);
        for (point, mean) in open {
            for found in [&clusters, &points] {
                let (average, error) = (found.averages[point.index()], found.errors[point.index()]);
                assert!((average - mean).abs() <= 4.0 * error, "{average} +- {error} for {mean}");
                assert!(error < 0.05);
            }
        }
    }
}

#[test]
fn walks_go_on_however_strong_the_pulls() {
    for seed in 0..20 {
        let dice = &mut Dice::new(seed, 0);
        let ising = random_ising(Size::NINE, 10.0_f64.powi(seed as i32 / 2), dice);
        let walks: [Box<dyn Sampler>; 2] =
            [Box::new(Gibbs::new(&ising, dice)), Box::new(SwendsenWang::new(&ising, dice))];
        for mut walk in walks {
            let moments = walk.moments(20, 0, dice);
            assert!(numbers(&moments).iter().all(|number| number.abs() <= 1.0));
            assert!(walk.spins().iter().all(|spin| spin.abs() == 1));
        }
    }
}

#[test]
fn bonds_are_as_likely_as_the_study_has_them() {
    let [_, empty, chain_empty, chains, inter_chain] = PUBLISHED;
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

#[test]
fn the_two_ways_to_be_exact_agree() {
    let ising = random_ising(Size::new(3, 4).unwrap(), 1.0, &mut Dice::new(5, 0));
    let means = exact_means(&ising);
    for (point, mean) in brute_force(&ising).means.iter() {
        assert!((mean - means[point]).abs() < 1e-6);
    }
}
