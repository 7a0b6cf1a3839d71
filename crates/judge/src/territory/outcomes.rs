//! What follows from sampled outcomes: the spread of the lead, which points go together or against
//! each other, what becomes of chains, and which chains are one group.
//!
//! Errors and doubts are reckoned as if the samples were independent, as exact samples are; those of
//! a walk should be taken far apart.

use super::estimate::Estimate;
use super::leads::Leads;
use super::swendsen_wang::{first, join};
use aji_rules::position::Chain;
use aji_rules::{Color, Field, Point, PointSet, Position, Size};

/// Sampled outcomes of one position, at least one.
#[derive(Clone, Debug)]
pub struct Outcomes {
    /// Black's points in each.
    samples: Vec<PointSet>,
    /// For each point the outcomes in which it is Black's.
    black: Field<Cases>,
}

/// A set of outcomes, a bit each.
#[derive(Clone, Debug)]
struct Cases {
    words: Vec<u64>,
    count: usize,
    total: usize,
}

/// Two points that tend to go to different players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpposedPoints {
    /// Both, in board order.
    pub points: [Point; 2],
    /// From -1 (always opposed) to 0 (independent).
    pub correlation: f64,
}

/// What becomes of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainFate {
    /// The stone that names the chain.
    pub head: Point,
    /// Whose it is.
    pub color: Color,
    /// How likely all its points are its player's in the end.
    pub survival: Estimate,
}

/// Chains of one player that live and die together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The stones that name the chains, in board order.
    pub chain_heads: Vec<Point>,
    /// Whose they are.
    pub color: Color,
    /// How likely all points of all its chains are the player's in the end.
    pub survival: Estimate,
}

/// Pairs of points are so many that some correlations are far from zero by chance. Few are further
/// than this many standard errors.
const SURE_ERRORS: f64 = 5.0;

impl Outcomes {
    /// Of Black's points in each sample; `None` without samples, as nothing follows from nothing.
    pub fn new(size: Size, mut samples: Vec<PointSet>) -> Option<Outcomes> {
        if samples.is_empty() {
            return None;
        }
        let board: PointSet = size.points().collect();
        let total = samples.len();
        let mut words = Field::filled(size, vec![0; total.div_ceil(64)]);
        for (case, sample) in samples.iter_mut().enumerate() {
            *sample = *sample & board;
            for point in sample.iter() {
                words[point][case / 64] |= 1 << (case % 64);
            }
        }
        let black = words.map(|words| Cases::new(words.clone(), total));
        Some(Outcomes { samples, black })
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.black.size()
    }

    /// Black's points in each sample.
    pub fn samples(&self) -> &[PointSet] {
        &self.samples
    }

    /// How the outcomes spread over Black's lead.
    pub fn leads(&self) -> Leads {
        Leads::new(self.size(), &self.samples)
    }

    /// A point's average owner, from -1 (White) to 1 (Black).
    pub fn mean(&self, point: Point) -> f64 {
        self.black[point].mean()
    }

    /// How the owners of two points vary together: E\[s s'\] - E\[s\] E\[s'\].
    pub fn covariance(&self, one: Point, other: Point) -> f64 {
        self.black[one].covariance(&self.black[other])
    }

    /// The covariance as a share of what it could be, from -1 to 1; `None` if one of the points has
    /// the same owner in all outcomes.
    pub fn correlation(&self, one: Point, other: Point) -> Option<f64> {
        self.black[one].correlation(&self.black[other])
    }

    /// The pairs of points whose correlation is at most `-least` and below zero beyond doubt, the
    /// most opposed first, at most `most_pairs`. Such points may be miai: who does not get the one
    /// gets the other.
    ///
    /// There are none where all couplings are positive, whatever the fields.
    pub fn opposed_points(&self, least: f64, most_pairs: usize) -> Vec<OpposedPoints> {
        let noise = SURE_ERRORS / (self.samples.len() as f64).sqrt();
        let limit = -least.max(noise);
        let mut pairs = Vec::new();
        for (one, cases) in self.black.iter() {
            for (other, others) in self.black.iter().skip(one.index() + 1) {
                if let Some(correlation) = cases.correlation(others)
                    && correlation <= limit
                {
                    pairs.push(OpposedPoints { points: [one, other], correlation });
                }
            }
        }
        pairs.sort_by(|one, other| one.correlation.total_cmp(&other.correlation));
        pairs.truncate(most_pairs);
        pairs
    }

