//! What our network sees of a corner: its empty points and chains, and what touches what. Nothing else
//! matters for life and death: a chain lives and dies as one, however it lies.

use super::Corner;
use crate::life::bits::{Bits, around, beside, each, flood, parts};
use crate::life::node::Side;
use crate::life::small_board::{SmallBoard, Stones};
use aji_net::mesh::{Case, Graph};

/// Features of a node.
pub const FEATURES: usize = 26;
/// Numbers of a corner.
pub const GLOBALS: usize = 8;
/// The features of a node. Those of an empty point:
mod feature {
    pub const EMPTY: usize = 0;
    pub const NEAR_WALL: usize = 3;
    pub const NEAR_EDGE: usize = 4;
    pub const NEAR_DEFENDER: usize = 5;
    pub const NEAR_INNER: usize = 6;
    pub const NEAR_EMPTY: usize = 7;
    pub const EYE: usize = 8;
    pub const ACROSS_DEFENDER: usize = 9;
    pub const ACROSS_ATTACKER: usize = 10;
    /// Whether the defender, the attacker, may play there. Behind it: how many stones that captures, whether it is
    /// self-atari, and whether it makes a ko.
    pub const PLAYABLE: [usize; 2] = [11, 15];
    pub const MAKES_LIFE: usize = 19;

    // Those of a chain.
    pub const DEFENDER: usize = 1;
    pub const ATTACKER: usize = 2;
    /// Two, three and more are behind it.
    pub const ONE_LIBERTY: usize = 20;
    pub const STONES: usize = 24;
    pub const PASS_ALIVE: usize = 25;
}

/// What sums over neighbours are divided by: all but the defender's chains, and those.
const MOST: [usize; 2] = [4, 4];
/// The most nodes that a graph may have.
const NODES: usize = 64;

/// A corner as the network sees it; used again and again.
#[derive(Default)]
pub struct Sight {
    /// What is a neighbour of what.
    pub graph: Graph,
    /// The features.
    pub case: Case,
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Empty,
    Defender,
    Attacker,
}

/// The nodes in a fixed order: empty points, then the defender's chains, then the attacker's inside.
struct Nodes {
    of: [(Bits, Kind); NODES],
    count: usize,
}

impl Nodes {
    fn new(corner: &Corner) -> Nodes {
        let mut nodes = Nodes { of: [(0, Kind::Empty); NODES], count: 0 };
        each(corner.inside()).for_each(|point| nodes.add(point, Kind::Empty));
        parts(corner.defender()).for_each(|chain| nodes.add(chain, Kind::Defender));
        parts(corner.inner()).for_each(|chain| nodes.add(chain, Kind::Attacker));
        nodes
    }

    /// There is room for all: a window has no more points than a graph may have nodes.
    fn add(&mut self, bits: Bits, kind: Kind) {
        if let Some(node) = self.of.get_mut(self.count) {
            *node = (bits, kind);
            self.count += 1;
        }
    }

    fn all(&self) -> &[(Bits, Kind)] {
        &self.of[..self.count]
    }
}

impl Sight {
    /// Looks at a corner.
    pub fn look(&mut self, corner: &Corner) {
        let nodes = Nodes::new(corner);
        let nodes = nodes.all();
        self.join(nodes);
        self.part(corner, nodes);
        let (board, stones) = corner.board();
        let alive = board.alive(stones);
        self.case.features.clear();
        self.case.features.resize(nodes.len() * FEATURES, 0.0);
        let mut makers = 0;
        let rows = self.case.features.chunks_exact_mut(FEATURES);
        for (&(bits, kind), row) in nodes.iter().zip(rows) {
            match kind {
                Kind::Empty => makers += empty_point(corner, (&board, stones), bits, row),
                Kind::Defender | Kind::Attacker => chain(corner, bits, kind, alive, row),
            }
        }
        self.globals(corner, nodes, (alive, makers));
    }

    /// What touches what: once without the defender's chains, once what has to do with them.
    fn join(&mut self, nodes: &[(Bits, Kind)]) {
        let mut near = [[0_u64; NODES]; 2];
        for (at, &(bits, kind)) in nodes.iter().enumerate() {
            let beside = beside(bits);
            for (other, &(others, other_kind)) in nodes.iter().enumerate() {
                if other != at && beside & others != 0 {
                    let relation = kind == Kind::Defender || other_kind == Kind::Defender;
                    near[usize::from(relation)][at] |= 1 << other;
                }
            }
        }
        let [first, second] = &near;
        self.graph.refill([&first[..nodes.len()], &second[..nodes.len()]], MOST);
    }

    /// Eye spaces: what hangs together without the defender's stones. Each of his chains is on its own.
    fn part(&mut self, corner: &Corner, nodes: &[(Bits, Kind)]) {
        let mut spaces = [0; NODES];
        let mut count = 0;
        for space in parts(corner.inside() | corner.inner()) {
            spaces[count] = space;
            count += 1;
        }
        let mut next = count as u16;
        let of = nodes.iter().map(|&(bits, kind)| {
            if kind == Kind::Defender {
                next += 1;
                return next - 1;
            }
            let space = spaces[..count].iter().position(|space| space & bits != 0);
            space.unwrap_or_default() as u16
        });
        self.case.parts.refill(of);
    }

