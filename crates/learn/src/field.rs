//! Fits the field model to predict each point: the first look, the second given the first, both by
//! belief propagation, and then the second again by the exact gradient.

use crate::cross_entropy::{CrossEntropySettings, Expectations};
use crate::territory::Stage;

/// Examples a step.
const BATCH: usize = 32;

/// How it is fitted on so many positions: each is seen `epochs` times by each look, and `polish`
/// steps of exact gradient follow.
pub fn stages(positions: usize, epochs: usize, polish: usize, seed: u64) -> Vec<Stage> {
    let quick = CrossEntropySettings {
        expectations: Expectations::BeliefPropagation,
        steps: (epochs * positions).div_ceil(BATCH),
        batch: BATCH,
        rate: 0.008,
        seed,
    };
    let exact = CrossEntropySettings {
        expectations: Expectations::Exact,
        steps: polish,
        rate: 0.001,
        seed: seed.wrapping_add(1),
        ..quick
    };
    vec![Stage::FirstLook(quick), Stage::SecondLook(quick), Stage::SecondLook(exact)]
}
