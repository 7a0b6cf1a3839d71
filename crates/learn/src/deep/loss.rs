//! What the deep network should have said, and how far from it what it said is.

use aji_judge::deep::belief::{ABOVE, BELOW, LEFT, Odds, RIGHT, ROUNDS, Rounds};
use aji_judge::deep::heads::{
    COUPLING_LIMIT, FIELD, FIELD_LIMIT, Heads, PART_SCALES, PART_WEIGHTS, PASS, POINT_OUTPUTS,
    POLICY, PULL, SCALE_LIMIT, TIES, limited_gradient, tie,
};
use aji_net::conv::{OutputGradient, Outputs};
use aji_rules::Size;

/// What is known of a position, from the mover's view. What is not known is empty or `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Target {
    /// How likely each next move is: points by index, a pass as the number of points.
    pub policy: Vec<(usize, f32)>,
    /// How likely each point will be the mover's.
    pub owners: Vec<f32>,
    /// Whose each point really was: 1 the mover's, -1 the other's, 0 neither's.
    pub outcome: Vec<i8>,
    /// By how much the mover leads, in a teacher's opinion.
    pub lead: Option<f32>,
    /// By how much the mover won when the game was counted.
    pub score: Option<f32>,
    /// How likely the mover wins: 0 or 1 if that is known.
    pub won: Option<f32>,
    /// Whether it ended by resignation: then who won tells who was ahead, but not how far counted scores scatter.
    pub is_resigned: bool,
    /// What is added to the points that the mover owns less those that the other does: komi and the like.
    pub extras: f32,
}

/// How much each part of the loss weighs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossWeights {
    /// The policy's cross entropy.
    pub policy: f32,
    /// The owners' cross entropy, a point.
    pub owners: f32,
    /// The logarithm of the likelihood of each point given its neighbours, a point.
    pub neighbours: f32,
    /// How far the lead is from the teacher's.
    pub lead: f32,
    /// The logarithm of the density of the score.
    pub score: f32,
    /// The winner's cross entropy.
    pub won: f32,
}

impl LossWeights {
    /// What the built-in model was made with.
    pub const USUAL: LossWeights =
        LossWeights { policy: 1.0, owners: 2.0, neighbours: 0.3, lead: 0.5, score: 0.2, won: 0.3 };

    /// So many times as much.
    pub fn scaled(self, by: f32) -> LossWeights {
        let LossWeights { policy, owners, neighbours, lead, score, won } = self;
        LossWeights {
            policy: by * policy,
            owners: by * owners,
            neighbours: by * neighbours,
            lead: by * lead,
            score: by * score,
            won: by * won,
        }
    }
}

/// How far off an answer was; NaN never, `None` where nothing was known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Cross entropy of the policy.
    pub policy: Option<f32>,
    /// Whether the likeliest move was the policy's first.
    pub is_first: Option<bool>,
    /// Cross entropy of the owners, a point.
    pub owners: Option<f32>,
    /// Minus the logarithm of the likelihood of each point given its neighbours.
    pub neighbours: Option<f32>,
    /// How many points the lead is from the teacher's.
    pub lead: Option<f32>,
    /// Minus the logarithm of the density of the score.
    pub score: Option<f32>,
    /// Cross entropy of the winner.
    pub won: Option<f32>,
}

impl Losses {
    /// The names of the losses, in the order of [`Losses::all`].
    pub const NAMES: [&'static str; 7] =
        ["policy", "first", "owners", "neighbours", "lead", "score", "winner"];

    /// All of them.
    pub fn all(&self) -> [Option<f32>; 7] {
        let is_first = self.is_first.map(|is| f32::from(u8::from(is)));
        let Losses { policy, owners, neighbours, lead, score, won, .. } = *self;
        [policy, is_first, owners, neighbours, lead, score, won]
    }
}

/// Beyond so many points of difference on 19x19 a lead's loss grows no faster than the difference.
const LEAD_BEND: f32 = 4.0;

/// What a tower said of one board, and how much each part of the loss weighs.
pub struct Loss<'a> {
    /// What the outputs mean.
    pub heads: &'a Heads,
    /// The outputs of the board.
    pub outputs: Outputs<'a>,
    /// Its size.
    pub size: Size,
    /// How much each part weighs.
    pub weights: LossWeights,
}

