//! A record of one game: the tree as written, what its head says, and the game that it replays to.

use crate::corpus::{Format, GameText, Origin};
use crate::head::Head;
use crate::note::{Fault, FaultKind, Note, NoteKind, Place};
use crate::sgf::{self, NodeId, Property, Tree};
use crate::{gib, ngf, text, ugi};
use aji_rules::handicap;
use aji_rules::{Color, Game, HalfPoints, Move, Point, Position, RuleSet, Rules, Setup, Size};
use std::sync::Arc;

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

/// A line of a record, played.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game as far as it could be played.
    pub game: Game,
    /// How many moves were played, passes included.
    pub moves: usize,
    /// What was odd.
    pub notes: Vec<Note>,
    /// Why it ends before the record does.
    pub fault: Option<Fault>,
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
        let origin = Origin { path: "the text".into(), member: None };
        Record::read(&GameText {
            origin: Arc::new(origin),
            format: Format::Sgf,
            number: 1,
            offset: 0,
            line: 1,
            bytes: text.into(),
            encoding: Some(encoding_rs::UTF_8),
        })
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
        Replayer::new(self).run(self.tree.main_line(), count)
    }

    /// Plays the moves that lead to a node, and those in it.
    pub fn replay_to(&self, node: NodeId) -> Replay {
        let up = |node: &NodeId| self.tree.parent(*node);
        let mut path: Vec<NodeId> = std::iter::successors(Some(node), up).collect();
        path.reverse();
        Replayer::new(self).run(path.into_iter(), usize::MAX)
    }
}

/// Reads a point of SGF: two letters, column from the left and row from the top.
pub fn parse_point(size: Size, value: &str) -> Option<Point> {
    let &[x, y] = value.trim().as_bytes() else {
        return None;
    };
    let index = |letter: u8| letter.is_ascii_lowercase().then(|| usize::from(letter - b'a'));
    size.point(index(x)?, index(y)?)
}

/// Reads a move of SGF: a point, or a pass written as nothing or, up to 19x19, as `tt`.
pub fn parse_move(size: Size, value: &str) -> Option<Move> {
    let value = value.trim();
    let small = size.width() <= 19 && size.height() <= 19;
    if value.is_empty() || (small && value == "tt") {
        return Some(Move::Pass);
    }
    parse_point(size, value).map(Move::Place)
}

/// Writes a point of SGF.
pub fn point_text(size: Size, point: Point) -> String {
    let (x, y) = size.xy(point);
    [x, y].map(|index| char::from(b'a' + index as u8)).iter().collect()
}

/// Writes a move of SGF; a pass is nothing.
pub fn move_text(size: Size, mv: Move) -> String {
    match mv {
        Move::Place(point) => point_text(size, point),
        Move::Pass => String::new(),
    }
}

/// Reads a list of points, in which `aa:cc` is a rectangle.
fn parse_points(size: Size, value: &str) -> Option<Vec<Point>> {
    let Some((first, last)) = value.split_once(':') else {
        return parse_point(size, value).map(|point| vec![point]);
    };
    let (left, top) = size.xy(parse_point(size, first)?);
    let (right, bottom) = size.xy(parse_point(size, last)?);
    let rows = top.min(bottom)..=top.max(bottom);
    let columns = left.min(right)..=left.max(right);
    Some(rows.flat_map(|y| columns.clone().filter_map(move |x| size.point(x, y))).collect())
}

/// What a property does to the board.
enum Effect {
    Play(Color),
    Put(Option<Color>),
    ToPlay,
}

fn effect(property: Property<'_>) -> Option<Effect> {
    let name = property.name();
    let named = |short: &str| match short {
        "B" => Some(Effect::Play(Color::Black)),
        "W" => Some(Effect::Play(Color::White)),
        "AB" => Some(Effect::Put(Some(Color::Black))),
        "AW" => Some(Effect::Put(Some(Color::White))),
        "AE" => Some(Effect::Put(None)),
        "PL" => Some(Effect::ToPlay),
        _ => None,
    };
    named(name).or_else(|| {
        // Only old records write long names; look closer at those alone.
        let long = name.bytes().any(|letter| letter.is_ascii_lowercase());
        let short = ["B", "W", "AB", "AW", "AE", "PL"].into_iter();
        short.filter(|_| long).find(|&short| property.is(short)).and_then(named)
    })
}

/// Plays a line of a record from its first node.
struct Replayer<'r> {
    record: &'r Record,
    size: Size,
    moves: usize,
    notes: Vec<Note>,
}

