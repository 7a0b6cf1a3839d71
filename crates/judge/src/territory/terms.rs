//! How a model's weights make the fields and couplings of a position: a sparse matrix.
//!
//! All our territory models are linear: every field and every coupling is a sum of weights, each
//! times a number that the position alone decides. So one piece of code makes the [`Ising`] model,
//! and its transpose makes the gradient of the likelihood.

use super::ising::{Edge, Ising, Moments};
use aji_rules::{Point, Size};

/// One weight's share in a field or coupling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// Which weight.
    pub weight: u16,
    /// How often it counts.
    pub times: f32,
}

/// Which field or coupling a term belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The field of the point.
    At(Point),
    /// The coupling with the point to the right.
    Across(Point),
    /// The coupling with the point below.
    Down(Point),
}

impl Place {
    /// The coupling of two neighbours.
    pub fn edge(edge: Edge) -> Place {
        if edge.is_across { Place::Across(edge.from) } else { Place::Down(edge.from) }
    }
}

/// All terms of a position.
#[derive(Clone, Debug)]
pub struct Terms {
    size: Size,
    list: Vec<(Place, Term)>,
}

impl Terms {
    /// No terms yet.
    pub fn new(size: Size) -> Terms {
        Terms { size, list: Vec::new() }
    }

    /// Adds one.
    pub fn add(&mut self, place: Place, weight: usize, times: f64) {
        if times != 0.0 {
            self.list.push((place, Term { weight: weight as u16, times: times as f32 }));
        }
    }

    /// All terms with their places.
    pub fn iter(&self) -> impl Iterator<Item = (Place, Term)> + '_ {
        self.list.iter().copied()
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The fields and couplings under these weights.
    pub fn ising(&self, weights: &[f64]) -> Ising {
        let mut ising = Ising::flat(self.size);
        for (place, term) in &self.list {
            let value = weights[usize::from(term.weight)] * f64::from(term.times);
            match *place {
                Place::At(point) => ising.fields[point] += value,
                Place::Across(point) => ising.across[point] += value,
                Place::Down(point) => ising.down[point] += value,
            }
        }
        ising
    }

    /// Adds `scale` times the derivatives of the log weight by the model's weights, given the
    /// points' owners and the products of neighbours' owners, expected or observed.
    pub fn add_statistics(&self, moments: &Moments, scale: f64, sum: &mut [f64]) {
        for (place, term) in &self.list {
            let value = match *place {
                Place::At(point) => moments.means[point],
                Place::Across(point) => moments.across[point],
                Place::Down(point) => moments.down[point],
            };
            sum[usize::from(term.weight)] += scale * f64::from(term.times) * value;
        }
    }
}
