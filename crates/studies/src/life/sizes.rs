//! Tables 7.1, 7.2 and 3.1: the networks on samples of the study's size.

use super::samples::{Experiment, Pool, Split, split};
use super::{Data, mean, mean_and_spread};
use crate::LabError;
use crate::claim::Claim;
use crate::page::Part;
use aji_judge::Dice;
use aji_judge::life::corner::{CornerModel, CornerNetwork, Design};
use aji_learn::corner::{
    CornerDesignSettings, CornerDesignTrainer, CornerMeshSettings, CornerMeshTrainer, Pattern,
};
use aji_learn::measure::corner::Measured;
use aji_learn::stats::Mean;
use aji_learn::training::Trainer;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write;

/// What the study says of `full` and of `2d`: its best run of the first experiment, its best run of the
/// second, and the mean of ten runs of the second.
const STUDY: [(Design, [f64; 3]); 2] =
    [(Design::Full, [94.0, 89.6, 86.96]), (Design::Board, [97.0, 94.8, 90.96])];
/// Horace Chan's samples to learn from and what he says, in percent of 387.
const CHAN: [(usize, f64); 2] = [(969, 96.90), (1_495, 98.45)];
const CHAN_TESTS: usize = 387;

/// The study's networks see a sample so often at the most. By then a run has learned all it will: single
/// patterns may stay wrong for ever, with outputs so sure that they have no slope.
const MOST_EPOCHS: u32 = 300;
/// Our network sees a small sample so often, some patterns at a time.
const EPOCHS: u32 = 150;
const BATCH: usize = 32;

/// The shares that were right in each run: by the 0.25 rule and by the 0.5 rule.
struct Runs {
    right_025: Vec<f64>,
    right_05: Vec<f64>,
}

impl Runs {
    fn of(measured: Vec<Measured>) -> Runs {
        Runs {
            right_025: measured.iter().map(Measured::share_025).collect(),
            right_05: measured.iter().map(Measured::share_05).collect(),
        }
    }

    /// The rule of the experiment: in the first, outputs are thresholds.
    fn by_rule(&self, experiment: Experiment) -> &[f64] {
        match experiment {
            Experiment::One => &self.right_05,
            Experiment::Two => &self.right_025,
        }
    }
}

pub fn make(data: &Data) -> Result<Part, LabError> {
    let pool = Pool::new(data.patterns);
    let mut part = Part {
        markdown: format!(
            "## Tables 7.1 and 7.2: the study's samples\n\nExperiment 1: 450 alive and 298 dead, 200 of them to \
             measure on, two outputs that are cut at a half. Experiment 2: 252 more that are alive but not in a final \
             position, 250 to measure on, one output, the 0.25 rule. Each pattern that is learned from gains its \
             reflection. Half of the dead and the 252 are from problems, taken problem by problem as from a \
             book. The study splits at random, so that positions of one problem are on both sides; beside it, \
             problems stay whole. Learning is the study's: plain back-propagation at a rate of 0.5, until the \
             mean square error is below 0.001, at most {MOST_EPOCHS} epochs. {} runs, each with another sample; in brackets \
             the deviation of single runs.{}\n\n\
             | network | experiment | the study's best run | the study's mean of ten | random split | by problem | \
             by problem, 0.25 rule |\n|---|---|---|---|---|---|---|\n",
            data.runs,
            if data.percent == 100 {
                String::new()
            } else {
                format!(" Here samples have {} % of these sizes only.", data.percent)
            },
        ),
        ..Part::default()
    };
    let mut numbers = Vec::new();
    let mut found = Vec::new();
    for experiment in Experiment::ALL {
        for model in
            [CornerModel::Wong(Design::Full), CornerModel::Wong(Design::Board), CornerModel::Mesh]
        {
            let of = |how: Split| runs(data, &pool, experiment, model, how);
            let (random, whole) = (of(Split::Random)?, of(Split::ByProblem)?);
            let study = STUDY.iter().find(|(design, _)| model == CornerModel::Wong(*design));
            let best = study.map(|(_, said)| said[experiment.number() - 1]);
            let of_ten = study.map(|(_, said)| said[2]).filter(|_| experiment == Experiment::Two);
            let percent =
                |said: Option<f64>| said.map_or("-".to_string(), |said| format!("{said} %"));
            let _ = writeln!(
                part.markdown,
                "| {model} | {} | {} | {} | {} | {} | {} |",
                experiment.number(),
                percent(best),
                percent(of_ten),
                mean_and_spread(random.by_rule(experiment)),
                mean_and_spread(whole.by_rule(experiment)),
                mean_and_spread(&whole.right_025),
            );
            numbers.push(json!({
                "model": model.to_string(), "experiment": experiment.number(),
                "random_025": random.right_025, "random_05": random.right_05,
                "by_problem_025": whole.right_025, "by_problem_05": whole.right_05,
            }));
            found.push((model, experiment, random, whole));
        }
    }
    part.claims = claims(&found);
    part.numbers.push(("study_sizes", Value::Array(numbers)));
    let chan = chan(data, &pool)?;
    part.markdown += &chan.markdown;
    part.numbers.extend(chan.numbers);
    part.claims.extend(chan.claims);
    part.markdown += "\nWhat the study claims; a share is found again if the mean of the runs is not below it by more than its \
                      standard error:\n\n";
    for claim in &part.claims {
        let _ = writeln!(part.markdown, "{claim}");
    }
    Ok(part)
}

