//! A network that tells to which of some classes a whole mesh belongs.
//!
//! The means and the maxima of all channels over the nodes and the case's own numbers go through one
//! hidden layer to a score for each class. The meshes meant are small, and another one in every case.

use super::nodes::{Mesh, add, mean};
use super::shape::{TrunkShape, fill, part, part_mut, places};
use super::trunk::{Product, Trunk, hold};
use super::{Case, Workspace};
use crate::matrix::{View, multiply_small};

/// How large a network is that tells classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassShape {
    /// Features of a node.
    pub features: usize,
    /// Numbers of a case.
    pub globals: usize,
    /// Channels of a node.
    pub channels: usize,
    /// Pairs of layers.
    pub blocks: usize,
    /// Hidden units behind the scores.
    pub hidden: usize,
    /// How many classes there are.
    pub classes: usize,
}

impl ClassShape {
    /// How the layers follow each other, for the model file.
    pub fn words(&self) -> String {
        let ClassShape { features, globals, channels, blocks, hidden, classes } = self;
        format!("mesh {features}+{globals}-{channels}x{blocks}-{hidden}-{classes} classes")
    }

    fn trunk(&self) -> TrunkShape {
        let ClassShape { features, globals, channels, blocks, .. } = *self;
        TrunkShape { features, globals, channels, blocks }
    }

    /// What the hidden layer sees: means, maxima, the case's own numbers.
    fn head_inputs(&self) -> usize {
        2 * self.channels + self.globals
    }

    /// The weights and biases of the hidden layer and of the scores.
    fn head(&self) -> [(usize, usize); 4] {
        let ClassShape { hidden, classes, .. } = *self;
        let sizes = [self.head_inputs() * hidden, hidden, hidden * classes, classes];
        places(self.trunk().weights(), sizes)
    }

    /// How many weights a network of this shape has, biases included.
    pub fn weights(&self) -> usize {
        let last = self.head()[3];
        last.0 + last.1
    }

    /// First weights, from a source of numbers from zero to one. The second layer of each block and
    /// the scores begin with zeros: what is not learned yet does nothing.
    pub fn begin(&self, mut unit: impl FnMut() -> f64) -> Vec<f32> {
        let mut weights = vec![0.0; self.weights()];
        self.trunk().begin(&mut weights, &mut unit);
        fill(part_mut(&mut weights, self.head()[0]), self.head_inputs(), 1.0, &mut unit);
        weights
    }
}

/// The scores a network gives the classes: what [`probabilities`] are made of.
///
/// # Panics
/// If weights or case are not of this shape and mesh.
pub fn scores<'w>(
    network: (&ClassShape, &[f32]),
    mesh: &Mesh,
    case: &Case,
    work: &'w mut Workspace,
) -> &'w [f32] {
    scores_by(multiply_small, network, mesh, case, work);
    &work.scores
}

/// What scores say of how likely each class is.
pub fn probabilities(scores: &[f32], likely: &mut Vec<f32>) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    likely.clear();
    likely.extend(scores.iter().map(|score| (score - most).exp()));
    let sum: f32 = likely.iter().sum();
    likely.iter_mut().for_each(|value| *value /= sum);
}

fn scores_by(
    multiply: Product,
    (shape, weights): (&ClassShape, &[f32]),
    mesh: &Mesh,
    case: &Case,
    work: &mut Workspace,
) {
    assert_eq!(weights.len(), shape.weights(), "weights of {}", shape.words());
    let Workspace { room, head, hidden, scores, highest, .. } = work;
    Trunk { shape: shape.trunk(), weights, multiply }.answer(mesh, case, room);
    let channels = shape.channels;
    head.resize(shape.head_inputs(), 0.0);
    mean(&room.active, &mut head[..channels]);
    maximum(&room.active, &mut head[channels..2 * channels], highest);
    head[2 * channels..].copy_from_slice(&case.globals);
    let [hidden_weights, hidden_bias, last_weights, last_bias] = shape.head();
    let layer = |out: &mut Vec<f32>, seen: &[f32], matrix, bias| {
        out.clear();
        out.extend_from_slice(part(weights, bias));
        let matrix = View::new(part(weights, matrix), seen.len(), out.len());
        multiply(out, 1.0, View::new(seen, 1, seen.len()), matrix);
    };
    layer(hidden, head, hidden_weights, hidden_bias);
    hidden.iter_mut().for_each(|value| *value = value.max(0.0));
    layer(scores, hidden, last_weights, last_bias);
}

