//! The positions that a search has seen, and which moves lead from one to another.
//!
//! Positions are kept whole, not as hashes, so that none is ever taken for another. The moves of a position
//! are found out once; a search that comes back has only to look at numbers.

use crate::life::bits::Bits;
use crate::life::node::Node;

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
/// A liberty of the attacker's in the open is filled.
pub const FILL: Step = 65;
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
    /// Of positions that are won as far as is known: what that depends on.
    zones: Vec<Bits>,
    edges: Vec<Edge>,
    /// Where to find a node by its contents: open addressing.
    index: Vec<Slot>,
}

/// A place in the index.
#[derive(Clone, Copy, Debug)]
struct Slot {
    id: Id,
    /// A part of the node's hash, so that hardly a wrong node has to be looked at.
    tag: u32,
}

const NOBODY: Id = Id::MAX;
const NOTHING: Slot = Slot { id: NOBODY, tag: 0 };
const SMALLEST_INDEX: usize = 1 << 10;

/// A number that hardly another node has: the upper half is its tag, the lower one tells its place.
#[inline]
fn hash(node: &Node) -> u64 {
    let mix = |hash: u64, number: u64| {
        let mixed = (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    };
    let small = u64::from(node.threats) << 1 ^ u64::from(node.filled) << 9 ^ node.to_move as u64;
    let rest = node.ban.rotate_left(7) ^ small;
    mix(mix(node.stones.defender, node.stones.attacker), rest ^ node.target << 17)
}

impl Graph {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.known.clear();
        self.zones.clear();
        self.edges.clear();
        self.index.clear();
        self.index.resize(SMALLEST_INDEX, NOTHING);
    }

    /// Where in the index a node with this hash is, or would be.
    #[inline]
    fn place(&self, node: &Node, hash: u64) -> usize {
        let (mask, tag) = (self.index.len() - 1, (hash >> 32) as u32);
        let mut at = hash as usize & mask;
        loop {
            let slot = self.index[at];
            if slot.id == NOBODY || slot.tag == tag && self.nodes[slot.id as usize] == *node {
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
        let id = self.index[self.place(node, hash(node))].id;
        (id != NOBODY).then_some(id)
    }

    /// A position, added if it was not seen before with what is known of it at first.
    #[inline]
    pub fn find_or_add(&mut self, node: &Node, first: impl FnOnce() -> Effort) -> Id {
        if self.index.len() < 2 * self.nodes.len() + SMALLEST_INDEX {
            self.grow();
        }
        let hash = hash(node);
        let place = self.place(node, hash);
        let found = self.index[place].id;
        if found != NOBODY {
            return found;
        }
        let id = self.nodes.len() as Id;
        self.index[place] = Slot { id, tag: (hash >> 32) as u32 };
        self.nodes.push(*node);
        let (effort, best) = (first(), NO_MOVE);
        self.zones.push(0);
        self.known.push(Known { effort, first_edge: 0, edges: UNKNOWN, best, is_on_path: false });
        id
    }

    fn grow(&mut self) {
        let length = (4 * self.index.len()).max(SMALLEST_INDEX);
        self.index.clear();
        self.index.resize(length, NOTHING);
        for (id, node) in self.nodes.iter().enumerate() {
            let hash = hash(node);
            let mut at = hash as usize & (length - 1);
            while self.index[at].id != NOBODY {
                at = (at + 1) & (length - 1);
            }
            self.index[at] = Slot { id: id as Id, tag: (hash >> 32) as u32 };
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

    /// What a win depends on.
    pub fn zone(&self, id: Id) -> Bits {
        self.zones[id as usize]
    }

    /// Notes what a win depends on.
    pub fn set_zone(&mut self, id: Id, zone: Bits) {
        self.zones[id as usize] = zone;
    }

    /// Forgets what is known of a position. Its moves have to be found out anew: they may be there only
    /// up to one that seemed to win.
    pub fn forget(&mut self, id: Id) {
        self.unsettle(id);
        self.known_mut(id).edges = UNKNOWN;
    }

    /// Forgets who wins a position, but not its moves.
    pub fn unsettle(&mut self, id: Id) {
        let known = self.known_mut(id);
        known.effort = Effort { own: 1, other: 1 };
        known.best = NO_MOVE;
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

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}
