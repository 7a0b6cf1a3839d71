//! Who chooses moves: [`Player`], one file a player, and the names that users type for them.

mod alpha_beta;
pub mod clean_up;
mod external;
mod eyes;
mod finishing;
mod greedy;
mod level;
mod opening;
mod patterns;
mod random;
mod resignation;
mod roster;
mod search;
mod static_player;
mod territory;
mod winner;

pub use alpha_beta::{AlphaBeta, Effort};
pub use external::External;
pub use level::{Level, LevelPlayer, UnknownLevel};
pub use opening::{LAST_MOVE, Likeliest, OpeningMind, OpeningPlayer, Reasoned};
pub use patterns::Patterns;
pub use random::Random;
pub use resignation::Resignation;
pub use roster::{Evaluator, PlayerKind, PlayerName, Roster, UnknownPlayer};
pub use search::{Likely, SearchEffort, SearchPlayer, USUAL_VISITS};
pub use static_player::{StaticPlayer, Style};
pub use territory::Territory;
pub use winner::Winner;

use aji_judge::judgement::{JudgeError, Question, Recent};
use aji_judge::{Dice, LibraryError};
use aji_rules::{Color, Game, Move, Point, Position, Size};
use std::borrow::Cow;
use std::time::Duration;

/// A situation in which somebody is to move: a game as it stands, and who.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    game: &'a Game,
    position: Cow<'a, Position>,
    time: Option<Duration>,
}

impl<'a> Turn<'a> {
    /// The side to move is to move.
    pub fn of(game: &'a Game) -> Turn<'a> {
        Turn { game, position: Cow::Borrowed(game.position()), time: None }
    }

    /// This colour is to move, in turn or not.
    pub fn of_color(game: &'a Game, color: Color) -> Turn<'a> {
        if color == game.position().to_play() {
            return Turn::of(game);
        }
        let position = Cow::Owned(game.position().clone().with_to_play(color));
        Turn { game, position, time: None }
    }

    /// With so much time for it; `None` is as much as one likes.
    pub fn within(self, time: Option<Duration>) -> Turn<'a> {
        Turn { time, ..self }
    }

    /// How long a player should think who has no budget of its own.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The game so far.
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// The board, with the right colour to move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The game with the side to move in turn. Out of turn there is no past that leads here.
    pub fn game_in_turn(&self) -> Cow<'a, Game> {
        let game = self.game;
        if self.color() == game.position().to_play() {
            return Cow::Borrowed(game);
        }
        let position = self.position.clone().into_owned();
        let game = Game::from_position(position, game.rules())
            .with_komi(game.komi())
            .with_handicap(game.handicap());
        Cow::Owned(game)
    }

    /// Who is to move.
    pub fn color(&self) -> Color {
        self.position.to_play()
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.position.size()
    }

    /// Whether a stone may be placed here, superko included.
    pub fn is_legal(&self, point: Point) -> bool {
        self.game.check(self.color(), Move::Place(point)).is_ok()
    }

    /// Whether the other side passed just now, so that passing ends the game.
    pub fn may_end(&self) -> bool {
        self.game.last_move().is_some_and(|(color, mv)| color != self.color() && mv == Move::Pass)
    }

    /// What a judge is asked.
    pub fn question(&self) -> Question<'_> {
        // Out of turn nothing was played that leads here.
        let recent = Recent::of_steps(self.game.steps(), self.color());
        Question { position: &self.position, recent, ..Question::of(self.game) }
    }
}

/// What is done in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move.
    Play(Move),
    /// The game is given up.
    Resign,
}

/// A point that was thought of.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Where.
    pub point: Point,
    /// How good it is for the side to move, in the player's own measure; only the order and the
    /// differences mean something.
    pub value: f64,
    /// Why, in phrases such as `captures 3 stones`.
    pub reasons: Vec<String>,
}

/// What a player chose, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What it does.
    pub action: Action,
    /// Why, in phrases such as `captures 3 stones`.
    pub reasons: Vec<String>,
    /// The best of what it thought of, best first; of a player that compares nothing, none.
    pub candidates: Vec<Candidate>,
}

impl Choice {
    /// A pass, and why.
    pub fn pass(reason: impl Into<String>) -> Choice {
        let (action, reasons) = (Action::Play(Move::Pass), vec![reason.into()]);
        Choice { action, reasons, candidates: Vec::new() }
    }

    /// The first of these candidates, which are in order; `None` if there are none.
    pub fn best(candidates: Vec<Candidate>) -> Option<Choice> {
        let best = candidates.first()?;
        let (action, reasons) = (Action::Play(Move::Place(best.point)), best.reasons.clone());
        Some(Choice { action, reasons, candidates })
    }
}

/// How many candidates a player tells of.
pub const MOST_CANDIDATES: usize = 15;

/// Why a player makes no choice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The judge behind it cannot.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// An external program failed.
    #[error("{program}: {trouble}")]
    External {
        /// The command that started it.
        program: String,
        /// What happened, in a sentence.
        trouble: String,
    },
    /// The model that it thinks with is not there.
    #[error("the player `{0}` needs a model that is not built in")]
    NoModel(String),
    /// The model that it thinks with cannot be read.
    #[error("{0}")]
    Library(String),
}

impl From<LibraryError> for PlayerError {
    fn from(error: LibraryError) -> PlayerError {
        let why = std::error::Error::source(&error).map_or(String::new(), |why| format!(": {why}"));
        PlayerError::Library(format!("{error}{why}"))
    }
}

/// One who chooses moves. The same turn and the same dice give the same choice, after the same turns before; unless
/// a clock says how long to think.
pub trait Player: Send {
    /// Forgets what it read in earlier turns, so that its next choice depends on nothing but the turn and the dice.
    fn forget(&mut self) {}

    /// When it may resign. Who never does need not know.
    fn set_resignation(&mut self, _: Resignation) {}

    /// Chooses for the side to move. A chosen move is legal.
    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Choice, PlayerError>;
}
