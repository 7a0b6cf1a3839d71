//! A solution as a tree that SGF editors show: first moves with comments, their refutations, and the replies
//! to the best move.

use crate::life_question::{LifeQuestion, outcome_words};
use aji_judge::life::verdict::{FirstMove, Proof};
use aji_judge::life::{Answer, Solver, Verdict};
use aji_record::sgf::{NodeId, Tree};
use aji_record::{move_text, point_text};
use aji_rules::{Color, Move, Point};

/// What the other side may try against the best move, with either side moving first: for `question.first`, then for the
/// other.
pub fn replies(
    question: &LifeQuestion,
    verdict: &Verdict,
    solver: &mut Solver,
    nodes: u64,
) -> [Option<Answer>; 2] {
    [question.first, !question.first].map(|first| {
        let best = best(question.answer(verdict, first).proof()?)?;
        let Move::Place(point) = best.mv else { return None };
        let next = question.problem.after(first, point)?;
        Some(solver.answer(&next, question.problem.side(!first), nodes))
    })
}

fn best(proof: &Proof) -> Option<&FirstMove> {
    proof.moves.first().filter(|best| best.works)
}

pub fn of(question: &LifeQuestion, verdict: &Verdict, replies: &[Option<Answer>; 2]) -> Tree {
    let problem = &question.problem;
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
    tree.set_text(root, "PL", letter(question.first));
    let target: Vec<String> =
        problem.target().iter().map(|point: Point| point_text(size, point)).collect();
    tree.set(root, "TR", &target);
    let both = [question.first, !question.first];
    // What the answer to the side that is to move depends on is shaded.
    if let Some(proof) = question.answer(verdict, question.first).proof() {
        let zone: Vec<String> = proof.zone.iter().map(|point| point_text(size, point)).collect();
        if !zone.is_empty() {
            tree.set(root, "VW", &zone);
        }
    }
    let sentences = both.map(|first| question.sentence(question.answer(verdict, first), first));
    tree.set_text(root, "C", &sentences.join("\n"));
    for (first, replies) in both.into_iter().zip(replies) {
        let Some(proof) = question.answer(verdict, first).proof() else { continue };
        grow(&mut tree, root, question, proof, first);
        let node = best(proof).and_then(|best| child(&tree, root, question, first, best));
        let replies = replies.as_ref().and_then(Answer::proof);
        if let (Some(node), Some(replies)) = (node, replies) {
            grow(&mut tree, node, question, replies, !first);
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
    question: &LifeQuestion,
    color: Color,
    first: &FirstMove,
) -> Option<NodeId> {
    let text = move_text(question.problem.position().size(), first.mv);
    tree.children(at).find(|&node| tree.get(node, letter(color)) == Some(&text))
}

/// Adds first moves with their lines.
fn grow(tree: &mut Tree, at: NodeId, question: &LifeQuestion, proof: &Proof, color: Color) {
    let size = question.problem.position().size();
    let helps = proof.moves.iter().any(|first| first.works);
    for first in &proof.moves {
        let (mut node, mut color) = (at, color);
        let mut moves = first.line.iter();
        // The line that the parent tells already begins with the best of these.
        if let Some(known) = child(tree, at, question, color, first) {
            node = known;
            moves.next();
        } else if let Some(&mv) = moves.next() {
            node = tree.add_child(node);
            tree.set_text(node, letter(color), &move_text(size, mv));
        }
        let what = outcome_words(first.outcome, question.problem.defender());
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
