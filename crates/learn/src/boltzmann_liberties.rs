//! Fits BoltzmannLiberties by maximum likelihood.

use crate::likelihood::{Expectations, LikelihoodSettings};
use crate::territory::Stage;
use aji_judge::territory::Form;
use aji_judge::territory::boltzmann_liberties::Reading;

/// How it is fitted. A quarter of the weights only shift all four cases of a kind of pair alike, which
/// changes nothing; the prior keeps them at zero.
pub fn stages(reading: Reading, expectations: Expectations, seed: u64) -> Vec<Stage> {
    let settings =
        LikelihoodSettings { expectations, seed, prior: 1e-2, ..LikelihoodSettings::default() };
    vec![Stage::Likelihood { form: Form::BoltzmannLiberties(reading), settings }]
}
