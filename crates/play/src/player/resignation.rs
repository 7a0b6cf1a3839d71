//! When a game is given up: late, rarely, and never while the rest of the board can turn it.

use aji_rules::Game;

/// Who resigns has been hopeless for so many own moves in a row...
const MOVES: u32 = 3;
/// ...is behind by this share of the board's points and more...
const LEAD: f64 = 0.1;
/// ...and has seen so many moves a point.
const EARLY: f64 = 0.4;
/// With handicap the other side is the weaker one: all of it is needed so many times.
const HANDICAP: f64 = 1.5;

/// With what chance to win a player resigns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resignation {
    /// It plays every game to its end.
    Never,
    /// Below this chance, if much else agrees.
    Below(f64),
}

impl Default for Resignation {
    fn default() -> Resignation {
        Resignation::Below(0.01)
    }
}

/// How a game stands for the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// The chance to win.
    pub chance: f64,
    /// The lead, below zero if it is behind.
    pub lead: f64,
    /// How many points are nobody's yet, unsure ones in part.
    pub open: f64,
}

/// Watches a game, move by move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Despair {
    /// For how many own moves all has been hopeless.
    moves: u32,
    /// How long the game was then.
    at: usize,
}

impl Despair {
    /// Whether it is time to resign.
    pub(super) fn is_time(
        &mut self,
        resignation: Resignation,
        game: &Game,
        standing: Standing,
    ) -> bool {
        let length = game.steps().len();
        let goes_on = self.moves > 0 && (self.at + 1..=self.at + 2).contains(&length);
        let more = if game.handicap() > 1 { HANDICAP } else { 1.0 };
        let is_hopeless = match resignation {
            Resignation::Never => false,
            Resignation::Below(chance) => {
                let area = game.position().size().area() as f64;
                standing.chance < chance
                    && -standing.lead > (more * LEAD * area).max(standing.open)
                    && length as f64 > more * EARLY * area
            }
        };
        self.moves = match (is_hopeless, goes_on) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => self.moves + 1,
        };
        self.at = length;
        f64::from(self.moves) >= more * f64::from(MOVES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::{Move, RuleSet, Size};

    const LOST: Standing = Standing { chance: 0.001, lead: -40.0, open: 5.0 };

    /// After how many own moves a game of passes is given up that stands like this all along.
    fn resigns_after(resignation: Resignation, handicap: u32, standing: Standing) -> Option<u32> {
        let mut game = Game::new(Size::NINE, RuleSet::Chinese.into()).with_handicap(handicap);
        let mut despair = Despair::default();
        for moves in 0..60 {
            if despair.is_time(resignation, &game, standing) {
                return Some(moves);
            }
            game.play(Move::Pass).unwrap();
            game.play(Move::Pass).unwrap();
        }
        None
    }

    #[test]
    fn it_is_late_and_hopeless_for_several_moves() {
        let usual = Resignation::default();
        let even = resigns_after(usual, 0, LOST).unwrap();
        assert!(even > 16);
        assert!(resigns_after(usual, 4, LOST).unwrap() > even);
        assert_eq!(resigns_after(Resignation::Never, 0, LOST), None);
        assert_eq!(resigns_after(usual, 0, Standing { chance: 0.02, ..LOST }), None);
        assert_eq!(resigns_after(usual, 0, Standing { lead: -6.0, ..LOST }), None);
        assert_eq!(resigns_after(usual, 0, Standing { open: 41.0, ..LOST }), None, "it can turn");
        let higher = Resignation::Below(0.05);
        assert!(resigns_after(higher, 0, Standing { chance: 0.02, ..LOST }).is_some());
    }

    #[test]
    fn hope_and_other_games_begin_anew() {
        let mut game = Game::new(Size::NINE, RuleSet::Chinese.into());
        (0..40).for_each(|_| game.play(Move::Pass).unwrap());
        let mut despair = Despair::default();
        let mut turn = |game: &mut Game, standing| {
            let is_time = despair.is_time(Resignation::default(), game, standing);
            game.play(Move::Pass).unwrap();
            game.play(Move::Pass).unwrap();
            is_time
        };
        assert!(!turn(&mut game, LOST));
        assert!(!turn(&mut game, LOST));
        let hope = Standing { chance: 0.3, ..LOST };
        assert!(!turn(&mut game, hope));
        assert!(!turn(&mut game, LOST));
        assert!(!turn(&mut game, LOST));
        // Somebody took moves back.
        (0..4).for_each(|_| assert!(game.undo()));
        assert!(!turn(&mut game, LOST));
        assert!(!turn(&mut game, LOST));
        assert!(turn(&mut game, LOST));
    }
}
