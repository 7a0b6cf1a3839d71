//! The grammar of SGF: text to a tree of nodes and properties, and back.
//!
//! Nothing in here knows the rules of Go, or what a property means. A value keeps the text it was
//! read with, escapes and all, so that what nobody touches is written back unchanged.
//!
//! Real files are full of small faults, so reading repairs what it can and says what it did:
//! [`parse()`] gives a [`Tree`] *and* its [`Warning`]s. Only text without any game tree is refused.
//!
//! Trees may be very deep (some servers open a variation for every move), so nothing recurses:
//! not reading, not writing, not walking, not dropping.

mod bracket;
mod escape;
mod parse;
mod reader;
mod tree;
mod warning;
mod write;

pub use escape::{escape, simple_text, split_compose, unescape};
pub use parse::{Parsed, parse};
pub use tree::{NodeId, Property, Tree};
pub use warning::{SyntaxError, Warning, WarningKind};

pub(crate) use bracket::{LOOKAHEAD, begins_tree, closes, closes_at_once, decide_closing, resumes};
pub(crate) use tree::line_breaks;
pub(crate) use warning::Warnings;
