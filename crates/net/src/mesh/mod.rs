//! A network over the nodes of a mesh, such as the points of a board.
//!
//! Every node carries the same number of channels. A layer shows each node its own channels, the
//! means of those of its neighbours, one mean for each [`Relation`], the mean of its part (the nodes
//! are parted anew in every [`Case`]), and the mean of all nodes; one matrix, the same at every node,
//! makes the new channels of it. So nothing depends on the order of nodes or neighbours: a mesh that
//! is turned into itself has its answers turned, exactly, with no need to learn that from examples.
//!
//! Layers come in blocks of two whose result is added to what went in. In the end each node gives one
//! answer, and the means of all channels, the sum of the answers and the case's own numbers go
//! through one hidden layer to two answers about the whole: a yes or no, and an amount.

mod gradient;
mod nodes;
mod shape;

pub use gradient::{Care, Losses, Target, add_gradient};
pub use nodes::{Mesh, Parts, Relation};
pub use shape::Shape;

use crate::matrix::{View, multiply};
use nodes::{VIEWS, add, mean};
use shape::{Place, UNIT, part};

/// What a network is asked.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The features of the first node, then those of the second, and so on.
    pub features: Vec<f32>,
    /// How the nodes are parted.
    pub parts: Parts,
    /// The case's own numbers.
    pub globals: Vec<f32>,
    /// What is added to the sum of the nodes' answers.
    pub offset: f32,
}

/// What the nodes and the whole answer.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// Each node's yes, as log odds.
    pub nodes: &'a [f32],
    /// The whole's yes, as log odds.
    pub whole: f32,
    /// The amount.
    pub amount: f32,
}

/// Room to work in; one for every thread.
#[derive(Default)]
pub struct Workspace {
    /// What the nodes see, before each layer.
    seen: Vec<Vec<f32>>,
    /// What is seen of the whole, before each layer.
    whole: Vec<Vec<f32>>,
    /// The channels after the first layer and after each block.
    stream: Vec<Vec<f32>>,
    /// The channels between the two layers of each block.
    between: Vec<Vec<f32>>,
    active: Vec<f32>,
    row: Vec<f32>,
    sums: Vec<f32>,
    nodes: Vec<f32>,
    head: Vec<f32>,
    hidden: Vec<f32>,
    dstream: Vec<f32>,
    dinner: Vec<f32>,
    dactive: Vec<f32>,
    dseen: Vec<f32>,
    dnodes: Vec<f32>,
}

impl Workspace {
    fn fit(&mut self, shape: &Shape, nodes: usize) {
        let Shape { features, globals, channels, blocks, hidden } = *shape;
        let layers = 2 * blocks + 1;
        for list in [&mut self.seen, &mut self.whole] {
            list.resize(layers, Vec::new());
        }
        self.stream.resize(blocks + 1, Vec::new());
        self.between.resize(blocks, Vec::new());
        for (layer, (seen, whole)) in self.seen.iter_mut().zip(&mut self.whole).enumerate() {
            let width = if layer == 0 { features } else { channels };
            seen.resize(nodes * VIEWS * width, 0.0);
            whole.resize(if layer == 0 { globals } else { channels }, 0.0);
        }
        for list in self.stream.iter_mut().chain(&mut self.between) {
            list.resize(nodes * channels, 0.0);
        }
        for list in [&mut self.active, &mut self.dstream, &mut self.dinner, &mut self.dactive] {
            list.resize(nodes * channels, 0.0);
        }
        self.row.resize(channels, 0.0);
        self.nodes.resize(nodes, 0.0);
        self.dnodes.resize(nodes, 0.0);
        self.head.resize(shape.head_inputs(), 0.0);
        self.hidden.resize(hidden, 0.0);
        self.dseen.resize(nodes * VIEWS * channels, 0.0);
    }
}

/// New channels of what is seen.
fn layer(
    weights: &[f32],
    place: Place,
    seen: &[f32],
    whole: &[f32],
    row: &mut [f32],
    out: &mut [f32],
) {
    let channels = row.len();
    row.copy_from_slice(part(weights, place.bias));
    if !whole.is_empty() {
        let matrix = View::new(part(weights, place.whole), whole.len(), channels);
        multiply(row, 1.0, View::new(whole, 1, whole.len()), matrix);
    }
    out.chunks_exact_mut(channels).for_each(|out| out.copy_from_slice(row));
    let (nodes, inputs) = (out.len() / channels, place.seen.1 / channels);
    let matrix = View::new(part(weights, place.seen), inputs, channels);
    multiply(out, 1.0, View::new(seen, nodes, inputs), matrix);
}

