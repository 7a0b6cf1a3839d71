//! What is fitted: a loss over cases as a function of one flat list of weights.

use crate::activation::Activation;
use crate::loss::Loss;
use crate::network::Workspace;
use crate::shape::Shape;
use rayon::prelude::*;

/// So many cases are worked on at a time. Their gradients are summed in order, so the number of
/// threads changes nothing; with another parcel sums round otherwise.
const PARCEL: usize = 128;
/// So many parcels are under way at once.
const PARCELS: usize = 8;

/// A loss over cases.
pub trait Objective: Sync {
    /// What one thread works in.
    type Room: Send;

    /// How many weights there are.
    fn weight_count(&self) -> usize;

    /// Somewhere to work in.
    fn room(&self) -> Self::Room;

    /// The losses of some cases, summed; with a gradient, adds theirs to it. `epoch` is there when
    /// the cases are learned from, so that each epoch may show them differently.
    fn losses(
        &self,
        weights: &[f32],
        cases: &[u32],
        epoch: Option<u32>,
        room: &mut Self::Room,
        gradient: Option<&mut [f32]>,
    ) -> f64;
}

/// Cases with what a network should answer.
pub trait Cases: Sync {
    /// Writes the inputs and the targets of one case. `epoch` is there when it is learned from.
    fn fill(&self, case: u32, epoch: Option<u32>, inputs: &mut [f32], targets: &mut [f32]);
}

/// Cases in one table: all inputs and all targets, one case after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Case by case.
    pub inputs: Vec<f32>,
    /// Case by case.
    pub targets: Vec<f32>,
}

impl Cases for Table {
    fn fill(&self, case: u32, _: Option<u32>, inputs: &mut [f32], targets: &mut [f32]) {
        let case = case as usize;
        inputs.copy_from_slice(&self.inputs[case * inputs.len()..][..inputs.len()]);
        targets.copy_from_slice(&self.targets[case * targets.len()..][..targets.len()]);
    }
}

/// A network that should answer as the cases say.
pub struct Supervised<'a, C> {
    shape: &'a Shape,
    loss: Loss,
    cases: &'a C,
}

/// Why a network cannot be trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Untrainable {
    /// A threshold has no slope.
    #[error(
        "nothing is learned through a threshold; train a sigmoid and apply the threshold after"
    )]
    Threshold,
    /// Only those outputs are probabilities.
    #[error("log loss is for outputs of a sigmoid, not of {0}")]
    NoProbability(Activation),
}

impl<'a, C: Cases> Supervised<'a, C> {
    /// A network of this shape, how wrong an answer is, and what it should answer.
    pub fn new(shape: &'a Shape, loss: Loss, cases: &'a C) -> Result<Self, Untrainable> {
        let mut activations = shape.layers().iter().map(|layer| layer.activation);
        if activations.clone().any(|activation| activation == Activation::Threshold) {
            return Err(Untrainable::Threshold);
        }
        match activations.next_back() {
            Some(last) if loss == Loss::Log && last != Activation::Sigmoid => {
                Err(Untrainable::NoProbability(last))
            }
            _ => Ok(Supervised { shape, loss, cases }),
        }
    }
}

impl<C: Cases> Objective for Supervised<'_, C> {
    type Room = (Workspace, Vec<f32>);

    fn weight_count(&self) -> usize {
        self.shape.weight_count()
    }

    fn room(&self) -> Self::Room {
        Default::default()
    }

    fn losses(
        &self,
        weights: &[f32],
        cases: &[u32],
        epoch: Option<u32>,
        (room, targets): &mut Self::Room,
        gradient: Option<&mut [f32]>,
    ) -> f64 {
        let (one_in, one_out) = (self.shape.inputs(), self.shape.outputs());
        targets.resize(cases.len() * one_out, 0.0);
        let inputs = room.inputs_mut(self.shape, cases.len()).chunks_exact_mut(one_in.max(1));
        let places = inputs.zip(targets.chunks_exact_mut(one_out.max(1)));
        for (&case, (inputs, targets)) in cases.iter().zip(places) {
            self.cases.fill(case, epoch, inputs, targets);
        }
        self.shape.forward_filled(weights, room);
        match gradient {
            Some(gradient) => {
                self.shape.backward(weights, self.loss, targets, room, gradient, None)
            }
            None => self.shape.losses(self.loss, targets, room),
        }
    }
}

/// Where the sums over many cases are made; used again and again.
pub(crate) struct Summing<R> {
    parcels: Vec<(R, Vec<f32>, f64)>,
}

impl<R: Send> Summing<R> {
    pub(crate) fn new<O: Objective<Room = R>>(objective: &O) -> Summing<R> {
        let parcel = || (objective.room(), Vec::new(), 0.0);
        Summing { parcels: (0..PARCELS).map(|_| parcel()).collect() }
    }

    /// The mean loss of some cases; writes the mean of their gradients if asked to.
    pub(crate) fn mean<O: Objective<Room = R>>(
        &mut self,
        objective: &O,
        weights: &[f32],
        cases: &[u32],
        epoch: Option<u32>,
        mut gradient: Option<&mut [f32]>,
    ) -> f64 {
        let mut total = 0.0;
        if let Some(gradient) = &mut gradient {
            gradient.fill(0.0);
        }
        let wanted = gradient.is_some();
        let work = |(room, part, loss): &mut (R, Vec<f32>, f64), cases: &[u32]| {
            let part = wanted.then(|| {
                part.clear();
                part.resize(weights.len(), 0.0);
                part.as_mut_slice()
            });
            *loss = objective.losses(weights, cases, epoch, room, part);
        };
        for cases in cases.chunks(PARCEL * PARCELS) {
            let count = cases.len().div_ceil(PARCEL);
            let parcels = &mut self.parcels[..count];
            match count {
                // One case at a time is quicker without asking other threads.
                1 => work(&mut parcels[0], cases),
                _ => parcels
                    .par_iter_mut()
                    .zip(cases.par_chunks(PARCEL))
                    .for_each(|(parcel, cases)| work(parcel, cases)),
            }
            for (_, part, loss) in parcels {
                total += *loss;
                if let Some(gradient) = &mut gradient {
                    gradient.iter_mut().zip(part).for_each(|(sum, part)| *sum += *part);
                }
            }
        }
        let share = 1.0 / cases.len().max(1) as f64;
        if let Some(gradient) = gradient {
            gradient.iter_mut().for_each(|sum| *sum *= share as f32);
        }
        total * share
    }
}

/// The mean loss of some cases.
pub fn mean_loss<O: Objective>(objective: &O, weights: &[f32], cases: &[u32]) -> f64 {
    Summing::new(objective).mean(objective, weights, cases, None, None)
}
