//! How large a network is, and where its weights are.

use super::nodes::VIEWS;

/// How large a network is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Features of a node.
    pub features: usize,
    /// Numbers of a case.
    pub globals: usize,
    /// Channels of a node.
    pub channels: usize,
    /// Pairs of layers.
    pub blocks: usize,
    /// Hidden units behind the answers about the whole.
    pub hidden: usize,
}

/// Where the weights of a layer are: what is seen, what is seen of the whole, biases.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) seen: (usize, usize),
    pub(super) whole: (usize, usize),
    pub(super) bias: (usize, usize),
}

/// Sums of nodes' answers are given to the hidden layer, and amounts are reckoned, in this unit.
pub(super) const UNIT: f32 = 20.0;

impl Shape {
    /// How the layers follow each other, for the model file.
    pub fn words(&self) -> String {
        let Shape { features, globals, channels, blocks, hidden } = self;
        format!("mesh {features}+{globals}-{channels}x{blocks}-{hidden}-2")
    }

    /// What is before the head.
    pub(super) fn trunk(&self) -> TrunkShape {
        let Shape { features, globals, channels, blocks, .. } = *self;
        TrunkShape { features, globals, channels, blocks }
    }

    /// What the hidden layer sees: means, the sum of the answers, the case's own numbers.
    pub(super) fn head_inputs(&self) -> usize {
        self.channels + 1 + self.globals
    }

    /// The weights and bias of the nodes' answers, of the hidden layer and of the last answers.
    pub(super) fn head(&self) -> [(usize, usize); 6] {
        let sizes =
            [self.channels, 1, self.head_inputs() * self.hidden, self.hidden, 2 * self.hidden, 2];
        places(self.trunk().weights(), sizes)
    }

    /// How many weights a network of this shape has, biases included.
    pub fn weights(&self) -> usize {
        let last = self.head()[5];
        last.0 + last.1
    }

    /// First weights, from a source of numbers from zero to one. The second layer of each block and
    /// the last answers begin with zeros: what is not learned yet does nothing.
    pub fn begin(&self, mut unit: impl FnMut() -> f64) -> Vec<f32> {
        let mut weights = vec![0.0; self.weights()];
        self.trunk().begin(&mut weights, &mut unit);
        let head = self.head();
        fill(part_mut(&mut weights, head[0]), self.channels, 0.1, &mut unit);
        fill(part_mut(&mut weights, head[2]), self.head_inputs(), 1.0, &mut unit);
        weights
    }
}

/// How large what is before the head is: the first layer and the blocks. Its weights come first.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrunkShape {
    pub(super) features: usize,
    pub(super) globals: usize,
    pub(super) channels: usize,
    pub(super) blocks: usize,
}

impl TrunkShape {
    fn layer(&self, start: usize, width: usize, whole: usize) -> Place {
        let seen = (start, VIEWS * width * self.channels);
        let whole = (seen.0 + seen.1, whole * self.channels);
        Place { seen, whole, bias: (whole.0 + whole.1, self.channels) }
    }

    pub(super) fn first(&self) -> Place {
        self.layer(0, self.features, self.globals)
    }

    pub(super) fn inner(&self, index: usize) -> Place {
        let first = self.first().bias;
        let one = (VIEWS + 1) * self.channels * self.channels + self.channels;
        self.layer(first.0 + first.1 + index * one, self.channels, self.channels)
    }

    /// How many weights there are; those of the head follow.
    pub(super) fn weights(&self) -> usize {
        self.inner(2 * self.blocks).seen.0
    }

    /// First weights, into a list of zeros.
    pub(super) fn begin(&self, weights: &mut [f32], unit: &mut impl FnMut() -> f64) {
        let first = self.first();
        fill(part_mut(weights, first.seen), 2 * self.features, 1.0, unit);
        fill(part_mut(weights, first.whole), self.globals.max(1), 0.3, unit);
        for block in 0..self.blocks {
            let place = self.inner(2 * block);
            fill(part_mut(weights, place.seen), 2 * self.channels, 0.7, unit);
            fill(part_mut(weights, place.whole), self.channels, 0.3, unit);
        }
    }
}

/// Where lists of such sizes are that follow each other.
pub(super) fn places<const COUNT: usize>(
    mut start: usize,
    sizes: [usize; COUNT],
) -> [(usize, usize); COUNT] {
    sizes.map(|size| {
        let place = (start, size);
        start += size;
        place
    })
}

/// Random weights for so many inputs.
pub(super) fn fill(weights: &mut [f32], inputs: usize, gain: f64, unit: &mut impl FnMut() -> f64) {
    // Evenly spread numbers up to sqrt(3) have the variance one.
    let most = gain * (6.0 / inputs as f64).sqrt();
    weights.iter_mut().for_each(|weight| *weight = ((2.0 * unit() - 1.0) * most) as f32);
}

pub(super) fn part(weights: &[f32], (start, size): (usize, usize)) -> &[f32] {
    &weights[start..start + size]
}

pub(super) fn part_mut(weights: &mut [f32], (start, size): (usize, usize)) -> &mut [f32] {
    &mut weights[start..start + size]
}
