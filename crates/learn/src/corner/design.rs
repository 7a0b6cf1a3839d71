//! Trains the networks of the designs full, 2d and chan: plain back-propagation, a case at a time.
//!
//! Each pattern that is learned from gains its reflection in the diagonal; patterns to measure on must
//! have been set aside before. Wong trains outputs of thresholds, which have no slope: here they are
//! logistic while they learn.

use super::pattern::Pattern;
use crate::training::Trainer;
use aji_judge::Dice;
use aji_judge::life::Corner;
use aji_judge::life::corner::Design;
use aji_judge::life::corner::wong::WongNetwork;
use aji_net::objective::Cases;
use aji_net::training::{self, Algorithm, Batch};
use aji_net::{Loss, Shape, Supervised, Training};
use serde::Serialize;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CornerDesignSettings {
    /// Which network.
    pub design: Design,
    /// One output for life, or two for life and death.
    pub outputs: usize,
    /// The learning rate; Wong has 0.5.
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

impl CornerDesignSettings {
    /// As Wong has it, who does not say when it stops: at a mean square error of 0.001 or after 2,000
    /// epochs.
    pub fn new(design: Design, outputs: usize, seed: u64) -> CornerDesignSettings {
        let (rate, epochs, enough, patience) = (0.5, 2_000, 0.001, None);
        CornerDesignSettings { design, outputs, rate, epochs, enough, patience, seed }
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

/// Trains one network, an epoch a step.
pub struct CornerDesignTrainer {
    settings: CornerDesignSettings,
    shape: Shape,
    cases: Lives,
    learned: Vec<u32>,
    held: Vec<u32>,
    training: Training,
}

impl CornerDesignTrainer {
    /// With patterns to learn from, and others, perhaps none, that tell when to stop.
    pub fn new(
        settings: CornerDesignSettings,
        learned: &[&Pattern],
        held: &[&Pattern],
    ) -> CornerDesignTrainer {
        let shape = settings.design.shape(settings.outputs);
        let mut dice = Dice::new(settings.seed, u64::MAX);
        let weights = shape.random_weights(&mut || dice.unit());
        let training = Training::new(settings.training(), weights);
        let cases = Lives::new(settings.design, learned.iter().chain(held).copied());
        let is_settled = |pattern: &&&Pattern| pattern.status.settled().is_some();
        let first_held = 2 * learned.iter().filter(is_settled).count() as u32;
        let all = cases.lives.len() as u32;
        let (learned, held) = ((0..first_held).collect(), (first_held..all).collect());
        CornerDesignTrainer { settings, shape, cases, learned, held, training }
    }

    /// The epochs that the model took.
    pub fn best_epoch(&self) -> u32 {
        self.training.best().map_or(self.training.epoch(), |(epoch, _)| epoch)
    }
}

impl Trainer for CornerDesignTrainer {
    type Settings = CornerDesignSettings;
    type State = Training;
    type Model = WongNetwork;

    fn settings(&self) -> &CornerDesignSettings {
        &self.settings
    }

    fn state(&self) -> impl Serialize {
        &self.training
    }

    fn restore(&mut self, training: Training) -> Option<()> {
        self.training = training;
        (self.training.last_weights().len() == self.shape.weight_count()).then_some(())
    }

    /// Learns from every case once.
    fn step(&mut self) {
        // A sigmoid has a slope, and squares suit all outputs.
        let Ok(objective) = Supervised::new(&self.shape, Loss::Square, &self.cases) else { return };
        let mut dice = Dice::new(self.settings.seed, u64::from(self.training.epoch()));
        self.training.advance(&objective, &self.learned, &self.held, &mut || dice.unit());
    }

    fn progress(&self) -> (usize, usize) {
        (self.training.epoch() as usize, self.settings.epochs as usize)
    }

    fn is_done(&self) -> bool {
        self.learned.is_empty() || self.training.is_done()
    }

    fn report(&self) -> String {
        let error = self.training.loss().map(|loss| format!(", square error {loss:.4}"));
        let held = self.training.held_loss().map(|loss| format!(", held out {loss:.4}"));
        let [error, held] = [error, held].map(Option::unwrap_or_default);
        format!("epoch {}{error}{held}", self.training.epoch())
    }

    /// What did best on what is held out, or in the end.
    fn model(&self) -> Option<WongNetwork> {
        let CornerDesignSettings { design, outputs, .. } = self.settings;
        WongNetwork::new(design, outputs, self.training.weights().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::super::pattern::Source;
    use super::*;
    use crate::training::{ResumeError, checkpoint, resume};
    use aji_judge::life::LifeStatus;
    use aji_net::Workspace;

    fn patterns() -> Vec<Pattern> {
        let eyes = [
            (".X.XO XXXXO OOOOO", LifeStatus::Alive),
            (".X.X.XO XXXXXXO OOOOOOO", LifeStatus::Alive),
            (".XXXO XXXXO OOOOO", LifeStatus::Dead),
            (".XXXXO XXXXXO OOOOOO", LifeStatus::Dead),
            ("...XO XXXXO OOOOO", LifeStatus::Unsettled),
        ];
        let made = |(text, status): (&str, LifeStatus)| {
            let corner = text.parse().unwrap();
            Pattern { corner, status, source: Source::Problem, problem: text.to_string() }
        };
        eyes.into_iter().map(made).collect()
    }

    #[test]
    fn the_designs_learn_eyes() {
        let patterns = patterns();
        let learned: Vec<&Pattern> = patterns.iter().collect();
        // Chan's, with four hidden layers, needs more patterns than these to leave its beginning.
        for design in [Design::Full, Design::Board] {
            let settings = CornerDesignSettings::new(design, design.outputs(), 3);
            let model = CornerDesignTrainer::new(settings, &learned, &[]).trained().unwrap();
            for pattern in learned.iter().filter(|pattern| pattern.status.settled().is_some()) {
                let opinion = model.judge(&pattern.corner, &mut Workspace::default());
                let lives = pattern.status == LifeStatus::Alive;
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
        let settings =
            CornerDesignSettings { epochs: 5, ..CornerDesignSettings::new(Design::Board, 1, 3) };
        let begin = || CornerDesignTrainer::new(settings, &learned, &learned[..2]);
        let mut whole = begin();
        whole.step();
        let text = checkpoint(&whole, "a test").unwrap();
        let second = resume(begin(), "a test", &text).unwrap();
        assert_eq!(second.progress(), (1, 5));
        while !whole.is_done() {
            whole.step();
        }
        assert!(second.trained() == whole.model());
        assert!(matches!(resume(begin(), "another", &text), Err(ResumeError::OtherRun { .. })));
        assert!(whole.report().starts_with("epoch 5, square error 0."), "{}", whole.report());
    }
}
