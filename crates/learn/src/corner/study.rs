//! Fits the study's networks: plain back-propagation, a case at a time.
//!
//! Each pattern that is learned from gains its reflection in the diagonal; patterns to measure on must
//! have been set aside before. The study trains outputs of thresholds, which have no slope: here they are
//! logistic while they learn.

use super::pattern::Pattern;
use crate::run::ResumeError;
use aji_judge::Dice;
use aji_judge::life::Corner;
use aji_judge::life::corner::Design;
use aji_judge::life::corner::study::StudyNetwork;
use aji_net::objective::Cases;
use aji_net::training::{self, Algorithm, Batch};
use aji_net::{Loss, Shape, Supervised, Training};
use serde::{Deserialize, Serialize};

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Which network.
    pub design: Design,
    /// One output for life, or two for life and death.
    pub outputs: usize,
    /// The learning rate; the study has 0.5.
    pub rate: f32,
    /// The most epochs.
    pub epochs: u32,
    /// It is trained when the mean square error over an epoch is below this.
    pub enough: f64,
    /// It stops after so many epochs that were no better on what is held out; `None` if nothing is.
    pub patience: Option<u32>,
    /// The seed.
    pub seed: u64,
}

impl Settings {
    /// As in the study, which does not say when it stops: at a mean square error of 0.001 or after 2,000
    /// epochs.
    pub fn new(design: Design, outputs: usize, seed: u64) -> Settings {
        let (rate, epochs, enough, patience) = (0.5, 2_000, 0.001, None);
        Settings { design, outputs, rate, epochs, enough, patience, seed }
    }

    fn training(&self) -> training::Settings {
        training::Settings {
            algorithm: Algorithm::Descent { rate: self.rate, momentum: 0.0 },
            batch: Batch::Cases(1),
            epochs: self.epochs,
            enough: Some(self.enough),
            patience: self.patience,
        }
    }
}

/// Corners with whether they live, each followed by its reflection.
struct Lives {
    design: Design,
    lives: Vec<(Corner, bool)>,
}

impl Lives {
    /// Of those that are alive or dead.
    fn new<'a>(design: Design, patterns: impl IntoIterator<Item = &'a Pattern>) -> Lives {
        let settled = patterns.into_iter().filter_map(|pattern| {
            let lives = pattern.status.settled()? > 0.5;
            Some([(pattern.corner, lives), (pattern.corner.transposed(), lives)])
        });
        Lives { design, lives: settled.flatten().collect() }
    }
}

impl Cases for Lives {
    fn fill(&self, case: u32, _: Option<u32>, inputs: &mut [f32], targets: &mut [f32]) {
        let (corner, lives) = &self.lives[case as usize];
        self.design.inputs(corner, inputs);
        let target = f32::from(u8::from(*lives));
        targets.iter_mut().zip([target, 1.0 - target]).for_each(|(to, target)| *to = target);
    }
}

/// Where a run is; this is what a checkpoint keeps.
#[derive(Serialize, Deserialize)]
struct State {
    begun_with: String,
    training: Training,
}

/// A run under way.
pub struct Run {
    settings: Settings,
    shape: Shape,
    cases: Lives,
    learned: Vec<u32>,
    held: Vec<u32>,
    state: State,
}

impl Run {
    /// Begins with patterns to learn from, and others, perhaps none, that tell when to stop. `begun_with`
    /// says in words what is trained on what.
    pub fn new(
        settings: Settings,
        learned: &[&Pattern],
        held: &[&Pattern],
        begun_with: String,
    ) -> Run {
        let shape = settings.design.shape(settings.outputs);
        let mut dice = Dice::new(settings.seed, u64::MAX);
        let weights = shape.random_weights(&mut || dice.unit());
        let training = Training::new(settings.training(), weights);
        let cases = Lives::new(settings.design, learned.iter().chain(held).copied());
        let is_settled = |pattern: &&&Pattern| pattern.status.settled().is_some();
        let first_held = 2 * learned.iter().filter(is_settled).count() as u32;
        let all = cases.lives.len() as u32;
        let state = State { begun_with, training };
        let (learned, held) = ((0..first_held).collect(), (first_held..all).collect());
        Run { settings, shape, cases, learned, held, state }
    }

    /// Goes on from the text of a checkpoint.
    pub fn resume(
        settings: Settings,
        learned: &[&Pattern],
        held: &[&Pattern],
        begun_with: String,
        checkpoint: &str,
    ) -> Result<Run, ResumeError> {
        let state: State = serde_json::from_str(checkpoint)?;
        ResumeError::unless_same(&state.begun_with, &begun_with)?;
        let run = Run::new(settings, learned, held, begun_with);
        if state.training.last_weights().len() != run.shape.weight_count() {
            return Err(ResumeError::OtherModel);
        }
        Ok(Run { state, ..run })
    }

