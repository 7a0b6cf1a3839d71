//! Who will win, judged from the opening: the study's opponent, a small network that learned by temporal
//! differences, once for each of four lambdas.
//!
//! It sees the stones and who is to move, and answers from -1, White will win, to 1, Black will.

use aji_judge::opening::{INPUTS, OpeningError, SIZE, Scene};

use aji_net::{Activation, FirstLayer, ModelFile, ModelFileError, Network, Shape, Workspace};
use aji_rules::{Field, Point, Position};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The neurons in between. The study does not say.
pub const HIDDEN: usize = 40;

const KIND: &str = "td";
/// Stones and who is to move.
const FEATURES: &str = "td 1";

aji_rules::named! {
    /// How far back a surprise reaches: at 0 to the position before, at 1 to the whole game alike.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Lambda {
        /// 0.
        Zero = "0",
        /// 0.3.
        Low = "0.3",
        /// 0.7.
        High = "0.7",
        /// 1.
        One = "1",
    }
    /// A text that is none of the lambdas.
    unknown UnknownLambda = "no network learned with lambda `{0}`; there are {known}"
}

impl Lambda {
    /// The number.
    pub fn value(self) -> f32 {
        match self {
            Lambda::Zero => 0.0,
            Lambda::Low => 0.3,
            Lambda::High => 0.7,
            Lambda::One => 1.0,
        }
    }

    /// The name of its network in the file.
    fn part(self) -> String {
        format!("lambda-{self}")
    }
}

/// The network with so many hidden neurons, or straight from the inputs to the answer with none.
pub fn shape(hidden: usize) -> Shape {
    let inputs = Shape::new(INPUTS);
    let inner = if hidden == 0 { inputs } else { inputs.dense(hidden, Activation::Tanh) };
    inner.dense(1, Activation::Tanh)
}

/// Writes what the networks see of a position on 19x19: for every point 1 for a black stone and -1 for a
/// white one, and last the side to move in the same way.
///
/// # Panics
/// If there is not room for [`INPUTS`] numbers.
pub fn write_inputs(position: &Position, inputs: &mut [f32]) {
    for (point, input) in SIZE.points().zip(&mut *inputs) {
        *input = position.stone(point).map_or(0.0, |color| color.sign() as f32);
    }
    inputs[INPUTS - 1] = position.to_play().sign() as f32;
}

/// One network for each of [`Lambda::ALL`].
#[derive(Clone, Debug, PartialEq)]
pub struct Td {
    networks: Vec<LambdaNetwork>,
}

#[derive(Clone, Debug, PartialEq)]
struct LambdaNetwork {
    network: Network,
    first: FirstLayer,
}

impl Td {
    /// With these weights, in the order of [`Lambda::ALL`]; `None` if they are not as many as there should
    /// be for so many hidden neurons.
    pub fn new(hidden: usize, weights: [Vec<f32>; Lambda::ALL.len()]) -> Option<Td> {
        let shape = Arc::new(shape(hidden));
        let networks =
            weights.into_iter().map(|weights| LambdaNetwork::new(shape.clone(), weights));
        Some(Td { networks: networks.collect::<Option<_>>()? })
    }

    /// Who will win, from -1, White, to 1, Black.
    pub fn value(&self, lambda: Lambda, position: &Position) -> Result<f64, OpeningError> {
        if position.size() != SIZE {
            return Err(OpeningError::Size(position.size()));
        }
        let mut inputs = [0.0; INPUTS];
        write_inputs(position, &mut inputs);
        let network = &self.network(lambda).network;
        Ok(first(network.predict(&inputs, &mut Workspace::default())))
    }

    /// Who will win after each legal move of the side to move.
    pub fn values_after_each(
        &self,
        lambda: Lambda,
        scene: &Scene<'_>,
    ) -> Result<Field<Option<f64>>, OpeningError> {
        let legal = scene.legal_points()?;
        let judge = self.network(lambda);
        let position = scene.position;
        let side = position.to_play().sign() as f32;
        let mut here = judge.sums(position);
        judge.first.change(&mut here, INPUTS - 1, -2.0 * side);
        let mut values = Field::filled(SIZE, None);
        let (mut sums, mut room) = (Vec::new(), Workspace::default());
        for point in legal {
            sums.clone_from(&here);
            judge.place(position, point, &mut sums);
            values[point] = Some(first(judge.network.predict_from_sums(&sums, &mut room)));
        }
        Ok(values)
    }

    /// Reads a model file.
    pub fn read(bytes: &[u8]) -> Result<Td, ModelFileError> {
        let file = ModelFile::read(bytes)?;
        let found = &file.about.architecture;
        let hidden = [HIDDEN, 0].into_iter().find(|&hidden| shape(hidden).to_string() == *found);
        let shape = Arc::new(shape(hidden.unwrap_or(HIDDEN)));
        file.check(KIND, FEATURES, &shape.to_string())?;
        let mut networks = Vec::new();
        for lambda in Lambda::ALL {
            let part = lambda.part();
            let weights = file.numbers(&part, shape.weight_count())?.to_vec();
            let judge = LambdaNetwork::new(shape.clone(), weights);
            networks.push(judge.ok_or(ModelFileError::Missing(part))?);
        }
        Ok(Td { networks })
    }

