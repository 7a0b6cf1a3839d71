//! Fits the study's network of candidates by the delta rule, one position after the other.

use crate::openings::{Opening, Played};
use crate::run::ResumeError;
use aji_judge::Dice;
use aji_judge::opening::INPUTS;
use aji_judge::opening::candidates::Perceptron;
use aji_judge::opening::candidates::perceptron::{LastInput, OUTPUTS};
use aji_rules::Symmetry;
use serde::{Deserialize, Serialize};

/// How it is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// In each every opening is seen in all eight symmetries.
    pub epochs: u32,
    /// The learning rate at the beginning; it falls to 0 in equal steps, an epoch each.
    pub rate: f32,
    /// What the error counts where a stone is placed; elsewhere it counts 1.
    pub target_weight: f32,
    /// What the last input is.
    pub last_input: LastInput,
    /// The seed of the first weights and of the order of games.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { epochs: 5, rate: 5e-4, target_weight: 1.0, last_input: LastInput::Side, seed: 1 }
    }
}

/// First weights are at most so far from 0. Answers are about as small as 1 in 361, and what the first
/// weights add up to must be less.
const FIRST: f64 = 1e-4;

/// A fitting under way.
pub struct Run<'a> {
    openings: &'a [Opening],
    kept: Kept,
}

/// What a checkpoint keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Kept {
    begun_with: String,
    settings: Settings,
    epoch: u32,
    weights: Vec<f32>,
    /// The mean square error over the last epoch, as it went.
    error: Option<f64>,
}

impl<'a> Run<'a> {
    /// Begins. `begun_with` says in words what is trained on what.
    pub fn new(settings: Settings, openings: &'a [Opening], begun_with: String) -> Run<'a> {
        let mut dice = Dice::new(settings.seed, u64::MAX);
        let draw = |_| (FIRST * (2.0 * dice.unit() - 1.0)) as f32;
        let weights = (0..INPUTS * OUTPUTS).map(draw).collect();
        Run { openings, kept: Kept { begun_with, settings, epoch: 0, weights, error: None } }
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
        if kept.settings != settings || kept.weights.len() != INPUTS * OUTPUTS {
            return Err(ResumeError::OtherModel);
        }
        Ok(Run { openings, kept })
    }

    /// The text of a checkpoint.
    pub fn checkpoint(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.kept)
    }

    /// Whether there is nothing more to do.
    pub fn is_done(&self) -> bool {
        self.kept.epoch >= self.kept.settings.epochs
    }

    /// Epochs done and to do.
    pub fn steps(&self) -> (usize, usize) {
        (self.kept.epoch as usize, self.kept.settings.epochs as usize)
    }

    /// In words, where it is.
    pub fn words(&self) -> String {
        let error = self.kept.error;
        let error = error.map_or(String::new(), |error| format!(", square error {error:.6}"));
        format!("epoch {}{error}", self.kept.epoch)
    }

    /// The network as it is now.
    pub fn model(&self) -> Option<Perceptron> {
        Perceptron::new(self.kept.settings.last_input, self.kept.weights.clone())
    }

    /// Learns from every opening in all eight symmetries once, in an order drawn for this epoch.
    pub fn advance(&mut self) {
        let mut order: Vec<(usize, Symmetry)> = (0..self.openings.len())
            .flat_map(|opening| Symmetry::ALL.map(|symmetry| (opening, symmetry)))
            .collect();
        let mut dice = Dice::new(self.kept.settings.seed, u64::from(self.kept.epoch));
        for end in (1..order.len()).rev() {
            order.swap(end, dice.below(end as u32 + 1) as usize);
        }
        let (mut total, mut positions) = (0.0, 0_u64);
        for (opening, symmetry) in order {
            self.openings[opening].for_each(symmetry, |played| {
                total += f64::from(self.kept.learn(&played));
                positions += 1;
            });
        }
        self.kept.epoch += 1;
        self.kept.error = (positions > 0).then(|| total / (positions * OUTPUTS as u64) as f64);
    }
}

