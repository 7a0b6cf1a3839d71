//! What is odd about a record, and what makes one unusable, in sentences for people.

use crate::corpus::{GameText, Origin};
use crate::sgf::{SyntaxError, WarningKind};
use crate::text::TextNote;
use aji_rules::{Color, HalfPoints, IllegalMove, RuleSet};
use std::fmt;
use std::sync::Arc;

/// Where a game stands: its file, its number there and its first line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub origin: Arc<Origin>,
    /// The number of the game in the file, from one.
    pub number: usize,
    /// A line of the file, from one.
    pub line: u64,
}

impl From<&GameText> for Place {
    fn from(game: &GameText) -> Place {
        Place { origin: game.origin.clone(), number: game.number, line: game.line }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, game {}, line {}", self.origin, self.number, self.line)
    }
}

/// Something odd that did not stop the reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The line of the file, from one.
    pub line: u64,
    /// What is odd and what was done about it.
    pub kind: NoteKind,
}

/// The oddities.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteKind {
    /// About the character set.
    Text(TextNote),
    /// About the grammar.
    Syntax(WarningKind),
    /// The komi was written in a way that must be put right.
    KomiRepaired {
        /// The value as written.
        written: String,
        /// What it was taken for.
        komi: HalfPoints,
        /// Why.
        because: KomiRepair,
    },
    /// The komi cannot be what it says.
    KomiOdd {
        /// The value as written.
        written: String,
    },
    /// The komi is no number; none was taken.
    KomiUnreadable {
        /// The value as written.
        written: String,
    },
    /// No komi is recorded; none was taken.
    KomiMissing,
    /// Fox writes no komi where its default applies.
    KomiPerhapsDefault,
    /// The rules have a name that we do not know.
    RulesUnknown {
        /// The name as written.
        written: String,
    },
    /// The result cannot be read.
    OutcomeUnreadable {
        /// The result as written.
        written: String,
    },
    /// Handicap stones were announced but not placed; the customary places were taken.
    HandicapPlaced {
        /// How many.
        stones: u32,
    },
    /// Handicap stones were announced but not placed, and there is no telling where.
    HandicapNotPlaced {
        /// How many.
        stones: u32,
    },
    /// The number of handicap stones is no number.
    HandicapUnreadable {
        /// The value as written.
        written: String,
    },
    /// The number of handicap stones is not the number announced.
    HandicapDiffers {
        /// As announced; 0 if not.
        announced: u32,
        /// As placed.
        placed: u32,
    },
    /// A move has more points than one; the first was played.
    MoveWithManyPoints {
        /// The first such move.
        number: usize,
    },
    /// The rules are not among ours; similar ones were taken.
    RulesNear {
        /// The name as written.
        written: String,
        /// What was taken.
        taken: RuleSet,
    },
    /// A side moved twice in a row.
    OutOfTurn {
        /// The first such move.
        number: usize,
        /// Who moved.
        color: Color,
    },
    /// A move repeats the whole board although the rules forbid it; it was played all the same.
    SuperkoBroken {
        /// The first such move.
        number: usize,
    },
}

/// Why a komi was put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KomiRepair {
    /// Fox writes hundredths of points or of *zi*.
    FoxHundredths,
    /// Fox writes nonsense when there are handicap stones.
    FoxHandicap,
    /// On Fox a handicap of one stone means no komi.
    FoxNoKomi,
    /// It is counted in *zi*, of two points each.
    Stones,
    /// It has a decimal comma or a unit.
    Spelling,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl NoteKind {
    /// One word for the kind, to count by.
    pub fn topic(&self) -> &'static str {
        use NoteKind::*;
        match self {
            Text(_) => "characters",
            Syntax(_) => "syntax",
            KomiRepaired { .. } => "komi repaired",
            KomiOdd { .. } | KomiUnreadable { .. } | KomiPerhapsDefault => "komi doubtful",
            KomiMissing => "komi missing",
            RulesUnknown { .. } | RulesNear { .. } => "rules unknown",
            MoveWithManyPoints { .. } => "move with many points",
            OutcomeUnreadable { .. } => "result unreadable",
            HandicapPlaced { .. }
            | HandicapNotPlaced { .. }
            | HandicapUnreadable { .. }
            | HandicapDiffers { .. } => "handicap",
            OutOfTurn { .. } => "out of turn",
            SuperkoBroken { .. } => "superko",
        }
    }
}

