//! Cuts a stream of SGF bytes into games.
//!
//! A game runs from a `(` that begins a tree to its matching `)`. Brackets inside values do not
//! count, so values are followed too, with their escapes, their two-byte characters, and the same
//! patience with a bare `]` as the parser has. Real files lack a closing `)` or `]` now and then; see
//! [`Splitter::is_next_game`] for how the games behind such a fault are saved.
//!
//! The splitter reads once, forward, and holds the current game and one chunk, whatever the input.

use super::root::FirstNode;
use crate::sgf::{
    LOOKAHEAD, begins_tree, closes, closes_at_once, decide_closing, line_breaks, resumes,
};
use crate::text;
use encoding_rs::{EUC_JP, EUC_KR, Encoding, UTF_8};
use memchr::{memchr, memchr_iter, memchr3};
use std::io::{self, Read};

/// How much is asked of the reader at once.
const CHUNK: usize = 64 * 1024;

/// One cut of the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Where the game starts, in bytes from the beginning.
    pub offset: u64,
    /// The line on which it starts, from one.
    pub line: u64,
    /// The game; `None` when it is longer than the limit.
    pub bytes: Option<Vec<u8>>,
}

/// Where in a game the scan stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Node,
    Value,
    /// In a value, behind a backslash.
    Escaped,
    /// In a value, behind the first byte of a two-byte character.
    Trail,
}

/// Why the scan of the window stopped.
enum Stop {
    /// All bytes at hand are used.
    Window,
    /// Behind a `)` that closes the tree, unless more nodes follow.
    Closed,
    /// At a `]` that closes its value, unless it is part of it.
    Bracket,
    /// At a `(` at the beginning of a line, which may be the next game.
    LineStart,
}

/// The scan of one game.
struct Scan {
    place: Place,
    depth: usize,
    /// Whether the current value has a bare `[` in it.
    opened: bool,
}

/// An iterator over the games of one SGF file.
pub(super) struct Splitter<R> {
    reader: R,
    /// `window[start..end]` is in use; a game that is being read begins at `start`.
    window: Vec<u8>,
    start: usize,
    pos: usize,
    end: usize,
    /// Place of `window[0]` in the stream.
    base: u64,
    /// Line of `window[start]`.
    line: u64,
    /// Whether a `\r` stands before `window[start]`.
    behind_return: bool,
    finished: bool,
    /// Ends the stream; it is due behind the games that came before it.
    failure: Option<io::Error>,
    /// What the stream is written in, if not in UTF-8.
    encoding: Option<&'static Encoding>,
    /// Bytes worth a stop inside values, for encodings whose second bytes may look like `]`.
    wide: Option<Box<[bool; 256]>>,
    limit: usize,
}

impl<R: Read> Splitter<R> {
    /// Splits what `reader` gives, written in `encoding`, into games of at most `limit` bytes.
    pub fn new(reader: R, encoding: Option<&'static Encoding>, limit: usize) -> Splitter<R> {
        Splitter {
            reader,
            window: Vec::new(),
            start: 0,
            pos: 0,
            end: 0,
            base: 0,
            line: 1,
            behind_return: false,
            finished: false,
            failure: None,
            encoding: encoding.filter(|&encoding| encoding != UTF_8),
            wide: encoding.and_then(wide_stops),
            limit,
        }
    }

