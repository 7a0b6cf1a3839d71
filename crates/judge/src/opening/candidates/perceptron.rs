//! Lee's network: every point and who is to move are joined straight to every point.
//!
//! Lee et al. do not say how a position is encoded. Here a stone is 1 or -1 by its colour, and the one that
//! was placed last is louder ([`LOUDNESS`]): a network without a hidden layer cannot find out otherwise
//! what a move answers to.
//!
//! It answers 1 where Black plays next and -1 where White does, so that what it says of a point, times
//! the side to move, is about how likely a move there is.

use crate::features;
use crate::opening::{INPUTS, OpeningError, SIZE, Scene};
use aji_net::{ModelFile, ModelFileError};
use aji_rules::Field;
use serde::{Deserialize, Serialize};

/// One for every point.
pub const OUTPUTS: usize = INPUTS - 1;
/// A point's answer counts as no less than this, so that no move is impossible.
pub const LEAST: f32 = 3e-4;

/// What the last stone counts; all others count 1. With 1, the professional's move is among the ten
/// candidates in a third of the positions, with 8 in more than half of them.
pub const LOUDNESS: f32 = 8.0;

const KIND: &str = "perceptron";
const WEIGHTS: &str = "weights";

/// What the input is that the board does not fill. Lee et al. do not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LastInput {
    /// The side to move.
    Side,
    /// Always 1.
    Bias,
}

impl LastInput {
    /// What is put in besides 0: which inputs, and what.
    pub fn inputs<'a>(self, scene: &Scene<'a>) -> impl Iterator<Item = (usize, f32)> + use<'a> {
        let Scene { position, recent, .. } = *scene;
        let stones = SIZE.points().filter_map(move |point| {
            let sign = position.stone(point)?.sign() as f32;
            let is_last = recent[0] == Some(point);
            Some((point.index(), if is_last { sign * LOUDNESS } else { sign }))
        });
        let last = match self {
            LastInput::Side => position.to_play().sign() as f32,
            LastInput::Bias => 1.0,
        };
        stones.chain([(INPUTS - 1, last)])
    }

    fn architecture(self) -> &'static str {
        match self {
            LastInput::Side => "362-361 tanh, the last input the side to move",
            LastInput::Bias => "362-361 tanh, the last input 1",
        }
    }
}

/// Lee's network.
#[derive(Clone, Debug, PartialEq)]
pub struct Perceptron {
    last_input: LastInput,
    /// For every input, what it adds to the sum of every output.
    weights: Vec<f32>,
}

impl Perceptron {
    /// With these weights; `None` if they are not as many as there should be.
    pub fn new(last_input: LastInput, weights: Vec<f32>) -> Option<Perceptron> {
        (weights.len() == INPUTS * OUTPUTS).then_some(Perceptron { last_input, weights })
    }

    /// What it says of every point, from -1 to 1.
    pub fn outputs(&self, scene: &Scene<'_>) -> [f32; OUTPUTS] {
        let mut sums = [0.0_f32; OUTPUTS];
        for (input, value) in self.last_input.inputs(scene) {
            let row = &self.weights[input * OUTPUTS..][..OUTPUTS];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += value * weight);
        }
        sums.map(f32::tanh)
    }

    /// How likely every legal point is played.
    pub fn policy(&self, scene: &Scene<'_>) -> Result<Field<Option<f64>>, OpeningError> {
        let legal = scene.legal_points()?;
        let side = scene.position.to_play().sign() as f32;
        let outputs = self.outputs(scene);
        let mut policy = Field::filled(SIZE, None);
        let mut sum = 0.0;
        for point in legal {
            let answer = f64::from((side * outputs[point.index()]).max(LEAST));
            policy[point] = Some(answer);
            sum += answer;
        }
        policy.values_mut().iter_mut().flatten().for_each(|share| *share /= sum);
        Ok(policy)
    }

    /// Reads a model file.
    pub fn read(bytes: &[u8]) -> Result<Perceptron, ModelFileError> {
        let file = ModelFile::read(bytes)?;
        let found = &file.about.architecture;
        let mut known = [LastInput::Side, LastInput::Bias].into_iter();
        let last_input = known.find(|kind| kind.architecture() == found).unwrap_or(LastInput::Side);
        file.check(KIND, features::PERCEPTRON, last_input.architecture())?;
        let weights = file.numbers(WEIGHTS, INPUTS * OUTPUTS)?.to_vec();
        Ok(Perceptron { last_input, weights })
    }

    /// Its file, to which can be added how it was made.
    pub fn file(&self) -> ModelFile {
        let architecture = self.last_input.architecture();
        let file = ModelFile::new(KIND, features::PERCEPTRON, architecture);
        file.with(WEIGHTS, self.weights.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;
    use crate::opening::testing::random_game;
    use aji_rules::symmetry::SwapColors;

    fn random(last_input: LastInput) -> Perceptron {
        let mut dice = Dice::new(2, 0);
        let weights = (0..INPUTS * OUTPUTS).map(|_| (dice.unit() - 0.5) as f32 / 10.0).collect();
        Perceptron::new(last_input, weights).unwrap()
    }

    #[test]
    fn exchanged_colours_change_nothing_if_it_knows_the_side() {
        let (position, recent) = random_game(25, 4);
        let swapped = position.colors_swapped();
        let policy = |network: &Perceptron, position| {
            network.policy(&Scene { position, recent, is_over: false }).unwrap()
        };
        let side = random(LastInput::Side);
        assert_eq!(policy(&side, &position), policy(&side, &swapped));
        let bias = random(LastInput::Bias);
        assert_ne!(policy(&bias, &position), policy(&bias, &swapped));
        let shares: f64 = policy(&side, &position).values().iter().flatten().sum();
        assert!((shares - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_last_stone_is_louder() {
        let (position, recent) = random_game(25, 4);
        let scene = Scene { position: &position, recent, is_over: false };
        let last = recent[0].unwrap().index();
        for (input, value) in LastInput::Side.inputs(&scene) {
            assert_eq!(value.abs(), if input == last { LOUDNESS } else { 1.0 });
        }
        assert_eq!(LastInput::Side.inputs(&scene).count(), 26);
    }

    #[test]
    fn the_file_gives_it_back() {
        for last_input in [LastInput::Side, LastInput::Bias] {
            let network = random(last_input);
            let bytes = network.file().write().unwrap();
            assert_eq!(Perceptron::read(&bytes).unwrap(), network);
        }
        let other = ModelFile::new(KIND, features::PERCEPTRON, "361-361").write().unwrap();
        let said = Perceptron::read(&other).unwrap_err().to_string();
        assert!(said.contains("of the architecture `361-361`, where `362-361 tanh"), "{said}");
    }
}
