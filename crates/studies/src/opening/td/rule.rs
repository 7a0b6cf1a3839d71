//! Learning by temporal differences, TD(lambda), with any network that has one output.
//!
//! A sequence of situations ends with an outcome. After each, the network's answer is moved towards the
//! next answer, the last one towards the outcome; how much the answers before are moved along, lambda
//! says: the change at time t is rate * (P(t+1) - P(t)) * e(t), where the trace e(t) is the gradient of
//! P(t) plus lambda * e(t-1).

use aji_net::{Loss, Network, Workspace};
use serde::{Deserialize, Serialize};

/// When the changes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Update {
    /// Each as soon as it is known.
    EachStep,
    /// All at the end of the sequence, as Sutton has it. The answers that are compared are then those of
    /// one and the same network, with lambda 1 it is exactly what a teacher would do who knows the outcome,
    /// and the sum over all steps is one product of matrices, which is many times as fast.
    AtEnd,
}

/// How to learn from a sequence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// The learning rate.
    pub rate: f32,
    /// How far back a surprise reaches, from 0 to 1.
    pub lambda: f32,
    /// When the changes are made.
    pub update: Update,
}

/// Where it is reckoned; used again, so that nothing is allocated after the first sequence.
#[derive(Debug, Default)]
pub struct Room {
    workspace: Workspace,
    gradient: Vec<f32>,
    trace: Vec<f32>,
    targets: Vec<f32>,
}

impl Rule {
    /// Learns from one sequence, whose situations come one after the other, each with as many inputs as
    /// the network has. Gives the sum of the square errors that the answers had, the outcome being right;
    /// a network without exactly one output learns nothing.
    pub fn learn(
        &self,
        network: &mut Network,
        sequence: &[f32],
        outcome: f32,
        room: &mut Room,
    ) -> f64 {
        if network.shape().outputs() != 1 || sequence.is_empty() {
            return 0.0;
        }
        room.gradient.resize(network.weights().len(), 0.0);
        match self.update {
            Update::EachStep => self.learn_each_step(network, sequence, outcome, room),
            Update::AtEnd => self.learn_at_end(network, sequence, outcome, room),
        }
    }

    fn learn_each_step(
        &self,
        network: &mut Network,
        sequence: &[f32],
        outcome: f32,
        room: &mut Room,
    ) -> f64 {
        let Room { workspace, gradient, trace, .. } = room;
        trace.clear();
        trace.resize(gradient.len(), 0.0);
        let mut error = 0.0;
        let mut situations = sequence.chunks_exact(network.shape().inputs()).peekable();
        while let Some(situation) = situations.next() {
            let answer = network.predict(situation, workspace)[0];
            error += f64::from(outcome - answer).powi(2);
            trace.iter_mut().for_each(|value| *value *= self.lambda);
            // Half the square error has the slope answer - target: with a target of one less, the
            // gradient is that of the answer itself.
            let (shape, weights) = (network.shape(), network.weights());
            shape.backward(weights, Loss::Square, &[answer - 1.0], workspace, trace, None);
            let next = match situations.peek() {
                Some(next) => network.predict(next, workspace)[0],
                None => outcome,
            };
            let step = self.rate * (next - answer);
            for (weight, trace) in network.weights_mut().iter_mut().zip(&*trace) {
                *weight += step * trace;
            }
        }
        error
    }

