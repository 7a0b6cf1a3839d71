//! What all networks over a graph have before their heads: the first layer and the blocks.

use super::Case;
use super::graph::{Graph, Parts, VIEWS, mean};
use super::linear::{Linear, add, hold};
use super::shape::{Layer, Shape};

/// What the layers saw and made, and the gradient of it.
#[derive(Default)]
pub(super) struct TrunkWorkspace {
    /// What the nodes see, before each layer.
    seen: Vec<Vec<f32>>,
    /// What is seen of the whole, before each layer.
    whole: Vec<Vec<f32>>,
    /// The channels after the first layer and after each block.
    stream: Vec<Vec<f32>>,
    /// The channels between the two layers of each block.
    between: Vec<Vec<f32>>,
    /// What is positive in the channels; in the end, what the head sees.
    pub active: Vec<f32>,
    row: Vec<f32>,
    sums: Vec<f32>,
    /// The gradient of the channels; in the beginning, of what the head sees.
    pub dstream: Vec<f32>,
    dinner: Vec<f32>,
    dactive: Vec<f32>,
    dseen: Vec<f32>,
    dwhole: Vec<f32>,
}

impl TrunkWorkspace {
    fn fit(&mut self, shape: &Shape, nodes: usize) {
        let Shape { features, globals, channels, blocks, .. } = *shape;
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
        let lists = [&mut self.active, &mut self.dstream, &mut self.dinner, &mut self.dactive];
        for list in self.stream.iter_mut().chain(&mut self.between).chain(lists) {
            list.resize(nodes * channels, 0.0);
        }
        self.row.resize(channels, 0.0);
        self.dwhole.resize(channels, 0.0);
        self.dseen.resize(nodes * VIEWS * channels, 0.0);
    }
}

/// The first layer and the blocks of a network.
#[derive(Clone, Copy)]
pub(super) struct Trunk<'a> {
    pub shape: &'a Shape,
    pub linear: Linear<'a>,
}

impl Trunk<'_> {
    /// Leaves what the head sees in `work.active`.
    ///
    /// # Panics
    /// If the case is not of this shape and graph.
    pub fn forward(&self, graph: &Graph, case: &Case, work: &mut TrunkWorkspace) {
        let shape = self.shape;
        assert!(graph.nodes > 0, "a graph with nodes");
        assert_eq!(case.features.len(), graph.nodes * shape.features, "features of all nodes");
        assert_eq!(case.parts.of.len(), graph.nodes, "parts of all nodes");
        assert_eq!(case.globals.len(), shape.globals, "numbers of the case");
        work.fit(shape, graph.nodes);
        let TrunkWorkspace { seen, whole, stream, between, active, row, sums, .. } = work;
        graph.gather(&case.parts, &case.features, shape.features, &mut seen[0], sums);
        whole[0].copy_from_slice(&case.globals);
        self.layer(shape.first(), &seen[0], &whole[0], row, &mut stream[0]);
        for block in 0..shape.blocks {
            let (before, after) = stream.split_at_mut(block + 1);
            let (before, after) = (&before[block], &mut after[0]);
            let mut step = |index: usize, x: &[f32], out: &mut [f32]| {
                positive(x, active);
                mean(active, &mut whole[index]);
                graph.gather(&case.parts, active, shape.channels, &mut seen[index], sums);
                self.layer(shape.inner(index - 1), &seen[index], &whole[index], row, out);
            };
            step(2 * block + 1, before, &mut between[block]);
            step(2 * block + 2, &between[block], after);
            add(after, before);
        }
        positive(&stream[shape.blocks], active);
    }

    /// New channels of what is seen. What is seen of the whole is the same for all nodes, as biases are.
    fn layer(&self, layer: Layer, seen: &[f32], whole: &[f32], row: &mut [f32], out: &mut [f32]) {
        self.linear.forward(layer.whole, whole, layer.bias.of(self.linear.weights), row);
        self.linear.forward(layer.seen, seen, row, out);
    }

    /// Adds the gradient of the weights after going forward, from that of what the head saw, which
    /// is in `work.dstream`.
    pub fn backward(
        &self,
        graph: &Graph,
        parts: &Parts,
        work: &mut TrunkWorkspace,
        gradient: &mut [f32],
    ) {
        let shape = self.shape;
        let TrunkWorkspace { seen, whole, stream, between, row, sums, dstream, .. } = work;
        let TrunkWorkspace { dinner, dactive, dseen, dwhole, .. } = work;
        let (channels, share) = (shape.channels, 1.0 / graph.nodes as f32);
        // The gradient of a layer's weights; leaves the sum of that of its outputs in `row`.
        let mut back = |layer: Layer, index: usize, dout: &[f32], row: &mut [f32]| {
            self.linear.add_gradient(layer.seen, &seen[index], dout, gradient);
            row.fill(0.0);
            dout.chunks_exact(channels).for_each(|dout| add(row, dout));
            add(layer.bias.of_mut(gradient), row);
            self.linear.add_gradient(layer.whole, &whole[index], row, gradient);
        };
        hold(dstream, &stream[shape.blocks]);
        // Through the blocks, last to first.
        for block in (0..shape.blocks).rev() {
            let mut step = |index: usize, dout: &[f32], x: &[f32], dx: &mut [f32]| {
                let layer = shape.inner(index - 1);
                back(layer, index, dout, row);
                self.linear.backward(layer.seen, dout, dseen);
                // What every node got from the mean of all.
                self.linear.backward(layer.whole, row, dwhole);
                dwhole.iter_mut().for_each(|slope| *slope *= share);
                dx.chunks_exact_mut(channels).for_each(|dx| dx.copy_from_slice(dwhole));
                graph.scatter(parts, dseen, channels, dx, sums);
                hold(dx, x);
            };
            step(2 * block + 2, dstream, &between[block], dinner);
            step(2 * block + 1, dinner, &stream[block], dactive);
            add(dstream, dactive);
        }
        back(shape.first(), 0, dstream, row);
    }
}

fn positive(x: &[f32], active: &mut [f32]) {
    active.iter_mut().zip(x).for_each(|(active, &x)| *active = x.max(0.0));
}
