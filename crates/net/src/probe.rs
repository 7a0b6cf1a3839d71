//! What a network with one output says of cases that differ from one at hand in a few inputs, as when a
//! search tries a stone here and there: a case costs what its changes are joined to, not a whole network.
//!
//! The answers are those of [`Network::predict`] but for rounding, and the same on every machine: wider
//! vectors, where a machine has them, do the same sums in the same order.

use crate::activation::Activation;
use crate::network::Network;
use crate::shape::{Layer, Wiring};
use pulp::Arch;

/// So many neurons are reckoned at once.
const LANES: usize = 8;
type Lane = [f32; LANES];
const NOTHING: Lane = [0.0; LANES];
/// So many lanes of sums stay in the machine's registers while rows are added to them.
const BLOCK: usize = 4;

/// An input, and what is added to it.
pub type Change = (usize, f32);

/// A network with one output, one or two layers of neurons before it, and nothing but dense layers after
/// the first, laid out for questions about cases near one at hand.
#[derive(Clone, Debug)]
pub struct Probe {
    fans: Fans,
    biases: Vec<Lane>,
    activation: Activation,
    second: Option<Second>,
    /// What the output makes of the layer before it.
    output: Vec<Lane>,
    output_bias: f32,
    arch: Arch,
}

/// What the inputs are joined to.
#[derive(Clone, Debug)]
enum Fans {
    /// Input by input the weights of all neurons.
    Dense(Vec<Lane>),
    /// Input by input the neurons that see it, with weights, and where each input's begin.
    Lists { starts: Vec<u32>, neurons: Vec<u32>, weights: Vec<f32> },
}

/// The second layer of neurons.
#[derive(Clone, Debug)]
struct Second {
    /// How many lanes a row has: whole blocks.
    width: usize,
    /// For each neuron of the first layer what it weighs to those of the second.
    rows: Vec<Lane>,
    biases: Vec<Lane>,
    activation: Activation,
}

/// A case: what goes in, and what becomes of it on the way.
#[derive(Clone, Debug, Default)]
pub struct Case {
    sums: Vec<Lane>,
    /// What the first layer makes of the sums; only kept where there is a second.
    outputs: Vec<Lane>,
    second_sums: Vec<Lane>,
}

/// What is reckoned on the way, used again and again.
#[derive(Clone, Debug, Default)]
pub struct Room {
    sums: Vec<Lane>,
    touched: Vec<u32>,
    outputs: Vec<Lane>,
}

impl Probe {
    /// Of a network; `None` if it is not of the kind.
    pub fn of(network: &Network) -> Option<Probe> {
        let (first, second, last) = match network.shape().layers() {
            [first, last] => (first, None, last),
            [first, second, last] => (first, Some(second), last),
            _ => return None,
        };
        let is_dense = |layer: &Layer| layer.wiring == Wiring::Dense;
        if last.neurons != 1 || !is_dense(last) || !second.is_none_or(is_dense) {
            return None;
        }
        let weights = network.weights();
        let width = first.neurons.div_ceil(LANES);
        let second = second.map(|layer| {
            let width = layer.neurons.div_ceil(LANES * BLOCK) * BLOCK;
            Second {
                width,
                rows: columns(&weights[layer.weights()], layer.inputs, width),
                biases: lanes(&weights[layer.biases()], width),
                activation: layer.activation,
            }
        });
        Some(Probe {
            fans: Fans::of(first, weights, width),
            biases: lanes(&weights[first.biases()], width),
            activation: first.activation,
            output: lanes(
                &weights[last.weights()],
                second.as_ref().map_or(width, |second| second.width),
            ),
            output_bias: weights[last.biases()][0],
            second,
            arch: Arch::new(),
        })
    }

    /// Makes `case` the one whose inputs are zero but for these.
    ///
    /// # Panics
    /// If there is no such input.
    pub fn begin(&self, inputs: &[Change], case: &mut Case) {
        case.sums.clone_from(&self.biases);
        self.arch.dispatch(|| self.move_on(inputs, case));
    }

    /// Makes `case` the one that differs from `before` by these changes.
    ///
    /// # Panics
    /// If there is no such input.
    pub fn change(&self, before: &Case, changes: &[Change], case: &mut Case) {
        case.sums.clone_from(&before.sums);
        self.arch.dispatch(|| self.move_on(changes, case));
    }

