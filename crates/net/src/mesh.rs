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

use crate::matrix::{View, multiply};

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

    fn of(&self, node: usize) -> &[u16] {
        &self.nodes[self.starts[node]..self.starts[node + 1]]
    }
}

/// The nodes and their relations.
#[derive(Clone, Debug)]
pub struct Mesh {
    nodes: usize,
    relations: [Relation; 2],
}

/// What a node sees of itself, by two relations, and of its part.
const VIEWS: usize = 4;

impl Mesh {
    /// `None` if the relations are not of the same nodes, or there are none.
    pub fn new(relations: [Relation; 2]) -> Option<Mesh> {
        let nodes = relations[0].starts.len() - 1;
        let agree = relations.iter().all(|relation| relation.starts.len() == nodes + 1);
        (agree && nodes > 0).then_some(Mesh { nodes, relations })
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// All that every node sees of `width` channels a node.
    fn gather(
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
                sum.fill(0.0);
                for &other in relation.of(node) {
                    let from = usize::from(other) * width;
                    add(sum, &x[from..from + width]);
                }
                sum.iter_mut().for_each(|value| *value *= relation.scale);
            }
            let part = usize::from(parts.of[node]) * width;
            of_part.copy_from_slice(&sums[part..part + width]);
        }
    }

    /// The slopes of `width` channels a node, added to `dx`, from those of all that is seen of them.
    fn scatter(
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
    of: Vec<u16>,
    sizes: Vec<f32>,
}

impl Parts {
    /// From the part of each node; parts are numbered from zero.
    pub fn new(of: Vec<u16>) -> Parts {
        let count = of.iter().max().map_or(0, |&most| usize::from(most) + 1);
        let mut sizes = vec![0.0; count];
        of.iter().for_each(|&part| sizes[usize::from(part)] += 1.0);
        Parts { of, sizes }
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

fn add(sum: &mut [f32], values: &[f32]) {
    sum.iter_mut().zip(values).for_each(|(sum, &value)| *sum += value);
}

/// The mean over all nodes.
fn mean(x: &[f32], mean: &mut [f32]) {
    let width = mean.len();
    mean.fill(0.0);
    x.chunks_exact(width).for_each(|x| add(mean, x));
    let share = width as f32 / x.len() as f32;
    mean.iter_mut().for_each(|value| *value *= share);
}

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

/// What a network should have answered.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// How likely each node is a yes; empty if nobody knows.
    pub nodes: Vec<f32>,
    /// How likely the whole is a yes.
    pub whole: f32,
    /// The amount, if anybody knows.
    pub amount: Option<f32>,
}

/// How large a network is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Features of a node.
    pub features: usize,
    /// Numbers of a case.
    pub globals: usize,
    /// Channels of a node.
    pub channels: usize,
    /// Pairs of layers.
    pub blocks: usize,
    /// Hidden units behind the answers about the whole.
    pub hidden: usize,
}

/// Where the weights of a layer are: what is seen, what is seen of the whole, biases.
#[derive(Clone, Copy)]
struct Place {
    seen: (usize, usize),
    whole: (usize, usize),
    bias: (usize, usize),
}

/// Sums of nodes' answers are given to the hidden layer, and amounts are reckoned, in this unit.
const UNIT: f32 = 20.0;

impl Shape {
    /// How the layers follow each other, for the model file.
    pub fn words(&self) -> String {
        let Shape { features, globals, channels, blocks, hidden } = self;
        format!("mesh {features}+{globals}-{channels}x{blocks}-{hidden}-2")
    }

    fn layer(&self, start: usize, width: usize, whole: usize) -> Place {
        let seen = (start, VIEWS * width * self.channels);
        let whole = (seen.0 + seen.1, whole * self.channels);
        Place { seen, whole, bias: (whole.0 + whole.1, self.channels) }
    }

    fn first(&self) -> Place {
        self.layer(0, self.features, self.globals)
    }

    fn inner(&self, index: usize) -> Place {
        let first = self.first().bias;
        let one = (VIEWS + 1) * self.channels * self.channels + self.channels;
        self.layer(first.0 + first.1 + index * one, self.channels, self.channels)
    }

    /// What the hidden layer sees: means, the sum of the answers, the case's own numbers.
    fn head_inputs(&self) -> usize {
        self.channels + 1 + self.globals
    }

