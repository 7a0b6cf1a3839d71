//! What all networks over a mesh have before their heads: the first layer and the blocks.

use super::Case;
use super::nodes::{Mesh, Parts, VIEWS, add, mean};
use super::shape::{Place, TrunkShape, part, part_mut};
use crate::matrix::View;

/// One of the ways to multiply matrices: [`multiply`](crate::matrix::multiply) or
/// [`multiply_small`](crate::matrix::multiply_small).
pub(super) type Product = fn(&mut [f32], f32, View<'_>, View<'_>);

/// What the layers saw and made, and the slopes of it.
#[derive(Default)]
pub(super) struct Room {
    /// What the nodes see, before each layer.
    seen: Vec<Vec<f32>>,
    /// What is seen of the whole, before each layer.
    whole: Vec<Vec<f32>>,
    /// The channels after the first layer and after each block.
    stream: Vec<Vec<f32>>,
    /// The channels between the two layers of each block.
    between: Vec<Vec<f32>>,
    /// What is positive in the channels; in the end, what the head sees.
    pub(super) active: Vec<f32>,
    row: Vec<f32>,
    sums: Vec<f32>,
    /// The slopes of the channels; in the beginning, of what the head sees.
    pub(super) dstream: Vec<f32>,
    dinner: Vec<f32>,
    dactive: Vec<f32>,
    dseen: Vec<f32>,
    dwhole: Vec<f32>,
}

impl Room {
    fn fit(&mut self, shape: &TrunkShape, nodes: usize) {
        let TrunkShape { features, globals, channels, blocks } = *shape;
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
        self.dwhole.resize(channels, 0.0);
        self.dseen.resize(nodes * VIEWS * channels, 0.0);
    }
}

/// The first layer and the blocks of a network.
#[derive(Clone, Copy)]
pub(super) struct Trunk<'a> {
    pub(super) shape: TrunkShape,
    /// All weights of the network.
    pub(super) weights: &'a [f32],
    pub(super) multiply: Product,
}

impl Trunk<'_> {
    /// Leaves what the head sees in `room.active`.
    ///
    /// # Panics
    /// If the case is not of this shape and mesh.
    pub(super) fn answer(&self, mesh: &Mesh, case: &Case, room: &mut Room) {
        let shape = &self.shape;
        assert!(mesh.nodes > 0, "a mesh with nodes");
        assert_eq!(case.features.len(), mesh.nodes * shape.features, "features of all nodes");
        assert_eq!(case.parts.of.len(), mesh.nodes, "parts of all nodes");
        assert_eq!(case.globals.len(), shape.globals, "numbers of the case");
        room.fit(shape, mesh.nodes);
        let Room { seen, whole, stream, between, active, row, sums, .. } = room;
        mesh.gather(&case.parts, &case.features, shape.features, &mut seen[0], sums);
        whole[0].copy_from_slice(&case.globals);
        self.layer(shape.first(), &seen[0], &whole[0], row, &mut stream[0]);
        for block in 0..shape.blocks {
            let (before, after) = stream.split_at_mut(block + 1);
            let (before, after) = (&before[block], &mut after[0]);
            let mut step = |index: usize, x: &[f32], out: &mut [f32]| {
                positive(x, active);
                mean(active, &mut whole[index]);
                mesh.gather(&case.parts, active, shape.channels, &mut seen[index], sums);
                self.layer(shape.inner(index - 1), &seen[index], &whole[index], row, out);
            };
            step(2 * block + 1, before, &mut between[block]);
            step(2 * block + 2, &between[block], after);
            add(after, before);
        }
        positive(&stream[shape.blocks], active);
    }

    /// New channels of what is seen.
    fn layer(&self, place: Place, seen: &[f32], whole: &[f32], row: &mut [f32], out: &mut [f32]) {
        let channels = row.len();
        row.copy_from_slice(part(self.weights, place.bias));
        if !whole.is_empty() {
            let matrix = View::new(part(self.weights, place.whole), whole.len(), channels);
            (self.multiply)(row, 1.0, View::new(whole, 1, whole.len()), matrix);
        }
        out.chunks_exact_mut(channels).for_each(|out| out.copy_from_slice(row));
        let (nodes, inputs) = (out.len() / channels, place.seen.1 / channels);
        let matrix = View::new(part(self.weights, place.seen), inputs, channels);
        (self.multiply)(out, 1.0, View::new(seen, nodes, inputs), matrix);
    }

    /// Adds the gradient of the weights after an answer, from the slopes of what the head saw, which
    /// are in `room.dstream`.
    pub(super) fn add_gradient(
        &self,
        mesh: &Mesh,
        parts: &Parts,
        gradient: &mut [f32],
        room: &mut Room,
    ) {
        let shape = &self.shape;
        let Room { seen, whole, stream, between, row, sums, dstream, .. } = room;
        let Room { dinner, dactive, dseen, dwhole, .. } = room;
        let (channels, share) = (shape.channels, 1.0 / mesh.nodes as f32);
        hold(dstream, &stream[shape.blocks]);
        // Through the blocks, last to first.
        for block in (0..shape.blocks).rev() {
            let mut step = |index: usize, dout: &[f32], x: &[f32], dx: &mut [f32]| {
                let place = shape.inner(index - 1);
                self.add_layer_gradient(place, &seen[index], &whole[index], dout, row, gradient);
                let turned = |place, inputs| {
                    View::new(part(self.weights, place), inputs, channels).transposed()
                };
                let matrix = turned(place.seen, VIEWS * channels);
                (self.multiply)(dseen, 0.0, View::new(dout, mesh.nodes, channels), matrix);
                // What every node got from the mean of all.
                let matrix = turned(place.whole, channels);
                (self.multiply)(dwhole, 0.0, View::new(row, 1, channels), matrix);
                dwhole.iter_mut().for_each(|slope| *slope *= share);
                dx.chunks_exact_mut(channels).for_each(|dx| dx.copy_from_slice(dwhole));
                mesh.scatter(parts, dseen, channels, dx, sums);
                hold(dx, x);
            };
            step(2 * block + 2, dstream, &between[block], dinner);
            step(2 * block + 1, dinner, &stream[block], dactive);
            add(dstream, dactive);
        }
        self.add_layer_gradient(shape.first(), &seen[0], &whole[0], dstream, row, gradient);
    }

    /// The gradient of a layer's weights; leaves the sum of the slopes in `row`.
    fn add_layer_gradient(
        &self,
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
        (self.multiply)(part_mut(gradient, place.seen), 1.0, turned, slopes);
        row.fill(0.0);
        dout.chunks_exact(channels).for_each(|dout| add(row, dout));
        add(part_mut(gradient, place.bias), row);
        if !whole.is_empty() {
            let turned = View::new(whole, whole.len(), 1);
            let slopes = View::new(row, 1, channels);
            (self.multiply)(part_mut(gradient, place.whole), 1.0, turned, slopes);
        }
    }
}

fn positive(x: &[f32], active: &mut [f32]) {
    active.iter_mut().zip(x).for_each(|(active, &x)| *active = x.max(0.0));
}

/// No slope where there was nothing positive.
pub(super) fn hold(slopes: &mut [f32], x: &[f32]) {
    for (slope, &x) in slopes.iter_mut().zip(x) {
        if x <= 0.0 {
            *slope = 0.0;
        }
    }
}
