//! Fits our own model of candidates: which signs are habits, and how much each weighs.
//!
//! First the signs of all points that were played are counted; those seen often enough become habits.
//! Then their weights are fitted by the likelihood of the moves that were played, by AdaGrad: a sign
//! that is seen seldom takes larger steps.

use crate::openings::Opening;
use crate::run::ResumeError;
use aji_judge::Dice;
use aji_judge::opening::candidates::Habits;
use aji_judge::opening::candidates::habits::{Signs, Table};
use aji_rules::Symmetry;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// How it is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// A sign is a habit if it was seen at so many points that were played.
    pub least_count: u32,
    /// In each every opening is seen once.
    pub epochs: u32,
    /// About how far a weight goes in its first step.
    pub rate: f32,
    /// The seed of the order of openings.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { least_count: 5, epochs: 2, rate: 0.1, seed: 1 }
    }
}

/// Openings whose gradients are taken before weights change, so that threads have something to share.
const BATCH: usize = 2;
/// How many steps an epoch is shown in.
const STEPS: usize = 50;
/// Points that are less likely than this do not learn.
const LEAST: f32 = 1e-4;
/// So that a first gradient of zero does not divide by zero.
const SMALLEST: f32 = 1e-8;

/// A fitting under way.
pub struct Run<'a> {
    openings: &'a [Opening],
    table: Table,
    kept: Kept,
}

/// What a checkpoint keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Kept {
    begun_with: String,
    settings: Settings,
    step: usize,
    /// By slot of the table.
    weights: Vec<f32>,
    squares: Vec<f32>,
    /// The mean logarithm of the probability of what was played, over the last step.
    log_probability: Option<f64>,
}

impl<'a> Run<'a> {
    /// Begins: counts signs. `begun_with` says in words what is trained on what.
    pub fn new(settings: Settings, openings: &'a [Opening], begun_with: String) -> Run<'a> {
        let table = habits(openings, settings.least_count);
        let (weights, squares) = (vec![0.0; table.len()], vec![0.0; table.len()]);
        let kept = Kept { begun_with, settings, step: 0, weights, squares, log_probability: None };
        Run { openings, table, kept }
    }

    /// Goes on from the text of a checkpoint.
    pub fn resume(
        settings: Settings,
        openings: &'a [Opening],
        begun_with: String,
        checkpoint: &str,
    ) -> Result<Run<'a>, ResumeError> {
        let kept: Kept = serde_json::from_str(checkpoint)?;
        ResumeError::unless_same(&kept.begun_with, &begun_with)?;
        let table = habits(openings, settings.least_count);
        let fits = |list: &[f32]| list.len() == table.len();
        if kept.settings != settings || !fits(&kept.weights) || !fits(&kept.squares) {
            return Err(ResumeError::OtherModel);
        }
        Ok(Run { openings, table, kept })
    }

    /// The text of a checkpoint.
    pub fn checkpoint(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.kept)
    }

    /// Whether there is nothing more to do.
    pub fn is_done(&self) -> bool {
        let (done, total) = self.steps();
        done >= total
    }

    /// Steps done and to do.
    pub fn steps(&self) -> (usize, usize) {
        (self.kept.step, STEPS * self.kept.settings.epochs as usize)
    }

    /// In words, where it is.
    pub fn words(&self) -> String {
        let mean = self.kept.log_probability;
        let mean = mean.map_or(String::new(), |mean| format!(", log probability {mean:.3}"));
        format!("epoch {:.2}{mean}", self.kept.step as f64 / STEPS as f64)
    }

    /// How many signs are habits.
    pub fn habit_count(&self) -> usize {
        self.table.iter().flatten().count()
    }

    /// The model as it is now.
    pub fn model(&self) -> Habits {
        let habits = self.table.iter().zip(&self.kept.weights);
        let (signs, weights): (Vec<u32>, Vec<f32>) =
            habits.filter_map(|(sign, &weight)| sign.map(|sign| (sign, weight))).unzip();
        Habits::new(&signs, &weights)
    }

    /// Learns from a part of the openings.
    pub fn advance(&mut self) {
        let Settings { epochs, rate, seed, .. } = self.kept.settings;
        let (epoch, part) = (self.kept.step / STEPS, self.kept.step % STEPS);
        let mut order: Vec<usize> = (0..self.openings.len()).collect();
        let mut dice = Dice::new(seed, epoch as u64);
        for end in (1..order.len()).rev() {
            order.swap(end, dice.below(end as u32 + 1) as usize);
        }
        let rate = rate * (1.0 - self.kept.step as f32 / (STEPS as f32 * epochs as f32));
        let share = order.len() * part / STEPS..order.len() * (part + 1) / STEPS;
        let (mut total, mut positions) = (0.0, 0);
        for batch in order[share].chunks(BATCH) {
            let learned: Vec<Learned> =
                batch.par_iter().map(|&opening| self.learn(&self.openings[opening])).collect();
            for learned in learned {
                total += learned.log_probability;
                positions += learned.positions;
                for (slot, slope) in learned.slopes {
                    let square = &mut self.kept.squares[slot as usize];
                    *square += slope * slope;
                    self.kept.weights[slot as usize] += rate * slope / (*square + SMALLEST).sqrt();
                }
            }
        }
        self.kept.step += 1;
        self.kept.log_probability = (positions > 0).then(|| total / positions as f64);
    }

    /// How the likelihood of an opening changes with the weights.
    fn learn(&self, opening: &Opening) -> Learned {
        let mut learned = Learned::default();
        let mut signs = Signs::default();
        let mut slots: Vec<u32> = Vec::new();
        let mut points: Vec<(usize, f32)> = Vec::new();
        opening.for_each(Symmetry::IDENTITY, |played| {
            let Ok(legal) = played.scene.legal_points() else { return };
            signs.read(&played.scene, legal);
            slots.clear();
            points.clear();
            let mut next = 0;
            for (index, (point, signs)) in signs.iter().enumerate() {
                let known = signs.iter().filter_map(|&sign| self.table.slot(sign));
                let before = slots.len();
                slots.extend(known.map(|slot| slot as u32));
                let weights = slots[before..].iter().map(|&slot| self.kept.weights[slot as usize]);
                points.push((slots.len(), weights.sum()));
                if point == played.next {
                    next = index;
                }
            }
            let most = points.iter().map(|point| point.1).fold(f32::MIN, f32::max);
            let sum: f32 = points.iter().map(|point| (point.1 - most).exp()).sum();
            learned.log_probability += f64::from(points[next].1 - most - sum.ln());
            learned.positions += 1;
            let mut start = 0;
            for (index, &(end, value)) in points.iter().enumerate() {
                let share = (value - most).exp() / sum;
                let slope = f32::from(u8::from(index == next)) - share;
                if slope.abs() > LEAST {
                    learned.slopes.extend(slots[start..end].iter().map(|&slot| (slot, slope)));
                }
                start = end;
            }
        });
        learned
    }
}

