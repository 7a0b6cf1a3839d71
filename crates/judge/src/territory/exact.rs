//! Exact inference by eliminating the points diagonal by diagonal.
//!
//! The points are taken along the diagonals from the upper left. A table over the spins of the
//! points at the front has the summed weight of all outcomes behind it. A point comes in when both
//! its upper and its left neighbour are at the front, and its upper neighbour then has all its own
//! neighbours behind it and goes: the new spin takes the old one's place. So the front is a queue,
//! never longer than the board's shorter side: 2^19 entries on 19x19.
//!
//! The table's index has the spin at the head of the queue as its highest bit and the newest as its
//! lowest; a set bit is Black's. Numbers are `f32`, scaled to stay in range; outcomes 10^38 times
//! less likely than the likeliest with the same front are lost.

use super::ising::{Ising, Moments};
use crate::Dice;
use aji_rules::{Field, Point, PointSet, Size};

/// The longest shorter side: memory and time double with every further line.
pub const MOST_SIDE: usize = 20;

/// What the largest entry of a table is scaled to: the middle between what underflows and what
/// overflows when two tables are multiplied.
const SCALE: f32 = 1e9;
/// Within this many powers of e of shrinking, a table need not be scaled again.
const PATIENCE: f64 = 30.0;
/// Stronger fields and couplings count as this strong: e^28 to one is certain enough, and a table
/// never shrinks out of range within one step.
const STRONGEST: f64 = 14.0;
/// Products of two tables are summed in lanes, and these into a wider number after so many entries.
const BLOCK: usize = 4096;
const LANES: usize = 8;

/// A board that is too large for exact inference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "exact inference on {0} would need too much memory: it goes to boards whose shorter side is \
     {MOST_SIDE}; use belief propagation (bp) or Swendsen-Wang (sw)"
)]
pub struct TooLarge(Size);

/// What happens to the front.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A point comes in at the end, with its upper neighbour (which goes) and its left one.
    Enter { point: Point, upper: Option<Point>, left: Option<Point> },
    /// The head of the queue goes.
    Leave,
}

/// The weights of a point that comes in: `[upper][left][own]`, largest one, and by what to multiply.
struct Factors {
    weights: [[[f32; 2]; 2]; 2],
    log_scale: f64,
    /// How far the table's largest entry may fall, as a power of e.
    shrinks: f64,
}

/// The workspace of exact inference on boards of one size.
pub struct Exact {
    size: Size,
    /// The steps of each diagonal.
    diagonals: Vec<Vec<Step>>,
    /// The table before each diagonal.
    starts: Vec<Vec<f32>>,
    /// The tables before each step of one diagonal.
    inner: Vec<Vec<f32>>,
    /// Two tables that take turns.
    turns: [Vec<f32>; 2],
}

impl Exact {
    /// A workspace for boards of this size: about 50 MB on 19x19, once moments or samples are asked.
    pub fn new(size: Size) -> Result<Exact, TooLarge> {
        if size.width().min(size.height()) > MOST_SIDE {
            return Err(TooLarge(size));
        }
        Ok(Exact {
            size,
            diagonals: diagonals(size),
            starts: Vec::new(),
            inner: Vec::new(),
            turns: Default::default(),
        })
    }

    /// Whether boards of this size can be done.
    pub fn fits(size: Size) -> bool {
        size.width().min(size.height()) <= MOST_SIDE
    }

    /// The logarithm of the sum of all weights. The model must be of this workspace's size.
    pub fn log_z(&mut self, ising: &Ising) -> f64 {
        self.forward(ising, false)
    }

    /// The expectations, with log Z.
    pub fn moments(&mut self, ising: &Ising) -> Moments {
        self.moments_and_samples(ising, 0, &mut Dice::new(0, 0)).0
    }

