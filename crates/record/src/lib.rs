//! Records of Go games: read with their warnings, replayed, written back.
//!
//! The way in, one step a module: [`corpus`] finds the games in files, folders and archives and
//! gives their bytes; [`text`] makes characters of them; [`sgf`] (and [`gib`], [`ngf`], [`ugi`])
//! makes a tree; a [`Record`] is the tree with what its [`Head`] says; [`Record::replay`] plays it
//! by the rules. Each step says what it found odd ([`Note`]) and goes on; a [`Fault`] ends one game
//! and never the rest.
//!
//! ```
//! use aji_record::Record;
//!
//! let record = Record::from_sgf("(;SZ[9]KM[6.5];B[ee];W[ec];B[tt])").unwrap();
//! let replay = record.replay();
//! assert_eq!(replay.moves, 3);
//! assert!(replay.fault.is_none());
//! ```

pub mod corpus;
mod fingerprint;
mod foreign;
pub mod gib;
mod head;
pub mod ngf;
mod notation;
mod note;
mod outcome;
mod record;
mod replay;
pub mod sgf;
pub mod text;
pub mod ugi;
mod write;

pub use fingerprint::fingerprint;
pub use head::{Head, rank_order};
pub use notation::{move_text, parse_move, parse_point, point_text};
pub use note::{Fault, FaultKind, KomiRepair, Note, NoteKind, Place};
pub use outcome::{UnknownOutcome, parse_outcome};
pub use record::Record;
pub use replay::Replay;
pub use write::game_tree;
