//! A record of one game: the tree as written, what its head says, and the game that it replays to.

use crate::corpus::{Format, GameText};
use crate::head::Head;
use crate::note::{Fault, FaultKind, Note, NoteKind, Place};
use crate::sgf::{self, NodeId, Property, Tree};
use crate::text::{self, quoted};
use crate::{gib, ngf, ugi};
use aji_rules::{
    Color, Game, HalfPoints, Move, Point, Position, RuleSet, Rules, Setup, SetupError, Size,
    handicap,
};

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
    /// The node that each step of the game comes from.
    pub nodes: Vec<NodeId>,
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
    nodes: Vec<NodeId>,
    moves: usize,
    /// How many points were set up so far.
    set_up_points: usize,
    /// So many handicap stones are recorded as moves, all Black's.
    stones_as_moves: usize,
    notes: Vec<Note>,
}

/// A file of a few megabytes can set up boards without end; nobody means that.
const MOST_SET_UP_POINTS: usize = 1_000_000;

/// Stones put down and taken off.
type Change = Vec<(Point, Option<Color>)>;

impl<'r> Replayer<'r> {
    fn new(record: &'r Record) -> Replayer<'r> {
        Replayer {
            record,
            size: record.head.size,
            nodes: Vec::new(),
            moves: 0,
            set_up_points: 0,
            stones_as_moves: 0,
            notes: Vec::new(),
        }
    }

    fn run(mut self, path: &[NodeId], count: usize) -> Replay {
        let head = &self.record.head;
        let rules = Rules::from(head.rules.unwrap_or(RuleSet::Japanese));
        // All that is set up before the first move is the start; at least what is in the root.
        let first_move = path.iter().position(|&node| self.movers(node).next().is_some());
        let first_move = first_move.unwrap_or(path.len());
        let (before, after) = path.split_at(first_move.max(1).min(path.len()));
        let (start, handicap, mut fault) = match self.start(before, path) {
            Ok((start, handicap)) => (start, handicap, None),
            Err((node, kind)) => (Position::empty(self.size), 0, Some(self.fault(node, kind))),
        };
        let komi = head.komi.unwrap_or(HalfPoints::ZERO);
        let mut game = Game::from_position(start, rules).with_komi(komi).with_handicap(handicap);
        // The root may have a move as well as stones.
        let root_moves = if first_move == 0 { before } else { &[] };
        for &node in root_moves.iter().chain(after) {
            if fault.is_some() || self.moves >= count {
                break;
            }
            let done = match first_move == 0 && node == path[0] {
                true => Ok(()),
                false => self.set_up(node, &mut game),
            };
            if let Err(kind) = done.and_then(|()| self.play(node, &mut game, count)) {
                fault = Some(self.fault(node, kind));
            }
        }
        Replay { game, nodes: self.nodes, moves: self.moves, notes: self.notes, fault }
    }

    /// The position after the nodes before the first move, and how many handicap stones are in it or
    /// to come.
    fn start(
        &mut self,
        before: &[NodeId],
        path: &[NodeId],
    ) -> Result<(Position, u32), (NodeId, FaultKind)> {
        let root = self.record.tree.root();
        let announced = self.record.head.handicap;
        let mut setup = Setup::empty(self.size);
        let mut last = root;
        for &node in before {
            for (point, stone) in self.change(node).map_err(|kind| (node, kind))? {
                setup.stones[point] = stone;
                last = node;
            }
        }
        let stones = |color| setup.stones.values().iter().filter(|&&s| s == Some(color)).count();
        let (black, white) = (stones(Color::Black) as u32, stones(Color::White) as u32);
        let movers = || path.iter().flat_map(|&node| self.movers(node));
        let first = movers().next();
        let leading_black = movers().take_while(|&color| color == Color::Black).count();
        let white_first = first == Some(Color::White);
        let mut handicap = 0;
        if black == 0 && announced >= 2 {
            if leading_black as u32 >= announced {
                // Some servers record the stones as moves.
                handicap = announced;
                self.stones_as_moves = announced as usize;
            } else if let Some(customary) = handicap::setup(self.size, announced as usize)
                && leading_black == 0
                && white == 0
            {
                setup = customary;
                handicap = announced;
                self.note(root, NoteKind::HandicapPlaced { stones: announced });
            } else {
                self.note(root, NoteKind::HandicapNotPlaced { stones: announced });
            }
        } else if black >= 2 && white == 0 && (announced >= 2 || white_first) {
            handicap = black;
            if announced != black {
                self.note(root, NoteKind::HandicapDiffers { announced, placed: black });
            }
        }
        let said = before.iter().rev().find_map(|&node| self.to_play(node));
        setup.to_play = match said.or(first) {
            Some(color) => color,
            None if handicap > 0 => Color::White,
            None => Color::Black,
        };
        let start = Position::try_from(setup).map_err(|error| (last, self.bad_setup(&error)))?;
        Ok((start, handicap))
    }

    /// Who moves in a node.
    fn movers(&self, node: NodeId) -> impl Iterator<Item = Color> + use<'r> {
        let record = self.record;
        record.tree.properties(node).filter_map(|property| match effect(property) {
            Some(Effect::Play(color)) => Some(color),
            _ => None,
        })
    }

