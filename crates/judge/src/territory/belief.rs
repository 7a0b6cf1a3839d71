//! Loopy belief propagation, plain and tree-reweighted.
//!
//! Each point tells each neighbour what it makes of the rest of the board, as half a log ratio:
//! `m' = atanh(tanh(J) tanh(x))`, where `x` is the point's field and all it was told by the others.
//! It is exact on a line and close elsewhere, if too sure of itself in empty areas.
//!
//! We keep odds, `exp(2 m)`, in which the rule is a fraction: with `k = exp(2 J)`, `b` for the odds
//! of all a point knows and `u` for what the listener said before, the message is
//! `(k b + u) / (b + k u)`. Halfway between an old message and a new one is a square root. So a round
//! needs neither exponentials nor logarithms, and the compiler does several edges at once.

use super::ising::{Edge, Ising, Moments, edges};
use aji_rules::{Field, Size};

/// Which approximation is iterated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The board is treated as the tree that it is not.
    Loopy,
    /// The board is a mixture of trees: whole rows along one column, and whole columns along one
    /// row. Its means are not sure enough and its neighbours too much alike, but its log Z, once the
    /// messages have settled, is above the true one.
    TreeReweighted,
}

/// How to propagate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Propagation {
    /// Which approximation is iterated.
    pub method: Method,
    /// When to give up.
    pub most_rounds: u32,
    /// Messages have settled when none moves further than this in a round.
    pub tolerance: f64,
}

/// What propagation ends with.
#[derive(Clone, Debug, PartialEq)]
pub struct Beliefs {
    /// The expectations, and the approximation's log Z.
    pub moments: Moments,
    /// How many rounds were done.
    pub rounds: u32,
    /// Whether the messages settled.
    pub has_converged: bool,
}

// What pulls harder is taken to pull this much, which is as good as certain. So the odds of all that a
// point may hear stay below the largest number.
const MOST_COUPLING: f64 = 30.0;
const MOST_FIELD: f64 = 150.0;

impl Propagation {
    /// With the limits of Stern et al.: 50 rounds.
    pub fn new(method: Method) -> Propagation {
        Propagation { method, most_rounds: 50, tolerance: 1e-6 }
    }

    /// Propagates until the messages settle or the rounds are over.
    pub fn run(&self, ising: &Ising) -> Beliefs {
        let mut board = Board::new(ising, self.method);
        let (rounds, has_converged) = self.settle(&mut board);
        Beliefs { moments: board.moments(ising), rounds, has_converged }
    }

    /// The expected owners alone, without what is costly: pairs and log Z.
    pub fn means(&self, ising: &Ising) -> Field<f64> {
        let mut board = Board::new(ising, self.method);
        self.settle(&mut board);
        board.means()
    }

    /// The rounds that were done, and whether the messages settled.
    fn settle(&self, board: &mut Board) -> (u32, bool) {
        let mut rounds = 0;
        let mut has_converged = false;
        while rounds < self.most_rounds && !has_converged {
            has_converged = board.round(self.tolerance);
            rounds += 1;
        }
        (rounds, has_converged)
    }
}

/// All messages on a board.
struct Board {
    size: Size,
    /// What the fields alone say of each point.
    odds: Vec<f64>,
    across: Edges,
    down: Edges,
    /// What fields and neighbours say of each point.
    beliefs: Vec<f64>,
    /// What the neighbours along one direction say of each point.
    heard: Vec<f64>,
}

/// The edges in one direction, each at its left or upper point. Where the board ends there is an
/// edge without coupling, which says nothing.
struct Edges {
    /// How far the second point of an edge is behind the first.
    step: usize,
    /// How many of the trees have an edge: 1 if the board is the tree.
    share: f64,
    /// `exp(2 J / share)`.
    grips: Vec<f64>,
    /// What the first point tells the second, as odds.
    forward: Vec<f64>,
    /// What the second point tells the first.
    backward: Vec<f64>,
}

impl Board {
    fn new(ising: &Ising, method: Method) -> Board {
        let size = ising.size();
        let (width, height) = (size.width(), size.height());
        // A row's edges are in all trees of rows, and in one of as many as there are rows of the
        // others.
        let share = |sides: usize| match method {
            Method::Loopy => 1.0,
            Method::TreeReweighted => 0.5 + 0.5 / sides as f64,
        };
        let inner = Field::from_fn(size, |point| {
            if size.xy(point).0 + 1 < width { ising.across[point] } else { 0.0 }
        });
        let odds: Vec<f64> = ising
            .fields
            .values()
            .iter()
            .map(|field| (2.0 * field.clamp(-MOST_FIELD, MOST_FIELD)).exp())
            .collect();
        Board {
            size,
            across: Edges::new(1, share(height), inner.values()),
            down: Edges::new(width, share(width), ising.down.values()),
            beliefs: odds.clone(),
            heard: odds.clone(),
            odds,
        }
    }

    /// Everybody listens, then everybody talks. Says whether all messages are as good as before.
    fn round(&mut self, tolerance: f64) -> bool {
        self.listen();
        let is_settled_across = self.across.talk(&self.beliefs, tolerance);
        let is_settled_down = self.down.talk(&self.beliefs, tolerance);
        is_settled_across && is_settled_down
    }

