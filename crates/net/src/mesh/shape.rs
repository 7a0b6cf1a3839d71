//! How large a network is, and where its weights are.

use super::graph::VIEWS;
use crate::segment::Segment;

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
    /// What it answers.
    pub head: Head,
}

/// What a network answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// A yes or no of every node; a yes or no and an amount of the whole. The hidden layer sees the means of all
    /// channels, the sum of the nodes' answers and the case's own numbers.
    Values,
    /// To which of so many classes the whole belongs. The hidden layer sees the means and the maxima of all
    /// channels and the case's own numbers. The graphs meant are small, and another one in every case.
    Classes(usize),
}

/// The weights of a layer of the trunk: of what nodes see, of what is seen of the whole, and biases.
#[derive(Clone, Copy)]
pub(super) struct Layer {
    pub seen: Segment,
    pub whole: Segment,
    pub bias: Segment,
}

/// The weights of the head: the nodes' answers, the hidden layer and the answers about the whole.
#[derive(Clone, Copy)]
pub(super) struct HeadLayout {
    pub nodes: Segment,
    pub nodes_bias: Segment,
    pub hidden: Segment,
    pub hidden_bias: Segment,
    pub last: Segment,
    pub last_bias: Segment,
}

/// Sums of nodes' answers are given to the hidden layer, and amounts are reckoned, in this unit.
pub(super) const UNIT: f32 = 20.0;

impl Shape {
    /// How the layers follow each other, for the model file.
    pub fn words(&self) -> String {
        let Shape { features, globals, channels, blocks, hidden, head } = self;
        let answers = match head {
            Head::Values => "2".to_string(),
            Head::Classes(count) => format!("{count} classes"),
        };
        format!("mesh {features}+{globals}-{channels}x{blocks}-{hidden}-{answers}")
    }

    fn layer(&self, mut next: usize, inputs: usize, globals: usize, gain: [f64; 2]) -> Layer {
        let seen = Segment::matrix(&mut next, VIEWS * inputs, self.channels, gain[0]);
        let whole = Segment::matrix(&mut next, globals, self.channels, gain[1]);
        // Of what a node sees, two parts in four are means and so are small.
        let seen = Segment { fan_in: 2 * inputs, ..seen };
        Layer { seen, whole, bias: Segment::bias(&mut next, self.channels) }
    }

    pub(super) fn first(&self) -> Layer {
        self.layer(0, self.features, self.globals, [1.0, 0.3])
    }

    pub(super) fn inner(&self, index: usize) -> Layer {
        let first = self.first().bias.range().end;
        let one = (VIEWS + 1) * self.channels * self.channels + self.channels;
        // The second layer of each block begins with zeros.
        let gain = if index.is_multiple_of(2) { [0.7, 0.3] } else { [0.0, 0.0] };
        self.layer(first + index * one, self.channels, self.channels, gain)
    }

    pub(super) fn head_layout(&self) -> HeadLayout {
        let Shape { globals, channels, hidden, .. } = *self;
        let mut next = self.inner(2 * self.blocks).seen.first;
        let (node_answers, summary, answers) = match self.head {
            Head::Values => (1, 1, 2),
            Head::Classes(count) => (0, channels, count),
        };
        HeadLayout {
            nodes: Segment::matrix(&mut next, channels, node_answers, 0.1),
            nodes_bias: Segment::bias(&mut next, node_answers),
            hidden: Segment::matrix(&mut next, channels + summary + globals, hidden, 1.0),
            hidden_bias: Segment::bias(&mut next, hidden),
            last: Segment::matrix(&mut next, hidden, answers, 0.0),
            last_bias: Segment::bias(&mut next, answers),
        }
    }

    /// How many weights a network of this shape has, biases included.
    pub fn weights(&self) -> usize {
        self.head_layout().last_bias.range().end
    }

    /// First weights, from a source of numbers from zero to one. The second layer of each block and
    /// the last answers begin with zeros: what is not learned yet does nothing.
    pub fn begin(&self, mut unit: impl FnMut() -> f64) -> Vec<f32> {
        let mut weights = vec![0.0; self.weights()];
        let inner = (0..2 * self.blocks).map(|index| self.inner(index));
        let trunk = [self.first()].into_iter().chain(inner);
        let head = self.head_layout();
        let segments = trunk.flat_map(|layer| [layer.seen, layer.whole]);
        for segment in segments.chain([head.nodes, head.hidden]).filter(|one| one.gain > 0.0) {
            segment.begin(&mut weights, &mut unit);
        }
        weights
    }
}
