//! What the deep network should have said, and how far from it what it said is.

use aji_judge::deep::belief::{ABOVE, BELOW, LEFT, Odds, RIGHT, ROUNDS, Rounds};
use aji_judge::deep::heads::{
    COUPLING_LIMIT, FIELD, FIELD_LIMIT, Heads, PART_SCALES, PART_WEIGHTS, PASS, POINT_OUTPUTS,
    POLICY, PULL, SCALE_LIMIT, TIES, limited_slope, tie,
};
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

/// How much each part of the loss counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Care {
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

impl Care {
    /// What the built-in model was made with.
    pub const USUAL: Care =
        Care { policy: 1.0, owners: 2.0, neighbours: 0.3, lead: 0.5, score: 0.2, won: 0.3 };
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

/// The loss of an answer, and its slopes: of the numbers of every point and of the board, times `scale`.
pub fn slopes(
    heads: &Heads,
    target: &Target,
    (points, board): (&[f32], &[f32]),
    size: Size,
    (care, scale): (Care, f32),
    (point_slopes, board_slopes): (&mut [f32], &mut [f32]),
) -> Losses {
    let area = size.area();
    point_slopes.fill(0.0);
    board_slopes.fill(0.0);
    let mut losses = Losses::default();
    if !target.policy.is_empty() {
        policy(heads, target, care.policy * scale, point_slopes, board_slopes, &mut losses);
    }
    // Slopes of the log odds of owners, of fields and of couplings.
    let mut belief_slopes = vec![0.0; area];
    let (mut fields, mut across, mut down) = (vec![0.0; area], vec![0.0; area], vec![0.0; area]);
    if !target.owners.is_empty() {
        let share = care.owners * scale / area as f32;
        let mut sum = 0.0;
        let each = target.owners.iter().zip(&heads.rounds.belief).zip(&mut belief_slopes);
        for ((&wanted, &odds), slope) in each {
            let chance = odds / (1.0 + odds);
            *slope += share * (chance - wanted);
            sum -= wanted * chance.max(1e-9).ln()
                + (1.0 - wanted) * (1.0 / (1.0 + odds)).max(1e-9).ln();
        }
        losses.owners = Some(sum / area as f32);
    }
    if !target.outcome.is_empty() {
        let share = care.neighbours * scale / area as f32;
        let sum =
            neighbours(heads, &target.outcome, size, share, (&mut fields, &mut across, &mut down));
        losses.neighbours = Some(sum / area as f32);
    }
    let mean_slope = scores(heads, target, (board, size), (care, scale), board_slopes, &mut losses);
    for (slope, owner) in belief_slopes.iter_mut().zip(heads.owners()) {
        *slope += mean_slope * (1.0 - owner * owner) / 2.0;
    }
    belief_back(&heads.odds, &heads.rounds, &belief_slopes, (&mut fields, &mut across, &mut down));
    // There is no edge from the end of a row to the beginning of the next.
    across.iter_mut().skip(size.width() - 1).step_by(size.width()).for_each(|slope| *slope = 0.0);

    let point = |at: usize| &points[at * POINT_OUTPUTS..][..POINT_OUTPUTS];
    for (at, slope) in fields.iter().enumerate() {
        point_slopes[at * POINT_OUTPUTS + FIELD] +=
            slope * limited_slope(point(at)[FIELD], FIELD_LIMIT);
    }
    for (slopes, step) in [(&across, 1), (&down, size.width())] {
        for at in (0..area).filter(|&at| at + step < area && slopes[at] != 0.0) {
            let (one, other) = (point(at), point(at + step));
            let slope = slopes[at] * limited_slope(tie(one, other), COUPLING_LIMIT);
            for (end, opposite) in [(at, other), (at + step, one)] {
                let out = &mut point_slopes[end * POINT_OUTPUTS..][..POINT_OUTPUTS];
                out[PULL] += slope / 2.0;
                for (index, tie) in TIES.enumerate() {
                    let sign = if index < TIES.len() / 2 { slope } else { -slope };
                    out[tie] += sign * opposite[tie];
                }
            }
        }
    }
    losses
}

fn policy(
    heads: &Heads,
    target: &Target,
    share: f32,
    point_slopes: &mut [f32],
    board_slopes: &mut [f32],
    losses: &mut Losses,
) {
    let area = heads.policy.len() - 1;
    let most = heads.policy.iter().fold(f32::MIN, |most, &odds| most.max(odds));
    let total: f32 = heads.policy.iter().map(|odds| (odds - most).exp()).sum();
    let mut add = |at: usize, slope: f32| {
        if at == area {
            board_slopes[PASS] += slope;
        } else {
            point_slopes[at * POINT_OUTPUTS + POLICY] += slope;
        }
    };
    let wanted: f32 = target.policy.iter().map(|(_, chance)| chance).sum();
    for (at, odds) in heads.policy.iter().enumerate() {
        add(at, share * wanted * (odds - most).exp() / total);
    }
    let mut sum = 0.0;
    for &(at, chance) in &target.policy {
        add(at, -share * chance);
        sum -= chance * (heads.policy[at] - most - total.ln());
    }
    losses.policy = Some(sum);
    let best = target.policy.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| *at);
    losses.is_first = best.map(|best| heads.policy[best] >= most);
}