impl fmt::Display for NoteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use NoteKind::*;
        match self {
            Text(note) => note.fmt(f),
            Syntax(warning) => warning.fmt(f),
            KomiRepaired { written, komi, because } => {
                write!(f, "komi is written as {written} and was taken as {komi}: ")?;
                f.write_str(match because {
                    KomiRepair::FoxHundredths => "Fox counts it in hundredths",
                    KomiRepair::FoxHandicap => "Fox writes this when there are handicap stones",
                    KomiRepair::FoxNoKomi => "on Fox a handicap of 1 means no komi",
                    KomiRepair::Stones => "it is counted in stones, of two points each",
                    KomiRepair::Spelling => "that is the number in it",
                })
            }
            KomiOdd { written } => write!(f, "a komi of {written} is hardly meant"),
            KomiUnreadable { written } => {
                write!(f, "komi is no number of half points ({written}) and was taken as 0")
            }
            KomiMissing => f.write_str("no komi is recorded; it was taken as 0"),
            KomiPerhapsDefault => {
                f.write_str("komi is 0, which Fox also writes where its default applies")
            }
            RulesUnknown { written } => {
                write!(f, "the rules '{written}' are not known; Japanese rules were taken")
            }
            OutcomeUnreadable { written } => write!(f, "the result '{written}' cannot be read"),
            HandicapPlaced { stones } => write!(
                f,
                "{stones} handicap stones are announced but not placed; they were put on their \
                 customary points"
            ),
            HandicapNotPlaced { stones } => write!(
                f,
                "{stones} handicap stones are announced but not placed; it was taken as an even game"
            ),
            HandicapUnreadable { written } => {
                write!(f, "the handicap '{written}' is no number of stones")
            }
            HandicapDiffers { announced: 0, placed } => {
                write!(f, "{placed} handicap stones are placed but not announced")
            }
            HandicapDiffers { announced, placed } => {
                write!(f, "{announced} handicap stones are announced but {placed} are placed")
            }
            RulesNear { written, taken } => {
                write!(
                    f,
                    "the rules '{written}' are not known; {taken} rules are near and were taken"
                )
            }
            MoveWithManyPoints { number } => {
                write!(f, "move {number} has more points than one; the first was played")
            }
            OutOfTurn { number, color } => {
                write!(f, "{color} moves twice in a row at move {number}")
            }
            SuperkoBroken { number } => {
                write!(f, "move {number} repeats the whole board, which the rules forbid")
            }
        }
    }
}

/// A record, or the rest of one, that cannot be used, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {kind}")]
pub struct Fault {
    /// The game and the line.
    pub place: Place,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What makes a record unusable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// The text is no record.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The record is of another game.
    #[error("this is a record of another game (GM[{written}]); only Go, GM[1], is read")]
    NotGo {
        /// The value of `GM`.
        written: String,
    },
    /// The board cannot be.
    #[error("the board size '{written}' is not one that we know: sides go from 1 to 25")]
    Size {
        /// The value of `SZ`.
        written: String,
    },
    /// A move breaks a rule.
    #[error("move {number}, {color} at {vertex}, is illegal: {reason}")]
    Illegal {
        /// The number of the move, from one.
        number: usize,
        /// Who moves.
        color: Color,
        /// Where, as people write it.
        vertex: String,
        /// The rule.
        reason: IllegalMove,
    },
    /// A move is not on the board.
    #[error("move {number}, {color} at '{written}', is not on the board")]
    OffBoard {
        /// The number of the move, from one.
        number: usize,
        /// Who moves.
        color: Color,
        /// The value as written.
        written: String,
    },
    /// Stones were set up off the board.
    #[error("after move {number} a stone is set up at '{written}', which is not on the board")]
    SetUpOffBoard {
        /// How many moves came before.
        number: usize,
        /// The value as written.
        written: String,
    },
    /// More stones were set up than anybody means to.
    #[error("after move {number} stones are set up without end; the record is broken or hostile")]
    SetUpEndless {
        /// How many moves came before.
        number: usize,
    },
    /// Stones were set up that no position can have.
    #[error("after move {number} stones are set up so that {reason}")]
    SetUp {
        /// How many moves came before.
        number: usize,
        /// What is wrong with them.
        reason: String,
    },
}

impl FaultKind {
    /// One word for the kind, to count by.
    pub fn topic(&self) -> &'static str {
        match self {
            FaultKind::Syntax(_) => "no record",
            FaultKind::NotGo { .. } => "another game",
            FaultKind::Size { .. } => "board size",
            FaultKind::Illegal { .. } => "illegal move",
            FaultKind::OffBoard { .. } => "move off the board",
            FaultKind::SetUpOffBoard { .. }
            | FaultKind::SetUpEndless { .. }
            | FaultKind::SetUp { .. } => "bad setup",
        }
    }
}
