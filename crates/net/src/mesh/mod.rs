//! A network over the nodes of a graph, such as the points of a board.
//!
//! Every node carries the same number of channels. A layer shows each node its own channels, the
//! means of those of its neighbours, one mean for each [`Relation`], the mean of its part (the nodes
//! are parted anew in every [`Case`]), and the mean of all nodes; one matrix, the same at every node,
//! makes the new channels of it. So nothing depends on the order of nodes or neighbours: a graph that
//! is turned into itself has its answers turned, exactly, with no need to learn that from examples.
//!
//! Layers come in blocks of two whose result is added to what went in. In the end a [`Head`] makes answers
//! about the whole of them, through one hidden layer.

mod graph;
mod head;
mod linear;
mod loss;
mod shape;
#[cfg(test)]
mod tests;
mod trunk;

pub use graph::{Graph, Parts, Relation};
pub use head::Values;
pub use loss::{Example, LossWeights, Losses, Target};
pub use shape::{Head, Shape};

use crate::kernel::multiply_small;
use crate::matrix::{multiply, multiply_plain};
use linear::Linear;
use trunk::{Trunk, TrunkWorkspace};

/// What a network is asked.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The features of the first node, then those of the second, and so on.
    pub features: Vec<f32>,
    /// How the nodes are parted.
    pub parts: Parts,
    /// The case's own numbers.
    pub globals: Vec<f32>,
    /// What is added to the sum of the nodes' answers.
    pub offset: f32,
}

/// A network: a shape with weights.
#[derive(Clone, Copy)]
pub struct Mesh<'a> {
    shape: &'a Shape,
    linear: Linear<'a>,
    /// The hidden layer and the last one, backward.
    linear_back: Linear<'a>,
}

impl<'a> Mesh<'a> {
    /// A shape with weights.
    ///
    /// # Panics
    /// If they are not as many as the shape has.
    pub fn new(shape: &'a Shape, weights: &'a [f32]) -> Mesh<'a> {
        assert_eq!(weights.len(), shape.weights(), "weights of {}", shape.words());
        let (multiply, multiply_back): (linear::Product, linear::Product) = match shape.head {
            Head::Values => (multiply, multiply_plain),
            Head::Classes(_) => (multiply_small, multiply_small),
        };
        let linear = |multiply| Linear { weights, multiply };
        Mesh { shape, linear: linear(multiply), linear_back: linear(multiply_back) }
    }

    fn trunk(&self) -> Trunk<'a> {
        Trunk { shape: self.shape, linear: self.linear }
    }
}

/// Room to work in; one for every thread.
#[derive(Default)]
pub struct Workspace {
    trunk: TrunkWorkspace,
    /// The nodes' answers.
    nodes: Vec<f32>,
    /// Their sum and the case's offset.
    total: f32,
    /// What the hidden layer sees.
    input: Vec<f32>,
    hidden: Vec<f32>,
    /// The answers about the whole.
    outputs: Vec<f32>,
    /// Which node has most of each channel.
    highest: Vec<usize>,
    dnodes: Vec<f32>,
    dtotal: f32,
    dinput: Vec<f32>,
    dhidden: Vec<f32>,
    doutputs: Vec<f32>,
}
