//! Fits our own network of corners: see [`aji_judge::life::corner::ours`].
//!
//! Cross entropy of what becomes of the group, by Adam, some patterns a step. A part of the problems is set
//! aside, by which its probabilities are calibrated.

use super::pattern::Pattern;
use crate::labels::shuffle;
use crate::run::ResumeError;
use aji_judge::Dice;
use aji_judge::life::Status;
use aji_judge::life::corner::Odds;
use aji_judge::life::corner::ours::{Ours, SHAPE};
use aji_judge::life::corner::sight::Sight;
use aji_net::mesh::{Workspace, add_class_gradient, scores};
use aji_net::optimiser::Adam;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Patterns are summed in parcels of this many, whatever the number of threads.
const PARCEL: usize = 32;
/// One problem in so many is set aside to calibrate with.
const SET_ASIDE: u64 = 20;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
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

impl Settings {
    /// What the built-in model was made with.
    pub fn new(epochs: u32, seed: u64) -> Settings {
        Settings { epochs, batch: 256, rate: 4e-3, decay: 1e-3, seed }
    }
}

/// Where a run is; this is what a checkpoint keeps.
#[derive(Serialize, Deserialize)]
struct State {
    begun_with: String,
    step: usize,
    weights: Vec<f32>,
    adam: Adam,
    /// A running mean of the loss.
    loss: f32,
}

/// A run under way.
pub struct Run<'a> {
    settings: Settings,
    learned: Vec<&'a Pattern>,
    set_aside: Vec<&'a Pattern>,
    /// The order of patterns in the epoch at hand.
    order: (usize, Vec<u32>),
    state: State,
}

impl<'a> Run<'a> {
    /// Begins; `None` without patterns. `begun_with` says in words what is trained on what.
    pub fn new(
        settings: Settings,
        patterns: &[&'a Pattern],
        begun_with: String,
    ) -> Option<Run<'a>> {
        // Whole problems are set aside: told by their names, as those that are held out are.
        let is_set_aside = |pattern: &&Pattern| {
            let sum = pattern
                .problem
                .bytes()
                .fold(0, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
            sum % SET_ASIDE == 0
        };
        let (set_aside, learned): (Vec<&Pattern>, Vec<&Pattern>) =
            patterns.iter().copied().partition(is_set_aside);
        if learned.is_empty() {
            return None;
        }
        let mut dice = Dice::new(settings.seed, u64::MAX);
        let weights = SHAPE.begin(|| dice.unit());
        let adam = Adam::new(weights.len());
        let state = State { begun_with, step: 0, weights, adam, loss: 1.0 };
        let order = (usize::MAX, (0..learned.len() as u32).collect());
        Some(Run { settings, learned, set_aside, order, state })
    }

    /// Goes on from the text of a checkpoint.
    pub fn resume(
        settings: Settings,
        patterns: &[&'a Pattern],
        begun_with: String,
        checkpoint: &str,
    ) -> Result<Run<'a>, ResumeError> {
        let state: State = serde_json::from_str(checkpoint)?;
        ResumeError::unless_same(&state.begun_with, &begun_with)?;
        let run = Run::new(settings, patterns, begun_with).ok_or(ResumeError::OtherModel)?;
        let count = run.state.weights.len();
        if state.weights.len() != count || state.adam.len() != count {
            return Err(ResumeError::OtherModel);
        }
        Ok(Run { state, ..run })
    }

    /// The text of a checkpoint.
    pub fn checkpoint(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.state)
    }

    fn steps_an_epoch(&self) -> usize {
        self.learned.len().div_ceil(self.settings.batch)
    }

    /// Whether all steps are done.
    pub fn is_done(&self) -> bool {
        let (done, all) = self.steps();
        done >= all
    }

    /// How many steps are done, and of how many.
    pub fn steps(&self) -> (usize, usize) {
        (self.state.step, self.settings.epochs as usize * self.steps_an_epoch())
    }

    /// How it goes.
    pub fn words(&self) -> String {
        let epoch = self.state.step as f64 / self.steps_an_epoch() as f64;
        format!("epoch {epoch:.1}: log loss {:.4}", self.state.loss)
    }

    /// How many patterns it learns from, and how many are set aside.
    pub fn patterns(&self) -> (usize, usize) {
        (self.learned.len(), self.set_aside.len())
    }

