//! The network together with the table of influence that it looks through: what a stone adds to the
//! points around it is learned too, by the distances in columns and rows.

use super::data::{POINTS, Snapshots};
use crate::winner::nn_influence::{INPUTS, SIZE};
use aji_judge::influence::Cross;
use aji_judge::influence::cross::REACH;
use aji_net::{Cases, Loss, Objective, Shape, Workspace};

/// The numbers of a table: one for each pair of distances, the greater first.
pub const CLASSES: usize = (REACH + 1) * (REACH + 2) / 2;

/// Which number of the table is for points so far away.
pub fn class(dx: usize, dy: usize) -> usize {
    let (far, near) = (dx.max(dy), dx.min(dy));
    far * (far + 1) / 2 + near
}

/// The study's table, in tenths: where learning begins.
pub fn first_table() -> Vec<f32> {
    let mut table = vec![0.0; CLASSES];
    for (dx, dy) in (0..=REACH).flat_map(|dx| (0..=dx).map(move |dy| (dx, dy))) {
        table[class(dx, dy)] = 0.1 * f32::from(Cross::DIAMOND.value(dx, dy));
    }
    table
}

/// Calls for every pair of points within reach, row by row: the start of the stones, the start of the
/// points that they reach, how many of each, and the class.
fn for_each_run(mut work: impl FnMut(usize, usize, usize, usize)) {
    let side = SIZE.width();
    let reach = REACH as isize;
    for (dx, dy) in (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy))) {
        let class = class(dx.unsigned_abs(), dy.unsigned_abs());
        let length = side - dx.unsigned_abs();
        let column = (-dx).max(0) as usize;
        for row in (-dy).max(0) as usize..side - dy.max(0) as usize {
            let from = row * side + column;
            work(from, from.wrapping_add_signed(dy * side as isize + dx), length, class);
        }
    }
}

/// From stones to influence.
pub fn influence(table: &[f32], stones: &[f32], influence: &mut [f32]) {
    influence.fill(0.0);
    for_each_run(|from, to, length, class| {
        let value = table[class];
        let pairs = influence[to..][..length].iter_mut().zip(&stones[from..][..length]);
        pairs.for_each(|(sum, stone)| *sum += value * stone);
    });
}

/// Adds the gradient by the table.
fn add_gradient(slopes: &[f32], stones: &[f32], gradient: &mut [f32]) {
    for_each_run(|from, to, length, class| {
        let pairs = slopes[to..][..length].iter().zip(&stones[from..][..length]);
        gradient[class] += pairs.map(|(slope, stone)| slope * stone).sum::<f32>();
    });
}

/// A network after a table; the table's weights come last.
pub struct WithTable<'a> {
    /// The network.
    pub shape: &'a Shape,
    /// How wrong an answer is.
    pub loss: Loss,
    /// With stones as inputs.
    pub cases: &'a Snapshots,
}

/// What a thread works in.
#[derive(Default)]
pub struct Room {
    workspace: Workspace,
    stones: Vec<f32>,
    targets: Vec<f32>,
    slopes: Vec<f32>,
}

impl Objective for WithTable<'_> {
    type Room = Room;

    fn weight_count(&self) -> usize {
        self.shape.weight_count() + CLASSES
    }

    fn room(&self) -> Room {
        Room::default()
    }

    fn losses(
        &self,
        weights: &[f32],
        cases: &[u32],
        epoch: Option<u32>,
        room: &mut Room,
        gradient: Option<&mut [f32]>,
    ) -> f64 {
        let (weights, table) = weights.split_at(self.shape.weight_count());
        room.stones.resize(cases.len() * INPUTS, 0.0);
        room.targets.resize(cases.len(), 0.0);
        let inputs = room.workspace.inputs_mut(self.shape, cases.len()).chunks_exact_mut(INPUTS);
        let stones = room.stones.chunks_exact_mut(INPUTS);
        for (at, (inputs, stones)) in inputs.zip(stones).enumerate() {
            self.cases.fill(cases[at], epoch, stones, &mut room.targets[at..=at]);
            influence(table, &stones[..POINTS], &mut inputs[..POINTS]);
            inputs[POINTS..].copy_from_slice(&stones[POINTS..]);
        }
        let Room { workspace, stones, targets, slopes } = room;
        self.shape.forward_filled(weights, workspace);
        let Some(gradient) = gradient else {
            return self.shape.losses(self.loss, targets, workspace);
        };
        let (by_weights, by_table) = gradient.split_at_mut(weights.len());
        slopes.resize(cases.len() * INPUTS, 0.0);
        let shape = self.shape;
        let loss = shape.backward(weights, self.loss, targets, workspace, by_weights, Some(slopes));
        for (slopes, stones) in slopes.chunks_exact(INPUTS).zip(stones.chunks_exact(INPUTS)) {
            add_gradient(&slopes[..POINTS], &stones[..POINTS], by_table);
        }
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::Dice;
    use aji_judge::influence::Influence;
    use aji_rules::ruleset::Suicide;
    use aji_rules::{Move, Position};

    #[test]
    fn the_first_table_is_the_studys() {
        let mut position = Position::empty(SIZE);
        let mut dice = Dice::new(1, 0);
        for _ in 0..60 {
            let point = SIZE.point_at(dice.below(361) as usize).unwrap();
            let _ = position.play(Move::Place(point), Suicide::Forbidden);
        }
        let sign = |color: aji_rules::Color| color.sign() as f32;
        let stones: Vec<f32> =
            SIZE.points().map(|point| position.stone(point).map_or(0.0, sign)).collect();
        let mut found = vec![0.0; POINTS];
        influence(&first_table(), &stones, &mut found);
        let wanted = Cross::DIAMOND.field(&position);
        for (found, wanted) in found.iter().zip(wanted.values()) {
            assert!((10.0 * found - wanted).abs() < 1e-4);
        }
    }

    #[test]
    fn gradients_by_the_table_are_differences() {
        let mut dice = Dice::new(2, 0);
        let mut numbers = || -> Vec<f32> { (0..POINTS).map(|_| dice.unit() as f32).collect() };
        let (stones, slopes) = (numbers(), numbers());
        let mut gradient = vec![0.0; CLASSES];
        add_gradient(&slopes, &stones, &mut gradient);
        // The influence is linear in the table, so each number of it has a slope of its own.
        for (class, &found) in gradient.iter().enumerate() {
            let mut table = vec![0.0; CLASSES];
            table[class] = 1.0;
            let mut reached = vec![0.0; POINTS];
            influence(&table, &stones, &mut reached);
            let slope: f32 = reached.iter().zip(&slopes).map(|(value, slope)| value * slope).sum();
            assert!((slope - found).abs() < 1e-2 * slope.abs(), "{class} {slope} {found}");
        }
    }
}
