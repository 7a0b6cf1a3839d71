//! A record with its review in it, so that programs that show records show the review: Sabaki's graph
//! (SBKV, SBKS), the values of FF\[4\] (V, C, GB, BM and others), Lizzie (LZ) and KaTrain (KT).
//!
//! What was in the record stays; what we add is noted where we add it, and goes when the record is reviewed anew.

mod katrain;
mod lizzie;
mod own;
mod words;

pub use own::is_ours;

use super::ReviewedGame;
use crate::answers::review::Reviewed;
use aji_judge::life::LifeStatus;
use aji_judge::score::{FinalScore, PointStatus};
use aji_play::analyst::Analysis;
use aji_play::review::{GameReview, Mistake, ReviewedMove};
use aji_record::sgf::{NodeId, Tree};
use aji_record::{NoteKind, Record, move_text, point_text};
use aji_rules::{Color, Game, Move, Position, Size};
use own::Marks;
use rayon::prelude::*;

/// How many lines are suggested where a move lost much, how long they are, and how much worse than the best in
/// points.
const LINES: usize = 3;
const LONGEST: usize = 10;
const NEARLY_BEST: f64 = 2.0;

/// What is written of a position.
struct Page {
    /// Who is to move.
    color: Color,
    katrain: [String; 3],
    lizzie: String,
    suggestions: Vec<Suggestion>,
}

/// A move to be thought of.
struct Suggestion {
    line: Vec<Move>,
    /// Beside the best, in points.
    loss: f64,
    reasons: Vec<String>,
}

impl Page {
    fn of(size: Size, analysis: &Analysis) -> Page {
        let suggestions = analysis.moves.iter().map(|analysed| Suggestion {
            line: analysed.line.iter().map(|&(mv, _)| mv).take(LONGEST).collect(),
            loss: analysed.loss,
            reasons: analysed.reasons.clone(),
        });
        Page {
            color: analysis.color,
            katrain: katrain::blobs(size, analysis),
            lizzie: lizzie::text(size, analysis),
            suggestions: suggestions.collect(),
        }
    }

