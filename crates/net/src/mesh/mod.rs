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
//!
//! A network may end otherwise: that of a [`ClassShape`] tells one of some classes.

mod classes;
mod gradient;
mod nodes;
mod shape;
mod trunk;

pub use classes::{ClassShape, add_class_gradient, probabilities, scores};
pub use gradient::{Care, Losses, Target, add_gradient};
pub use nodes::{Mesh, Parts, Relation};
pub use shape::Shape;

use crate::matrix::{View, multiply};
use nodes::mean;
use shape::{UNIT, part};
use trunk::{Room, Trunk};

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
    room: Room,
    nodes: Vec<f32>,
    head: Vec<f32>,
    hidden: Vec<f32>,
    /// The scores of classes.
    scores: Vec<f32>,
    /// Which node has most of each channel.
    highest: Vec<usize>,
    dnodes: Vec<f32>,
    dhead: Vec<f32>,
    dhidden: Vec<f32>,
    dscores: Vec<f32>,
}

impl Workspace {
    fn fit(&mut self, shape: &Shape, nodes: usize) {
        self.nodes.resize(nodes, 0.0);
        self.dnodes.resize(nodes, 0.0);
        self.head.resize(shape.head_inputs(), 0.0);
        self.dhead.resize(shape.head_inputs(), 0.0);
        self.hidden.resize(shape.hidden, 0.0);
    }
}

fn trunk<'a>(shape: &Shape, weights: &'a [f32]) -> Trunk<'a> {
    Trunk { shape: shape.trunk(), weights, multiply }
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
    work.fit(shape, mesh.nodes);
    let Workspace { room, nodes, head, hidden, .. } = work;
    trunk(shape, weights).answer(mesh, case, room);
    let (channels, active) = (shape.channels, &room.active);
    let [node_weights, node_bias, hidden_weights, hidden_bias, last_weights, last_bias] =
        shape.head();
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
    pub(super) fn ring(nodes: u16) -> Mesh {
        let near = |step: u16| -> Vec<Vec<u16>> {
            (0..nodes)
                .map(|node| vec![(node + step) % nodes, (node + nodes - step) % nodes])
                .collect()
        };
        let relations = [Relation::new(&near(1), 2).unwrap(), Relation::new(&near(3), 4).unwrap()];
        Mesh::new(relations).unwrap()
    }

    pub(super) fn numbers(count: usize, seed: u64) -> Vec<f32> {
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
