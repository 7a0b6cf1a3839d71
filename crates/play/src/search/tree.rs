//! The tree of a search: positions that were evaluated, and the moves that lead from one to the next.
//!
//! Nodes, edges and owners lie in three lists of bounded length. All values are Black's.

use aji_rules::{Color, Field, Move, Point, Size};

/// No node yet.
const NONE: u32 = u32::MAX;
/// No node yet, but somebody is evaluating it.
const PENDING: u32 = u32::MAX - 1;
/// A pass among the places of edges.
const PASS: u16 = u16::MAX;
/// More visits of the first position tell nothing new.
const MOST_ROOT_VISITS: u32 = 10_000_000;
/// Owners are kept as whole numbers of this fineness.
const OWNER: f64 = 32_000.0;

/// A move from a node.
#[derive(Clone, Copy, Debug)]
struct Edge {
    place: u16,
    /// Whether the past forbids it.
    is_forbidden: bool,
    prior: f32,
    child: u32,
}

/// A position that was evaluated, with what was found below it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    first: u32,
    count: u32,
    to_play: Color,
    /// How often a playout came here, its own evaluation included.
    pub visits: u32,
    /// Playouts that are on their way through here.
    pending: u32,
    utility: f64,
    lead: f64,
}

impl Node {
    /// What it is worth to Black, on average of all that came here.
    pub fn utility(&self) -> f64 {
        self.utility / f64::from(self.visits.max(1))
    }

    /// Black's lead, on average of all that came here.
    pub fn black_lead(&self) -> f64 {
        self.lead / f64::from(self.visits.max(1))
    }
}

/// What an evaluation says of a position that is new to the tree.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Who is to move.
    pub to_play: Color,
    /// What it is worth to Black.
    pub utility: f64,
    /// Black's lead.
    pub black_lead: f64,
    /// How surely every point will be Black's (1) or White's (-1).
    pub ownership: Field<f64>,
    /// What may be played and how likely each is, likeliest first; nothing where the game is over.
    pub policy: Vec<(Move, f64)>,
}

/// How children are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exploration {
    /// What a prior weighs beside a utility at first.
    pub base: f64,
    /// By how much more with every e-fold of visits.
    pub growth: f64,
    /// From so many visits on.
    pub growth_from: f64,
    /// A child that was not visited is thought worse than its parent by this, where all that is likely was visited.
    pub first_play_reduction: f64,
}

impl Default for Exploration {
    fn default() -> Exploration {
        Exploration { base: 1.1, growth: 0.45, growth_from: 500.0, first_play_reduction: 0.2 }
    }
}

/// The tree.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// What was said of every point when a node was evaluated, board after board.
    owners: Vec<i16>,
    most_nodes: usize,
    /// Positions that are being evaluated and will be added.
    begun: usize,
}

/// An edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step(u32);

/// A move of a node.
#[derive(Clone, Copy, Debug)]
pub struct Child<'a> {
    /// The move.
    pub mv: Move,
    /// How likely it was thought.
    pub prior: f64,
    /// What is below it, if anything was tried there.
    pub node: Option<(&'a Node, usize)>,
}

impl Tree {
    /// An empty tree that grows to so many nodes.
    pub fn new(most_nodes: usize) -> Tree {
        Tree { most_nodes: most_nodes.min(PENDING as usize), ..Tree::default() }
    }

    /// Nothing is known any more.
    pub fn clear(&mut self) {
        *self = Tree::new(self.most_nodes);
    }

    /// The first position, if there is one.
    pub fn root(&self) -> Option<&Node> {
        self.nodes.first()
    }

    /// Whether no position can be added, or nothing is learned any more: games that are over need no room, so a small
    /// board could be visited for ever.
    pub fn is_full(&self) -> bool {
        self.nodes.len() + self.begun >= self.most_nodes
            || self.root().is_some_and(|root| root.visits >= MOST_ROOT_VISITS)
    }

    /// Whether somebody is evaluating a position.
    pub fn is_under_way(&self) -> bool {
        self.begun > 0
    }

