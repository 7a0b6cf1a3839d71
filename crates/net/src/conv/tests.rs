//! Gradients against differences, and that towers can grow.

use super::*;
use std::sync::Arc;

fn numbers(count: usize, seed: u32) -> Vec<f32> {
    let hash = |at: usize| (at as u32 + seed * 131).wrapping_mul(2_654_435_761) >> 9;
    (0..count).map(|at| (hash(at) % 2001) as f32 / 1000.0 - 1.0).collect()
}

fn shape() -> Shape {
    Shape {
        planes: 16,
        numbers: 16,
        channels: 16,
        blocks: 2,
        has_parts: true,
        hidden: 16,
        point_outputs: 16,
        board_outputs: 16,
    }
}

fn batch(shape: &Shape, (width, height): (usize, usize), count: usize) -> Batch {
    let area = width * height;
    let mut batch = Batch::new(Arc::new(Tiling::new(width, height)), shape);
    for board in 0..count {
        let parts: Vec<u16> = (0..area).map(|at| (at * 7 % 5) as u16 * u16::from(at > 3)).collect();
        let seed = board as u32;
        batch.push(&numbers(area * 16, seed), &numbers(3, seed + 9), &parts);
    }
    batch
}

fn loss(answer: Outputs<'_>) -> f64 {
    let weigh = |values: &[f32], seed| -> f64 {
        let weights = numbers(values.len(), seed);
        values.iter().zip(weights).map(|(value, weight)| f64::from(value * weight)).sum()
    };
    weigh(answer.points, 71) + weigh(answer.boards, 72)
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    let shape = shape();
    let batch = batch(&shape, (5, 6), 2);
    let mut seeds = numbers(shape.weights(), 3).into_iter();
    let weights = shape.begin(|| f64::from(seeds.next().unwrap_or(0.0) / 2.0 + 0.5));
    let weights: Vec<f32> =
        weights.iter().zip(numbers(weights.len(), 4)).map(|(w, n)| w + 0.05 * n).collect();
    let learner = Learner::new(Tower::new(shape, weights.clone()).unwrap());
    let mut work = Workspace::default();
    let answer = learner.forward(&batch, &mut work);
    let (points, boards) = (numbers(answer.points.len(), 71), numbers(answer.boards.len(), 72));
    let mut gradient = learner.gradient();
    learner.backward(&batch, &OutputGradient { points, boards }, &mut work, &mut gradient);
    let gradient = Gradient::sum(&[&gradient], &shape);
    let at = |index: usize, step: f32| {
        let mut moved = weights.clone();
        moved[index] += step;
        loss(Tower::new(shape, moved).unwrap().predict(&batch, &mut Workspace::default()))
    };
    for segment in shape.segments() {
        // A tenth of the weights of each kind, and at least some.
        let range = segment.range();
        let mut checked = 0;
        for index in range.clone().step_by((range.len() / 24).max(1)) {
            let step = 1e-3;
            let (here, left, right) = (at(index, 0.0), at(index, -step), at(index, step));
            let [left, right] = [here - left, right - here].map(|rise| rise / f64::from(step));
            // Where a corner of a maximum is near, the sides do not agree either.
            if (left - right).abs() > 0.03 * (1.0 + left.abs()) {
                continue;
            }
            checked += 1;
            let (slope, near) = (f64::from(gradient[index]), (left + right) / 2.0);
            let close = (slope - near).abs() < 0.03 * (1.0 + near.abs());
            assert!(close, "{segment:?} {index}: {slope} {near}");
        }
        assert!(checked >= 6, "{segment:?}");
    }
}

#[test]
fn boards_do_not_see_each_other() {
    let shape = shape();
    let tower = Tower::new(shape, numbers(shape.weights(), 1)).unwrap();
    let both = batch(&shape, (4, 7), 2);
    let (mut work, mut alone) = (Workspace::default(), Workspace::default());
    let answer = tower.predict(&both, &mut work);
    let first = tower.predict(&batch(&shape, (4, 7), 1), &mut alone);
    assert_eq!(first.points, &answer.points[..first.points.len()]);
    assert_eq!(first.boards, &answer.boards[..first.boards.len()]);
    // Nor does what was looked at before matter.
    let again = tower.predict(&both, &mut alone);
    assert_eq!(again.points, answer.points);
}

#[test]
fn a_tower_that_grew_answers_as_before() {
    let small = shape();
    let weights = numbers(small.weights(), 5);
    let batch = batch(&small, (5, 6), 2);
    let (mut work, mut other) = (Workspace::default(), Workspace::default());
    let answer = Tower::new(small, weights.clone()).unwrap();
    let answer = answer.predict(&batch, &mut work);
    for (blocks, channels) in [(2, 16), (3, 16), (2, 48), (4, 32)] {
        let large = Shape { blocks, channels, ..small };
        let mut units = numbers(large.weights(), 6).into_iter();
        let grown = small.grow(&weights, &large, || f64::from(units.next().unwrap()) / 2.0 + 0.5);
        let grown = Tower::new(large, grown.unwrap()).unwrap();
        let same = grown.predict(&batch, &mut other);
        let pairs = answer.points.iter().zip(same.points);
        for (one, other) in pairs.chain(answer.boards.iter().zip(same.boards)) {
            let size = 1.0 + one.abs();
            assert!((one - other).abs() < 1e-3 * size, "{blocks} {channels}: {one} {other}");
        }
        // What is new learns: all but what speaks has a gradient at once.
        let learner = Learner::new(grown);
        let mut gradient = learner.gradient();
        let answer = learner.forward(&batch, &mut other);
        let (points, boards) = (answer.points.to_vec(), answer.boards.to_vec());
        let outputs = OutputGradient { points, boards };
        learner.backward(&batch, &outputs, &mut other, &mut gradient);
        let gradient = Gradient::sum(&[&gradient], &large);
        for block in &large.layout().blocks {
            let gradient = block.second.matrix.of(&gradient);
            assert!(gradient.iter().any(|&slope| slope != 0.0));
        }
    }
    assert!(small.grow(&weights, &Shape { blocks: 1, ..small }, || 0.5).is_none());
    assert!(small.grow(&weights, &Shape { hidden: 32, ..small }, || 0.5).is_none());
}

#[test]
fn weights_that_do_not_fit_are_refused() {
    let shape = shape();
    assert!(Tower::new(shape, vec![0.0; shape.weights() - 1]).is_none());
    let odd = Shape { channels: 20, ..shape };
    assert!(Tower::new(odd, vec![0.0; odd.weights()]).is_none());
}
