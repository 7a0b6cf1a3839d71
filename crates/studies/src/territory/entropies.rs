//! Figure 4: how well each model predicts the owners, by inference and move number; and the readings
//! of the study that were left open.

use super::learned::{Models, learn};
use super::{MOVES, Part};
use crate::File;
use crate::LabError;
use crate::claim::{Claim, Difference};
use crate::territory::likelihood::{Expectations, LikelihoodCase, log_likelihood};
use aji_draw::{Chart, Series};
use aji_judge::Dice;
use aji_judge::territory::boltzmann_liberties::Reading;
use aji_judge::territory::boltzmann5::FieldCount;
use aji_judge::territory::sampler::Sampler;
use aji_judge::territory::swendsen_wang::SwendsenWang;
use aji_judge::territory::{Form, Inference, Model};
use aji_learn::labels::Example;
use aji_learn::measure::{Judge, Score};
use aji_learn::stats::bootstrap_mean;
use aji_rules::HalfPoints;
use rayon::prelude::*;
use std::fmt::Write;

/// Of the games; it does not matter for cross entropies.
const KOMI: HalfPoints = HalfPoints::from_halves(13);

/// Sweeps when sampling is measured, and how many of them are as good as one independent sample:
/// with too few, points that never change hands look certain, and certainty is dear when it is wrong.
const MEASURING_SWEEPS: u32 = 5_000;
const APART: f64 = 50.0;

/// A model with an inference, and its cross entropy on every position, by move number.
struct Measured {
    model: &'static str,
    inference: &'static str,
    entropies: [Vec<f64>; 3],
}

impl Measured {
    fn new(
        (model, inference): (&'static str, &'static str),
        judge: Judge,
        tests: &[Vec<Example>; 3],
        seed: u64,
    ) -> Result<Measured, LabError> {
        let measure = |examples: &Vec<Example>| -> Result<Vec<f64>, LabError> {
            let scores = judge.scores(examples, KOMI, seed, || ())?;
            Ok(scores.iter().map(|score| score.cross_entropy).collect())
        };
        let [one, two, three] = tests.each_ref().map(measure);
        Ok(Measured { model, inference, entropies: [one?, two?, three?] })
    }

    /// With Swendsen-Wang. What was seen `n` times in a row is as likely to come again as the rule of
    /// succession says: `n + 1` in `n + 2`.
    fn sampled(
        (model, inference): (&'static str, &'static str),
        of: &Model,
        tests: &[Vec<Example>; 3],
        seed: u64,
    ) -> Measured {
        let samples = f64::from(MEASURING_SWEEPS) / APART;
        let surely = samples / (samples + 2.0);
        let entropy = |(index, example): (usize, &Example)| {
            let dice = &mut Dice::new(seed, index as u64);
            let mut sampler = SwendsenWang::new(&of.ising(&example.position), dice);
            let moments = sampler.moments(MEASURING_SWEEPS, MEASURING_SWEEPS / 10, dice);
            let black = moments.means.map(|mean| (1.0 + surely * mean) / 2.0);
            Score::of(example, &black, KOMI).cross_entropy
        };
        let entropies =
            tests.each_ref().map(|examples| examples.par_iter().enumerate().map(entropy).collect());
        Measured { model, inference, entropies }
    }

    fn means(&self) -> [f64; 3] {
        self.entropies.each_ref().map(|values| mean(values))
    }

