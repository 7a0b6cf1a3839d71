//! Lines of play in SGF problems: a position to begin with, and variations that solve it or fail.
//!
//! Who moves first has the aim: a defender to live, an attacker to kill. After each of his moves in a line
//! that solves the problem he has reached it; after each reply in a line that fails, the other has. Lines
//! that solve are those with a comment that says so (`RIGHT` or `correct`); if there is none in the whole
//! record, those in which who moves first always takes the first variation.

use super::gathered::Dropped;
use super::pattern::{Pattern, Source};
use aji_judge::life::LifeStatus;
use aji_judge::life::corner::{Found, find_all};
use aji_record::Record;
use aji_record::sgf::NodeId;
use aji_rules::{Color, PointSet, Position};

/// A record with more nodes is a game, or a book.
const MOST_NODES: usize = 2_000;

/// The settled positions in the lines of a problem.
pub fn patterns(record: &Record, problem: &str) -> Vec<Result<Pattern, Dropped>> {
    let tree = &record.tree;
    if tree.nodes().count() > MOST_NODES {
        return vec![Err(Dropped::NotEnclosed)];
    }
    let start = record.replay_to(tree.root());
    let group = match question(start.game.position()) {
        Ok(group) => group,
        Err(dropped) => return vec![Err(dropped)],
    };
    let is_marked = tree.nodes().any(|node| says_right(record, node));
    let mut all = Vec::new();
    for node in tree.nodes() {
        if let Some(status) = told(record, node, is_marked, group.color) {
            let replay = record.replay_to(node);
            let found = match (status, replay.fault) {
                (_, Some(_)) => continue,
                (Err(dropped), _) => Err(dropped),
                (Ok(status), None) => same_group(replay.game.position(), &group).map(|found| {
                    let (corner, source) = (found.corner, Source::Problem);
                    Pattern { corner, status, source, problem: problem.to_string() }
                }),
            };
            all.push(found);
        }
    }
    all
}

/// The group that the problem is about: the largest that is enclosed.
fn question(position: &Position) -> Result<Found, Dropped> {
    let mut why = Dropped::NotEnclosed;
    let mut best: Option<Found> = None;
    for found in find_all(position) {
        match found {
            Ok(found)
                if best.as_ref().is_none_or(|best| best.stones.len() < found.stones.len()) =>
            {
                best = Some(found);
            }
            Ok(_) => {}
            Err(unfit) => why = unfit.into(),
        }
    }
    best.ok_or(why)
}

fn same_group(position: &Position, group: &Found) -> Result<Found, Dropped> {
    let shares = |stones: &PointSet| stones.iter().any(|stone| group.stones.contains(stone));
    let mut found = find_all(position).into_iter().flatten();
    found
        .find(|found| found.color == group.color && shares(&found.stones))
        .ok_or(Dropped::NotEnclosed)
}

/// What is known of the position after a node, if anything is.
fn told(
    record: &Record,
    node: NodeId,
    is_marked: bool,
    defender: Color,
) -> Option<Result<LifeStatus, Dropped>> {
    let tree = &record.tree;
    let mut path: Vec<NodeId> =
        std::iter::successors(Some(node), |&node| tree.parent(node)).collect();
    path.reverse();
    let moves: Vec<(NodeId, Color)> = path
        .iter()
        .filter_map(|&node| match (tree.get(node, "B"), tree.get(node, "W")) {
            (Some(_), _) => Some((node, Color::Black)),
            (_, Some(_)) => Some((node, Color::White)),
            _ => None,
        })
        .collect();
    let &(last, mover) = moves.last()?;
    let &(_, first) = moves.first()?;
    if last != node {
        return None;
    }
    let mut own = moves.iter().filter(|(_, color)| *color == first);
    let solves = own.all(|&(node, _)| is_good(record, node, is_marked));
    // Reached by the one who moved last, if the line is his.
    if solves != (mover == first) {
        return None;
    }
    if path.iter().any(|&node| speaks_of_ko(record, node)) {
        return Some(Err(Dropped::KoLine));
    }
    Some(Ok(if mover == defender { LifeStatus::Alive } else { LifeStatus::Dead }))
}

/// Whether a move of the one who moves first belongs to a solution.
fn is_good(record: &Record, node: NodeId, is_marked: bool) -> bool {
    let tree = &record.tree;
    if !is_marked {
        return tree.parent(node).is_none_or(|parent| tree.children(parent).next() == Some(node));
    }
    let mut up = std::iter::successors(Some(node), |&node| tree.parent(node));
    if up.any(|node| says_right(record, node)) {
        return true;
    }
    let mut below: Vec<NodeId> = tree.children(node).collect();
    while let Some(node) = below.pop() {
        if says_right(record, node) {
            return true;
        }
        below.extend(tree.children(node));
    }
    false
}

fn says_right(record: &Record, node: NodeId) -> bool {
    says(record, node, &["right", "correct"])
}

fn speaks_of_ko(record: &Record, node: NodeId) -> bool {
    says(record, node, &["ko"])
}

/// Whether the comment of a node has one of these words.
fn says(record: &Record, node: NodeId, wanted: &[&str]) -> bool {
    let Some(comment) = record.tree.text(node, "C") else { return false };
    let comment = comment.to_lowercase();
    let mut words = comment.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| wanted.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three in a row in the corner, Black's.
    const START: &str = "SZ[19]AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec]";

    fn told(play: &str) -> Vec<String> {
        let record = Record::from_sgf(&format!("(;{START}{play})")).unwrap();
        let patterns = patterns(&record, "three");
        let words = |found: &Result<Pattern, Dropped>| match found {
            Ok(pattern) => format!("{} {}", &pattern.corner.rows()[0][..4], pattern.status),
            Err(dropped) => dropped.to_string(),
        };
        patterns.iter().map(words).collect()
    }

    #[test]
    fn first_variations_solve_and_others_fail() {
        assert_eq!(told("(;W[ba];B[ca])(;W[aa];B[ba])"), [".O.X dead", ".X.X alive"]);
        assert_eq!(told("(;B[ba])(;B[aa];W[ba])"), [".X.X alive", "XO.X dead"]);
    }

    #[test]
    fn comments_tell_which_lines_solve() {
        let play = "(;W[aa];B[ba]C[Wrong.])(;W[ba]C[RIGHT])(;W[ca]C[This is a ko];B[ba])";
        assert_eq!(told(play), [".X.X alive", ".O.X dead", "a line that hangs on a ko"]);
        assert_eq!(told("(;W[aa];B[ba]C[incorrect])(;W[ba];B[aa];W[ca]C[Correct!])").len(), 3);
    }

    #[test]
    fn what_has_no_enclosed_group_gives_nothing() {
        let record = Record::from_sgf("(;SZ[19];B[pd];W[dd])").unwrap();
        assert_eq!(patterns(&record, ""), [Err(Dropped::NotEnclosed)]);
    }
}
