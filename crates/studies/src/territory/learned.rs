//! The models that are compared, learned as the study learned its own.

use crate::territory::likelihood::{
    Expectations, LikelihoodCase, LikelihoodFit, LikelihoodSettings,
};
use aji_judge::territory::boltzmann_liberties::Reading;
use aji_judge::territory::boltzmann5::FieldCount;
use aji_judge::territory::{Form, Model};
use aji_learn::labels::Example;

/// Sweeps a position when expectations are sampled for learning, or watched.
pub const SWEEPS: u32 = 1_000;
/// Steps of Newton's method. Sampled expectations never quite settle; by then they are at rest.
const STEPS: usize = 14;

/// Boltzmann5 and BoltzmannLiberties, for sampling learned with the exact expectations that sampling
/// approximates, for belief propagation with its own.
pub struct Models {
    pub five: Model,
    pub five_bp: Model,
    pub liberties: Model,
    pub liberties_bp: Model,
    /// Our own, if there is one.
    pub field: Option<Model>,
}

impl Models {
    pub fn learn(examples: &[Example], field: Option<&Model>, seed: u64) -> Models {
        let five = Form::Boltzmann5(FieldCount::PerNeighbour);
        let liberties = Form::BoltzmannLiberties(Reading::All90);
        let (exact, bp) = (Expectations::Exact, Expectations::BeliefPropagation);
        Models {
            five_bp: learn(&five, examples, bp, seed),
            five: learn(&five, examples, exact, seed),
            liberties: learn(&liberties, examples, exact, seed),
            liberties_bp: learn(&liberties, examples, bp, seed),
            field: field.cloned(),
        }
    }
}

/// Maximum likelihood from zero.
pub fn learn(form: &Form, examples: &[Example], expectations: Expectations, seed: u64) -> Model {
    let settings = LikelihoodSettings {
        expectations,
        seed,
        most_steps: STEPS,
        prior: 1e-2,
        tolerance: 1e-3,
        ..LikelihoodSettings::default()
    };
    let cases = LikelihoodCase::all(form, examples);
    let mut fit = LikelihoodFit::new(cases, vec![0.0; form.weight_count()], settings);
    while !fit.state().is_done {
        fit.advance();
    }
    // Newton's method gives numbers; if it ever did not, a model that knows nothing is the answer.
    let zero = vec![0.0; form.weight_count()];
    Model::new(form.clone(), fit.state().weights.clone())
        .or_else(|| Model::new(form.clone(), zero))
        .unwrap_or_else(Model::published)
}
