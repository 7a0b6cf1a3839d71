//! Trains the model of candidates `habits`: which signs are habits, and how much each weighs.
//!
//! First the signs of all points that were played are counted; those seen often enough become habits.
//! Then their weights are fitted by the likelihood of the moves that were played, by AdaGrad: a sign
//! that is seen seldom takes larger steps.

use crate::labels::shuffle;
use crate::openings::Opening;
use crate::training::Trainer;
use aji_judge::Dice;
use aji_judge::opening::candidates::Habits;
use aji_judge::opening::candidates::habits::{Signs, Table};
use aji_rules::Symmetry;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// How it is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HabitsSettings {
    /// A sign is a habit if it was seen at so many points that were played.
    pub least_count: u32,
    /// In each every opening is seen once.
    pub epochs: u32,
    /// About how far a weight goes in its first step.
    pub rate: f32,
    /// The seed of the order of openings.
    pub seed: u64,
}

impl Default for HabitsSettings {
    fn default() -> HabitsSettings {
        HabitsSettings { least_count: 5, epochs: 2, rate: 0.1, seed: 1 }
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

/// Trains the model, a part of an epoch a step.
pub struct HabitsTrainer<'a> {
    settings: HabitsSettings,
    openings: &'a [Opening],
    table: Table,
    state: HabitsState,
}

/// How far a training is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HabitsState {
    step: usize,
    /// By slot of the table.
    weights: Vec<f32>,
    squares: Vec<f32>,
    /// The mean logarithm of the probability of what was played, over the last step.
    log_probability: Option<f64>,
}

impl<'a> HabitsTrainer<'a> {
    /// Learns from these openings, of which the signs are counted at once.
    pub fn new(settings: HabitsSettings, openings: &'a [Opening]) -> HabitsTrainer<'a> {
        let table = habits(openings, settings.least_count);
        let (weights, squares) = (vec![0.0; table.len()], vec![0.0; table.len()]);
        let state = HabitsState { step: 0, weights, squares, log_probability: None };
        HabitsTrainer { settings, openings, table, state }
    }

    /// How many signs are habits.
    pub fn habit_count(&self) -> usize {
        self.table.iter().flatten().count()
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
                let weights = slots[before..].iter().map(|&slot| self.state.weights[slot as usize]);
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

impl Trainer for HabitsTrainer<'_> {
    type Settings = HabitsSettings;
    type State = HabitsState;
    type Model = Habits;

    fn settings(&self) -> &HabitsSettings {
        &self.settings
    }

    fn state(&self) -> impl Serialize {
        &self.state
    }

    fn restore(&mut self, state: HabitsState) -> Option<()> {
        let fits =
            [&state.weights, &state.squares].iter().all(|list| list.len() == self.table.len());
        self.state = state;
        fits.then_some(())
    }

    /// Learns from a part of the openings.
    fn step(&mut self) {
        let HabitsSettings { epochs, rate, seed, .. } = self.settings;
        let (epoch, part) = (self.state.step / STEPS, self.state.step % STEPS);
        let mut order: Vec<usize> = (0..self.openings.len()).collect();
        shuffle(&mut order, &mut Dice::new(seed, epoch as u64));
        let rate = rate * (1.0 - self.state.step as f32 / (STEPS as f32 * epochs as f32));
        let share = order.len() * part / STEPS..order.len() * (part + 1) / STEPS;
        let (mut total, mut positions) = (0.0, 0);
        for batch in order[share].chunks(BATCH) {
            let learned: Vec<Learned> =
                batch.par_iter().map(|&opening| self.learn(&self.openings[opening])).collect();
            for learned in learned {
                total += learned.log_probability;
                positions += learned.positions;
                for (slot, slope) in learned.slopes {
                    let square = &mut self.state.squares[slot as usize];
                    *square += slope * slope;
                    self.state.weights[slot as usize] += rate * slope / (*square + SMALLEST).sqrt();
                }
            }
        }
        self.state.step += 1;
        self.state.log_probability = (positions > 0).then(|| total / positions as f64);
    }

    fn progress(&self) -> (usize, usize) {
        (self.state.step, STEPS * self.settings.epochs as usize)
    }

    fn report(&self) -> String {
        let mean = self.state.log_probability.map(|mean| format!(", log probability {mean:.3}"));
        format!("epoch {:.2}{}", self.state.step as f64 / STEPS as f64, mean.unwrap_or_default())
    }

    fn model(&self) -> Option<Habits> {
        let habits = self.table.iter().zip(&self.state.weights);
        let (signs, weights): (Vec<u32>, Vec<f32>) =
            habits.filter_map(|(sign, &weight)| sign.map(|sign| (sign, weight))).unzip();
        Some(Habits::new(&signs, &weights))
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

    fn trainer(openings: &[Opening]) -> HabitsTrainer<'_> {
        let settings = HabitsSettings { least_count: 2, ..HabitsSettings::default() };
        let mut trainer = HabitsTrainer::new(settings, openings);
        let mut dice = Dice::new(4, 0);
        trainer.state.weights.iter_mut().for_each(|weight| *weight = dice.unit() as f32 - 0.5);
        trainer
    }

    #[test]
    fn slopes_are_those_of_the_likelihood() {
        let openings = openings();
        let mut trainer = trainer(&openings);
        let mut slopes: BTreeMap<u32, f32> = BTreeMap::new();
        for (slot, slope) in trainer.learn(&openings[0]).slopes {
            *slopes.entry(slot).or_default() += slope;
        }
        assert!(slopes.len() > 50, "{}", slopes.len());
        for (&slot, &slope) in slopes.iter().step_by(7) {
            let before = trainer.state.weights[slot as usize];
            let mut at = |by: f32| {
                trainer.state.weights[slot as usize] = before + by;
                trainer.learn(&openings[0]).log_probability
            };
            let steepness = (at(0.02) - at(-0.02)) / 0.04;
            trainer.state.weights[slot as usize] = before;
            assert!((f64::from(slope) - steepness).abs() < 2e-2, "{slope} {steepness}");
        }
    }

    #[test]
    fn what_is_learned_from_is_thought_likelier() {
        let openings = openings();
        let mut trainer = trainer(&openings);
        let mean = |trainer: &HabitsTrainer<'_>| {
            let learned = trainer.learn(&openings[0]);
            learned.log_probability / learned.positions as f64
        };
        let before = mean(&trainer);
        while !trainer.is_done() {
            trainer.step();
        }
        assert!(mean(&trainer) > before + 1.0, "{before} {}", mean(&trainer));
        // The model says the same as the training.
        let model = Candidates::Habits(trainer.model().unwrap().into());
        let mut total = 0.0;
        openings[0].for_each(Symmetry::IDENTITY, |played| {
            total += model.policy(&played.scene).unwrap()[played.next].unwrap().ln();
        });
        assert!((total / openings[0].points().len() as f64 - mean(&trainer)).abs() < 1e-4);
    }
}