    /// The weights and bias of the nodes' answers, of the hidden layer and of the last answers.
    fn head(&self) -> [(usize, usize); 6] {
        let sizes =
            [self.channels, 1, self.head_inputs() * self.hidden, self.hidden, 2 * self.hidden, 2];
        let mut start = self.inner(2 * self.blocks).seen.0;
        sizes.map(|size| {
            let place = (start, size);
            start += size;
            place
        })
    }

    /// How many weights a network of this shape has, biases included.
    pub fn weights(&self) -> usize {
        let last = self.head()[5];
        last.0 + last.1
    }

    /// First weights, from a source of numbers from zero to one. The second layer of each block and
    /// the last answers begin with zeros: what is not learned yet does nothing.
    pub fn begin(&self, mut unit: impl FnMut() -> f64) -> Vec<f32> {
        let mut weights = vec![0.0; self.weights()];
        let mut fill = |(start, size): (usize, usize), inputs: usize, gain: f64| {
            // Evenly spread numbers up to sqrt(3) have the variance one.
            let most = gain * (6.0 / inputs as f64).sqrt();
            for weight in &mut weights[start..start + size] {
                *weight = ((2.0 * unit() - 1.0) * most) as f32;
            }
        };
        fill(self.first().seen, 2 * self.features, 1.0);
        fill(self.first().whole, self.globals.max(1), 0.3);
        for block in 0..self.blocks {
            let place = self.inner(2 * block);
            fill(place.seen, 2 * self.channels, 0.7);
            fill(place.whole, self.channels, 0.3);
        }
        let head = self.head();
        fill(head[0], self.channels, 0.1);
        fill(head[2], self.head_inputs(), 1.0);
        weights
    }
}

fn part(weights: &[f32], (start, size): (usize, usize)) -> &[f32] {
    &weights[start..start + size]
}

fn part_mut(weights: &mut [f32], (start, size): (usize, usize)) -> &mut [f32] {
    &mut weights[start..start + size]
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

/// How much each part of a target matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Care {
    /// For the mean log loss of the nodes.
    pub nodes: f32,
    /// For the log loss of the whole.
    pub whole: f32,
    /// For the loss of the amount: squared up to one unit of twenty, straight beyond.
    pub amount: f32,
}

/// The losses of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The mean log loss of the nodes, if anybody knows.
    pub nodes: Option<f32>,
    /// The log loss of the whole.
    pub whole: f32,
    /// The loss of the amount, if anybody knows.
    pub amount: Option<f32>,
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

/// The log loss of log odds.
fn log_loss(odds: f32, target: f32) -> f32 {
    odds.max(0.0) - odds * target + (-odds.abs()).exp().ln_1p()
}