impl Kept {
    /// One step of the delta rule; gives the sum of square errors before it.
    fn learn(&mut self, played: &Played<'_>) -> f32 {
        let Settings { rate, epochs, target_weight, last_input, .. } = self.settings;
        let rate = rate * (1.0 - self.epoch as f32 / epochs as f32);
        let position = played.scene.position;
        let mut slopes = [0.0_f32; OUTPUTS];
        for (input, value) in last_input.inputs(&played.scene) {
            let row = &self.weights[input * OUTPUTS..][..OUTPUTS];
            slopes.iter_mut().zip(row).for_each(|(sum, weight)| *sum += value * weight);
        }
        let next = played.next.index();
        let side = position.to_play().sign() as f32;
        let mut error = 0.0;
        for (output, slope) in slopes.iter_mut().enumerate() {
            let answer = slope.tanh();
            let (target, weight) = if output == next { (side, target_weight) } else { (0.0, 1.0) };
            let miss = target - answer;
            error += miss * miss;
            *slope = rate * weight * miss * (1.0 + answer) * (1.0 - answer);
        }
        for (input, value) in last_input.inputs(&played.scene) {
            let row = &mut self.weights[input * OUTPUTS..][..OUTPUTS];
            row.iter_mut().zip(&slopes).for_each(|(weight, slope)| *weight += value * slope);
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::opening::{SIZE, Scene};
    use aji_record::Record;
    use aji_rules::Position;

    fn openings() -> Vec<Opening> {
        let texts =
            ["(;SZ[19];B[pd];W[dp];B[pq];W[dd];B[qk])", "(;SZ[19];B[dd];W[pp];B[cq];W[qd])"];
        let records = texts.map(|text| Record::from_sgf(text).unwrap());
        records.iter().map(|record| Opening::of(record, 50).unwrap()).collect()
    }

    /// The errors that the delta rule goes down, as the study writes them.
    fn error(weights: &[f32], played: &Played<'_>) -> f64 {
        let outputs = Perceptron::new(LastInput::Side, weights.to_vec()).unwrap();
        let outputs = outputs.outputs(&played.scene);
        let side = f64::from(played.scene.position.to_play().sign());
        let miss = |(output, &answer): (usize, &f32)| {
            let target = if output == played.next.index() { side } else { 0.0 };
            (target - f64::from(answer)).powi(2) / 2.0
        };
        outputs.iter().enumerate().map(miss).sum()
    }

    #[test]
    fn a_step_goes_down_the_gradient() {
        let openings = openings();
        let settings = Settings { epochs: 1, rate: 1.0, ..Settings::default() };
        let mut run = Run::new(settings, &openings, String::new());
        let mut dice = Dice::new(5, 0);
        for weight in &mut run.kept.weights {
            *weight = (0.2 * (dice.unit() - 0.5)) as f32;
        }
        let before = run.kept.weights.clone();
        let mut last = None;
        openings[0].for_each(Symmetry::IDENTITY, |played| {
            last = Some((played.scene.position.clone(), played.scene.recent, played.next));
        });
        let (position, recent, next) = last.unwrap();
        let played = Played { scene: Scene { position: &position, recent, is_over: false }, next };
        run.kept.learn(&played);
        let q16 = SIZE.parse_point("Q16").unwrap().index();
        let d16 = SIZE.parse_point("D16").unwrap().index();
        for (input, output) in [(q16, next.index()), (q16, 3), (d16, 100), (361, next.index())] {
            let index = input * OUTPUTS + output;
            let at = |by: f32| {
                let mut weights = before.clone();
                weights[index] += by;
                error(&weights, &played)
            };
            let slope = (at(2e-3) - at(-2e-3)) / 4e-3;
            let step = f64::from(run.kept.weights[index] - before[index]);
            assert!((step + slope).abs() < 3e-3, "{input} {output}: {step} {slope}");
        }
        // An empty point does not learn.
        assert_eq!(run.kept.weights[5], before[5]);
    }

    #[test]
    fn it_learns_what_it_is_shown_whichever_way_the_board_is_turned() {
        let openings = openings();
        let settings = Settings { epochs: 60, rate: 0.02, ..Settings::default() };
        let mut run = Run::new(settings, &openings, String::new());
        while !run.is_done() {
            run.advance();
        }
        let model = run.model().unwrap();
        let policy = model.policy(&Scene::of_position(&Position::empty(SIZE))).unwrap();
        // Two first moves in all symmetries: the four star points.
        let star = policy[SIZE.parse_point("D4").unwrap()].unwrap();
        assert!(star > 0.15, "{star}");
    }

    #[test]
    fn a_run_that_was_interrupted_ends_the_same() {
        let openings = openings();
        let settings = Settings { epochs: 2, ..Settings::default() };
        let mut whole = Run::new(settings, &openings, "a".to_string());
        whole.advance();
        let text = whole.checkpoint().unwrap();
        let mut half = Run::resume(settings, &openings, "a".to_string(), &text).unwrap();
        assert!(Run::resume(settings, &openings, "b".to_string(), &text).is_err());
        whole.advance();
        half.advance();
        assert_eq!(whole.kept, half.kept);
        assert!(half.is_done());
    }
}
