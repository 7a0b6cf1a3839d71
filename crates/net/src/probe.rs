//! What a network with one output says of cases that differ from one at hand in a few inputs, as when a
//! search tries a stone here and there: a case costs what its changes are joined to, not a whole network.
//!
//! The answers are those of [`Network::predict`] but for rounding, and the same on every machine: wider
//! vectors, where a machine has them, do the same sums in the same order.

use crate::activation::Activation;
use crate::first_layer::{Fans, FirstLayer, add, columns, padded};
use crate::network::Network;
use crate::shape::{Layer, Wiring};
use pulp::{Arch, NullaryFnOnce};

/// Lists of neurons are filled up with zeros to whole blocks, so that vectors of any width leave no rest.
const BLOCK: usize = 32;
type Block = [f32; BLOCK];
/// So many sums of the second layer stay in the machine's registers while rows are added to them: as many
/// as fit, since one addition cannot begin before the last to the same sum is done.
const HELD: usize = 3 * BLOCK;

/// An input, and what is added to it.
pub type Change = (usize, f32);

/// A network with one output, one or two layers of neurons before it, and nothing but dense layers after
/// the first, laid out for questions about cases near one at hand.
#[derive(Clone, Debug)]
pub struct Probe {
    first: FirstLayer,
    activation: Activation,
    second: Option<Second>,
    /// What the output makes of the layer before it.
    output: Vec<f32>,
    output_bias: f32,
    arch: Arch,
}

/// The second layer of neurons.
#[derive(Clone, Debug)]
struct Second {
    /// How long a row is.
    width: usize,
    /// For each neuron of the first layer what it weighs to those of the second.
    rows: Vec<f32>,
    biases: Vec<f32>,
    activation: Activation,
}

/// A case: what goes in, and what becomes of it on the way.
#[derive(Clone, Debug, Default)]
pub struct Case {
    sums: Vec<f32>,
    /// What the first layer makes of the sums; only kept where there is a second.
    outputs: Vec<f32>,
    second_sums: Vec<f32>,
}

