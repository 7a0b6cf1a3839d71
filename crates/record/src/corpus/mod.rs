//! Corpora: many games in many files, read as one stream.
//!
//! A user names files, folders and archives; [`Corpus`] gives the bytes of their games one by one,
//! in an order that is the same on every machine. What cannot be read comes as a [`Problem`] in its
//! place, and the stream goes on behind it.
//!
//! Memory does not grow with the corpus: at any time there is one read buffer, the current game,
//! and the directory of the current zip archive.

mod archive;
mod games;
mod kind;
mod ordered;
mod problem;
mod progress;
mod root;
mod split;
mod stream;
mod walk;

#[cfg(test)]
mod tests;

pub use kind::Format;
pub use ordered::map_ordered;
pub use problem::{Problem, ProblemKind};
pub use progress::Progress;

use crate::text::shown;
use archive::{Archive, Member};
use encoding_rs::Encoding;
use games::Games;
use kind::{Kind, MAGIC_BYTES, Magic};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use stream::{Bytes, Counted, Peeked, gunzipped};
use walk::{Found, Walk, is_standard_input};

/// The file a game comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The file on the disk, or `-` for standard input.
    pub path: PathBuf,
    /// The name inside, if that file is an archive.
    pub member: Option<String>,
}

/// Names come from archives of strangers, so their control characters are escaped.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_standard_input(&self.path) {
            f.write_str("standard input")?;
        } else {
            f.write_str(&shown(&self.path.to_string_lossy()))?;
        }
        match &self.member {
            Some(member) => write!(f, ": {}", shown(member)),
            None => Ok(()),
        }
    }
}

/// One game as it stands in its file, not yet parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    /// Where it comes from.
    pub origin: Arc<Origin>,
    /// Its notation.
    pub format: Format,
    /// Its number in the file, from one. Games passed over are counted.
    pub number: usize,
    /// Where it starts in the file, in bytes, after decompression (and, for UTF-16, in UTF-8).
    pub offset: u64,
    /// The line on which it starts, from one.
    pub line: u64,
    /// The text. A game in UTF-16 has become UTF-8, whatever its `CA` property says.
    pub bytes: Vec<u8>,
    /// What the head of the file seems to be written in; `None` if that is plain ASCII.
    pub encoding: Option<&'static Encoding>,
}

impl GameText {
    /// A game that does not come from a file; `name` is for messages.
    pub fn new(name: &str, format: Format, bytes: impl Into<Vec<u8>>) -> GameText {
        GameText {
            origin: Arc::new(Origin { path: name.into(), member: None }),
            format,
            number: 1,
            offset: 0,
            line: 1,
            bytes: bytes.into(),
            encoding: None,
        }
    }
}

/// How much is borne before a file is taken to be broken or hostile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The greatest length of one game.
    pub game_bytes: usize,
    /// How many times its compressed size a file may have.
    pub expansion_ratio: u64,
    /// How much may come out of a file before the ratio is looked at.
    pub expansion_free_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { game_bytes: 8 << 20, expansion_ratio: 200, expansion_free_bytes: 64 << 20 }
    }
}

/// An iterator over all games behind a list of paths.
pub struct Corpus {
    paths: Vec<PathBuf>,
    /// What was given instead of paths.
    given: Option<(Arc<Origin>, Bytes)>,
    walk: Walk,
    archive: Option<Archive>,
    games: Option<Games>,
    limits: Limits,
    progress: Progress,
    /// What [`Progress::done`] must be when the current file is through.
    file_end: Option<u64>,
}