    #[inline(always)]
    fn move_on(&self, changes: &[Change], case: &mut Case) {
        for &(input, by) in changes {
            self.fans.add(input, by, &mut case.sums);
        }
        let Some(second) = &self.second else { return };
        case.outputs.clone_from(&case.sums);
        self.activation.apply(case.outputs.as_flattened_mut());
        case.second_sums.clone_from(&second.biases);
        for (at, &output) in case.outputs.as_flattened().iter().enumerate() {
            let Some(row) = second.rows.get(at * second.width..(at + 1) * second.width) else {
                break;
            };
            for (sums, weights) in case.second_sums.iter_mut().zip(row) {
                add(sums, weights, output);
            }
        }
    }

    /// What comes into the output, before it makes anything of it, in the case that differs from this one
    /// by these changes.
    ///
    /// # Panics
    /// If there is no such input.
    pub fn sum_if(&self, case: &Case, changes: &[Change], room: &mut Room) -> f32 {
        self.arch.dispatch(|| match &self.second {
            None => self.by_one_layer(case, changes),
            Some(second) => self.by_two_layers(second, case, changes, room),
        })
    }

    #[inline(always)]
    fn by_one_layer(&self, case: &Case, changes: &[Change]) -> f32 {
        let mut total = NOTHING;
        match (&self.fans, changes) {
            // By far the most common, and the only one that must be fast.
            (Fans::Dense(fans), &[(input, by)]) => {
                let width = self.biases.len();
                let fan = &fans[input * width..][..width];
                for ((sums, weights), output) in case.sums.iter().zip(fan).zip(&self.output) {
                    let mut values = *sums;
                    add(&mut values, weights, by);
                    self.activation.apply(&mut values);
                    add_products(&mut total, &values, output);
                }
            }
            _ => {
                let mut sums = case.sums.clone();
                for &(input, by) in changes {
                    self.fans.add(input, by, &mut sums);
                }
                self.activation.apply(sums.as_flattened_mut());
                for (values, output) in sums.iter().zip(&self.output) {
                    add_products(&mut total, values, output);
                }
            }
        }
        total.iter().sum::<f32>() + self.output_bias
    }

    #[inline(always)]
    fn by_two_layers(
        &self,
        second: &Second,
        case: &Case,
        changes: &[Change],
        room: &mut Room,
    ) -> f32 {
        let Room { sums, touched, outputs } = room;
        touched.clear();
        outputs.clear();
        let before = case.sums.as_flattened();
        match (&self.fans, changes) {
            (Fans::Lists { starts, neurons, weights }, &[(input, by)]) => {
                let fan = starts[input] as usize..starts[input + 1] as usize;
                touched.extend_from_slice(&neurons[fan.clone()]);
                outputs.resize(touched.len().div_ceil(LANES), NOTHING);
                let changed = outputs.as_flattened_mut().iter_mut().zip(&*touched);
                for ((output, &neuron), weight) in changed.zip(&weights[fan]) {
                    *output = before[neuron as usize] + by * weight;
                }
            }
            _ => {
                sums.clone_from(&case.sums);
                for &(input, by) in changes {
                    self.fans.add(input, by, sums);
                }
                let both = sums.as_flattened().iter().zip(before).enumerate();
                touched.extend(both.filter(|(_, (a, b))| a != b).map(|(at, _)| at as u32));
                outputs.resize(touched.len().div_ceil(LANES), NOTHING);
                let changed = outputs.as_flattened_mut().iter_mut().zip(&*touched);
                for (output, &neuron) in changed {
                    *output = sums.as_flattened()[neuron as usize];
                }
            }
        }
        self.activation.apply(outputs.as_flattened_mut());
        // What is left to be added is by how much the outputs change.
        let differences = outputs.as_flattened_mut().iter_mut().zip(&*touched);
        for (output, &neuron) in differences {
            *output -= case.outputs.as_flattened()[neuron as usize];
        }
        let mut total = NOTHING;
        let (blocks, _) = case.second_sums.as_chunks::<BLOCK>();
        let (output_blocks, _) = self.output.as_chunks::<BLOCK>();
        for (at, (block, output)) in blocks.iter().zip(output_blocks).enumerate() {
            let mut sums = *block;
            for (&neuron, &difference) in touched.iter().zip(outputs.as_flattened()) {
                let start = neuron as usize * second.width + at * BLOCK;
                let Some(row) = second.rows[start..].first_chunk::<BLOCK>() else { break };
                for (sums, weights) in sums.iter_mut().zip(row) {
                    add(sums, weights, difference);
                }
            }
            second.activation.apply(sums.as_flattened_mut());
            for (values, output) in sums.iter().zip(output) {
                add_products(&mut total, values, output);
            }
        }
        total.iter().sum::<f32>() + self.output_bias
    }
}

