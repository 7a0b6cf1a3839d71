//! A player without a thought.

use super::eyes::is_own_eye;
use super::{Action, Choice, Player, PlayerError, Turn};
use aji_judge::Dice;
use aji_rules::{Move, Point};

/// Plays anywhere, its own eyes aside, and passes when nothing else is left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Player for Random {
    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Choice, PlayerError> {
        let position = turn.position();
        let is_empty = |point: &Point| position.stone(*point).is_none();
        let mut open: Vec<Point> = turn.size().points().filter(is_empty).collect();
        while !open.is_empty() {
            let point = open.swap_remove(dice.below(open.len() as u32) as usize);
            if !is_own_eye(position, point, turn.color()) && turn.is_legal(point) {
                return Ok(Choice {
                    action: Action::Play(Move::Place(point)),
                    reasons: vec!["any point will do".to_string()],
                    candidates: Vec::new(),
                });
            }
        }
        Ok(Choice::pass("only own eyes are left"))
    }
}
