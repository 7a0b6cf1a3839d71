//! From inputs to outputs, and from slopes by outputs back to slopes by weights and inputs.

use crate::activation::Activation;
use crate::loss::Loss;
use crate::matrix::{View, multiply};
use crate::shape::{Layer, Shape, Wiring};
use std::sync::Arc;

/// A shape with weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Arc<Shape>,
    weights: Vec<f32>,
}

impl Network {
    /// With these weights; `None` if they are not as many as the shape has.
    pub fn new(shape: impl Into<Arc<Shape>>, weights: Vec<f32>) -> Option<Network> {
        let shape = shape.into();
        (weights.len() == shape.weight_count()).then_some(Network { shape, weights })
    }

    /// What is joined to what.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The flat list.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The flat list, to be changed.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// With another activation of the last layer: a threshold for scoring, say.
    pub fn with_output(self, activation: Activation) -> Network {
        let shape = Arc::new(self.shape.as_ref().clone().with_output(activation));
        Network { shape, ..self }
    }

    /// The outputs for one case.
    ///
    /// # Panics
    /// If there are not as many inputs as the shape has.
    pub fn predict<'w>(&self, inputs: &[f32], room: &'w mut Workspace) -> &'w [f32] {
        self.shape.forward(&self.weights, inputs, room)
    }

    /// The outputs for one case, from the sums of the first layer.
    ///
    /// # Panics
    /// If there are not as many sums as the first layer has neurons.
    pub fn predict_from_sums<'w>(&self, sums: &[f32], room: &'w mut Workspace) -> &'w [f32] {
        room.fit(&self.shape, 1);
        let Some(first) = self.shape.layers().first() else { return room.outputs() };
        room.layers[0].copy_from_slice(sums);
        room.finish(first, 0, self.shape.layers().len());
        self.shape.forward_from(&self.weights, 1, 1, room);
        room.outputs()
    }
}

/// What is reckoned on the way. It grows when it must and is used again, so that nothing is allocated
/// after the first time.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    inputs: Vec<f32>,
    /// The outputs of each layer, case by case.
    layers: Vec<Vec<f32>>,
    /// The last layer's sums.
    sums: Vec<f32>,
    /// Slopes by the sums of the layer at hand and of the one before.
    slopes: (Vec<f32>, Vec<f32>),
}

impl Workspace {
    fn fit(&mut self, shape: &Shape, cases: usize) {
        self.layers.resize_with(shape.layers().len(), Vec::new);
        for (outputs, layer) in self.layers.iter_mut().zip(shape.layers()) {
            outputs.resize(cases * layer.neurons, 0.0);
        }
    }

    /// Turns a layer's sums into outputs, and keeps the last layer's.
    fn finish(&mut self, layer: &Layer, at: usize, layers: usize) {
        if at + 1 == layers {
            self.sums.clone_from(&self.layers[at]);
        }
        layer.activation.apply(&mut self.layers[at]);
    }

    /// Room for the inputs of so many cases, to be filled before [`Shape::forward_filled`].
    pub fn inputs_mut(&mut self, shape: &Shape, cases: usize) -> &mut [f32] {
        self.inputs.resize(cases * shape.inputs(), 0.0);
        &mut self.inputs
    }

    /// The outputs of the last layer, case by case.
    pub fn outputs(&self) -> &[f32] {
        self.layers.last().unwrap_or(&self.inputs)
    }

    /// The sums of the last layer, case by case.
    pub fn sums(&self) -> &[f32] {
        &self.sums
    }
}

impl Shape {
    /// The outputs for one case or more, whose inputs come one after the other.
    ///
    /// # Panics
    /// If there are not as many weights or inputs as the shape has.
    pub fn forward<'w>(
        &self,
        weights: &[f32],
        inputs: &[f32],
        room: &'w mut Workspace,
    ) -> &'w [f32] {
        room.inputs.clear();
        room.inputs.extend_from_slice(inputs);
        self.forward_filled(weights, room)
    }

    /// The same for the inputs that are in the workspace already.
    ///
    /// # Panics
    /// If there are not as many weights or inputs as the shape has.
    pub fn forward_filled<'w>(&self, weights: &[f32], room: &'w mut Workspace) -> &'w [f32] {
        assert_eq!(weights.len(), self.weight_count(), "the weights of {self}");
        let cases = room.inputs.len() / self.inputs().max(1);
        assert_eq!(room.inputs.len(), cases * self.inputs(), "the inputs of {self}");
        room.fit(self, cases);
        self.forward_from(weights, 0, cases, room);
        room.outputs()
    }

    fn forward_from(&self, weights: &[f32], from: usize, cases: usize, room: &mut Workspace) {
        for (at, layer) in self.layers().iter().enumerate().skip(from) {
            let (before, here) = room.layers.split_at_mut(at);
            let inputs = before.last().unwrap_or(&room.inputs);
            layer.sums(weights, inputs, cases, &mut here[0]);
            room.finish(layer, at, self.layers().len());
        }
    }

    /// The loss of the cases just gone forward, summed; adds the gradient by the weights to `gradient`
    /// and, if asked for, writes that by the inputs.
    ///
    /// # Panics
    /// If there are not as many weights, targets or slopes as there should be.
    pub fn backward(
        &self,
        weights: &[f32],
        loss: Loss,
        targets: &[f32],
        room: &mut Workspace,
        gradient: &mut [f32],
        by_inputs: Option<&mut [f32]>,
    ) -> f64 {
        let total = self.losses(loss, targets, room);
        let Some(last) = self.layers().last() else { return total };
        let Workspace { inputs, layers, slopes: (slopes, before), .. } = room;
        let outputs = &layers[layers.len() - 1];
        assert_eq!(gradient.len(), self.weight_count(), "a gradient of {self}");
        slopes.clear();
        slopes.extend(outputs.iter().zip(targets).map(|(output, target)| output - target));
        if !loss.is_by_sum() {
            last.activation.chain(slopes, outputs);
        }
        let cases = inputs.len() / self.inputs().max(1);
        for at in (0..self.layers().len()).rev() {
            let layer = &self.layers()[at];
            let seen = if at == 0 { &*inputs } else { &layers[at - 1] };
            layer.add_gradient(slopes, seen, cases, gradient);
            if at > 0 {
                before.resize(cases * layer.inputs, 0.0);
                layer.slopes_before(weights, slopes, cases, before);
                self.layers()[at - 1].activation.chain(before, seen);
                std::mem::swap(slopes, before);
            } else if let Some(by_inputs) = by_inputs {
                layer.slopes_before(weights, slopes, cases, by_inputs);
                return total;
            }
        }
        total
    }

    /// The loss of the cases just gone forward, summed.
    ///
    /// # Panics
    /// If there are not as many targets as outputs.
    pub fn losses(&self, loss: Loss, targets: &[f32], room: &Workspace) -> f64 {
        assert_eq!(room.outputs().len(), targets.len(), "the targets of {self}");
        let one = self.outputs().max(1);
        let cases = room.sums.chunks(one).zip(room.outputs().chunks(one)).zip(targets.chunks(one));
        cases.map(|((sums, outputs), targets)| loss.of(sums, outputs, targets)).sum()
    }
}