impl Fans {
    fn of(layer: &Layer, weights: &[f32], width: usize) -> Fans {
        let connections = &weights[layer.weights()];
        match &layer.wiring {
            Wiring::Dense => Fans::Dense(columns(connections, layer.inputs, width)),
            Wiring::Lists(lists) => {
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
                Fans::Lists { starts, neurons, weights: by_input }
            }
        }
    }

    /// Changes the sums of the first layer as adding to one input does.
    #[inline(always)]
    fn add(&self, input: usize, by: f32, sums: &mut [Lane]) {
        match self {
            Fans::Dense(weights) => {
                let fan = &weights[input * sums.len()..][..sums.len()];
                sums.iter_mut().zip(fan).for_each(|(sums, weights)| add(sums, weights, by));
            }
            Fans::Lists { starts, neurons, weights } => {
                let fan = starts[input] as usize..starts[input + 1] as usize;
                let sums = sums.as_flattened_mut();
                for (&neuron, weight) in neurons[fan.clone()].iter().zip(&weights[fan]) {
                    sums[neuron as usize] += by * weight;
                }
            }
        }
    }
}

#[inline(always)]
fn add(sums: &mut Lane, weights: &Lane, by: f32) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += by * weight;
    }
}

#[inline(always)]
fn add_products(sums: &mut Lane, values: &Lane, weights: &Lane) {
    for ((sum, value), weight) in sums.iter_mut().zip(values).zip(weights) {
        *sum += value * weight;
    }
}

/// Numbers in so many lanes; the rest is zero.
fn lanes(values: &[f32], width: usize) -> Vec<Lane> {
    let mut lanes = vec![NOTHING; width];
    lanes.as_flattened_mut()[..values.len()].copy_from_slice(values);
    lanes
}

/// A matrix of so many columns, column by column, each in so many lanes.
fn columns(rows: &[f32], count: usize, width: usize) -> Vec<Lane> {
    let mut lanes = vec![NOTHING; count * width];
    let flat = lanes.as_flattened_mut();
    for (at, row) in rows.chunks_exact(count.max(1)).enumerate() {
        for (column, value) in row.iter().enumerate() {
            flat[column * width * LANES + at] = *value;
        }
    }
    lanes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lists, Shape, Workspace};
    use proptest::prelude::*;

    fn network(shape: Shape, seed: u64) -> Network {
        let mut state = seed;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) as f64 / f64::from(1 << 24)
        };
        let weights = shape.random_weights(&mut unit);
        Network::new(shape, weights).unwrap()
    }

    fn shapes() -> [Shape; 4] {
        use Activation::{Sigmoid, Tanh};
        let windows = Lists::windows(5, &[2, 3, 5]);
        [
            Shape::new(25).dense(11, Tanh).dense(1, Tanh),
            Shape::new(25).lists(windows.clone(), Tanh).dense(1, Tanh),
            Shape::new(25).lists(windows, Tanh).dense(35, Sigmoid).dense(1, Tanh),
            Shape::new(25).dense(3, Tanh).dense(70, Tanh).dense(1, Tanh),
        ]
    }

    proptest! {
        #[test]
        fn the_answer_is_that_of_the_whole_network(
            seed in any::<u64>(),
            inputs in proptest::collection::vec((0_usize..25, -2.0_f32..2.0), 0..9),
            between in proptest::collection::vec((0_usize..25, -2.0_f32..2.0), 0..3),
            changes in proptest::collection::vec((0_usize..25, -2.0_f32..2.0), 0..4),
        ) {
            for shape in shapes() {
                let network = network(shape, seed);
                let probe = Probe::of(&network).unwrap();
                let (mut first, mut case) = (Case::default(), Case::default());
                probe.begin(&inputs, &mut first);
                probe.change(&first, &between, &mut case);
                let sum = probe.sum_if(&case, &changes, &mut Room::default());
                let mut all = [0.0; 25];
                for (input, by) in inputs.iter().chain(&between).chain(&changes) {
                    all[*input] += by;
                }
                let mut workspace = Workspace::default();
                network.predict(&all, &mut workspace);
                prop_assert!((sum - workspace.sums()[0]).abs() < 1e-5, "{sum}");
            }
        }
    }

    #[test]
    fn other_networks_are_refused() {
        let two = Shape::new(3).dense(2, Activation::Tanh).dense(2, Activation::Tanh);
        assert!(Probe::of(&network(two, 1)).is_none());
        assert!(Probe::of(&network(Shape::new(3).dense(1, Activation::Tanh), 1)).is_none());
    }
}
