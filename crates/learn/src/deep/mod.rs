//! Trains the deep network: see [`aji_judge::deep`].
//!
//! Every step draws positions over all games, each parcel with dice of its own, so that a run can be taken up at any
//! step and gives the same on any number of threads. Matrices learn by Muon; what is kept as the model is a running mean
//! of the weights, which is better than any one of them.

mod calibrate;
pub mod course;
pub mod loss;

use crate::run::ResumeError;
use aji_judge::Dice;
use aji_judge::deep::heads::{BOARD_OUTPUTS, Heads, POINT_OUTPUTS};
use aji_net::Muon;
use aji_net::conv::{Answer, BackRoom, Boards, Learner, Shape, Slopes, Tiling, Tower, Workspace};
use aji_rules::Size;
pub use calibrate::{Held, calibrate};
pub use course::{Course, Draw, Example};
use loss::{Care, Losses};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Instant;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
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
/// So many sums of slopes grow side by side, whatever the number of threads.
pub const LANES: usize = 8;
/// The slopes of a step are cut to this length.
const STEEPEST: f32 = 2.0;
/// The rate rises for so many steps.
const RISE: f32 = 300.0;
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

/// Where a run is; this is what a checkpoint keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    begun_with: String,
    step: usize,
    weights: Vec<f32>,
    mean: Vec<f32>,
    muon: Muon,
    curve: Vec<Measured>,
}

/// One lane's room to work in.
struct Lane {
    slopes: Slopes,
    work: Workspace,
    back: BackRoom,
    heads: Heads,
    tilings: Vec<(Size, Arc<Tiling>)>,
    point_slopes: Vec<f32>,
    board_slopes: Vec<f32>,
}

/// A run under way.
pub struct Run<'a> {
    settings: Settings,
    course: &'a Course,
    state: State,
    learner: Learner,
    lanes: Vec<Lane>,
    begun: Instant,
    begun_at: usize,
}

