//! Trains the network over the points and chains of a corner: see [`aji_judge::life::corner::mesh`].
//!
//! Cross entropy of what becomes of the group, by Adam, some patterns a step. A part of the problems is set
//! aside, by which its probabilities are calibrated.

use super::pattern::Pattern;
use crate::gradient::{AdamWeights, Schedule, sum_in_parcels};
use crate::labels::shuffle;
use crate::training::Trainer;
use aji_judge::Dice;
use aji_judge::life::LifeStatus;
use aji_judge::life::corner::Odds;
use aji_judge::life::corner::mesh::{CornerMesh, SHAPE};
use aji_judge::life::corner::sight::Sight;
use aji_net::mesh::{Example, Mesh, Workspace};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Patterns are summed in parcels of this many, whatever the number of threads.
const PARCEL: usize = 32;
/// One problem in so many is set aside to calibrate with.
const SET_ASIDE: u64 = 20;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CornerMeshSettings {
    /// How often every pattern is seen.
    pub epochs: u32,
    /// Patterns a step.
    pub batch: usize,
    /// The step size at its largest.
    pub rate: f32,
    /// How fast weights melt away.
    pub decay: f32,
    /// The seed.
    pub seed: u64,
}

impl CornerMeshSettings {
    /// What the built-in model was made with.
    pub fn new(epochs: u32, seed: u64) -> CornerMeshSettings {
        CornerMeshSettings { epochs, batch: 256, rate: 4e-3, decay: 1e-3, seed }
    }
}

/// Trains the network, a batch a step.
pub struct CornerMeshTrainer<'a> {
    settings: CornerMeshSettings,
    patterns: Vec<&'a Pattern>,
    set_aside: Vec<&'a Pattern>,
    /// The order of patterns in an epoch.
    order: (usize, Vec<u32>),
    learned: AdamWeights,
    /// A running mean of the loss.
    loss: f32,
}

impl<'a> CornerMeshTrainer<'a> {
    /// Learns from these patterns; `None` without any.
    pub fn new(
        settings: CornerMeshSettings,
        patterns: &[&'a Pattern],
    ) -> Option<CornerMeshTrainer<'a>> {
        // Whole problems are set aside: told by their names, as those that are held out are.
        let is_set_aside = |pattern: &&Pattern| {
            let sum = pattern
                .problem
                .bytes()
                .fold(0, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
            sum % SET_ASIDE == 0
        };
        let (set_aside, patterns): (Vec<&Pattern>, Vec<&Pattern>) =
            patterns.iter().copied().partition(is_set_aside);
        let mut dice = Dice::new(settings.seed, u64::MAX);
        let learned = AdamWeights::new(SHAPE.begin(|| dice.unit()));
        let order = (usize::MAX, Vec::new());
        let trainer =
            CornerMeshTrainer { settings, patterns, set_aside, order, learned, loss: 1.0 };
        (!trainer.patterns.is_empty()).then_some(trainer)
    }

    fn steps_an_epoch(&self) -> usize {
        self.patterns.len().div_ceil(self.settings.batch)
    }

    /// How many patterns it learns from, and how many are set aside.
    pub fn patterns(&self) -> (usize, usize) {
        (self.patterns.len(), self.set_aside.len())
    }
}

impl Trainer for CornerMeshTrainer<'_> {
    type Settings = CornerMeshSettings;
    type State = (AdamWeights, f32);
    type Model = CornerMesh;

    fn settings(&self) -> &CornerMeshSettings {
        &self.settings
    }

    fn state(&self) -> impl Serialize {
        (&self.learned, self.loss)
    }

    fn restore(&mut self, state: Self::State) -> Option<()> {
        (self.learned, self.loss) = state;
        self.learned.fits(SHAPE.weights()).then_some(())
    }

    fn step(&mut self) {
        let CornerMeshSettings { batch, seed, rate, decay, .. } = self.settings;
        let epoch = self.learned.step / self.steps_an_epoch();
        let within = self.learned.step % self.steps_an_epoch();
        if self.order.0 != epoch {
            self.order = (epoch, (0..self.patterns.len() as u32).collect());
            shuffle(&mut self.order.1, &mut Dice::new(seed, epoch as u64));
        }
        let all = &self.order.1[within * batch..];
        let cases = &all[..batch.min(all.len())];
        let scale = 1.0 / cases.len() as f32;
        let weights = &self.learned.weights[..];
        let add = |&case: &u32, gradient: &mut [f32], (sight, work): &mut (Sight, Workspace)| {
            let pattern = self.patterns[case as usize];
            sight.look(&pattern.corner);
            let mut target = [0.0; LifeStatus::ALL.len()];
            target[pattern.status.index()] = 1.0;
            let Sight { graph, case } = sight;
            let example = Example { graph, case, target: &target[..] };
            Mesh::new(&SHAPE, weights).add_class_gradient(example, scale, work, gradient)
        };
        let (gradient, losses) =
            sum_in_parcels((cases, PARCEL), weights.len(), Default::default, add);
        let loss: f32 = losses.iter().map(|parcel| parcel.iter().sum::<f32>() * scale).sum();
        self.loss += (loss - self.loss) / 200.0;
        let steps = self.progress().1;
        let schedule = Schedule { rate, warm_up: 200.0, first: 0.0, least: 0.0, steps };
        self.learned.descend(&gradient, schedule, decay);
    }