/// All runs of an experiment with one network.
fn runs(
    data: &Data,
    pool: &Pool<'_>,
    experiment: Experiment,
    model: CornerModel,
    how: Split,
) -> Result<Runs, LabError> {
    let measured: Vec<Measured> = (0..data.runs)
        .into_par_iter()
        .map(|run| {
            let mut dice = Dice::new(data.seed, run);
            let sample = pool.draw(experiment, |count| data.scaled(count), &mut dice)?;
            let (tests, learned) = split(&sample, data.scaled(experiment.tests()), how, &mut dice);
            Ok(learn_and_measure(model, experiment.outputs(), &learned, &tests, data.seed + run))
        })
        .collect::<Result<Vec<_>, LabError>>()?
        .into_iter()
        .flatten()
        .collect();
    Ok(Runs::of(measured))
}

/// Trains on one part and measures on the other.
fn learn_and_measure(
    model: CornerModel,
    outputs: usize,
    learned: &[&Pattern],
    tests: &[&Pattern],
    seed: u64,
) -> Option<Measured> {
    let network = match model {
        CornerModel::Wong(design) => {
            let settings = CornerDesignSettings::new(design, outputs, seed);
            let settings = CornerDesignSettings { epochs: MOST_EPOCHS, ..settings };
            let trainer = CornerDesignTrainer::new(settings, learned, &[]);
            CornerNetwork::Wong(trainer.trained()?.into())
        }
        CornerModel::Mesh => {
            let settings = CornerMeshSettings::new(EPOCHS, seed);
            let settings = CornerMeshSettings { batch: BATCH, ..settings };
            let trainer = CornerMeshTrainer::new(settings, learned)?;
            CornerNetwork::Mesh(trainer.trained()?.into())
        }
    };
    Measured::of_network(tests, &network)
}

/// Table 3.1, on samples of experiment 2, as many of them as Chan had.
fn chan(data: &Data, pool: &Pool<'_>) -> Result<Part, LabError> {
    let mut part = Part {
        markdown: format!(
            "\n## Table 3.1: Horace Chan's network\n\nSamples of the composition of experiment 2, {CHAN_TESTS} to \
             measure on; two outputs, both of which must be right by the 0.25 rule. His samples are not published.\n\n\
             | samples to learn from | Chan | random split | by problem |\n|---|---|---|---|\n"
        ),
        ..Part::default()
    };
    let mut numbers = Vec::new();
    for (size, said) in CHAN {
        let of = |how: Split| -> Result<Vec<f64>, LabError> {
            let measured: Vec<Option<Measured>> = (0..data.runs)
                .into_par_iter()
                .map(|run| {
                    let mut dice = Dice::new(data.seed, 1_000 + run);
                    // Two samples are enough for the larger of his.
                    let mut sample =
                        pool.draw(Experiment::Two, |count| data.scaled(count), &mut dice)?;
                    sample.extend(pool.draw(
                        Experiment::Two,
                        |count| data.scaled(count),
                        &mut dice,
                    )?);
                    let (tests, learned) = split(&sample, data.scaled(CHAN_TESTS), how, &mut dice);
                    // Each brings its reflection.
                    let learned = &learned[..data.scaled(size.div_ceil(2)).min(learned.len())];
                    let model = CornerModel::Wong(Design::Chan);
                    Ok(learn_and_measure(model, 2, learned, &tests, data.seed + run))
                })
                .collect::<Result<_, LabError>>()?;
            Ok(Runs::of(measured.into_iter().flatten().collect()).right_025)
        };
        let (random, whole) = (of(Split::Random)?, of(Split::ByProblem)?);
        let (random_words, whole_words) = (mean_and_spread(&random), mean_and_spread(&whole));
        let _ = writeln!(part.markdown, "| {size} | {said} % | {random_words} | {whole_words} |");
        numbers.push(json!({
            "samples": size, "chan": said, "random_025": random, "by_problem_025": whole
        }));
        if size == CHAN[1].0 {
            part.claims.push(Claim {
                says: format!("Chan's network is right in {said} % with {size} samples"),
                found: format!("{random_words}, split at random"),
                is_reproduced: is_reached(&random, said / 100.0),
            });
        }
    }
    part.numbers.push(("chan", Value::Array(numbers)));
    Ok(part)
}

/// Whether the mean of the runs is there, or no further below than it would scatter from ten runs to ten.
fn is_reached(shares: &[f64], wanted: f64) -> bool {
    Mean::of(shares).is_some_and(|mean| mean.value + mean.standard_error >= wanted)
}

fn claims(found: &[(CornerModel, Experiment, Runs, Runs)]) -> Vec<Claim> {
    let of = |model: CornerModel, experiment: Experiment| {
        let is_it =
            |one: &&(CornerModel, Experiment, Runs, Runs)| (one.0, one.1) == (model, experiment);
        found.iter().find(is_it).map(|(_, _, random, whole)| {
            (random.by_rule(experiment).to_vec(), whole.by_rule(experiment).to_vec())
        })
    };
    let mut claims = Vec::new();
    for experiment in Experiment::ALL {
        let full = of(CornerModel::Wong(Design::Full), experiment);
        let board = of(CornerModel::Wong(Design::Board), experiment);
        let (Some((full, _)), Some((board, board_whole))) = (full, board) else { continue };
        claims.push(Claim {
            says: format!(
                "In experiment {} the 2D network is better than the fully connected",
                experiment.number()
            ),
            found: format!("{} against {}", mean_and_spread(&board), mean_and_spread(&full)),
            is_reproduced: mean(&board) > mean(&full),
        });
        let (says, least) = match experiment {
            Experiment::One => ("In experiment 1 the 2D network is right in 97 %", 0.97),
            Experiment::Two => ("In experiment 2 it is right in 91 %, the mean of ten runs", 0.91),
        };
        claims.push(Claim {
            says: says.to_string(),
            found: format!(
                "{} split at random, {} by problem",
                mean_and_spread(&board),
                mean_and_spread(&board_whole)
            ),
            is_reproduced: is_reached(&board, least),
        });
    }
    claims
}