    /// The next game, or none at the end of the stream. After an error nothing more follows.
    pub fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        if !self.find_tree() {
            return self.failure.take().map_or(Ok(None), Err);
        }
        let (offset, line) = (self.base + self.start as u64, self.line);
        let mut scan = Scan { place: Place::Node, depth: 0, opened: false };
        let mut own: Option<FirstNode> = None;
        let mut too_long = false;
        loop {
            let stop = self.scan(&mut scan);
            if self.pos - self.start > self.limit {
                // Drop what was kept but go on to the end, so that the next game is found. The
                // last byte stays: it tells whether a line begins here.
                own.get_or_insert_with(|| self.own_node());
                too_long = true;
                self.drop_until(self.pos - 1);
            }
            match stop {
                Stop::Window if self.fill() => {}
                Stop::Window => match self.failure.take() {
                    Some(failure) => return Err(failure),
                    // A missing final `)` is for the parser to report; the game is given as it is.
                    None => break,
                },
                Stop::Closed => {
                    self.ensure(LOOKAHEAD);
                    if !resumes(self.ahead()) {
                        break;
                    }
                    scan.depth = 1;
                }
                Stop::Bracket => {
                    if self.value_ends(scan.opened) {
                        scan.place = Place::Node;
                    }
                    self.pos += 1;
                }
                Stop::LineStart => {
                    self.ensure(1 + LOOKAHEAD);
                    let own = *own.get_or_insert_with(|| self.own_node());
                    if self.is_next_game(own, scan.place) {
                        break;
                    }
                    self.pos += 1;
                    if scan.place == Place::Node {
                        scan.depth += 1;
                    }
                }
            }
        }
        let game = &self.window[self.start..self.pos];
        let bytes = (!too_long).then(|| game.trim_ascii_end().to_vec());
        self.drop_until(self.pos);
        Ok(Some(Piece { offset, line, bytes }))
    }

    /// Moves to the next `(` that begins a tree.
    ///
    /// A bracket around whole trees, `((;...)(;...))`, begins none itself; the trees inside are
    /// games of their own.
    fn find_tree(&mut self) -> bool {
        loop {
            match memchr(b'(', &self.window[self.pos..self.end]) {
                Some(skipped) => {
                    self.drop_until(self.pos + skipped);
                    self.ensure(1 + LOOKAHEAD);
                    if begins_tree(&self.ahead()[1..]) {
                        return true;
                    }
                    self.pos += 1;
                }
                None => {
                    self.drop_until(self.end);
                    if !self.fill() {
                        return false;
                    }
                }
            }
        }
    }

    /// Goes through the window until something needs a decision.
    fn scan(&mut self, scan: &mut Scan) -> Stop {
        let bytes = &self.window[..self.end];
        let mut at = self.pos;
        let stop = loop {
            let Some(&byte) = bytes.get(at) else {
                break Stop::Window;
            };
            match scan.place {
                Place::Node => {
                    // Games are made of these; to leap over them makes the whole five times as fast.
                    let from = at;
                    while let [b';', b'B' | b'W', b'[', b'a'..=b'z', b'a'..=b'z', b']', ..] =
                        bytes[at..]
                    {
                        at += 6;
                    }
                    if at > from && !closes_at_once(&bytes[at..]) {
                        at -= 1;
                        scan.place = Place::Value;
                        scan.opened = false;
                        break Stop::Bracket;
                    }
                    let is_stop = |&b: &u8| matches!(b, b'(' | b')' | b'[');
                    let Some(skipped) = bytes[at..].iter().position(is_stop) else {
                        at = bytes.len();
                        continue;
                    };
                    at += skipped;
                    match bytes[at] {
                        b'[' => {
                            scan.place = Place::Value;
                            scan.opened = false;
                        }
                        b')' => {
                            scan.depth -= 1;
                            if scan.depth == 0 {
                                at += 1;
                                break Stop::Closed;
                            }
                        }
                        _ if at > self.start && is_line_end(bytes[at - 1]) => {
                            break Stop::LineStart;
                        }
                        _ => scan.depth += 1,
                    }
                    at += 1;
                }
                Place::Value => {
                    let rest = &bytes[at..];
                    let (skipped, rest) =
                        rest.split_at(value_stop(rest, self.wide.as_deref()).unwrap_or(rest.len()));
                    at += skipped.len();
                    if let [b']', behind @ ..] = rest
                        && closes_at_once(behind)
                    {
                        scan.place = Place::Node;
                        at += 1;
                        continue;
                    }
                    scan.opened = scan.opened || memchr(b'[', skipped).is_some();
                    match rest.first() {
                        None => continue,
                        Some(b']') => break Stop::Bracket,
                        Some(b'(') if is_line_end(bytes[at - 1]) => break Stop::LineStart,
                        Some(b'(') => {}
                        Some(b'\\') => scan.place = Place::Escaped,
                        Some(_) => scan.place = Place::Trail,
                    }
                    at += 1;
                }
                Place::Escaped => {
                    // A two-byte character is escaped as a whole: leave its first byte to the scan.
                    let leads =
                        byte >= 0x80 && self.wide.as_ref().is_some_and(|w| w[byte as usize]);
                    at += usize::from(!leads);
                    scan.place = Place::Value;
                }
                Place::Trail => {
                    // A lower byte is never a second one, so the first was a stray.
                    at += usize::from(byte >= 0x40);
                    scan.place = Place::Value;
                }
            }
        };
        self.pos = at;
        stop
    }

    /// Whether the `(` ahead, at the beginning of a line inside a game, begins the next game.
    ///
    /// Without this a file with one `)` or `]` missing would be one endless game. Inside a game a
    /// `(` begins a variation, and no variation may set a root property such as the board size;
    /// nor may it name the players once the root has done so. A writer that puts a game on a new
    /// line makes such a place almost surely a new game. Inside a value only root properties
    /// count, and a value that quotes a game should have escaped them.
    fn is_next_game(&self, own: FirstNode, place: Place) -> bool {
        let ahead = self.ahead();
        let found = FirstNode::of(ahead);
        begins_tree(&ahead[1..]) && (found.root || (place == Place::Node && found.info && own.info))
    }

    /// Whether the `]` here closes its value, asked of what the parser will see.
    fn value_ends(&mut self, opened: bool) -> bool {
        // Decoding makes text longer, but for rare characters of four bytes.
        const RAW: usize = 2 * LOOKAHEAD;
        self.ensure(1 + RAW);
        let rest = &self.window[self.pos + 1..self.end];
        let Some(encoding) = self.encoding else {
            return closes(rest, opened);
        };
        let decoded =
            |length: usize| encoding.decode_without_bom_handling(&rest[..rest.len().min(length)]).0;
        // Mostly a few bytes will do.
        decide_closing(decoded(RAW / 16).as_bytes(), opened)
            .unwrap_or_else(|| closes(decoded(RAW).as_bytes(), opened))
    }

    fn own_node(&self) -> FirstNode {
        let length = (self.pos - self.start).min(LOOKAHEAD).min(self.limit);
        FirstNode::of(&self.window[self.start..self.start + length])
    }

    /// The next bytes, as many as any decision may use.
    fn ahead(&self) -> &[u8] {
        &self.window[self.pos..self.end.min(self.pos + 1 + LOOKAHEAD)]
    }

    /// Has `count` bytes ahead, or all there are.
    fn ensure(&mut self, count: usize) {
        while self.end - self.pos < count && self.fill() {}
    }

    fn drop_until(&mut self, to: usize) {
        let dropped = &self.window[self.start..to];
        // Where there is no `\r`, which is nearly everywhere, counting is quick.
        self.line += match memchr(b'\r', dropped) {
            None => memchr_iter(b'\n', dropped).count(),
            Some(_) => line_breaks(dropped),
        } as u64;
        self.line -= u64::from(self.behind_return && dropped.starts_with(b"\n"));
        if let Some(&last) = dropped.last() {
            self.behind_return = last == b'\r';
        }
        self.start = to;
        self.pos = self.pos.max(to);
    }

    /// Reads on; false at the end of the stream or when it fails.
    fn fill(&mut self) -> bool {
        if self.finished {
            return false;
        }
        if self.start > 0 {
            self.window.copy_within(self.start..self.end, 0);
            self.base += self.start as u64;
            self.pos -= self.start;
            self.end -= self.start;
            self.start = 0;
        }
        if self.window.len() < self.end + CHUNK {
            self.window.resize(self.end + CHUNK, 0);
        }
        loop {
            match self.reader.read(&mut self.window[self.end..]) {
                Ok(count) => {
                    self.end += count;
                    self.finished = count == 0;
                    return count > 0;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.finished = true;
                    self.failure = Some(error);
                    return false;
                }
            }
        }
    }
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// The stops of values in `encoding`, if its two-byte characters may end in `]` or `\`.
///
/// Second bytes of EUC are letters or above 0x80, so there a plain search is right, and better:
/// it does not trip over half a character.
fn wide_stops(encoding: &'static Encoding) -> Option<Box<[bool; 256]>> {
    let leads = |byte| text::lead_byte(encoding, byte);
    if [EUC_JP, EUC_KR].contains(&encoding) || !(0x80..=0xFF).any(leads) {
        return None;
    }
    Some(Box::new(std::array::from_fn(|byte| {
        let byte = byte as u8;
        matches!(byte, b']' | b'\\' | b'(') || leads(byte)
    })))
}

