//! Matches between players: every two play, with both colours, and figures say how sure one can be
//! of who is better.
//!
//! ```
//! use aji_play::arena::{Report, MatchSettings, run};
//! use aji_judge::Library;
//! use aji_play::PlayerName;
//! use aji_rules::{RuleSet, Size};
//! use std::ops::ControlFlow;
//!
//! let players = vec![PlayerName::random(), PlayerName::random()];
//! let settings = MatchSettings::new(players, 2, Size::square(5).unwrap(), RuleSet::Chinese);
//! let library = Library::built_in();
//! let ended = run(&settings, &library, 1, Vec::new(), |_, _| ControlFlow::Continue(())).unwrap();
//! assert_eq!(Report::new(&settings, &ended.games).standings[0].all.games(), 2);
//! ```

mod corners;
mod elo;
mod played;
mod referee;
mod report;
mod room;
mod run;
mod settings;
mod sgf;
mod stats;

pub use elo::{Rating, ratings};
pub use played::{Ending, Leads, Played, UnknownEnding};
pub use referee::{RefereeName, UnknownReferee};
pub use report::{Pairing, Report, Standing, Tally};
pub use room::{ArenaError, Clock};
pub use run::{Match, read_game, run};
pub use settings::{Finish, Fixture, MatchSettings, Opening, SettingsError};
pub use sgf::KeptGameError;
pub use stats::{Interval, Mean, wilson};
