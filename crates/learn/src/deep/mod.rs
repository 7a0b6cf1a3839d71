//! Trains the deep network: see [`aji_judge::deep`].
//!
//! Every step draws positions over all games, each parcel with dice of its own, so that a run can be taken up at any
//! step and gives the same on any number of threads. Matrices learn by Muon; what is kept as the model is a running mean
//! of the weights, which is better than any one of them.

mod calibrate;
pub mod course;
pub mod loss;
pub mod selfplay;

use crate::gradient::{Schedule, clip};
use crate::training::Trainer;
use aji_judge::Dice;
use aji_judge::deep::heads::Heads;
use aji_net::Muon;
use aji_net::conv::{Batch, Gradient, Learner, OutputGradient, Shape, Tiling, Tower, Workspace};
use aji_rules::Size;
pub use calibrate::{Held, calibrate};
pub use course::{Course, Draw, Example};
use loss::{Loss, LossWeights, Losses};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Instant;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeepSettings {
    /// How many steps.
    pub steps: usize,
    /// Positions a step: a multiple of [`LANES`] times [`PARCEL`].
    pub batch: usize,
    /// The step size at its largest.
    pub rate: f32,
    /// How fast weights melt away.
    pub decay: f32,
    /// The seed.
    pub seed: u64,
}

/// Positions that are looked at together; they are of boards of one size.
pub const PARCEL: usize = 2;
/// So many sums of gradients grow side by side, whatever the number of threads.
pub const LANES: usize = 8;
/// The gradient of a step is cut to this length.
const STEEPEST: f32 = 2.0;
/// The learning rate rises for so many steps.
const WARM_UP: f32 = 300.0;
/// The mean of the weights reaches back over about so many steps.
const MEMORY: f32 = 600.0;
/// After so many steps it is measured on what is held back, with so many positions of every class.
const MEASURED_EVERY: usize = 250;
const MEASURED_ON: usize = 400;

/// How good it was after so many steps, on positions held back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Steps done.
    pub step: usize,
    /// The losses by name, on boards of 19x19.
    pub losses: Vec<(String, f32)>,
}

/// How far a training is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeepState {
    step: usize,
    weights: Vec<f32>,
    mean: Vec<f32>,
    muon: Muon,
    curve: Vec<Measured>,
}

/// One lane's room to work in.
struct Lane {
    gradient: Gradient,
    work: Workspace,
    heads: Heads,
    tilings: Vec<(Size, Arc<Tiling>)>,
    outputs: OutputGradient,
}

/// Trains the network, a batch a step.
pub struct DeepTrainer {
    settings: DeepSettings,
    course: Course,
    state: DeepState,
    learner: Learner,
    lanes: Vec<Lane>,
    /// When it began, and with how many steps done.
    begun: (Instant, usize),
}

impl DeepTrainer {
    /// Begins with these weights or anew; `None` if they do not fit the shape.
    pub fn new(
        settings: DeepSettings,
        shape: Shape,
        weights: Option<Vec<f32>>,
        course: Course,
    ) -> Option<DeepTrainer> {
        let mut dice = Dice::new(settings.seed, u64::MAX);
        let weights = weights.unwrap_or_else(|| shape.begin(|| dice.unit()));
        let learner = Learner::new(Tower::new(shape, weights.clone())?);
        let lane = || Lane {
            gradient: learner.gradient(),
            work: Workspace::default(),
            heads: Heads::default(),
            tilings: Vec::new(),
            outputs: OutputGradient::default(),
        };
        let lanes = (0..LANES).map(|_| lane()).collect();
        let (muon, mean) = (Muon::new(weights.len()), weights.clone());
        let state = DeepState { step: 0, mean, weights, muon, curve: Vec::new() };
        let begun = (Instant::now(), 0);
        Some(DeepTrainer { settings, course, state, learner, lanes, begun })
    }

    /// What it learns from.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// How good it was, in the course of time.
    pub fn curve(&self) -> &[Measured] {
        &self.state.curve
    }

    fn measure(&mut self) {
        let draws = self.course.held_back(MEASURED_ON);
        let Some(tower) = self.model() else { return };
        let losses = measure(&tower, &self.course, &draws, |size| size == Size::NINETEEN);
        let named = Losses::NAMES.iter().zip(losses).filter(|(_, (_, count))| *count > 0);
        let named =
            named.map(|(name, (sum, count))| (name.to_string(), (sum / count as f64) as f32));
        let losses = named.collect();
        self.state.curve.push(Measured { step: self.state.step, losses });
    }
}

impl Trainer for DeepTrainer {
    type Settings = DeepSettings;
    type State = DeepState;
    type Model = Tower;

    fn settings(&self) -> &DeepSettings {
        &self.settings
    }

    fn state(&self) -> impl Serialize {
        &self.state
    }