impl<'a> Run<'a> {
    /// Begins with these weights; `None` if they do not fit the shape or nothing can be learned from. `begun_with`
    /// says in words what is trained on what.
    pub fn new(
        settings: Settings,
        shape: Shape,
        weights: Option<Vec<f32>>,
        course: &'a Course,
        begun_with: String,
    ) -> Option<Run<'a>> {
        let mut dice = Dice::new(settings.seed, u64::MAX);
        let weights = weights.unwrap_or_else(|| shape.begin(|| dice.unit()));
        let muon = Muon::new(weights.len());
        let state =
            State { begun_with, step: 0, mean: weights.clone(), weights, muon, curve: Vec::new() };
        Run::with(settings, shape, course, state)
    }

    fn with(settings: Settings, shape: Shape, course: &'a Course, state: State) -> Option<Run<'a>> {
        let learner = Learner::new(Tower::new(shape, state.weights.clone())?);
        let lane = || Lane {
            slopes: learner.slopes(),
            work: Workspace::default(),
            back: BackRoom::default(),
            heads: Heads::default(),
            tilings: Vec::new(),
            point_slopes: Vec::new(),
            board_slopes: Vec::new(),
        };
        let lanes = (0..LANES).map(|_| lane()).collect();
        let begun_at = state.step;
        let begun = Instant::now();
        (!course.is_empty()).then_some(Run {
            settings,
            course,
            state,
            learner,
            lanes,
            begun,
            begun_at,
        })
    }

    /// Goes on from the text of a checkpoint.
    pub fn resume(
        settings: Settings,
        shape: Shape,
        course: &'a Course,
        begun_with: String,
        checkpoint: &str,
    ) -> Result<Run<'a>, ResumeError> {
        let state: State = serde_json::from_str(checkpoint)?;
        ResumeError::unless_same(&state.begun_with, &begun_with)?;
        let count = shape.weights();
        if state.mean.len() != count || state.muon.len() != count {
            return Err(ResumeError::OtherModel);
        }
        Run::with(settings, shape, course, state).ok_or(ResumeError::OtherModel)
    }

    /// The text of a checkpoint.
    pub fn checkpoint(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.state)
    }

    /// Whether all steps are done.
    pub fn is_done(&self) -> bool {
        self.state.step >= self.settings.steps
    }

    /// How many steps are done, and of how many.
    pub fn steps(&self) -> (usize, usize) {
        (self.state.step, self.settings.steps)
    }

    /// How it goes.
    pub fn words(&self) -> String {
        let done = (self.state.step - self.begun_at) * self.settings.batch;
        let speed = done as f64 / self.begun.elapsed().as_secs_f64();
        let mut words = format!("step {}, {speed:.0} positions a second", self.state.step);
        if let Some(measured) = self.state.curve.last() {
            words += &format!("; held back after step {}:", measured.step);
            let each = measured.losses.iter().map(|(name, loss)| format!(" {name} {loss:.4}"));
            words += &each.collect::<Vec<_>>().join(",");
        }
        words
    }

    /// How good it was, in the course of time.
    pub fn curve(&self) -> &[Measured] {
        &self.state.curve
    }

    /// What was learned so far.
    pub fn learned(&self) -> &[f32] {
        &self.state.mean
    }

    /// Does a step.
    pub fn advance(&mut self) {
        let Settings { batch, seed, decay, .. } = self.settings;
        let parcels = batch / PARCEL;
        let first = (self.state.step * parcels) as u64;
        let scale = 1.0 / batch as f32;
        let (course, learner) = (self.course, &self.learner);
        self.lanes.par_iter_mut().enumerate().for_each(|(lane, room)| {
            room.slopes.clear();
            for parcel in (lane..parcels).step_by(LANES) {
                let mut dice = Dice::new(seed, first + parcel as u64);
                room.learn(learner, course, &course.draw(PARCEL, &mut dice), scale);
            }
        });
        let shape = *self.learner.tower().shape();
        let lanes: Vec<&Slopes> = self.lanes.iter().map(|lane| &lane.slopes).collect();
        let mut slopes = Slopes::sum(&lanes, &shape);
        let length = slopes.iter().map(|slope| slope * slope).sum::<f32>().sqrt();
        if length > STEEPEST {
            slopes.iter_mut().for_each(|slope| *slope *= STEEPEST / length);
        }
        let rate = self.rate();
        let State { weights, muon, mean, step, .. } = &mut self.state;
        muon.step(weights, &slopes, &shape.segments(), rate, decay);
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

    /// Rises over the first steps, then falls to nothing.
    fn rate(&self) -> f32 {
        let (step, steps) = (self.state.step as f32, self.settings.steps as f32);
        let rise = ((step + 1.0) / RISE).min(1.0);
        let fall = (std::f32::consts::PI * step / steps).cos() / 2.0 + 0.5;
        self.settings.rate * rise * fall.max(0.01)
    }

    fn measure(&mut self) {
        let draws = self.course.held_back(MEASURED_ON);
        let Some(tower) = Tower::new(*self.learner.tower().shape(), self.state.mean.clone()) else {
            return;
        };
        let losses = measure(&tower, self.course, &draws, |size| size == Size::NINETEEN);
        let named = Losses::NAMES.iter().zip(losses).filter(|(_, (_, count))| *count > 0);
        let named =
            named.map(|(name, (sum, count))| (name.to_string(), (sum / count as f64) as f32));
        let losses = named.collect();
        self.state.curve.push(Measured { step: self.state.step, losses });
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
            let mut boards =
                Boards::new(Arc::new(Tiling::new(size.width(), size.height())), tower.shape());
            boards.push(tower.shape(), planes.points(), planes.numbers(), planes.parts());
            let answer = tower.answer(&boards, work);
            heads.read(answer, 0, size);
            let mut slopes = (vec![0.0; answer.points.len()], vec![0.0; answer.boards.len()]);
            let seen = (answer.points, answer.boards);
            loss::slopes(
                heads,
                &target,
                seen,
                size,
                (Care::USUAL, 1.0),
                (&mut slopes.0, &mut slopes.1),
            )
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

    /// Adds the slopes of a few positions.
    fn learn(&mut self, learner: &Learner, course: &Course, draws: &[Draw], scale: f32) {
        let shape = *learner.tower().shape();
        let examples: Vec<Example> = draws.iter().map(|draw| course.example(draw)).collect();
        let Some(size) = examples.first().map(|example| example.planes.size()) else { return };
        let mut boards = Boards::new(self.tiling(size), &shape);
        for Example { planes, .. } in &examples {
            boards.push(&shape, planes.points(), planes.numbers(), planes.parts());
        }
        let Lane { slopes, work, back, heads, point_slopes, board_slopes, .. } = self;
        let answer = learner.answer(&boards, work);
        point_slopes.resize(answer.points.len(), 0.0);
        board_slopes.resize(answer.boards.len(), 0.0);
        let (points, whole) = (size.area() * POINT_OUTPUTS, BOARD_OUTPUTS);
        for (index, example) in examples.iter().enumerate() {
            heads.read(answer, index, size);
            let seen = (
                &answer.points[index * points..][..points],
                &answer.boards[index * whole..][..whole],
            );
            let out = (
                &mut point_slopes[index * points..][..points],
                &mut board_slopes[index * whole..][..whole],
            );
            loss::slopes(heads, &example.target, seen, size, (Care::USUAL, scale), out);
        }
        let slope = Answer { points: point_slopes, boards: board_slopes };
        learner.add_slopes(&boards, slope, (work, back), slopes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::teacher::{Lessons, read};
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

    fn settings(steps: usize) -> Settings {
        Settings { steps, batch: 16, rate: 0.01, decay: 0.01, seed: 3 }
    }

    fn begun(course: &Course, steps: usize) -> Run<'_> {
        let shape = aji_judge::deep::shape(1, 16, true);
        Run::new(settings(steps), shape, None, course, "a test".to_string()).unwrap()
    }

    fn finished(mut run: Run<'_>) -> Vec<f32> {
        while !run.is_done() {
            run.advance();
        }
        run.state.weights
    }

    #[test]
    fn a_run_taken_up_again_ends_where_it_would_have() {
        let course = course();
        // The first game is held back.
        assert_eq!((course.lessons(), course.games()), ((4, 2), (2, 0)));
        let whole = finished(begun(&course, 4));
        let mut first = begun(&course, 4);
        first.advance();
        first.advance();
        let text = first.checkpoint().unwrap();
        let shape = aji_judge::deep::shape(1, 16, true);
        let again = |with: &str| Run::resume(settings(4), shape, &course, with.to_string(), &text);
        let second = again("a test").unwrap();
        assert_eq!(second.steps(), (2, 4));
        assert!(finished(second) == whole);
        assert!(matches!(again("another"), Err(ResumeError::OtherRun { .. })));
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
        let course = course();
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| finished(begun(&course, 3)))
        };
        assert!(with(1) == with(3));
    }

    #[test]
    fn it_learns_what_it_is_told() {
        let course = course();
        let mut run = begun(&course, 500);
        while !run.is_done() {
            run.advance();
        }
        let tower = Tower::new(*run.learner.tower().shape(), run.learned().to_vec()).unwrap();
        let losses = measure(&tower, &course, &course.held_back(10), |_| true);
        let mean = |name: &str| {
            let at = Losses::NAMES.iter().position(|other| *other == name).unwrap();
            losses[at].0 / losses[at].1 as f64
        };
        // Who knows nothing has 3.3; the best there is for these games is about 1.
        assert!(mean("policy") < 2.6, "{}", mean("policy"));
    }
}