    /// The moves of a node, likeliest first, without those that the past forbids.
    pub fn children(&self, node: usize, size: Size) -> impl Iterator<Item = Child<'_>> {
        let node = self.nodes[node];
        let edges = &self.edges[node.first as usize..][..node.count as usize];
        edges.iter().filter(|edge| !edge.is_forbidden).filter_map(move |edge| {
            let node = self.nodes.get(edge.child as usize);
            Some(Child {
                mv: to_move(edge.place, size)?,
                prior: f64::from(edge.prior),
                node: node.map(|node| (node, edge.child as usize)),
            })
        })
    }

    /// Makes this the first position. What was found below it stays; its moves are those that it has now.
    pub fn set_root(&mut self, leaf: &Leaf) {
        // What was the end of a game was counted and never read.
        let Some(root) = self.nodes.first().copied().filter(|root| root.count > 0) else {
            self.clear();
            self.add(leaf);
            return;
        };
        let old = root.first as usize..(root.first + root.count) as usize;
        let first = self.edges.len();
        for &(mv, prior) in &leaf.policy {
            let place = to_place(mv);
            let known = self.edges[old.clone()].iter().find(|edge| edge.place == place);
            let child = known.map_or(NONE, |edge| edge.child);
            self.edges.push(Edge { place, is_forbidden: false, prior: prior as f32, child });
        }
        let count = leaf.policy.len() as u32;
        self.nodes[0] = Node { first: first as u32, count, ..root };
    }

    /// Adds what a step leads to.
    pub fn expand(&mut self, step: Step, leaf: &Leaf) {
        self.begun -= 1;
        self.edges[step.0 as usize].child = self.add(leaf);
    }

    /// Adds a position that was visited once.
    fn add(&mut self, leaf: &Leaf) -> u32 {
        let at = self.nodes.len() as u32;
        let first = self.edges.len() as u32;
        let owners = leaf.ownership.values().iter();
        self.owners.extend(owners.map(|owner| (owner * OWNER).round() as i16));
        self.edges.extend(leaf.policy.iter().map(|&(mv, prior)| Edge {
            place: to_place(mv),
            is_forbidden: false,
            prior: prior as f32,
            child: NONE,
        }));
        self.nodes.push(Node {
            first,
            count: leaf.policy.len() as u32,
            to_play: leaf.to_play,
            visits: 1,
            pending: 0,
            utility: leaf.utility,
            lead: leaf.black_lead,
        });
        at
    }

    /// How surely every point will be Black's (1) or White's (-1), on average of all that came through a node.
    pub fn ownership(&self, at: usize, size: Size) -> Field<f64> {
        let area = size.area();
        let mut sums = vec![0.0; area];
        let (mut below, mut next) = (vec![at], 0);
        while let Some(&at) = below.get(next) {
            next += 1;
            let node = &self.nodes[at];
            let edges = &self.edges[node.first as usize..][..node.count as usize];
            let known = edges.iter().map(|edge| edge.child as usize);
            let first = below.len();
            below.extend(known.filter(|&child| child < self.nodes.len()));
            let later: u32 = below[first..].iter().map(|&child| self.nodes[child].visits).sum();
            // A game that is over is met again and again, all others are evaluated once.
            let own = f64::from(node.visits.saturating_sub(later));
            let owners = &self.owners[at * area..][..area];
            sums.iter_mut().zip(owners).for_each(|(sum, &owner)| *sum += own * f64::from(owner));
        }
        let visits = f64::from(self.nodes[at].visits.max(1));
        Field::from_fn(size, |point| sums[point.index()] / (OWNER * visits))
    }

    /// Whether the game is over at a node.
    pub fn is_end(&self, at: usize) -> bool {
        self.nodes[at].count == 0
    }

    /// A node.
    pub fn node(&self, at: usize) -> &Node {
        &self.nodes[at]
    }

    /// The child that a step leads to, if it is there.
    pub fn child(&self, step: Step) -> Option<usize> {
        let child = self.edges[step.0 as usize].child as usize;
        (child < self.nodes.len()).then_some(child)
    }

    /// Somebody evaluates what a step leads to, and nobody else needs to; unless the tree is full.
    pub fn begin(&mut self, step: Step) -> bool {
        if self.is_full() {
            return false;
        }
        self.begun += 1;
        self.edges[step.0 as usize].child = PENDING;
        true
    }

    /// The move of a step.
    pub fn mv(&self, step: Step, size: Size) -> Option<Move> {
        to_move(self.edges[step.0 as usize].place, size)
    }

    /// The past forbids this step.
    pub fn forbid(&mut self, step: Step) {
        self.edges[step.0 as usize].is_forbidden = true;
    }

    /// The most promising step from a node; `None` where there is none, or none that nobody else takes. What is on its way counts as lost for who
    /// moves, so that several playouts at once go different ways.
    pub fn choose(&self, at: usize, exploration: &Exploration) -> Option<Step> {
        let node = &self.nodes[at];
        let sign = f64::from(node.to_play.sign());
        let edges = &self.edges[node.first as usize..][..node.count as usize];
        let total = f64::from(node.visits + node.pending);
        let Exploration { base, growth, growth_from, first_play_reduction } = *exploration;
        let scale = base + growth * ((total + growth_from) / growth_from).ln();
        let reach = scale * total.max(1.0).sqrt();
        let tried: f64 = edges
            .iter()
            .filter(|edge| (edge.child as usize) < self.nodes.len())
            .map(|edge| f64::from(edge.prior))
            .sum();
        let unknown = sign * node.utility() - first_play_reduction * tried.sqrt();
        let mut best: Option<(f64, usize)> = None;
        for (index, edge) in edges.iter().enumerate() {
            if edge.is_forbidden || edge.child == PENDING {
                continue;
            }
            let (value, visits) = match self.nodes.get(edge.child as usize) {
                None => (unknown, 0.0),
                Some(child) => {
                    let (done, pending) = (f64::from(child.visits), f64::from(child.pending));
                    let won = sign * child.utility - pending;
                    (won / (done + pending).max(1.0), done + pending)
                }
            };
            let worth = value + reach * f64::from(edge.prior) / (1.0 + visits);
            // Of equals the likelier one, which comes first.
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, index));
            }
        }
        let (_, index) = best?;
        Some(Step(node.first + index as u32))
    }

    /// A playout goes through here.
    pub fn enter(&mut self, at: usize) {
        self.nodes[at].pending += 1;
    }

    /// A playout that went through here has found this, or nothing.
    pub fn leave(&mut self, at: usize, found: Option<(f64, f64)>) {
        let node = &mut self.nodes[at];
        node.pending -= 1;
        if let Some((utility, lead)) = found {
            node.visits += 1;
            node.utility += utility;
            node.lead += lead;
        }
    }

    /// The part of the tree below a move of the root becomes the tree. Nothing is left if there is no such part.
    pub fn advance(&mut self, mv: Move) {
        let place = to_place(mv);
        let child = self.nodes.first().and_then(|root| {
            let edges = &self.edges[root.first as usize..][..root.count as usize];
            let edge = edges.iter().find(|edge| edge.place == place && !edge.is_forbidden)?;
            ((edge.child as usize) < self.nodes.len()).then_some(edge.child)
        });
        let old = std::mem::replace(self, Tree::new(self.most_nodes));
        let Some(child) = child else { return };
        let area = old.owners.len() / old.nodes.len().max(1);
        // Children are put at the end of the list that is worked through, so parents come before them.
        let mut from = vec![child];
        let mut next = 0;
        while let Some(&at) = from.get(next) {
            next += 1;
            let node = old.nodes[at as usize];
            let first = self.edges.len() as u32;
            for edge in &old.edges[node.first as usize..][..node.count as usize] {
                let mut edge = *edge;
                if (edge.child as usize) < old.nodes.len() {
                    from.push(edge.child);
                    edge.child = from.len() as u32 - 1;
                }
                self.edges.push(edge);
            }
            self.nodes.push(Node { first, pending: 0, ..node });
            self.owners.extend_from_slice(&old.owners[at as usize * area..][..area]);
        }
    }
}

fn to_place(mv: Move) -> u16 {
    match mv {
        Move::Place(point) => point.index() as u16,
        Move::Pass => PASS,
    }
}

fn to_move(place: u16, size: Size) -> Option<Move> {
    match place {
        PASS => Some(Move::Pass),
        place => size.point_at(place.into()).map(|point: Point| Move::Place(point)),
    }
}
