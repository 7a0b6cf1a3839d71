//! A record with all its variations, as a board shows it: what every node does, and what that changes.

use super::{color, vertices};
use aji_record::sgf::{NodeId, Tree, split_compose};
use aji_record::{Record, Replay, parse_point};
use aji_rules::{ByColor, Color, Move, Point, Position, Size, Step};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Larger trees, and those with more moves in all their lines together, are refused.
pub const MOST_NODES: usize = 20_000;
const MOST_STEPS: usize = 1_000_000;

/// Why a record is not shown.
#[derive(Debug, thiserror::Error)]
#[error(
    "the record is too large to be shown: it has more than {MOST_NODES} nodes, or too many long variations"
)]
pub struct TooLarge;

/// What is to be seen at a node.
#[derive(Clone)]
struct Seen {
    board: Vec<Option<Color>>,
    to_play: Color,
    captures: ByColor<u32>,
    /// How many moves were played, passes included.
    moves: usize,
    steps: Vec<Value>,
}

/// The game of this number of so many.
pub fn json(record: &Record, number: usize, games: usize) -> Result<Value, TooLarge> {
    let (tree, head) = (&record.tree, &record.head);
    let order: Vec<NodeId> = tree.nodes().take(MOST_NODES + 1).collect();
    if order.len() > MOST_NODES {
        return Err(TooLarge);
    }
    let mut shown = Shown { record, seen: HashMap::new(), faults: HashMap::new(), steps: 0 };
    for &node in order.iter().filter(|&&node| tree.children(node).next().is_none()) {
        shown.play_to(node)?;
    }
    let mut places = HashMap::new();
    let mut nodes = Vec::new();
    for &node in &order {
        let parent = tree.parent(node);
        let is_reached = shown.seen.contains_key(&node) || shown.faults.contains_key(&node);
        let above = parent.and_then(|parent| places.get(&parent).copied());
        if !is_reached || (parent.is_some() && above.is_none()) {
            continue;
        }
        if shown.seen.contains_key(&node) {
            places.insert(node, nodes.len());
        }
        nodes.push(shown.node(node, parent, above));
    }
    let main = record.replay();
    let notes = record.notes.iter().chain(&main.notes).map(|note| note.to_string());
    Ok(json!({
        "games": games,
        "game": number,
        "width": head.size.width(),
        "height": head.size.height(),
        "rules": head.rules.map(|rules| rules.name()),
        "komi": head.komi.map(crate::words::points),
        "handicap": main.game.handicap(),
        "black_player": head.players.black,
        "white_player": head.players.white,
        "black_rank": head.ranks.black,
        "white_rank": head.ranks.white,
        "result": head.outcome.map(|outcome| outcome.to_string()),
        "date": head.date,
        "notes": notes.collect::<Vec<_>>(),
        "nodes": nodes,
    }))
}

/// What was found out about the nodes so far.
struct Shown<'r> {
    record: &'r Record,
    seen: HashMap<NodeId, Seen>,
    faults: HashMap<NodeId, String>,
    /// How many steps were taken in all.
    steps: usize,
}