/// Every point given its neighbours as they really were.
fn neighbours(
    heads: &Heads,
    outcome: &[i8],
    size: Size,
    share: f32,
    (fields, across, down): (&mut [f32], &mut [f32], &mut [f32]),
) -> f32 {
    let (area, width) = (size.area(), size.width());
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
        fields[at] += slope;
        for (other, way, edge) in edges {
            let Some(other) = other else { continue };
            let slopes = if way == 0 { &mut *across } else { &mut *down };
            slopes[edge] += slope * f32::from(outcome[other]);
        }
    }
    sum
}

/// All that is known of the score; gives the slope of its mean.
fn scores(
    heads: &Heads,
    target: &Target,
    (board, size): (&[f32], Size),
    (care, scale): (Care, f32),
    board_slopes: &mut [f32],
    losses: &mut Losses,
) -> f32 {
    let mean: f32 = heads.owners().sum::<f32>() + target.extras;
    let mut mean_slope = 0.0;
    if let Some(lead) = target.lead {
        let bend = LEAD_BEND * (size.area() as f32).sqrt() / 19.0;
        let off = (mean - lead) / bend;
        mean_slope += care.lead * scale * off / (1.0 + off * off).sqrt() / bend;
        losses.lead = Some((mean - lead).abs());
    }
    // Of each part: what it gives, and how that changes with the mean and the logarithm of its scale.
    let mut mix = |parts: [(f32, f32, f32); 3],
                   (share, spreads): (f32, bool),
                   value_slope: &dyn Fn(f32) -> f32| {
        let weight = |part: usize| heads.spread[part].0;
        let value: f32 = (0..3).map(|part| weight(part) * parts[part].0).sum();
        let slope = share * value_slope(value);
        for (part, (own, by_mean, by_scale)) in parts.into_iter().enumerate() {
            mean_slope += slope * weight(part) * by_mean;
            if !spreads {
                continue;
            }
            let at = PART_SCALES.start + part;
            let bent = limited_slope(board[at], SCALE_LIMIT);
            board_slopes[at] += slope * weight(part) * by_scale * bent;
            board_slopes[PART_WEIGHTS.start + part] += slope * weight(part) * (own - value);
        }
        value
    };
    if let Some(score) = target.score {
        let parts = heads.spread.map(|(_, scale)| {
            let z = (score - mean) / scale;
            let (up, down) = (sigmoid(z), sigmoid(-z));
            let density = up * down / scale;
            let tilt = up - down;
            (density, density * tilt / scale, density * (z * tilt - 1.0))
        });
        let density = mix(parts, (care.score * scale, true), &|density| -1.0 / density.max(1e-7));
        losses.score = Some(-density.max(1e-7).ln());
    }
    if let Some(won) = target.won {
        let parts = heads.spread.map(|(_, scale)| {
            let z = mean / scale;
            let chance = sigmoid(z);
            let steep = chance * sigmoid(-z);
            (chance, steep / scale, -steep * z)
        });
        let bound = |chance: f32| chance.clamp(1e-5, 1.0 - 1e-5);
        let slope = |chance: f32| (1.0 - won) / (1.0 - bound(chance)) - won / bound(chance);
        let chance = bound(mix(parts, (care.won * scale, !target.is_resigned), &slope));
        losses.won = Some(-won * chance.ln() - (1.0 - won) * (1.0 - chance).ln());
    }
    mean_slope
}

fn sigmoid(z: f32) -> f32 {
    1.0 / (1.0 + (-z).exp())
}

