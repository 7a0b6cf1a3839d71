//! The study's way to predict winners: the influence of the stones and the prisoners go through a
//! network of one hidden layer, another one for each phase of the game.
//!
//! The networks learned from positions with Black to move, as the study has it. Chances after a move
//! are good for comparing moves; as chances they lean to whoever moved.

use aji_judge::influence::cross::REACH;
use aji_judge::influence::{Cross, Influence};
use aji_net::{Activation, FirstLayer, ModelFile, ModelFileError, Network, Shape, Workspace};
use aji_rules::ruleset::Suicide;
use aji_rules::{ByColor, Color, Field, Point, Position, Size};
use std::sync::Arc;

/// The numbers of moves after which the networks learned.
pub const PHASES: [usize; 4] = [30, 80, 130, 180];
/// The only boards that it knows.
pub const SIZE: Size = Size::NINETEEN;
/// Points and two numbers of prisoners.
pub const INPUTS: usize = 19 * 19 + 2;
/// The neurons in between.
pub const HIDDEN: usize = 200;
/// What influence and prisoners are multiplied by.
pub const SCALE: f32 = 0.1;
/// The influence that it looks at.
pub const INFLUENCE: Cross = Cross::DIAMOND;

const KIND: &str = "nn-influence";
/// Influence and prisoners, in tenths.
const FEATURES: &str = "nn-influence 1";

/// One network a phase.
#[derive(Clone, Debug, PartialEq)]
pub struct NnInfluence {
    phases: Vec<Phase>,
}

#[derive(Clone, Debug, PartialEq)]
struct Phase {
    network: Network,
    first: FirstLayer,
    /// For every point, what a black stone there adds to the sums of the first layer.
    stones: Vec<f32>,
}

/// Where predictions are reckoned; used again, so that nothing is allocated after the first one.
#[derive(Clone, Debug)]
pub struct Room {
    influence: Field<f32>,
    inputs: Vec<f32>,
    sums: Vec<f32>,
    workspace: Workspace,
}

impl Default for Room {
    fn default() -> Room {
        let influence = Field::filled(SIZE, 0.0);
        Room { influence, inputs: Vec::new(), sums: Vec::new(), workspace: Workspace::default() }
    }
}

/// The network with so many hidden neurons.
pub fn shape(hidden: usize) -> Shape {
    Shape::new(INPUTS).dense(hidden, Activation::Sigmoid).dense(1, Activation::Sigmoid)
}

/// The stones of each colour that were captured so far.
pub fn prisoners(position: &Position) -> ByColor<u32> {
    let captured = position.captures();
    ByColor { black: captured.white, white: captured.black }
}

/// The phase that a position belongs to: the nearest to the number of stones played.
pub fn phase_of(position: &Position) -> usize {
    let (stones, captures) = (position.stone_count(), position.captures());
    let played = (stones.black + stones.white + captures.black + captures.white) as usize;
    let distance = |phase: &usize| PHASES[*phase].abs_diff(played);
    (0..PHASES.len()).min_by_key(distance).unwrap_or(0)
}

impl NnInfluence {
    /// With these weights, phase by phase; `None` if they are not as many as there should be.
    pub fn new(weights: [Vec<f32>; PHASES.len()]) -> Option<NnInfluence> {
        let shape = Arc::new(shape(HIDDEN));
        let phases = weights.into_iter().map(|weights| Phase::new(shape.clone(), weights));
        Some(NnInfluence { phases: phases.collect::<Option<_>>()? })
    }

    /// The chance that Black wins; `None` on a board that it does not know.
    pub fn black_wins(&self, position: &Position) -> Option<f64> {
        self.black_wins_in(position, &mut Room::default())
    }

    /// The same, where it was done before.
    pub fn black_wins_in(&self, position: &Position, room: &mut Room) -> Option<f64> {
        if position.size() != SIZE {
            return None;
        }
        INFLUENCE.write(position, &mut room.influence);
        let prisoners = prisoners(position);
        room.inputs.clear();
        room.inputs.extend(room.influence.values().iter().map(|value| SCALE * value));
        room.inputs.extend([prisoners.black, prisoners.white].map(|count| SCALE * count as f32));
        let network = &self.phases[phase_of(position)].network;
        network.predict(&room.inputs, &mut room.workspace).first().map(|&chance| f64::from(chance))
    }

    /// The chance that Black wins after each legal move of the side to move; `None` on a board that it
    /// does not know. All moves are judged in the phase of the position, so that they can be compared.
    pub fn black_wins_after_each(&self, position: &Position) -> Option<Field<Option<f64>>> {
        if position.size() != SIZE {
            return None;
        }
        let mut room = Room::default();
        let phase = &self.phases[phase_of(position)];
        let here = phase.sums(position);
        let mut chances = Field::filled(SIZE, None);
        for point in position.legal_points(Suicide::Forbidden) {
            room.sums.clone_from(&here);
            phase.play(position, point, &mut room.sums);
            let outputs = phase.network.predict_from_sums(&room.sums, &mut room.workspace);
            chances[point] = outputs.first().map(|&chance| f64::from(chance));
        }
        Some(chances)
    }

    /// Reads a model file.
    pub fn read(bytes: &[u8]) -> Result<NnInfluence, ModelFileError> {
        let file = ModelFile::read(bytes)?;
        let shape = Arc::new(shape(HIDDEN));
        file.check(KIND, FEATURES, &shape.to_string())?;
        let mut phases = Vec::new();
        for moves in PHASES {
            let name = part(moves);
            let weights = file.numbers(&name, shape.weight_count())?.to_vec();
            let phase = Phase::new(shape.clone(), weights);
            phases.push(phase.ok_or(ModelFileError::Missing(name))?);
        }
        Ok(NnInfluence { phases })
    }

