//! What several tests share: random models, random positions, and all outcomes one by one.

use aji_judge::Dice;
use aji_judge::territory::boltzmann5::{self, FieldCount, PUBLISHED};
use aji_judge::territory::ising::{Edge, edges};
use aji_judge::territory::{Ising, Moments};
use aji_rules::testing::random_position;
use aji_rules::{Field, Point, Position, Size};

/// Fields and couplings evenly from `-most` to `most`.
pub fn random_ising(size: Size, most: f64, dice: &mut Dice) -> Ising {
    let mut random = || Field::from_fn(size, |_| most * (2.0 * dice.unit() - 1.0));
    Ising { fields: random(), across: random(), down: random() }
}

/// [`random_position`] with its Boltzmann5 model under the study's weights.
pub fn random_study(size: Size, moves: usize, seed: u64) -> (Position, Ising) {
    let mut dice = Dice::new(seed, 0);
    let position = random_position(size, moves, |bound| dice.below(bound));
    let ising = boltzmann5::terms(&position, FieldCount::PerNeighbour).ising(&PUBLISHED);
    (position, ising)
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

/// The points' expected owners by going through the board point by point, with a weight for each way
/// to own the last row: exact on boards of any height, if narrow.
pub fn exact_means(ising: &Ising) -> Field<f64> {
    const BIT: f64 = 1e-4;
    let pulled = |point, by| {
        let mut pulled = ising.clone();
        pulled.fields[point] += by;
        log_z_by_rows(&pulled)
    };
    Field::from_fn(ising.size(), |point| (pulled(point, BIT) - pulled(point, -BIT)) / (2.0 * BIT))
}

fn log_z_by_rows(ising: &Ising) -> f64 {
    let size = ising.size();
    // The board above the first row: one way to own it.
    let mut weights = vec![0.0; 1 << size.width()];
    weights[0] = 1.0;
    let mut log_scale = 0.0;
    for point in size.points() {
        let (x, y) = size.xy(point);
        let coupling = |before: Option<Point>, couplings: &Field<f64>| {
            before.map_or(0.0, |before| couplings[before])
        };
        let left = coupling(x.checked_sub(1).and_then(|x| size.point(x, y)), &ising.across);
        let above = coupling(y.checked_sub(1).and_then(|y| size.point(x, y)), &ising.down);
        let factor = |spin: f64, left_spin: f64, above_spin: f64| {
            (spin * (ising.fields[point] + left * left_spin + above * above_spin)).exp()
        };
        let spins = [-1.0, 1.0];
        let factors = spins.map(|s| spins.map(|l| spins.map(|a| factor(s, l, a))));
        let mut next = vec![0.0; weights.len()];
        for (row, weight) in weights.iter().enumerate() {
            let (l, a) = (row >> x.saturating_sub(1) & 1, row >> x & 1);
            for (spin, factors) in factors.iter().enumerate() {
                next[row & !(1 << x) | spin << x] += weight * factors[l][a];
            }
        }
        let sum: f64 = next.iter().sum();
        log_scale += sum.ln();
        weights = next.into_iter().map(|weight| weight / sum).collect();
    }
    log_scale
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