    fn spreads(&self) -> [f64; 3] {
        self.entropies.each_ref().map(|values| {
            let middle = mean(values);
            mean(&values.iter().map(|value| (value - middle).powi(2)).collect::<Vec<_>>()).sqrt()
        })
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

pub fn make(models: &Models, tests: &[Vec<Example>; 3], seed: u64) -> Result<Part, LabError> {
    let bp = Inference::BeliefPropagation;
    let measure = |names, model: &Model, inference| {
        Measured::new(names, Judge::Model(model.clone(), inference), tests, seed)
    };
    let sampled = |names, model: &Model| Measured::sampled(names, model, tests, seed);
    let five_sw = sampled(("Boltzmann5", "SW"), &models.five);
    let five_bp = measure(("Boltzmann5", "BP"), &models.five_bp, bp)?;
    let liberties_sw = sampled(("BoltzmannLiberties", "SW"), &models.liberties);
    let liberties_bp = measure(("BoltzmannLiberties", "BP"), &models.liberties_bp, bp)?;
    let mut claims = falls(&[&five_sw, &liberties_sw], seed);
    claims.extend(better("SW is better than BP with Boltzmann5", &five_bp, &five_sw, seed));
    claims.extend(better(
        "SW is better than BP with BoltzmannLiberties",
        &liberties_bp,
        &liberties_sw,
        seed,
    ));
    claims.extend(later(&five_sw, &liberties_sw, seed));
    let mut all = vec![five_sw, five_bp, liberties_sw, liberties_bp];
    all.push(measure(("Boltzmann5", "exact"), &models.five, Inference::Exact)?);
    all.push(measure(("BoltzmannLiberties", "exact"), &models.liberties, Inference::Exact)?);
    if let Some(field) = &models.field {
        all.push(measure(("field (ours)", "exact"), field, Inference::Exact)?);
    }

    let mut markdown = "## Figure 4: cross entropies\n\nOf the points' final owners, averaged over \
                        the points of a board; chance is 0.693. Models used with BP were learned \
                        with BP, the others with the exact expectations that SW approximates.\n\n![Cross entropies](figure4.svg)\n\n\
                        | model | inference | move 20 | move 80 | move 150 |\n|---|---|---|---|---|\n"
        .to_string();
    let mut csv =
        "model,inference,move,positions,cross_entropy,low,high,standard_deviation\n".to_string();
    let mut chart = Chart::groups("Cross entropy", MOVES.map(|number| format!("move {number}")))
        .y("cross entropy per point");
    for measured in &all {
        let (means, spreads) = (measured.means(), measured.spreads());
        let intervals: Vec<(f64, f64)> = measured
            .entropies
            .iter()
            .zip(means)
            .map(|(values, mean)| {
                bootstrap_mean(values, seed).map_or((mean, mean), |i| (i.low, i.high))
            })
            .collect();
        let (model, inference) = (measured.model, measured.inference);
        // Writing to a string does not fail.
        let shown = means.map(|mean| format!("{mean:.4}")).join(" | ");
        let _ = writeln!(markdown, "| {model} | {inference} | {shown} |");
        for index in 0..MOVES.len() {
            let (low, high) = intervals[index];
            let _ = writeln!(
                csv,
                "{model},{inference},{},{},{:.5},{low:.5},{high:.5},{:.5}",
                MOVES[index],
                measured.entropies[index].len(),
                means[index],
                spreads[index]
            );
        }
        let name = format!("{model}, {inference}");
        chart = chart.series(Series::bars(name, means).with_intervals(intervals));
    }
    markdown.push('\n');
    claims.iter().for_each(|claim| _ = writeln!(markdown, "{claim}"));
    let files = vec![File::new("figure4.svg", chart.to_svg()?), File::new("figure4.csv", csv)];
    Ok(Part { markdown, files })
}

/// Entropy falls with the move number and its spread grows.
fn falls(all: &[&Measured], seed: u64) -> Vec<Claim> {
    let mut steps = Vec::new();
    for measured in all {
        for pair in [0, 1] {
            let (early, late) = (&measured.entropies[pair], &measured.entropies[pair + 1]);
            steps.extend(
                Difference::of(early, late, seed).map(|by| (measured.model, MOVES[pair + 1], by)),
            );
        }
    }
    let told =
        |(model, number, by): &(&str, usize, Difference)| format!("{model} to move {number}: {by}");
    let list = |values: [f64; 3]| values.map(|value| format!("{value:.3}")).join(", ");
    let spreads =
        all.iter().map(|measured| format!("{} {}", measured.model, list(measured.spreads())));
    vec![
        Claim {
            says: "the entropy falls with the move number".to_string(),
            found: format!("by {}", steps.iter().map(told).collect::<Vec<_>>().join("; ")),
            is_reproduced: steps.iter().all(|(_, _, by)| by.is_positive()),
        },
        Claim {
            says: "its spread over positions (the standard deviation) grows with the move number"
                .to_string(),
            found: spreads.collect::<Vec<_>>().join("; "),
            is_reproduced: all.iter().all(|measured| measured.spreads().is_sorted_by(|a, b| a < b)),
        },
    ]
}

fn differences(worse: &Measured, better: &Measured, seed: u64) -> Option<Vec<Difference>> {
    let pairs = worse.entropies.iter().zip(&better.entropies);
    pairs.map(|(worse, better)| Difference::of(worse, better, seed)).collect()
}

fn told(differences: &[Difference]) -> String {
    let each = MOVES.iter().zip(differences);
    each.map(|(number, by)| format!("move {number}: {by}")).collect::<Vec<_>>().join("; ")
}

/// One is better at every move.
fn better(says: &str, worse: &Measured, better: &Measured, seed: u64) -> Option<Claim> {
    let differences = differences(worse, better, seed)?;
    Some(Claim {
        says: says.to_string(),
        found: told(&differences),
        is_reproduced: differences.iter().all(|difference| difference.is_positive()),
    })
}

/// Liberties help, the more so later.
fn later(five: &Measured, liberties: &Measured, seed: u64) -> Option<Claim> {
    let differences = differences(five, liberties, seed)?;
    let grows = differences.iter().map(|difference| difference.mean).is_sorted();
    Some(Claim {
        says: "with SW, BoltzmannLiberties is better than Boltzmann5, the more so later"
            .to_string(),
        found: told(&differences),
        is_reproduced: grows && differences[1..].iter().all(|difference| difference.is_positive()),
    })
}

/// What the study leaves open, each reading measured.
pub fn ablations(
    models: &Models,
    learn_from: &[Example],
    tests: &[Vec<Example>; 3],
    seed: u64,
) -> Result<Part, LabError> {
    let other = |form: Form| learn(&form, learn_from, Expectations::Exact, seed);
    let readings = [
        ("Boltzmann5, field once a neighbour (as the formula says)", models.five.clone()),
        ("Boltzmann5, field once a point", other(Form::Boltzmann5(FieldCount::PerPoint))),
        ("BoltzmannLiberties, 90 weights", models.liberties.clone()),
        ("BoltzmannLiberties, 78 weights", other(Form::BoltzmannLiberties(Reading::StonesOnly78))),
    ];
    let mut markdown = "## The readings that were left open\n\nEach learned and measured \
                        exactly: log likelihood a position of what it learned from, and \
                        cross entropies as above.\n\n\
                        | reading | log likelihood | move 20 | move 80 | move 150 |\n\
                        |---|---|---|---|---|\n"
        .to_string();
    let mut csv = "reading,log_likelihood,move_20,move_80,move_150\n".to_string();
    for (name, model) in readings {
        let cases = LikelihoodCase::all(model.form(), learn_from);
        let (likelihood, _) = log_likelihood(&cases, model.weights(), 0.0);
        let judge = Judge::Model(model, Inference::Exact);
        let means =
            Measured::new(("", ""), judge, tests, seed)?.means().map(|mean| format!("{mean:.4}"));
        // Writing to a string does not fail.
        let _ = writeln!(markdown, "| {name} | {likelihood:.3} | {} |", means.join(" | "));
        let _ = writeln!(csv, "\"{name}\",{likelihood:.4},{}", means.join(","));
    }
    Ok(Part { markdown, files: vec![File::new("readings.csv", csv)] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(entropies: [[f64; 4]; 3]) -> Measured {
        let entropies = entropies.map(|values| values.to_vec());
        Measured { model: "a model", inference: "SW", entropies }
    }

    #[test]
    fn orderings_are_held_against_the_numbers() {
        let good = measured([[0.6, 0.61, 0.6, 0.61], [0.4, 0.5, 0.4, 0.5], [0.1, 0.4, 0.1, 0.4]]);
        let worse =
            measured([[0.61, 0.62, 0.61, 0.62], [0.45, 0.55, 0.45, 0.56], [0.2, 0.5, 0.2, 0.52]]);
        let reproduced = |claims: Vec<Claim>| -> Vec<bool> {
            claims.iter().map(|claim| claim.is_reproduced).collect()
        };
        assert_eq!(reproduced(falls(&[&good], 1)), [true, true]);
        let turned = measured([[0.1, 0.4, 0.1, 0.4], [0.4, 0.5, 0.4, 0.5], [0.6, 0.61, 0.6, 0.61]]);
        assert_eq!(reproduced(falls(&[&good, &turned], 1)), [false, false]);
        assert!(better("", &worse, &good, 1).unwrap().is_reproduced);
        assert!(!better("", &good, &worse, 1).unwrap().is_reproduced);
        assert!(later(&worse, &good, 1).unwrap().is_reproduced);
        assert!(!later(&good, &worse, 1).unwrap().is_reproduced);
    }
}
