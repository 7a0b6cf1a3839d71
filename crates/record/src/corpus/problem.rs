//! What can go wrong with a file of a corpus, in words for its owner.

use super::Origin;
use crate::text::shown;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// A fault of one file, member or game. The corpus goes on behind it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{origin}: {kind}")]
pub struct Problem {
    /// The file or member.
    pub origin: Arc<Origin>,
    /// What is wrong with it.
    pub kind: ProblemKind,
}

/// The faults a corpus can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemKind {
    /// Nothing is there.
    #[error("no such file or folder; check the path")]
    NotFound,
    /// The system refuses access.
    #[error("reading it is not permitted; change its permissions or ask its owner")]
    Forbidden,
    /// The system fails to read it.
    #[error("it cannot be read ({0}); check the disk or the connection and try again")]
    Unreadable(String),
    /// It is a pipe, a socket or a device.
    #[error("it is no ordinary file; to read from a pipe, send it to standard input and give -")]
    Special,
    /// A link leads back to a folder that contains it.
    #[error("this link leads back to {}, which contains it; it is passed over",
        shown(&.0.to_string_lossy()))]
    Loop(PathBuf),
    /// A folder or archive has nothing to read.
    #[error(
        "there is no game file in it; names end in .sgf, .gib, .ngf, .ugi or .ugf, or these with .gz"
    )]
    NoGameFile,
    /// There are no bytes.
    #[error("it is empty; fetch it again or remove it")]
    Empty,
    /// There are bytes, but no game among them.
    #[error(
        "no game is in it; is it really an SGF, GIB, NGF or UGI file? Archives other than zip and \
         tar must be unpacked first"
    )]
    NoGame,
    /// Compressed or archived data break off or contradict themselves.
    #[error("its data are cut off or damaged ({cause}){}; fetch it again", behind(*.games))]
    Damaged {
        /// Number of games that were read before.
        games: usize,
        /// What the decoder says.
        cause: String,
    },
    /// One game is longer than the limit.
    #[error(
        "game {number}, from line {line}, is longer than {limit} bytes and is passed over; \
         perhaps a bracket is missing"
    )]
    TooLong {
        /// Its number in the file.
        number: usize,
        /// The line on which it starts.
        line: u64,
        /// The greatest length.
        limit: usize,
    },
    /// The data expand so much that they must be meant to do harm.
    #[error(
        "it expands to more than {ratio} times its size, as no game record does; \
         if you trust it, decompress it first"
    )]
    Expands {
        /// The greatest expansion.
        ratio: u64,
    },
    /// An archive is a member of an archive.
    #[error("it is an archive inside an archive; unpack the outer one first")]
    NestedArchive,
    /// A zip member needs a password.
    #[error("it is encrypted; unpack the archive with its password first")]
    Encrypted,
    /// A zip member is compressed in a way we do not read.
    #[error("its compression ({0}) is not supported; unpack the archive first")]
    Compression(String),
    /// Zip archives have their directory at the end, so they cannot be read from a pipe.
    #[error("a zip archive cannot be read from a pipe; save it as a file and name that")]
    PipedZip,
}

fn behind(games: usize) -> String {
    match games {
        0 => String::new(),
        1 => " behind the first game".to_string(),
        games => format!(" behind the first {games} games"),
    }
}

/// The decompressor's own complaint, carried through `io::Error`.
#[derive(Debug, thiserror::Error)]
#[error("expands to more than {ratio} times its size")]
pub(super) struct Expansion {
    pub ratio: u64,
}

impl ProblemKind {
    /// Names a failure to open or read a file as it stands on the disk.
    pub(super) fn of_file(error: &io::Error) -> ProblemKind {
        match error.kind() {
            io::ErrorKind::NotFound => ProblemKind::NotFound,
            io::ErrorKind::PermissionDenied => ProblemKind::Forbidden,
            _ => ProblemKind::Unreadable(error.to_string()),
        }
    }

    /// Names a failure in the middle of compressed or archived data.
    pub(super) fn of_packed(error: &io::Error, games: usize) -> ProblemKind {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<Expansion>()) {
            Some(&Expansion { ratio }) => ProblemKind::Expands { ratio },
            None => ProblemKind::Damaged { games, cause: error.to_string() },
        }
    }

    pub(super) fn at(self, origin: &Arc<Origin>) -> Problem {
        Problem { origin: Arc::clone(origin), kind: self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_names_cannot_command_a_terminal() {
        let origin = Origin { path: "a\u{1b}[2J.zip".into(), member: Some("\r\n黑\u{9b}".into()) };
        assert_eq!(origin.to_string(), "a\\u{1b}[2J.zip: \\r\\n黑\\u{9b}");
    }

    #[test]
    fn sentences_name_the_place_and_the_cure() {
        let member = Arc::new(Origin { path: "a.zip".into(), member: Some("b/c.sgf".into()) });
        let file = Arc::new(Origin { path: "a.sgf".into(), member: None });
        let damaged = ProblemKind::Damaged { games: 2, cause: "bad sum".into() };
        let cases = [
            (
                ProblemKind::Empty.at(&member),
                "a.zip: b/c.sgf: it is empty; fetch it again or remove it",
            ),
            (
                damaged.at(&file),
                "a.sgf: its data are cut off or damaged (bad sum) behind the first 2 games; \
                 fetch it again",
            ),
            (
                ProblemKind::TooLong { number: 3, line: 7, limit: 10 }.at(&file),
                "a.sgf: game 3, from line 7, is longer than 10 bytes and is passed over; \
                 perhaps a bracket is missing",
            ),
        ];
        for (problem, text) in cases {
            assert_eq!(problem.to_string(), text);
        }
    }
}
