//! How far the score strays from the expected one.
//!
//! A random field knows only neighbours, so it does not know that players who fall behind take
//! risks and players who lead do not: its outcomes differ more in score than games do. The spread of
//! the score is therefore measured, for each phase of the game, as a share of the model's own.

use crate::labels::Example;
use aji_judge::Dice;
use aji_judge::territory::phase::{PHASES, phase_shares};
use aji_judge::territory::{Exact, Model, Outcomes};
use rayon::prelude::*;

/// Positions that are measured, at the most.
const POSITIONS: usize = 600;
/// Outcomes a position.
const SAMPLES: usize = 200;
const PARCEL: usize = 16;

/// The share of the model's standard deviation that is true, by phase; one where nothing is known.
pub fn measure(model: &Model, examples: &[Example]) -> [f64; PHASES.len()] {
    let examples = &examples[..examples.len().min(POSITIONS)];
    let parts: Vec<[(f64, f64); PHASES.len()]> =
        examples.par_chunks(PARCEL).map(|parcel| measure_parcel(model, parcel)).collect();
    std::array::from_fn(|phase| {
        let true_square: f64 = parts.iter().map(|part| part[phase].0).sum();
        let model_square: f64 = parts.iter().map(|part| part[phase].1).sum();
        if model_square > 0.0 { (true_square / model_square).sqrt() } else { 1.0 }
    })
}

/// Sums of the squared errors and of the model's variances.
fn measure_parcel(model: &Model, parcel: &[Example]) -> [(f64, f64); PHASES.len()] {
    let mut sums = [(0.0, 0.0); PHASES.len()];
    for (index, example) in parcel.iter().enumerate() {
        let size = example.position.size();
        let Ok(mut exact) = Exact::new(size) else { continue };
        let ising = model.ising(&example.position);
        let dice = &mut Dice::new(1, index as u64);
        let (moments, samples) = exact.moments_and_samples(&ising, SAMPLES, dice);
        let expected: f64 = moments.means.values().iter().sum();
        let lead: f64 = example.owner.values().iter().map(|&owner| f64::from(owner)).sum();
        let Some(outcomes) = Outcomes::new(size, samples) else { continue };
        let deviation = outcomes.leads().standard_deviation();
        for (sum, share) in sums.iter_mut().zip(phase_shares(&example.position)) {
            sum.0 += share * (lead - expected).powi(2);
            sum.1 += share * deviation * deviation;
        }
    }
    sums
}