impl Layer {
    fn sums(&self, weights: &[f32], inputs: &[f32], cases: usize, sums: &mut [f32]) {
        let (connections, biases) = (&weights[self.weights()], &weights[self.biases()]);
        match &self.wiring {
            Wiring::Dense if cases == 1 => {
                for (neuron, sum) in sums.iter_mut().enumerate() {
                    let row = &connections[neuron * self.inputs..][..self.inputs];
                    *sum = biases[neuron] + dot(row, inputs);
                }
            }
            Wiring::Dense => {
                sums.chunks_exact_mut(self.neurons.max(1))
                    .for_each(|sums| sums.copy_from_slice(biases));
                let inputs = View::new(inputs, cases, self.inputs);
                multiply(
                    sums,
                    1.0,
                    inputs,
                    View::new(connections, self.neurons, self.inputs).transposed(),
                );
            }
            Wiring::Lists(lists) => {
                let all = sums.chunks_exact_mut(self.neurons.max(1));
                for (sums, inputs) in all.zip(inputs.chunks_exact(self.inputs.max(1))) {
                    for (neuron, sum) in sums.iter_mut().enumerate() {
                        let own = &connections[lists.range(neuron)];
                        let seen = own.iter().zip(lists.of(neuron));
                        *sum = biases[neuron]
                            + seen.map(|(weight, &at)| weight * inputs[at as usize]).sum::<f32>();
                    }
                }
            }
        }
    }

    /// Adds what the cases say about the layer's weights.
    fn add_gradient(&self, slopes: &[f32], inputs: &[f32], cases: usize, gradient: &mut [f32]) {
        for slopes in slopes.chunks_exact(self.neurons.max(1)) {
            let biases = gradient[self.biases()].iter_mut();
            biases.zip(slopes).for_each(|(sum, slope)| *sum += slope);
        }
        let connections = &mut gradient[self.weights()];
        match &self.wiring {
            Wiring::Dense => {
                let slopes = View::new(slopes, cases, self.neurons).transposed();
                multiply(connections, 1.0, slopes, View::new(inputs, cases, self.inputs));
            }
            Wiring::Lists(lists) => {
                let all = slopes.chunks_exact(self.neurons.max(1));
                for (slopes, inputs) in all.zip(inputs.chunks_exact(self.inputs.max(1))) {
                    for (neuron, slope) in slopes.iter().enumerate() {
                        let own = connections[lists.range(neuron)].iter_mut();
                        let seen = own.zip(lists.of(neuron));
                        seen.for_each(|(sum, &at)| *sum += slope * inputs[at as usize]);
                    }
                }
            }
        }
    }

    /// The slopes by the layer's inputs.
    fn slopes_before(&self, weights: &[f32], slopes: &[f32], cases: usize, before: &mut [f32]) {
        let connections = &weights[self.weights()];
        match &self.wiring {
            Wiring::Dense => {
                let slopes = View::new(slopes, cases, self.neurons);
                multiply(before, 0.0, slopes, View::new(connections, self.neurons, self.inputs));
            }
            Wiring::Lists(lists) => {
                before.fill(0.0);
                let all = slopes.chunks_exact(self.neurons.max(1));
                for (slopes, before) in all.zip(before.chunks_exact_mut(self.inputs.max(1))) {
                    for (neuron, slope) in slopes.iter().enumerate() {
                        let own = connections[lists.range(neuron)].iter();
                        let seen = own.zip(lists.of(neuron));
                        seen.for_each(|(weight, &at)| before[at as usize] += slope * weight);
                    }
                }
            }
        }
    }
}

/// The sum of products, in eight sums side by side as the machine's vectors like it.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 8;
    let (a_chunks, a_rest) = a.as_chunks::<LANES>();
    let (b_chunks, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0_f32; LANES];
    for (a, b) in a_chunks.iter().zip(b_chunks) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}
