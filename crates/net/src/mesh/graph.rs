//! The nodes, who is near whom, and what each sees of the others.

use super::linear::add;

/// So many channels are summed at once.
const BLOCK: usize = 16;

/// Which nodes are neighbours in one sense; whoever is a neighbour has one.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Where the neighbours of each node begin in `nodes`; one entry more than there are nodes.
    starts: Vec<usize>,
    nodes: Vec<u16>,
    /// What the sum of the neighbours is multiplied by.
    scale: f32,
}

impl Relation {
    /// From the neighbours of each node; sums are divided by `most`, the number a node can have, so
    /// that nodes at the border see that something is missing there.
    ///
    /// `None` if a neighbour is no node, or does not have the node as its own neighbour.
    pub fn new(neighbours: &[Vec<u16>], most: usize) -> Option<Relation> {
        let mutual = |node: usize, other: u16| {
            let back = neighbours.get(usize::from(other));
            back.is_some_and(|back| back.iter().any(|&back| usize::from(back) == node))
        };
        let mut relation =
            Relation { starts: vec![0], nodes: Vec::new(), scale: 1.0 / most as f32 };
        for (node, near) in neighbours.iter().enumerate() {
            if !near.iter().all(|&other| mutual(node, other)) {
                return None;
            }
            relation.nodes.extend(near);
            relation.starts.push(relation.nodes.len());
        }
        Some(relation)
    }

    fn empty() -> Relation {
        Relation { starts: vec![0], nodes: Vec::new(), scale: 1.0 }
    }

    /// As [`Relation::new`], with a bit for each neighbour, in the room there is.
    fn refill(&mut self, neighbours: &[u64], most: usize) {
        let beyond =
            neighbours.iter().fold(0, |all, near| all | near).checked_shr(neighbours.len() as u32);
        assert_eq!(beyond.unwrap_or(0), 0, "neighbours are nodes");
        self.scale = 1.0 / most as f32;
        self.starts.clear();
        self.starts.push(0);
        self.nodes.clear();
        for (node, &near) in neighbours.iter().enumerate() {
            let mut rest = near;
            while rest != 0 {
                let other = rest.trailing_zeros();
                debug_assert!(neighbours[other as usize] >> node & 1 == 1, "neighbours are mutual");
                self.nodes.push(other as u16);
                rest &= rest - 1;
            }
            self.starts.push(self.nodes.len());
        }
    }

    fn of(&self, node: usize) -> &[u16] {
        &self.nodes[self.starts[node]..self.starts[node + 1]]
    }

    /// The scaled sum of the neighbours' channels, a block of them at a time, since a block stays in the
    /// machine's registers while neighbours are added to it.
    fn sum(&self, node: usize, x: &[f32], sum: &mut [f32]) {
        let (near, width) = (self.of(node), sum.len());
        let (blocks, rest) = sum.as_chunks_mut::<BLOCK>();
        let begin = BLOCK * blocks.len();
        for (block, sum) in blocks.iter_mut().enumerate() {
            let mut held = [0.0; BLOCK];
            for &other in near {
                let from = usize::from(other) * width + BLOCK * block;
                add(&mut held, &x[from..from + BLOCK]);
            }
            *sum = held.map(|value| value * self.scale);
        }
        rest.fill(0.0);
        for &other in near {
            let from = usize::from(other) * width + begin;
            add(rest, &x[from..from + rest.len()]);
        }
        rest.iter_mut().for_each(|value| *value *= self.scale);
    }
}

/// The nodes and their relations.
#[derive(Clone, Debug)]
pub struct Graph {
    pub(super) nodes: usize,
    relations: [Relation; 2],
}

/// Without nodes; nothing can be asked before [`Graph::refill`].
impl Default for Graph {
    fn default() -> Graph {
        Graph { nodes: 0, relations: [Relation::empty(), Relation::empty()] }
    }
}

/// What a node sees of itself, by two relations, and of its part.
pub(super) const VIEWS: usize = 4;

impl Graph {
    /// `None` if the relations are not of the same nodes, or there are none.
    pub fn new(relations: [Relation; 2]) -> Option<Graph> {
        let nodes = relations[0].starts.len() - 1;
        let agree = relations.iter().all(|relation| relation.starts.len() == nodes + 1);
        (agree && nodes > 0).then_some(Graph { nodes, relations })
    }