/// What is reckoned on the way, used again and again.
#[derive(Clone, Debug, Default)]
pub struct Room {
    sums: Vec<f32>,
    touched: Vec<u32>,
    outputs: Vec<f32>,
    second_outputs: Vec<f32>,
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
        let width = filled(first.neurons);
        let second = second.map(|layer| {
            let width = layer.neurons.next_multiple_of(HELD);
            Second {
                width,
                rows: columns(&weights[layer.weights()], layer.inputs, width),
                biases: padded(&weights[layer.biases()], width),
                activation: layer.activation,
            }
        });
        Some(Probe {
            first: FirstLayer::padded(first, weights, width),
            activation: first.activation,
            output: padded(
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
        case.sums.clear();
        case.sums.extend_from_slice(self.first.biases());
        self.arch.dispatch(MoveOn { probe: self, changes: inputs, case });
    }

    /// Makes `case` the one that differs from `before` by these changes.
    ///
    /// # Panics
    /// If there is no such input.
    pub fn change(&self, before: &Case, changes: &[Change], case: &mut Case) {
        case.sums.clone_from(&before.sums);
        self.arch.dispatch(MoveOn { probe: self, changes, case });
    }

    #[inline(always)]
    fn move_on(&self, changes: &[Change], case: &mut Case) {
        for &(input, by) in changes {
            self.first.change(&mut case.sums, input, by);
        }
        let Some(second) = &self.second else { return };
        case.outputs.clone_from(&case.sums);
        self.activation.apply(&mut case.outputs);
        case.second_sums.clone_from(&second.biases);
        for (row, &output) in second.rows.chunks_exact(second.width).zip(&case.outputs) {
            add(&mut case.second_sums, row, output);
        }
    }

    /// What comes into the output, before it makes anything of it, in the case that differs from this one
    /// by these changes.
    ///
    /// # Panics
    /// If there is no such input.
    pub fn sum_if(&self, case: &Case, changes: &[Change], room: &mut Room) -> f32 {
        self.arch.dispatch(SumIf { probe: self, case, changes, room })
    }

    #[inline(always)]
    fn by_one_layer(&self, case: &Case, changes: &[Change], room: &mut Room) -> f32 {
        let outputs = &mut room.outputs;
        match (&self.first.fans, changes) {
            // By far the most common, and the only one that must be fast.
            (Fans::Dense(fans), &[(input, by)]) => {
                let width = self.first.biases().len();
                outputs.resize(width, 0.0);
                let changed = outputs.iter_mut().zip(&case.sums).zip(&fans[input * width..]);
                changed.for_each(|((output, sum), weight)| *output = sum + by * weight);
            }
            _ => {
                outputs.clone_from(&case.sums);
                changes.iter().for_each(|&(input, by)| self.first.change(outputs, input, by));
            }
        }
        self.activation.apply(outputs);
        dot(outputs, &self.output) + self.output_bias
    }

    #[inline(always)]
    fn by_two_layers(
        &self,
        second: &Second,
        case: &Case,
        changes: &[Change],
        room: &mut Room,
    ) -> f32 {
        let Room { sums, touched, outputs, second_outputs } = room;
        touched.clear();
        match (&self.first.fans, changes) {
            (Fans::Lists { starts, neurons, weights }, &[(input, by)]) => {
                let fan = starts[input] as usize..starts[input + 1] as usize;
                touched.extend_from_slice(&neurons[fan.clone()]);
                outputs.resize(filled(touched.len()), 0.0);
                for ((output, &neuron), weight) in
                    outputs.iter_mut().zip(&*touched).zip(&weights[fan])
                {
                    *output = case.sums[neuron as usize] + by * weight;
                }
            }
            _ => {
                sums.clone_from(&case.sums);
                changes.iter().for_each(|&(input, by)| self.first.change(sums, input, by));
                let both = sums.iter().zip(&case.sums).enumerate();
                touched.extend(both.filter(|(_, (a, b))| a != b).map(|(at, _)| at as u32));
                outputs.resize(filled(touched.len()), 0.0);
                for (output, &neuron) in outputs.iter_mut().zip(&*touched) {
                    *output = sums[neuron as usize];
                }
            }
        }
        self.activation.apply(outputs);
        // What is left to be added is by how much the outputs change.
        for (output, &neuron) in outputs.iter_mut().zip(&*touched) {
            *output -= case.outputs[neuron as usize];
        }
        second_outputs.clone_from(&case.second_sums);
        for (at, sums) in second_outputs.as_chunks_mut::<HELD>().0.iter_mut().enumerate() {
            let rows = &second.rows[at * HELD..];
            let mut held = *sums;
            for (&neuron, &difference) in touched.iter().zip(&*outputs) {
                let Some(row) = rows[neuron as usize * second.width..].first_chunk::<HELD>() else {
                    break;
                };
                add(&mut held, row, difference);
            }
            *sums = held;
        }
        second.activation.apply(second_outputs);
        dot(second_outputs, &self.output) + self.output_bias
    }
}

/// [`Probe::move_on`] for a machine with wide vectors. Such a thing must be inlined, which can be said
/// of a method but not of a closure.
struct MoveOn<'a> {
    probe: &'a Probe,
    changes: &'a [Change],
    case: &'a mut Case,
}

impl NullaryFnOnce for MoveOn<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.probe.move_on(self.changes, self.case);
    }
}

/// The same for [`Probe::sum_if`].
struct SumIf<'a> {
    probe: &'a Probe,
    case: &'a Case,
    changes: &'a [Change],
    room: &'a mut Room,
}

impl NullaryFnOnce for SumIf<'_> {
    type Output = f32;

    #[inline(always)]
    fn call(self) -> f32 {
        let SumIf { probe, case, changes, room } = self;
        match &probe.second {
            None => probe.by_one_layer(case, changes, room),
            Some(second) => probe.by_two_layers(second, case, changes, room),
        }
    }
}

/// So many neurons, filled up to whole blocks.
#[inline(always)]
fn filled(neurons: usize) -> usize {
    neurons.next_multiple_of(BLOCK)
}

/// The sum of products of whole blocks, in as many sums side by side as a block has.
#[inline(always)]
fn dot(values: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0_f32; BLOCK];
    for (values, weights) in values.as_chunks::<BLOCK>().0.iter().zip(weights.as_chunks().0) {
        let weights: &Block = weights;
        for ((sum, value), weight) in sums.iter_mut().zip(values).zip(weights) {
            *sum += value * weight;
        }
    }
    // Halves are added to halves, as vectors of any width can do.
    let mut count = BLOCK;
    while count > 1 {
        count /= 2;
        let (low, high) = sums.split_at_mut(count);
        low.iter_mut().zip(high).for_each(|(low, high)| *low += *high);
    }
    sums[0]
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
