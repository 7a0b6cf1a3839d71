//! Samplers walk from outcome to outcome and meet each as often as its weight asks, in the long run.
//!
//! Successive outcomes are alike, so averages over a walk are less sure than their count suggests:
//! whoever needs an error takes batches of sweeps.

use super::ising::{Ising, Moments};
use crate::Dice;
use aji_rules::{Field, Point, PointSet, Size};

/// A walk over the outcomes of an [`Ising`] model.
pub trait Sampler {
    /// The board's shape.
    fn size(&self) -> Size;

    /// The current outcome: +1 for Black's points and -1 for White's, in board order.
    fn spins(&self) -> &[i8];

    /// One step of the walk, in which every point is asked once.
    fn sweep(&mut self, dice: &mut Dice);

    /// Black's points in the current outcome.
    fn black_points(&self) -> PointSet {
        let owned = self.size().points().zip(self.spins());
        owned.filter(|&(_, &spin)| spin > 0).map(|(point, _)| point).collect()
    }

    /// Averages over `sweeps` sweeps after `burn_in` more that are not counted.
    fn moments(&mut self, sweeps: u32, burn_in: u32, dice: &mut Dice) -> Moments {
        self.watched(sweeps, burn_in, dice, &mut |_| ()).moments()
    }

    /// [`Sampler::moments`] whose averages so far are shown after every counted sweep.
    fn watched(
        &mut self,
        sweeps: u32,
        burn_in: u32,
        dice: &mut Dice,
        watch: &mut dyn FnMut(&RunningMoments),
    ) -> RunningMoments {
        for _ in 0..burn_in {
            self.sweep(dice);
        }
        let mut running = RunningMoments::new(self.size());
        for _ in 0..sweeps {
            self.sweep(dice);
            running.add(self.spins());
            watch(&running);
        }
        running
    }

    /// Black's points in `count` outcomes that are `apart` sweeps from each other, after `burn_in`
    /// sweeps.
    fn samples(
        &mut self,
        count: usize,
        burn_in: u32,
        apart: u32,
        dice: &mut Dice,
    ) -> Vec<PointSet> {
        for _ in 0..burn_in {
            self.sweep(dice);
        }
        let mut next = || {
            for _ in 0..apart {
                self.sweep(dice);
            }
            self.black_points()
        };
        (0..count).map(|_| next()).collect()
    }
}

/// Averages over the outcomes seen so far.
#[derive(Clone, Debug)]
pub struct RunningMoments {
    size: Size,
    outcomes: u32,
    spins: Vec<i32>,
    /// Of each point with the next one in board order; without meaning in the last column.
    across: Vec<i32>,
    /// Of each point with the one below.
    down: Vec<i32>,
}

impl RunningMoments {
    /// Of no outcomes yet.
    pub fn new(size: Size) -> RunningMoments {
        let sums = |count: usize| vec![0; count];
        let (area, width) = (size.area(), size.width());
        RunningMoments {
            size,
            outcomes: 0,
            spins: sums(area),
            across: sums(area - 1),
            down: sums(area - width),
        }
    }

    /// Counts one outcome, +1 for Black's points and -1 for White's.
    pub fn add(&mut self, spins: &[i8]) {
        self.outcomes += 1;
        for (sum, &spin) in self.spins.iter_mut().zip(spins) {
            *sum += i32::from(spin);
        }
        for (sums, step) in [(&mut self.across, 1), (&mut self.down, self.size.width())] {
            for ((sum, &one), &other) in sums.iter_mut().zip(spins).zip(&spins[step..]) {
                *sum += i32::from(one * other);
            }
        }
    }

    /// How many outcomes were counted.
    pub fn outcomes(&self) -> u32 {
        self.outcomes
    }

    /// The average owner of a point, from -1 (White) to 1 (Black); 0 before the first outcome.
    pub fn mean(&self, point: Point) -> f64 {
        self.average(self.spins[point.index()])
    }

    /// All averages.
    pub fn moments(&self) -> Moments {
        let size = self.size;
        let is_last_column = |point| size.xy(point).0 + 1 == size.width();
        let sum_across = |point| if is_last_column(point) { 0 } else { self.across[point.index()] };
        let sum_down = |point: Point| self.down.get(point.index()).copied().unwrap_or(0);
        Moments {
            means: Field::from_fn(size, |point| self.mean(point)),
            across: Field::from_fn(size, |point| self.average(sum_across(point))),
            down: Field::from_fn(size, |point| self.average(sum_down(point))),
            log_z: None,
        }
    }

    fn average(&self, sum: i32) -> f64 {
        f64::from(sum) / f64::from(self.outcomes.max(1))
    }
}

/// Where a walk starts: points follow their fields, and a coin where there is none.
pub(super) fn start(ising: &Ising, dice: &mut Dice) -> Vec<i8> {
    let fields = ising.fields.values();
    let coin = |dice: &mut Dice| if dice.bits() & 1 == 0 { 1 } else { -1 };
    fields
        .iter()
        .map(|&field| if field == 0.0 { coin(dice) } else { field.signum() as i8 })
        .collect()
}

/// The random 32-bit numbers below it are that share of all.
///
/// Certainty is rounded down by one in four billion.
pub(super) fn threshold(probability: f64) -> u32 {
    (probability * 2_f64.powi(32)) as u32
}
