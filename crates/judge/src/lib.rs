//! Judges positions of Go: who is ahead, who owns each point, which stones are dead, what to play, and why.
//!
//! A [`Judge`] is asked a [`Question`] and gives an [`Evaluation`]. Models come from a [`Library`], which reads each
//! once; the deep network judges if nobody else is asked for.
//!
//! ```
//! use aji_judge::library::DEEP;
//! use aji_judge::{Judge, Library, Question};
//! use aji_rules::{Game, Move, RuleSet, Size};
//!
//! let mut game = Game::new(Size::NINE, RuleSet::Chinese.into()).with_komi("7".parse().unwrap());
//! game.play(Move::Place(Size::NINE.parse_point("E5").unwrap())).unwrap();
//! let deep = Library::built_in().get(&DEEP).unwrap();
//! let evaluation = deep.evaluate(&Question::of(&game)).unwrap();
//! let score = evaluation.distribution().unwrap();
//! let (low, high) = score.range();
//! assert!(low < high && evaluation.black_lead() == Some(score.mean()));
//! assert!(evaluation.ownership.is_some() && evaluation.policy.is_some());
//! ```
//!
//! An [`Explainer`] says why: its [`Judgement`] has a ledger that adds up to the lead, groups with their life, and
//! sentences.
//!
//! ```
//! use aji_judge::territory::{Model, ModelName};
//! use aji_judge::{Explainer, Library, Question};
//! use aji_rules::{Game, RuleSet, Size};
//!
//! let game = Game::new(Size::NINE, RuleSet::Chinese.into()).with_komi("7.5".parse().unwrap());
//! let deep = Model::of(ModelName::Deep, &Library::built_in()).unwrap();
//! let judgement = Explainer::quick(deep).explain(&Question::of(&game)).unwrap();
//! assert!(!judgement.verdict().is_empty());
//! ```
//!
//! The rooms: [`evaluate`] has the one answer, [`judges`] who can be asked by name,
//! [`library`] the weights; [`deep`], [`territory`], [`winner`],
//! [`influence`] and [`opening`] the models; [`life`] and [`score`] what can be read and counted; [`judgement`] and
//! [`panel`] the explanation.
//!
//! Positive is Black's everywhere: influence, score, ownership from -1 to 1; probabilities are
//! Black's. Nothing here knows training, players, files or clocks, and randomness comes in as
//! [`Dice`].

pub mod deep;
pub mod dice;
pub mod evaluate;
pub mod explain;
pub mod features;
pub mod fuzzy;
pub mod influence;
pub mod judgement;
pub mod judges;
pub mod ladder;
pub mod library;
pub mod life;
pub mod opening;
pub mod panel;
pub mod patterns;
pub mod score;
pub mod territory;
pub mod winner;

pub use dice::Dice;
pub use evaluate::{Evaluation, Judge};
pub use judgement::{Explainer, Judgement, Question};
pub use judges::{JudgeEntry, Judges};
pub use library::{Library, LibraryError};

/// The example of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