/// The gradient by fields and couplings, point by point.
struct IsingGradient {
    fields: Vec<f32>,
    across: Vec<f32>,
    down: Vec<f32>,
}

impl Loss<'_> {
    /// The losses; adds the gradient of their weighted sum by the outputs to those of the boards before.
    pub fn gradient(&self, target: &Target, gradient: &mut OutputGradient) -> Losses {
        let Loss { heads, outputs, size, weights } = *self;
        let area = size.area();
        let (points, board) = gradient.push(outputs);
        let mut losses = Losses::default();
        if !target.policy.is_empty() {
            self.policy(target, points, board, &mut losses);
        }
        // By the log odds of owners.
        let mut beliefs = vec![0.0; area];
        let zeros = || vec![0.0; area];
        let mut ising = IsingGradient { fields: zeros(), across: zeros(), down: zeros() };
        if !target.owners.is_empty() {
            let share = weights.owners / area as f32;
            let mut sum = 0.0;
            let each = target.owners.iter().zip(&heads.rounds.belief).zip(&mut beliefs);
            for ((&wanted, &odds), slope) in each {
                let chance = odds / (1.0 + odds);
                *slope += share * (chance - wanted);
                sum -= wanted * chance.max(1e-9).ln()
                    + (1.0 - wanted) * (1.0 / (1.0 + odds)).max(1e-9).ln();
            }
            losses.owners = Some(sum / area as f32);
        }
        if !target.outcome.is_empty() {
            losses.neighbours = Some(self.neighbours(&target.outcome, &mut ising) / area as f32);
        }
        let by_mean = self.scores(target, board, &mut losses);
        for (slope, owner) in beliefs.iter_mut().zip(heads.owners()) {
            *slope += by_mean * (1.0 - owner * owner) / 2.0;
        }
        belief_back(&heads.odds, &heads.rounds, &beliefs, &mut ising);
        // There is no edge from the end of a row to the beginning of the next.
        let ends = ising.across.iter_mut().skip(size.width() - 1).step_by(size.width());
        ends.for_each(|slope| *slope = 0.0);
        self.ising_back(&ising, points);
        losses
    }

    /// From fields and couplings to the outputs that they are made of.
    fn ising_back(&self, IsingGradient { fields, across, down }: &IsingGradient, out: &mut [f32]) {
        let rows = self.outputs.points.as_chunks::<POINT_OUTPUTS>().0;
        let out = out.as_chunks_mut::<POINT_OUTPUTS>().0;
        for ((slope, row), out) in fields.iter().zip(rows).zip(&mut *out) {
            out[FIELD] += slope * limited_gradient(row[FIELD], FIELD_LIMIT);
        }
        for (couplings, step) in [(across, 1), (down, self.size.width())] {
            for at in (0..rows.len()).filter(|&at| at + step < rows.len() && couplings[at] != 0.0) {
                let (one, other) = (&rows[at], &rows[at + step]);
                let slope = couplings[at] * limited_gradient(tie(one, other), COUPLING_LIMIT);
                for (end, opposite) in [(at, other), (at + step, one)] {
                    out[end][PULL] += slope / 2.0;
                    for (index, tie) in TIES.enumerate() {
                        let sign = if index < TIES.len() / 2 { slope } else { -slope };
                        out[end][tie] += sign * opposite[tie];
                    }
                }
            }
        }
    }

    fn policy(&self, target: &Target, points: &mut [f32], board: &mut [f32], losses: &mut Losses) {
        let (policy, share) = (&self.heads.policy, self.weights.policy);
        let area = policy.len() - 1;
        let most = policy.iter().fold(f32::MIN, |most, &odds| most.max(odds));
        let total: f32 = policy.iter().map(|odds| (odds - most).exp()).sum();
        let mut add = |at: usize, slope: f32| {
            if at == area {
                board[PASS] += slope;
            } else {
                points[at * POINT_OUTPUTS + POLICY] += slope;
            }
        };
        let wanted: f32 = target.policy.iter().map(|(_, chance)| chance).sum();
        for (at, odds) in policy.iter().enumerate() {
            add(at, share * wanted * (odds - most).exp() / total);
        }
        let mut sum = 0.0;
        for &(at, chance) in &target.policy {
            add(at, -share * chance);
            sum -= chance * (policy[at] - most - total.ln());
        }
        losses.policy = Some(sum);
        let best = target.policy.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| *at);
        losses.is_first = best.map(|best| policy[best] >= most);
    }

    /// Every point given its neighbours as they really were.
    fn neighbours(&self, outcome: &[i8], ising: &mut IsingGradient) -> f32 {
        let (heads, area, width) = (self.heads, self.size.area(), self.size.width());
        let share = self.weights.neighbours / area as f32;
        let mut sum = 0.0;
        for at in (0..area).filter(|&at| outcome[at] != 0) {
            let owner = f32::from(outcome[at]);
            let mut pull = heads.fields[at];
            // Couplings of edges that are not there are zero.
            let edges = [
                (at.checked_sub(1), 0, at.wrapping_sub(1)),
                ((at + 1 < area).then_some(at + 1), 0, at),
                (at.checked_sub(width), 1, at.wrapping_sub(width)),
                ((at + width < area).then_some(at + width), 1, at),
            ];
            for (other, way, edge) in edges {
                let Some(other) = other else { continue };
                let coupling = if way == 0 { heads.across[edge] } else { heads.down[edge] };
                pull += coupling * f32::from(outcome[other]);
            }
            let against = -2.0 * owner * pull;
            sum += against.max(0.0) + (-against.abs()).exp().ln_1p();
            let slope = -2.0 * owner * share / (1.0 + (-against).exp());
            ising.fields[at] += slope;
            for (other, way, edge) in edges {
                let Some(other) = other else { continue };
                let couplings = if way == 0 { &mut ising.across } else { &mut ising.down };
                couplings[edge] += slope * f32::from(outcome[other]);
            }
        }
        sum
    }

    /// All that is known of the score; gives the gradient by its mean.
    fn scores(&self, target: &Target, gradient: &mut [f32], losses: &mut Losses) -> f32 {
        let Loss { heads, outputs: Outputs { boards: board, .. }, size, weights } = *self;
        let mean: f32 = heads.owners().sum::<f32>() + target.extras;
        let mut by_mean = 0.0;
        if let Some(lead) = target.lead {
            let bend = LEAD_BEND * (size.area() as f32).sqrt() / 19.0;
            let off = (mean - lead) / bend;
            by_mean += weights.lead * off / (1.0 + off * off).sqrt() / bend;
            losses.lead = Some((mean - lead).abs());
        }
        // The value of a mix of parts; `slope` is how the loss changes with it.
        let mut mix = |parts: [Part; 3], spreads: bool, slope: &dyn Fn(f32) -> f32| {
            let weight = |part: usize| heads.spread[part].0;
            let value: f32 = (0..3).map(|part| weight(part) * parts[part].value).sum();
            let slope = slope(value);
            for (at, part) in parts.into_iter().enumerate() {
                by_mean += slope * weight(at) * part.by_mean;
                if spreads {
                    let scale = PART_SCALES.start + at;
                    let bent = limited_gradient(board[scale], SCALE_LIMIT);
                    gradient[scale] += slope * weight(at) * part.by_scale * bent;
                    gradient[PART_WEIGHTS.start + at] += slope * weight(at) * (part.value - value);
                }
            }
            value
        };
        if let Some(score) = target.score {
            let parts = heads.spread.map(|(_, scale)| {
                let z = (score - mean) / scale;
                let (up, down) = (sigmoid(z), sigmoid(-z));
                let value = up * down / scale;
                let tilt = up - down;
                Part { value, by_mean: value * tilt / scale, by_scale: value * (z * tilt - 1.0) }
            });
            let slope = |density: f32| weights.score * (-1.0 / density.max(1e-7));
            losses.score = Some(-mix(parts, true, &slope).max(1e-7).ln());
        }
        if let Some(won) = target.won {
            let parts = heads.spread.map(|(_, scale)| {
                let z = mean / scale;
                let value = sigmoid(z);
                let steep = value * sigmoid(-z);
                Part { value, by_mean: steep / scale, by_scale: -steep * z }
            });
            let bound = |chance: f32| chance.clamp(1e-5, 1.0 - 1e-5);
            let slope = |chance: f32| {
                weights.won * ((1.0 - won) / (1.0 - bound(chance)) - won / bound(chance))
            };
            let chance = bound(mix(parts, !target.is_resigned, &slope));
            losses.won = Some(-won * chance.ln() - (1.0 - won) * (1.0 - chance).ln());
        }
        by_mean
    }
}