    /// Its file, to which can be added how it was made.
    pub fn file(&self) -> ModelFile {
        let architecture = self.network(Lambda::Zero).network.shape().to_string();
        let file = ModelFile::new(KIND, FEATURES, &architecture);
        Lambda::ALL.into_iter().fold(file, |file, lambda| {
            file.with(&lambda.part(), self.network(lambda).network.weights().to_vec())
        })
    }

    fn network(&self, lambda: Lambda) -> &LambdaNetwork {
        &self.networks[lambda as usize]
    }
}

fn first(outputs: &[f32]) -> f64 {
    outputs.first().map_or(0.0, |&output| f64::from(output))
}

impl LambdaNetwork {
    fn new(shape: Arc<Shape>, weights: Vec<f32>) -> Option<LambdaNetwork> {
        let network = Network::new(shape, weights)?;
        let first = FirstLayer::of(&network)?;
        Some(LambdaNetwork { network, first })
    }

    /// The sums of the first layer.
    fn sums(&self, position: &Position) -> Vec<f32> {
        let mut sums = self.first.biases().to_vec();
        for point in SIZE.points() {
            if let Some(color) = position.stone(point) {
                self.first.change(&mut sums, point.index(), color.sign() as f32);
            }
        }
        self.first.change(&mut sums, INPUTS - 1, position.to_play().sign() as f32);
        sums
    }

    /// Changes the sums as the stones of a legal move do.
    fn place(&self, position: &Position, point: Point, sums: &mut [f32]) {
        let side = position.to_play().sign() as f32;
        self.first.change(sums, point.index(), side);
        for stone in position.captured_by(point).flat_map(|chain| chain.stones()) {
            // Taking away a stone of the other colour is like adding one of one's own.
            self.first.change(sums, stone.index(), side);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::Dice;

    use aji_rules::ruleset::Suicide;
    use aji_rules::testing::random_position;
    use aji_rules::{Move, Size};

    fn random(hidden: usize) -> Td {
        let weights = |lambda: usize| {
            let mut dice = Dice::new(1, lambda as u64);
            shape(hidden).random_weights(&mut || dice.unit())
        };
        Td::new(hidden, std::array::from_fn(weights)).unwrap()
    }

    fn played(moves: usize) -> Position {
        let mut dice = Dice::new(3, 0);
        random_position(SIZE, moves, |bound| dice.below(bound))
    }

    #[test]
    fn lambdas_are_read_and_written() {
        for text in ["0", "0.3", "0.7", "1"] {
            let lambda: Lambda = text.parse().unwrap();
            assert_eq!((lambda.to_string(), lambda.value()), (text.into(), text.parse().unwrap()));
        }
        let said = "0.5".parse::<Lambda>().unwrap_err().to_string();
        assert_eq!(said, "no network learned with lambda `0.5`; there are 0, 0.3, 0.7, 1");
    }

    #[test]
    fn the_inputs_are_stones_and_the_side_to_move() {
        let mut position = Position::empty(SIZE);
        position.play(Move::Place(SIZE.parse_point("D4").unwrap()), Suicide::Forbidden).unwrap();
        let mut inputs = [7.0; INPUTS];
        write_inputs(&position, &mut inputs);
        assert_eq!(inputs.iter().filter(|&&input| input != 0.0).count(), 2);
        assert_eq!((inputs[SIZE.parse_point("D4").unwrap().index()], inputs[361]), (1.0, -1.0));
        assert_eq!(shape(HIDDEN).weight_count(), 362 * 40 + 40 + 40 + 1);
        assert_eq!(shape(0).to_string(), "362-1 tanh");
    }

    #[test]
    fn values_after_moves_are_those_of_the_positions_after_them() {
        for (hidden, lambda) in [(HIDDEN, Lambda::High), (0, Lambda::Zero)] {
            let td = random(hidden);
            let mut captures = 0;
            for moves in [0, 41, 200, 331] {
                let position = played(moves);
                let scene = Scene::of_position(&position);
                let values = td.values_after_each(lambda, &scene).unwrap();
                for (point, &value) in values.iter() {
                    let mut after = position.clone();
                    let is_legal = after.play(Move::Place(point), Suicide::Forbidden).is_ok();
                    assert_eq!(value.is_some(), is_legal);
                    let Some(value) = value else { continue };
                    captures += u32::from(after.captures() != position.captures());
                    let full = td.value(lambda, &after).unwrap();
                    assert!((value - full).abs() < 1e-5, "{moves} {value} {full}");
                }
            }
            assert!(captures > 10, "{captures}");
        }
    }

    #[test]
    fn other_boards_are_refused() {
        let position = Position::empty(Size::NINE);
        let refused = OpeningError::Size(Size::NINE);
        let scene = Scene::of_position(&position);
        assert_eq!(random(HIDDEN).value(Lambda::One, &position), Err(refused));
        assert_eq!(random(HIDDEN).values_after_each(Lambda::One, &scene), Err(refused));
    }

    #[test]
    fn the_file_gives_it_back() {
        for hidden in [HIDDEN, 0] {
            let td = random(hidden);
            assert_eq!(Td::read(&td.file().write().unwrap()).unwrap(), td);
        }
        let other = ModelFile::new(KIND, "td 0", "").write().unwrap();
        let said = Td::read(&other).unwrap_err().to_string();
        assert!(said.contains("`td 0`, where `td 1` are wanted"), "{said}");
    }
}
