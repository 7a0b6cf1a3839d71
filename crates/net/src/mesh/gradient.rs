//! What a network should have answered, and which way its weights must go.

use super::nodes::{Mesh, add};
use super::shape::{Shape, UNIT, part, part_mut};
use super::{Case, Workspace, answer, trunk};
use crate::matrix::{View, multiply};

/// What a network should have answered.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// How likely each node is a yes; empty if nobody knows.
    pub nodes: Vec<f32>,
    /// How likely the whole is a yes.
    pub whole: f32,
    /// The amount, if anybody knows.
    pub amount: Option<f32>,
}

/// How much each part of a target matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Care {
    /// For the mean log loss of the nodes.
    pub nodes: f32,
    /// For the log loss of the whole.
    pub whole: f32,
    /// For the loss of the amount: squared up to one unit of twenty, straight beyond.
    pub amount: f32,
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

/// The losses of a case, and `scale` times the gradient of their sum, weighed by `care`, added to
/// `gradient`.
///
/// # Panics
/// As [`answer`].
pub fn add_gradient(
    (shape, weights): (&Shape, &[f32]),
    mesh: &Mesh,
    (case, target): (&Case, &Target),
    (care, scale): (Care, f32),
    gradient: &mut [f32],
    work: &mut Workspace,
) -> Losses {
    let answer = answer((shape, weights), mesh, case, work);
    let (whole, amount) = (answer.whole, answer.amount);
    let mut losses = Losses { nodes: None, whole: log_loss(whole, target.whole), amount: None };
    let mut dlast = [scale * care.whole * (logistic(whole) - target.whole), 0.0];
    // What the sum of the nodes' answers matters, straight for the amount and by the hidden layer.
    let mut dtotal = 0.0;
    if let Some(truth) = target.amount {
        let off = (amount - truth) / UNIT;
        let (loss, slope) =
            if off.abs() < 1.0 { (off * off / 2.0, off) } else { (off.abs() - 0.5, off.signum()) };
        losses.amount = Some(loss);
        dlast[1] = scale * care.amount * slope;
        dtotal += dlast[1] / UNIT;
    }
    let Workspace { room, nodes, head, hidden, dnodes, dhead, .. } = work;
    let channels = shape.channels;
    let [node_weights, node_bias, hidden_weights, hidden_bias, last_weights, last_bias] =
        shape.head();

    // The last answers and the hidden layer: small enough for plain loops.
    add(part_mut(gradient, last_bias), &dlast);
    dhead.fill(0.0);
    for (unit, &value) in hidden.iter().enumerate() {
        if value <= 0.0 {
            continue;
        }
        let at = last_weights.0 + 2 * unit;
        gradient[at] += value * dlast[0];
        gradient[at + 1] += value * dlast[1];
        let slope = weights[at] * dlast[0] + weights[at + 1] * dlast[1];
        gradient[hidden_bias.0 + unit] += slope;
        for (input, (&seen, dhead)) in head.iter().zip(&mut *dhead).enumerate() {
            let at = hidden_weights.0 + input * shape.hidden + unit;
            gradient[at] += seen * slope;
            *dhead += weights[at] * slope;
        }
    }
    dtotal += dhead[channels] / UNIT;

    // The nodes' answers.
    let share = 1.0 / mesh.nodes as f32;
    let mut loss = 0.0;
    for (node, (&odds, slope)) in nodes.iter().zip(dnodes.iter_mut()).enumerate() {
        let held = (odds / 2.0).tanh();
        *slope = dtotal * (1.0 - held * held) / 2.0;
        if let Some(&truth) = target.nodes.get(node) {
            loss += log_loss(odds, truth) * share;
            *slope += scale * care.nodes * share * (logistic(odds) - truth);
        }
    }
    losses.nodes = (!target.nodes.is_empty()).then_some(loss);
    gradient[node_bias.0] += dnodes.iter().sum::<f32>();
    let slopes = View::new(dnodes, mesh.nodes, 1);
    let turned = View::new(&room.active, mesh.nodes, channels).transposed();
    multiply(part_mut(gradient, node_weights), 1.0, turned, slopes);
    let matrix = View::new(part(weights, node_weights), 1, channels);
    multiply(&mut room.dstream, 0.0, slopes, matrix);
    for dstream in room.dstream.chunks_exact_mut(channels) {
        dstream.iter_mut().zip(&*dhead).for_each(|(sum, &slope)| *sum += share * slope);
    }
    trunk(shape, weights).add_gradient(mesh, &case.parts, gradient, room);
    losses
}
