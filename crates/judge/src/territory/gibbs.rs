//! Gibbs sampling: point after point draws its owner anew, given its neighbours.
//!
//! A point is Black's with probability `sig(2 (field + sum of coupling * neighbour))`. A chain of
//! stones hangs together so strongly that its points hardly ever change hands one by one; see
//! [`swendsen_wang`](super::swendsen_wang) for what does better.

use super::ising::Ising;
use super::sampler::{Sampler, start, threshold};
use crate::Dice;
use aji_rules::{Point, Size};

const MOST_NEIGHBOURS: usize = 4;

/// The walk with its tables.
pub struct Gibbs {
    size: Size,
    /// Of each point, in board order.
    sites: Vec<Site>,
    spins: Vec<i8>,
}

struct Site {
    /// At the edge of the board some are the point itself, which makes no difference then.
    neighbours: [u16; MOST_NEIGHBOURS],
    /// For each way to own the neighbours: of 2^32 random numbers, how many give Black the point.
    black: [u32; 1 << MOST_NEIGHBOURS],
}

impl Site {
    fn new(ising: &Ising, point: Point) -> Site {
        let mut neighbours = [point.index() as u16; MOST_NEIGHBOURS];
        let mut couplings = [0.0; MOST_NEIGHBOURS];
        for (place, (neighbour, coupling)) in ising.neighbours(point).enumerate() {
            neighbours[place] = neighbour.index() as u16;
            couplings[place] = coupling;
        }
        let black = std::array::from_fn(|owners| {
            let mut pull = ising.fields[point];
            for (place, coupling) in couplings.iter().enumerate() {
                pull += if owners >> place & 1 == 1 { *coupling } else { -coupling };
            }
            threshold(1.0 / (1.0 + (-2.0 * pull).exp()))
        });
        Site { neighbours, black }
    }
}

impl Gibbs {
    /// A walk whose first outcome follows the fields.
    pub fn new(ising: &Ising, dice: &mut Dice) -> Gibbs {
        let size = ising.size();
        let sites = size.points().map(|point| Site::new(ising, point)).collect();
        Gibbs { size, sites, spins: start(ising, dice) }
    }
}

impl Sampler for Gibbs {
    fn size(&self) -> Size {
        self.size
    }

    fn spins(&self) -> &[i8] {
        &self.spins
    }

    fn sweep(&mut self, dice: &mut Dice) {
        let mut bits = 0;
        for (index, site) in self.sites.iter().enumerate() {
            // A draw is enough for two points.
            bits = if index % 2 == 0 { dice.bits() } else { bits >> 32 };
            let mut owners = 0;
            for (place, &neighbour) in site.neighbours.iter().enumerate() {
                owners |= usize::from(self.spins[usize::from(neighbour)] > 0) << place;
            }
            self.spins[index] = if (bits as u32) < site.black[owners] { 1 } else { -1 };
        }
    }
}
