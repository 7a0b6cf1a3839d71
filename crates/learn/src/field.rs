//! Trains the field model to predict each point: the first look, the second given the first, both by
//! belief propagation, and then the second again by the exact gradient.

use crate::cross_entropy::{
    CrossEntropyCase, CrossEntropySettings, CrossEntropyState, Expectations,
};
use crate::labels::Example;
use crate::score_calibration;
use crate::training::Trainer;
use aji_judge::territory::{Form, Model};
use serde::{Deserialize, Serialize};

/// Examples a step.
const BATCH: usize = 32;

/// A part of a training.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// The first look, from zero.
    FirstLook(CrossEntropySettings),
    /// The second look, from the weights of the stage before.
    SecondLook(CrossEntropySettings),
}

impl Stage {
    fn settings(&self) -> &CrossEntropySettings {
        match self {
            Stage::FirstLook(settings) | Stage::SecondLook(settings) => settings,
        }
    }
}

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

/// How far a training is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldState {
    stage: usize,
    /// The weights of the first look, once it is done.
    first: Vec<f64>,
    fit: CrossEntropyState,
}

/// Trains the model, stage by stage.
pub struct FieldTrainer<'a> {
    stages: Vec<Stage>,
    examples: &'a [Example],
    state: FieldState,
    /// The examples as the stage at hand sees them.
    seen: Option<Vec<CrossEntropyCase>>,
}

impl<'a> FieldTrainer<'a> {
    /// These stages, one after the other.
    pub fn new(stages: Vec<Stage>, examples: &'a [Example]) -> FieldTrainer<'a> {
        let fit = CrossEntropyState::new(Vec::new());
        let state = FieldState { stage: 0, first: Vec::new(), fit };
        let mut trainer = FieldTrainer { stages, examples, state, seen: None };
        trainer.enter();
        trainer
    }

    fn stage(&self) -> Option<&Stage> {
        self.stages.get(self.state.stage)
    }

    /// The form that the stage at hand fits, or the last one.
    fn form(&self) -> Option<Form> {
        Some(match self.stage().or(self.stages.last())? {
            Stage::FirstLook(_) => Form::FieldFirst,
            Stage::SecondLook(_) => Form::Field(self.state.first.clone().into()),
        })
    }

    /// Begins the stage at hand; a second look has the weights before, as many as there are.
    fn enter(&mut self) {
        let (Some(stage), Some(form)) = (self.stage(), self.form()) else { return };
        let is_second = matches!(stage, Stage::SecondLook(_));
        let mut weights = if is_second { self.state.fit.weights.clone() } else { Vec::new() };
        weights.resize(form.weight_count(), 0.0);
        self.state.fit = CrossEntropyState::new(weights);
    }
}

impl Trainer for FieldTrainer<'_> {
    type Settings = Vec<Stage>;
    type State = FieldState;
    type Model = Model;

    fn settings(&self) -> &Vec<Stage> {
        &self.stages
    }

    fn state(&self) -> impl Serialize {
        &self.state
    }

    fn restore(&mut self, state: FieldState) -> Option<()> {
        self.state = state;
        self.stage()?;
        (self.state.fit.weights.len() == self.form()?.weight_count()).then_some(())
    }

    fn step(&mut self) {
        let (Some(stage), Some(form)) = (self.stages.get(self.state.stage), self.form()) else {
            return;
        };
        let examples = self.examples;
        let cases = self.seen.get_or_insert_with(|| CrossEntropyCase::all(&form, examples));
        let (fit, settings) = (&mut self.state.fit, stage.settings());
        if fit.step < settings.steps {
            fit.advance(cases, settings);
        }
        if fit.step >= settings.steps {
            if matches!(stage, Stage::FirstLook(_)) {
                self.state.first.clone_from(&fit.weights);
            }
            self.state.stage += 1;
            // The examples as the stage before saw them go first: there is not room for both.
            self.seen = None;
            self.enter();
        }
    }

    fn progress(&self) -> (usize, usize) {
        self.stage().map_or((0, 0), |stage| (self.state.fit.step, stage.settings().steps))
    }

    fn is_done(&self) -> bool {
        self.stage().is_none()
    }

    fn report(&self) -> String {
        let count = self.stages.len();
        let stage = (self.state.stage + 1).min(count);
        let CrossEntropyState { step, loss, .. } = &self.state.fit;
        let loss = loss.map(|loss| format!(", cross entropy {loss:.4}")).unwrap_or_default();
        format!("stage {stage} of {count}, step {step}{loss}")
    }

    /// The model, with how results scatter around its scores measured on some of the examples.
    fn model(&self) -> Option<Model> {
        let model = Model::new(self.form()?, self.state.fit.weights.clone())?;
        let calibration = score_calibration::measure(&model, self.examples);
        model.with_score_calibration(calibration)
    }
}
