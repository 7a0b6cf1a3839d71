//! What to play in the opening: the first [`MOVES`] moves of a game on 19x19.
//!
//! [`candidates`] proposes the likeliest points.

pub mod candidates;
pub mod fuzzy;

use aji_rules::ruleset::Suicide;
use aji_rules::{Game, Move, Point, Position, Size, Step};

/// The only boards that the models of the opening know.
pub const SIZE: Size = Size::NINETEEN;
/// How many moves an opening has.
pub const MOVES: usize = 50;
/// Points, and one number more: what the study's networks see.
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
    /// The game is over.
    #[error("the game is over: there is nothing left to play")]
    Over,
    /// No stone can be placed.
    #[error("the side to move cannot place a stone anywhere: there are no candidates")]
    Full,
}
