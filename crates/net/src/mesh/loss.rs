//! What a network should have answered, and which way its weights must go.

use super::shape::UNIT;
use super::{Case, Graph, Mesh, Workspace};

/// What a network with [`Head::Values`](super::Head::Values) should have answered.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// How likely each node is a yes; empty if nobody knows.
    pub nodes: Vec<f32>,
    /// How likely the whole is a yes.
    pub whole: f32,
    /// The amount, if anybody knows.
    pub amount: Option<f32>,
}

/// A case with what should have been answered: a [`Target`], or how likely each class is.
#[derive(Debug)]
pub struct Example<'a, T: ?Sized> {
    /// Who is near whom.
    pub graph: &'a Graph,
    /// What is asked.
    pub case: &'a Case,
    /// What should have been answered.
    pub target: &'a T,
}

/// How much each loss weighs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossWeights {
    /// For the mean log loss of the nodes.
    pub nodes: f32,
    /// For the log loss of the whole.
    pub whole: f32,
    /// For the loss of the amount: squared up to one unit of twenty, straight beyond.
    pub amount: f32,
}

impl LossWeights {
    /// So many times as much.
    pub fn scaled(self, by: f32) -> LossWeights {
        let LossWeights { nodes, whole, amount } = self;
        LossWeights { nodes: by * nodes, whole: by * whole, amount: by * amount }
    }
}

/// The losses of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The mean log loss of the nodes, if anybody knows.
    pub nodes: Option<f32>,
    /// The log loss of the whole.
    pub whole: f32,
    /// The loss of the amount, if anybody knows.
    pub amount: Option<f32>,
}

/// The log loss of log odds.
fn log_loss(odds: f32, target: f32) -> f32 {
    odds.max(0.0) - odds * target + (-odds.abs()).exp().ln_1p()
}

fn logistic(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

impl Mesh<'_> {
    /// The losses of an example for a network with [`Head::Values`](super::Head::Values); adds the gradient
    /// of their weighted sum to `gradient`.
    ///
    /// # Panics
    /// As [`Mesh::values`].
    pub fn add_gradient(
        &self,
        Example { graph, case, target }: Example<'_, Target>,
        weights: LossWeights,
        work: &mut Workspace,
        gradient: &mut [f32],
    ) -> Losses {
        let answer = self.values(graph, case, work);
        let (whole, amount) = (answer.whole, answer.amount);
        let mut losses = Losses { nodes: None, whole: log_loss(whole, target.whole), amount: None };
        let mut doutputs = [weights.whole * (logistic(whole) - target.whole), 0.0];
        if let Some(truth) = target.amount {
            let off = (amount - truth) / UNIT;
            let (loss, slope) = if off.abs() < 1.0 {
                (off * off / 2.0, off)
            } else {
                (off.abs() - 0.5, off.signum())
            };
            losses.amount = Some(loss);
            doutputs[1] = weights.amount * slope;
        }
        work.doutputs.clear();
        work.doutputs.extend(doutputs);
        // The amount is made of the nodes' answers too.
        work.dtotal = doutputs[1] / UNIT;
        work.dnodes.clear();
        work.dnodes.resize(graph.nodes, 0.0);
        if !target.nodes.is_empty() {
            let share = 1.0 / graph.nodes as f32;
            let mut loss = 0.0;
            let nodes = work.nodes.iter().zip(&target.nodes);
            for ((&odds, &truth), slope) in nodes.zip(&mut work.dnodes) {
                loss += log_loss(odds, truth) * share;
                *slope = weights.nodes * share * (logistic(odds) - truth);
            }
            losses.nodes = Some(loss);
        }
        self.backward(graph, case, work, gradient);
        losses
    }

    /// The cross entropy of an example for a network with [`Head::Classes`](super::Head::Classes); adds
    /// `weight` times its gradient to `gradient`.
    ///
    /// # Panics
    /// As [`Mesh::scores`], or if there are not as many targets as classes.
    pub fn add_class_gradient(
        &self,
        Example { graph, case, target }: Example<'_, [f32]>,
        weight: f32,
        work: &mut Workspace,
        gradient: &mut [f32],
    ) -> f32 {
        let scores = self.scores(graph, case, work);
        assert_eq!(target.len(), scores.len(), "a target for each class");
        let Workspace { outputs: scores, doutputs, .. } = work;
        let log_sum = softmax(scores, doutputs);
        for (slope, target) in doutputs.iter_mut().zip(target) {
            *slope = weight * (*slope - target);
        }
        let each = scores.iter().zip(target).map(|(score, target)| target * (log_sum - score));
        let loss = each.sum();
        self.backward(graph, case, work, gradient);
        loss
    }
}

/// How likely scores say that each class is; gives the logarithm of the sum that they were divided by.
pub(super) fn softmax(scores: &[f32], likely: &mut Vec<f32>) -> f32 {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    likely.clear();
    likely.extend(scores.iter().map(|score| (score - most).exp()));
    let sum: f32 = likely.iter().sum();
    likely.iter_mut().for_each(|value| *value /= sum);
    most + sum.ln()
}
