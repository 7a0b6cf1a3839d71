//! Playing a record by the rules.

use crate::notation::{parse_move, parse_points};
use crate::note::{Fault, FaultKind, Note, NoteKind, Place};
use crate::record::Record;
use crate::sgf::{NodeId, Property};
use crate::text::quoted;
use aji_rules::{
    Color, Game, HalfPoints, Point, Position, RuleSet, Rules, Setup, SetupError, Size, handicap,
};

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
pub(crate) struct Replayer<'r> {
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
    pub(crate) fn new(record: &'r Record) -> Replayer<'r> {
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

    /// Plays the moves of a path that begins with the root, at most `count`.
    pub(crate) fn run(mut self, path: &[NodeId], count: usize) -> Replay {
        let head = &self.record.head;
        let rules = Rules::from(head.rules.unwrap_or(RuleSet::Japanese));
        // All that is set up before the first move is the start. A move may be in the root itself.
        let first_move = path.iter().position(|&node| self.movers(node).next().is_some());
        let (before, after) = path.split_at(first_move.unwrap_or(path.len()).max(1));
        let (start, handicap, mut fault) = match self.start(before, path) {
            Ok((start, handicap)) => (start, handicap, None),
            Err((node, kind)) => (Position::empty(self.size), 0, Some(self.fault(node, kind))),
        };
        let komi = head.komi.unwrap_or(HalfPoints::ZERO);
        let mut game = Game::from_position(start, rules).with_komi(komi).with_handicap(handicap);
        for (index, &node) in before[..1].iter().chain(after).enumerate() {
            if fault.is_some() || self.moves >= count {
                break;
            }
            let set_up = if index == 0 { Ok(()) } else { self.set_up(node, &mut game) };
            if let Err(kind) = set_up.and_then(|()| self.play(node, &mut game, count)) {
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
        self.record.place().line + tree.line_of(tree.offset(node)) as u64 - 1
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
        let place = Place { line: self.line(node), ..self.record.place().clone() };
        Fault { place, kind }
    }
}
