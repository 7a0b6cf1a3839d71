//! From the channels of all nodes to answers about the whole, and back.

use super::graph::mean;
use super::linear::{add, hold};
use super::shape::UNIT;
use super::{Case, Graph, Head, Mesh, Workspace};

/// What a network with [`Head::Values`] answers.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    /// Each node's yes, as log odds.
    pub nodes: &'a [f32],
    /// The whole's yes, as log odds.
    pub whole: f32,
    /// The amount.
    pub amount: f32,
}

impl Mesh<'_> {
    /// The answers of a network with [`Head::Values`].
    ///
    /// # Panics
    /// If the case is not of this shape and graph, or the head is another.
    pub fn values<'w>(&self, graph: &Graph, case: &Case, work: &'w mut Workspace) -> Values<'w> {
        assert_eq!(self.shape.head, Head::Values, "a head for values");
        self.forward(graph, case, work);
        let amount = work.total + UNIT * work.outputs[1];
        Values { nodes: &work.nodes, whole: work.outputs[0], amount }
    }

    /// The scores that a network with [`Head::Classes`] gives the classes: their logarithmic odds.
    ///
    /// # Panics
    /// If the case is not of this shape and graph.
    pub fn scores<'w>(&self, graph: &Graph, case: &Case, work: &'w mut Workspace) -> &'w [f32] {
        self.forward(graph, case, work);
        &work.outputs
    }

    fn forward(&self, graph: &Graph, case: &Case, work: &mut Workspace) {
        let (layout, weights) = (self.shape.head_layout(), self.linear.weights);
        let Workspace { trunk, nodes, total, input, hidden, outputs, highest, .. } = work;
        self.trunk().forward(graph, case, trunk);
        input.resize(layout.hidden.rows, 0.0);
        let (means, rest) = input.split_at_mut(self.shape.channels);
        mean(&trunk.active, means);
        let (summary, globals) = rest.split_at_mut(rest.len() - self.shape.globals);
        match self.shape.head {
            Head::Values => {
                nodes.resize(graph.nodes, 0.0);
                let bias = layout.nodes_bias.of(weights);
                self.linear.forward(layout.nodes, &trunk.active, bias, nodes);
                *total = case.offset + nodes.iter().map(|&odds| (odds / 2.0).tanh()).sum::<f32>();
                summary[0] = *total / UNIT;
            }
            Head::Classes(_) => maximum(&trunk.active, summary, highest),
        }
        globals.copy_from_slice(&case.globals);
        hidden.resize(layout.hidden.columns, 0.0);
        self.linear.forward(layout.hidden, input, layout.hidden_bias.of(weights), hidden);
        hidden.iter_mut().for_each(|value| *value = value.max(0.0));
        outputs.resize(layout.last.columns, 0.0);
        self.linear.forward(layout.last, hidden, layout.last_bias.of(weights), outputs);
    }

    /// Adds the gradient of the weights after going forward, from that of the answers, which is in `work.doutputs`
    /// and, with [`Head::Values`], in `work.dnodes` and `work.dtotal`.
    pub(super) fn backward(
        &self,
        graph: &Graph,
        case: &Case,
        work: &mut Workspace,
        gradient: &mut [f32],
    ) {
        let layout = self.shape.head_layout();
        let Workspace { trunk, nodes, input, hidden, highest, dnodes, dtotal, .. } = work;
        let Workspace { dinput, dhidden, doutputs, .. } = work;
        dhidden.resize(hidden.len(), 0.0);
        dinput.resize(input.len(), 0.0);
        add(layout.last_bias.of_mut(gradient), doutputs);
        self.linear_back.add_gradient(layout.last, hidden, doutputs, gradient);
        self.linear_back.backward(layout.last, doutputs, dhidden);
        hold(dhidden, hidden);
        add(layout.hidden_bias.of_mut(gradient), dhidden);
        self.linear_back.add_gradient(layout.hidden, input, dhidden, gradient);
        self.linear_back.backward(layout.hidden, dhidden, dinput);

        let channels = self.shape.channels;
        let (dmeans, dsummary) = dinput.split_at_mut(channels);
        match self.shape.head {
            Head::Values => {
                *dtotal += dsummary[0] / UNIT;
                for (&odds, slope) in nodes.iter().zip(dnodes.iter_mut()) {
                    let held = (odds / 2.0).tanh();
                    *slope += *dtotal * (1.0 - held * held) / 2.0;
                }
                layout.nodes_bias.of_mut(gradient)[0] += dnodes.iter().sum::<f32>();
                self.linear.add_gradient(layout.nodes, &trunk.active, dnodes, gradient);
                self.linear.backward(layout.nodes, dnodes, &mut trunk.dstream);
                let share = 1.0 / graph.nodes as f32;
                for dstream in trunk.dstream.chunks_exact_mut(channels) {
                    dstream.iter_mut().zip(&*dmeans).for_each(|(sum, slope)| *sum += share * slope);
                }
            }
            Head::Classes(_) => {
                dmeans.iter_mut().for_each(|slope| *slope /= graph.nodes as f32);
                let nodes = trunk.dstream.chunks_exact_mut(channels);
                nodes.for_each(|dstream| dstream.copy_from_slice(dmeans));
                for (channel, (&node, slope)) in highest.iter().zip(dsummary).enumerate() {
                    trunk.dstream[node * channels + channel] += *slope;
                }
            }
        }
        self.trunk().backward(graph, &case.parts, trunk, gradient);
    }
}

/// The maximum over all nodes of each channel, and the first node that has it.
fn maximum(x: &[f32], most: &mut [f32], highest: &mut Vec<usize>) {
    let width = most.len();
    most.copy_from_slice(&x[..width]);
    highest.clear();
    highest.resize(width, 0);
    for (node, x) in x.chunks_exact(width).enumerate().skip(1) {
        for ((most, highest), &x) in most.iter_mut().zip(&mut *highest).zip(x) {
            if x > *most {
                (*most, *highest) = (x, node);
            }
        }
    }
}
