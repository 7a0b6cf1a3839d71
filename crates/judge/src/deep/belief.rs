//! Belief propagation for so many rounds, in odds: what the network's owners are made of.
//!
//! Owners are marginals of an Ising model: a field pulls every point, a coupling ties neighbours. Written in odds,
//! a message is `(K R + 1) / (R + K)`, where `R` are the odds of the point that sends it, without what the receiver
//! told it, and `K` is `exp(2 J)`: no logarithm and no exponential is needed, and an edge that is not there, with
//! `K` one, says one, which is nothing. The number of rounds is fixed, so that the owners are a plain function of fields and
//! couplings, and learning can go back through it.

/// So many rounds: what lies further away, the trunk of the network has seen.
pub const ROUNDS: usize = 6;

/// Fields and couplings as odds, point by point.
#[derive(Clone, Debug, Default)]
pub struct Odds {
    /// `exp(2 H)`.
    pub points: Vec<f32>,
    /// `exp(2 J)` of each point and the one to its right; one in the last column.
    pub across: Vec<f32>,
    /// The same with the one below; one in the last row.
    pub down: Vec<f32>,
    /// Points in a row.
    pub width: usize,
}

/// What each point was told after a round: by its left, right, upper and lower neighbour.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    /// Four lists.
    pub told: [Vec<f32>; 4],
}

/// Where messages come from, as they are listed.
pub const LEFT: usize = 0;
/// See [`LEFT`].
pub const RIGHT: usize = 1;
/// See [`LEFT`].
pub const ABOVE: usize = 2;
/// See [`LEFT`].
pub const BELOW: usize = 3;

/// All rounds, to go back through.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    /// Before the first round and after each.
    pub messages: Vec<Messages>,
    /// The odds of every point, by what it was told after the last round.
    pub belief: Vec<f32>,
}

impl Rounds {
    /// Runs all rounds.
    pub fn run(&mut self, odds: &Odds) {
        let area = odds.points.len();
        self.messages.resize(ROUNDS + 1, Messages::default());
        for told in self.messages.iter_mut().flat_map(|messages| &mut messages.told) {
            told.clear();
            told.resize(area, 1.0);
        }
        self.belief.resize(area, 1.0);
        for round in 0..ROUNDS {
            self.messages[round].beliefs(odds, &mut self.belief);
            let (before, after) = self.messages.split_at_mut(round + 1);
            send(odds, &before[round], &self.belief, &mut after[0]);
        }
        self.messages[ROUNDS].beliefs(odds, &mut self.belief);
    }
}

impl Messages {
    /// The odds of every point.
    pub fn beliefs(&self, odds: &Odds, belief: &mut [f32]) {
        let [left, right, above, below] = &self.told;
        for (at, belief) in belief.iter_mut().enumerate() {
            *belief = odds.points[at] * (left[at] * right[at]) * (above[at] * below[at]);
        }
    }
}

fn send(odds: &Odds, before: &Messages, belief: &[f32], after: &mut Messages) {
    let (area, width) = (belief.len(), odds.width);
    let says = |sender: f32, from_receiver: f32, k: f32| {
        let r = sender / from_receiver;
        (k * r + 1.0) / (r + k)
    };
    for (step, coupling, forward, backward) in
        [(1, &odds.across, LEFT, RIGHT), (width, &odds.down, ABOVE, BELOW)]
    {
        if area <= step {
            continue;
        }
        let edges = area - step;
        let (k, first, second) = (&coupling[..edges], &belief[..edges], &belief[step..]);
        // The one to the right or below is told by its left or upper neighbour, and tells it.
        let (heard, said) = (&before.told[backward][..edges], &mut after.told[forward][step..]);
        for at in 0..edges {
            said[at] = says(first[at], heard[at], k[at]);
        }
        let (heard, said) = (&before.told[forward][step..], &mut after.told[backward][..edges]);
        for at in 0..edges {
            said[at] = says(second[at], heard[at], k[at]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::{Exact, Ising};
    use aji_rules::Size;

    fn ising(size: Size, coupling: f64) -> Ising {
        let mut ising = Ising::flat(size);
        for point in size.points() {
            ising.fields[point] = ((point.index() * 37 % 11) as f64 - 5.0) / 6.0;
            ising.across[point] = coupling * (point.index() % 3) as f64;
            ising.down[point] = coupling * (point.index() % 4) as f64 - 0.1;
        }
        ising
    }

    fn odds(ising: &Ising) -> Odds {
        let size = ising.size();
        let odds = |values: &aji_rules::Field<f64>, is_edge: fn(usize, usize, Size) -> bool| {
            let of = |point| {
                let (x, y) = size.xy(point);
                if is_edge(x, y, size) { (2.0 * values[point]).exp() as f32 } else { 1.0 }
            };
            size.points().map(of).collect()
        };
        Odds {
            points: odds(&ising.fields, |_, _, _| true),
            across: odds(&ising.across, |x, _, size| x + 1 < size.width()),
            down: odds(&ising.down, |_, y, size| y + 1 < size.height()),
            width: size.width(),
        }
    }

    #[test]
    fn a_line_without_loops_is_exact() {
        for size in [Size::new(1, 7).unwrap(), Size::new(7, 1).unwrap()] {
            let ising = ising(size, 0.3);
            let mut rounds = Rounds::default();
            rounds.run(&odds(&ising));
            let exact = Exact::new(size).unwrap().moments(&ising);
            for point in size.points() {
                let odds = f64::from(rounds.belief[point.index()]);
                let mean = (odds - 1.0) / (odds + 1.0);
                assert!((mean - exact.means[point]).abs() < 1e-5, "{mean} {}", exact.means[point]);
            }
        }
    }

    #[test]
    fn a_board_with_weak_couplings_is_nearly_exact() {
        let size = Size::new(6, 5).unwrap();
        let ising = ising(size, 0.08);
        let mut rounds = Rounds::default();
        rounds.run(&odds(&ising));
        let exact = Exact::new(size).unwrap().moments(&ising);
        for point in size.points() {
            let odds = f64::from(rounds.belief[point.index()]);
            let mean = (odds - 1.0) / (odds + 1.0);
            assert!((mean - exact.means[point]).abs() < 5e-3, "{mean} {}", exact.means[point]);
        }
    }
}