    /// The changes of all steps, summed, are the gradient of each answer times all that it is moved by in
    /// the end: from what it was to the mean of the later answers and the outcome, weighted by lambda.
    fn learn_at_end(
        &self,
        network: &mut Network,
        sequence: &[f32],
        outcome: f32,
        room: &mut Room,
    ) -> f64 {
        let Room { workspace, gradient, targets, .. } = room;
        let answers = network.shape().forward(network.weights(), sequence, workspace);
        let error = answers.iter().map(|answer| f64::from(outcome - answer).powi(2)).sum();
        targets.clear();
        targets.resize(answers.len(), outcome);
        for at in (0..answers.len() - 1).rev() {
            targets[at] = (1.0 - self.lambda) * answers[at + 1] + self.lambda * targets[at + 1];
        }
        gradient.fill(0.0);
        let (shape, weights) = (network.shape(), network.weights());
        shape.backward(weights, Loss::Square, targets, workspace, gradient, None);
        for (weight, slope) in network.weights_mut().iter_mut().zip(&*gradient) {
            *weight -= self.rate * slope;
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::Dice;
    use aji_net::{Activation, Shape};

    fn network(seed: u64) -> Network {
        let shape = Shape::new(3).dense(4, Activation::Tanh).dense(1, Activation::Tanh);
        let mut dice = Dice::new(seed, 0);
        let weights = shape.random_weights(&mut || dice.unit());
        Network::new(shape, weights).unwrap()
    }

    fn sequence(length: usize) -> Vec<f32> {
        let mut dice = Dice::new(5, 0);
        (0..3 * length).map(|_| (2.0 * dice.unit() - 1.0) as f32).collect()
    }

    /// The gradient of the answer, by finite differences.
    fn slopes(network: &Network, situation: &[f32]) -> Vec<f64> {
        let answer = |at: usize, change: f32| {
            let mut other = network.clone();
            other.weights_mut()[at] += change;
            f64::from(other.predict(situation, &mut Workspace::default())[0])
        };
        let slope = |at| (answer(at, 5e-3) - answer(at, -5e-3)) / 1e-2;
        (0..network.weights().len()).map(slope).collect()
    }

    /// What the formula changes, word by word, without changing the network in between.
    fn by_the_formula(network: &Network, rule: Rule, sequence: &[f32], outcome: f32) -> Vec<f64> {
        let situations: Vec<&[f32]> = sequence.chunks(3).collect();
        let answer = |at: usize| match situations.get(at) {
            Some(situation) => f64::from(network.predict(situation, &mut Workspace::default())[0]),
            None => f64::from(outcome),
        };
        let mut changes = vec![0.0; network.weights().len()];
        for now in 0..situations.len() {
            for (before, situation) in situations[..=now].iter().enumerate() {
                let reach = f64::from(rule.lambda).powi((now - before) as i32);
                let step = f64::from(rule.rate) * (answer(now + 1) - answer(now)) * reach;
                let all = changes.iter_mut().zip(slopes(network, situation));
                all.for_each(|(change, slope)| *change += step * slope);
            }
        }
        changes
    }

    fn changes(rule: Rule, sequence: &[f32], outcome: f32) -> Vec<f64> {
        let before = network(1);
        let mut after = before.clone();
        rule.learn(&mut after, sequence, outcome, &mut Room::default());
        let pairs = after.weights().iter().zip(before.weights());
        pairs.map(|(after, before)| f64::from(after - before)).collect()
    }

    fn assert_near(found: &[f64], wanted: &[f64]) {
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found - wanted).abs() < 2e-4, "{found} {wanted}");
        }
        assert!(wanted.iter().any(|change| change.abs() > 0.01));
    }

    #[test]
    fn at_the_end_it_is_the_formula() {
        for lambda in [0.0, 0.3, 0.7, 1.0] {
            let rule = Rule { rate: 0.2, lambda, update: Update::AtEnd };
            let wanted = by_the_formula(&network(1), rule, &sequence(6), -1.0);
            assert_near(&changes(rule, &sequence(6), -1.0), &wanted);
        }
    }

    #[test]
    fn with_small_steps_both_ways_agree() {
        for lambda in [0.0, 0.7, 1.0] {
            let change = |update| {
                let rate = 1e-3;
                let changes = changes(Rule { rate, lambda, update }, &sequence(6), 1.0);
                changes.iter().map(|change| change / f64::from(rate)).collect::<Vec<f64>>()
            };
            let (each, end) = (change(Update::EachStep), change(Update::AtEnd));
            let far = each.iter().zip(&end).map(|(one, other)| (one - other).abs());
            assert!(far.fold(0.0, f64::max) < 0.02);
        }
    }

    #[test]
    fn lambda_1_at_the_end_is_what_a_teacher_does() {
        let (before, situations) = (network(1), sequence(7));
        let mut taught = before.clone();
        let mut workspace = Workspace::default();
        let mut gradient = vec![0.0; before.weights().len()];
        let shape = before.shape();
        shape.forward(before.weights(), &situations, &mut workspace);
        let targets = [1.0; 7];
        let weights = before.weights();
        shape.backward(weights, Loss::Square, &targets, &mut workspace, &mut gradient, None);
        let all = taught.weights_mut().iter_mut().zip(&gradient);
        all.for_each(|(weight, slope)| *weight -= 0.1 * slope);
        let mut learned = before.clone();
        let rule = Rule { rate: 0.1, lambda: 1.0, update: Update::AtEnd };
        rule.learn(&mut learned, &situations, 1.0, &mut Room::default());
        assert_eq!(learned, taught);
    }

    #[test]
    fn lambda_0_by_hand() {
        // One weight and one bias, which answer with their sum.
        let shape = Shape::new(1).dense(1, Activation::Identity);
        let rule = |update| Rule { rate: 0.5, lambda: 0.0, update };
        let learned = |update| {
            let mut network = Network::new(shape.clone(), vec![1.0, 0.0]).unwrap();
            let error = rule(update).learn(&mut network, &[1.0, 2.0], 0.0, &mut Room::default());
            (network.weights().to_vec(), error)
        };
        // Answers 1 and 2. The first goes towards 2: (0.5, 0.5). The second goes from 2 towards 0, and
        // changes both by -1 * (2, 1).
        assert_eq!(learned(Update::AtEnd), (vec![-0.5, -0.5], 5.0));
        // Each at once: the second answer is then 3.5 and changes both by -1.75 * (2, 1).
        assert_eq!(learned(Update::EachStep), (vec![-2.0, -1.25], 1.0 + 3.5 * 3.5));
    }

    /// Sutton's walk: from the middle of five places a step left or right, until it leaves on the right,
    /// which is 1, or on the left. The chances are 1/6 to 5/6.
    #[test]
    fn a_random_walk_is_learned() {
        let shape = Shape::new(5).dense(1, Activation::Identity);
        for (lambda, update) in [
            (0.0, Update::AtEnd),
            (0.3, Update::EachStep),
            (0.7, Update::AtEnd),
            (1.0, Update::AtEnd),
        ] {
            let mut network = Network::new(shape.clone(), vec![0.5; 6]).unwrap();
            network.weights_mut()[5] = 0.0;
            let mut room = Room::default();
            let walks: u64 = 20_000;
            for walk in 0..walks {
                let mut dice = Dice::new(11, walk);
                let (mut place, mut sequence) = (2_i32, Vec::new());
                while (0..5).contains(&place) {
                    sequence.extend((0..5).map(|at| f32::from(u8::from(at == place))));
                    place += if dice.below(2) == 0 { -1 } else { 1 };
                }
                let rate = 0.1 / (1.0 + 0.01 * walk as f32);
                let outcome = f32::from(u8::from(place == 5));
                Rule { rate, lambda, update }.learn(&mut network, &sequence, outcome, &mut room);
            }
            for at in 0..5 {
                let found = network.weights()[at] + network.weights()[5];
                let wanted = (at + 1) as f32 / 6.0;
                assert!((found - wanted).abs() < 0.03, "lambda {lambda}: {found} {wanted}");
            }
        }
    }
}
