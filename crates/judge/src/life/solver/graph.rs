//! The positions that a search has seen, and which moves lead from one to another.
//!
//! Positions are kept whole, not as hashes, so that none is ever taken for another. The moves of a position
//! are found out once; a search that comes back has only to look at numbers.

use super::super::arena::{Points, Stones};
use super::super::fight::Side;

/// A position of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The stones in the arena.
    pub stones: Stones,
    /// What is left of the stones in question.
    pub target: Points,
    /// Where a ko may not be retaken now without a threat.
    pub ban: Points,
    /// How many threats the master of kos has left.
    pub threats: u8,
    /// Who moves.
    pub to_move: Side,
}

/// Beyond every number of a position that is not settled.
pub const INFINITE: u32 = 1 << 30;

/// How hard it is for the side to move to get its way, and for the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    pub own: u32,
    pub other: u32,
}

impl Effort {
    /// The side to move has got its way.
    pub const WON: Effort = Effort { own: 0, other: INFINITE };
    /// The other side has.
    pub const LOST: Effort = Effort { own: INFINITE, other: 0 };

    /// Whether the side to move wins, if that is settled.
    pub fn settled(self) -> Option<bool> {
        match self {
            Effort { own: 0, .. } => Some(true),
            Effort { other: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// A move: the number of a point of the arena, or one of these.
pub type Step = u8;
/// A move that is no point of the arena.
pub const PASS: Step = 64;
/// No move was found yet.
pub const NO_MOVE: Step = 255;

/// The number of a position in the graph.
pub type Id = u32;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub effort: Effort,
    first_edge: u32,
    edges: u8,
    /// The move that settles it, for the winner.
    pub best: Step,
    /// Whether the search is on its way through it just now.
    pub is_on_path: bool,
}

/// The moves of a position have not been found out.
const UNKNOWN: u8 = u8::MAX;

/// A move and where it leads.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub to: Id,
    pub step: Step,
}

/// Positions, what is known of them, and moves between them.
#[derive(Default)]
pub struct Graph {
    nodes: Vec<Node>,
    known: Vec<Known>,
    edges: Vec<Edge>,
    /// Where to find a node by its contents: open addressing.
    index: Vec<Id>,
}

const NOBODY: Id = Id::MAX;
const SMALLEST_INDEX: usize = 1 << 10;

impl Graph {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.known.clear();
        self.edges.clear();
        self.index.clear();
        self.index.resize(SMALLEST_INDEX, NOBODY);
    }

    /// Where in the index a node is, or would be.
    #[inline]
    fn place(&self, node: &Node) -> usize {
        let mix = |hash: u64, number: u64| {
            let mixed = (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 32
        };
        let rest = node.ban.rotate_left(7) ^ u64::from(node.threats) << 1 ^ node.to_move as u64;
        let hash = mix(mix(node.stones.defender, node.stones.attacker), rest ^ node.target << 17);
        let mask = self.index.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let id = self.index[at];
            if id == NOBODY || self.nodes[id as usize] == *node {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// A position that was seen.
    #[inline]
    pub fn find(&self, node: &Node) -> Option<Id> {
        if self.index.is_empty() {
            return None;
        }
        let id = self.index[self.place(node)];
        (id != NOBODY).then_some(id)
    }

    /// Adds a position that was not seen before.
    pub fn add(&mut self, node: Node, effort: Effort) -> Id {
        if self.index.len() < 2 * self.nodes.len() + SMALLEST_INDEX {
            self.grow();
        }
        let id = self.nodes.len() as Id;
        let place = self.place(&node);
        self.index[place] = id;
        self.nodes.push(node);
        let known =
            Known { effort, first_edge: 0, edges: UNKNOWN, best: NO_MOVE, is_on_path: false };
        self.known.push(known);
        id
    }

    fn grow(&mut self) {
        let length = (4 * self.index.len()).max(SMALLEST_INDEX);
        self.index.clear();
        self.index.resize(length, NOBODY);
        for id in 0..self.nodes.len() {
            let place = self.place(&self.nodes[id]);
            self.index[place] = id as Id;
        }
    }

    /// A position.
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    /// What is known of a position.
    #[inline]
    pub fn known(&self, id: Id) -> &Known {
        &self.known[id as usize]
    }

    /// The same, to be changed.
    #[inline]
    pub fn known_mut(&mut self, id: Id) -> &mut Known {
        &mut self.known[id as usize]
    }

    /// Notes who wins a position, and how.
    pub fn settle(&mut self, id: Id, effort: Effort, best: Step) {
        let known = self.known_mut(id);
        known.effort = effort;
        known.best = best;
    }

    /// Whether the moves of a position were found out.
    pub fn is_expanded(&self, id: Id) -> bool {
        self.known(id).edges != UNKNOWN
    }

    /// Notes the moves of a position.
    pub fn expand(&mut self, id: Id, edges: &[Edge]) {
        let first_edge = self.edges.len() as u32;
        self.edges.extend_from_slice(edges);
        let known = self.known_mut(id);
        known.first_edge = first_edge;
        known.edges = edges.len() as u8;
    }

    /// The moves of a position, if they were found out.
    #[inline]
    pub fn edges(&self, id: Id) -> &[Edge] {
        let known = self.known(id);
        match known.edges {
            UNKNOWN => &[],
            count => &self.edges[known.first_edge as usize..][..usize::from(count)],
        }
    }
}