impl<'r> Replayer<'r> {
    fn new(record: &'r Record) -> Replayer<'r> {
        Replayer { record, size: record.head.size, moves: 0, notes: Vec::new() }
    }

    fn run(mut self, mut nodes: impl Iterator<Item = NodeId>, count: usize) -> Replay {
        let head = &self.record.head;
        let rules = Rules::from(head.rules.unwrap_or(RuleSet::Japanese));
        let empty = Game::new(self.size, rules);
        let root = self.record.tree.root();
        let (mut game, mut fault) = match self.start() {
            Ok((start, stones)) => {
                let komi = head.komi.unwrap_or(HalfPoints::ZERO);
                let game = Game::from_position(start, rules).with_komi(komi).with_handicap(stones);
                (game, None)
            }
            Err(kind) => (empty, Some(self.fault(root, kind))),
        };
        // The first node's stones are the start; it may have a move as well.
        let mut is_root = true;
        while fault.is_none() && (self.moves < count || is_root) {
            let Some(node) = nodes.next() else { break };
            let done = match is_root {
                true => Ok(()),
                false => self.set_up(node, &mut game),
            };
            is_root = false;
            if let Err(kind) = done.and_then(|()| self.play(node, &mut game, count)) {
                fault = Some(self.fault(node, kind));
            }
        }
        Replay { game, moves: self.moves, notes: self.notes, fault }
    }

    /// The position before the first move, and how many handicap stones are in it or to come.
    fn start(&mut self) -> Result<(Position, u32), FaultKind> {
        let tree = &self.record.tree;
        let announced = self.record.head.handicap;
        let mut setup = self.change(tree.root(), Setup::empty(self.size))?;
        let stones = |color| setup.stones.values().iter().filter(|&&s| s == Some(color)).count();
        let (black, white) = (stones(Color::Black) as u32, stones(Color::White) as u32);
        let movers = || {
            let properties = tree.main_line().flat_map(|node| tree.properties(node));
            properties.filter_map(|property| match effect(property) {
                Some(Effect::Play(color)) => Some(color),
                _ => None,
            })
        };
        let first = movers().next();
        let leading_black = movers().take_while(|&color| color == Color::Black).count();
        let white_first = first == Some(Color::White);
        let mut handicap = 0;
        if black == 0 && announced >= 2 {
            if leading_black as u32 >= announced {
                // Some servers record the stones as moves.
                handicap = announced;
            } else if let Some(customary) = handicap::setup(self.size, announced as usize)
                && leading_black == 0
                && white == 0
            {
                setup = customary;
                handicap = announced;
                self.note(tree.root(), NoteKind::HandicapPlaced { stones: announced });
            } else {
                self.note(tree.root(), NoteKind::HandicapNotPlaced { stones: announced });
            }
        } else if black >= 2 && white == 0 && (announced >= 2 || white_first) {
            handicap = black;
            if announced != black {
                let differs = NoteKind::HandicapDiffers { announced, placed: black };
                self.note(tree.root(), differs);
            }
        }
        setup.to_play = match (self.to_play(tree.root()), first) {
            (Some(color), _) | (None, Some(color)) => color,
            (None, None) if handicap > 0 => Color::White,
            (None, None) => Color::Black,
        };
        Ok((self.position(setup)?, handicap))
    }

    /// Carries out what a node sets up in the middle of a game.
    fn set_up(&mut self, node: NodeId, game: &mut Game) -> Result<(), FaultKind> {
        let sets_up = |property| matches!(effect(property), Some(Effect::Put(_) | Effect::ToPlay));
        if !self.record.tree.properties(node).any(sets_up) {
            return Ok(());
        }
        let before = Setup { ko: None, ..Setup::from(game.position()) };
        let mut setup = self.change(node, before)?;
        setup.to_play = self.to_play(node).unwrap_or(setup.to_play);
        let position = self.position(setup)?;
        if position != *game.position() {
            game.set_up(position);
        }
        Ok(())
    }

    /// A setup with the stones that a node puts down and without those it takes off.
    fn change(&self, node: NodeId, mut setup: Setup) -> Result<Setup, FaultKind> {
        for property in self.record.tree.properties(node) {
            let Some(Effect::Put(stone)) = effect(property) else {
                continue;
            };
            // Some programs write an empty list as one empty value.
            for value in property.values().filter(|value| !value.trim().is_empty()) {
                let points = parse_points(self.size, value).ok_or_else(|| {
                    FaultKind::SetUpOffBoard { number: self.moves, written: value.to_string() }
                })?;
                for point in points {
                    setup.stones[point] = stone;
                }
            }
        }
        Ok(setup)
    }

    fn to_play(&self, node: NodeId) -> Option<Color> {
        let mut properties = self.record.tree.properties(node);
        let property =
            properties.find(|&property| matches!(effect(property), Some(Effect::ToPlay)))?;
        Color::parse(property.values().next()?.trim())
    }

    fn position(&self, setup: Setup) -> Result<Position, FaultKind> {
        Position::try_from(setup)
            .map_err(|error| FaultKind::SetUp { number: self.moves, reason: error.to_string() })
    }

    /// Plays the moves of a node; by the book there is one at most.
    fn play(&mut self, node: NodeId, game: &mut Game, count: usize) -> Result<(), FaultKind> {
        for property in self.record.tree.properties(node) {
            let Some(Effect::Play(color)) = effect(property) else {
                continue;
            };
            if self.moves == count {
                break;
            }
            let number = self.moves + 1;
            let written = property.values().next().unwrap_or_default();
            let mv = parse_move(self.size, written).ok_or_else(|| FaultKind::OffBoard {
                number,
                color,
                written: written.to_string(),
            })?;
            if color != game.position().to_play() && game.handicap() as usize <= self.moves {
                self.note_once(node, NoteKind::OutOfTurn { number, color });
            }
            let forgiven = game.play_as_forgiving_superko(color, mv).map_err(|reason| {
                FaultKind::Illegal { number, color, vertex: self.size.move_text(mv), reason }
            })?;
            if forgiven {
                self.note_once(node, NoteKind::SuperkoBroken { number });
            }
            self.moves = number;
        }
        Ok(())
    }

    fn line(&self, node: NodeId) -> u64 {
        let tree = &self.record.tree;
        self.record.place.line + tree.line_of(tree.offset(node)) as u64 - 1
    }

    fn note(&mut self, node: NodeId, kind: NoteKind) {
        self.notes.push(Note { line: self.line(node), kind });
    }

    /// Notes only the first of its topic.
    fn note_once(&mut self, node: NodeId, kind: NoteKind) {
        if !self.notes.iter().any(|note| note.kind.topic() == kind.topic()) {
            self.note(node, kind);
        }
    }

    fn fault(&self, node: NodeId, kind: FaultKind) -> Fault {
        let place = Place { line: self.line(node), ..self.record.place.clone() };
        Fault { place, kind }
    }
}