    /// What might have been played instead, the best first; nothing if the best was played.
    fn instead_of(&self, played: Move) -> Vec<&Suggestion> {
        let first = |suggestion: &Suggestion| suggestion.line.first().copied();
        match self.suggestions.first().and_then(first) {
            Some(best) if best != played => {
                let near =
                    |one: &&Suggestion| one.loss <= NEARLY_BEST && first(one) != Some(played);
                self.suggestions.iter().filter(near).take(LINES).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The record with its review.
pub fn of(ReviewedGame { loaded, reviewed }: &ReviewedGame) -> String {
    let GameReview { positions, count, .. } = &reviewed.game;
    let page = |(_, analysis): &(Game, Analysis)| Page::of(reviewed.size, analysis);
    let pages: Vec<Page> = positions.par_iter().map(page).collect();
    let mut tree = loaded.record.tree.clone();
    own::strip(&mut tree);
    let mut writer = Writer { tree, reviewed, pages: &pages, worth: None };
    writer.head(&loaded.record);
    let line: Vec<NodeId> = writer.tree.main_line().collect();
    // The steps that were played up to each node.
    let steps = &loaded.replay.nodes;
    let mut done = 0;
    for &node in &line {
        let first = done;
        done += steps[first..].iter().take_while(|&&at| at == node).count();
        // A game may be reviewed up to a move, or break off.
        if first == steps.len() && changes_board(&writer.tree, node) {
            break;
        }
        let next = line_after(&writer.tree, node, steps.get(done).copied());
        writer.node(node, first, done, next);
        let is_last = writer.tree.children(node).next().is_none();
        if let Some(count) = count.as_ref().filter(|count| is_last && count.is_ready()) {
            writer.territory(node, loaded.position(), count);
        }
    }
    writer.tree.write()
}

fn changes_board(tree: &Tree, node: NodeId) -> bool {
    ["B", "W", "AB", "AW", "AE"].iter().any(|name| tree.get(node, name).is_some())
}

/// Whether the next step is in a child of this node, so that other lines may stand beside it.
fn line_after(tree: &Tree, node: NodeId, next: Option<NodeId>) -> bool {
    next.is_some_and(|next| tree.parent(next) == Some(node))
}

struct Writer<'f> {
    tree: Tree,
    reviewed: &'f Reviewed,
    pages: &'f [Page],
    /// What was said last of who is ahead.
    worth: Option<(&'static str, &'static str)>,
}

impl Writer<'_> {
    /// What the first node says of the record.
    fn head(&mut self, record: &Record) {
        let root = self.tree.root();
        let tree = &mut self.tree;
        tree.set(root, "GM", &["1"]);
        tree.set(root, "FF", &["4"]);
        tree.set(root, "CA", &["UTF-8"]);
        // The name of the program is what komi is repaired by, and it goes.
        let is_repaired = |kind: &NoteKind| matches!(kind, NoteKind::KomiRepaired { .. });
        let repaired = record.notes.iter().any(|note| is_repaired(&note.kind));
        if let (true, Some(komi)) = (repaired, record.head.komi) {
            tree.set_text(root, "KM", &komi.to_string());
        }
        tree.set(root, "AP", &[own::PROGRAM]);
    }

    /// A node of the main line: `first` steps were done before it, `done` after it.
    fn node(&mut self, node: NodeId, first: usize, done: usize, may_branch: bool) {
        let (reviewed, page) = (self.reviewed, &self.pages[done]);
        let game = &reviewed.game;
        let (chance, lead) = (game.chances[done], game.positions[done].1.black_lead());
        let is_root = node == self.tree.root();
        let size = reviewed.size;
        let made = (first..done).rev().find_map(|step| game.move_at(step));
        let missed = match game.move_at(done) {
            Some(next) if may_branch && next.is_mistake() => page.instead_of(next.mv),
            _ => Vec::new(),
        };
        let mut marks = Marks::on(&mut self.tree, node);
        marks.set("SBKV", &[format!("{:.2}", 100.0 * chance)]);
        marks.set("SBKS", &[format!("{:.2}", lead + 0.0)]);
        marks.set("V", &[format!("{:.1}", lead + 0.0)]);
        marks.set(if is_root { "LZOP" } else { "LZ" }, std::slice::from_ref(&page.lizzie));
        marks.set("KT", &page.katrain);
        if is_root {
            marks.set("KTV", &[katrain::VERSION.to_string()]);
        }
        if let Some((name, value)) = made.and_then(quality) {
            marks.put_one_of(&["BM", "DO", "IT", "TE"], name, value);
        }
        let worth = worth(chance);
        if let Some((name, value)) = worth.filter(|_| worth != self.worth) {
            marks.put_one_of(&["GB", "GW", "DM", "UC"], name, value);
        }
        self.worth = worth;
        let labels: Vec<String> = missed
            .iter()
            .zip('A'..)
            .filter_map(|(suggestion, letter)| {
                let Some(&Move::Place(point)) = suggestion.line.first() else { return None };
                Some(format!("{}:{letter}", point_text(size, point)))
            })
            .collect();
        marks.put("LB", &labels);
        let mut said = Vec::new();
        if is_root {
            said.extend(words::of_game(reviewed));
        }
        let before = done.checked_sub(1).map(|before| &self.pages[before]);
        said.extend(words::of_position(reviewed, done));
        if let (Some(own), Some(before)) = (made, before) {
            said.extend(words::of_move(reviewed, own, &before.instead_of(own.mv)));
        }
        marks.say(&said.join("\n"));
        for (suggestion, letter) in missed.iter().zip('A'..) {
            self.suggest(node, page.color, letter, suggestion, size);
        }
    }

    /// A line beside what was played, unless somebody has shown it before.
    fn suggest(
        &mut self,
        at: NodeId,
        mut color: Color,
        letter: char,
        suggestion: &Suggestion,
        size: Size,
    ) {
        let tree = &mut self.tree;
        let name = |color: Color| if color == Color::Black { "B" } else { "W" };
        let first = suggestion.line.first().map(|&mv| move_text(size, mv)).unwrap_or_default();
        let is_there = |child: NodeId| tree.get(child, name(color)) == Some(first.as_str());
        if tree.children(at).any(is_there) {
            return;
        }
        let mut node = at;
        for (index, &mv) in suggestion.line.iter().enumerate() {
            node = tree.add_child(node);
            tree.set_text(node, name(color), &move_text(size, mv));
            if index == 0 {
                let vertex = size.move_text(mv);
                tree.set_text(
                    node,
                    "N",
                    &format!("{letter}: {vertex}{}", words::beside_best(suggestion.loss)),
                );
                if let Some(reasons) = words::reasons(suggestion) {
                    tree.set_text(node, "C", &reasons);
                }
            }
            own::note_line(tree, node);
            color = !color;
        }
    }

    /// Who owns each point, on a board that is ready to be counted.
    fn territory(&mut self, node: NodeId, position: &Position, count: &FinalScore) {
        let size = count.size();
        let owner = |point| match count.status(point) {
            PointStatus::Territory(color) => Some(color),
            PointStatus::Stone(LifeStatus::Dead) => position.stone(point).map(|color| !color),
            _ => None,
        };
        let mut marks = Marks::on(&mut self.tree, node);
        for (color, name) in [(Color::Black, "TB"), (Color::White, "TW")] {
            let points = size.points().filter(|&point| owner(point) == Some(color));
            marks.put(name, &points.map(|point| point_text(size, point)).collect::<Vec<_>>());
        }
    }
}

/// How good a move was, as FF\[4\] says it.
fn quality(own: &ReviewedMove) -> Option<(&'static str, &'static str)> {
    /// A move that gained so much of a chance found something.
    const FOUND: f64 = 0.05;
    match own.mistake() {
        Some(Mistake::Blunder) => Some(("BM", "2")),
        Some(Mistake::BadMistake) => Some(("BM", "1")),
        Some(Mistake::Mistake) => Some(("DO", "")),
        _ if own.gain() > FOUND && own.rank == Some(1) => Some(("TE", "1")),
        _ if own.gain() > FOUND => Some(("IT", "")),
        _ => None,
    }
}

/// Who is better, as FF\[4\] says it.
fn worth(black_wins: f64) -> Option<(&'static str, &'static str)> {
    match black_wins {
        wins if wins >= 0.9 => Some(("GB", "2")),
        wins if wins >= 0.65 => Some(("GB", "1")),
        wins if wins <= 0.1 => Some(("GW", "2")),
        wins if wins <= 0.35 => Some(("GW", "1")),
        wins if (0.45..=0.55).contains(&wins) => Some(("DM", "1")),
        _ => None,
    }
}