    /// Does a step.
    pub fn advance(&mut self) {
        let Settings { batch, seed, .. } = self.settings;
        let (epoch, within) =
            (self.state.step / self.steps_an_epoch(), self.state.step % self.steps_an_epoch());
        if self.order.0 != epoch {
            self.order = (epoch, (0..self.learned.len() as u32).collect());
            shuffle(&mut self.order.1, &mut Dice::new(seed, epoch as u64));
        }
        let all = &self.order.1[within * batch..];
        let cases = &all[..batch.min(all.len())];
        let scale = 1.0 / cases.len() as f32;
        let weights = &self.state.weights;
        let parts: Vec<(Vec<f32>, f32)> = cases
            .par_chunks(PARCEL)
            .map_init(<(Sight, Workspace)>::default, |(sight, work), cases| {
                let mut gradient = vec![0.0; weights.len()];
                let mut loss = 0.0;
                for &case in cases {
                    let pattern = self.learned[case as usize];
                    sight.look(&pattern.corner);
                    let mut target = [0.0; Status::ALL.len()];
                    target[pattern.status.index()] = 1.0;
                    let (network, case) = ((&SHAPE, &weights[..]), (&sight.case, &target[..]));
                    loss +=
                        add_class_gradient(network, &sight.mesh, case, scale, &mut gradient, work);
                }
                (gradient, loss)
            })
            .collect();
        let mut gradient = vec![0.0; weights.len()];
        let mut loss = 0.0;
        for (part, part_loss) in parts {
            gradient.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
            loss += part_loss * scale;
        }
        let rate = self.rate();
        let State { weights, adam, step, loss: mean, .. } = &mut self.state;
        *mean += (loss - *mean) / 200.0;
        adam.step(weights, &gradient, rate, self.settings.decay);
        *step += 1;
    }

    /// Rises over the first steps, then falls to nothing.
    fn rate(&self) -> f32 {
        let (step, steps) = (self.state.step as f32, self.steps().1 as f32);
        let rise = (step / 200.0).min(1.0);
        let fall = (std::f32::consts::PI * step / steps).cos() / 2.0 + 0.5;
        self.settings.rate * rise * fall
    }

    /// What was learned so far, calibrated.
    pub fn model(&self) -> Option<Ours> {
        let weights = self.state.weights.clone();
        let certainty = certainty(&weights, &self.set_aside);
        Ours::new(weights, certainty)
    }
}

/// What scores must be multiplied by to be true of patterns that were not learned from: by trying.
fn certainty(weights: &[f32], patterns: &[&Pattern]) -> f32 {
    let all: Vec<(Vec<f32>, Status)> = patterns
        .par_iter()
        .map_init(<(Sight, Workspace)>::default, |(sight, work), pattern| {
            sight.look(&pattern.corner);
            let scores = scores((&SHAPE, weights), &sight.mesh, &sight.case, work);
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
    use aji_judge::life::corner::ours::Room;
    use aji_judge::life::reader::Reader;

    /// Corners after random play, read out.
    fn patterns(count: usize) -> Vec<Pattern> {
        let starts = ["......XO ......XO XXXXXXXO OOOOOOOO", "...XO ...XO ...XO XXXXO OOOOO"];
        let (mut reader, mut dice) = (Reader::default(), Dice::new(9, 0));
        let mut made = Vec::new();
        while made.len() < count {
            let start = Pattern {
                corner: starts[made.len() % 2].parse().unwrap(),
                status: Status::Alive,
                source: Source::Problem,
                problem: made.len().to_string(),
            };
            let limits = Limits { empty: 5, nodes: 5_000 };
            made.extend(played_on(&start, limits, &mut reader, &mut dice).and_then(Result::ok));
        }
        made
    }

    fn settings() -> Settings {
        Settings { batch: 40, ..Settings::new(2, 3) }
    }

    fn finished(mut run: Run<'_>) -> Vec<f32> {
        while !run.is_done() {
            run.advance();
        }
        run.state.weights
    }

    #[test]
    fn it_learns_what_reading_says() {
        let patterns = patterns(600);
        let learned: Vec<&Pattern> = patterns.iter().take(500).collect();
        let settings = Settings { batch: 32, ..Settings::new(40, 3) };
        let mut run = Run::new(settings, &learned, String::new()).unwrap();
        while !run.is_done() {
            run.advance();
        }
        let (model, mut room) = (run.model().unwrap(), Room::default());
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
        let begin = || Run::new(settings(), &patterns, "a test".to_string()).unwrap();
        let whole = finished(begin());
        let mut first = begin();
        first.advance();
        let text = first.checkpoint().unwrap();
        let second = Run::resume(settings(), &patterns, "a test".to_string(), &text).unwrap();
        assert_eq!(second.steps().0, 1);
        assert!(finished(second) == whole);
        let other = Run::resume(settings(), &patterns, "another".to_string(), &text);
        assert!(matches!(other, Err(ResumeError::OtherRun { .. })));
    }

    #[test]
    fn threads_do_not_matter() {
        let patterns = patterns(100);
        let patterns: Vec<&Pattern> = patterns.iter().collect();
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| finished(Run::new(settings(), &patterns, String::new()).unwrap()))
        };
        assert!(with(1) == with(3));
    }
}
