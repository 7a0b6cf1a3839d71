//! The sums of a network's first layer, kept up to date as inputs change: a changed input costs what
//! it is joined to, not a whole product.

use crate::network::Network;
use crate::shape::{Layer, Wiring};

/// The first layer of a network by its inputs: for each, whom it goes to and with what weight.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstLayer {
    biases: Vec<f32>,
    pub(crate) fans: Fans,
}

/// What the inputs are joined to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fans {
    /// Input by input the weights of all neurons.
    Dense(Vec<f32>),
    /// Input by input the neurons that see it, with weights, and where each input's begin.
    Lists { starts: Vec<u32>, neurons: Vec<u32>, weights: Vec<f32> },
}

impl FirstLayer {
    /// Of a network; `None` if it has no layers.
    pub fn of(network: &Network) -> Option<FirstLayer> {
        let layer = network.shape().layers().first()?;
        Some(FirstLayer::padded(layer, network.weights(), layer.neurons))
    }

    /// A layer, given all weights of its network, with neurons that do nothing up to this width.
    pub(crate) fn padded(layer: &Layer, weights: &[f32], width: usize) -> FirstLayer {
        let biases = padded(&weights[layer.biases()], width);
        let connections = &weights[layer.weights()];
        let Wiring::Lists(lists) = &layer.wiring else {
            return FirstLayer {
                biases,
                fans: Fans::Dense(columns(connections, layer.inputs, width)),
            };
        };
        let mut starts = vec![0_u32; layer.inputs + 1];
        let seen = (0..layer.neurons).flat_map(|neuron| lists.of(neuron));
        seen.for_each(|&input| starts[input as usize + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut filled = starts.clone();
        let mut neurons = vec![0; lists.len()];
        let mut by_input = vec![0.0; lists.len()];
        for neuron in 0..layer.neurons {
            let own = lists.of(neuron).iter().zip(&connections[lists.range(neuron)]);
            for (&input, &weight) in own {
                let place = &mut filled[input as usize];
                neurons[*place as usize] = neuron as u32;
                by_input[*place as usize] = weight;
                *place += 1;
            }
        }
        FirstLayer { biases, fans: Fans::Lists { starts, neurons, weights: by_input } }
    }

    /// The sums when all inputs are zero.
    pub fn biases(&self) -> &[f32] {
        &self.biases
    }

    /// Changes the sums as adding `change` to one input does.
    ///
    /// # Panics
    /// If there is no such input.
    #[inline(always)]
    pub fn change(&self, sums: &mut [f32], input: usize, change: f32) {
        match &self.fans {
            Fans::Dense(weights) => {
                add(sums, &weights[input * self.biases.len()..][..self.biases.len()], change);
            }
            Fans::Lists { starts, neurons, weights } => {
                let fan = starts[input] as usize..starts[input + 1] as usize;
                for (&neuron, weight) in neurons[fan.clone()].iter().zip(&weights[fan]) {
                    sums[neuron as usize] += change * weight;
                }
            }
        }
    }
}

#[inline(always)]
pub(crate) fn add(sums: &mut [f32], weights: &[f32], by: f32) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += by * weight;
    }
}

/// Numbers, filled up with zeros.
pub(crate) fn padded(values: &[f32], width: usize) -> Vec<f32> {
    let mut padded = vec![0.0; width];
    padded[..values.len()].copy_from_slice(values);
    padded
}

/// A matrix of so many columns, column by column, each filled up with zeros.
pub(crate) fn columns(rows: &[f32], count: usize, width: usize) -> Vec<f32> {
    let mut columns = vec![0.0; count * width];
    for (at, row) in rows.chunks_exact(count.max(1)).enumerate() {
        for (column, value) in row.iter().enumerate() {
            columns[column * width + at] = *value;
        }
    }
    columns
}
