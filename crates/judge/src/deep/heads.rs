//! From the numbers that the tower answers to fields, couplings, a policy and how far scores spread.
//!
//! All of it is the mover's: fields and owners are positive where a point is his.

use super::belief::{Odds, Rounds};
use aji_net::conv::Outputs;
use aji_rules::Size;
use std::ops::Range;

/// Numbers answered for each point.
pub const POINT_OUTPUTS: usize = 16;
/// Numbers answered for the whole board.
pub const BOARD_OUTPUTS: usize = 16;

/// Of a point: the log odds of a move there, before they are weighed against each other.
pub const POLICY: usize = 0;
/// Of a point: its field, before it is limited.
pub const FIELD: usize = 1;
/// Of a point: how it is tied to its neighbours. The coupling of two is the sum of the products of the first half,
/// less those of the second, and the mean of what each has in [`PULL`]; nothing in it knows which is which.
pub const TIES: Range<usize> = 2..10;
/// See [`TIES`].
pub const PULL: usize = 10;
/// Of the board: the log odds of a pass.
pub const PASS: usize = 0;
/// Of the board: how much each part of the score's distribution weighs, before they are weighed against each other.
pub const PART_WEIGHTS: Range<usize> = 1..4;
/// Of the board: the logarithms of the scales of the parts, beyond [`SCALES`].
pub const PART_SCALES: Range<usize> = 4..7;

/// Fields lie between minus and plus this.
pub const FIELD_LIMIT: f32 = 8.0;
/// Couplings lie between minus and plus this.
pub const COUPLING_LIMIT: f32 = 1.0;
/// Scales of the parts of the score's distribution, in points on a board of 19x19, if the network says nothing.
pub const SCALES: [f32; 3] = [3.0, 8.0, 20.0];
/// The logarithm of a scale goes this far beyond that at most.
pub const SCALE_LIMIT: f32 = 4.0;

/// Bends a number into a range, gently: nothing is ever quite at the limit.
pub fn limited(value: f32, limit: f32) -> f32 {
    value / (1.0 + value.abs() / limit)
}

/// How steep [`limited`] is there.
pub fn limited_gradient(value: f32, limit: f32) -> f32 {
    let bend = 1.0 + value.abs() / limit;
    1.0 / (bend * bend)
}

/// What a tower said of one board.
#[derive(Clone, Debug, Default)]
pub struct Heads {
    /// The log odds of each point as the next move, then of a pass; before they are weighed against each other.
    pub policy: Vec<f32>,
    /// The field of each point.
    pub fields: Vec<f32>,
    /// The coupling of each point with the one to its right; zero in the last column.
    pub across: Vec<f32>,
    /// The same with the one below; zero in the last row.
    pub down: Vec<f32>,
    /// Weight and scale in points of each part of the score's distribution.
    pub spread: [(f32, f32); 3],
    /// Fields and couplings as odds.
    pub odds: Odds,
    /// How owners come of them.
    pub rounds: Rounds,
}

/// The coupling of two neighbours, before it is limited.
pub fn tie(one: &[f32], other: &[f32]) -> f32 {
    let half = (TIES.end - TIES.start) / 2;
    let mut sum = (one[PULL] + other[PULL]) / 2.0;
    for (index, at) in TIES.enumerate() {
        let product = one[at] * other[at];
        sum += if index < half { product } else { -product };
    }
    sum
}

impl Heads {
    /// Reads the outputs of one board of this size.
    pub fn read(&mut self, Outputs { points, boards: board }: Outputs<'_>, size: Size) {
        let (area, width) = (size.area(), size.width());
        let point = |at: usize| &points[at * POINT_OUTPUTS..][..POINT_OUTPUTS];
        self.policy.clear();
        self.policy.extend((0..area).map(|at| point(at)[POLICY]));
        self.policy.push(board[PASS]);
        self.fields.clear();
        self.fields.extend((0..area).map(|at| limited(point(at)[FIELD], FIELD_LIMIT)));
        self.across.clear();
        self.across.resize(area, 0.0);
        self.down.clear();
        self.down.resize(area, 0.0);
        for at in 0..area {
            if at % width + 1 < width {
                self.across[at] = limited(tie(point(at), point(at + 1)), COUPLING_LIMIT);
            }
            if at + width < area {
                self.down[at] = limited(tie(point(at), point(at + width)), COUPLING_LIMIT);
            }
        }
        self.spread = spread(board, size);
        let odds = |values: &[f32], odds: &mut Vec<f32>| {
            odds.clear();
            odds.extend(values.iter().map(|&value| libm::expf(2.0 * value)));
        };
        odds(&self.fields, &mut self.odds.points);
        odds(&self.across, &mut self.odds.across);
        odds(&self.down, &mut self.odds.down);
        self.odds.width = width;
        self.rounds.run(&self.odds);
    }

    /// How surely every point will be the mover's (1) or the other's (-1).
    pub fn owners(&self) -> impl Iterator<Item = f32> + '_ {
        self.rounds.belief.iter().map(|odds| (odds - 1.0) / (odds + 1.0))
    }
}

fn spread(board: &[f32], size: Size) -> [(f32, f32); 3] {
    let raw = &board[PART_WEIGHTS];
    let most = raw.iter().fold(f32::MIN, |most, &value| most.max(value));
    let weights: [f32; 3] = std::array::from_fn(|part| libm::expf(raw[part] - most));
    let total: f32 = weights.iter().sum();
    let scales = &board[PART_SCALES];
    std::array::from_fn(|part| {
        let scale = base_scale(part, size) * libm::expf(limited(scales[part], SCALE_LIMIT));
        (weights[part] / total, scale)
    })
}

/// The scale of a part if the network says nothing: results of smaller boards are nearer to each other.
pub fn base_scale(part: usize, size: Size) -> f32 {
    SCALES[part] * (size.area() as f32).sqrt() / 19.0
}
