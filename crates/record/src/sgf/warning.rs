//! What can be wrong with the text of a record, in sentences for people.

use std::fmt;

/// Longest text that is read as one piece; positions in it must fit 32 bits with room to spare.
const TEXT_LIMIT: usize = 1 << 30;

/// How many warnings one record may collect before the rest is summed up.
const WARNING_LIMIT: usize = 100;

/// Why a text is not a record at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxError {
    /// There is no `(` that opens a game tree, or no node in it.
    #[error(
        "no game tree in {length} bytes of text: an SGF record starts with `(;`; \
         is this another kind of file?"
    )]
    NoGame {
        /// How much text was searched, in bytes.
        length: usize,
    },
    /// The text is longer than one record can be.
    #[error(
        "{length} bytes are too much for one record (at most 1 GiB): split it into games first"
    )]
    TooLong {
        /// The length of the text in bytes.
        length: usize,
    },
    /// The text has no move in the format it was taken for.
    #[error(
        "no line of this text is a move of a {format} record: \
         check that the file is what its name says"
    )]
    NoMoves {
        /// The format that was expected.
        format: &'static str,
    },
}

/// Refuses text that is too long to be one record.
pub(super) fn check_length(text: &str) -> Result<(), SyntaxError> {
    match text.len() > TEXT_LIMIT {
        true => Err(SyntaxError::TooLong { length: text.len() }),
        false => Ok(()),
    }
}

/// One fault that was met and repaired, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Byte offset in the decoded text; [`Tree::line_of`](super::Tree::line_of) makes a line of it.
    pub offset: usize,
    /// What was wrong and what was done about it.
    pub kind: WarningKind,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.offset, self.kind)
    }
}

/// The faults that reading repairs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WarningKind {
    /// Something other than space stands before the game tree.
    TextBeforeGame,
    /// Something other than space stands after the game tree.
    TextAfterGame,
    /// Another game tree follows where one was asked for.
    MoreGames,
    /// `((` where the root node should be.
    DoubledOpening,
    /// `()`.
    EmptyVariation,
    /// A node without properties. It is kept.
    EmptyNode,
    /// Properties begin where a `;` should be.
    MissingSemicolon,
    /// The game tree does not end.
    MissingClosing,
    /// A `)` that closes nothing.
    ExtraClosing,
    /// Text that is no part of the grammar.
    StrayText,
    /// A `[value]` without a property name before it.
    NamelessValue,
    /// A property name without a value; it is given an empty one.
    MissingValue {
        /// The name as written.
        name: String,
    },
    /// The same property twice in one node. Both are kept; look-up finds the values of both.
    RepeatedProperty {
        /// The name as written the second time.
        name: String,
    },
    /// A name without any capital letter; look-up takes it as if it were in capitals.
    LowerCaseName {
        /// The name as written.
        name: String,
    },
    /// A `]` inside a value without `\` before it.
    BareBracket,
    /// The text ends inside a value.
    UnclosedValue,
    /// A move of a GIB, NGF or UGI record that cannot be read. It is left out.
    UnreadableMove {
        /// The line as written.
        line: String,
    },
    /// A header field of a GIB, NGF or UGI record that cannot be read.
    UnreadableField {
        /// The name of the field.
        field: &'static str,
        /// What it says.
        value: String,
    },
    /// There were more warnings than are worth listing.
    AndMore,
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use WarningKind::*;
        match self {
            TextBeforeGame => f.write_str("text before the game tree was skipped"),
            TextAfterGame => f.write_str("text after the game tree was ignored"),
            MoreGames => f.write_str("only the first of several games was read"),
            DoubledOpening => f.write_str("a second `(` before the first node was ignored"),
            EmptyVariation => f.write_str("an empty pair of parentheses was ignored"),
            EmptyNode => f.write_str("this node has no properties"),
            MissingSemicolon => f.write_str("a `;` was missing before these properties"),
            MissingClosing => f.write_str("the game tree had no closing `)`; it was ended here"),
            ExtraClosing => f.write_str("a `)` that closes nothing was ignored"),
            StrayText => f.write_str("text between properties was skipped"),
            NamelessValue => f.write_str("a value without a property name was skipped"),
            MissingValue { name } => write!(f, "{name} had no value and was given an empty one"),
            RepeatedProperty { name } => {
                write!(f, "{name} stands twice in one node; both were kept")
            }
            LowerCaseName { name } => {
                write!(f, "the property name {name} has no capital letters; it was taken as {}", {
                    name.to_ascii_uppercase()
                })
            }
            BareBracket => f.write_str("a `]` inside a value had no `\\` before it; one was added"),
            UnclosedValue => f.write_str("the text ended inside a value; it was closed there"),
            UnreadableMove { line } => write!(f, "this is not a move and was left out: {line}"),
            UnreadableField { field, value } => write!(f, "{field} could not be read: {value}"),
            AndMore => f.write_str("further faults are not listed"),
        }
    }
}

/// A list of warnings that cannot outgrow the text it is about.
#[derive(Debug, Default)]
pub(crate) struct Warnings(Vec<Warning>);

impl Warnings {
    pub(crate) fn push(&mut self, offset: usize, kind: WarningKind) {
        match self.0.len() {
            n if n < WARNING_LIMIT => self.0.push(Warning { offset, kind }),
            WARNING_LIMIT => self.0.push(Warning { offset, kind: WarningKind::AndMore }),
            _ => {}
        }
    }

    /// The warnings in the order of the text.
    pub(crate) fn into_vec(mut self) -> Vec<Warning> {
        // Some faults are only seen when what they are about is over.
        self.0.sort_by_key(|warning| warning.offset);
        self.0
    }
}
