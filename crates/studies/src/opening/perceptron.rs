//! Trains the perceptron that proposes candidates by the delta rule, one position after the other.

use aji_judge::Dice;
use aji_judge::opening::INPUTS;
use aji_judge::opening::candidates::Perceptron;
use aji_judge::opening::candidates::perceptron::{LastInput, OUTPUTS};
use aji_learn::labels::shuffle;
use aji_learn::openings::{Opening, Played};
use aji_learn::training::Trainer;
use aji_rules::Symmetry;
use serde::{Deserialize, Serialize};

/// How it is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PerceptronSettings {
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

impl Default for PerceptronSettings {
    fn default() -> PerceptronSettings {
        PerceptronSettings {
            epochs: 5,
            rate: 5e-4,
            target_weight: 1.0,
            last_input: LastInput::Side,
            seed: 1,
        }
    }
}

/// First weights are at most so far from 0. Answers are about as small as 1 in 361, and what the first
/// weights add up to must be less.
const FIRST: f64 = 1e-4;

/// Trains the network, an epoch a step.
pub struct PerceptronTrainer<'a> {
    settings: PerceptronSettings,
    openings: &'a [Opening],
    state: PerceptronState,
}

/// How far a training is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PerceptronState {
    epoch: u32,
    weights: Vec<f32>,
    /// The mean square error over the last epoch, as it went.
    error: Option<f64>,
}

impl<'a> PerceptronTrainer<'a> {
    /// Learns from these openings.
    pub fn new(settings: PerceptronSettings, openings: &'a [Opening]) -> PerceptronTrainer<'a> {
        let mut dice = Dice::new(settings.seed, u64::MAX);
        let draw = |_| (FIRST * (2.0 * dice.unit() - 1.0)) as f32;
        let weights = (0..INPUTS * OUTPUTS).map(draw).collect();
        let state = PerceptronState { epoch: 0, weights, error: None };
        PerceptronTrainer { settings, openings, state }
    }

    /// One step of the delta rule; gives the sum of square errors before it.
    fn learn(&mut self, played: &Played<'_>) -> f32 {
        let PerceptronSettings { rate, epochs, target_weight, last_input, .. } = self.settings;
        let PerceptronState { epoch, weights, .. } = &mut self.state;
        let rate = rate * (1.0 - *epoch as f32 / epochs as f32);
        let position = played.scene.position;
        let mut slopes = [0.0_f32; OUTPUTS];
        for (input, value) in last_input.inputs(&played.scene) {
            let row = &weights[input * OUTPUTS..][..OUTPUTS];
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
            let row = &mut weights[input * OUTPUTS..][..OUTPUTS];
            row.iter_mut().zip(&slopes).for_each(|(weight, slope)| *weight += value * slope);
        }
        error
    }
}

impl Trainer for PerceptronTrainer<'_> {
    type Settings = PerceptronSettings;
    type State = PerceptronState;
    type Model = Perceptron;

    fn settings(&self) -> &PerceptronSettings {
        &self.settings
    }

    fn state(&self) -> impl Serialize {
        &self.state
    }

    fn restore(&mut self, state: PerceptronState) -> Option<()> {
        let fits = state.weights.len() == self.state.weights.len();
        self.state = state;
        fits.then_some(())
    }

    /// Learns from every opening in all eight symmetries once, in an order drawn for this epoch.
    fn step(&mut self) {
        let openings = self.openings;
        let mut order: Vec<(&Opening, Symmetry)> = openings
            .iter()
            .flat_map(|opening| Symmetry::ALL.map(|symmetry| (opening, symmetry)))
            .collect();
        shuffle(&mut order, &mut Dice::new(self.settings.seed, u64::from(self.state.epoch)));
        let (mut total, mut positions) = (0.0, 0_u64);
        for (opening, symmetry) in order {
            opening.for_each(symmetry, |played| {
                total += f64::from(self.learn(&played));
                positions += 1;
            });
        }
        self.state.epoch += 1;
        self.state.error = (positions > 0).then(|| total / (positions * OUTPUTS as u64) as f64);
    }

    fn progress(&self) -> (usize, usize) {
        (self.state.epoch as usize, self.settings.epochs as usize)
    }

    fn report(&self) -> String {
        let error = self.state.error.map(|error| format!(", square error {error:.6}"));
        format!("epoch {}{}", self.state.epoch, error.unwrap_or_default())
    }

    fn model(&self) -> Option<Perceptron> {
        Perceptron::new(self.settings.last_input, self.state.weights.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::opening::{SIZE, Scene};
    use aji_learn::training::{checkpoint, resume};
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
        let settings = PerceptronSettings { epochs: 1, rate: 1.0, ..PerceptronSettings::default() };
        let mut trainer = PerceptronTrainer::new(settings, &openings);
        let mut dice = Dice::new(5, 0);
        for weight in &mut trainer.state.weights {
            *weight = (0.2 * (dice.unit() - 0.5)) as f32;
        }
        let before = trainer.state.weights.clone();
        let mut last = None;
        openings[0].for_each(Symmetry::IDENTITY, |played| {
            last = Some((played.scene.position.clone(), played.scene.recent, played.next));
        });
        let (position, recent, next) = last.unwrap();
        let played = Played { scene: Scene { position: &position, recent, is_over: false }, next };
        trainer.learn(&played);
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
            let step = f64::from(trainer.state.weights[index] - before[index]);
            assert!((step + slope).abs() < 3e-3, "{input} {output}: {step} {slope}");
        }
        // An empty point does not learn.
        assert_eq!(trainer.state.weights[5], before[5]);
    }

    #[test]
    fn it_learns_what_it_is_shown_whichever_way_the_board_is_turned() {
        let openings = openings();
        let settings =
            PerceptronSettings { epochs: 60, rate: 0.02, ..PerceptronSettings::default() };
        let trainer = PerceptronTrainer::new(settings, &openings);
        let model = trainer.trained().unwrap();
        let policy = model.policy(&Scene::of_position(&Position::empty(SIZE))).unwrap();
        // Two first moves in all symmetries: the four star points.
        let star = policy[SIZE.parse_point("D4").unwrap()].unwrap();
        assert!(star > 0.15, "{star}");
    }

    #[test]
    fn a_run_that_was_interrupted_ends_the_same() {
        let openings = openings();
        let settings = PerceptronSettings { epochs: 2, ..PerceptronSettings::default() };
        let begin = || PerceptronTrainer::new(settings, &openings);
        let mut whole = begin();
        whole.step();
        let text = checkpoint(&whole, "a").unwrap();
        let mut half = resume(begin(), "a", &text).unwrap();
        assert!(resume(begin(), "b", &text).is_err());
        whole.step();
        half.step();
        assert_eq!(whole.state, half.state);
        assert!(half.is_done());
    }
}