    /// Makes this another graph, of at most 64 nodes, in the room there is: for each relation, and in it
    /// for each node, a bit for each neighbour, and what sums are divided by, as in [`Relation::new`].
    ///
    /// # Panics
    /// If the relations are not of the same nodes, there are none or too many of them, a neighbour is
    /// no node, or (only where debug assertions are on) does not have the node as its own neighbour.
    pub fn refill(&mut self, near: [&[u64]; 2], most: [usize; 2]) {
        self.nodes = near[0].len();
        assert!((1..=64).contains(&self.nodes), "{} nodes", self.nodes);
        assert_eq!(near[1].len(), self.nodes, "relations of the same nodes");
        for (relation, (near, most)) in self.relations.iter_mut().zip(near.into_iter().zip(most)) {
            relation.refill(near, most);
        }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// All that every node sees of `width` channels a node.
    pub(super) fn gather(
        &self,
        parts: &Parts,
        x: &[f32],
        width: usize,
        seen: &mut [f32],
        sums: &mut Vec<f32>,
    ) {
        parts.means(x, width, sums);
        let rows = seen.chunks_exact_mut(VIEWS * width).zip(x.chunks_exact(width));
        for (node, (row, own)) in rows.enumerate() {
            let (first, rest) = row.split_at_mut(width);
            first.copy_from_slice(own);
            let (near, of_part) = rest.split_at_mut(2 * width);
            for (relation, sum) in self.relations.iter().zip(near.chunks_exact_mut(width)) {
                relation.sum(node, x, sum);
            }
            let part = usize::from(parts.of[node]) * width;
            of_part.copy_from_slice(&sums[part..part + width]);
        }
    }

    /// Adds the gradient of `width` channels a node to `dx`, by that of all that is seen of them.
    pub(super) fn scatter(
        &self,
        parts: &Parts,
        dseen: &[f32],
        width: usize,
        dx: &mut [f32],
        sums: &mut Vec<f32>,
    ) {
        let row = VIEWS * width;
        sums.clear();
        sums.resize(parts.sizes.len() * width, 0.0);
        for (seen, &part) in dseen.chunks_exact(row).zip(&parts.of) {
            let part = usize::from(part) * width;
            add(&mut sums[part..part + width], &seen[3 * width..]);
        }
        parts.divide(width, sums);
        for (node, dx) in dx.chunks_exact_mut(width).enumerate() {
            add(dx, &dseen[node * row..node * row + width]);
            // Relations are mutual: who is seen sees.
            for (index, relation) in self.relations.iter().enumerate() {
                for &other in relation.of(node) {
                    let from = usize::from(other) * row + (1 + index) * width;
                    let seen = &dseen[from..from + width];
                    dx.iter_mut()
                        .zip(seen)
                        .for_each(|(sum, &slope)| *sum += relation.scale * slope);
                }
            }
            let part = usize::from(parts.of[node]) * width;
            add(dx, &sums[part..part + width]);
        }
    }
}

/// The nodes divided into parts.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    pub(super) of: Vec<u16>,
    sizes: Vec<f32>,
}

impl Parts {
    /// From the part of each node; parts are numbered from zero.
    pub fn new(of: Vec<u16>) -> Parts {
        let mut parts = Parts { of, sizes: Vec::new() };
        parts.count();
        parts
    }

    /// Parts other nodes, in the room there is.
    pub fn refill(&mut self, of: impl Iterator<Item = u16>) {
        self.of.clear();
        self.of.extend(of);
        self.count();
    }

    fn count(&mut self) {
        let count = self.of.iter().max().map_or(0, |&most| usize::from(most) + 1);
        self.sizes.clear();
        self.sizes.resize(count, 0.0);
        self.of.iter().for_each(|&part| self.sizes[usize::from(part)] += 1.0);
    }

    fn means(&self, x: &[f32], width: usize, sums: &mut Vec<f32>) {
        sums.clear();
        sums.resize(self.sizes.len() * width, 0.0);
        for (x, &part) in x.chunks_exact(width).zip(&self.of) {
            let part = usize::from(part) * width;
            add(&mut sums[part..part + width], x);
        }
        self.divide(width, sums);
    }

    fn divide(&self, width: usize, sums: &mut [f32]) {
        for (sum, &size) in sums.chunks_exact_mut(width).zip(&self.sizes) {
            let share = if size > 0.0 { 1.0 / size } else { 0.0 };
            sum.iter_mut().for_each(|value| *value *= share);
        }
    }
}

/// The mean over all nodes.
pub(super) fn mean(x: &[f32], mean: &mut [f32]) {
    let width = mean.len();
    mean.fill(0.0);
    x.chunks_exact(width).for_each(|x| add(mean, x));
    let share = width as f32 / x.len() as f32;
    mean.iter_mut().for_each(|value| *value *= share);
}