    fn progress(&self) -> (usize, usize) {
        (self.learned.step, self.settings.epochs as usize * self.steps_an_epoch())
    }

    fn report(&self) -> String {
        let epoch = self.learned.step as f64 / self.steps_an_epoch() as f64;
        format!("epoch {epoch:.1}: log loss {:.4}", self.loss)
    }

    /// What was learned, calibrated.
    fn model(&self) -> Option<CornerMesh> {
        let weights = self.learned.weights.clone();
        let certainty = certainty(&weights, &self.set_aside);
        CornerMesh::new(weights, certainty)
    }
}

/// What scores must be multiplied by to be true of patterns that were not learned from: by trying.
fn certainty(weights: &[f32], patterns: &[&Pattern]) -> f32 {
    let all: Vec<(Vec<f32>, LifeStatus)> = patterns
        .par_iter()
        .map_init(<(Sight, Workspace)>::default, |(sight, work), pattern| {
            sight.look(&pattern.corner);
            let scores = Mesh::new(&SHAPE, weights).scores(&sight.graph, &sight.case, work);
            (scores.to_vec(), pattern.status)
        })
        .collect();
    let loss = |certainty: f32| -> f64 {
        let losses = all
            .iter()
            .map(|(scores, status)| -Odds::of_scores(scores, certainty).of(*status).max(1e-9).ln());
        losses.sum()
    };
    let tried = (10..=150).map(|hundredths| hundredths as f32 / 100.0);
    let best = tried.map(|certainty| (loss(certainty), certainty));
    let better = |one: (f64, f32), other: (f64, f32)| if other.0 < one.0 { other } else { one };
    // Without patterns all are as good as it is.
    best.fold((loss(1.0), 1.0), better).1
}

#[cfg(test)]
mod tests {
    use super::super::pattern::Source;
    use super::super::reading::{Limits, played_on};
    use super::*;
    use crate::training::{ResumeError, checkpoint, resume};
    use aji_judge::life::corner::mesh::Room;
    use aji_judge::life::reader::Reader;

    /// Corners after random play, read out.
    fn patterns(count: usize) -> Vec<Pattern> {
        let starts = ["......XO ......XO XXXXXXXO OOOOOOOO", "...XO ...XO ...XO XXXXO OOOOO"];
        let (mut reader, mut dice) = (Reader::default(), Dice::new(9, 0));
        let mut made = Vec::new();
        while made.len() < count {
            let start = Pattern {
                corner: starts[made.len() % 2].parse().unwrap(),
                status: LifeStatus::Alive,
                source: Source::Problem,
                problem: made.len().to_string(),
            };
            let limits = Limits { empty: 5, nodes: 5_000 };
            made.extend(played_on(&start, limits, &mut reader, &mut dice).and_then(Result::ok));
        }
        made
    }

    fn settings() -> CornerMeshSettings {
        CornerMeshSettings { batch: 40, ..CornerMeshSettings::new(2, 3) }
    }

    fn finished(mut trainer: CornerMeshTrainer<'_>) -> Vec<f32> {
        while !trainer.is_done() {
            trainer.step();
        }
        trainer.learned.weights
    }

    #[test]
    fn it_learns_what_reading_says() {
        let patterns = patterns(600);
        let learned: Vec<&Pattern> = patterns.iter().take(500).collect();
        let settings = CornerMeshSettings { batch: 32, ..CornerMeshSettings::new(40, 3) };
        let model = CornerMeshTrainer::new(settings, &learned).unwrap().trained().unwrap();
        let mut room = Room::default();
        let is_right = |pattern: &&Pattern| {
            model.judge(&pattern.corner, &mut room).likeliest() == pattern.status
        };
        let right = patterns[500..].iter().collect::<Vec<_>>().into_iter().filter(is_right).count();
        // The commonest answer alone would be right in about half.
        assert!(right > 68, "{right} of 100");
    }

    #[test]
    fn a_run_taken_up_again_ends_where_it_would_have() {
        let patterns = patterns(100);
        let patterns: Vec<&Pattern> = patterns.iter().collect();
        let begin = || CornerMeshTrainer::new(settings(), &patterns).unwrap();
        let whole = finished(begin());
        let mut first = begin();
        first.step();
        let text = checkpoint(&first, "a test").unwrap();
        let second = resume(begin(), "a test", &text).unwrap();
        assert_eq!(second.progress().0, 1);
        assert!(finished(second) == whole);
        let other = resume(begin(), "another", &text);
        assert!(matches!(other, Err(ResumeError::OtherRun { .. })));
    }

    #[test]
    fn threads_do_not_matter() {
        let patterns = patterns(100);
        let patterns: Vec<&Pattern> = patterns.iter().collect();
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| finished(CornerMeshTrainer::new(settings(), &patterns).unwrap()))
        };
        assert!(with(1) == with(3));
    }
}