    /// The expectations and so many independent outcomes (each the set of Black's points).
    pub fn moments_and_samples(
        &mut self,
        ising: &Ising,
        count: usize,
        dice: &mut Dice,
    ) -> (Moments, Vec<PointSet>) {
        let log_z = self.forward(ising, true);
        let zero = Field::filled(self.size, 0.0);
        let mut moments =
            Moments { means: zero.clone(), across: zero.clone(), down: zero, log_z: Some(log_z) };
        let mut samples = vec![PointSet::EMPTY; count];
        // Each sample's front, walked back from the end where it is empty.
        let mut fronts = vec![0_usize; count];
        let mut after = vec![SCALE];
        let mut before = Vec::new();
        for diagonal in (0..self.diagonals.len()).rev() {
            self.refill(ising, diagonal);
            let steps = &self.diagonals[diagonal];
            let mut shrinking = 0.0;
            for (step, forward) in steps.iter().zip(&self.inner).rev() {
                before.resize(forward.len(), 0.0);
                match *step {
                    Step::Leave => {
                        let half = forward.len() / 2;
                        before[..half].copy_from_slice(&after);
                        before[half..].copy_from_slice(&after);
                        for front in &mut fronts {
                            let odds = [forward[*front], forward[*front + half]];
                            *front += half * draw(odds, dice);
                        }
                    }
                    Step::Enter { point, upper, left } => {
                        let factors = Factors::new(ising, point, upper, left);
                        shrinking += factors.shrinks;
                        let joint = back(&factors, upper.is_some(), forward, &after, &mut before);
                        note(&mut moments, joint, point, upper, left);
                        for (front, sample) in fronts.iter_mut().zip(&mut samples) {
                            let own = *front & 1;
                            if own == 1 {
                                sample.insert(point);
                            }
                            *front >>= 1;
                            if upper.is_some() {
                                let half = forward.len() / 2;
                                let left = usize::from(*front >= half.div_ceil(2) && half > 1);
                                let odds = [0, 1].map(|upper| {
                                    forward[*front + upper * half]
                                        * factors.weights[upper][left][own]
                                });
                                *front += half * draw(odds, dice);
                            }
                        }
                    }
                }
                std::mem::swap(&mut before, &mut after);
                if shrinking > PATIENCE {
                    rescale(&mut after);
                    shrinking = 0.0;
                }
            }
            rescale(&mut after);
        }
        (moments, samples)
    }

    /// Runs through all steps; `keep` keeps the tables between the diagonals.
    fn forward(&mut self, ising: &Ising, keep: bool) -> f64 {
        let [table, next] = &mut self.turns;
        table.clear();
        table.push(SCALE);
        let mut log_scale = -f64::from(SCALE.ln());
        if keep {
            self.starts.resize(self.diagonals.len(), Vec::new());
        }
        for (index, steps) in self.diagonals.iter().enumerate() {
            if keep {
                self.starts[index].clear();
                self.starts[index].extend_from_slice(table);
            }
            let mut shrinking = 0.0;
            for step in steps {
                let (log, shrinks) = advance(*step, ising, table, next);
                std::mem::swap(table, next);
                log_scale += log;
                shrinking += shrinks;
                if shrinking > PATIENCE {
                    log_scale -= rescale(table);
                    shrinking = 0.0;
                }
            }
            log_scale -= rescale(table);
        }
        f64::from(table[0]).ln() + log_scale
    }

    /// The tables before each step of a diagonal, made again from the one before it.
    fn refill(&mut self, ising: &Ising, diagonal: usize) {
        let steps = &self.diagonals[diagonal];
        if self.inner.len() < steps.len() {
            self.inner.resize(steps.len(), Vec::new());
        }
        self.inner[0].clear();
        self.inner[0].extend_from_slice(&self.starts[diagonal]);
        let mut shrinking = 0.0;
        for index in 1..steps.len() {
            let (done, rest) = self.inner.split_at_mut(index);
            let (_, shrinks) = advance(steps[index - 1], ising, &done[index - 1], &mut rest[0]);
            shrinking += shrinks;
            if shrinking > PATIENCE {
                rescale(&mut rest[0]);
                shrinking = 0.0;
            }
        }
    }
}

/// The steps of each diagonal, points from the top down.
fn diagonals(size: Size) -> Vec<Vec<Step>> {
    let (width, height) = (size.width(), size.height());
    (0..width + height - 1)
        .map(|diagonal| {
            let mut steps = Vec::new();
            for y in (diagonal + 1).saturating_sub(width)..=diagonal.min(height - 1) {
                let x = diagonal - y;
                let upper = y.checked_sub(1).and_then(|y| size.point(x, y));
                let left = x.checked_sub(1).and_then(|x| size.point(x, y));
                // The point is on the board by the bounds of the loop.
                steps.extend(size.point(x, y).map(|point| Step::Enter { point, upper, left }));
            }
            // The left neighbour of a point in the last row has nobody below to wait for.
            if diagonal >= height {
                steps.push(Step::Leave);
            }
            if diagonal == width + height - 2 {
                steps.push(Step::Leave);
            }
            steps
        })
        .collect()
}

