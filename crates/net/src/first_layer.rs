//! The sums of a network's first layer, kept up to date as inputs change: a changed input costs what
//! it is joined to, not a whole product.

use crate::network::Network;
use crate::shape::Wiring;

/// The first layer of a network by its inputs: for each, whom it goes to and with what weight.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstLayer {
    biases: Vec<f32>,
    fans: Fans,
}

#[derive(Clone, Debug, PartialEq)]
enum Fans {
    /// Input by input the weights of all neurons.
    Dense(Vec<f32>),
    /// For each input the neurons that see it, with weights.
    Lists(Vec<Vec<(u32, f32)>>),
}

impl FirstLayer {
    /// Of a network; `None` if it has no layers.
    pub fn of(network: &Network) -> Option<FirstLayer> {
        let layer = network.shape().layers().first()?;
        let connections = &network.weights()[layer.weights()];
        let biases = network.weights()[layer.biases()].to_vec();
        let fans = match &layer.wiring {
            Wiring::Dense => {
                let weight = |at: usize| {
                    let (input, neuron) = (at / layer.neurons, at % layer.neurons);
                    connections[neuron * layer.inputs + input]
                };
                Fans::Dense((0..connections.len()).map(weight).collect())
            }
            Wiring::Lists(lists) => {
                let mut fans = vec![Vec::new(); layer.inputs];
                for neuron in 0..layer.neurons {
                    for (&input, &weight) in
                        lists.of(neuron).iter().zip(&connections[lists.range(neuron)])
                    {
                        fans[input as usize].push((neuron as u32, weight));
                    }
                }
                Fans::Lists(fans)
            }
        };
        Some(FirstLayer { biases, fans })
    }

    /// How many neurons it has.
    pub fn neurons(&self) -> usize {
        self.biases.len()
    }

    /// The sums when all inputs are zero.
    pub fn biases(&self) -> &[f32] {
        &self.biases
    }

    /// Changes the sums as adding `change` to one input does.
    ///
    /// # Panics
    /// If there is no such input.
    pub fn change(&self, sums: &mut [f32], input: usize, change: f32) {
        match &self.fans {
            Fans::Dense(weights) => {
                let fan = &weights[input * self.neurons()..][..self.neurons()];
                sums.iter_mut().zip(fan).for_each(|(sum, weight)| *sum += change * weight);
            }
            Fans::Lists(fans) => {
                fans[input]
                    .iter()
                    .for_each(|&(neuron, weight)| sums[neuron as usize] += change * weight);
            }
        }
    }
}