    /// The text of a checkpoint.
    pub fn checkpoint(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.state)
    }

    /// Whether it is trained.
    pub fn is_done(&self) -> bool {
        self.learned.is_empty() || self.state.training.is_done()
    }

    /// Epochs done, and the most that there may be.
    pub fn steps(&self) -> (usize, usize) {
        (self.state.training.epoch() as usize, self.settings.epochs as usize)
    }

    /// How it goes.
    pub fn words(&self) -> String {
        let training = &self.state.training;
        let error = training.loss().map(|loss| format!(", square error {loss:.4}"));
        let held = training.held_loss().map(|loss| format!(", held out {loss:.4}"));
        format!(
            "epoch {}{}{}",
            training.epoch(),
            error.unwrap_or_default(),
            held.unwrap_or_default()
        )
    }

    /// Learns from every case once.
    pub fn advance(&mut self) {
        let shape = &self.shape;
        // A sigmoid has a slope, and squares suit all outputs.
        let Ok(objective) = Supervised::new(shape, Loss::Square, &self.cases) else { return };
        let mut dice = Dice::new(self.settings.seed, u64::from(self.state.training.epoch()));
        let training = &mut self.state.training;
        training.advance(&objective, &self.learned, &self.held, &mut || dice.unit());
    }

    /// What was learned: what did best on what is held out, or in the end.
    pub fn model(&self) -> Option<StudyNetwork> {
        let Settings { design, outputs, .. } = self.settings;
        StudyNetwork::new(design, outputs, self.state.training.weights().to_vec())
    }

    /// The epochs that the model took.
    pub fn best_epoch(&self) -> u32 {
        let training = &self.state.training;
        training.best().map_or(training.epoch(), |(epoch, _)| epoch)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pattern::Source;
    use super::*;
    use aji_judge::life::Status;
    use aji_net::Workspace;

    fn patterns() -> Vec<Pattern> {
        let eyes = [
            (".X.XO XXXXO OOOOO", Status::Alive),
            (".X.X.XO XXXXXXO OOOOOOO", Status::Alive),
            (".XXXO XXXXO OOOOO", Status::Dead),
            (".XXXXO XXXXXO OOOOOO", Status::Dead),
            ("...XO XXXXO OOOOO", Status::Unsettled),
        ];
        let made = |(text, status): (&str, Status)| {
            let corner = text.parse().unwrap();
            Pattern { corner, status, source: Source::Problem, problem: text.to_string() }
        };
        eyes.into_iter().map(made).collect()
    }

    fn finished(mut run: Run) -> Run {
        while !run.is_done() {
            run.advance();
        }
        run
    }

    #[test]
    fn the_designs_learn_eyes() {
        let patterns = patterns();
        let learned: Vec<&Pattern> = patterns.iter().collect();
        // Chan's, with four hidden layers, needs more patterns than these to leave its beginning.
        for design in [Design::Full, Design::Board] {
            let settings = Settings::new(design, design.outputs(), 3);
            let run = finished(Run::new(settings, &learned, &[], String::new()));
            let model = run.model().unwrap();
            for pattern in learned.iter().filter(|pattern| pattern.status.settled().is_some()) {
                let opinion = model.judge(&pattern.corner, &mut Workspace::default());
                let lives = pattern.status == Status::Alive;
                assert!(opinion.is_right(lives, 0.25), "{design}: {opinion:?} {pattern}");
                let twin = model.judge(&pattern.corner.transposed(), &mut Workspace::default());
                assert!(twin.is_right(lives, 0.25), "{design}, reflected");
            }
        }
    }

    #[test]
    fn a_run_taken_up_again_ends_where_it_would_have() {
        let patterns = patterns();
        let learned: Vec<&Pattern> = patterns.iter().collect();
        let settings = Settings { epochs: 5, ..Settings::new(Design::Board, 1, 3) };
        let begin = || Run::new(settings, &learned, &learned[..2], "a test".to_string());
        let whole = finished(begin());
        let mut first = begin();
        first.advance();
        let text = first.checkpoint().unwrap();
        let resume =
            |words: &str| Run::resume(settings, &learned, &learned[..2], words.to_string(), &text);
        let second = resume("a test").unwrap();
        assert_eq!(second.steps(), (1, 5));
        assert!(finished(second).model() == whole.model());
        assert!(matches!(resume("another"), Err(ResumeError::OtherRun { .. })));
        assert!(whole.words().starts_with("epoch 5, square error 0."), "{}", whole.words());
    }
}