impl Factors {
    fn new(ising: &Ising, point: Point, upper: Option<Point>, left: Option<Point>) -> Factors {
        let field = limited(ising.fields[point]);
        let with_upper = upper.map_or(0.0, |upper| limited(ising.down[upper]));
        let with_left = left.map_or(0.0, |left| limited(ising.across[left]));
        let log_scale = field.abs() + with_upper.abs() + with_left.abs();
        let sign = |bit: usize| if bit == 1 { 1.0 } else { -1.0 };
        let pull =
            |upper: usize, left: usize| field + sign(upper) * with_upper + sign(left) * with_left;
        let weights = [0, 1].map(|upper| {
            [0, 1].map(|left| {
                [0, 1].map(|own| (sign(own) * pull(upper, left) - log_scale).exp() as f32)
            })
        });
        let weakest = [(0, 0), (0, 1), (1, 0), (1, 1)]
            .map(|(upper, left)| pull(upper, left).abs())
            .into_iter()
            .fold(f64::INFINITY, f64::min);
        Factors { weights, log_scale, shrinks: log_scale - weakest }
    }
}

fn limited(value: f64) -> f64 {
    value.clamp(-STRONGEST, STRONGEST)
}

/// One step forward. Gives the logarithm of what the table must be multiplied with, and how far its
/// largest entry may have fallen.
fn advance(step: Step, ising: &Ising, table: &[f32], next: &mut Vec<f32>) -> (f64, f64) {
    match step {
        Step::Leave => {
            let (white, black) = table.split_at(table.len() / 2);
            next.clear();
            next.extend(white.iter().zip(black).map(|(white, black)| white + black));
            (0.0, 0.0)
        }
        Step::Enter { point, upper, left } => {
            let factors = Factors::new(ising, point, upper, left);
            let weights = &factors.weights;
            if upper.is_some() {
                next.resize(table.len(), 0.0);
                let (white, black) = table.split_at(table.len() / 2);
                for (left, range) in by_head(white.len()) {
                    let out = &mut next[2 * range.start..2 * range.end];
                    replace(
                        &white[range.clone()],
                        &black[range],
                        out,
                        [weights[0][left], weights[1][left]],
                    );
                }
            } else {
                next.resize(2 * table.len(), 0.0);
                for (left, range) in by_head(table.len()) {
                    let out = &mut next[2 * range.start..2 * range.end];
                    for (out, value) in out.chunks_exact_mut(2).zip(&table[range]) {
                        out[0] = value * weights[0][left][0];
                        out[1] = value * weights[0][left][1];
                    }
                }
            }
            (factors.log_scale, factors.shrinks)
        }
    }
}

/// The two halves of a table by the spin at the head of the queue; of an empty queue the only entry.
fn by_head(entries: usize) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
    let middle = entries.div_ceil(2);
    [(0, 0..middle), (1, middle..entries)].into_iter()
}

/// Sums over the spin that goes while the new one comes: the heart of the matter.
fn replace(white: &[f32], black: &[f32], out: &mut [f32], [of_white, of_black]: [[f32; 2]; 2]) {
    for ((out, white), black) in out.chunks_exact_mut(2).zip(white).zip(black) {
        out[0] = white * of_white[0] + black * of_black[0];
        out[1] = white * of_white[1] + black * of_black[1];
    }
}

/// One step back: `before` from `after`, and the weight of each `[upper][left][own]`.
fn back(
    factors: &Factors,
    has_upper: bool,
    forward: &[f32],
    after: &[f32],
    before: &mut [f32],
) -> [[[f64; 2]; 2]; 2] {
    let mut joint = [[[0.0; 2]; 2]; 2];
    let weights = &factors.weights;
    if has_upper {
        let half = forward.len() / 2;
        let (forward_white, forward_black) = forward.split_at(half);
        let (before_white, before_black) = before.split_at_mut(half);
        for (left, range) in by_head(half) {
            let after = &after[2 * range.start..2 * range.end];
            let factors = [weights[0][left], weights[1][left]];
            let sums = [
                back_half(
                    factors[0],
                    &forward_white[range.clone()],
                    after,
                    &mut before_white[range.clone()],
                ),
                back_half(
                    factors[1],
                    &forward_black[range.clone()],
                    after,
                    &mut before_black[range],
                ),
            ];
            for upper in [0, 1] {
                for own in [0, 1] {
                    joint[upper][left][own] = sums[upper][own] * f64::from(factors[upper][own]);
                }
            }
        }
    } else {
        for (left, range) in by_head(forward.len()) {
            let after = &after[2 * range.start..2 * range.end];
            let factors = weights[0][left];
            let sums = back_half(factors, &forward[range.clone()], after, &mut before[range]);
            for own in [0, 1] {
                joint[0][left][own] = sums[own] * f64::from(factors[own]);
            }
        }
    }
    joint
}

