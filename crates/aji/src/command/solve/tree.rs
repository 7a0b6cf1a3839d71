//! A solution as a tree that SGF editors show: first moves with comments, their refutations, and the replies
//! to the best move.

use crate::posed::{Posed, outcome_words};
use aji_judge::life::verdict::{FirstMove, Proof};
use aji_judge::life::{Solver, Verdict};
use aji_record::sgf::{NodeId, Tree};
use aji_record::{move_text, point_text};
use aji_rules::{Color, Move, Point};

pub fn of(posed: &Posed, verdict: &Verdict, solver: &mut Solver, nodes: u64) -> Tree {
    let problem = &posed.problem;
    let (position, size) = (problem.position(), problem.position().size());
    let mut tree = Tree::new();
    let root = tree.root();
    tree.set_text(root, "GM", "1");
    tree.set_text(root, "FF", "4");
    tree.set_text(root, "CA", "UTF-8");
    tree.set_text(root, "AP", concat!("aji:", env!("CARGO_PKG_VERSION")));
    let side = match (size.width(), size.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    tree.set_text(root, "SZ", &side);
    for color in Color::BOTH {
        let stones = size.points().filter(|&point| position.stone(point) == Some(color));
        let stones: Vec<String> = stones.map(|point| point_text(size, point)).collect();
        if !stones.is_empty() {
            tree.set(root, if color == Color::Black { "AB" } else { "AW" }, &stones);
        }
    }
    tree.set_text(root, "PL", letter(posed.first));
    let target: Vec<String> =
        problem.target().iter().map(|point: Point| point_text(size, point)).collect();
    tree.set(root, "TR", &target);
    let both = [posed.first, !posed.first];
    let sentences = both.map(|first| posed.sentence(posed.answer(verdict, first), first));
    tree.set_text(root, "C", &sentences.join("\n"));
    for first in both {
        let Some(proof) = posed.answer(verdict, first).proof() else { continue };
        grow(&mut tree, root, posed, proof, first);
        // What the other side may try against the best move.
        let Some(best) = proof.moves.first().filter(|best| best.works) else { continue };
        let Move::Place(point) = best.mv else { continue };
        let Some(node) = child(&tree, root, posed, first, best) else { continue };
        let Some(next) = problem.after(first, point) else { continue };
        let answer = solver.answer(&next, problem.side(!first), nodes);
        if let Some(replies) = answer.proof() {
            grow(&mut tree, node, posed, replies, !first);
        }
    }
    tree
}

fn letter(color: Color) -> &'static str {
    if color == Color::Black { "B" } else { "W" }
}

/// The child where this move is played.
fn child(
    tree: &Tree,
    at: NodeId,
    posed: &Posed,
    color: Color,
    first: &FirstMove,
) -> Option<NodeId> {
    let text = move_text(posed.problem.position().size(), first.mv);
    tree.children(at).find(|&node| tree.get(node, letter(color)) == Some(&text))
}

/// Adds first moves with their lines.
fn grow(tree: &mut Tree, at: NodeId, posed: &Posed, proof: &Proof, color: Color) {
    let size = posed.problem.position().size();
    let helps = proof.moves.iter().any(|first| first.works);
    for first in &proof.moves {
        let (mut node, mut color) = (at, color);
        let mut moves = first.line.iter();
        // The line that the parent tells already begins with the best of these.
        if let Some(known) = child(tree, at, posed, color, first) {
            node = known;
            moves.next();
        } else if let Some(&mv) = moves.next() {
            node = tree.add_child(node);
            tree.set_text(node, letter(color), &move_text(size, mv));
        }
        let what = outcome_words(first.outcome, posed.problem.defender());
        // Where nothing helps, no move is better than another.
        let mark = match (first.works, helps) {
            (true, _) => "RIGHT: ",
            (false, true) => "Fails: ",
            (false, false) => "",
        };
        tree.set_text(node, "C", &format!("{mark}{what}."));
        if helps {
            tree.set_text(node, if first.works { "TE" } else { "BM" }, "1");
        }
        if tree.children(node).next().is_some() {
            continue;
        }
        for &mv in moves {
            color = !color;
            node = tree.add_child(node);
            tree.set_text(node, letter(color), &move_text(size, mv));
        }
    }
}