/// The next byte of a value that means something.
fn value_stop(bytes: &[u8], wide: Option<&[bool; 256]>) -> Option<usize> {
    if let Some(stops) = wide {
        return bytes.iter().position(|&byte| stops[byte as usize]);
    }
    // Most values are points of two letters: a search of many bytes at once pays only after that.
    let near = &bytes[..bytes.len().min(8)];
    near.iter()
        .position(|byte| matches!(byte, b']' | b'\\' | b'('))
        .or_else(|| Some(near.len() + memchr3(b']', b'\\', b'(', &bytes[near.len()..])?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, GBK, SHIFT_JIS};
    use proptest::prelude::*;

    /// Gives at most `step` bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let step = self.1.min(buffer.len());
            self.0.read(&mut buffer[..step])
        }
    }

    fn pieces(
        input: &[u8],
        step: usize,
        encoding: Option<&'static Encoding>,
        limit: usize,
    ) -> Vec<Piece> {
        let mut splitter = Splitter::new(Slow(input, step), encoding, limit);
        std::iter::from_fn(|| splitter.next_piece().unwrap()).collect()
    }

    fn check(input: &[u8], encoding: Option<&'static Encoding>, expected: &[&[u8]]) {
        for step in [1, 7, CHUNK] {
            let games: Vec<_> = pieces(input, step, encoding, 1 << 20)
                .into_iter()
                .map(|p| p.bytes.unwrap())
                .collect();
            assert_eq!(games, expected, "{:?}, {step} bytes at a time", input.escape_ascii());
        }
    }

    #[test]
    fn games_are_cut() {
        let cases: &[(&str, &[&str])] = &[
            ("", &[]),
            ("no games (really) here :-(", &[]),
            ("(;)", &["(;)"]),
            ("\u{feff}(;B[aa])", &["(;B[aa])"]),
            ("(;B[aa])(;B[bb])", &["(;B[aa])", "(;B[bb])"]),
            ("From: me (at home)\n\n( ;B[aa] ) -- \n", &["( ;B[aa] )"]),
            ("(;B[aa](;W[bb])(;W[cc]))\n", &["(;B[aa](;W[bb])(;W[cc]))"]),
            // The `;` is missing.
            ("(GM[1];B[aa])", &["(GM[1];B[aa])"]),
            // Brackets around trees.
            ("((;B[aa]))", &["(;B[aa])"]),
            ("(\n(;GM[1])\n(;GM[1]))", &["(;GM[1])", "(;GM[1])"]),
            // Brackets and escapes in values.
            (r"(;C[:-) \] \\](;B[aa]))(;)", &[r"(;C[:-) \] \\](;B[aa]))", "(;)"]),
            // Bare brackets, as the parser sees them.
            ("(;C[see [1] ok :) bye];B[aa])(;)", &["(;C[see [1] ok :) bye];B[aa])", "(;)"]),
            ("(;C[:-] ) x]AB[aa]\n[bb])(;)", &["(;C[:-] )", "(;)"]),
            ("(;C[a] no ( b];B[aa])(;)", &["(;C[a] no ( b];B[aa])", "(;)"]),
            ("(;C[a]\nPB [b]\n;B[aa])(;)", &["(;C[a]\nPB [b]\n;B[aa])", "(;)"]),
            // Nodes behind the end belong to the game, talk does not.
            ("(;B[aa]);W[bb])(;)", &["(;B[aa]);W[bb])", "(;)"]),
            ("(;B[aa]); next: (;)", &["(;B[aa])", "(;)"]),
            // A variation at the beginning of a line is no game.
            ("(;GM[1]\n(;B[aa])\n(;B[bb]))", &["(;GM[1]\n(;B[aa])\n(;B[bb]))"]),
            // Nor is a game told in a comment, as long as it is escaped.
            ("(;C[so:\n(;GM[1\\]B[aa\\])\n])", &["(;C[so:\n(;GM[1\\]B[aa\\])\n])"]),
            // The last bracket is missing: inside the file, and at its end.
            ("(;GM[1];B[aa]\n(;GM[1];B[bb]\n", &["(;GM[1];B[aa]", "(;GM[1];B[bb]"]),
            ("(;PB[x];B[aa]\r\n(;\r\nPW[y])", &["(;PB[x];B[aa]", "(;\r\nPW[y])"]),
            ("(;GaMe[1];B[aa]\r(;SiZe[9])", &["(;GaMe[1];B[aa]", "(;SiZe[9])"]),
            // A tree of many games, each named on its own branch, is one game.
            ("(;B[aa]\n(;PB[x])\n(;PB[y]))", &["(;B[aa]\n(;PB[x])\n(;PB[y]))"]),
            // A value is not closed.
            ("(;GM[1]C[oh;B)\n(;FF[4])", &["(;GM[1]C[oh;B)", "(;FF[4])"]),
            ("(;C[oh", &["(;C[oh"]),
        ];
        for (input, expected) in cases {
            let expected: Vec<_> = expected.iter().map(|game| game.as_bytes()).collect();
            check(input.as_bytes(), None, &expected);
        }
    }

    #[test]
    fn second_bytes_are_no_brackets() {
        // In all three, 0x83 0x5D and 0x83 0x5C are characters; the third value ends in half one.
        let input =
            b"(;PB[\x83\x5D(]PW[\x83\x5C]C[\\\x83\x5D](;B[aa])C[\x83])\n(;SZ[9]C[\x83\x5D])";
        let second = b"(;SZ[9]C[\x83\x5D])";
        for encoding in [SHIFT_JIS, GBK, BIG5] {
            check(input, Some(encoding), &[&input[..input.len() - second.len() - 1], second]);
        }
        // Nor do they end a value that has a bare bracket: it takes the last `]` to do that.
        let input = b"(;CA[x]C[[1] \x83\x5C :) ok];B[aa])(;C[[1] \x83\x5D :) [ok];B[aa])";
        for encoding in [SHIFT_JIS, GBK] {
            check(input, Some(encoding), &[&input[..29], b"(;C[[1] \x83\x5D :)"]);
        }
        // Read as anything else the brackets are brackets.
        check(b"(;C[\x83\x5D)(;)", None, &[b"(;C[\x83\x5D)", b"(;)"]);
        check(b"(;C[\xB0\x5D)(;)", Some(EUC_KR), &[b"(;C[\xB0\x5D)", b"(;)"]);
    }

    #[test]
    fn places_are_told() {
        let found = pieces(b"\n\n (;C[\n])(;)\r\n(;GM[1]", 3, None, 100);
        let places: Vec<_> = found.iter().map(|piece| (piece.offset, piece.line)).collect();
        assert_eq!(places, [(3, 3), (10, 4), (15, 5)]);
        for step in [1, 2, CHUNK] {
            let found =
                pieces(b"\r\n\r\r\n\n(;C[\r]\r\n)\r(;)\n(;C[\r\r\r\r])\r\n(;)", step, None, 6);
            let lines: Vec<_> = found.iter().map(|piece| piece.line).collect();
            assert_eq!(lines, [5, 8, 9, 14]);
        }
    }

    #[test]
    fn a_long_game_is_passed_over() {
        let comment = "x".repeat(3 * CHUNK);
        let input = format!("(;B[aa])\n(;GM[1]C[{comment}])\n(;PB[{comment}\n(;SZ[9])");
        for step in [1000, CHUNK] {
            let found = pieces(input.as_bytes(), step, None, 1000);
            let sizes: Vec<_> = found
                .iter()
                .map(|piece| (piece.line, piece.bytes.as_ref().map(Vec::len)))
                .collect();
            assert_eq!(sizes, [(1, Some(8)), (2, None), (3, None), (4, Some(8))]);
        }
    }

    #[test]
    fn memory_is_bounded() {
        let mut splitter = Splitter::new(io::repeat(b'(').take(10 << 20), None, 100_000);
        assert_eq!(splitter.next_piece().unwrap(), None);
        assert!(splitter.window.len() <= 2 * CHUNK);
        let endless = b"(;C[".chain(io::repeat(b'x').take(10 << 20));
        let mut splitter = Splitter::new(endless, None, 100_000);
        assert_eq!(splitter.next_piece().unwrap().unwrap().bytes, None);
        assert!(splitter.window.len() <= 100_000 + 2 * CHUNK);
    }

    fn sgf_like() -> impl Strategy<Value = Vec<u8>> {
        let word = prop::sample::select(vec![
            "(",
            ")",
            "[",
            "]",
            ";",
            "\\",
            "\n",
            "\r\n",
            " ",
            "x",
            "(;",
            "\n(;",
            "GM[1]",
            "PB[a]",
            "C[",
            "B[aa]",
            "é",
            "\n(;SZ[9]",
            "\n(;PB[b]",
        ]);
        let word = prop_oneof![
            9 => word.prop_map(|word| word.as_bytes().to_vec()),
            1 => prop::collection::vec(any::<u8>(), 0..4),
        ];
        prop::collection::vec(word, 0..60).prop_map(|words| words.concat())
    }

    proptest! {
        #[test]
        fn chunks_do_not_matter(
            input in sgf_like(),
            step in 1usize..40,
            limit in 1usize..120,
            wide: bool,
        ) {
            let encoding = wide.then_some(GBK);
            let whole = pieces(&input, CHUNK, encoding, limit);
            prop_assert_eq!(&whole, &pieces(&input, step, encoding, limit));
            // Every game is the text at its place.
            for piece in whole {
                if let Some(bytes) = piece.bytes {
                    prop_assert!(input[piece.offset as usize..].starts_with(&bytes));
                    prop_assert!(bytes.len() <= limit);
                }
            }
        }

        #[test]
        fn any_bytes_are_borne(input in prop::collection::vec(any::<u8>(), 0..400)) {
            pieces(&input, 5, Some(SHIFT_JIS), 50);
        }
    }
}