/// Back through belief propagation: from the slopes of the log odds of owners to those of fields and couplings,
/// which are added.
fn belief_back(
    odds: &Odds,
    rounds: &Rounds,
    belief_slopes: &[f32],
    (fields, across, down): (&mut [f32], &mut [f32], &mut [f32]),
) {
    let (area, width) = (belief_slopes.len(), odds.width);
    // Slopes of the logarithms of messages.
    let mut told: [Vec<f32>; 4] = std::array::from_fn(|_| belief_slopes.to_vec());
    let mut own: Vec<f32> = belief_slopes.to_vec();
    let mut belief = vec![0.0; area];
    for round in (0..ROUNDS).rev() {
        let before = &rounds.messages[round];
        before.beliefs(odds, &mut belief);
        let mut next: [Vec<f32>; 4] = std::array::from_fn(|_| vec![0.0; area]);
        let ways = [
            (1, &odds.across, LEFT, RIGHT, &mut *across),
            (width, &odds.down, ABOVE, BELOW, &mut *down),
        ];
        for (step, coupling, forward, backward, slopes) in ways {
            for edge in 0..area.saturating_sub(step) {
                let k = coupling[edge];
                // A message that came by this edge, its sender, and where the sender heard from the receiver.
                for (receiver, sender, heard, said) in
                    [(edge + step, edge, backward, forward), (edge, edge + step, forward, backward)]
                {
                    let slope = told[said][receiver];
                    let r = belief[sender] / before.told[heard][sender];
                    let below = (r + k) * (k * r + 1.0);
                    slopes[edge] += 2.0 * slope * k * (r * r - 1.0) / below;
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
    for (field, own) in fields.iter_mut().zip(own) {
        *field += 2.0 * own;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::deep::heads::BOARD_OUTPUTS;
    use aji_net::conv::Answer;

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

    fn total(losses: Losses, mean_off: f32, care: Care) -> f64 {
        let bend = f64::from(mean_off).hypot(1.0) - 1.0;
        let each = [
            (losses.policy, care.policy),
            (losses.owners, care.owners),
            (losses.neighbours, care.neighbours),
            (losses.score, care.score),
            (losses.won, care.won),
        ];
        let sum: f64 = each.iter().map(|(loss, care)| f64::from(loss.unwrap() * care)).sum();
        sum + f64::from(care.lead) * bend
    }

    #[test]
    fn slopes_are_those_of_finite_differences() {
        let size = Size::new(5, 4).unwrap();
        let area = size.area();
        let target = target(area);
        let care =
            Care { policy: 1.0, owners: 3.0, neighbours: 2.0, lead: 1.0, score: 1.0, won: 1.0 };
        let (points, board) = (numbers(area * POINT_OUTPUTS, 1), numbers(BOARD_OUTPUTS, 2));
        let run = |points: &[f32], board: &[f32]| {
            let mut heads = Heads::default();
            heads.read(Answer { points, boards: board }, 0, size);
            let mut slope = (vec![0.0; points.len()], vec![0.0; board.len()]);
            let losses = slopes(
                &heads,
                &target,
                (points, board),
                size,
                (care, 1.0),
                (&mut slope.0, &mut slope.1),
            );
            let bend = LEAD_BEND * (area as f32).sqrt() / 19.0;
            (total(losses, losses.lead.unwrap() / bend, care), slope)
        };
        let (_, (point_slopes, board_slopes)) = run(&points, &board);
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
                point_slopes[at]
            } else {
                board_slopes[at - points.len()]
            });
            assert!((slope - wanted).abs() < 6e-3 * (1.0 + wanted.abs()), "{at}: {slope} {wanted}");
        }
    }

    #[test]
    fn resignations_do_not_tell_how_far_scores_scatter() {
        let size = Size::new(4, 4).unwrap();
        let (points, board) = (numbers(16 * POINT_OUTPUTS, 1), numbers(BOARD_OUTPUTS, 2));
        let mut heads = Heads::default();
        heads.read(Answer { points: &points, boards: &board }, 0, size);
        let of = |is_resigned: bool| {
            let target = Target { won: Some(1.0), is_resigned, ..Target::default() };
            let mut slope = (vec![0.0; points.len()], vec![0.0; board.len()]);
            let out = (&mut slope.0[..], &mut slope.1[..]);
            slopes(&heads, &target, (&points, &board), size, (Care::USUAL, 1.0), out);
            slope
        };
        let (counted, resigned) = (of(false), of(true));
        assert_eq!(counted.0, resigned.0);
        assert!(counted.1.iter().any(|&slope| slope != 0.0));
        assert!(resigned.1.iter().all(|&slope| slope == 0.0));
    }

    #[test]
    fn what_is_not_known_has_no_slope() {
        let size = Size::new(3, 3).unwrap();
        let (points, board) = (numbers(9 * POINT_OUTPUTS, 1), numbers(BOARD_OUTPUTS, 2));
        let mut heads = Heads::default();
        heads.read(Answer { points: &points, boards: &board }, 0, size);
        let mut slope = (vec![1.0; points.len()], vec![1.0; board.len()]);
        let nothing = Target::default();
        let losses = slopes(
            &heads,
            &nothing,
            (&points, &board),
            size,
            (Care::USUAL, 1.0),
            (&mut slope.0, &mut slope.1),
        );
        assert_eq!(losses, Losses::default());
        assert!(slope.0.iter().chain(&slope.1).all(|&slope| slope == 0.0));
    }
}