impl Corpus {
    /// A corpus of files, folders (with all below them) and archives; `-` is standard input.
    ///
    /// Nothing is touched yet: a missing file, too, is reported by the iterator in its turn.
    pub fn open<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>, limits: Limits) -> Corpus {
        let paths: Vec<PathBuf> = paths.into_iter().map(Into::into).collect();
        Corpus {
            walk: Walk::new(paths.clone()),
            paths,
            given: None,
            archive: None,
            games: None,
            limits,
            progress: Progress::default(),
            file_end: None,
        }
    }

    /// A corpus of what `reader` gives, for instance bytes in memory; `name` is for messages.
    ///
    /// As with standard input, the first bytes tell what it is: SGF, GIB, NGF, UGI or a tar archive,
    /// with gzip or without. The progress of such a corpus has no total.
    pub fn from_reader(name: &str, reader: impl Read + Send + 'static, limits: Limits) -> Corpus {
        let mut corpus = Corpus::open::<PathBuf>([], limits);
        corpus.progress.measure(|| None);
        let origin = Arc::new(Origin { path: name.into(), member: None });
        let reader = Counted::new(reader, corpus.progress.counter());
        corpus.given = Some((origin, Box::new(reader)));
        corpus
    }

    /// A handle to watch how far the reading is. The first call walks all folders for the total.
    pub fn progress(&self) -> Progress {
        self.progress.measure(|| walk::total_size(&self.paths));
        self.progress.clone()
    }

    fn start(&mut self, found: Found) -> Result<(), Problem> {
        match found {
            Found::StandardInput => {
                let origin = Arc::new(Origin { path: "-".into(), member: None });
                let reader = Box::new(Counted::new(io::stdin(), self.progress.counter()));
                self.start_unknown(&origin, reader, None)
            }
            Found::File { path, size, kind } => {
                self.file_end = Some(self.progress.done() + size);
                let origin = Arc::new(Origin { path, member: None });
                if size == 0 {
                    return Err(ProblemKind::Empty.at(&origin));
                }
                let open = || File::open(&origin.path);
                let file = open().map_err(|error| ProblemKind::of_file(&error).at(&origin))?;
                let counted = |file| Box::new(Counted::new(file, self.progress.counter())) as Bytes;
                match kind {
                    Some(Kind::Zip) => self.start_zip(&origin, file),
                    Some(Kind::Tar { gzip }) => {
                        let reader = self.unpacked(counted(file), gzip);
                        self.start_tar(&origin, reader);
                    }
                    Some(Kind::Game { format, gzip }) => {
                        let reader = self.unpacked(counted(file), gzip);
                        self.start_games(origin, format, reader, gzip);
                    }
                    None => {
                        let again = file.try_clone().ok();
                        let reader = counted(file);
                        return self.start_unknown(&origin, reader, again);
                    }
                }
                Ok(())
            }
        }
    }

    /// Starts a file whose name tells nothing. A zip archive needs `file`, to seek in.
    fn start_unknown(
        &mut self,
        origin: &Arc<Origin>,
        reader: Bytes,
        file: Option<File>,
    ) -> Result<(), Problem> {
        let mut peeked = Peeked::new(reader, MAGIC_BYTES);
        let mut magic = Magic::of(peeked.head());
        let gzip = magic == Magic::Gzip;
        if gzip {
            peeked = Peeked::new(gunzipped(Box::new(peeked), self.limits), MAGIC_BYTES);
            magic = Magic::of(peeked.head());
        }
        match (magic, file) {
            (Magic::Gzip | Magic::Zip, _) if gzip => {
                return Err(ProblemKind::NestedArchive.at(origin));
            }
            (Magic::Zip | Magic::Gzip, Some(file)) => self.start_zip(origin, file),
            (Magic::Zip | Magic::Gzip, None) => return Err(ProblemKind::PipedZip.at(origin)),
            (Magic::Tar, _) => self.start_tar(origin, Box::new(peeked)),
            (Magic::Game(format), _) => {
                self.start_games(Arc::clone(origin), format, Box::new(peeked), gzip);
            }
        }
        Ok(())
    }

    fn start_zip(&mut self, origin: &Origin, file: File) {
        let counter = self.progress.counter();
        self.archive = Some(Archive::zip(origin.path.clone(), file, self.limits, counter));
    }

    fn start_tar(&mut self, origin: &Origin, reader: Bytes) {
        self.archive = Some(Archive::tar(origin.path.clone(), reader, self.limits));
    }

    fn start_games(&mut self, origin: Arc<Origin>, format: Format, reader: Bytes, packed: bool) {
        self.games = Some(Games::new(origin, format, reader, packed, self.limits));
    }

    fn unpacked(&self, reader: Bytes, gzip: bool) -> Bytes {
        if gzip { gunzipped(reader, self.limits) } else { reader }
    }
}

impl Iterator for Corpus {
    type Item = Result<GameText, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(games) = &mut self.games {
                if let Some(game) = games.next() {
                    return Some(game);
                }
                self.games = None;
            }
            if let Some(archive) = &mut self.archive {
                match archive.next_member() {
                    Some(Ok(Member { origin, format, reader })) => {
                        self.start_games(origin, format, reader, true);
                        continue;
                    }
                    Some(Err(problem)) => return Some(Err(problem)),
                    None => self.archive = None,
                }
            }
            // What was passed over in the last file counts as done.
            if let Some(done) = self.file_end.take() {
                self.progress.set(done);
            }
            let started = match self.given.take() {
                Some((origin, reader)) => self.start_unknown(&origin, reader, None),
                None => self.walk.next()?.and_then(|found| self.start(found)),
            };
            if let Err(problem) = started {
                return Some(Err(problem));
            }
        }
    }
}