    /// Its file, to which can be added how it was made.
    pub fn file(&self) -> ModelFile {
        let architecture = shape(HIDDEN).to_string();
        let file = ModelFile::new(KIND, FEATURES, &architecture);
        PHASES.iter().zip(&self.phases).fold(file, |file, (&moves, phase)| {
            file.with(&part(moves), phase.network.weights().to_vec())
        })
    }
}

/// The name of a phase's weights in the file.
fn part(moves: usize) -> String {
    format!("move-{moves}")
}

impl Phase {
    fn new(shape: Arc<Shape>, weights: Vec<f32>) -> Option<Phase> {
        let network = Network::new(shape, weights)?;
        let first = FirstLayer::of(&network)?;
        let mut stones = vec![0.0; SIZE.area() * HIDDEN];
        for (point, sums) in SIZE.points().zip(stones.chunks_exact_mut(HIDDEN)) {
            let (x, y) = SIZE.xy(point);
            let near = |at: usize| at.saturating_sub(REACH)..=(at + REACH).min(18);
            for (column, row) in near(y).flat_map(|row| near(x).map(move |column| (column, row))) {
                let value = INFLUENCE.value(x.abs_diff(column), y.abs_diff(row));
                if value != 0 {
                    first.change(sums, row * SIZE.width() + column, SCALE * f32::from(value));
                }
            }
        }
        Some(Phase { network, first, stones })
    }

    /// The sums of the first layer.
    fn sums(&self, position: &Position) -> Vec<f32> {
        let mut sums = self.first.biases().to_vec();
        for point in SIZE.points() {
            if let Some(color) = position.stone(point) {
                self.add_stone(&mut sums, point, color.sign() as f32);
            }
        }
        let prisoners = prisoners(position);
        for color in [Color::Black, Color::White] {
            self.add_prisoners(&mut sums, color, prisoners[color] as usize);
        }
        sums
    }

    /// Changes the sums as a legal move does.
    fn play(&self, position: &Position, point: Point, sums: &mut [f32]) {
        let color = position.to_play();
        self.add_stone(sums, point, color.sign() as f32);
        for chain in position.captured_by(point) {
            for stone in chain.stones() {
                // Taking away a stone of the other colour is like adding one of one's own.
                self.add_stone(sums, stone, color.sign() as f32);
            }
            self.add_prisoners(sums, !color, chain.len());
        }
    }

    fn add_stone(&self, sums: &mut [f32], point: Point, sign: f32) {
        let stone = &self.stones[point.index() * HIDDEN..][..HIDDEN];
        sums.iter_mut().zip(stone).for_each(|(sum, part)| *sum += sign * part);
    }

    /// Prisoners of this colour.
    fn add_prisoners(&self, sums: &mut [f32], color: Color, count: usize) {
        let input = SIZE.area() + usize::from(color == Color::White);
        self.first.change(sums, input, SCALE * count as f32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::Dice;
    use aji_rules::Move;
    use aji_rules::testing::random_position;

    fn random() -> NnInfluence {
        let weights = |phase: usize| {
            let mut dice = Dice::new(1, phase as u64);
            shape(HIDDEN).random_weights(&mut || dice.unit())
        };
        NnInfluence::new(std::array::from_fn(weights)).unwrap()
    }

    /// A position after random moves, full enough for captures.
    fn played(moves: usize) -> Position {
        let mut dice = Dice::new(3, 0);
        random_position(SIZE, moves, |bound| dice.below(bound))
    }

    #[test]
    fn it_has_the_studys_weights() {
        assert_eq!(shape(HIDDEN).weight_count(), 73_001);
    }

    #[test]
    fn chances_after_moves_are_those_of_the_positions_after_them() {
        let model = random();
        let mut captures = 0;
        for moves in [0, 41, 200, 331] {
            let position = played(moves);
            let chances = model.black_wins_after_each(&position).unwrap();
            for (point, &chance) in chances.iter() {
                let mut after = position.clone();
                let is_legal = after.play(Move::Place(point), Suicide::Forbidden).is_ok();
                assert_eq!(chance.is_some(), is_legal);
                let Some(chance) = chance else { continue };
                captures += u32::from(after.captures() != position.captures());
                assert_eq!(phase_of(&after), phase_of(&position));
                let full = model.black_wins(&after).unwrap();
                assert!((chance - full).abs() < 1e-5, "{moves} {chance} {full}");
            }
        }
        assert!(captures > 10, "{captures}");
    }

    #[test]
    fn phases_are_the_nearest() {
        let phases = [0, 54, 56, 104, 106, 154, 156, 300].map(|moves| phase_of(&played(moves)));
        assert_eq!(phases, [0, 0, 1, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn other_boards_are_not_known() {
        let position = Position::empty(Size::NINE);
        assert_eq!(random().black_wins(&position), None);
        assert_eq!(random().black_wins_after_each(&position), None);
    }

    #[test]
    fn the_file_gives_it_back() {
        let model = random();
        let bytes = model.file().write().unwrap();
        assert_eq!(NnInfluence::read(&bytes).unwrap(), model);
        let other = ModelFile::new(KIND, "nn-influence 0", "").write().unwrap();
        let said = NnInfluence::read(&other).unwrap_err().to_string();
        assert!(said.contains("`nn-influence 0`, where `nn-influence 1` are wanted"), "{said}");
    }
}