impl Shown<'_> {
    fn size(&self) -> Size {
        self.record.head.size
    }

    /// Plays the line that ends with a node and keeps what is new.
    fn play_to(&mut self, leaf: NodeId) -> Result<(), TooLarge> {
        let tree = &self.record.tree;
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(leaf), |&node| tree.parent(node)).collect();
        path.reverse();
        self.steps += path.len();
        if self.steps > MOST_STEPS {
            return Err(TooLarge);
        }
        let replay = self.record.replay_to(leaf);
        // All that is set up before the first move is the start of the replay.
        let first_move = path.iter().position(|&node| has_move(tree, node));
        let before = first_move.unwrap_or(path.len()).max(1);
        for (index, &node) in path[..before].iter().enumerate() {
            if self.seen.contains_key(&node) {
                continue;
            }
            let start = if index + 1 == before {
                replay.game.start().clone()
            } else {
                self.record.replay_to(node).game.start().clone()
            };
            let seen = self.set_up(index.checked_sub(1).map(|above| path[above]), &start);
            self.seen.insert(node, seen);
        }
        self.play(&path[before - 1..], before == 1, &replay);
        if let Some(fault) = &replay.fault {
            let last = replay.nodes.last();
            let played = last.and_then(|last| path.iter().position(|node| node == last));
            let rest = &path[played.map_or(0, |played| played + 1)..];
            if let Some(&node) = rest.iter().find(|&&node| does_something(tree, node)) {
                self.faults.insert(node, fault.to_string());
                self.seen.remove(&node);
            }
        }
        Ok(())
    }

    /// A board that is set up before anything is played.
    fn set_up(&self, above: Option<NodeId>, start: &Position) -> Seen {
        let size = self.size();
        let board: Vec<Option<Color>> = start.stones_by_row().to_vec();
        let empty = vec![None; size.area()];
        let old = above.and_then(|above| self.seen.get(&above));
        let changes = changes(size, old.map_or(&empty, |old| &old.board), &board);
        let to_play = start.to_play();
        let before = old.map_or(Color::Black, |old| old.to_play);
        let mut steps = Vec::new();
        if !changes.is_empty() || to_play != before {
            steps.push(changes.step(size, to_play));
        }
        Seen { board, to_play, captures: ByColor::from_fn(|_| 0), moves: 0, steps }
    }

    /// What the nodes after the start do; a move may be in the root itself.
    fn play(&mut self, path: &[NodeId], root_plays: bool, replay: &Replay) {
        let size = self.size();
        let Some(mut now) = self.seen.get(&path[0]).cloned() else { return };
        let mut is_new = root_plays && replay.nodes.first() == Some(&path[0]) && now.moves == 0;
        let steps = replay.game.steps().iter().zip(replay.game.positions().skip(1));
        let mut steps = replay.nodes.iter().zip(steps).peekable();
        let faulty = |shown: &Self, node| shown.faults.contains_key(&node);
        for (index, &node) in path.iter().enumerate() {
            if index > 0 {
                is_new = !self.seen.contains_key(&node);
                now.steps.clear();
            }
            while let Some((_, (step, position))) = steps.next_if(|(from, _)| **from == node) {
                now.steps.push(step_json(size, step));
                now.moves += usize::from(matches!(step, Step::Play(..)));
                now.board.copy_from_slice(position.stones_by_row());
                (now.to_play, now.captures) = (position.to_play(), position.captures());
            }
            let is_behind_a_fault = replay.fault.is_some() && steps.peek().is_none();
            if is_new && !faulty(self, node) {
                self.seen.insert(node, now.clone());
            } else if let Some(seen) = self.seen.get(&node) {
                now = seen.clone();
            }
            if is_behind_a_fault {
                break;
            }
        }
    }

    fn node(&self, node: NodeId, parent: Option<NodeId>, above: Option<usize>) -> Value {
        let (tree, size) = (&self.record.tree, self.size());
        let empty = vec![None; size.area()];
        let old = parent.and_then(|parent| self.seen.get(&parent));
        let old_board = old.map_or(&empty, |old| &old.board);
        let fault = self.faults.get(&node);
        // Where a node cannot be played, what was before it is still to be seen.
        let seen = self.seen.get(&node).or(old);
        let board = seen.map_or(old_board, |seen| &seen.board);
        let changes = changes(size, old_board, board);
        let labels = tree.values(node, "LB").filter_map(|value| {
            let (point, text) = split_compose(value)?;
            let point = parse_point(size, point)?;
            Some(json!([size.vertex(point).to_string(), aji_record::sgf::simple_text(text)]))
        });
        json!({
            "parent": above,
            "steps": seen.filter(|_| fault.is_none()).map_or(&[][..], |seen| &seen.steps),
            "changes": changes.json(size),
            "to_play": color(seen.map_or(Color::Black, |seen| seen.to_play)),
            "captures": {
                "black": seen.map_or(0, |seen| seen.captures.black),
                "white": seen.map_or(0, |seen| seen.captures.white),
            },
            "move": seen.map_or(0, |seen| seen.moves),
            "comment": tree.text(node, "C").unwrap_or_default(),
            "labels": labels.collect::<Vec<_>>(),
            "fault": fault,
        })
    }
}

fn has_move(tree: &Tree, node: NodeId) -> bool {
    tree.properties(node).any(|property| property.is("B") || property.is("W"))
}

fn does_something(tree: &Tree, node: NodeId) -> bool {
    let names = ["B", "W", "AB", "AW", "AE", "PL"];
    tree.properties(node).any(|property| names.iter().any(|name| property.is(name)))
}

/// What differs between two boards.
struct Changes {
    black: Vec<Point>,
    white: Vec<Point>,
    empty: Vec<Point>,
}

fn changes(size: Size, old: &[Option<Color>], new: &[Option<Color>]) -> Changes {
    let mut changes = Changes { black: Vec::new(), white: Vec::new(), empty: Vec::new() };
    for ((point, old), new) in size.points().zip(old).zip(new) {
        if old != new {
            match new {
                Some(Color::Black) => changes.black.push(point),
                Some(Color::White) => changes.white.push(point),
                None => changes.empty.push(point),
            }
        }
    }
    changes
}

impl Changes {
    fn is_empty(&self) -> bool {
        self.black.is_empty() && self.white.is_empty() && self.empty.is_empty()
    }

    fn json(&self, size: Size) -> Value {
        let points = |points: &[Point]| vertices(size, points.iter().copied());
        json!({
            "black": points(&self.black),
            "white": points(&self.white),
            "empty": points(&self.empty),
        })
    }

    fn step(&self, size: Size, to_play: Color) -> Value {
        let mut step = self.json(size);
        step["to_play"] = json!(color(to_play));
        step
    }
}