    fn globals(&mut self, corner: &Corner, nodes: &[(Bits, Kind)], (alive, makers): (Bits, u32)) {
        let count = |kind: Kind| nodes.iter().filter(|node| node.1 == kind).count() as f32;
        let spaces = parts(corner.inside() | corner.inner());
        let closed = spaces.filter(|&space| beside(space) & corner.wall() == 0).count() as f32;
        self.case.globals.clear();
        self.case.globals.extend([
            count(Kind::Empty) / 8.0,
            count(Kind::Defender) / 4.0,
            count(Kind::Attacker) / 2.0,
            closed / 2.0,
            f32::from(u8::from(alive != 0)),
            makers as f32 / 4.0,
            corner.inner().count_ones() as f32 / 4.0,
            corner.defender().count_ones() as f32 / 16.0,
        ]);
    }
}

fn yes(truth: bool) -> f32 {
    f32::from(u8::from(truth))
}

/// The features of an empty point; says whether the defender lives for sure by playing there.
fn empty_point(
    corner: &Corner,
    (board, stones): (&SmallBoard, Stones),
    point: Bits,
    row: &mut [f32],
) -> u32 {
    let near = beside(point);
    let across = around(point) & !near & !point;
    let count = |bits: Bits| bits.count_ones() as f32;
    row[feature::EMPTY] = 1.0;
    row[feature::NEAR_WALL] = count(near & corner.wall()) / 2.0;
    row[feature::NEAR_EDGE] = (4.0 - count(near)) / 2.0;
    row[feature::NEAR_DEFENDER] = count(near & corner.defender()) / 2.0;
    row[feature::NEAR_INNER] = count(near & corner.inner()) / 2.0;
    row[feature::NEAR_EMPTY] = count(near & corner.inside()) / 2.0;
    row[feature::EYE] = yes(near & !corner.defender() == 0);
    row[feature::ACROSS_DEFENDER] = count(across & corner.defender()) / 2.0;
    row[feature::ACROSS_ATTACKER] = count(across & corner.attacker()) / 2.0;
    let mut lives = false;
    for (side, at) in [Side::Defender, Side::Attacker].into_iter().zip(feature::PLAYABLE) {
        let Some(played) = board.play(stones, side, point) else { continue };
        let chain = flood(point, played.stones.of(side));
        let liberties = beside(chain) & board.empty(played.stones);
        let is_safe = side == Side::Attacker && beside(chain) & corner.wall() != 0;
        row[at] = 1.0;
        row[at + 1] = count(played.captured).min(4.0) / 2.0;
        row[at + 2] = yes(liberties.count_ones() == 1 && !is_safe);
        row[at + 3] = yes(played.ko != 0);
        if side == Side::Defender {
            lives = board.alive(played.stones) != 0;
        }
    }
    row[feature::MAKES_LIFE] = yes(lives);
    u32::from(lives)
}

fn chain(corner: &Corner, stones: Bits, kind: Kind, alive: Bits, row: &mut [f32]) {
    row[if kind == Kind::Defender { feature::DEFENDER } else { feature::ATTACKER }] = 1.0;
    let liberties = (beside(stones) & corner.inside()).count_ones() as usize;
    row[feature::ONE_LIBERTY + liberties.clamp(1, 4) - 1] = 1.0;
    row[feature::STONES] = (stones.count_ones() as f32).ln() / 2.0;
    row[feature::PASS_ALIVE] = yes(alive & stones != 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(text: &str) -> Sight {
        let corner: Corner = text.parse().unwrap();
        let mut sight = Sight::default();
        sight.look(&corner);
        sight
    }

    #[test]
    fn points_and_chains_are_nodes() {
        let sight = look(".O.X.XO. XXXXXXO. OOOOOOO.");
        // Three empty points, one chain of the defender, one of the attacker.
        assert_eq!(sight.graph.nodes(), 5);
        let kinds: Vec<&[f32]> =
            sight.case.features.chunks(FEATURES).map(|row| &row[..3]).collect();
        assert_eq!(kinds[0], [1.0, 0.0, 0.0]);
        assert_eq!(kinds[3], [0.0, 1.0, 0.0]);
        assert_eq!(kinds[4], [0.0, 0.0, 1.0]);
        assert_eq!(sight.case.globals.len(), GLOBALS);
    }

    #[test]
    fn moves_that_make_life_are_seen() {
        let sight = look("...XO XXXXO OOOOO");
        let makes: Vec<f32> =
            sight.case.features.chunks(FEATURES).map(|row| row[feature::MAKES_LIFE]).collect();
        // Only the middle of three makes two eyes; the last node is the chain.
        assert_eq!(makes, [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(sight.case.globals[5], 0.25);
    }

    #[test]
    fn a_full_window_has_room() {
        let sight = look("O.O.O.XO .O.O.OXO O.O.O.XO .O.O.OXO O.O.O.XO .O.O.OXO XXXXXXXO OOOOOOOO");
        assert_eq!(sight.graph.nodes(), 37);
    }
}
