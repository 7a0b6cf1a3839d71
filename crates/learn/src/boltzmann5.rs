//! Fits Boltzmann5 by maximum likelihood.

use crate::likelihood::{Expectations, LikelihoodSettings};
use crate::territory::Stage;
use aji_judge::territory::Form;
use aji_judge::territory::boltzmann5::FieldCount;

/// How it is fitted: from zero, to the only top there is.
pub fn stages(count: FieldCount, expectations: Expectations, seed: u64) -> Vec<Stage> {
    let settings = LikelihoodSettings { expectations, seed, ..LikelihoodSettings::default() };
    vec![Stage::Likelihood { form: Form::Boltzmann5(count), settings }]
}