/// The maximum over all nodes of each channel, and the first node that has it.
fn maximum(x: &[f32], most: &mut [f32], highest: &mut Vec<usize>) {
    let width = most.len();
    most.copy_from_slice(&x[..width]);
    highest.clear();
    highest.resize(width, 0);
    for (node, x) in x.chunks_exact(width).enumerate().skip(1) {
        for ((most, highest), &x) in most.iter_mut().zip(&mut *highest).zip(x) {
            if x > *most {
                (*most, *highest) = (x, node);
            }
        }
    }
}

/// The cross entropy of a case, whose classes are as likely as `target` says, and `scale` times its
/// gradient added to `gradient`.
///
/// # Panics
/// As [`scores`], or if there are not as many targets as classes or slopes as weights.
pub fn add_class_gradient(
    network: (&ClassShape, &[f32]),
    mesh: &Mesh,
    target: (&Case, &[f32]),
    scale: f32,
    gradient: &mut [f32],
    work: &mut Workspace,
) -> f32 {
    add_gradient_by(multiply_small, network, mesh, target, scale, gradient, work)
}

fn add_gradient_by(
    multiply: Product,
    (shape, weights): (&ClassShape, &[f32]),
    mesh: &Mesh,
    (case, target): (&Case, &[f32]),
    scale: f32,
    gradient: &mut [f32],
    work: &mut Workspace,
) -> f32 {
    assert_eq!(target.len(), shape.classes, "a target for each class");
    assert_eq!(gradient.len(), weights.len(), "a slope for each weight");
    scores_by(multiply, (shape, weights), mesh, case, work);
    let Workspace { room, head, hidden, scores, highest, dhead, dhidden, dscores, .. } = work;
    let loss = cross_entropy(scores, target, dscores);
    dscores.iter_mut().for_each(|slope| *slope *= scale);

    // The scores and the hidden layer.
    let [hidden_weights, hidden_bias, last_weights, last_bias] = shape.head();
    let mut layer = |seen: &[f32], matrix, bias, dout: &[f32], dseen: &mut Vec<f32>| {
        add(part_mut(gradient, bias), dout);
        let slopes = View::new(dout, 1, dout.len());
        multiply(part_mut(gradient, matrix), 1.0, View::new(seen, seen.len(), 1), slopes);
        dseen.resize(seen.len(), 0.0);
        let turned = View::new(part(weights, matrix), seen.len(), dout.len()).transposed();
        multiply(dseen, 0.0, slopes, turned);
    };
    layer(hidden, last_weights, last_bias, dscores, dhidden);
    hold(dhidden, hidden);
    layer(head, hidden_weights, hidden_bias, dhidden, dhead);

    // Means and maxima.
    let channels = shape.channels;
    let (dmeans, dmaxima) = dhead[..2 * channels].split_at_mut(channels);
    dmeans.iter_mut().for_each(|slope| *slope /= mesh.nodes as f32);
    room.dstream.chunks_exact_mut(channels).for_each(|slopes| slopes.copy_from_slice(dmeans));
    for (channel, (&node, slope)) in highest.iter().zip(dmaxima).enumerate() {
        room.dstream[node * channels + channel] += *slope;
    }
    let trunk = Trunk { shape: shape.trunk(), weights, multiply };
    trunk.add_gradient(mesh, &case.parts, gradient, room);
    loss
}

