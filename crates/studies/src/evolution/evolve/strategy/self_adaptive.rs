//! The study's strategy: the better half stays, and each of it has a child that differs from it in every
//! weight by a step of a size of its own, which is inherited and changes too.

use super::{Scales, bits, dice, ranking};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Steps do not get smaller than this, or they would never grow again.
const LEAST_STEP: f32 = 1e-5;
/// Steps do not get larger than this, so that weights stay numbers.
const LARGEST_STEP: f32 = 1e6;

/// How fast steps change: tau, for so many weights.
///
/// ```
/// assert!((aji_studies::evolution::evolve::learning_rate(9_350) - 0.0719).abs() < 5e-5);
/// assert!((aji_studies::evolution::evolve::learning_rate(36_063) - 0.0513).abs() < 5e-5);
/// ```
pub fn learning_rate(weights: usize) -> f64 {
    1.0 / (2.0 * (weights as f64).sqrt()).sqrt()
}

/// Weights, and how far a child's stray from each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    #[serde(with = "bits")]
    weights: Vec<f32>,
    #[serde(with = "bits")]
    steps: Vec<f32>,
}

impl Individual {
    /// The weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The standard deviations of the steps by which its children differ.
    pub fn steps(&self) -> &[f32] {
        &self.steps
    }

    /// Becomes a child of another: first the steps change, then the weights by them.
    fn inherit(&mut self, parent: &Individual, tau: f64, seed: u64, generation: u32, place: usize) {
        let mut dice = dice(seed, generation, place);
        let from = parent.weights.iter().zip(&parent.steps);
        for ((weight, step), (from, last)) in self.weights.iter_mut().zip(&mut self.steps).zip(from)
        {
            *step = last * ((tau * dice.normal()) as f32).exp();
            *step = step.clamp(LEAST_STEP, LARGEST_STEP);
            *weight = from + *step * dice.normal() as f32;
        }
    }
}

/// A population under the study's strategy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfAdaptive {
    seed: u64,
    generation: u32,
    individuals: Vec<Individual>,
}

impl SelfAdaptive {
    /// The first generation.
    pub fn new(count: usize, population: usize, scales: Scales, seed: u64) -> SelfAdaptive {
        let individual = |place: usize| {
            let mut dice = dice(seed, 0, place);
            Individual {
                weights: (0..count).map(|_| (scales.weights * dice.normal()) as f32).collect(),
                steps: vec![scales.steps as f32; count],
            }
        };
        SelfAdaptive { seed, generation: 0, individuals: (0..population).map(individual).collect() }
    }

    /// The generation at hand: first those who were there before, then their children.
    pub fn individuals(&self) -> &[Individual] {
        &self.individuals
    }

    pub(super) fn champion(&self, fitness: &[f64]) -> &[f32] {
        let best = ranking(fitness).first().copied();
        best.and_then(|best| self.individuals.get(best)).map_or(&[], Individual::weights)
    }

    /// The better half of the generation, by its fitness, goes on, the best first, each with a child.
    pub fn advance(&mut self, fitness: &[f64]) {
        self.generation += 1;
        let mut places: Vec<Option<Individual>> =
            std::mem::take(&mut self.individuals).into_iter().map(Some).collect();
        let order = ranking(fitness);
        self.individuals = order.into_iter().filter_map(|place| places[place].take()).collect();
        let (seed, generation) = (self.seed, self.generation);
        let kept = self.individuals.len().div_ceil(2);
        let (parents, children) = self.individuals.split_at_mut(kept);
        let tau = learning_rate(parents.first().map_or(1, |one| one.weights.len()));
        children.par_iter_mut().enumerate().for_each(|(place, child)| {
            child.inherit(&parents[place], tau, seed, generation, place);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        (mean, (squares / values.len() as f64).sqrt())
    }

    #[test]
    fn the_first_generation_and_its_children_are_as_the_study_says() {
        const COUNT: usize = 40_000;
        let mut population = SelfAdaptive::new(COUNT, 2, Scales::default(), 1);
        let weights: Vec<f64> =
            population.individuals[0].weights.iter().map(|&weight| f64::from(weight)).collect();
        let (mean, deviation) = mean_and_deviation(&weights);
        assert!(mean.abs() < 0.004 && (deviation - 0.2).abs() < 0.003, "{mean} {deviation}");
        population.advance(&[1.0, 0.0]);
        let [parent, child] = &population.individuals[..] else { panic!("two") };
        // The logarithms of the steps have changed by tau times a normal number each ...
        let tau = learning_rate(COUNT);
        let turns: Vec<f64> =
            child.steps.iter().map(|&step| f64::from(step / 0.05).ln() / tau).collect();
        let (mean, deviation) = mean_and_deviation(&turns);
        assert!(mean.abs() < 0.02 && (deviation - 1.0).abs() < 0.015, "{mean} {deviation}");
        // ... and the weights by the new steps times another, independent of the first.
        let pairs = child.weights.iter().zip(&parent.weights).zip(&child.steps);
        let moves: Vec<f64> =
            pairs.map(|((new, old), step)| f64::from((new - old) / step)).collect();
        let (mean, deviation) = mean_and_deviation(&moves);
        assert!(mean.abs() < 0.02 && (deviation - 1.0).abs() < 0.015, "{mean} {deviation}");
        let products: Vec<f64> = moves.iter().zip(&turns).map(|(one, other)| one * other).collect();
        assert!(mean_and_deviation(&products).0.abs() < 0.02);
    }

    #[test]
    fn the_better_half_stays_and_has_children() {
        let mut population = SelfAdaptive::new(3, 6, Scales::default(), 1);
        let before = population.individuals.clone();
        assert_eq!(population.champion(&[0.0, 3.0, 1.0, 5.0, 4.0, 2.0]), before[3].weights);
        population.advance(&[0.0, 3.0, 1.0, 5.0, 4.0, 2.0]);
        assert_eq!(population.individuals[..3], [3, 4, 1].map(|at| before[at].clone()));
        let is_old = |child: &Individual| before.contains(child);
        assert!(!population.individuals[3..].iter().any(is_old));
    }

    #[test]
    fn steps_neither_vanish_nor_run_away() {
        let mut population =
            SelfAdaptive::new(4, 2, Scales { steps: 1e-7, ..Scales::default() }, 1);
        population.advance(&[1.0, 0.0]);
        assert_eq!(population.individuals[1].steps, [LEAST_STEP; 4]);
        let mut population = SelfAdaptive::new(4, 2, Scales { steps: 1e9, ..Scales::default() }, 1);
        population.advance(&[1.0, 0.0]);
        assert_eq!(population.individuals[1].steps, [LARGEST_STEP; 4]);
    }
}
