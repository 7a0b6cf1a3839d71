//! How far counted scores scatter, fitted on games held back.

use super::course::{Course, Draw, Example};
use crate::stats::{self, Forecast};
use aji_judge::deep::calibration::{Calibration, SIDES};
use aji_judge::deep::heads::Heads;
use aji_judge::judgement::ScoreDistribution;
use aji_net::conv::{Tower, Workspace};
use rayon::prelude::*;

/// Positions a game.
const A_GAME: usize = 12;
/// How far from nothing it goes, each way, and in steps of what size at first and at last.
const FURTHEST: f64 = 2.0;
const STEPS: (f64, f64) = (0.5, 0.01);
/// What a whole step away from nothing must gain a position: few games held back shall not say much.
const PRIOR: f64 = 1e-4;

/// What the network says of a position, and how its game ended, for the side to move.
struct Row {
    side: f32,
    fullness: f64,
    mean: f64,
    spread: [(f64, f64); 3],
    score: f64,
}

/// How good chances and ranges are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// How many positions.
    pub positions: usize,
    /// By how much chances are off on average, in ten bins.
    pub chance_error: f64,
    /// How many scores were within the range that should hold four in five.
    pub in_range: f64,
}

/// With which the results of counted games are the likeliest, and how good chances are then on each of [`SIDES`].
///
/// Only chances are fitted. Leads melt away in games that are counted in the end, so chances that are right make ranges
/// that hold more than they promise; one distribution that is symmetric cannot have both.
pub fn calibrate(tower: &Tower, course: &Course) -> (Calibration, [Held; 3]) {
    let rows = rows(tower, course, &course.counted(A_GAME));
    let mut calibration = Calibration::default();
    let held = std::array::from_fn(|index| {
        let is_of = |row: &&Row| (row.side - SIDES[index]).abs() < 0.5;
        let of: Vec<&Row> = rows.iter().filter(is_of).collect();
        let found = fit(&of);
        let Calibration { empty, full } = &mut calibration;
        [empty[index], full[index]] = found.map(|number| number as f32);
        measured(&of, found)
    });
    (calibration, held)
}

fn rows(tower: &Tower, course: &Course, draws: &[(Draw, f32)]) -> Vec<Row> {
    let room = || (Workspace::default(), Heads::default());
    let each = draws.par_iter().map_init(room, |(work, heads), (draw, lead)| {
        let Example { planes, target } = course.example(draw);
        let size = planes.size();
        heads.read(tower.predict(&planes.batch(tower.shape()), work), size);
        Row {
            side: (size.area() as f32).sqrt(),
            fullness: f64::from(planes.fullness()),
            mean: f64::from(heads.owners().sum::<f32>() + target.extras),
            spread: heads.spread.map(|(weight, scale)| (f64::from(weight), f64::from(scale))),
            score: f64::from(*lead),
        }
    });
    each.collect()
}

impl Row {
    /// The distribution of the score with these logarithms of factors, for empty boards and for full ones.
    fn distribution(&self, [empty, full]: [f64; 2]) -> Option<ScoreDistribution> {
        let factor = (empty * (1.0 - self.fullness) + full * self.fullness).exp();
        let parts = self.spread.map(|(weight, scale)| (weight, scale * factor));
        ScoreDistribution::new(self.mean, parts)
    }

    /// Who won: 1 the mover, 0 the other.
    fn won(&self) -> f64 {
        if self.score == 0.0 { 0.5 } else { f64::from(u8::from(self.score > 0.0)) }
    }

    fn loss(&self, numbers: [f64; 2]) -> f64 {
        let Some(distribution) = self.distribution(numbers) else { return 0.0 };
        let chance = distribution.black_win_probability().clamp(1e-6, 1.0 - 1e-6);
        -self.won() * chance.ln() - (1.0 - self.won()) * (1.0 - chance).ln()
    }
}

fn loss(rows: &[&Row], numbers: [f64; 2]) -> f64 {
    let each: Vec<f64> = rows.par_iter().map(|row| row.loss(numbers)).collect();
    let prior: f64 = numbers.iter().map(|number| PRIOR * number * number).sum();
    each.iter().sum::<f64>() / rows.len().max(1) as f64 + prior
}

/// One number after the other goes up or down as long as that helps; then in smaller steps.
fn fit(rows: &[&Row]) -> [f64; 2] {
    let mut best = [0.0; 2];
    let mut least = loss(rows, best);
    let mut step = STEPS.0;
    while step >= STEPS.1 {
        let mut is_better = false;
        for (index, way) in [(0, step), (0, -step), (1, step), (1, -step)] {
            let mut next = best;
            next[index] = (next[index] + way).clamp(-FURTHEST, FURTHEST);
            let loss = loss(rows, next);
            if loss < least {
                (best, least, is_better) = (next, loss, true);
            }
        }
        if !is_better {
            step /= 2.0;
        }
    }
    best
}

fn measured(rows: &[&Row], numbers: [f64; 2]) -> Held {
    let mut bins = stats::Calibration::new(10);
    let mut inside = 0;
    for row in rows {
        let Some(distribution) = row.distribution(numbers) else { continue };
        bins.add(Forecast { probability: distribution.black_win_probability(), target: row.won() });
        let (low, high) = distribution.range();
        let halves = (2.0 * row.score).round() as i32;
        inside += usize::from((low.halves()..=high.halves()).contains(&halves));
    }
    let in_range = inside as f64 / rows.len().max(1) as f64;
    Held { positions: rows.len(), chance_error: bins.error(), in_range }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::Dice;

    #[test]
    fn chances_that_are_too_bold_are_found_out() {
        // Results scatter e to a half as far as they are said to on empty boards, and e times as far on full ones.
        let row = |at: usize| {
            let dice = &mut Dice::new(1, at as u64);
            let (fullness, mean) = (dice.unit(), 20.0 * dice.unit() - 10.0);
            let factor = (0.5_f64 * (1.0 - fullness) + fullness).exp();
            let share = dice.unit();
            let score = mean + 3.0 * factor * (share / (1.0 - share)).ln();
            let spread = [(1.0, 3.0), (0.0, 1.0), (0.0, 1.0)];
            Row { side: 19.0, fullness, mean, spread, score }
        };
        let rows: Vec<Row> = (0..20_000).map(row).collect();
        let rows: Vec<&Row> = rows.iter().collect();
        let found = fit(&rows);
        for (found, wanted) in found.iter().zip([0.5, 1.0]) {
            assert!((found - wanted).abs() < 0.1, "{found} {wanted}");
        }
        assert!(measured(&rows, [0.0; 2]).chance_error > 0.05);
        let held = measured(&rows, found);
        assert!(held.chance_error < 0.02 && (held.in_range - 0.8).abs() < 0.02, "{held:?}");
        assert_eq!(fit(&[]), [0.0; 2]);
    }
}
