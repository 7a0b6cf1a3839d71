//! Our own proposer: what is seen around a point says how likely a stone is placed there.
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