    /// What becomes of each chain of the position that the outcomes belong to.
    pub fn chain_fates(&self, position: &Position) -> Vec<ChainFate> {
        let survivals = self.survivals(position);
        survivals.iter().map(|(fate, _)| *fate).collect()
    }

    /// The groups of the position that the outcomes belong to: chains of one player hang together
    /// where the correlation of their survivals is at least `least`, perhaps by way of others.
    ///
    /// Chains that live (or die) in all outcomes are correlated with none.
    pub fn groups(&self, position: &Position, least: f64) -> Vec<Group> {
        let survivals = self.survivals(position);
        let mut parents: Vec<u16> = (0..survivals.len() as u16).collect();
        for (index, (one, cases)) in survivals.iter().enumerate() {
            for (before, (other, others)) in survivals[..index].iter().enumerate() {
                let goes_along = || cases.correlation(others).is_some_and(|found| found >= least);
                if one.color == other.color && goes_along() {
                    join(&mut parents, index, before);
                }
            }
        }
        let mut groups: Vec<(Group, Cases)> = Vec::new();
        let mut places = vec![0; survivals.len()];
        for (index, (fate, cases)) in survivals.into_iter().enumerate() {
            let first = first(&mut parents, index);
            if first == index {
                places[index] = groups.len();
                let ChainFate { head, color, survival } = fate;
                groups.push((Group { chain_heads: vec![head], color, survival }, cases));
            } else {
                let (group, common) = &mut groups[places[first]];
                group.chain_heads.push(fate.head);
                *common = common.and(&cases);
                group.survival = common.estimate();
            }
        }
        groups.into_iter().map(|(group, _)| group).collect()
    }

    /// Each chain with the outcomes in which all of it stays its player's.
    fn survivals(&self, position: &Position) -> Vec<(ChainFate, Cases)> {
        let survival = |chain: Chain<'_>| {
            let owned = |stone: Point| match chain.color() {
                Color::Black => self.black[stone].clone(),
                Color::White => self.black[stone].not(),
            };
            let head = owned(chain.head());
            let cases = chain.stones().fold(head, |cases, stone| cases.and(&owned(stone)));
            let (head, color) = (chain.head(), chain.color());
            (ChainFate { head, color, survival: cases.estimate() }, cases)
        };
        position.chains().map(survival).collect()
    }
}

impl Cases {
    fn new(words: Vec<u64>, total: usize) -> Cases {
        let count = words.iter().map(|word| word.count_ones() as usize).sum();
        Cases { words, count, total }
    }

    fn and(&self, others: &Cases) -> Cases {
        let words = self.words.iter().zip(&others.words);
        Cases::new(words.map(|(word, other)| word & other).collect(), self.total)
    }

    fn not(&self) -> Cases {
        let mut words: Vec<u64> = self.words.iter().map(|word| !word).collect();
        let unused = words.len() * 64 - self.total;
        if let Some(last) = words.last_mut() {
            *last &= u64::MAX >> unused;
        }
        Cases::new(words, self.total)
    }

    fn estimate(&self) -> Estimate {
        Estimate::new(self.count, self.total)
    }

    /// Of +1 in these cases and -1 in the others.
    fn mean(&self) -> f64 {
        2.0 * self.count as f64 / self.total as f64 - 1.0
    }

    fn covariance(&self, others: &Cases) -> f64 {
        let words = self.words.iter().zip(&others.words);
        let unlike: u32 = words.map(|(word, other)| (word ^ other).count_ones()).sum();
        1.0 - 2.0 * f64::from(unlike) / self.total as f64 - self.mean() * others.mean()
    }

    fn correlation(&self, others: &Cases) -> Option<f64> {
        let (one, other) = (self.mean(), others.mean());
        // The square of an owner is always one.
        let variances = (1.0 - one * one) * (1.0 - other * other);
        (variances > 0.0).then(|| self.covariance(others) / variances.sqrt())
    }
}
