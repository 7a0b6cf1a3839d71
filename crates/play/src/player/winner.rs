//! One move deep by the chance to win.

use super::{Choice, Player, PlayerError, Turn, greedy};
use crate::evaluator::WinningChance;
use aji_judge::Dice;

/// What a move must add to the chance over a pass.
const LEAST: f64 = 0.000_5;

/// The player `winner`.
#[derive(Clone, Debug)]
pub struct Winner {
    chance: WinningChance,
}

impl Winner {
    /// Plays for the chance to win.
    pub fn new(chance: WinningChance) -> Winner {
        Winner { chance }
    }
}

impl Player for Winner {
    fn choose(&mut self, turn: &Turn<'_>, _dice: &mut Dice) -> Result<Choice, PlayerError> {
        let tried = greedy::try_all(turn, &self.chance)?;
        // From the side to move's view chances were negated for White: a difference is the same.
        Ok(greedy::best(tried, LEAST, |pass, value| {
            format!("adds {:.1} % to the chance to win", 100.0 * (value - pass))
        }))
    }
}
