//! Stern's model of moves as a player: the more expected points after a move, the likelier it is.

use super::greedy::{self, Tried};
use super::{Action, Choice, Player, PlayerError, Turn};
use aji_judge::Dice;
use aji_judge::evaluate::Expected;
use aji_judge::territory::{Model, MoveChoice};
use aji_rules::{Move, Point};
use std::sync::Arc;

/// What a move must gain over a pass, in points: below, it only fills territory.
const LEAST: f64 = 0.25;

/// The player `territory`.
#[derive(Clone, Debug)]
pub struct Territory {
    lead: Expected,
    /// Draws moves by this model of choice; without it, the likeliest move is played.
    choice: Option<MoveChoice>,
}

impl Territory {
    /// Plays the likeliest move, or draws one if it has a model of choice.
    pub fn new(model: Arc<Model>, choice: Option<MoveChoice>) -> Territory {
        Territory { lead: Expected(model), choice }
    }
}

impl Player for Territory {
    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Choice, PlayerError> {
        let tried = greedy::try_all(turn, &self.lead)?;
        let drawn = self.choice.map(|choice| draw(&choice, &tried, dice));
        let words = |pass: f64, value: f64| {
            format!("adds {:.1} points to the expected score", value - pass)
        };
        let pass = tried.pass;
        let best = greedy::best(tried, LEAST, words);
        Ok(match drawn {
            // Whoever would rather pass than play the best move passes.
            Some(Some((point, value))) if !best.candidates.is_empty() => Choice {
                action: Action::Play(Move::Place(point)),
                reasons: vec![words(pass, value), "drawn from all moves by chance".to_string()],
                ..best
            },
            _ => best,
        })
    }
}

/// One of the moves, each as likely as the model says.
fn draw(choice: &MoveChoice, tried: &Tried, dice: &mut Dice) -> Option<(Point, f64)> {
    let mut left = dice.unit();
    let probabilities = choice.probabilities(&tried.moves);
    for (&tried, probability) in tried.moves.iter().zip(probabilities) {
        left -= probability;
        if left <= 0.0 {
            return Some(tried);
        }
    }
    tried.moves.last().copied()
}
