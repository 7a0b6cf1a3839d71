//! The model habits: what is seen around a point says how likely a stone is placed there.
//!
//! Every point has [`signs`]; those that were seen often where professionals played have a weight. The
//! weights of a point's signs add up, and the exponential of the sum is its share of the moves.

mod keys;
pub mod signs;
mod table;

pub use signs::Signs;
pub use table::Table;

use crate::features;
use crate::opening::{OpeningError, SIZE, Scene};
use aji_net::{ModelFile, ModelFileError};
use aji_rules::Field;

const KIND: &str = "habits";
const ARCHITECTURE: &str = "weights of signs, softmax";
const SIGNS: &str = "signs";
const WEIGHTS: &str = "weights";

/// Signs with weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Habits {
    table: Table,
    /// One for each slot of the table.
    weights: Vec<f32>,
}

impl Habits {
    /// These signs, each with its weight.
    pub fn new(signs: &[u32], weights: &[f32]) -> Habits {
        let table = Table::new(signs);
        let mut by_slot = vec![0.0; table.len()];
        for (&sign, &weight) in signs.iter().zip(weights) {
            if let Some(slot) = table.slot(sign) {
                by_slot[slot] = weight;
            }
        }
        Habits { table, weights: by_slot }
    }

    /// How likely every legal point is played.
    pub fn policy(&self, scene: &Scene<'_>) -> Result<Field<Option<f64>>, OpeningError> {
        let legal = scene.legal_points()?;
        let mut signs = Signs::default();
        signs.read(scene, legal);
        let mut policy = Field::filled(SIZE, None);
        for (point, signs) in signs.iter() {
            let slots = signs.iter().filter_map(|&sign| self.table.slot(sign));
            policy[point] = Some(slots.map(|slot| f64::from(self.weights[slot])).sum::<f64>());
        }
        let all = || policy.values().iter().flatten();
        let most = all().copied().fold(f64::MIN, f64::max);
        let sum: f64 = all().map(|sum| (sum - most).exp()).sum();
        Ok(policy.map(|value| value.map(|value| (value - most).exp() / sum)))
    }

    /// Reads a model file.
    pub fn read(bytes: &[u8]) -> Result<Habits, ModelFileError> {
        let file = ModelFile::read(bytes)?;
        file.check(KIND, features::HABITS, ARCHITECTURE)?;
        let signs = file.whole_numbers(SIGNS)?;
        Ok(Habits::new(signs, file.numbers(WEIGHTS, signs.len())?))
    }

    /// Its file, to which can be added how it was made.
    pub fn file(&self) -> ModelFile {
        let mut habits: Vec<(u32, f32)> = self
            .table
            .iter()
            .zip(self.weights.iter().copied())
            .filter_map(|(sign, weight)| sign.map(|sign| (sign, weight)))
            .collect();
        habits.sort_unstable_by_key(|&(sign, _)| sign);
        let (signs, weights) = habits.into_iter().unzip();
        ModelFile::new(KIND, features::HABITS, ARCHITECTURE)
            .with_whole_numbers(SIGNS, signs)
            .with(WEIGHTS, weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;
    use crate::opening::testing::random_game;
    use aji_rules::symmetry::{SwapColors, Turn};
    use aji_rules::{Point, Symmetry};
    use std::collections::HashMap;

    fn signs_of(scene: &Scene<'_>) -> HashMap<Point, signs::PointSigns> {
        let mut signs = Signs::default();
        signs.read(scene, scene.legal_points().unwrap());
        signs.iter().map(|(point, signs)| (point, *signs)).collect()
    }

    #[test]
    fn signs_do_not_change_with_the_board_turned_and_the_colours_exchanged() {
        for moves in [0, 1, 7, 30, 80, 200] {
            let (position, recent) = random_game(moves, 3);
            let signs = signs_of(&Scene { position: &position, recent, is_over: false });
            for symmetry in Symmetry::ALL {
                let turned = position.turned(symmetry).colors_swapped();
                let recent = recent.map(|last| last.map(|last| symmetry.point(SIZE, last)));
                let scene = Scene { position: &turned, recent, is_over: false };
                for (point, turned) in signs_of(&scene) {
                    let back = symmetry.inverse().point(SIZE, point);
                    assert_eq!(turned, signs[&back], "{moves} {}", SIZE.vertex(point));
                }
            }
        }
    }

    #[test]
    fn signs_tell_different_things_apart() {
        let (position, recent) = random_game(40, 5);
        let scene = Scene { position: &position, recent, is_over: false };
        let signs = signs_of(&scene);
        let without = signs_of(&Scene { recent: [None; 2], ..scene });
        let last = recent[0].unwrap();
        let beside = SIZE.neighbours(last).iter().find(|&&point| position.stone(point).is_none());
        let beside = *beside.unwrap();
        assert_ne!(signs[&beside], without[&beside]);
        let whole_board = |signs: &signs::PointSigns| signs[signs::KINDS - 9];
        let boards: std::collections::HashSet<u32> = signs.values().map(whole_board).collect();
        assert_eq!(boards.len(), signs.len());
    }

    /// Every sign that is seen in some games has a weight drawn at random.
    fn random_habits() -> Habits {
        let mut known: Vec<u32> = Vec::new();
        for seed in 0..5 {
            let (position, recent) = random_game(30, seed);
            let scene = Scene { position: &position, recent, is_over: false };
            known.extend(signs_of(&scene).values().flatten().filter(|&&sign| sign != 0));
        }
        known.sort_unstable();
        known.dedup();
        let mut dice = Dice::new(1, 1);
        let weights: Vec<f32> = known.iter().map(|_| dice.unit() as f32 - 0.5).collect();
        Habits::new(&known, &weights)
    }

    #[test]
    fn chances_are_those_of_the_sums_of_weights() {
        let habits = random_habits();
        let (position, recent) = random_game(30, 2);
        let scene = Scene { position: &position, recent, is_over: false };
        let policy = habits.policy(&scene).unwrap();
        let total: f64 = policy.values().iter().flatten().sum();
        assert!((total - 1.0).abs() < 1e-9);
        let signs = signs_of(&scene);
        let sum = |point: Point| -> f64 {
            let known = signs[&point].iter().filter_map(|&sign| habits.table.slot(sign));
            known.map(|slot| f64::from(habits.weights[slot])).sum()
        };
        let legal: Vec<Point> = scene.legal_points().unwrap().collect();
        for pair in legal.windows(2) {
            let odds = policy[pair[0]].unwrap() / policy[pair[1]].unwrap();
            assert!((odds.ln() - (sum(pair[0]) - sum(pair[1]))).abs() < 1e-9);
        }
    }

    #[test]
    fn the_file_gives_it_back() {
        let habits = random_habits();
        let bytes = habits.file().write().unwrap();
        assert_eq!(Habits::read(&bytes).unwrap(), habits);
    }
}
