//! Gradients against differences, symmetry, and that both heads learn.

use super::linear::{Linear, Product};
use super::loss::softmax;
use super::*;

/// A ring of nodes with chords, and numbers that look random.
fn ring(nodes: u16) -> Graph {
    let near = |step: u16| -> Vec<Vec<u16>> {
        (0..nodes).map(|node| vec![(node + step) % nodes, (node + nodes - step) % nodes]).collect()
    };
    let relations = [Relation::new(&near(1), 2).unwrap(), Relation::new(&near(3), 4).unwrap()];
    Graph::new(relations).unwrap()
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

const VALUES: Shape =
    Shape { features: 3, globals: 2, channels: 5, blocks: 2, hidden: 4, head: Head::Values };
const CLASSES: Shape = Shape { hidden: 6, head: Head::Classes(4), ..VALUES };

fn case(shape: &Shape, nodes: usize, seed: u64) -> Case {
    Case {
        features: numbers(nodes * shape.features, seed),
        parts: Parts::new((0..nodes).map(|node| (node * node % 4) as u16).collect()),
        globals: numbers(shape.globals, seed + 1),
        offset: 1.5,
    }
}

fn weights(shape: &Shape) -> Vec<f32> {
    numbers(shape.weights(), 9).iter().map(|weight| weight / 2.0).collect()
}

/// Whether a gradient is about that of finite differences of a loss.
fn check_gradient(weights: &[f32], gradient: &[f32], mut loss: impl FnMut(&[f32]) -> f64) {
    let mut wrong = 0;
    for index in 0..weights.len() {
        let step = 1e-3;
        let mut moved = |by: f32| {
            let mut moved = weights.to_vec();
            moved[index] += by;
            loss(&moved)
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
fn the_gradient_of_values_is_that_of_finite_differences() {
    let graph = ring(11);
    let (case, weights) = (case(&VALUES, 11, 4), weights(&VALUES));
    let shares = LossWeights { nodes: 2.0, whole: 1.0, amount: 0.7 };
    let target = Target { nodes: vec![0.25; 11], whole: 1.0, amount: Some(-3.0) };
    let loss = |weights: &[f32], gradient: &mut [f32]| {
        let mut work = Workspace::default();
        let example = Example { graph: &graph, case: &case, target: &target };
        let losses = Mesh::new(&VALUES, weights).add_gradient(example, shares, &mut work, gradient);
        let total = shares.nodes * losses.nodes.unwrap()
            + shares.whole * losses.whole
            + shares.amount * losses.amount.unwrap();
        f64::from(total)
    };
    let mut gradient = vec![0.0; weights.len()];
    loss(&weights, &mut gradient);
    let mut other = gradient.clone();
    check_gradient(&weights, &gradient, |weights| loss(weights, &mut other));
}

#[test]
fn turned_nodes_have_turned_answers() {
    let graph = ring(10);
    let (plain, weights) = (case(&VALUES, 10, 7), weights(&VALUES));
    let mut turned = plain.clone();
    turned.features.rotate_left(3 * VALUES.features);
    let mut of = plain.parts.of.clone();
    of.rotate_left(3);
    turned.parts = Parts::new(of);
    let (mut one, mut other) = (Workspace::default(), Workspace::default());
    let plain = Mesh::new(&VALUES, &weights).values(&graph, &plain, &mut one);
    let turned = Mesh::new(&VALUES, &weights).values(&graph, &turned, &mut other);
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
    let graph = ring(12);
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
    let mut weights = VALUES.begin(|| dice.next().unwrap());
    let mut adam = crate::optimiser::Adam::new(weights.len());
    let mut work = Workspace::default();
    let shares = LossWeights { nodes: 1.0, whole: 1.0, amount: 1.0 }.scaled(1.0 / 16.0);
    for step in 0..600 {
        let mut gradient = vec![0.0; weights.len()];
        for item in 0..16 {
            let (case, target) = made(1_000 + step * 16 + item);
            let example = Example { graph: &graph, case: &case, target: &target };
            let mesh = Mesh::new(&VALUES, &weights);
            mesh.add_gradient(example, shares, &mut work, &mut gradient);
        }
        adam.step(&mut weights, &gradient, 0.01, 0.0);
    }
    let mut right = 0;
    for seed in 0..200 {
        let (case, target) = made(seed);
        let answer = Mesh::new(&VALUES, &weights).values(&graph, &case, &mut work);
        right += usize::from((answer.whole > 0.0) == (target.whole > 0.5));
    }
    assert!(right > 185, "{right} of 200");
}

#[test]
fn one_sided_neighbours_are_refused() {
    assert!(Relation::new(&[vec![1], vec![]], 1).is_none());
    assert!(Relation::new(&[vec![5]], 1).is_none());
}

/// The neighbours in a ring of those so many steps away.
fn steps_away(nodes: usize, step: usize) -> Vec<u64> {
    let bit = |node: usize| 1_u64 << (node % nodes);
    (0..nodes).map(|node| bit(node + step) | bit(node + nodes - step)).collect()
}

#[test]
fn the_gradient_of_classes_is_that_of_finite_differences() {
    let weights = weights(&CLASSES);
    let target = &[0.5, 0.0, 0.2, 0.3][..];
    let cases = [9, 13, 7].map(|nodes| (ring(nodes), case(&CLASSES, usize::from(nodes), 4)));
    let mut work = Workspace::default();
    let mut loss = |weights: &[f32], gradient: &mut [f32]| {
        let losses = cases.iter().map(|(graph, case)| {
            let example = Example { graph, case, target };
            Mesh::new(&CLASSES, weights).add_class_gradient(example, 0.5, &mut work, gradient)
        });
        losses.map(f64::from).sum::<f64>() / 2.0
    };
    let mut gradient = vec![0.0; weights.len()];
    loss(&weights, &mut gradient);
    let mut other = gradient.clone();
    check_gradient(&weights, &gradient, |weights| loss(weights, &mut other));
}

#[test]
fn the_order_of_nodes_does_not_matter() {
    let (nodes, weights) = (10, weights(&CLASSES));
    let plain = case(&CLASSES, nodes, 7);
    // Nodes are numbered anew: `new` of 0, 1, 2 is 4, 7, 0, and so on.
    let new = |node: usize| (node * 3 + 4) % nodes;
    let mut turned = plain.clone();
    let mut of = plain.parts.of.clone();
    let near = [steps_away(nodes, 1), steps_away(nodes, 3)];
    let mut turned_near = near.clone();
    for node in 0..nodes {
        let (from, to) = (node * CLASSES.features, new(node) * CLASSES.features);
        turned.features[to..to + CLASSES.features]
            .copy_from_slice(&plain.features[from..from + CLASSES.features]);
        of[new(node)] = plain.parts.of[node];
        for (near, turned) in near.iter().zip(&mut turned_near) {
            let others = (0..nodes).filter(|other| near[node] >> other & 1 == 1);
            turned[new(node)] = others.map(|other| 1 << new(other)).sum();
        }
    }
    turned.parts.refill(of.into_iter());
    let (mut graph, mut turned_graph) = (Graph::default(), Graph::default());
    graph.refill([&near[0], &near[1]], [2, 4]);
    turned_graph.refill([&turned_near[0], &turned_near[1]], [2, 4]);
    let (mut one, mut other) = (Workspace::default(), Workspace::default());
    let plain = Mesh::new(&CLASSES, &weights).scores(&graph, &plain, &mut one);
    let turned = Mesh::new(&CLASSES, &weights).scores(&turned_graph, &turned, &mut other);
    assert!(plain.iter().zip(turned).all(|(a, b)| (a - b).abs() < 1e-5));
    assert!(plain[0] != plain[1]);
}

#[test]
fn a_refilled_mesh_answers_as_a_new_one() {
    let weights = weights(&CLASSES);
    let (mut graph, mut parts) = (Graph::default(), Parts::default());
    let (mut one, mut other) = (Workspace::default(), Workspace::default());
    for nodes in [12, 64, 7] {
        let near = [steps_away(nodes, 1), steps_away(nodes, 3)];
        let relation = |at: usize, most| {
            let list = |&near: &u64| (0..64).filter(|other| near >> other & 1 == 1).collect();
            Relation::new(&near[at].iter().map(list).collect::<Vec<_>>(), most).unwrap()
        };
        let new = Graph::new([relation(0, 2), relation(1, 4)]).unwrap();
        graph.refill([&near[0], &near[1]], [2, 4]);
        assert_eq!(graph.nodes(), nodes);
        let case = case(&CLASSES, nodes, 3);
        parts.refill(case.parts.of.iter().copied());
        let refilled = Case { parts: parts.clone(), ..case.clone() };
        assert_eq!(
            Mesh::new(&CLASSES, &weights).scores(&new, &case, &mut one),
            Mesh::new(&CLASSES, &weights).scores(&graph, &refilled, &mut other)
        );
    }
}

#[test]
#[should_panic(expected = "neighbours are nodes")]
fn neighbours_that_are_no_nodes_are_refused() {
    Graph::default().refill([&[0b10, 0b01], &[0b100, 0]], [1, 1]);
}

#[test]
fn both_ways_to_multiply_agree() {
    let large = Shape { features: 24, channels: 16, hidden: 37, ..CLASSES };
    let (mut one, mut other) = (Workspace::default(), Workspace::default());
    for shape in [CLASSES, large] {
        let weights: Vec<f32> = weights(&shape).iter().map(|weight| weight / 2.0).collect();
        for nodes in [7, 14, 40] {
            let (graph, case) = (ring(nodes), case(&shape, usize::from(nodes), 2));
            let mut gradients = [vec![0.0; weights.len()], vec![0.0; weights.len()]];
            let ways = [(multiply as Product, &mut one), (multiply_small, &mut other)];
            for ((way, work), gradient) in ways.into_iter().zip(&mut gradients) {
                let linear = Linear { weights: &weights, multiply: way };
                let mesh = Mesh { shape: &shape, linear, linear_back: linear };
                let target = &[0.0, 1.0, 0.0, 0.0][..];
                let example = Example { graph: &graph, case: &case, target };
                mesh.add_class_gradient(example, 1.0, work, gradient);
            }
            let near = |a: &[f32], b: &[f32]| {
                a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4 * (1.0 + a.abs()))
            };
            assert!(near(&one.outputs, &other.outputs));
            assert!(near(&gradients[0], &gradients[1]));
        }
    }
}

#[test]
fn it_learns_whether_any_node_stands_out() {
    let shape = Shape { channels: 8, blocks: 1, hidden: 16, ..CLASSES };
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
            let (graph, case, class) = made(1_000 + step * 16 + item);
            let mut target = [0.0; 4];
            target[class] = 1.0;
            let example = Example { graph: &graph, case: &case, target: &target[..] };
            let mesh = Mesh::new(&shape, &weights);
            mesh.add_class_gradient(example, 1.0 / 16.0, &mut work, &mut gradient);
        }
        adam.step(&mut weights, &gradient, 0.01, 0.0);
    }
    let mut right = 0;
    for seed in 0..200 {
        let (graph, case, class) = made(seed);
        let scores = Mesh::new(&shape, &weights).scores(&graph, &case, &mut work);
        right += usize::from((0..4).all(|other| scores[other] <= scores[class]));
    }
    assert!(right > 170, "{right} of 200");
}

#[test]
fn probabilities_are_those_of_the_odds() {
    let mut likely = Vec::new();
    softmax(&[1000.0 + 3_f32.ln(), 1000.0], &mut likely);
    assert!((likely[0] - 0.75).abs() < 1e-3 && (likely[1] - 0.25).abs() < 1e-3);
    assert_eq!(CLASSES.words(), "mesh 3+2-5x2-6-4 classes");
}