/// `before = after[white] * weight + after[black] * weight`, and the sums of `forward * after`.
fn back_half(weights: [f32; 2], forward: &[f32], after: &[f32], before: &mut [f32]) -> [f64; 2] {
    let mut sums = [0.0; 2];
    let blocks = forward.chunks(BLOCK).zip(after.chunks(2 * BLOCK)).zip(before.chunks_mut(BLOCK));
    for ((forward, after), before) in blocks {
        let mut lanes = [[0.0_f32; LANES]; 2];
        let mut chunks = forward.chunks_exact(LANES);
        let mut after_chunks = after.chunks_exact(2 * LANES);
        let mut before_chunks = before.chunks_exact_mut(LANES);
        for ((forward, after), before) in
            (&mut chunks).zip(&mut after_chunks).zip(&mut before_chunks)
        {
            let white: [f32; LANES] = std::array::from_fn(|lane| after[2 * lane]);
            let black: [f32; LANES] = std::array::from_fn(|lane| after[2 * lane + 1]);
            for lane in 0..LANES {
                before[lane] = white[lane] * weights[0] + black[lane] * weights[1];
            }
            for lane in 0..LANES {
                lanes[0][lane] += forward[lane] * white[lane];
            }
            for lane in 0..LANES {
                lanes[1][lane] += forward[lane] * black[lane];
            }
        }
        let rest = chunks
            .remainder()
            .iter()
            .zip(after_chunks.remainder().chunks_exact(2))
            .zip(before_chunks.into_remainder());
        for ((forward, after), before) in rest {
            *before = after[0] * weights[0] + after[1] * weights[1];
            lanes[0][0] += forward * after[0];
            lanes[1][0] += forward * after[1];
        }
        for own in [0, 1] {
            sums[own] += lanes[own].iter().map(|&lane| f64::from(lane)).sum::<f64>();
        }
    }
    sums
}

/// Takes the expectations out of the weights of `[upper][left][own]`.
fn note(
    moments: &mut Moments,
    joint: [[[f64; 2]; 2]; 2],
    point: Point,
    upper: Option<Point>,
    left: Option<Point>,
) {
    let (mut total, mut own_sum, mut upper_sum, mut left_sum) = (0.0, 0.0, 0.0, 0.0);
    let sign = |bit: usize| if bit == 1 { 1.0 } else { -1.0 };
    for (u, by_upper) in joint.iter().enumerate() {
        for (l, by_left) in by_upper.iter().enumerate() {
            for (o, weight) in by_left.iter().enumerate() {
                total += weight;
                own_sum += sign(o) * weight;
                upper_sum += sign(u) * sign(o) * weight;
                left_sum += sign(l) * sign(o) * weight;
            }
        }
    }
    moments.means[point] = own_sum / total;
    if let Some(upper) = upper {
        moments.down[upper] = upper_sum / total;
    }
    if let Some(left) = left {
        moments.across[left] = left_sum / total;
    }
}

/// Which of two, by their odds.
fn draw([zero, one]: [f32; 2], dice: &mut Dice) -> usize {
    let (zero, one) = (f64::from(zero), f64::from(one));
    usize::from(dice.unit() * (zero + one) >= zero)
}

/// Scales the largest entry back; gives the logarithm of the scale.
fn rescale(table: &mut [f32]) -> f64 {
    let mut lanes = [0.0_f32; LANES];
    let mut chunks = table.chunks_exact(LANES);
    for chunk in &mut chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = if value > *lane { value } else { *lane };
        }
    }
    let largest = lanes.iter().chain(chunks.remainder()).fold(0.0_f32, |a, &b| a.max(b));
    let scale = SCALE / largest;
    for value in table {
        *value *= scale;
    }
    f64::from(scale).ln()
}
