//! Mean field: every point feels its neighbours' averages and nothing else.
//!
//! The best distribution in which points are independent. It is simple and far too sure of itself,
//! but its log Z is below the true one, whatever happens.

use super::ising::{Ising, Moments, edges};
use aji_rules::Field;

/// What the iteration ends with.
#[derive(Clone, Debug, PartialEq)]
pub struct MeanField {
    /// The expectations, and the lower bound of log Z.
    pub moments: Moments,
    /// How many rounds were done.
    pub rounds: u32,
    /// Whether the averages settled.
    pub has_converged: bool,
}

const MOST_ROUNDS: u32 = 500;
const TOLERANCE: f64 = 1e-6;

/// Improves the averages until they settle.
///
/// The points are those of a chessboard: white squares only feel black ones. So all squares of one
/// colour can take their best averages at once, the bound rises with every step, and there is no
/// need for damping.
pub fn mean_field(ising: &Ising) -> MeanField {
    let size = ising.size();
    let is_dark = Field::from_fn(size, |point| (size.xy(point).0 + size.xy(point).1) % 2 == 1);
    let mut means = Field::filled(size, 0.0);
    let mut rounds = 0;
    let mut has_converged = false;
    while rounds < MOST_ROUNDS && !has_converged {
        has_converged = true;
        for dark in [false, true] {
            for point in size.points().filter(|&point| is_dark[point] == dark) {
                let felt = ising.neighbours(point).map(|(other, coupling)| coupling * means[other]);
                let mean = (ising.fields[point] + felt.sum::<f64>()).tanh();
                has_converged &= (mean - means[point]).abs() <= TOLERANCE;
                means[point] = mean;
            }
        }
        rounds += 1;
    }
    MeanField { moments: moments(ising, means), rounds, has_converged }
}

fn moments(ising: &Ising, means: Field<f64>) -> Moments {
    let mut across = Field::filled(ising.size(), 0.0);
    let mut down = across.clone();
    for edge in edges(ising.size()) {
        let products = if edge.is_across { &mut across } else { &mut down };
        products[edge.from] = means[edge.from] * means[edge.to];
    }
    // The expected log weight is that of the averages, as every term is linear in each owner.
    let entropies = means.values().iter().map(|mean| entropy(*mean));
    let log_z = Some(ising.log_weight(&means) + entropies.sum::<f64>());
    Moments { means, across, down, log_z }
}

fn entropy(mean: f64) -> f64 {
    let part = |probability: f64| match probability > 0.0 {
        true => -probability * probability.ln(),
        false => 0.0,
    };
    part((1.0 + mean) / 2.0) + part((1.0 - mean) / 2.0)
}