    fn listen(&mut self) {
        self.beliefs.copy_from_slice(&self.odds);
        for edges in [&self.across, &self.down] {
            edges.listen(&mut self.heard);
            multiply(&mut self.beliefs, &self.heard);
        }
    }

    fn means(&mut self) -> Field<f64> {
        self.listen();
        self.field(&self.beliefs).map(|odds| (odds - 1.0) / (odds + 1.0))
    }

    fn moments(mut self, ising: &Ising) -> Moments {
        let mut moments = Moments {
            means: self.means(),
            across: Field::filled(self.size, 0.0),
            down: Field::filled(self.size, 0.0),
            log_z: None,
        };
        // From here on half log ratios, as nothing bounds the odds of a pair.
        let known = self.field(&self.beliefs).map(|odds| odds.ln() / 2.0);
        let entropies =
            Field::from_fn(self.size, |point| entropy(known[point], moments.means[point]));
        let mut log_z: f64 = entropies.values().iter().sum();
        for (point, field) in ising.fields.iter() {
            log_z += field * moments.means[point];
        }
        for edge in edges(self.size) {
            let (lines, products) = match edge.is_across {
                true => (&self.across, &mut moments.across),
                false => (&self.down, &mut moments.down),
            };
            let pair = lines.pair(edge, &known);
            products[edge.from] = pair.product;
            let shared = entropies[edge.from] + entropies[edge.to] - pair.entropy;
            log_z += edge.of(&ising.across, &ising.down) * pair.product - lines.share * shared;
        }
        moments.log_z = Some(log_z);
        moments
    }

    fn field(&self, values: &[f64]) -> Field<f64> {
        Field::from_fn(self.size, |point| values[point.index()])
    }
}

impl Edges {
    fn new(step: usize, share: f64, couplings: &[f64]) -> Edges {
        let count = couplings.len() - step;
        let most = MOST_COUPLING;
        let grip = |coupling: &f64| (2.0 * coupling.clamp(-most, most) / share).exp();
        Edges {
            step,
            share,
            grips: couplings[..count].iter().map(grip).collect(),
            forward: vec![1.0; count],
            backward: vec![1.0; count],
        }
    }

    /// Puts together what each point hears in this direction.
    fn listen(&self, heard: &mut [f64]) {
        heard.fill(1.0);
        multiply(&mut heard[self.step..], &self.forward);
        multiply(heard, &self.backward);
        if self.share != 1.0 {
            for odds in heard {
                *odds = odds.powf(self.share);
            }
        }
    }

    /// Moves all messages half the way to what they should be. Says whether they hardly moved.
    fn talk(&mut self, beliefs: &[f64], tolerance: f64) -> bool {
        // A half log ratio moves by half of what its odds move in proportion.
        let tolerance = 2.0 * tolerance;
        let mut has_moved = false;
        let ends = beliefs.iter().zip(&beliefs[self.step..]);
        let messages = self.forward.iter_mut().zip(&mut self.backward);
        for ((grip, (forward, backward)), (first, second)) in
            self.grips.iter().zip(messages).zip(ends)
        {
            let (said, answered) = (*forward, *backward);
            *forward = (said * ((grip * first + answered) / (first + grip * answered))).sqrt();
            *backward = (answered * ((grip * second + said) / (second + grip * said))).sqrt();
            has_moved |= (*forward - said).abs() > tolerance * said;
            has_moved |= (*backward - answered).abs() > tolerance * answered;
        }
        !has_moved
    }

    /// What is believed of two neighbours together.
    fn pair(&self, edge: Edge, known: &Field<f64>) -> Pair {
        let index = edge.from.index();
        let half_log = |odds: f64| odds.ln() / 2.0;
        let coupling = half_log(self.grips[index]);
        // What each knows without the other.
        let x = known[edge.from] - half_log(self.backward[index]);
        let y = known[edge.to] - half_log(self.forward[index]);
        let logs = [coupling + x + y, coupling - x - y, x - y - coupling, y - x - coupling];
        let highest = logs.into_iter().fold(f64::MIN, f64::max);
        let logs = logs.map(|log| log - highest);
        let weights = logs.map(f64::exp);
        let sum: f64 = weights.iter().sum();
        let expected_log = weights.iter().zip(logs).map(|(weight, log)| weight * log).sum::<f64>();
        Pair {
            product: (weights[0] + weights[1] - weights[2] - weights[3]) / sum,
            entropy: sum.ln() - expected_log / sum,
        }
    }
}

struct Pair {
    /// The expected product of the owners.
    product: f64,
    entropy: f64,
}

/// The entropy of a point's owner, of half the log ratio and its tanh.
fn entropy(known: f64, mean: f64) -> f64 {
    let positive = known.abs();
    positive + (-2.0 * positive).exp().ln_1p() - known * mean
}

fn multiply(values: &mut [f64], factors: &[f64]) {
    for (value, factor) in values.iter_mut().zip(factors) {
        *value *= factor;
    }
}
