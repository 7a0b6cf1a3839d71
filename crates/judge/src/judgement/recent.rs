//! The last moves, as far as they tell where a game is being played.

use aji_rules::{Color, Game, Move, Step};

/// Up to five last moves in a row, the latest first. Colours alternate, and the latest is by whoever is
/// not to move; nothing before a set-up or a move out of turn is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Recent([Option<Move>; Recent::MOST]);

impl Recent {
    /// How many of the last moves are told.
    pub const MOST: usize = 5;
    /// Nobody knows what was played.
    pub const NONE: Recent = Recent([None; Recent::MOST]);

    /// Both have passed, and nobody knows what was played before.
    pub const BOTH_PASSED: Recent = Recent([Some(Move::Pass), Some(Move::Pass), None, None, None]);

    /// The last moves of a game.
    pub fn of(game: &Game) -> Recent {
        Recent::of_steps(game.steps(), game.position().to_play())
    }

    /// The last moves of these steps, after which this side is to move.
    pub fn of_steps(steps: &[Step], to_play: Color) -> Recent {
        let mut mover = to_play;
        Recent::latest_first(steps.iter().rev().map_while(|step| {
            mover = !mover;
            match step {
                Step::Play(color, mv) if *color == mover => Some(*mv),
                _ => None,
            }
        }))
    }

    /// The last of moves that were made in turn.
    pub fn of_moves(moves: &[Move]) -> Recent {
        Recent::latest_first(moves.iter().rev().copied())
    }

    /// What is told after one more move of the side to move.
    pub fn after(self, mv: Move) -> Recent {
        Recent::latest_first(std::iter::once(mv).chain(self.iter()))
    }

    /// The moves, the latest first.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.0.iter().map_while(|&mv| mv)
    }

    fn latest_first(mut moves: impl Iterator<Item = Move>) -> Recent {
        let mut recent = Recent::NONE;
        for place in &mut recent.0 {
            *place = moves.next();
            // Asked again, an iterator may go on behind its end.
            if place.is_none() {
                break;
            }
        }
        recent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::{RuleSet, Size};

    fn place(index: usize) -> Move {
        Move::Place(Size::NINE.point_at(index).unwrap())
    }

    fn told(game: &Game) -> Vec<Move> {
        Recent::of(game).iter().collect()
    }

    fn played(count: usize) -> Game {
        let mut game = Game::new(Size::NINE, RuleSet::Japanese.into());
        (0..count).for_each(|index| game.play(place(index)).unwrap());
        game
    }

    #[test]
    fn the_latest_comes_first_and_no_more_than_five_are_told() {
        assert_eq!(told(&played(0)), []);
        assert_eq!(told(&played(2)), [place(1), place(0)]);
        assert_eq!(told(&played(7)), [6, 5, 4, 3, 2].map(place));
        let mut game = played(1);
        game.play(Move::Pass).unwrap();
        assert_eq!(told(&game), [Move::Pass, place(0)]);
    }

    #[test]
    fn nothing_is_told_from_before_a_set_up_or_a_move_out_of_turn() {
        let mut game = played(3);
        game.set_up([(Size::NINE.point_at(50).unwrap(), Some(Color::Black))], Color::White)
            .unwrap();
        assert_eq!(told(&game), []);
        game.play(place(60)).unwrap();
        assert_eq!(told(&game), [place(60)]);
        game.play_as(Color::White, place(61)).unwrap();
        game.play(place(62)).unwrap();
        assert_eq!(told(&game), [place(62), place(61)]);
        // The side to move is not whose turn it would be.
        assert_eq!(Recent::of_steps(game.steps(), Color::Black), Recent::NONE);
    }

    #[test]
    fn moves_steps_and_one_after_the_other_tell_the_same() {
        let mut step_by_step = Recent::NONE;
        let moves: Vec<Move> = (0..8).map(place).collect();
        for count in 0..=moves.len() {
            assert_eq!(Recent::of_moves(&moves[..count]), step_by_step);
            assert_eq!(Recent::of(&played(count)), step_by_step);
            if let Some(&mv) = moves.get(count) {
                step_by_step = step_by_step.after(mv);
            }
        }
    }
}
