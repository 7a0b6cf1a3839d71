//! What training by gradients has in common: sums over batches, schedules, clipping and Adam.

use aji_net::optimiser::Adam;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Sums the gradients of a batch, on all threads. Examples are summed in parcels and parcels in order, so
/// the number of threads changes nothing. `add` adds an example's gradient and gives its loss; the losses
/// come back parcel by parcel.
pub fn sum_in_parcels<E: Sync, W, N: AddAssign + Copy + Default + Send, L: Send>(
    (batch, parcel): (&[E], usize),
    weight_count: usize,
    workspace: impl Fn() -> W + Send + Sync,
    add: impl Fn(&E, &mut [N], &mut W) -> L + Send + Sync,
) -> (Vec<N>, Vec<Vec<L>>) {
    let parts: Vec<(Vec<N>, Vec<L>)> = batch
        .par_chunks(parcel)
        .map_init(workspace, |workspace, examples| {
            let mut gradient = vec![N::default(); weight_count];
            let losses = examples.iter().map(|one| add(one, &mut gradient, workspace)).collect();
            (gradient, losses)
        })
        .collect();
    let mut sum = vec![N::default(); weight_count];
    let mut losses = Vec::with_capacity(parts.len());
    for (part, of_part) in parts {
        sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
        losses.push(of_part);
    }
    (sum, losses)
}

/// Cuts a gradient to at most this length.
pub fn clip(gradient: &mut [f32], most: f32) {
    let length = gradient.iter().map(|slope| slope * slope).sum::<f32>().sqrt();
    if length > most {
        gradient.iter_mut().for_each(|slope| *slope *= most / length);
    }
}

/// A learning rate that rises over the first steps and then falls along a cosine.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// The learning rate at its largest.
    pub rate: f32,
    /// It rises for so many steps.
    pub warm_up: f32,
    /// The step that the rise begins with: at 0 the first step has a rate of nothing.
    pub first: f32,
    /// It falls to this share of its largest.
    pub least: f32,
    /// How many steps there are.
    pub steps: usize,
}

impl Schedule {
    /// The learning rate after so many steps.
    pub fn rate(&self, step: usize) -> f32 {
        let (step, steps) = (step as f32, self.steps as f32);
        let rise = ((step + self.first) / self.warm_up).min(1.0);
        let fall = (std::f32::consts::PI * step / steps).cos() / 2.0 + 0.5;
        self.rate * rise * fall.max(self.least)
    }
}

/// Weights that learn by Adam, with all that a checkpoint keeps of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AdamWeights {
    /// Steps taken.
    pub step: usize,
    /// The weights now.
    pub weights: Vec<f32>,
    adam: Adam,
}

impl AdamWeights {
    /// Before the first step.
    pub fn new(weights: Vec<f32>) -> AdamWeights {
        AdamWeights { step: 0, adam: Adam::new(weights.len()), weights }
    }

    /// Whether these are so many weights.
    pub fn fits(&self, count: usize) -> bool {
        self.weights.len() == count && self.adam.len() == count
    }

    /// Takes a step down the gradient.
    pub fn descend(&mut self, gradient: &[f32], schedule: Schedule, decay: f32) {
        self.adam.step(&mut self.weights, gradient, schedule.rate(self.step), decay);
        self.step += 1;
    }
}
