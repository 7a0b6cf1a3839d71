//! Trains the study's random fields by maximum likelihood.

use super::likelihood::{
    Expectations, LikelihoodCase, LikelihoodFit, LikelihoodSettings, LikelihoodState,
};
use aji_judge::territory::{Form, Model};
use aji_learn::labels::Example;
use aji_learn::score_calibration;
use aji_learn::training::Trainer;
use serde::Serialize;

/// What is fitted, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct BoltzmannSettings {
    /// Which model.
    pub form: Form,
    /// How.
    pub likelihood: LikelihoodSettings,
}

impl BoltzmannSettings {
    /// From zero, to the only top there is. A quarter of the weights with liberties only shift all four cases of a
    /// kind of pair alike, which changes nothing; the prior keeps them at zero.
    pub fn new(form: Form, expectations: Expectations, seed: u64) -> BoltzmannSettings {
        let usual = LikelihoodSettings::default();
        let is_free = matches!(form, Form::BoltzmannLiberties(_));
        let prior = if is_free { 1e-2 } else { usual.prior };
        BoltzmannSettings {
            form,
            likelihood: LikelihoodSettings { expectations, seed, prior, ..usual },
        }
    }
}

/// Trains one model.
pub struct BoltzmannTrainer<'a> {
    settings: BoltzmannSettings,
    examples: &'a [Example],
    state: LikelihoodState,
    fit: Option<LikelihoodFit>,
}

impl<'a> BoltzmannTrainer<'a> {
    /// Begins at zero.
    pub fn new(settings: BoltzmannSettings, examples: &'a [Example]) -> BoltzmannTrainer<'a> {
        let state = LikelihoodState::new(vec![0.0; settings.form.weight_count()]);
        BoltzmannTrainer { settings, examples, state, fit: None }
    }
}

impl Trainer for BoltzmannTrainer<'_> {
    type Settings = BoltzmannSettings;
    type State = LikelihoodState;
    type Model = Model;

    fn settings(&self) -> &BoltzmannSettings {
        &self.settings
    }

    fn state(&self) -> impl Serialize {
        &self.state
    }

    fn restore(&mut self, state: LikelihoodState) -> Option<()> {
        self.state = state;
        (self.state.weights.len() == self.settings.form.weight_count()).then_some(())
    }

    fn step(&mut self) {
        let BoltzmannSettings { form, likelihood } = &self.settings;
        let fit = self.fit.get_or_insert_with(|| {
            let cases = LikelihoodCase::all(form, self.examples);
            LikelihoodFit::resume(cases, self.state.clone(), *likelihood)
        });
        fit.advance();
        self.state.clone_from(fit.state());
    }

    fn progress(&self) -> (usize, usize) {
        (self.state.step, self.settings.likelihood.most_steps)
    }

    fn is_done(&self) -> bool {
        self.state.is_done
    }

    fn report(&self) -> String {
        let found = self.state.objective;
        let found = found.map(|found| format!(", log likelihood {found:.4} a position"));
        format!("step {}{}", self.state.step, found.unwrap_or_default())
    }

    /// The model, with how results scatter around its scores measured on some of the examples.
    fn model(&self) -> Option<Model> {
        let model = Model::new(self.settings.form.clone(), self.state.weights.clone())?;
        let calibration = score_calibration::measure(&model, self.examples);
        model.with_score_calibration(calibration)
    }
}
