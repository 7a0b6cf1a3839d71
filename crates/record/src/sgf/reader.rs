//! One pass over the bytes of a game, repairing what real files get wrong.
//!
//! A list of open variations stands in for recursion. Bytes will do: every character of the grammar
//! is ASCII, and the text is valid UTF-8, where no part of a longer character looks like ASCII.

use super::bracket::{begins_tree, closes, is_space, resumes};
use super::escape::seal;
use super::tree::{NodeId, Span, Tree};
use super::warning::{WarningKind, Warnings};
use crate::text::quoted;
use memchr::memchr;
use std::ops::Range;

/// A name is looked for among this many others for repetition; more would make reading a
/// maliciously long node slow.
const NAMES_COMPARED: usize = 64;

/// What is being read, and what came of it so far.
pub(super) struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    pub(super) tree: Tree,
    /// Values that could not be left as they stand; they go behind the text.
    pub(super) repaired: String,
    pub(super) warnings: Warnings,
    /// Whether stray text was just skipped, so that one stretch of it makes one warning.
    in_stray: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Reader<'a> {
        // A move takes six bytes; longer games grow the lists as they come.
        let nodes = (text.len() / 6 + 2).min(512);
        Reader {
            text,
            bytes: text.as_bytes(),
            at: 0,
            tree: Tree::rootless(nodes),
            repaired: String::new(),
            warnings: Warnings::default(),
            in_stray: false,
        }
    }

    fn warn(&mut self, offset: usize, kind: WarningKind) {
        self.warnings.push(offset, kind);
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn after_space(&self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(|&b| is_space(b)) {
            at += 1;
        }
        at
    }

    fn after_word(&self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(u8::is_ascii_alphanumeric) {
            at += 1;
        }
        at
    }

    /// What stands at `at` and behind.
    fn rest_from(&self, at: usize) -> &'a [u8] {
        self.bytes.get(at..).unwrap_or_default()
    }

    /// Reads one game tree and stops behind it; false if there is none.
    pub(super) fn game(&mut self) -> bool {
        let Some(start) = self.find_start() else {
            return false;
        };
        // A mark of the byte order is no text.
        let blank = |c: char| c == '\u{feff}' || u8::try_from(c).is_ok_and(is_space);
        let before = self.text[..start].trim_start_matches(blank);
        if !before.is_empty() {
            let only_openings = before.chars().all(|c| c == '(' || blank(c));
            let kind = match only_openings {
                true => WarningKind::DoubledOpening,
                false => WarningKind::TextBeforeGame,
            };
            self.warn(start - before.len(), kind);
        }
        self.at = start + 1;
        self.nodes();
        true
    }

    /// The next `(` that opens a tree.
    fn find_start(&self) -> Option<usize> {
        let mut at = self.at;
        loop {
            at += memchr(b'(', self.rest_from(at))?;
            if begins_tree(self.rest_from(at + 1)) {
                return Some(at);
            }
            at += 1;
        }
    }

    /// Reads nodes and variations up to the `)` of the game.
    fn nodes(&mut self) {
        self.at = self.after_space(self.at);
        let mut node = self.tree.push_node(None, self.at as u32);
        match self.peek() {
            Some(b';') => self.at += 1,
            _ => self.warn(self.at, WarningKind::MissingSemicolon),
        }
        // The nodes from which the open variations branch.
        let mut open: Vec<NodeId> = Vec::new();
        // Whether properties still belong to `node`; not behind a parenthesis.
        let mut inside = true;
        while let Some(byte) = self.peek() {
            match byte {
                b';' => {
                    self.leave(node, inside);
                    inside = true;
                    if let Some(id) = self.plain_node(node) {
                        node = id;
                        continue;
                    }
                    node = self.tree.push_node(Some(node), self.at as u32);
                    self.at += 1;
                }
                b'A'..=b'Z' | b'a'..=b'z' => {
                    let name = self.at..self.after_word(self.at);
                    let bracket = self.after_space(name.end);
                    let valued = self.bytes.get(bracket) == Some(&b'[');
                    if !valued && !self.looks_like_name(&name) {
                        self.stray(name.end);
                        continue;
                    }
                    if !inside {
                        self.warn(self.at, WarningKind::MissingSemicolon);
                        node = self.tree.push_node(Some(node), self.at as u32);
                        inside = true;
                    }
                    self.at = bracket;
                    self.property(node, name, valued);
                }
                b'(' => {
                    self.leave(node, inside);
                    open.push(node);
                    inside = false;
                    self.at += 1;
                    if self.bytes.get(self.after_space(self.at)) == Some(&b')') {
                        self.warn(self.at - 1, WarningKind::EmptyVariation);
                    }
                }
                b')' => {
                    self.leave(node, inside);
                    inside = false;
                    self.at += 1;
                    match open.pop() {
                        Some(branch) => node = branch,
                        None if resumes(self.rest_from(self.at)) => {
                            self.warn(self.at - 1, WarningKind::ExtraClosing);
                        }
                        None => return,
                    }
                }
                b'[' => {
                    self.warn(self.at, WarningKind::NamelessValue);
                    self.value();
                }
                byte if is_space(byte) => {
                    self.at += 1;
                    continue;
                }
                _ => {
                    self.stray(self.at + 1);
                    continue;
                }
            }
            self.in_stray = false;
        }
        self.leave(node, inside);
        self.warn(self.bytes.len(), WarningKind::MissingClosing);
    }

    /// Reads `;B[aa]` and the like at one stroke: most of all nodes in most files are a capital
    /// letter and two other letters, and there is nothing to repair in them.
    #[inline]
    fn plain_node(&mut self, parent: NodeId) -> Option<NodeId> {
        let &[_, b'A'..=b'Z', b'[', first, second, b']', b';' | b'(' | b')'] =
            self.bytes.get(self.at..self.at + 7)?.first_chunk()?
        else {
            return None;
        };
        if !(first.is_ascii_alphabetic() && second.is_ascii_alphabetic()) {
            return None;
        }
        let id = self.tree.push_plain_node(Some(parent), self.at as u32);
        self.at += 6;
        self.in_stray = false;
        Some(id)
    }

    fn leave(&mut self, node: NodeId, inside: bool) {
        if inside && !self.tree.has_properties(node) {
            self.warn(self.tree.offset(node), WarningKind::EmptyNode);
        }
    }

    fn stray(&mut self, end: usize) {
        if !self.in_stray {
            self.warn(self.at, WarningKind::StrayText);
        }
        self.in_stray = true;
        self.at = end;
    }

    /// A lone word is a property that lost its value if it could be a short name; else it is talk.
    fn looks_like_name(&self, word: &Range<usize>) -> bool {
        word.len() <= 2 && self.bytes[word.clone()].iter().all(u8::is_ascii_uppercase)
    }

    /// Reads the values of a property; `at` is at the first, if it has any.
    fn property(&mut self, node: NodeId, name: Range<usize>, valued: bool) {
        let written = &self.text[name.clone()];
        if !written.bytes().any(|b| b.is_ascii_uppercase()) {
            self.warn(name.start, WarningKind::LowerCaseName { name: quoted(written) });
        }
        if self.tree.names(node, self.text).take(NAMES_COMPARED).any(|other| other == written) {
            self.warn(name.start, WarningKind::RepeatedProperty { name: quoted(written) });
        }
        self.tree.push_prop(node, Span::new(name.start, name.end));
        if !valued {
            self.warn(name.start, WarningKind::MissingValue { name: quoted(written) });
            self.tree.push_value(Span::new(name.end, name.end));
            self.at = name.end;
            return;
        }
        while self.peek() == Some(b'[') {
            let span = self.value();
            self.tree.push_value(span);
            if self.peek().is_some_and(is_space) {
                self.at = self.after_space(self.at);
            }
        }
    }

    /// Reads a value from its `[` to behind its `]`.
    fn value(&mut self) -> Span {
        let start = self.at + 1;
        let mut at = start;
        let mut bare = None;
        let mut opened = false;
        loop {
            match self.bytes.get(at) {
                Some(b'\\') => at += 2,
                Some(b']') if closes(&self.bytes[at + 1..], opened) => break,
                Some(b']') => {
                    bare = bare.or(Some(at));
                    at += 1;
                }
                Some(&byte) => {
                    opened |= byte == b'[';
                    at += 1;
                }
                None => {
                    self.warn(start - 1, WarningKind::UnclosedValue);
                    self.at = self.bytes.len();
                    return self.repair(self.text[start..].trim_end());
                }
            }
        }
        self.at = at + 1;
        match bare {
            None => Span::new(start, at),
            Some(place) => {
                self.warn(place, WarningKind::BareBracket);
                self.repair(&self.text[start..at])
            }
        }
    }

    fn repair(&mut self, raw: &str) -> Span {
        let start = self.text.len() + self.repaired.len();
        self.repaired.push_str(&seal(raw));
        Span::new(start, self.text.len() + self.repaired.len())
    }

    /// Says what stands behind the game.
    pub(super) fn rest(&mut self) {
        let start = self.after_space(self.at);
        let rest = &self.bytes[start..];
        if rest.is_empty() {
            return;
        }
        let kind = if rest.iter().all(|&b| b == b')' || is_space(b)) {
            WarningKind::ExtraClosing
        } else if self.find_start().is_some() {
            WarningKind::MoreGames
        } else {
            WarningKind::TextAfterGame
        };
        self.warn(start, kind);
    }
}
