//! What a controller is told of a candidate: what the move does to influence, to potential territory
//! and to the safety of stones, seen from the side that makes it.

use crate::influence::potential::{ELEVATION, net_influence, potential_territory};
use crate::influence::{Distance, Influence};
use crate::opening::candidates::Candidate;
use aji_rules::{Field, Move, Point, Position};

/// How many inputs there are; Lee et al. have the first two.
pub const INPUTS: usize = 3;

/// How slowly the candidates' ranks count against them: hardly, as Lee et al. have it.
pub const SIGMA: f64 = 45.0;
/// The same, if Lee's 45 is the square: then the tenth counts for a third.
pub const NARROW_SIGMA: f64 = 6.708_203_932_499_369;

/// So much influence is 1.
const INFLUENCE: f64 = 1000.0;
/// So many points of potential territory are 1.
const TERRITORY: f64 = 50.0;
/// By so many liberties more a stone is e times less likely to be in danger.
const LIBERTIES: f64 = 4.0;
/// How near, in steps along the lines, the other side's stones make a fight.
const NEAR: usize = 2;

/// What a move gains, in the measures of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gain {
    /// Of influence.
    pub influence: f64,
    /// Of potential territory, in points.
    pub territory: f64,
    /// How safe the stone is, from 0 to 1: much if its chain has many liberties and no chain of the
    /// other side near it has few; little where a fight is on.
    pub safety: f64,
}

impl Gain {
    /// What a controller is told of it, each from 0 to 1, if the candidate has this rank among all,
    /// from one.
    pub fn inputs(&self, rank: usize, sigma: f64) -> [f64; INPUTS] {
        let prior = rank_prior(rank, sigma);
        let part = |gain: f64, one: f64| (prior * gain / one).clamp(0.0, 1.0);
        [part(self.influence, INFLUENCE), part(self.territory, TERRITORY), self.safety]
    }
}

/// By what the gains of a candidate of this rank, from one, are multiplied.
pub fn rank_prior(rank: usize, sigma: f64) -> f64 {
    let deviations = rank as f64 / sigma;
    (-0.5 * deviations * deviations).exp()
}

/// What is measured of a board, Black's less White's.
#[derive(Clone, Copy, Debug)]
struct Measure {
    influence: f64,
    territory: f64,
}

impl Measure {
    fn of(position: &Position, field: &mut Field<f32>) -> Measure {
        Distance::SUM.write(position, field);
        Measure {
            influence: net_influence(field),
            territory: potential_territory(position, field, ELEVATION),
        }
    }
}

/// How safe a stone is that was just placed here. Of several measures by liberties this made the moves of
/// professionals the likeliest; the gain of expected territory, the other input that was thought of, takes
/// several times as long as all the rest.
fn safety(after: &Position, point: Point) -> f64 {
    let Some(own) = after.chain_at(point) else { return 0.0 };
    let size = after.size();
    let (x, y) = size.xy(point);
    let mut weakest: Option<usize> = None;
    for dy in 0..=2 * NEAR {
        for dx in dy.abs_diff(NEAR)..=2 * NEAR - dy.abs_diff(NEAR) {
            // What is left of the board or above it wraps round to far outside.
            let (x, y) = ((x + dx).wrapping_sub(NEAR), (y + dy).wrapping_sub(NEAR));
            let chain = size.point(x, y).and_then(|near| after.chain_at(near));
            if let Some(chain) = chain.filter(|chain| chain.color() != own.color()) {
                let liberties = chain.liberty_count();
                weakest = Some(weakest.map_or(liberties, |least| least.min(liberties)));
            }
        }
    }
    let breath = 1.0 - (-(own.liberty_count() as f64) / LIBERTIES).exp();
    weakest.map_or(breath, |liberties| breath * liberties as f64 / (liberties + 1) as f64)
}

/// What each of these legal moves of the side to move gains.
pub fn gains(
    position: &Position,
    points: impl IntoIterator<Item = Point>,
) -> impl Iterator<Item = Gain> {
    let mut field = Field::filled(position.size(), 0.0);
    let before = Measure::of(position, &mut field);
    let side = f64::from(position.to_play().sign());
    points.into_iter().map(move |point| {
        let mut board = position.clone();
        board.play_unchecked(Move::Place(point));
        let after = Measure::of(&board, &mut field);
        Gain {
            influence: side * (after.influence - before.influence),
            territory: side * (after.territory - before.territory),
            safety: safety(&board, point),
        }
    })
}

/// What a controller is told of each candidate, likeliest first.
pub fn inputs(position: &Position, candidates: &[Candidate], sigma: f64) -> Vec<[f64; INPUTS]> {
    let gains = gains(position, candidates.iter().map(|candidate| candidate.point));
    gains.enumerate().map(|(nth, gain)| gain.inputs(nth + 1, sigma)).collect()
}