/// The cross entropy of the probabilities that scores say, and the slopes of the scores.
fn cross_entropy(scores: &[f32], target: &[f32], slopes: &mut Vec<f32>) -> f32 {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let log_sum = most + scores.iter().map(|score| (score - most).exp()).sum::<f32>().ln();
    probabilities(scores, slopes);
    slopes.iter_mut().zip(target).for_each(|(slope, target)| *slope -= target);
    scores.iter().zip(target).map(|(score, target)| target * (log_sum - score)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{numbers, ring};
    use super::*;
    use crate::matrix::multiply;
    use crate::mesh::{Parts, Relation};

    const SHAPE: ClassShape =
        ClassShape { features: 3, globals: 2, channels: 5, blocks: 2, hidden: 6, classes: 4 };

    fn case(shape: &ClassShape, nodes: usize, seed: u64) -> Case {
        Case {
            features: numbers(nodes * shape.features, seed),
            parts: Parts::new((0..nodes).map(|node| (node * node % 4) as u16).collect()),
            globals: numbers(shape.globals, seed + 1),
            offset: 0.0,
        }
    }

    fn weights(shape: &ClassShape) -> Vec<f32> {
        numbers(shape.weights(), 9).iter().map(|weight| weight / 2.0).collect()
    }

    /// The neighbours in a ring of those so many steps away.
    fn steps_away(nodes: usize, step: usize) -> Vec<u64> {
        let bit = |node: usize| 1_u64 << (node % nodes);
        (0..nodes).map(|node| bit(node + step) | bit(node + nodes - step)).collect()
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let weights = weights(&SHAPE);
        let target = [0.5, 0.0, 0.2, 0.3];
        let cases = [9, 13, 7].map(|nodes| (ring(nodes), case(&SHAPE, usize::from(nodes), 4)));
        let loss = |weights: &[f32], work: &mut Workspace| {
            let mut gradient = vec![0.0; weights.len()];
            let losses = cases.iter().map(|(mesh, case)| {
                let network = (&SHAPE, weights);
                let target = (case, &target[..]);
                add_class_gradient(network, mesh, target, 0.5, &mut gradient, work)
            });
            let total: f64 = losses.map(f64::from).sum();
            (total / 2.0, gradient)
        };
        let mut work = Workspace::default();
        let (_, gradient) = loss(&weights, &mut work);
        let mut wrong = 0;
        for index in 0..weights.len() {
            let step = 1e-3;
            let mut moved = |by: f32| {
                let mut moved = weights.clone();
                moved[index] += by;
                loss(&moved, &mut work).0
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
    fn the_order_of_nodes_does_not_matter() {
        let (nodes, weights) = (10, weights(&SHAPE));
        let plain = case(&SHAPE, nodes, 7);
        // Nodes are numbered anew: `new` of 0, 1, 2 is 4, 7, 0, and so on.
        let new = |node: usize| (node * 3 + 4) % nodes;
        let mut turned = plain.clone();
        let mut of = plain.parts.of.clone();
        let near = [steps_away(nodes, 1), steps_away(nodes, 3)];
        let mut turned_near = near.clone();
        for node in 0..nodes {
            let (from, to) = (node * SHAPE.features, new(node) * SHAPE.features);
            turned.features[to..to + SHAPE.features]
                .copy_from_slice(&plain.features[from..from + SHAPE.features]);
            of[new(node)] = plain.parts.of[node];
            for (near, turned) in near.iter().zip(&mut turned_near) {
                let others = (0..nodes).filter(|other| near[node] >> other & 1 == 1);
                turned[new(node)] = others.map(|other| 1 << new(other)).sum();
            }
        }
        turned.parts.refill(of.into_iter());
        let (mut mesh, mut turned_mesh) = (Mesh::default(), Mesh::default());
        mesh.refill([&near[0], &near[1]], [2, 4]);
        turned_mesh.refill([&turned_near[0], &turned_near[1]], [2, 4]);
        let (mut one, mut other) = (Workspace::default(), Workspace::default());
        let plain = scores((&SHAPE, &weights), &mesh, &plain, &mut one);
        let turned = scores((&SHAPE, &weights), &turned_mesh, &turned, &mut other);
        assert!(plain.iter().zip(turned).all(|(a, b)| (a - b).abs() < 1e-5));
        assert!(plain[0] != plain[1]);
    }

    #[test]
    fn a_refilled_mesh_answers_as_a_new_one() {
        let weights = weights(&SHAPE);
        let (mut mesh, mut parts) = (Mesh::default(), Parts::default());
        let (mut one, mut other) = (Workspace::default(), Workspace::default());
        for nodes in [12, 64, 7] {
            let near = [steps_away(nodes, 1), steps_away(nodes, 3)];
            let relation = |at: usize, most| {
                let list = |&near: &u64| (0..64).filter(|other| near >> other & 1 == 1).collect();
                Relation::new(&near[at].iter().map(list).collect::<Vec<_>>(), most).unwrap()
            };
            let new = Mesh::new([relation(0, 2), relation(1, 4)]).unwrap();
            mesh.refill([&near[0], &near[1]], [2, 4]);
            assert_eq!(mesh.nodes(), nodes);
            let case = case(&SHAPE, nodes, 3);
            parts.refill(case.parts.of.iter().copied());
            let refilled = Case { parts: parts.clone(), ..case.clone() };
            assert_eq!(
                scores((&SHAPE, &weights), &new, &case, &mut one),
                scores((&SHAPE, &weights), &mesh, &refilled, &mut other)
            );
        }
    }

    #[test]
    #[should_panic(expected = "neighbours are nodes")]
    fn neighbours_that_are_no_nodes_are_refused() {
        Mesh::default().refill([&[0b10, 0b01], &[0b100, 0]], [1, 1]);
    }

    #[test]
    fn both_ways_to_multiply_agree() {
        let large = ClassShape { features: 24, channels: 16, hidden: 37, ..SHAPE };
        let (mut one, mut other) = (Workspace::default(), Workspace::default());
        for shape in [SHAPE, large] {
            let weights: Vec<f32> = weights(&shape).iter().map(|weight| weight / 2.0).collect();
            for nodes in [7, 14, 40] {
                let (mesh, case) = (ring(nodes), case(&shape, usize::from(nodes), 2));
                let mut gradients = [vec![0.0; weights.len()], vec![0.0; weights.len()]];
                let ways = [(multiply as Product, &mut one), (multiply_small, &mut other)];
                for ((way, work), gradient) in ways.into_iter().zip(&mut gradients) {
                    let target = (&case, &[0.0, 1.0, 0.0, 0.0][..]);
                    add_gradient_by(way, (&shape, &weights), &mesh, target, 1.0, gradient, work);
                }
                let near = |a: &[f32], b: &[f32]| {
                    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4 * (1.0 + a.abs()))
                };
                assert!(near(&one.scores, &other.scores));
                assert!(near(&gradients[0], &gradients[1]));
            }
        }
    }

    #[test]
    fn it_learns_whether_any_node_stands_out() {
        let shape = ClassShape { channels: 8, blocks: 1, hidden: 16, ..SHAPE };
        // Class 2 if a node's first feature is high, else 1 or 0 by one of the case's own numbers.
        let made = |seed: u64| {
            let nodes = 7 + (seed % 6) as u16;
            let case = case(&shape, usize::from(nodes), seed);
            let high = case.features.chunks(3).any(|node| node[0] > 0.8);
            let class = if high { 2 } else { usize::from(case.globals[0] > 0.0) };
            (ring(nodes), case, class)
        };
        let mut dice = numbers(10_000, 3).into_iter().map(|x| f64::from(x + 1.0) / 2.0);
        let mut weights = shape.begin(|| dice.next().unwrap());
        let mut adam = crate::optimiser::Adam::new(weights.len());
        let mut work = Workspace::default();
        for step in 0..400 {
            let mut gradient = vec![0.0; weights.len()];
            for item in 0..16 {
                let (mesh, case, class) = made(1_000 + step * 16 + item);
                let mut target = [0.0; 4];
                target[class] = 1.0;
                let (network, target) = ((&shape, &weights[..]), (&case, &target[..]));
                add_class_gradient(network, &mesh, target, 1.0 / 16.0, &mut gradient, &mut work);
            }
            adam.step(&mut weights, &gradient, 0.01, 0.0);
        }
        let mut right = 0;
        for seed in 0..200 {
            let (mesh, case, class) = made(seed);
            let scores = scores((&shape, &weights), &mesh, &case, &mut work);
            right += usize::from((0..4).all(|other| scores[other] <= scores[class]));
        }
        assert!(right > 170, "{right} of 200");
    }

    #[test]
    fn probabilities_are_those_of_the_odds() {
        let mut likely = Vec::new();
        probabilities(&[1000.0 + 3_f32.ln(), 1000.0], &mut likely);
        assert!((likely[0] - 0.75).abs() < 1e-3 && (likely[1] - 0.25).abs() < 1e-3);
        assert_eq!(SHAPE.words(), "mesh 3+2-5x2-6-4 classes");
    }
}