fn positive(x: &[f32], active: &mut [f32]) {
    active.iter_mut().zip(x).for_each(|(active, &x)| *active = x.max(0.0));
}

/// A network's answers to a case.
///
/// # Panics
/// If weights or case are not of this shape and mesh.
pub fn answer<'w>(
    (shape, weights): (&Shape, &[f32]),
    mesh: &Mesh,
    case: &Case,
    work: &'w mut Workspace,
) -> Answer<'w> {
    assert_eq!(weights.len(), shape.weights(), "weights of {}", shape.words());
    assert_eq!(case.features.len(), mesh.nodes * shape.features, "features of all nodes");
    assert_eq!(case.parts.of.len(), mesh.nodes, "parts of all nodes");
    assert_eq!(case.globals.len(), shape.globals, "numbers of the case");
    work.fit(shape, mesh.nodes);
    let Workspace { seen, whole, stream, between, active, row, sums, nodes, head, hidden, .. } =
        work;
    let channels = shape.channels;
    mesh.gather(&case.parts, &case.features, shape.features, &mut seen[0], sums);
    whole[0].copy_from_slice(&case.globals);
    layer(weights, shape.first(), &seen[0], &whole[0], row, &mut stream[0]);
    for block in 0..shape.blocks {
        let (before, after) = stream.split_at_mut(block + 1);
        let (before, after) = (&before[block], &mut after[0]);
        let mut step = |index: usize, x: &[f32], out: &mut [f32]| {
            positive(x, active);
            mean(active, &mut whole[index]);
            mesh.gather(&case.parts, active, channels, &mut seen[index], sums);
            layer(weights, shape.inner(index - 1), &seen[index], &whole[index], row, out);
        };
        step(2 * block + 1, before, &mut between[block]);
        step(2 * block + 2, &between[block], after);
        add(after, before);
    }
    let [node_weights, node_bias, hidden_weights, hidden_bias, last_weights, last_bias] =
        shape.head();
    positive(&stream[shape.blocks], active);
    nodes.fill(weights[node_bias.0]);
    let matrix = View::new(part(weights, node_weights), channels, 1);
    multiply(nodes, 1.0, View::new(active, mesh.nodes, channels), matrix);
    let total = case.offset + nodes.iter().map(|&odds| (odds / 2.0).tanh()).sum::<f32>();
    mean(active, &mut head[..channels]);
    head[channels] = total / UNIT;
    head[channels + 1..].copy_from_slice(&case.globals);
    hidden.copy_from_slice(part(weights, hidden_bias));
    let matrix = View::new(part(weights, hidden_weights), shape.head_inputs(), shape.hidden);
    multiply(hidden, 1.0, View::new(head, 1, shape.head_inputs()), matrix);
    hidden.iter_mut().for_each(|value| *value = value.max(0.0));
    let mut last = [0.0; 2];
    last.copy_from_slice(part(weights, last_bias));
    let matrix = View::new(part(weights, last_weights), shape.hidden, 2);
    multiply(&mut last, 1.0, View::new(hidden, 1, shape.hidden), matrix);
    Answer { nodes, whole: last[0], amount: total + UNIT * last[1] }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of nodes with chords, and numbers that look random.
    fn ring(nodes: u16) -> Mesh {
        let near = |step: u16| -> Vec<Vec<u16>> {
            (0..nodes)
                .map(|node| vec![(node + step) % nodes, (node + nodes - step) % nodes])
                .collect()
        };
        let relations = [Relation::new(&near(1), 2).unwrap(), Relation::new(&near(3), 4).unwrap()];
        Mesh::new(relations).unwrap()
    }

    fn numbers(count: usize, seed: u64) -> Vec<f32> {
        let mut state = seed;
        (0..count)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 40) as f32 / (1 << 23) as f32 - 1.0
            })
            .collect()
    }

    const SHAPE: Shape = Shape { features: 3, globals: 2, channels: 5, blocks: 2, hidden: 4 };

    fn case(nodes: usize, seed: u64) -> Case {
        Case {
            features: numbers(nodes * SHAPE.features, seed),
            parts: Parts::new((0..nodes).map(|node| (node * node % 4) as u16).collect()),
            globals: numbers(SHAPE.globals, seed + 1),
            offset: 1.5,
        }
    }

    fn weights() -> Vec<f32> {
        numbers(SHAPE.weights(), 9).iter().map(|weight| weight / 2.0).collect()
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let mesh = ring(11);
        let (case, weights) = (case(11, 4), weights());
        let care = Care { nodes: 2.0, whole: 1.0, amount: 0.7 };
        let target = Target { nodes: vec![0.25; 11], whole: 1.0, amount: Some(-3.0) };
        let loss = |weights: &[f32]| {
            let mut work = Workspace::default();
            let mut gradient = vec![0.0; weights.len()];
            let losses = add_gradient(
                (&SHAPE, weights),
                &mesh,
                (&case, &target),
                (care, 1.0),
                &mut gradient,
                &mut work,
            );
            let total = care.nodes * losses.nodes.unwrap()
                + care.whole * losses.whole
                + care.amount * losses.amount.unwrap();
            (f64::from(total), gradient)
        };
        let (_, gradient) = loss(&weights);
        let mut wrong = 0;
        for index in 0..weights.len() {
            let step = 1e-3;
            let moved = |by: f32| {
                let mut moved = weights.clone();
                moved[index] += by;
                loss(&moved).0
            };
            let slope = (moved(step) - moved(-step)) / (2.0 * f64::from(step));
            let off = (slope - f64::from(gradient[index])).abs();
            wrong += usize::from(off > 2e-3 + 0.02 * slope.abs());
        }
        // Where a kink lies within the step, the difference is no slope.
        assert!(wrong * 50 <= weights.len(), "{wrong} of {} slopes", weights.len());
        assert!(gradient.iter().filter(|slope| slope.abs() > 1e-4).count() > weights.len() / 2);
    }

    #[test]
    fn turned_nodes_have_turned_answers() {
        let mesh = ring(10);
        let (plain, weights) = (case(10, 7), weights());
        let mut turned = plain.clone();
        turned.features.rotate_left(3 * SHAPE.features);
        let mut of = plain.parts.of.clone();
        of.rotate_left(3);
        turned.parts = Parts::new(of);
        let (mut one, mut other) = (Workspace::default(), Workspace::default());
        let plain = answer((&SHAPE, &weights), &mesh, &plain, &mut one);
        let turned = answer((&SHAPE, &weights), &mesh, &turned, &mut other);
        let mut nodes = plain.nodes.to_vec();
        nodes.rotate_left(3);
        assert!(nodes.iter().zip(turned.nodes).all(|(a, b)| (a - b).abs() < 1e-5));
        assert!((plain.whole - turned.whole).abs() < 1e-5);
        assert!((plain.amount - turned.amount).abs() < 1e-4);
        assert!(plain.whole != 0.0 && nodes[0] != nodes[1]);
    }

    #[test]
    fn it_learns_who_has_more() {
        // A node says yes if its feature is positive; the whole if most do; the amount is by how many.
        let mesh = ring(12);
        let made = |seed: u64| {
            let features = numbers(12 * 3, seed);
            let yes: Vec<f32> =
                features.chunks(3).map(|node| f32::from(u8::from(node[0] > 0.0))).collect();
            let amount = 2.0 * yes.iter().sum::<f32>() - 12.0;
            let parts = Parts::new(vec![0; 12]);
            let case = Case { features, parts, globals: vec![0.0; 2], offset: 0.5 };
            let whole = f32::from(u8::from(amount + 0.5 > 0.0));
            (case, Target { nodes: yes, whole, amount: Some(amount + 0.5) })
        };
        let mut dice = numbers(10_000, 3).into_iter().map(|x| f64::from(x + 1.0) / 2.0);
        let mut weights = SHAPE.begin(|| dice.next().unwrap());
        let mut adam = crate::optimiser::Adam::new(weights.len());
        let mut work = Workspace::default();
        let care = Care { nodes: 1.0, whole: 1.0, amount: 1.0 };
        for step in 0..600 {
            let mut gradient = vec![0.0; weights.len()];
            for item in 0..16 {
                let (case, target) = made(1_000 + step * 16 + item);
                let network = (&SHAPE, &weights[..]);
                let how = (care, 1.0 / 16.0);
                add_gradient(network, &mesh, (&case, &target), how, &mut gradient, &mut work);
            }
            adam.step(&mut weights, &gradient, 0.01, 0.0);
        }
        let mut right = 0;
        for seed in 0..200 {
            let (case, target) = made(seed);
            let answer = answer((&SHAPE, &weights), &mesh, &case, &mut work);
            right += usize::from((answer.whole > 0.0) == (target.whole > 0.5));
        }
        assert!(right > 185, "{right} of 200");
    }

    #[test]
    fn one_sided_neighbours_are_refused() {
        assert!(Relation::new(&[vec![1], vec![]], 1).is_none());
        assert!(Relation::new(&[vec![5]], 1).is_none());
    }
}
