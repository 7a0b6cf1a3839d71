//! A record of one game: the tree as written, what its head says, and what was odd.

use crate::corpus::{Format, GameText};
use crate::head::Head;
use crate::note::{Fault, FaultKind, Note, NoteKind, Place};
use crate::replay::{Replay, Replayer};
use crate::sgf::{self, NodeId, Tree};
use crate::{gib, ngf, text, ugi};

/// A record that was read.
#[derive(Clone, Debug)]
pub struct Record {
    /// All that was written, variations and unknown properties included.
    pub tree: Tree,
    /// What it says about the game besides the moves.
    pub head: Head,
    /// What was odd.
    pub notes: Vec<Note>,
    place: Place,
}

impl Record {
    /// Reads one game as a corpus gives it.
    pub fn read(game: &GameText) -> Result<Record, Fault> {
        let place = Place::from(game);
        let fault = |kind: FaultKind| Fault { place: place.clone(), kind };
        let decoded = text::decode(&game.bytes, game.encoding);
        let parsed = match game.format {
            Format::Sgf => sgf::parse(decoded.text),
            Format::Gib => gib::to_tree(&decoded.text),
            Format::Ngf => ngf::to_tree(&decoded.text),
            Format::Ugi => ugi::to_tree(&decoded.text),
        };
        let parsed = parsed.map_err(|error| fault(error.into()))?;
        let tree = parsed.tree;
        let mut notes = Vec::new();
        for note in decoded.notes {
            notes.push(Note { line: place.line, kind: NoteKind::Text(note) });
        }
        for warning in parsed.warnings {
            let line = place.line + tree.line_of(warning.offset) as u64 - 1;
            notes.push(Note { line, kind: NoteKind::Syntax(warning.kind) });
        }
        let mut head_note = |kind| notes.push(Note { line: place.line, kind });
        let head = Head::read(&tree, &mut head_note).map_err(fault)?;
        Ok(Record { tree, head, notes, place })
    }

    /// Reads the first game of a text in SGF.
    pub fn from_sgf(text: &str) -> Result<Record, Fault> {
        Record::read(&GameText::new("the text", Format::Sgf, text))
    }

    /// The whole record as SGF in UTF-8, with what was changed in the tree.
    pub fn to_sgf(&self) -> String {
        let mut tree = self.tree.clone();
        tree.set(tree.root(), "CA", &["UTF-8"]);
        tree.write()
    }

    /// Where the record stands.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Plays the main line.
    pub fn replay(&self) -> Replay {
        self.replay_moves(usize::MAX)
    }

    /// Plays the first moves of the main line.
    pub fn replay_moves(&self, count: usize) -> Replay {
        let path: Vec<NodeId> = self.tree.main_line().collect();
        Replayer::new(self).run(&path, count)
    }

    /// Plays the moves that lead to a node, and those in it.
    pub fn replay_to(&self, node: NodeId) -> Replay {
        let up = |node: &NodeId| self.tree.parent(*node);
        let mut path: Vec<NodeId> = std::iter::successors(Some(node), up).collect();
        path.reverse();
        Replayer::new(self).run(&path, usize::MAX)
    }
}
