//! The learning curve: how much more patterns help.

use super::Data;
use super::samples::first_of_shuffled;
use crate::File;
use crate::LabError;
use crate::page::Part;
use aji_draw::{Chart, Series};
use aji_judge::Dice;
use aji_judge::life::corner::{CornerModel, CornerNetwork, Design};
use aji_learn::corner::{
    CornerDesignSettings, CornerDesignTrainer, CornerMeshSettings, CornerMeshTrainer, Pattern,
    Source,
};
use aji_learn::measure::corner::Measured;
use aji_learn::training::Trainer;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write;

/// So many patterns to learn from.
const SIZES: [usize; 7] = [300, 1_000, 3_000, 10_000, 30_000, 100_000, 250_000];
/// The study's network has no more than these: beyond, an epoch takes it long.
const MOST_OF_STUDY: usize = 30_000;
/// So many patterns are seen in all, at least; each no more often than this and no less than that.
const SEEN: usize = 1_500_000;
const EPOCHS: (usize, usize) = (5, 150);
/// One pattern in so many tells the study's network when to stop.
const STOPPERS: usize = 10;

pub fn make(data: &Data) -> Result<Part, LabError> {
    let is_not_final =
        |pattern: &&Pattern| pattern.source != Source::Final && pattern.status.settled().is_some();
    let tests: Vec<&Pattern> = data.split(true).into_iter().filter(is_not_final).collect();
    let pool: Vec<&Pattern> = data.split(false).into_iter().filter(is_not_final).collect();
    let models = [CornerModel::Wong(Design::Board), CornerModel::Mesh];
    let sizes = SIZES.map(|size| data.scaled(size));
    let sizes: Vec<usize> = sizes.into_iter().filter(|&size| size <= pool.len()).collect();
    let asked: Vec<(CornerModel, usize)> = models
        .into_iter()
        .flat_map(|model| sizes.iter().map(move |&size| (model, size)))
        .filter(|(model, size)| *model == CornerModel::Mesh || *size <= MOST_OF_STUDY)
        .collect();
    let found: Vec<(CornerModel, usize, f64)> = asked
        .into_par_iter()
        .filter_map(|(model, size)| {
            let mut dice = Dice::new(data.seed, size as u64);
            let drawn = first_of_shuffled(&pool, size, &mut dice);
            let network = learned(model, &drawn, data.seed)?;
            Some((model, size, Measured::of_network(&tests, &network)?.share_025()))
        })
        .collect();
    let mut part = Part {
        markdown: format!(
            "## The learning curve\n\nPositions that are not final, {} of them to measure on, of problems that are held \
             out; 0.25 rule.\n\n| patterns to learn from | 2d | mesh |\n|---|---|---|\n",
            tests.len()
        ),
        ..Part::default()
    };
    let share = |model: CornerModel, size: usize| {
        found.iter().find(|one| (one.0, one.1) == (model, size)).map(|one| one.2)
    };
    for &size in &sizes {
        let words = models.map(|model| {
            share(model, size).map_or("-".to_string(), |share| format!("{:.2} %", 100.0 * share))
        });
        let _ = writeln!(part.markdown, "| {size} | {} | {} |", words[0], words[1]);
    }
    let mut chart =
        Chart::new("More patterns").x("patterns to learn from").log_x().y("right, 0.25 rule (%)");
    for model in models {
        let points: Vec<(f64, f64)> = found
            .iter()
            .filter(|one| one.0 == model)
            .map(|&(_, size, share)| (size as f64, 100.0 * share))
            .collect();
        chart = chart.series(Series::line(model.to_string(), points).with_dots());
    }
    part.files.push(File::new("learning.svg", chart.to_svg()?));
    part.markdown += "\n![The more patterns, the more is right](learning.svg)\n";
    let rows: Vec<Value> = found
        .iter()
        .map(|(model, size, share)| {
            json!({"model": model.to_string(), "patterns": size, "right_025": share})
        })
        .collect();
    part.numbers.push(("learning_curve", Value::Array(rows)));
    Ok(part)
}

fn learned(model: CornerModel, patterns: &[&Pattern], seed: u64) -> Option<CornerNetwork> {
    let epochs = (SEEN / patterns.len()).clamp(EPOCHS.0, EPOCHS.1) as u32;
    match model {
        CornerModel::Wong(design) => {
            let (held, learned) = patterns.split_at(patterns.len() / STOPPERS);
            let outputs = design.outputs();
            let patience = Some(15);
            let settings = CornerDesignSettings::new(design, outputs, seed);
            let settings = CornerDesignSettings { epochs, patience, ..settings };
            let trainer = CornerDesignTrainer::new(settings, learned, held);
            Some(CornerNetwork::Wong(trainer.trained()?.into()))
        }
        CornerModel::Mesh => {
            let batch = if patterns.len() < 10_000 { 32 } else { 128 };
            let settings = CornerMeshSettings { batch, ..CornerMeshSettings::new(epochs, seed) };
            let trainer = CornerMeshTrainer::new(settings, patterns)?;
            Some(CornerNetwork::Mesh(trainer.trained()?.into()))
        }
    }
}