/// `["black", "Q16"]`, or what is put down and taken off.
fn step_json(size: Size, step: &Step) -> Value {
    match step {
        Step::Play(mover, mv) => {
            let point = match mv {
                Move::Pass => "pass".to_string(),
                &Move::Place(point) => size.vertex(point).to_string(),
            };
            json!([color(*mover), point])
        }
        Step::SetUp(stones, to_play) => {
            let of = |stone: Option<Color>| {
                let points = stones.iter().filter(move |(_, put)| *put == stone);
                points.map(|&(point, _)| point).collect::<Vec<_>>()
            };
            Changes {
                black: of(Some(Color::Black)),
                white: of(Some(Color::White)),
                empty: of(None),
            }
            .step(size, *to_play)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(sgf: &str) -> Value {
        json(&Record::from_sgf(sgf).unwrap(), 1, 1).unwrap()
    }

    /// The board at every node, put together from the changes alone.
    fn boards(shown: &Value) -> Vec<HashMap<String, &'static str>> {
        let mut boards: Vec<HashMap<String, &'static str>> = Vec::new();
        for node in shown["nodes"].as_array().unwrap() {
            let parent = node["parent"].as_u64();
            let mut board =
                parent.map_or_else(HashMap::new, |parent| boards[parent as usize].clone());
            for (key, sign) in [("black", "X"), ("white", "O"), ("empty", "")] {
                for point in node["changes"][key].as_array().unwrap() {
                    let point = point.as_str().unwrap().to_string();
                    _ = if sign.is_empty() {
                        board.remove(&point)
                    } else {
                        board.insert(point, sign)
                    };
                }
            }
            boards.push(board);
        }
        boards
    }

    #[test]
    fn captures_and_variations() {
        // White A1 is captured by Black A2 after B1; another line goes elsewhere.
        let shown = shown("(;SZ[5]C[hello];B[be](;W[ae]LB[aa:x];B[ad];W[cc])(;W[cc]N[v];B[bb]))");
        let nodes = shown["nodes"].as_array().unwrap();
        let parents: Vec<_> = nodes.iter().map(|node| node["parent"].as_u64()).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(2), Some(3), Some(1), Some(5)]);
        assert_eq!(nodes[0]["comment"], "hello");
        assert_eq!(nodes[2]["labels"], json!([["A5", "x"]]));
        assert_eq!(nodes[3]["changes"], json!({"black": ["A2"], "white": [], "empty": ["A1"]}));
        assert_eq!(nodes[3]["captures"], json!({"black": 1, "white": 0}));
        assert_eq!(nodes[6]["steps"], json!([["black", "B4"]]));
        assert_eq!(nodes[6]["move"], 3);
        assert_eq!(boards(&shown)[4].len(), 3);
        assert_eq!(boards(&shown)[6].len(), 3);
    }

    #[test]
    fn stones_set_up_first_and_later() {
        let shown =
            shown("(;SZ[5]AB[aa][bb]PL[W];AW[cc];W[dd];AE[aa]AB[ee]PL[B](;B[ab];W[tt])(;AW[ab]))");
        let nodes = shown["nodes"].as_array().unwrap();
        assert_eq!(nodes[0]["changes"]["black"], json!(["A5", "B4"]));
        assert_eq!(nodes[1]["changes"]["white"], json!(["C3"]));
        assert_eq!(nodes[2]["steps"], json!([["white", "D2"]]));
        let put = json!({"black": ["E1"], "white": [], "empty": ["A5"], "to_play": "black"});
        assert_eq!(nodes[3]["steps"], json!([put]));
        assert_eq!(nodes[3]["move"], 1);
        assert_eq!(nodes[5]["steps"], json!([["white", "pass"]]));
        let last = boards(&shown).pop().unwrap();
        assert_eq!(last.len(), 5);
        assert_eq!(last["A4"], "O");
    }

    #[test]
    fn an_illegal_move_ends_its_line_alone() {
        let shown = shown("(;SZ[5];B[cc](;W[cc];B[aa])(;W[dd]))");
        let nodes = shown["nodes"].as_array().unwrap();
        assert_eq!(nodes.len(), 4);
        assert!(nodes[2]["fault"].as_str().unwrap().contains("C3"), "{}", nodes[2]["fault"]);
        assert_eq!(nodes[2]["steps"], json!([]));
        assert_eq!(nodes[3]["steps"], json!([["white", "D2"]]));
        assert_eq!(nodes[3]["fault"], Value::Null);
    }

    #[test]
    fn a_move_in_the_root_and_handicap() {
        let first = shown("(;SZ[9]B[cc];W[dd])");
        assert_eq!(first["nodes"][0]["steps"], json!([["black", "C7"]]));
        assert_eq!(boards(&first)[1].len(), 2);
        let handicap = shown("(;SZ[9]HA[2];W[ee])");
        assert_eq!(handicap["handicap"], 2);
        assert_eq!(boards(&handicap)[0].len(), 2);
        assert_eq!(handicap["nodes"][0]["to_play"], "white");
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let long = format!("(;SZ[9]{})", ";".repeat(MOST_NODES));
        assert!(json(&Record::from_sgf(&long).unwrap(), 1, 1).is_err());
        let comb = format!("(;SZ[9]{})", ";C[x]".repeat(3_000) + &"(;C[y])".repeat(3_000));
        assert!(json(&Record::from_sgf(&comb).unwrap(), 1, 1).is_err());
    }
}
