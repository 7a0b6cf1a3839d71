//! What to play in the opening: the first [`MOVES`] moves of a game on 19x19.
//!
//! [`candidates`] proposes the likeliest points, [`fuzzy`] reasons about them.

pub mod candidates;
pub mod fuzzy;

use aji_rules::ruleset::Suicide;
use aji_rules::{Game, Move, Point, Position, Size, Step};

/// The only boards that the models of the opening know.
pub const SIZE: Size = Size::NINETEEN;
/// How many moves an opening has.
pub const MOVES: usize = 50;
/// Points, and one number more: what Lee's networks see.
pub const INPUTS: usize = 19 * 19 + 1;

/// A position, and where the last moves were.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The board.
    pub position: &'a Position,
    /// Where the last move was, and the one before; `None` of what was no stone or is not known.
    pub recent: [Option<Point>; 2],
    /// Whether nobody will play any more.
    pub is_over: bool,
}

impl<'a> Scene<'a> {
    /// The game as it stands.
    pub fn of(game: &'a Game) -> Scene<'a> {
        let mut last = game.steps().iter().rev().map(|step| match step {
            Step::Play(_, Move::Place(point)) => Some(*point),
            _ => None,
        });
        let recent = [last.next().flatten(), last.next().flatten()];
        Scene { position: game.position(), recent, is_over: game.is_over() }
    }

    /// A board of which nothing else is known.
    pub fn of_position(position: &'a Position) -> Scene<'a> {
        Scene { position, recent: [None; 2], is_over: false }
    }

    /// Where stones may be placed, if the models of the opening know such positions.
    pub fn legal_points(&self) -> Result<impl Iterator<Item = Point> + use<'a>, OpeningError> {
        if self.position.size() != SIZE {
            return Err(OpeningError::Size(self.position.size()));
        }
        if self.is_over {
            return Err(OpeningError::Over);
        }
        let mut legal = self.position.legal_points(Suicide::Forbidden).peekable();
        if legal.peek().is_none() { Err(OpeningError::Full) } else { Ok(legal) }
    }
}

/// Why there is nothing to say about an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// A board of another size.
    #[error("the models of the opening know 19x19 alone, and this board is {0}")]
    Size(Size),
    /// The same for networks that were evolved on another board.
    #[error("the evolved networks know 13x13 alone, and this board is {0}")]
    EvolvedSize(Size),
    /// The game is over.
    #[error("the game is over: there is nothing left to play")]
    Over,
    /// No stone can be placed.
    #[error("the side to move cannot place a stone anywhere: there are no candidates")]
    Full,
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::Dice;
    use aji_rules::testing::{after, random_moves};

    /// A position after so many random moves, and where the last two were.
    pub fn random_game(moves: usize, seed: u64) -> (Position, [Option<Point>; 2]) {
        let mut dice = Dice::new(seed, 0);
        let moves = random_moves(SIZE, moves, |bound| dice.below(bound));
        let mut last = moves.iter().rev().map(|&mv| match mv {
            Move::Place(point) => Some(point),
            Move::Pass => None,
        });
        let recent = [last.next().flatten(), last.next().flatten()];
        (after(SIZE, &moves), recent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::{Color, RuleSet, Setup};

    #[test]
    fn scenes_know_the_last_moves() {
        let mut game = Game::new(SIZE, RuleSet::Japanese.into());
        let [q16, d4] = ["Q16", "D4"].map(|text| SIZE.parse_point(text).unwrap());
        assert_eq!(Scene::of(&game).recent, [None, None]);
        game.play(Move::Place(q16)).unwrap();
        game.play(Move::Place(d4)).unwrap();
        assert_eq!(Scene::of(&game).recent, [Some(d4), Some(q16)]);
        game.play(Move::Pass).unwrap();
        assert_eq!(Scene::of(&game).recent, [None, Some(d4)]);
    }

    #[test]
    fn where_there_is_nothing_to_say_it_is_said_why() {
        let small = Position::empty(Size::NINE);
        let error = Scene::of_position(&small).legal_points().err().unwrap();
        assert_eq!(
            error.to_string(),
            "the models of the opening know 19x19 alone, and this board is 9x9"
        );
        let mut game = Game::new(SIZE, RuleSet::Japanese.into());
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        assert_eq!(Scene::of(&game).legal_points().err(), Some(OpeningError::Over));
        // All points but two eyes are Black's, and White is to move.
        let mut setup = Setup::from(&Position::empty(SIZE));
        setup.to_play = Color::White;
        for point in SIZE.points().skip(1).filter(|point| point.index() != 2) {
            setup.stones[point] = Some(Color::Black);
        }
        let full = Position::try_from(setup).unwrap();
        let error = Scene::of_position(&full).legal_points().err();
        assert_eq!(error, Some(OpeningError::Full));
    }
}
