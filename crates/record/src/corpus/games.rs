//! The games of one file, whatever it lies in.

use super::kind::Format;
use super::split::{Piece, Splitter};
use super::stream::{Bytes, Text};
use super::{GameText, Limits, Origin, Problem, ProblemKind};
use encoding_rs::Encoding;
use std::io::{self, Read};
use std::sync::Arc;

/// An iterator over the games of one file.
pub(super) struct Games {
    origin: Arc<Origin>,
    format: Format,
    encoding: Option<&'static Encoding>,
    body: Body,
    /// Whether a failure to read means damaged data rather than a failing disk.
    packed: bool,
    empty: bool,
    limit: usize,
    /// Games met so far, those passed over included.
    number: usize,
}

enum Body {
    Sgf(Splitter<Bytes>),
    /// The other formats have one game a file.
    Whole(Bytes),
    Finished,
}

impl Games {
    pub fn new(
        origin: Arc<Origin>,
        format: Format,
        reader: Bytes,
        packed: bool,
        limits: Limits,
    ) -> Games {
        let Text { reader, encoding, empty } = Text::new(reader);
        let limit = limits.game_bytes;
        let body = match format {
            Format::Sgf => Body::Sgf(Splitter::new(reader, encoding, limit)),
            Format::Gib | Format::Ngf | Format::Ugi => Body::Whole(reader),
        };
        Games { origin, format, encoding, body, packed, empty, limit, number: 0 }
    }

    fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        match &mut self.body {
            Body::Sgf(splitter) => splitter.next_piece(),
            Body::Whole(reader) if self.number == 0 => whole(reader, self.limit),
            Body::Whole(_) | Body::Finished => Ok(None),
        }
    }

    fn finish(&mut self, kind: Option<ProblemKind>) -> Option<Result<GameText, Problem>> {
        self.body = Body::Finished;
        kind.map(|kind| Err(kind.at(&self.origin)))
    }
}

impl Iterator for Games {
    type Item = Result<GameText, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        if matches!(self.body, Body::Finished) {
            return None;
        }
        match self.next_piece() {
            Ok(Some(Piece { offset, line, bytes })) => {
                self.number += 1;
                Some(match bytes {
                    Some(bytes) => Ok(GameText {
                        origin: Arc::clone(&self.origin),
                        format: self.format,
                        number: self.number,
                        offset,
                        line,
                        bytes,
                        encoding: self.encoding,
                    }),
                    None => {
                        let (number, limit) = (self.number, self.limit);
                        Err(ProblemKind::TooLong { number, line, limit }.at(&self.origin))
                    }
                })
            }
            Ok(None) if self.number > 0 => self.finish(None),
            Ok(None) if self.empty => self.finish(Some(ProblemKind::Empty)),
            Ok(None) => self.finish(Some(ProblemKind::NoGame)),
            Err(error) if self.packed => {
                self.finish(Some(ProblemKind::of_packed(&error, self.number)))
            }
            Err(error) => self.finish(Some(ProblemKind::of_file(&error))),
        }
    }
}

/// All of a file as one game, unless it is blank.
fn whole(reader: &mut Bytes, limit: usize) -> io::Result<Option<Piece>> {
    let mut bytes = Vec::new();
    reader.take((limit as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.trim_ascii().is_empty() {
        return Ok(None);
    }
    let bytes = (bytes.len() <= limit).then_some(bytes);
    Ok(Some(Piece { offset: 0, line: 1, bytes }))
}
