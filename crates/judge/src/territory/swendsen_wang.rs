//! Swendsen-Wang sampling: whole clusters of points change hands at once.
//!
//! Neighbours that stand to each other as their coupling wants (alike if it is positive, unlike if
//! it is negative) are bonded with probability `1 - exp(-2 |coupling|)`. Points that hang together
//! by bonds then keep how they stand to each other, and each such cluster as a whole draws anew
//! whether it stays or turns, under the sum of its points' fields. So chains of stones, which a
//! sampler of single points turns once in an age, turn as often as they should.

use super::ising::Ising;
use super::sampler::{Sampler, start, threshold};
use crate::Dice;
use aji_rules::{Point, Size};

/// The walk with its workspace.
pub struct SwendsenWang {
    size: Size,
    /// Of each point, in board order.
    sites: Vec<Site>,
    spins: Vec<i8>,
    /// A point of the same cluster that comes no later in board order; the first one has itself.
    parents: Vec<u16>,
    /// At a cluster's first point: how strongly its fields like it as it stands.
    likings: Vec<f64>,
    /// At a cluster's first point: 1 if the cluster stays, -1 if it turns.
    turns: Vec<i8>,
}

struct Site {
    field: f64,
    left: Bond,
    above: Bond,
}

/// How a point may be bonded to the one before it.
#[derive(Default)]
struct Bond {
    /// Of 2^32 random numbers, how many make the bond; none where there is no such neighbour.
    threshold: u32,
    /// What the product of the spins must be.
    sign: i8,
}

/// How likely two neighbours that stand to each other as their coupling wants are bonded.
pub fn bond_probability(coupling: f64) -> f64 {
    -(-2.0 * coupling.abs()).exp_m1()
}

impl Bond {
    fn new(coupling: f64) -> Bond {
        Bond { threshold: threshold(bond_probability(coupling)), sign: coupling.signum() as i8 }
    }
}

impl SwendsenWang {
    /// A walk whose first outcome follows the fields.
    pub fn new(ising: &Ising, dice: &mut Dice) -> SwendsenWang {
        let size = ising.size();
        let site = |point: Point| {
            let (x, y) = size.xy(point);
            let before = |dx: usize, dy: usize| size.point(x.checked_sub(dx)?, y.checked_sub(dy)?);
            Site {
                field: ising.fields[point],
                left: before(1, 0).map(|left| Bond::new(ising.across[left])).unwrap_or_default(),
                above: before(0, 1).map(|above| Bond::new(ising.down[above])).unwrap_or_default(),
            }
        };
        SwendsenWang {
            size,
            sites: size.points().map(site).collect(),
            spins: start(ising, dice),
            parents: vec![0; size.area()],
            likings: vec![0.0; size.area()],
            turns: vec![0; size.area()],
        }
    }

    fn draw_bonds(&mut self, dice: &mut Dice) {
        let width = self.size.width();
        for (index, site) in self.sites.iter().enumerate() {
            self.parents[index] = index as u16;
            let bits = dice.bits();
            for (bond, random, step) in
                [(&site.left, bits as u32, 1), (&site.above, (bits >> 32) as u32, width)]
            {
                if random < bond.threshold
                    && self.spins[index] * self.spins[index - step] == bond.sign
                {
                    join(&mut self.parents, index, index - step);
                }
            }
        }
    }

    fn gather_likings(&mut self) {
        for (index, site) in self.sites.iter().enumerate() {
            // The parent was here before, so its own parent is the cluster's first point.
            let first = self.parents[usize::from(self.parents[index])];
            self.parents[index] = first;
            let first = usize::from(first);
            let others = if first == index { 0.0 } else { self.likings[first] };
            self.likings[first] = others + f64::from(self.spins[index]) * site.field;
        }
    }

    fn turn_clusters(&mut self, dice: &mut Dice) {
        for index in 0..self.spins.len() {
            let first = usize::from(self.parents[index]);
            if first == index {
                self.turns[index] = if stays(self.likings[index], dice) { 1 } else { -1 };
            }
            self.spins[index] *= self.turns[first];
        }
    }
}

/// Makes two clusters one.
pub(super) fn join(parents: &mut [u16], one: usize, other: usize) {
    let (one, other) = (first(parents, one), first(parents, other));
    parents[one.max(other)] = one.min(other) as u16;
}

/// The first point of a cluster, as far as it is known. The way there is halved for the next time.
pub(super) fn first(parents: &mut [u16], mut index: usize) -> usize {
    loop {
        let parent = usize::from(parents[index]);
        if parent == index {
            return index;
        }
        parents[index] = parents[parent];
        index = usize::from(parents[index]);
    }
}

fn stays(liking: f64, dice: &mut Dice) -> bool {
    // Most clusters are of empty points without a field, and a coin is cheaper than a logistic.
    if liking == 0.0 {
        dice.bits() & 1 == 0
    } else {
        dice.unit() * (1.0 + (-2.0 * liking).exp()) < 1.0
    }
}

impl Sampler for SwendsenWang {
    fn size(&self) -> Size {
        self.size
    }

    fn spins(&self) -> &[i8] {
        &self.spins
    }

    fn sweep(&mut self, dice: &mut Dice) {
        self.draw_bonds(dice);
        self.gather_likings();
        self.turn_clusters(dice);
    }
}
