//! One pass over the bytes of a game, repairing what real files get wrong.
//!
//! A list of open variations stands in for recursion. Bytes will do: every character of the grammar
//! is ASCII, and the text is valid UTF-8, where no part of a longer character looks like ASCII.

use std::ops::Range;

use super::escape::seal;
use super::tree::{NodeId, Span, Tree};
use super::warning::{WarningKind, Warnings};

/// Space between the parts of the grammar.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | 9..=13)
}

/// A name is looked for among this many others for repetition; more would make reading a
/// maliciously long node slow.
const NAMES_COMPARED: usize = 64;

/// What is being read, and what came of it so far.
pub(super) struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) tree: Tree,
    /// Values that could not be left as they stand; they go behind the text.
    pub(super) repaired: String,
    pub(super) warnings: Warnings,
    /// Whether stray text was just skipped, so that one stretch of it makes one warning.
    in_stray: bool,
    /// Whether a `(` with root properties behind it begins another game even within this one.
    pub(super) split: bool,
    /// Whether such a place was passed.
    passed_root: bool,
    /// Whether the text ended before the game did.
    unclosed: bool,
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
            split: false,
            passed_root: false,
            unclosed: false,
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

    /// Whether a name and the `[` of its value begin here.
    fn property_at(&self, at: usize) -> bool {
        self.bytes.get(at).is_some_and(u8::is_ascii_alphabetic)
            && self.bytes.get(self.after_space(self.after_word(at))) == Some(&b'[')
    }

    /// Reads one game tree and stops behind it; false if there is none.
    pub(super) fn game(&mut self) -> bool {
        loop {
            let Some(start) = self.find_start() else {
                return false;
            };
            if self.after_space(self.at) < start {
                let junk = self.bytes[self.at..start].iter().filter(|b| !is_space(**b));
                let only_closings = junk.clone().all(|&b| b == b')');
                let kind = match only_closings {
                    true => WarningKind::ExtraClosing,
                    // A mark of the byte order is no text.
                    false if self.text[self.at..start].trim() == "\u{feff}" => {
                        self.at = start;
                        continue;
                    }
                    false => WarningKind::TextBeforeGame,
                };
                self.warn(self.after_space(self.at), kind);
            }
            self.at = start + 1;
            if self.nodes() {
                // A game that swallowed the next because it lost its `)` is read once more. Only
                // then: in a sound game any variation may begin with any property.
                if self.unclosed && self.passed_root && !self.split {
                    *self = Reader::new(self.text);
                    self.split = true;
                    continue;
                }
                return true;
            }
        }
    }

    /// The next `(` that opens something.
    fn find_start(&self) -> Option<usize> {
        let mut at = self.at;
        loop {
            at += self.bytes.get(at..)?.iter().position(|&b| b == b'(')?;
            let next = self.after_space(at + 1);
            if matches!(self.bytes.get(next), Some(b';' | b'(')) || self.property_at(next) {
                return Some(at);
            }
            at += 1;
        }
    }

    /// Reads nodes and variations up to the `)` of the game; false if there were none.
    fn nodes(&mut self) -> bool {
        // The nodes from which the open variations branch.
        let mut open: Vec<NodeId> = Vec::new();
        let mut node: Option<NodeId> = None;
        // Whether properties still belong to `node`; not behind a parenthesis.
        let mut inside = false;
        while let Some(byte) = self.peek() {
            match byte {
                b';' => {
                    self.leave(node, inside);
                    if let Some(id) = self.plain_node(node) {
                        node = Some(id);
                        inside = true;
                        continue;
                    }
                    node = Some(self.tree.push_node(node, self.at as u32));
                    inside = true;
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
                    let id = match node {
                        Some(id) if inside => id,
                        _ => {
                            self.warn(self.at, WarningKind::MissingSemicolon);
                            self.tree.push_node(node, self.at as u32)
                        }
                    };
                    node = Some(id);
                    inside = true;
                    self.at = bracket;
                    self.property(id, name, valued);
                }
                b'(' => {
                    self.leave(node, inside);
                    match node {
                        None => self.warn(self.at, WarningKind::DoubledOpening),
                        Some(_) if self.split && self.root_at(self.at) => {
                            self.warn(self.at, WarningKind::MissingClosing);
                            return true;
                        }
                        Some(id) => {
                            self.passed_root = self.passed_root || self.root_at(self.at);
                            open.push(id);
                        }
                    }
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
                    if let Some(branch) = open.pop() {
                        node = Some(branch);
                    } else if node.is_none() {
                        return false;
                    } else if self.bytes.get(self.after_space(self.at)) == Some(&b';') {
                        // Nodes cannot stand outside a game, so the game is not over.
                        self.warn(self.at - 1, WarningKind::ExtraClosing);
                    } else {
                        return true;
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
        if node.is_some() {
            self.warn(self.bytes.len(), WarningKind::MissingClosing);
            self.unclosed = true;
        }
        node.is_some()
    }

    /// Reads `;B[aa]` and the like at one stroke: most of all nodes in most files are a capital
    /// letter and two other letters, and there is nothing to repair in them.
    #[inline]
    fn plain_node(&mut self, parent: Option<NodeId>) -> Option<NodeId> {
        let &[_, b'A'..=b'Z', b'[', first, second, b']', b';' | b'(' | b')'] =
            self.bytes.get(self.at..self.at + 7)?.first_chunk()?
        else {
            return None;
        };
        if !(first.is_ascii_alphabetic() && second.is_ascii_alphabetic()) {
            return None;
        }
        let id = self.tree.push_plain_node(parent, self.at as u32);
        self.at += 6;
        self.in_stray = false;
        Some(id)
    }

    fn leave(&mut self, node: Option<NodeId>, inside: bool) {
        if let Some(id) = node
            && inside
            && !self.tree.has_properties(id)
        {
            self.warn(self.tree.offset(id), WarningKind::EmptyNode);
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

    /// Whether root properties follow the `(` here, though the game being read has some already.
    fn root_at(&self, at: usize) -> bool {
        let semicolon = self.after_space(at + 1);
        if self.bytes.get(semicolon) != Some(&b';') {
            return false;
        }
        let name = self.after_space(semicolon + 1);
        let name = self.bytes.get(name..name + 3);
        matches!(name, Some(b"GM[" | b"FF[")) && self.tree.has_properties(self.tree.root())
    }

    /// Reads the values of a property; `at` is at the first, if it has any.
    fn property(&mut self, node: NodeId, name: Range<usize>, valued: bool) {
        let written = &self.text[name.clone()];
        if !written.bytes().any(|b| b.is_ascii_uppercase()) {
            self.warn(name.start, WarningKind::LowerCaseName { name: written.to_owned() });
        }
        if self.tree.names(node, self.text).take(NAMES_COMPARED).any(|other| other == written) {
            self.warn(name.start, WarningKind::RepeatedProperty { name: written.to_owned() });
        }
        self.tree.push_prop(node, Span::new(name.start, name.end));
        if !valued {
            self.warn(name.start, WarningKind::MissingValue { name: written.to_owned() });
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
                Some(b']') if self.closes(at, opened) => break,
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
                    return self.repair(self.text[start..].trim_end().to_owned());
                }
            }
        }
        self.at = at + 1;
        match bare {
            None => Span::new(start, at),
            Some(place) => {
                self.warn(place, WarningKind::BareBracket);
                self.repair(self.text[start..at].to_owned())
            }
        }
    }

    fn repair(&mut self, raw: String) -> Span {
        let start = self.text.len() + self.repaired.len();
        self.repaired.push_str(&seal(&raw));
        Span::new(start, self.text.len() + self.repaired.len())
    }

    /// Whether the `]` at `end` closes its value, or belongs to it because someone forgot the `\`.
    /// `opened` says whether there is a `[` in the value.
    #[inline]
    fn closes(&self, end: usize, opened: bool) -> bool {
        // What nearly always follows, first.
        matches!(self.bytes.get(end + 1), None | Some(b';' | b'[' | b')' | b'('))
            || self.closes_for_sure(end, opened)
    }

    fn closes_for_sure(&self, end: usize, opened: bool) -> bool {
        let next = self.after_space(end + 1);
        match self.bytes.get(next) {
            None | Some(b';' | b'[' | b'(' | b')') => true,
            Some(b'A'..=b'Z' | b'a'..=b'z') if self.property_at(next) => {
                // In `a [b] c [d] e` the small letter is talk. A name has a capital, or touches
                // its brackets, or at least follows a value in which no bracket was opened.
                let end_of_word = self.after_word(next);
                let word = &self.bytes[next..end_of_word];
                let touches = next == end + 1 && self.bytes.get(end_of_word) == Some(&b'[');
                touches || !opened || word.iter().any(u8::is_ascii_uppercase)
            }
            // Text follows. If it ends in a `]` of its own, that one closes the value; if another
            // value is opened first, the text just stands between properties.
            Some(_) => !self.closing_is_next(next),
        }
    }

    fn closing_is_next(&self, mut at: usize) -> bool {
        loop {
            match self.bytes.get(at) {
                Some(b']') => return true,
                None | Some(b'[') => return false,
                Some(b'\\') => at += 2,
                Some(_) => at += 1,
            }
        }
    }

    /// Says what stands behind the last game.
    pub(super) fn rest(&mut self, look_for_games: bool) {
        let start = self.after_space(self.at);
        let rest = &self.bytes[start..];
        if rest.is_empty() {
            return;
        }
        let kind = if rest.iter().all(|&b| b == b')' || is_space(b)) {
            WarningKind::ExtraClosing
        } else if look_for_games && self.find_start().is_some() {
            WarningKind::MoreGames
        } else {
            WarningKind::TextAfterGame
        };
        self.warn(start, kind);
    }
}
