//! The player `uct`.

use super::{Tried, Uct};
use aji_judge::Dice;
use aji_play::player::MOST_CANDIDATES;
use aji_play::search::Budget;
use aji_play::{Action, Candidate, Choice, Player, PlayerError, Turn};
use aji_rules::Move;

/// Plays what UCT tried most.
pub struct UctPlayer {
    /// How it searches.
    pub uct: Uct,
    /// How long.
    pub budget: Budget,
}

impl Player for UctPlayer {
    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Choice, PlayerError> {
        let found = self.uct.run(&turn.game_in_turn(), self.budget, dice)?;
        let words = |tried: &Tried| {
            let rate = 100.0 * tried.rate.unwrap_or_default();
            vec![format!("won {rate:.0} % of {} playouts", tried.visits)]
        };
        let tried = found.moves.iter().filter(|tried| tried.visits > 0);
        let candidates = tried.clone().take(MOST_CANDIDATES).filter_map(|tried| match tried.mv {
            Move::Place(point) => {
                Some(Candidate { point, value: f64::from(tried.visits), reasons: words(tried) })
            }
            Move::Pass => None,
        });
        let candidates = candidates.collect();
        let best = tried.clone().next();
        Ok(Choice {
            action: Action::Play(best.map_or(Move::Pass, |best| best.mv)),
            reasons: best.map_or_else(Vec::new, words),
            candidates,
        })
    }
}