/// What was learned from an opening.
#[derive(Default)]
struct Learned {
    slopes: Vec<(u32, f32)>,
    log_probability: f64,
    positions: usize,
}

/// The signs that were seen often enough where stones were placed.
fn habits(openings: &[Opening], least_count: u32) -> Table {
    let mut seen: Vec<u32> = openings
        .par_iter()
        .flat_map_iter(|opening| {
            let mut seen = Vec::new();
            let mut signs = Signs::default();
            opening.for_each(Symmetry::IDENTITY, |played| {
                signs.read(&played.scene, std::iter::once(played.next));
                for (_, signs) in signs.iter() {
                    seen.extend(signs.iter().filter(|&&sign| sign != 0));
                }
            });
            seen
        })
        .collect();
    seen.par_sort_unstable();
    let often: Vec<u32> = seen
        .chunk_by(|one, other| one == other)
        .filter(|equal| equal.len() >= least_count as usize)
        .filter_map(|equal| equal.first().copied())
        .collect();
    Table::new(&often)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::opening::candidates::Candidates;
    use aji_record::Record;
    use std::collections::BTreeMap;

    fn openings() -> Vec<Opening> {
        [
            "(;SZ[19];B[pd];W[dd];B[pp];W[dp];B[fq];W[cn];B[dr])",
            "(;SZ[19];B[qd];W[dp];B[dd];W[pq];B[po];W[qo];B[qn])",
            "(;SZ[19];B[pd];W[dp];B[pp];W[dd];B[fq];W[cn];B[dr])",
        ]
        .map(|text| Opening::of(&Record::from_sgf(text).unwrap(), 50).unwrap())
        .to_vec()
    }

    fn run(openings: &[Opening]) -> Run<'_> {
        let settings = Settings { least_count: 2, ..Settings::default() };
        let mut run = Run::new(settings, openings, String::new());
        let mut dice = Dice::new(4, 0);
        run.kept.weights.iter_mut().for_each(|weight| *weight = dice.unit() as f32 - 0.5);
        run
    }

    #[test]
    fn slopes_are_those_of_the_likelihood() {
        let openings = openings();
        let mut run = run(&openings);
        let mut slopes: BTreeMap<u32, f32> = BTreeMap::new();
        for (slot, slope) in run.learn(&openings[0]).slopes {
            *slopes.entry(slot).or_default() += slope;
        }
        assert!(slopes.len() > 50, "{}", slopes.len());
        for (&slot, &slope) in slopes.iter().step_by(7) {
            let before = run.kept.weights[slot as usize];
            let mut at = |by: f32| {
                run.kept.weights[slot as usize] = before + by;
                run.learn(&openings[0]).log_probability
            };
            let steepness = (at(0.02) - at(-0.02)) / 0.04;
            run.kept.weights[slot as usize] = before;
            assert!((f64::from(slope) - steepness).abs() < 2e-2, "{slope} {steepness}");
        }
    }

    #[test]
    fn what_is_learned_from_is_thought_likelier() {
        let openings = openings();
        let mut run = run(&openings);
        let mean = |run: &Run<'_>| {
            let learned = run.learn(&openings[0]);
            learned.log_probability / learned.positions as f64
        };
        let before = mean(&run);
        while !run.is_done() {
            run.advance();
        }
        assert!(mean(&run) > before + 1.0, "{before} {}", mean(&run));
        // The model says the same as the run.
        let model = Candidates::Habits(run.model().into());
        let mut total = 0.0;
        openings[0].for_each(Symmetry::IDENTITY, |played| {
            total += model.policy(&played.scene).unwrap()[played.next].unwrap().ln();
        });
        assert!((total / openings[0].points().len() as f64 - mean(&run)).abs() < 1e-4);
    }
}
