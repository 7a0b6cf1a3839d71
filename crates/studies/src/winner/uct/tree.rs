//! The tree of UCT: how often each move was tried, how often it won, and which is next by UCB1.

use aji_rules::Move;

/// How moves are chosen, and how much may be remembered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeSettings {
    /// What not being sure of a move weighs beside how often it won.
    pub exploration: f64,
    /// What a move that was not tried is thought to be worth.
    pub first_play: f64,
    /// The tree has at most so many moves.
    pub most_nodes: usize,
}

impl Default for TreeSettings {
    fn default() -> TreeSettings {
        TreeSettings { exploration: 0.3, first_play: 1.1, most_nodes: 1_000_000 }
    }
}

/// A move and what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The move that led here.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u32,
    /// How often whoever made it won, draws as halves.
    pub wins: f64,
    /// Where its replies begin, and how many there are.
    replies: (u32, u32),
}

impl Node {
    fn new(mv: Move) -> Node {
        Node { mv, visits: 0, wins: 0.0, replies: (0, 0) }
    }

    /// How often it won, of 1; `None` if it was not tried.
    pub fn rate(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.wins / f64::from(self.visits))
    }

    /// Whether its replies are known.
    pub fn is_expanded(&self) -> bool {
        self.replies.1 > 0
    }
}

/// The tree. Its first node is the position in question.
pub struct Tree {
    nodes: Vec<Node>,
    settings: TreeSettings,
}

impl Tree {
    /// Of a position of which nothing is known.
    pub fn new(settings: TreeSettings) -> Tree {
        Tree { nodes: vec![Node::new(Move::Pass)], settings }
    }

    /// A node.
    pub fn node(&self, at: usize) -> &Node {
        &self.nodes[at]
    }

    /// The replies to a move.
    pub fn replies(&self, at: usize) -> &[Node] {
        let (first, count) = self.nodes[at].replies;
        &self.nodes[first as usize..][..count as usize]
    }

    /// Adds the replies to a move, if there is room.
    pub fn expand(&mut self, at: usize, moves: &[Move]) {
        if self.nodes.len() + moves.len() <= self.settings.most_nodes {
            self.nodes[at].replies = (self.nodes.len() as u32, moves.len() as u32);
            self.nodes.extend(moves.iter().copied().map(Node::new));
        }
    }

    /// The reply to try next, by UCB1; the first of equals. `None` if none is known.
    pub fn choose(&self, at: usize) -> Option<usize> {
        let log_visits = f64::from(self.nodes[at].visits.max(1)).ln();
        let TreeSettings { exploration, first_play, .. } = self.settings;
        let bound = |node: &Node| match node.rate() {
            Some(rate) => rate + exploration * (log_visits / f64::from(node.visits)).sqrt(),
            None => first_play,
        };
        let mut best = None;
        for (index, node) in self.replies(at).iter().enumerate() {
            let bound = bound(node);
            if best.is_none_or(|(_, most)| bound > most) {
                best = Some((index, bound));
            }
        }
        best.map(|(index, _)| self.nodes[at].replies.0 as usize + index)
    }

    /// A playout came this way, and whoever made the last of these moves won so much of it.
    pub fn add(&mut self, way: &[usize], won_by_last: f64) {
        let mut won = won_by_last;
        for &at in way.iter().rev() {
            self.nodes[at].visits += 1;
            self.nodes[at].wins += won;
            won = 1.0 - won;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::Size;

    #[test]
    fn each_move_is_tried_and_the_best_one_most() {
        let moves: Vec<Move> = Size::NINE.points().take(5).map(Move::Place).collect();
        let mut tree = Tree::new(TreeSettings::default());
        tree.expand(0, &moves);
        for _ in 0..500 {
            let at = tree.choose(0).unwrap();
            let is_best = tree.node(at).mv == moves[3];
            tree.add(&[0, at], if is_best { 0.7 } else { 0.4 });
        }
        let visits: Vec<u32> = tree.replies(0).iter().map(|node| node.visits).collect();
        assert!(visits.iter().all(|&visits| visits > 0), "{visits:?}");
        assert!(visits[3] > 300, "{visits:?}");
        assert_eq!(visits.iter().sum::<u32>(), tree.node(0).visits);
        // What one side wins the other loses.
        let won: f64 = tree.replies(0).iter().map(|node| node.wins).sum();
        assert!((won + tree.node(0).wins - 500.0).abs() < 1e-6);
    }

    #[test]
    fn a_full_tree_does_not_grow() {
        let settings = TreeSettings { most_nodes: 3, ..TreeSettings::default() };
        let mut tree = Tree::new(settings);
        let moves: Vec<Move> = Size::NINE.points().take(3).map(Move::Place).collect();
        tree.expand(0, &moves);
        assert!(!tree.node(0).is_expanded());
        tree.expand(0, &moves[..2]);
        assert!(tree.node(0).is_expanded());
    }
}
