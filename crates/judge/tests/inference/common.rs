//! What several tests share: random models, random positions, and all outcomes one by one.

use aji_judge::Dice;
use aji_judge::territory::ising::{Edge, edges};
use aji_judge::territory::{Ising, Moments};
use aji_rules::ruleset::Suicide;
use aji_rules::{Field, Move, Position, Size};

/// Fields and couplings evenly from `-most` to `most`.
pub fn random_ising(size: Size, most: f64, dice: &mut Dice) -> Ising {
    let mut random = || Field::from_fn(size, |_| most * (2.0 * dice.unit() - 1.0));
    Ising { fields: random(), across: random(), down: random() }
}

/// A position after that many random moves.
pub fn random_position(size: Size, moves: usize, dice: &mut Dice) -> Position {
    let mut position = Position::empty(size);
    for _ in 0..moves {
        let legal: Vec<_> = position.legal_points(Suicide::Forbidden).collect();
        match legal.get(dice.below(legal.len().max(1) as u32) as usize) {
            Some(&point) => position.play_unchecked(Move::Place(point)),
            None => position.play_unchecked(Move::Pass),
        }
    }
    position
}

/// The expectations by adding up all outcomes.
pub fn brute_force(ising: &Ising) -> Moments {
    let size = ising.size();
    let outcomes = 0..1_u32 << size.area();
    let spin = |outcome: u32, index: usize| if outcome >> index & 1 == 0 { -1.0 } else { 1.0 };
    let weigh =
        |outcome| ising.log_weight(&Field::from_fn(size, |point| spin(outcome, point.index())));
    let logs: Vec<f64> = outcomes.map(weigh).collect();
    let highest = logs.iter().copied().fold(f64::MIN, f64::max);
    let sum: f64 = logs.iter().map(|log| (log - highest).exp()).sum();

    let mut means = Field::filled(size, 0.0);
    let (mut across, mut down) = (means.clone(), means.clone());
    for (outcome, log) in (0..).zip(logs) {
        let probability = (log - highest).exp() / sum;
        for point in size.points() {
            means[point] += probability * spin(outcome, point.index());
        }
        for Edge { from, to, is_across } in edges(size) {
            let product = spin(outcome, from.index()) * spin(outcome, to.index());
            let products = if is_across { &mut across } else { &mut down };
            products[from] += probability * product;
        }
    }
    Moments { means, across, down, log_z: Some(highest + sum.ln()) }
}

/// All numbers of the moments but log Z.
pub fn numbers(moments: &Moments) -> Vec<f64> {
    [&moments.means, &moments.across, &moments.down]
        .into_iter()
        .flat_map(|field| field.values().iter().copied())
        .collect()
}

/// The largest difference of two moments, log Z aside.
pub fn distance(one: &Moments, other: &Moments) -> f64 {
    let pairs = numbers(one).into_iter().zip(numbers(other));
    pairs.map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
}
