//! What a network is joined up like. Its weights are somewhere else, in one flat list: layer by layer,
//! in each neuron by neuron what its inputs weigh, and then the neurons' biases.

use crate::activation::Activation;
use crate::lists::Lists;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The shape of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    inputs: usize,
    layers: Vec<Layer>,
}

/// A layer of neurons.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// How many numbers come in.
    pub inputs: usize,
    /// How many neurons there are.
    pub neurons: usize,
    /// What sees what.
    pub wiring: Wiring,
    /// What the neurons make of their sums.
    pub activation: Activation,
    start: usize,
}

/// What sees what.
#[derive(Clone, Debug, PartialEq)]
pub enum Wiring {
    /// Every neuron sees every input.
    Dense,
    /// Every neuron sees those of its list.
    Lists(Arc<Lists>),
}

impl Layer {
    /// How many connections there are.
    pub fn connections(&self) -> usize {
        match &self.wiring {
            Wiring::Dense => self.inputs * self.neurons,
            Wiring::Lists(lists) => lists.len(),
        }
    }

    /// Where its connections are in the flat list.
    pub fn weights(&self) -> Range<usize> {
        self.start..self.start + self.connections()
    }

    /// Where its biases are in the flat list.
    pub fn biases(&self) -> Range<usize> {
        let start = self.start + self.connections();
        start..start + self.neurons
    }

    /// How many inputs a neuron sees.
    fn seen(&self, neuron: usize) -> usize {
        match &self.wiring {
            Wiring::Dense => self.inputs,
            Wiring::Lists(lists) => lists.of(neuron).len(),
        }
    }
}

impl Shape {
    /// Inputs alone; layers come one by one.
    pub fn new(inputs: usize) -> Shape {
        Shape { inputs, layers: Vec::new() }
    }

    /// With one layer more, whose neurons see all before them.
    pub fn dense(self, neurons: usize, activation: Activation) -> Shape {
        self.with(neurons, Wiring::Dense, activation)
    }

    /// With one layer more, whose neurons see what is in their lists.
    ///
    /// # Panics
    /// If the lists are for another number of inputs.
    pub fn lists(self, lists: Lists, activation: Activation) -> Shape {
        assert_eq!(lists.inputs(), self.outputs(), "lists of the neurons before");
        self.with(lists.neurons(), Wiring::Lists(Arc::new(lists)), activation)
    }

    fn with(mut self, neurons: usize, wiring: Wiring, activation: Activation) -> Shape {
        let (inputs, start) = (self.outputs(), self.weight_count());
        self.layers.push(Layer { inputs, neurons, wiring, activation, start });
        self
    }

    /// With another activation of the last layer.
    pub fn with_output(mut self, activation: Activation) -> Shape {
        if let Some(last) = self.layers.last_mut() {
            last.activation = activation;
        }
        self
    }

    /// How many numbers go in.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many numbers come out.
    pub fn outputs(&self) -> usize {
        self.layers.last().map_or(self.inputs, |layer| layer.neurons)
    }

    /// The layers from the inputs on.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// How many weights there are, biases included: the length of the flat list.
    pub fn weight_count(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.biases().end)
    }

    /// How many weights there are without the biases.
    pub fn connection_count(&self) -> usize {
        self.layers.iter().map(Layer::connections).sum()
    }

    /// Weights to begin with, from uniform numbers between 0 and 1: the more inputs a neuron sees, the
    /// less each weighs, so that sums neither vanish nor drown.
    pub fn random_weights(&self, unit: &mut dyn FnMut() -> f64) -> Vec<f32> {
        let mut weights = Vec::with_capacity(self.weight_count());
        for layer in &self.layers {
            let reach = |neuron| 1.0 / (layer.seen(neuron).max(1) as f64).sqrt();
            let mut draw = |reach: f64| (reach * (2.0 * unit() - 1.0)) as f32;
            for neuron in 0..layer.neurons {
                weights.extend((0..layer.seen(neuron)).map(|_| draw(reach(neuron))));
            }
            weights.extend((0..layer.neurons).map(|neuron| draw(reach(neuron))));
        }
        weights
    }
}

/// The sizes of the layers, then their activations, or the one of all: `363-200-1 sigmoid`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.inputs)?;
        for layer in &self.layers {
            write!(f, "-{}", layer.neurons)?;
            if let Wiring::Lists(lists) = &layer.wiring {
                write!(f, "[{}]", lists.name())?;
            }
        }
        let Some(last) = self.layers.last() else { return Ok(()) };
        if self.layers.iter().all(|layer| layer.activation == last.activation) {
            return write!(f, " {}", last.activation);
        }
        let names: Vec<String> =
            self.layers.iter().map(|layer| layer.activation.to_string()).collect();
        write!(f, " {}", names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Activation::{Sigmoid, Tanh};

    #[test]
    fn the_studies_networks_have_so_many_weights() {
        let exp1 = Shape::new(169).dense(55, Tanh).dense(1, Tanh);
        assert_eq!((exp1.connection_count(), exp1.weight_count()), (9_350, 9_406));
        let windows = Lists::windows(13, &[3, 5, 7, 9, 11, 13]);
        let exp2 = Shape::new(169).lists(windows, Tanh).dense(95, Tanh).dense(1, Tanh);
        assert_eq!((exp2.connection_count(), exp2.weight_count()), (36_063, 36_445));
        assert_eq!(exp2.to_string(), "169-286[13x13 windows 3,5,7,9,11,13]-95-1 tanh");
        let dense = Shape::new(64).dense(64, Sigmoid).dense(30, Sigmoid).dense(1, Sigmoid);
        assert_eq!(dense.connection_count(), 6_046);
        let windows = Lists::windows(8, &[2, 3, 4, 5, 6, 7, 8]);
        let board = Shape::new(64).lists(windows, Sigmoid);
        let board = board.dense(50, Sigmoid).dense(30, Sigmoid).dense(1, Sigmoid);
        assert_eq!(board.connection_count(), 10_434);
        let windows = Lists::windows(8, &[3, 4, 5, 6, 7]).on_planes(2).and_dense(60);
        let horace = Shape::new(128).lists(windows, Sigmoid).dense(70, Sigmoid);
        let horace = horace.dense(40, Sigmoid).dense(30, Sigmoid).dense(2, Sigmoid);
        assert_eq!((horace.layers()[0].neurons, horace.connection_count()), (150, 25_528));
        let influence = Shape::new(363).dense(200, Sigmoid).dense(1, Sigmoid);
        assert_eq!(influence.weight_count(), 73_001);
    }

    #[test]
    fn the_text_tells_shapes_apart() {
        let shape = Shape::new(3).dense(2, Tanh).dense(1, Sigmoid);
        assert_eq!(shape.to_string(), "3-2-1 tanh,sigmoid");
        assert_eq!(shape.with_output(Tanh).to_string(), "3-2-1 tanh");
        assert_eq!(Shape::new(3).to_string(), "3");
    }
}