fn logistic(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// The losses of a case, and `scale` times the gradient of their sum, weighed by `care`, added to
/// `gradient`.
///
/// # Panics
/// As [`answer`].
pub fn add_gradient(
    (shape, weights): (&Shape, &[f32]),
    mesh: &Mesh,
    (case, target): (&Case, &Target),
    (care, scale): (Care, f32),
    gradient: &mut [f32],
    work: &mut Workspace,
) -> Losses {
    let answer = answer((shape, weights), mesh, case, work);
    let (whole, amount) = (answer.whole, answer.amount);
    let mut losses = Losses { nodes: None, whole: log_loss(whole, target.whole), amount: None };
    let mut dlast = [scale * care.whole * (logistic(whole) - target.whole), 0.0];
    // What the sum of the nodes' answers matters, straight for the amount and by the hidden layer.
    let mut dtotal = 0.0;
    if let Some(truth) = target.amount {
        let off = (amount - truth) / UNIT;
        let (loss, slope) =
            if off.abs() < 1.0 { (off * off / 2.0, off) } else { (off.abs() - 0.5, off.signum()) };
        losses.amount = Some(loss);
        dlast[1] = scale * care.amount * slope;
        dtotal += dlast[1] / UNIT;
    }
    let Workspace {
        seen,
        whole,
        stream,
        between,
        active,
        row,
        sums,
        nodes,
        head,
        hidden,
        dstream,
        dinner,
        dactive,
        dseen,
        dnodes,
    } = work;
    let channels = shape.channels;
    let [node_weights, node_bias, hidden_weights, hidden_bias, last_weights, last_bias] =
        shape.head();

    // The last answers and the hidden layer: small enough for plain loops.
    add(part_mut(gradient, last_bias), &dlast);
    let mut dhead = vec![0.0; shape.head_inputs()];
    for (unit, &value) in hidden.iter().enumerate() {
        if value <= 0.0 {
            continue;
        }
        let at = last_weights.0 + 2 * unit;
        gradient[at] += value * dlast[0];
        gradient[at + 1] += value * dlast[1];
        let slope = weights[at] * dlast[0] + weights[at + 1] * dlast[1];
        gradient[hidden_bias.0 + unit] += slope;
        for (input, (&seen, dhead)) in head.iter().zip(&mut dhead).enumerate() {
            let at = hidden_weights.0 + input * shape.hidden + unit;
            gradient[at] += seen * slope;
            *dhead += weights[at] * slope;
        }
    }
    dtotal += dhead[channels] / UNIT;

    // The nodes' answers.
    let share = 1.0 / mesh.nodes as f32;
    let mut loss = 0.0;
    for (node, (&odds, slope)) in nodes.iter().zip(dnodes.iter_mut()).enumerate() {
        let held = (odds / 2.0).tanh();
        *slope = dtotal * (1.0 - held * held) / 2.0;
        if let Some(&truth) = target.nodes.get(node) {
            loss += log_loss(odds, truth) * share;
            *slope += scale * care.nodes * share * (logistic(odds) - truth);
        }
    }
    losses.nodes = (!target.nodes.is_empty()).then_some(loss);
    positive(&stream[shape.blocks], active);
    gradient[node_bias.0] += dnodes.iter().sum::<f32>();
    let slopes = View::new(dnodes, mesh.nodes, 1);
    let turned = View::new(active, mesh.nodes, channels).transposed();
    multiply(part_mut(gradient, node_weights), 1.0, turned, slopes);
    let matrix = View::new(part(weights, node_weights), 1, channels);
    multiply(dstream, 0.0, slopes, matrix);
    for dstream in dstream.chunks_exact_mut(channels) {
        dstream.iter_mut().zip(&dhead).for_each(|(sum, &slope)| *sum += share * slope);
    }
    hold(dstream, &stream[shape.blocks]);

    // Through the blocks, last to first.
    for block in (0..shape.blocks).rev() {
        let mut step = |index: usize, dout: &[f32], x: &[f32], dx: &mut [f32]| {
            let place = shape.inner(index - 1);
            add_layer_gradient(place, &seen[index], &whole[index], dout, row, gradient);
            let inputs = VIEWS * channels;
            let matrix = View::new(part(weights, place.seen), inputs, channels).transposed();
            multiply(dseen, 0.0, View::new(dout, mesh.nodes, channels), matrix);
            // What every node got from the mean of all.
            let matrix = View::new(part(weights, place.whole), channels, channels).transposed();
            let mut dwhole = vec![0.0; channels];
            multiply(&mut dwhole, 0.0, View::new(row, 1, channels), matrix);
            dwhole.iter_mut().for_each(|slope| *slope *= share);
            dactive.chunks_exact_mut(channels).for_each(|dx| dx.copy_from_slice(&dwhole));
            mesh.scatter(&case.parts, dseen, channels, dactive, sums);
            hold(dactive, x);
            dx.copy_from_slice(dactive);
        };
        step(2 * block + 2, dstream, &between[block], dinner);
        let dout = std::mem::take(dinner);
        let mut dx = vec![0.0; dout.len()];
        step(2 * block + 1, &dout, &stream[block], &mut dx);
        *dinner = dout;
        add(dstream, &dx);
    }
    add_layer_gradient(shape.first(), &seen[0], &whole[0], dstream, row, gradient);
    losses
}

/// No slope where there was nothing positive.
fn hold(slopes: &mut [f32], x: &[f32]) {
    for (slope, &x) in slopes.iter_mut().zip(x) {
        if x <= 0.0 {
            *slope = 0.0;
        }
    }
}

/// The gradient of a layer's weights; leaves the sum of the slopes in `row`.
fn add_layer_gradient(
    place: Place,
    seen: &[f32],
    whole: &[f32],
    dout: &[f32],
    row: &mut [f32],
    gradient: &mut [f32],
) {
    let channels = row.len();
    let (nodes, inputs) = (dout.len() / channels, place.seen.1 / channels);
    let turned = View::new(seen, nodes, inputs).transposed();
    let slopes = View::new(dout, nodes, channels);
    multiply(part_mut(gradient, place.seen), 1.0, turned, slopes);
    row.fill(0.0);
    dout.chunks_exact(channels).for_each(|dout| add(row, dout));
    add(part_mut(gradient, place.bias), row);
    if !whole.is_empty() {
        let turned = View::new(whole, whole.len(), 1);
        let slopes = View::new(row, 1, channels);
        multiply(part_mut(gradient, place.whole), 1.0, turned, slopes);
    }
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
