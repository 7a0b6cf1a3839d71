//! Trains territory models: stages one after the other, each by maximum likelihood or cross entropy.

use crate::cross_entropy::{CrossEntropyCase, CrossEntropySettings, CrossEntropyState};
use crate::labels::Example;
use crate::likelihood::{LikelihoodCase, LikelihoodFit, LikelihoodSettings, LikelihoodState};
use crate::straying;
use crate::training::Trainer;
use aji_judge::territory::{Form, Model};
use serde::{Deserialize, Serialize};

/// A part of a training.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// Maximum likelihood, from zero.
    Likelihood {
        /// Of this model.
        form: Form,
        /// How.
        settings: LikelihoodSettings,
    },
    /// The first look of the field model, from zero.
    FirstLook(CrossEntropySettings),
    /// The second look, from the weights of the stage before.
    SecondLook(CrossEntropySettings),
}

/// How far a training is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TerritoryState {
    stage: usize,
    /// The weights of the field model's first look, once it is done.
    first: Vec<f64>,
    fit: FitState,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum FitState {
    Likelihood(LikelihoodState),
    CrossEntropy(CrossEntropyState),
}

impl FitState {
    fn weights(&self) -> &Vec<f64> {
        match self {
            FitState::Likelihood(state) => &state.weights,
            FitState::CrossEntropy(state) => &state.weights,
        }
    }
}

/// The examples as the stage at hand sees them.
enum Seen {
    Likelihood(LikelihoodFit),
    CrossEntropy(Vec<CrossEntropyCase>),
}

/// Trains one model, stage by stage.
pub struct TerritoryTrainer<'a> {
    stages: Vec<Stage>,
    examples: &'a [Example],
    state: TerritoryState,
    seen: Option<Seen>,
}

impl<'a> TerritoryTrainer<'a> {
    /// These stages, one after the other.
    pub fn new(stages: Vec<Stage>, examples: &'a [Example]) -> TerritoryTrainer<'a> {
        let fit = FitState::CrossEntropy(CrossEntropyState::new(Vec::new()));
        let state = TerritoryState { stage: 0, first: Vec::new(), fit };
        let mut trainer = TerritoryTrainer { stages, examples, state, seen: None };
        trainer.enter();
        trainer
    }

    fn stage(&self) -> Option<&Stage> {
        self.stages.get(self.state.stage)
    }

    /// The form that the stage at hand fits, or the last one.
    fn form(&self) -> Option<Form> {
        Some(match self.stage().or(self.stages.last())? {
            Stage::Likelihood { form, .. } => form.clone(),
            Stage::FirstLook(_) => Form::FieldFirst,
            Stage::SecondLook(_) => Form::Field(self.state.first.clone().into()),
        })
    }

    /// Begins the stage at hand; a second look has the weights before, as many as there are.
    fn enter(&mut self) {
        let (Some(stage), Some(form)) = (self.stage(), self.form()) else { return };
        let is_second = matches!(stage, Stage::SecondLook(_));
        let mut weights = if is_second { self.state.fit.weights().clone() } else { Vec::new() };
        weights.resize(form.weight_count(), 0.0);
        self.state.fit = match stage {
            Stage::Likelihood { .. } => FitState::Likelihood(LikelihoodState::new(weights)),
            _ => FitState::CrossEntropy(CrossEntropyState::new(weights)),
        };
    }

    /// Looks at the examples as the stage at hand does.
    fn look(&self) -> Option<Seen> {
        let form = self.form()?;
        Some(match (self.stage()?, &self.state.fit) {
            (Stage::Likelihood { settings, .. }, FitState::Likelihood(state)) => {
                let cases = LikelihoodCase::all(&form, self.examples);
                Seen::Likelihood(LikelihoodFit::resume(cases, state.clone(), *settings))
            }
            _ => Seen::CrossEntropy(CrossEntropyCase::all(&form, self.examples)),
        })
    }
}

impl Trainer for TerritoryTrainer<'_> {
    type Settings = Vec<Stage>;
    type State = TerritoryState;
    type Model = Model;

    fn settings(&self) -> &Vec<Stage> {
        &self.stages
    }

    fn state(&self) -> impl Serialize {
        &self.state
    }

    fn restore(&mut self, state: TerritoryState) -> Option<()> {
        self.state = state;
        let is_likelihood = matches!(self.state.fit, FitState::Likelihood(_));
        let fits = matches!(self.stage()?, Stage::Likelihood { .. }) == is_likelihood;
        (fits && self.state.fit.weights().len() == self.form()?.weight_count()).then_some(())
    }

    fn step(&mut self) {
        if self.seen.is_none() {
            self.seen = self.look();
        }
        let stage = self.stages.get(self.state.stage);
        let is_over = match (&mut self.seen, &mut self.state.fit, stage) {
            (Some(Seen::Likelihood(fit)), FitState::Likelihood(state), _) => {
                fit.advance();
                state.clone_from(fit.state());
                state.is_done
            }
            (
                Some(Seen::CrossEntropy(cases)),
                FitState::CrossEntropy(state),
                Some(Stage::FirstLook(settings) | Stage::SecondLook(settings)),
            ) => {
                if state.step < settings.steps {
                    state.advance(cases, settings);
                }
                state.step >= settings.steps
            }
            _ => return,
        };
        if is_over {
            if matches!(stage, Some(Stage::FirstLook(_))) {
                self.state.first.clone_from(self.state.fit.weights());
            }
            self.state.stage += 1;
            // The examples as the stage before saw them go first: there is not room for both.
            self.seen = None;
            self.enter();
        }
    }

    fn progress(&self) -> (usize, usize) {
        match (self.stage(), &self.state.fit) {
            (Some(Stage::Likelihood { settings, .. }), FitState::Likelihood(state)) => {
                (state.step, settings.most_steps)
            }
            (
                Some(Stage::FirstLook(settings) | Stage::SecondLook(settings)),
                FitState::CrossEntropy(state),
            ) => (state.step, settings.steps),
            _ => (0, 0),
        }
    }

    fn is_done(&self) -> bool {
        self.stage().is_none()
    }

    fn report(&self) -> String {
        let count = self.stages.len();
        let stage = (self.state.stage + 1).min(count);
        match &self.state.fit {
            FitState::Likelihood(state) => {
                let found = state.objective;
                let found = found.map(|found| format!(", log likelihood {found:.4} a position"));
                format!("step {}{}", state.step, found.unwrap_or_default())
            }
            FitState::CrossEntropy(state) => {
                let loss = state.loss.map(|loss| format!(", cross entropy {loss:.4}"));
                let loss = loss.unwrap_or_default();
                format!("stage {stage} of {count}, step {}{loss}", state.step)
            }
        }
    }

    /// The model, with how results stray measured on some of the examples.
    fn model(&self) -> Option<Model> {
        let model = Model::new(self.form()?, self.state.fit.weights().clone())?;
        let straying = straying::measure(&model, self.examples);
        model.with_straying(straying)
    }
}