    fn restore(&mut self, state: DeepState) -> Option<()> {
        let count = self.state.weights.len();
        let fits = [state.weights.len(), state.mean.len(), state.muon.len()] == [count; 3];
        self.begun = (Instant::now(), state.step);
        self.state = state;
        fits.then(|| self.learner.set_weights(&self.state.weights))
    }

    fn step(&mut self) {
        let DeepSettings { batch, seed, decay, rate, steps } = self.settings;
        let parcels = batch / PARCEL;
        let first = (self.state.step * parcels) as u64;
        let loss_weights = LossWeights::USUAL.scaled(1.0 / batch as f32);
        let (course, learner) = (&self.course, &self.learner);
        self.lanes.par_iter_mut().enumerate().for_each(|(lane, room)| {
            room.gradient.clear();
            for parcel in (lane..parcels).step_by(LANES) {
                let mut dice = Dice::new(seed, first + parcel as u64);
                room.learn(learner, course, &course.draw(PARCEL, &mut dice), loss_weights);
            }
        });
        let shape = *self.learner.tower().shape();
        let lanes: Vec<&Gradient> = self.lanes.iter().map(|lane| &lane.gradient).collect();
        let mut gradient = Gradient::sum(&lanes, &shape);
        clip(&mut gradient, STEEPEST);
        let schedule = Schedule { rate, warm_up: WARM_UP, first: 1.0, least: 0.01, steps };
        let DeepState { weights, muon, mean, step, .. } = &mut self.state;
        muon.step(weights, &gradient, &shape.segments(), schedule.rate(*step), decay);
        *step += 1;
        let share = (1.0 / MEMORY).max(1.0 / (1.0 + *step as f32 / 4.0));
        for (mean, weight) in mean.iter_mut().zip(&*weights) {
            *mean += share * (weight - *mean);
        }
        self.learner.set_weights(&self.state.weights);
        if self.state.step.is_multiple_of(MEASURED_EVERY) || self.is_done() {
            self.measure();
        }
    }

    fn progress(&self) -> (usize, usize) {
        (self.state.step, self.settings.steps)
    }

    fn report(&self) -> String {
        let (since, before) = self.begun;
        let done = (self.state.step - before) * self.settings.batch;
        let speed = done as f64 / since.elapsed().as_secs_f64();
        let mut words = format!("step {}, {speed:.0} positions a second", self.state.step);
        if let Some(measured) = self.state.curve.last() {
            words += &format!("; held back after step {}:", measured.step);
            let each = measured.losses.iter().map(|(name, loss)| format!(" {name} {loss:.4}"));
            words += &each.collect::<Vec<_>>().join(",");
        }
        words
    }

    /// The running mean of the weights.
    fn model(&self) -> Option<Tower> {
        Tower::new(*self.learner.tower().shape(), self.state.mean.clone())
    }
}

/// The sum of each loss over positions, and over how many.
pub fn measure(
    tower: &Tower,
    course: &Course,
    draws: &[Draw],
    of: impl Fn(Size) -> bool + Sync,
) -> [(f64, usize); 7] {
    let chosen: Vec<&Draw> = draws.iter().filter(|draw| of(course.size(draw))).collect();
    let room = || (Workspace::default(), Heads::default());
    let each: Vec<Losses> = chosen
        .par_iter()
        .map_init(room, |(work, heads), draw| {
            let Example { planes, target } = course.example(draw);
            let size = planes.size();
            let outputs = tower.predict(&planes.batch(tower.shape()), work);
            heads.read(outputs, size);
            let loss = Loss { heads, outputs, size, weights: LossWeights::USUAL };
            loss.gradient(&target, &mut OutputGradient::default())
        })
        .collect();
    let mut sums = [(0.0, 0); 7];
    for losses in each {
        for (sum, loss) in sums.iter_mut().zip(losses.all()) {
            if let Some(loss) = loss {
                sum.0 += f64::from(loss);
                sum.1 += 1;
            }
        }
    }
    sums
}

impl Lane {
    fn tiling(&mut self, size: Size) -> Arc<Tiling> {
        if let Some((_, tiling)) = self.tilings.iter().find(|(of, _)| *of == size) {
            return tiling.clone();
        }
        let tiling = Arc::new(Tiling::new(size.width(), size.height()));
        self.tilings.push((size, tiling.clone()));
        tiling
    }

