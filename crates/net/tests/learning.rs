//! Networks learn, do it right, and do it the same way twice.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_net::objective::{Table, Untrainable, mean_loss};
use aji_net::training::{Algorithm, Batch, Settings};
use aji_net::{
    Activation, FirstLayer, Lists, Loss, Network, Objective, Shape, Supervised, Training, Workspace,
};

/// Uniform numbers, good enough for tests.
fn units(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A dense network and one whose first layer sees windows of a 3x3 plane, and a neuron all of it.
fn shapes(hidden: Activation, output: Activation) -> [Shape; 2] {
    let windows = Lists::windows(3, &[2, 3]).and_dense(1);
    [
        Shape::new(9).dense(7, hidden).dense(4, hidden).dense(2, output),
        Shape::new(9).lists(windows, hidden).dense(4, hidden).dense(2, output),
    ]
}

fn table(cases: usize, inputs: usize, outputs: usize, seed: u64) -> Table {
    let mut unit = units(seed);
    let inputs = (0..cases * inputs).map(|_| (2.0 * unit() - 1.0) as f32).collect();
    Table { inputs, targets: (0..cases * outputs).map(|_| unit().round() as f32).collect() }
}

const TRAINABLE: [Activation; 4] =
    [Activation::Identity, Activation::Sigmoid, Activation::Tanh, Activation::Relu];

#[test]
fn gradients_are_the_differences_of_losses() {
    let cases: Vec<u32> = (0..5).collect();
    let table = table(5, 9, 2, 3);
    for hidden in TRAINABLE {
        let squares = TRAINABLE.map(|output| (output, Loss::Square));
        for (output, loss) in squares.into_iter().chain([(Activation::Sigmoid, Loss::Log)]) {
            for shape in shapes(hidden, output) {
                let objective = Supervised::new(&shape, loss, &table).unwrap();
                let mut weights = shape.random_weights(&mut units(7));
                let mut room = objective.room();
                let mut gradient = vec![0.0; weights.len()];
                objective.losses(&weights, &cases, None, &mut room, Some(&mut gradient));
                // The loss is the mean over two outputs; what is followed is half their sum, or
                // their sum.
                let scale = if loss == Loss::Square { 1.0 } else { 2.0 };
                for at in 0..weights.len() {
                    let here = weights[at];
                    let mut moved = |by: f32| {
                        weights[at] = here + by;
                        objective.losses(&weights, &cases, None, &mut room, None)
                    };
                    let slope = scale * (moved(2e-3) - moved(-2e-3)) / 4e-3;
                    weights[at] = here;
                    let found = f64::from(gradient[at]);
                    assert!((slope - found).abs() < 4e-3, "{shape} {loss:?} {at} {slope} {found}");
                }
            }
        }
    }
}

#[test]
fn gradients_by_inputs_are_the_differences_of_losses() {
    for shape in shapes(Activation::Tanh, Activation::Sigmoid) {
        let table = table(3, 9, 2, 5);
        let weights = shape.random_weights(&mut units(2));
        let mut room = Workspace::default();
        let mut by_inputs = vec![0.0; 27];
        let mut gradient = vec![0.0; weights.len()];
        shape.forward(&weights, &table.inputs, &mut room);
        let targets = &table.targets;
        shape.backward(
            &weights,
            Loss::Log,
            targets,
            &mut room,
            &mut gradient,
            Some(&mut by_inputs),
        );
        for (at, &found) in by_inputs.iter().enumerate() {
            let mut moved = |by: f32| {
                let mut inputs = table.inputs.clone();
                inputs[at] += by;
                shape.forward(&weights, &inputs, &mut room);
                shape.losses(Loss::Log, targets, &room)
            };
            let slope = 2.0 * (moved(2e-3) - moved(-2e-3)) / 4e-3;
            assert!((slope - f64::from(found)).abs() < 2e-3, "{shape} {at} {slope} {found}");
        }
    }
}

#[test]
fn one_case_or_many_give_the_same() {
    for shape in shapes(Activation::Sigmoid, Activation::Tanh) {
        let table = table(6, 9, 2, 5);
        let weights = shape.random_weights(&mut units(2));
        let network = Network::new(shape, weights).unwrap();
        let mut room = Workspace::default();
        let many = network.predict(&table.inputs, &mut room).to_vec();
        for (inputs, many) in table.inputs.chunks(9).zip(many.chunks(2)) {
            let one = network.predict(inputs, &mut room);
            assert!(one.iter().zip(many).all(|(one, many)| (one - many).abs() < 1e-6));
        }
    }
}

#[test]
fn changed_sums_are_those_of_changed_inputs() {
    for shape in shapes(Activation::Tanh, Activation::Sigmoid) {
        let network = Network::new(shape.clone(), shape.random_weights(&mut units(4))).unwrap();
        let first = FirstLayer::of(&network).unwrap();
        let mut inputs = [0.0_f32; 9];
        let mut sums = first.biases().to_vec();
        let (mut room, mut unit) = (Workspace::default(), units(9));
        for turn in 0..40 {
            let (input, change) = (turn * 5 % 9, (unit() - 0.5) as f32);
            inputs[input] += change;
            first.change(&mut sums, input, change);
            let full = network.predict(&inputs, &mut room).to_vec();
            let kept = network.predict_from_sums(&sums, &mut room);
            assert!(full.iter().zip(kept).all(|(full, kept)| (full - kept).abs() < 1e-5));
        }
    }
}

#[test]
fn a_threshold_is_for_scoring() {
    let shape = Shape::new(1).dense(1, Activation::Sigmoid);
    let network = Network::new(shape, vec![1.0, -0.5]).unwrap();
    let mut room = Workspace::default();
    assert!((network.predict(&[1.0], &mut room)[0] - 0.622_459).abs() < 1e-5);
    let scoring = network.with_output(Activation::Threshold);
    assert_eq!(scoring.predict(&[1.0, 0.0], &mut room), [1.0, 0.0]);
    let table = table(1, 1, 1, 1);
    let refused = |shape: &Shape, loss| Supervised::new(shape, loss, &table).err();
    assert_eq!(refused(scoring.shape(), Loss::Square), Some(Untrainable::Threshold));
    let shape = Shape::new(1).dense(1, Activation::Tanh);
    assert_eq!(refused(&shape, Loss::Log), Some(Untrainable::NoProbability(Activation::Tanh)));
    assert_eq!(refused(&shape, Loss::Square), None);
}

fn settings(algorithm: Algorithm, batch: Batch, epochs: u32) -> Settings {
    Settings { algorithm, batch, epochs, enough: None, patience: None }
}

#[test]
fn every_way_learns_exclusive_or() {
    let table =
        Table { inputs: vec![0., 0., 0., 1., 1., 0., 1., 1.], targets: vec![0., 1., 1., 0.] };
    let shape = Shape::new(2).dense(6, Activation::Sigmoid).dense(1, Activation::Sigmoid);
    let descent = |momentum| Algorithm::Descent { rate: 0.5, momentum };
    let adam = Algorithm::Adam { rate: 0.1, decay: 0.0 };
    for (algorithm, batch, epochs, loss) in [
        (descent(0.0), Batch::Cases(1), 6000, Loss::Square),
        (descent(0.9), Batch::Full, 6000, Loss::Square),
        (Algorithm::Rprop, Batch::Full, 400, Loss::Square),
        (adam, Batch::Cases(2), 3000, Loss::Log),
    ] {
        let objective = Supervised::new(&shape, loss, &table).unwrap();
        let enough = Some(0.002);
        let settings = Settings { enough, ..settings(algorithm, batch, epochs) };
        let mut training = Training::new(settings, shape.random_weights(&mut units(1)));
        while !training.is_done() {
            let mut unit = units(u64::from(training.epoch()));
            training.advance(&objective, &[0, 1, 2, 3], &[], &mut unit);
        }
        let loss = training.loss().unwrap();
        assert!(loss < 0.002, "{algorithm:?} {loss} after {}", training.epoch());
    }
}

/// Whether the first input is above the second, or noise if it is shuffled.
fn noisy(cases: usize, is_shuffled: bool) -> Table {
    let mut table = table(cases, 6, 1, 11);
    if !is_shuffled {
        for (inputs, target) in table.inputs.chunks(6).zip(&mut table.targets) {
            *target = f32::from(u8::from(inputs[0] > inputs[1]));
        }
    }
    table
}

fn trained(table: &Table, epochs: u32) -> (Shape, Training) {
    let shape = Shape::new(6).dense(8, Activation::Tanh).dense(1, Activation::Sigmoid);
    let objective = Supervised::new(&shape, Loss::Log, table).unwrap();
    let adam = Algorithm::Adam { rate: 0.02, decay: 0.0 };
    let settings = settings(adam, Batch::Cases(300), epochs);
    let mut training = Training::new(settings, shape.random_weights(&mut units(1)));
    advance(&mut training, &objective, table.targets.len());
    (shape, training)
}

fn advance(training: &mut Training, objective: &Supervised<'_, Table>, cases: usize) {
    let cases = cases as u32;
    let learned: Vec<u32> = (0..cases * 2 / 3).collect();
    let held: Vec<u32> = (cases * 2 / 3..cases).collect();
    while !training.is_done() {
        let mut unit = units(u64::from(training.epoch()));
        training.advance(objective, &learned, &held, &mut unit);
    }
}

fn accuracy(table: &Table, shape: Shape, weights: &[f32], cases: std::ops::Range<usize>) -> f64 {
    let network = Network::new(shape, weights.to_vec()).unwrap();
    let mut room = Workspace::default();
    let right = cases.clone().filter(|&case| {
        let output = network.predict(&table.inputs[case * 6..][..6], &mut room)[0];
        (output > 0.5) == (table.targets[case] > 0.5)
    });
    right.count() as f64 / cases.len() as f64
}

#[test]
fn what_can_be_known_is_learned_and_noise_is_not() {
    let table = noisy(3000, false);
    let (shape, training) = trained(&table, 40);
    assert!(accuracy(&table, shape, training.weights(), 2000..3000) > 0.97);
    let table = noisy(3000, true);
    let (shape, training) = trained(&table, 40);
    let chance = accuracy(&table, shape, training.weights(), 2000..3000);
    assert!((chance - 0.5).abs() < 0.06, "{chance}");
}

#[test]
fn the_best_weights_are_kept_and_patience_ends() {
    let table = noisy(600, true);
    let shape = Shape::new(6).dense(20, Activation::Tanh).dense(1, Activation::Sigmoid);
    let objective = Supervised::new(&shape, Loss::Log, &table).unwrap();
    let adam = Algorithm::Adam { rate: 0.02, decay: 0.0 };
    let settings = Settings { patience: Some(5), ..settings(adam, Batch::Cases(50), 500) };
    let mut training = Training::new(settings, shape.random_weights(&mut units(1)));
    advance(&mut training, &objective, 600);
    let (epoch, loss) = training.best().unwrap();
    assert_eq!(training.epoch(), epoch + 5);
    let held: Vec<u32> = (400..600).collect();
    assert_eq!(mean_loss(&objective, training.weights(), &held), loss);
    assert!(mean_loss(&objective, training.last_weights(), &held) > loss);
}

#[test]
fn threads_change_nothing() {
    let table = noisy(3000, false);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| trained(&table, 4).1)
    };
    assert_eq!(on(1), on(4));
}

#[test]
fn going_on_is_as_if_never_interrupted() {
    let table = noisy(600, false);
    let shape = Shape::new(6).dense(8, Activation::Tanh).dense(1, Activation::Sigmoid);
    let objective = Supervised::new(&shape, Loss::Square, &table).unwrap();
    let (learned, held): (Vec<u32>, Vec<u32>) = ((0..500).collect(), (500..600).collect());
    let descent = Algorithm::Descent { rate: 0.3, momentum: 0.5 };
    let adam = Algorithm::Adam { rate: 0.02, decay: 0.01 };
    for (algorithm, batch) in
        [(descent, Batch::Cases(9)), (Algorithm::Rprop, Batch::Full), (adam, Batch::Cases(64))]
    {
        let begin =
            || Training::new(settings(algorithm, batch, 6), shape.random_weights(&mut units(1)));
        let (mut whole, mut parts) = (begin(), begin());
        while !whole.is_done() {
            whole.advance(&objective, &learned, &held, &mut units(u64::from(whole.epoch())));
            parts.advance(&objective, &learned, &held, &mut units(u64::from(parts.epoch())));
            parts = serde_json::from_str(&serde_json::to_string(&parts).unwrap()).unwrap();
        }
        assert_eq!(whole, parts);
    }
}
