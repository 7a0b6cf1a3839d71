//! Spins on the board: what every territory model becomes, and what every inference gives back.

use aji_rules::{Field, Point, PointSet, Size};

/// The weight of an outcome `s` (every point +1 for Black or -1 for White) is
/// `exp(sum over points of field * s + sum over neighbours of coupling * s * s')`.
#[derive(Clone, Debug, PartialEq)]
pub struct Ising {
    /// The pull on each point, positive to Black.
    pub fields: Field<f64>,
    /// The coupling of each point with the one to its right; without meaning in the last column.
    pub across: Field<f64>,
    /// The coupling of each point with the one below; without meaning in the last row.
    pub down: Field<f64>,
}

/// Expectations under an [`Ising`] model.
#[derive(Clone, Debug, PartialEq)]
pub struct Moments {
    /// Of every point's owner, from -1 (White) to 1 (Black).
    pub means: Field<f64>,
    /// Of the product of each point's owner and that of the point to its right; 0 in the last column.
    pub across: Field<f64>,
    /// Of the product of each point's owner and that of the point below; 0 in the last row.
    pub down: Field<f64>,
    /// The logarithm of the sum of all weights, where the inference knows or approximates it.
    pub log_z: Option<f64>,
}

impl Ising {
    /// Without fields and couplings: everything is even.
    pub fn flat(size: Size) -> Ising {
        let zero = Field::filled(size, 0.0);
        Ising { fields: zero.clone(), across: zero.clone(), down: zero }
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.fields.size()
    }

    /// The logarithm of the weight of one outcome.
    pub fn log_weight(&self, outcome: &Field<f64>) -> f64 {
        let points: f64 = self.fields.iter().map(|(point, field)| field * outcome[point]).sum();
        let edges: f64 = edges(self.size())
            .map(|edge| edge.of(&self.across, &self.down) * outcome[edge.from] * outcome[edge.to])
            .sum();
        points + edges
    }

    /// Every point's neighbours with their couplings.
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = (Point, f64)> + '_ {
        let size = self.size();
        size.neighbours(point).iter().map(move |&other| {
            let first = point.min(other);
            let is_across = point.index().abs_diff(other.index()) == 1 && size.width() > 1;
            let coupling = if is_across { self.across[first] } else { self.down[first] };
            (other, coupling)
        })
    }
}

impl Moments {
    /// Of one certain outcome; a point that is neither's has 0.
    pub fn of_outcome(outcome: Field<f64>) -> Moments {
        let size = outcome.size();
        let mut moments = Moments {
            across: Field::filled(size, 0.0),
            down: Field::filled(size, 0.0),
            means: outcome,
            log_z: None,
        };
        for edge in edges(size) {
            let product = moments.means[edge.from] * moments.means[edge.to];
            let products = if edge.is_across { &mut moments.across } else { &mut moments.down };
            products[edge.from] = product;
        }
        moments
    }

    /// Of the outcome where these points are Black's and all others White's.
    pub fn of_black_points(size: Size, black: &PointSet) -> Moments {
        let owner = |point| if black.contains(point) { 1.0 } else { -1.0 };
        Moments::of_outcome(Field::from_fn(size, owner))
    }
}

/// Two neighbours; `to` is to the right of `from` or below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The left or upper point.
    pub from: Point,
    /// The right or lower point.
    pub to: Point,
    /// Whether `to` is to the right.
    pub is_across: bool,
}

impl Edge {
    /// The edge's value, of those on horizontal and on vertical edges.
    pub fn of<T: Copy>(self, across: &Field<T>, down: &Field<T>) -> T {
        if self.is_across { across[self.from] } else { down[self.from] }
    }
}

/// All pairs of neighbours, point by point, first to the right and then below.
pub fn edges(size: Size) -> impl Iterator<Item = Edge> {
    size.points().flat_map(move |from| {
        let (x, y) = size.xy(from);
        let right = size.point(x + 1, y).map(|to| Edge { from, to, is_across: true });
        let below = size.point(x, y + 1).map(|to| Edge { from, to, is_across: false });
        right.into_iter().chain(below)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_684_pairs_of_neighbours() {
        assert_eq!(edges(Size::NINETEEN).count(), 684);
        assert_eq!(edges(Size::new(1, 5).unwrap()).count(), 4);
    }

    #[test]
    fn neighbours_know_their_couplings() {
        let size = Size::new(3, 2).unwrap();
        let mut ising = Ising::flat(size);
        for point in size.points() {
            ising.across[point] = 1.0 + point.index() as f64;
            ising.down[point] = 10.0 + point.index() as f64;
        }
        let middle = size.point(1, 1).unwrap();
        let mut couplings: Vec<f64> = ising.neighbours(middle).map(|(_, j)| j).collect();
        couplings.sort_by(f64::total_cmp);
        assert_eq!(couplings, [4.0, 5.0, 11.0]);
    }
}
