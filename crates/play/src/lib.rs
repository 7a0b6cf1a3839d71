//! Players of Go, matches between them, and the protocols that Go programs speak.
//!
//! A [`Player`] is shown a [`Turn`] and makes a [`Choice`]: a move, and the reasons for it.
//!
//! ```
//! use aji_judge::{Dice, Library};
//! use aji_play::{Action, Roster, Turn};
//! use aji_rules::{Game, RuleSet, Size};
//!
//! let name = Roster::built_in().find("random").unwrap();
//! let mut player = name.player(&Library::built_in()).unwrap();
//! let game = Game::new(Size::NINE, RuleSet::Chinese.into());
//! let choice = player.choose(&Turn::of(&game), &mut Dice::new(1, 0)).unwrap();
//! assert!(matches!(choice.action, Action::Play(_)));
//! ```

mod alpha_beta;
pub mod analyst;
pub mod arena;
mod by_shapes;
pub mod clock;
pub mod evaluator;
pub mod finish;
pub mod gtp;
pub mod katago;
pub mod player;
mod program;
pub mod review;
pub mod search;
pub mod suggest;

pub use player::{Action, Candidate, Choice, Player, PlayerError, PlayerName, Roster, Turn};
