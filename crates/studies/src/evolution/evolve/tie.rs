//! Windows that the symmetries of the board carry into each other share their weights: what is learned in
//! one corner is known in all.

use crate::evolution::evolved::{Design, SIZE};
use aji_net::shape::{Layer, Wiring};
use aji_rules::{Point, Symmetry};
use std::collections::HashMap;

/// Which weights of a network are one and the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// For each weight its number among those that differ.
    shared: Vec<u32>,
    count: usize,
}

impl Tie {
    /// Of a network whose first neurons see windows; `None` if they see everything.
    pub fn of(design: Design) -> Option<Tie> {
        let shape = design.experiment.shape();
        let [first, rest @ ..] = shape.layers() else { return None };
        let Wiring::Lists(lists) = &first.wiring else { return None };
        let windows: HashMap<&[u32], usize> =
            (0..first.neurons).map(|neuron| (lists.of(neuron), neuron)).collect();
        let image = |symmetry: Symmetry, input: u32| -> u32 {
            let point = SIZE.point_at(input as usize);
            point.map_or(0, |point: Point| symmetry.point(SIZE, point).index() as u32)
        };
        // Each weight gets the least place that a symmetry carries it to.
        let mut least: Vec<usize> = (0..design.weight_count()).collect();
        for symmetry in Symmetry::ALL {
            let turned: Vec<usize> = (0..first.neurons)
                .filter_map(|neuron| {
                    let mut seen: Vec<u32> =
                        lists.of(neuron).iter().map(|&input| image(symmetry, input)).collect();
                    seen.sort_unstable();
                    windows.get(&seen[..]).copied()
                })
                .collect();
            if turned.len() < first.neurons {
                return None;
            }
            let mut tie = |from: usize, to: usize| least[from] = least[from].min(to);
            for (neuron, &other) in turned.iter().enumerate() {
                for (place, &input) in lists.range(neuron).zip(lists.of(neuron)) {
                    let other_place =
                        lists.of(other).binary_search(&image(symmetry, input)).ok()?;
                    let start = first.weights().start;
                    tie(start + place, start + lists.range(other).start + other_place);
                }
                tie(first.biases().start + neuron, first.biases().start + other);
                if let Some(second) = rest.first() {
                    for seer in 0..second.neurons {
                        tie(connection(second, seer, neuron), connection(second, seer, other));
                    }
                }
            }
        }
        let mut numbers = HashMap::new();
        let shared = least
            .into_iter()
            .map(|place| {
                let next = numbers.len() as u32;
                *numbers.entry(place).or_insert(next)
            })
            .collect();
        Some(Tie { shared, count: numbers.len() })
    }

    /// How many weights differ.
    pub fn count(&self) -> usize {
        self.count
    }

    /// All weights, from those that differ.
    ///
    /// # Panics
    /// If there are not as many as [`Tie::count`] says.
    pub fn spread(&self, weights: &[f32]) -> Vec<f32> {
        self.shared.iter().map(|&at| weights[at as usize]).collect()
    }
}

/// Where a neuron's connection to one of a dense layer before it is in the flat list.
fn connection(layer: &Layer, neuron: usize, input: usize) -> usize {
    layer.weights().start + neuron * layer.inputs + input
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::evolved::Experiment;
    use aji_judge::Dice;
    use aji_net::{Network, Workspace};

    #[test]
    fn a_tied_network_knows_no_direction() {
        let design = Design::of_study(Experiment::Two);
        let tie = Tie::of(design).unwrap();
        // 56 windows differ, each neuron of the second layer sees those.
        let second = 95 * 56 + 95 + 95 + 1;
        assert!(tie.count() < 8_798 / 5 + second && tie.count() > 8_798 / 8 + second);
        let mut dice = Dice::new(1, 0);
        let weights: Vec<f32> = (0..tie.count()).map(|_| 0.2 * dice.normal() as f32).collect();
        let network = Network::new(design.experiment.shape(), tie.spread(&weights)).unwrap();
        let stones: Vec<f32> = SIZE.points().map(|_| dice.below(3) as f32 - 1.0).collect();
        let mut room = Workspace::default();
        let value = network.predict(&stones, &mut room)[0];
        for symmetry in Symmetry::ALL {
            let mut turned = vec![0.0; stones.len()];
            for point in SIZE.points() {
                turned[symmetry.point(SIZE, point).index()] = stones[point.index()];
            }
            assert!((network.predict(&turned, &mut room)[0] - value).abs() < 1e-5);
        }
        assert!(Tie::of(Design::of_study(Experiment::One)).is_none());
    }
}
