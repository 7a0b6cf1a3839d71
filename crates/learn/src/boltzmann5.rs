//! Fits Boltzmann5 by maximum likelihood.

use crate::likelihood::{Expectations, Settings};
use crate::run::{Recipe, Stage};
use aji_judge::territory::Form;
use aji_judge::territory::boltzmann5::FieldCount;

/// How it is fitted: from zero, to the only top there is.
pub fn recipe(count: FieldCount, expectations: Expectations, seed: u64) -> Recipe {
    let settings = Settings { expectations, seed, ..Settings::default() };
    Recipe { stages: vec![Stage::Likelihood { form: Form::Boltzmann5(count), settings }] }
}
