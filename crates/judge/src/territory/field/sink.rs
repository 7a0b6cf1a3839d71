//! Where what is seen goes: into terms, for those who fit weights, or straight into fields and
//! couplings, for those who have them and are in a hurry.

use super::Group;
use crate::territory::ising::Ising;
use crate::territory::phase::PHASES;
use crate::territory::terms::{Place, Terms};
use aji_rules::Size;

/// Takes features of places.
pub trait Sink {
    /// Takes one feature, so many times.
    fn take(&mut self, place: Place, feature: usize, times: f64);

    /// Takes one feature of a group.
    fn add(&mut self, place: Place, group: &Group, index: usize, times: f64) {
        debug_assert!(index < group.len, "{} has {} features", group.name, group.len);
        self.take(place, group.start + index, times);
    }

    /// A value as a bent line: each scale is a feature that grows up to that value and stays there.
    fn add_bent(&mut self, place: Place, group: &Group, scales: &[f32], value: f32) {
        for (index, &scale) in scales.iter().enumerate() {
            self.add(place, group, index, f64::from((value / scale).clamp(-1.0, 1.0)));
        }
    }
}

/// Makes terms, each feature in each phase.
pub struct Writer {
    pub terms: Terms,
    pub phases: [f64; PHASES.len()],
}

impl Sink for Writer {
    fn take(&mut self, place: Place, feature: usize, times: f64) {
        for (phase, share) in self.phases.into_iter().enumerate() {
            self.terms.add(place, feature * PHASES.len() + phase, times * share);
        }
    }
}

/// Makes fields and couplings, with the weights of the phase that the game is in.
pub struct Sum {
    pub ising: Ising,
    weights: Vec<f64>,
}

impl Sum {
    pub fn new(size: Size, weights: &[f64], phases: [f64; PHASES.len()]) -> Sum {
        let mixed = |of_phases: &[f64]| -> f64 {
            of_phases.iter().zip(phases).map(|(weight, share)| weight * share).sum()
        };
        let weights = weights.chunks(PHASES.len()).map(mixed).collect();
        Sum { ising: Ising::flat(size), weights }
    }
}

impl Sink for Sum {
    fn take(&mut self, place: Place, feature: usize, times: f64) {
        let value = self.weights[feature] * times;
        match place {
            Place::At(point) => self.ising.fields[point] += value,
            Place::Across(point) => self.ising.across[point] += value,
            Place::Down(point) => self.ising.down[point] += value,
        }
    }
}

/// Two at once: both looks begin with the same features.
impl Sink for (Sum, Sum) {
    fn take(&mut self, place: Place, feature: usize, times: f64) {
        self.0.take(place, feature, times);
        self.1.take(place, feature, times);
    }
}