    /// Carries out what a node sets up in the middle of a game.
    fn set_up(&mut self, node: NodeId, game: &mut Game) -> Result<(), FaultKind> {
        let sets_up = |property| matches!(effect(property), Some(Effect::Put(_) | Effect::ToPlay));
        if !self.record.tree.properties(node).any(sets_up) {
            return Ok(());
        }
        let change = self.change(node)?;
        let to_play = self.to_play(node).unwrap_or(game.position().to_play());
        if !change.is_empty() || to_play != game.position().to_play() {
            game.set_up(change, to_play).map_err(|error| self.bad_setup(&error))?;
            self.nodes.push(node);
        }
        Ok(())
    }

    /// The stones that a node puts down and takes off.
    fn change(&mut self, node: NodeId) -> Result<Change, FaultKind> {
        let mut change = Change::new();
        for property in self.record.tree.properties(node) {
            let Some(Effect::Put(stone)) = effect(property) else {
                continue;
            };
            // Some programs write an empty list as one empty value.
            for value in property.values().filter(|value| !value.trim().is_empty()) {
                let points = parse_points(self.size, value).ok_or_else(|| {
                    FaultKind::SetUpOffBoard { number: self.moves, written: quoted(value) }
                })?;
                change.extend(points.into_iter().map(|point| (point, stone)));
                if self.set_up_points + change.len() > MOST_SET_UP_POINTS {
                    return Err(FaultKind::SetUpEndless { number: self.moves });
                }
            }
        }
        self.set_up_points += change.len();
        Ok(change)
    }

    fn to_play(&self, node: NodeId) -> Option<Color> {
        let mut properties = self.record.tree.properties(node);
        let property =
            properties.find(|&property| matches!(effect(property), Some(Effect::ToPlay)))?;
        Color::parse(property.values().next()?.trim())
    }

    fn bad_setup(&self, error: &SetupError) -> FaultKind {
        FaultKind::SetUp { number: self.moves, reason: error.to_string() }
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
            let mut values = property.values();
            let written = values.next().unwrap_or_default();
            if values.next().is_some() {
                self.note_once(node, NoteKind::MoveWithManyPoints { number });
            }
            let mv = parse_move(self.size, written).ok_or_else(|| FaultKind::OffBoard {
                number,
                color,
                written: quoted(written),
            })?;
            if color != game.position().to_play() && self.moves >= self.stones_as_moves {
                self.note_once(node, NoteKind::OutOfTurn { number, color });
            }
            let forgiven = game.play_as_forgiving_superko(color, mv).map_err(|reason| {
                FaultKind::Illegal { number, color, vertex: self.size.move_text(mv), reason }
            })?;
            if forgiven {
                self.note_once(node, NoteKind::SuperkoBroken { number });
            }
            self.nodes.push(node);
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