    /// Adds the gradient of a few positions.
    fn learn(&mut self, learner: &Learner, course: &Course, draws: &[Draw], weights: LossWeights) {
        let examples: Vec<Example> = draws.iter().map(|draw| course.example(draw)).collect();
        let Some(size) = examples.first().map(|example| example.planes.size()) else { return };
        let mut batch = Batch::new(self.tiling(size), learner.tower().shape());
        examples.iter().for_each(|example| example.planes.push(&mut batch));
        let Lane { gradient, work, heads, outputs: output_gradient, .. } = self;
        output_gradient.clear();
        let outputs = learner.forward(&batch, work);
        for (example, outputs) in examples.iter().zip(outputs.each(batch.len())) {
            heads.read(outputs, size);
            Loss { heads, outputs, size, weights }.gradient(&example.target, output_gradient);
        }
        learner.backward(&batch, output_gradient, work, gradient);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::teacher::{Lessons, read};
    use crate::training::{ResumeError, checkpoint, resume};
    use std::io::Write;

    /// Two little games with labels that say the mover owns everything and plays in a corner.
    fn lessons() -> Lessons {
        let label = |moves: usize| {
            let own = if moves == 0 { "o".repeat(25) } else { "0".repeat(25) };
            format!(
                r#"{{"move":{moves},"win":5000,"lead":{},"own":"{own}","policy":"ea700 tt200"}}"#,
                if moves == 0 { 100 } else { -100 }
            )
        };
        let game = |moves: &str| {
            format!(
                r#"{{"size":5,"komi":0.5,"rules":"chinese","moves":"{moves}","labels":[{},{}]}}"#,
                label(0),
                label(1)
            )
        };
        let mut file = tempfile::NamedTempFile::new().unwrap();
        for moves in ["ccbb", "ccbb", "ddcb"] {
            writeln!(file, "{}", game(moves)).unwrap();
        }
        read(file.path(), None).unwrap()
    }

    fn course() -> Course {
        Course::new(vec![(lessons(), 1.0)], &[])
    }

    fn settings(steps: usize) -> DeepSettings {
        DeepSettings { steps, batch: 16, rate: 0.01, decay: 0.01, seed: 3 }
    }

    fn begin(steps: usize) -> DeepTrainer {
        let shape = aji_judge::deep::shape(1, 16, true);
        DeepTrainer::new(settings(steps), shape, None, course()).unwrap()
    }

    fn finished(mut trainer: DeepTrainer) -> Vec<f32> {
        while !trainer.is_done() {
            trainer.step();
        }
        trainer.state.weights
    }

    #[test]
    fn a_run_taken_up_again_ends_where_it_would_have() {
        let course = course();
        // The first game is held back.
        assert_eq!((course.lessons(), course.games()), ((4, 2), (2, 0)));
        let whole = finished(begin(4));
        let mut first = begin(4);
        first.step();
        first.step();
        let text = checkpoint(&first, "a test").unwrap();
        let second = resume(begin(4), "a test", &text).unwrap();
        assert_eq!(second.progress(), (2, 4));
        assert!(finished(second) == whole);
        let other = resume(begin(4), "another", &text);
        assert!(matches!(other, Err(ResumeError::OtherRun { .. })));
    }

    #[test]
    fn a_teachers_own_games_are_counted_where_nobody_doubts() {
        let label = |own: &str| {
            format!(
                r#"{{"move":2,"win":9999,"lead":245,"own":"{}","policy":"tt1000"}}"#,
                own.repeat(25)
            )
        };
        let game = |moves: &str, own: &str| {
            let labels = label(own);
            format!(
                r#"{{"size":5,"komi":0.5,"rules":"chinese","moves":"{moves}","labels":[{labels}]}}"#
            )
        };
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let games =
            [("cctttt", "o"), ("cctttt", "T"), ("cctttt", "0"), ("cctttt", "o"), ("ccttbb", "o")];
        for (moves, own) in games {
            writeln!(file, "{}", game(moves, own)).unwrap();
        }
        let course = Course::new(vec![(read(file.path(), None).unwrap(), 1.0)], &[]);
        let leads: Vec<f32> = course.counted(2).into_iter().map(|(_, lead)| lead).collect();
        // After no move and after two Black is to move; the second game is in doubt, the last has no end.
        assert_eq!(leads, [24.5, 24.5, -25.5, -25.5, 24.5, 24.5]);
        let leads: Vec<f32> = course.counted(1).into_iter().map(|(_, lead)| lead).collect();
        assert_eq!(leads, [-24.5, 25.5, -24.5]);
    }

    #[test]
    fn threads_do_not_matter() {
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| finished(begin(3)))
        };
        assert!(with(1) == with(3));
    }

    #[test]
    fn it_learns_what_it_is_told() {
        let course = course();
        let tower = begin(500).trained().unwrap();
        let losses = measure(&tower, &course, &course.held_back(10), |_| true);
        let mean = |name: &str| {
            let at = Losses::NAMES.iter().position(|other| *other == name).unwrap();
            losses[at].0 / losses[at].1 as f64
        };
        // Who knows nothing has 3.3; the best there is for these games is about 1.
        assert!(mean("policy") < 2.6, "{}", mean("policy"));
    }
}