/// What one part of the score's distribution gives, and how that changes with the mean and with the logarithm of its
/// scale.
struct Part {
    value: f32,
    by_mean: f32,
    by_scale: f32,
}

fn sigmoid(z: f32) -> f32 {
    1.0 / (1.0 + (-z).exp())
}

/// Back through belief propagation: from the gradient by the log odds of owners to that by fields and couplings,
/// which is added.
fn belief_back(odds: &Odds, rounds: &Rounds, beliefs: &[f32], ising: &mut IsingGradient) {
    let (area, width) = (beliefs.len(), odds.width);
    // By the logarithms of messages.
    let mut told: [Vec<f32>; 4] = std::array::from_fn(|_| beliefs.to_vec());
    let mut own: Vec<f32> = beliefs.to_vec();
    let mut belief = vec![0.0; area];
    for round in (0..ROUNDS).rev() {
        let before = &rounds.messages[round];
        before.beliefs(odds, &mut belief);
        let mut next: [Vec<f32>; 4] = std::array::from_fn(|_| vec![0.0; area]);
        let ways = [
            (1, &odds.across, LEFT, RIGHT, &mut ising.across),
            (width, &odds.down, ABOVE, BELOW, &mut ising.down),
        ];
        for (step, coupling, forward, backward, by_coupling) in ways {
            for edge in 0..area.saturating_sub(step) {
                let k = coupling[edge];
                // A message that came by this edge, its sender, and where the sender heard from the receiver.
                for (receiver, sender, heard, said) in
                    [(edge + step, edge, backward, forward), (edge, edge + step, forward, backward)]
                {
                    let slope = told[said][receiver];
                    let r = belief[sender] / before.told[heard][sender];
                    let below = (r + k) * (k * r + 1.0);
                    by_coupling[edge] += 2.0 * slope * k * (r * r - 1.0) / below;
                    let to_sender = slope * r * (k * k - 1.0) / below;
                    own[sender] += to_sender;
                    for (from, next) in next.iter_mut().enumerate() {
                        if from != heard {
                            next[sender] += to_sender;
                        }
                    }
                }
            }
        }
        told = next;
    }
    for (field, own) in ising.fields.iter_mut().zip(own) {
        *field += 2.0 * own;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::deep::heads::BOARD_OUTPUTS;

    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let hash = |at: usize| (at as u32 + seed * 131).wrapping_mul(2_654_435_761) >> 9;
        (0..count).map(|at| (hash(at) % 2001) as f32 / 1000.0 - 1.0).collect()
    }

    fn target(area: usize) -> Target {
        Target {
            policy: vec![(3, 0.5), (7, 0.3), (area, 0.2)],
            owners: numbers(area, 5).iter().map(|number| (number + 1.0) / 2.0).collect(),
            outcome: (0..area).map(|at| (at * 5 % 3) as i8 - 1).collect(),
            lead: Some(3.5),
            score: Some(-6.5),
            won: Some(0.3),
            is_resigned: false,
            extras: 2.0,
        }
    }

    fn total(losses: Losses, mean_off: f32, weights: LossWeights) -> f64 {
        let bend = f64::from(mean_off).hypot(1.0) - 1.0;
        let each = [
            (losses.policy, weights.policy),
            (losses.owners, weights.owners),
            (losses.neighbours, weights.neighbours),
            (losses.score, weights.score),
            (losses.won, weights.won),
        ];
        let sum: f64 = each.iter().map(|(loss, weight)| f64::from(loss.unwrap() * weight)).sum();
        sum + f64::from(weights.lead) * bend
    }

    fn run(
        target: &Target,
        points: &[f32],
        boards: &[f32],
        size: Size,
        weights: LossWeights,
    ) -> (Losses, OutputGradient) {
        let outputs = Outputs { points, boards };
        let (mut heads, mut gradient) = (Heads::default(), OutputGradient::default());
        heads.read(outputs, size);
        let loss = Loss { heads: &heads, outputs, size, weights };
        (loss.gradient(target, &mut gradient), gradient)
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let size = Size::new(5, 4).unwrap();
        let area = size.area();
        let target = target(area);
        let ones = LossWeights::USUAL;
        let ones = LossWeights { policy: 1.0, lead: 1.0, score: 1.0, won: 1.0, ..ones };
        let weights = LossWeights { owners: 3.0, neighbours: 2.0, ..ones };
        let (points, board) = (numbers(area * POINT_OUTPUTS, 1), numbers(BOARD_OUTPUTS, 2));
        let run = |points: &[f32], board: &[f32]| {
            let (losses, gradient) = run(&target, points, board, size, weights);
            let bend = LEAD_BEND * (area as f32).sqrt() / 19.0;
            (total(losses, losses.lead.unwrap() / bend, weights), gradient)
        };
        let (_, gradient) = run(&points, &board);
        let step = 2e-3;
        for at in 0..points.len() + board.len() {
            let moved = |by: f32| {
                let (mut points, mut board) = (points.clone(), board.clone());
                match at.checked_sub(points.len()) {
                    None => points[at] += by,
                    Some(at) => board[at] += by,
                }
                run(&points, &board).0
            };
            let wanted = (moved(step) - moved(-step)) / f64::from(2.0 * step);
            let slope = f64::from(if at < points.len() {
                gradient.points[at]
            } else {
                gradient.boards[at - points.len()]
            });
            assert!((slope - wanted).abs() < 6e-3 * (1.0 + wanted.abs()), "{at}: {slope} {wanted}");
        }
    }

    #[test]
    fn resignations_do_not_tell_how_far_scores_scatter() {
        let size = Size::new(4, 4).unwrap();
        let (points, board) = (numbers(16 * POINT_OUTPUTS, 1), numbers(BOARD_OUTPUTS, 2));
        let of = |is_resigned: bool| {
            let target = Target { won: Some(1.0), is_resigned, ..Target::default() };
            run(&target, &points, &board, size, LossWeights::USUAL).1
        };
        let (counted, resigned) = (of(false), of(true));
        assert_eq!(counted.points, resigned.points);
        assert!(counted.boards.iter().any(|&slope| slope != 0.0));
        assert!(resigned.boards.iter().all(|&slope| slope == 0.0));
    }

    #[test]
    fn what_is_not_known_has_no_gradient() {
        let size = Size::new(3, 3).unwrap();
        let (points, board) = (numbers(9 * POINT_OUTPUTS, 1), numbers(BOARD_OUTPUTS, 2));
        let (losses, gradient) = run(&Target::default(), &points, &board, size, LossWeights::USUAL);
        assert_eq!(losses, Losses::default());
        let OutputGradient { points, boards } = gradient;
        assert!(points.iter().chain(&boards).all(|&slope| slope == 0.0));
    }
}
