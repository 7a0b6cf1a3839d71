//! The table of learned parameters.

use super::Part;
use super::learned::{SWEEPS, learn};
use crate::File;
use crate::claim::Claim;
use crate::territory::likelihood::Expectations;
use aji_judge::territory::boltzmann5::{FieldCount, NAMES, PUBLISHED};
use aji_judge::territory::{Form, Model};
use aji_learn::labels::Example;
use std::fmt::Write;

/// Where the two-dimensional Ising model without field begins to order: ln(1 + sqrt 2) / 2.
const CRITICAL: f64 = 0.4407;
/// How near to the critical coupling "about critical" is.
const NEAR: f64 = 0.1;

/// Boltzmann5 by exact expectations, and the table.
pub fn make(examples: &[Example], seed: u64) -> (Model, Part) {
    let five = Form::Boltzmann5(FieldCount::PerNeighbour);
    let exact = learn(&five, examples, Expectations::Exact, seed);
    let sampled = learn(&five, examples, Expectations::SwendsenWang(SWEEPS), seed);
    let bp = learn(&five, examples, Expectations::BeliefPropagation, seed);
    let columns = [&PUBLISHED[..], exact.weights(), sampled.weights(), bp.weights()];
    let mut csv = "parameter,study,exact,swendsen_wang,belief_propagation\n".to_string();
    let mut markdown = format!(
        "## The learned parameters\n\nBoltzmann5 learned by maximum likelihood from {} positions at \
         move {}, with expectations found in three ways. The critical coupling of the Ising model \
         is {CRITICAL}.\n\n\
         | parameter | the study | exact | Swendsen-Wang | belief propagation |\n\
         |---|---|---|---|---|\n",
        examples.len(),
        super::TABLE_MOVE,
    );
    for (index, name) in NAMES.iter().enumerate() {
        let values = columns.map(|column| column[index]);
        // Writing to a string does not fail.
        let _ = writeln!(csv, "{name},{}", values.map(|value| format!("{value:.4}")).join(","));
        let shown = values.map(|value| format!("{value:.3}"));
        let _ = writeln!(markdown, "| {name} | {} |", shown.join(" | "));
    }
    markdown.push('\n');
    for claim in claims(exact.weights()) {
        let _ = writeln!(markdown, "{claim}");
    }
    (exact, Part { markdown, files: vec![File::new("parameters.csv", csv)] })
}

fn claims(weights: &[f64]) -> Vec<Claim> {
    let [h, empty, chain_empty, chains, inter] = std::array::from_fn(|index| weights[index]);
    let near = |coupling: f64| (coupling - CRITICAL).abs() < NEAR;
    vec![
        Claim {
            says:
                "chains share their fate: w_chains is by far the largest, at least three times any \
                   other"
                    .to_string(),
            found: format!("{chains:.2}"),
            is_reproduced: chains > 3.0 * empty.max(chain_empty).max(inter),
        },
        Claim {
            says: format!(
                "empty points couple about critically: w_empty and w_chain_empty within {NEAR} of \
                 {CRITICAL}"
            ),
            found: format!("{empty:.3} and {chain_empty:.3}"),
            is_reproduced: near(empty) && near(chain_empty),
        },
        Claim {
            says: "neighbouring enemies tend to one owner: w_inter_chain at least w_chain_empty"
                .to_string(),
            found: format!("{inter:.3}"),
            is_reproduced: inter >= chain_empty,
        },
        Claim {
            says: "a stone speaks for its colour: h_stones from 0.2 to 0.35".to_string(),
            found: format!("{h:.3}"),
            is_reproduced: (0.2..=0.35).contains(&h),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_held_against_the_numbers() {
        let held = |weights: &[f64]| claims(weights).iter().filter(|c| c.is_reproduced).count();
        assert_eq!(held(&PUBLISHED), 4);
        assert_eq!(held(&[0.0, 0.0, 0.1, 0.2, 0.0]), 0);
    }
}
