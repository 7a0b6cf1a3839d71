//! A training run: stages one after the other, a step at a time, that can be kept and gone on with.

use crate::labels::Example;
use crate::{cross_entropy, likelihood, straying};
use aji_judge::territory::{Form, Model};
use serde::{Deserialize, Serialize};

/// What a run does.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// One after the other; each begins with the weights of the one before where that makes sense.
    pub stages: Vec<Stage>,
}

/// A part of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// Maximum likelihood, from zero.
    Likelihood {
        /// Of this model.
        form: Form,
        /// How.
        settings: likelihood::Settings,
    },
    /// The first look of the field model, from zero.
    FirstLook(cross_entropy::Settings),
    /// The second look, from the weights of the stage before.
    SecondLook(cross_entropy::Settings),
}

/// Where a run is; this is what a checkpoint keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// What the run was begun with; another run must not go on with it.
    pub begun_with: String,
    stage: usize,
    /// The weights of the field model's first look, once it is done.
    first: Vec<f64>,
    state: Option<State>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum State {
    Likelihood(likelihood::State),
    CrossEntropy(cross_entropy::State),
}

/// Why a checkpoint cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// Not a checkpoint, or of another version.
    #[error("the checkpoint cannot be read ({0}); begin anew without --resume")]
    Unreadable(#[from] serde_json::Error),
    /// Of another run.
    #[error("the checkpoint is of a run with other settings or data ({found}); this is {wanted}")]
    OtherRun {
        /// What the checkpoint's run was begun with.
        found: String,
        /// What this run is begun with.
        wanted: String,
    },
    /// Its weights are not this model's.
    #[error("the checkpoint does not fit this version of the model; begin anew without --resume")]
    OtherModel,
}

impl ResumeError {
    /// Whether a checkpoint's run was begun with what this one is.
    pub(crate) fn unless_same(found: &str, wanted: &str) -> Result<(), ResumeError> {
        if found == wanted {
            return Ok(());
        }
        Err(ResumeError::OtherRun { found: found.to_string(), wanted: wanted.to_string() })
    }
}

/// A run under way.
pub struct Run<'a> {
    recipe: Recipe,
    examples: &'a [Example],
    place: Place,
    work: Work,
}

enum Work {
    Likelihood(likelihood::Fit),
    CrossEntropy { cases: Vec<cross_entropy::Case>, form: Form, state: cross_entropy::State },
    Nothing,
}

impl<'a> Run<'a> {
    /// Begins. `begun_with` says in words what is trained on what.
    pub fn new(recipe: Recipe, examples: &'a [Example], begun_with: String) -> Run<'a> {
        let place = Place { begun_with, stage: 0, first: Vec::new(), state: None };
        let mut run = Run { recipe, examples, place, work: Work::Nothing };
        run.enter(Vec::new());
        run
    }

    /// Goes on from the text of a checkpoint.
    pub fn resume(
        recipe: Recipe,
        examples: &'a [Example],
        begun_with: String,
        checkpoint: &str,
    ) -> Result<Run<'a>, ResumeError> {
        let mut place: Place = serde_json::from_str(checkpoint)?;
        ResumeError::unless_same(&place.begun_with, &begun_with)?;
        let state = place.state.take();
        let mut run = Run { recipe, examples, place, work: Work::Nothing };
        let form = run.form().ok_or(ResumeError::OtherModel)?;
        let fits = |weights: &[f64]| weights.len() == form.weight_count();
        run.work = match (run.stage(), state) {
            (Some(Stage::Likelihood { settings, .. }), Some(State::Likelihood(state)))
                if fits(&state.weights) =>
            {
                let cases = likelihood::Case::all(&form, examples);
                Work::Likelihood(likelihood::Fit::resume(cases, state, *settings))
            }
            (
                Some(Stage::FirstLook(_) | Stage::SecondLook(_)),
                Some(State::CrossEntropy(state)),
            ) if fits(&state.weights) => {
                let cases = cross_entropy::Case::all(&form, examples);
                Work::CrossEntropy { cases, form, state }
            }
            _ => return Err(ResumeError::OtherModel),
        };
        Ok(run)
    }

    /// The text of a checkpoint.
    pub fn checkpoint(&self) -> Result<String, serde_json::Error> {
        let state = match &self.work {
            Work::Likelihood(fit) => Some(State::Likelihood(fit.state().clone())),
            Work::CrossEntropy { state, .. } => Some(State::CrossEntropy(state.clone())),
            Work::Nothing => None,
        };
        serde_json::to_string(&Place { state, ..self.place.clone() })
    }

    /// Whether all stages are done.
    pub fn is_done(&self) -> bool {
        self.place.stage >= self.recipe.stages.len()
    }

    /// Steps done and steps to do in the stage at hand; the latter are the most there can be.
    pub fn steps(&self) -> (usize, usize) {
        match (self.stage(), &self.work) {
            (Some(Stage::Likelihood { settings, .. }), Work::Likelihood(fit)) => {
                (fit.state().step, settings.most_steps)
            }
            (
                Some(Stage::FirstLook(settings) | Stage::SecondLook(settings)),
                Work::CrossEntropy { state, .. },
            ) => (state.step, settings.steps),
            _ => (0, 0),
        }
    }

    /// In words, where it is.
    pub fn words(&self) -> String {
        let count = self.recipe.stages.len();
        let stage = (self.place.stage + 1).min(count);
        match &self.work {
            Work::Likelihood(fit) => match fit.state().objective {
                Some(objective) => {
                    format!("step {}, log likelihood {objective:.4} a position", fit.state().step)
                }
                None => format!("step {}", fit.state().step),
            },
            Work::CrossEntropy { state, .. } => {
                let loss =
                    state.loss.map_or(String::new(), |loss| format!(", cross entropy {loss:.4}"));
                format!("stage {stage} of {count}, step {}{loss}", state.step)
            }
            Work::Nothing => "done".to_string(),
        }
    }

    /// Takes one step, and enters the next stage when one is done.
    pub fn advance(&mut self) {
        let stage = self.stage().cloned();
        let left = match (&mut self.work, stage) {
            (Work::Likelihood(fit), _) => {
                fit.advance();
                fit.state().is_done.then(|| fit.state().weights.clone())
            }
            (
                Work::CrossEntropy { cases, state, .. },
                Some(Stage::FirstLook(settings) | Stage::SecondLook(settings)),
            ) => {
                if state.step < settings.steps {
                    state.advance(cases, &settings);
                }
                (state.step >= settings.steps).then(|| state.weights.clone())
            }
            _ => return,
        };
        if let Some(weights) = left {
            if matches!(self.stage(), Some(Stage::FirstLook(_))) {
                self.place.first = weights.clone();
            }
            self.place.stage += 1;
            if !self.is_done() {
                self.enter(weights);
            }
        }
    }

    /// The model as it is now, with how results stray measured on some of the examples.
    pub fn model(&self) -> Option<Model> {
        let (form, weights) = match &self.work {
            Work::Likelihood(fit) => (self.last_form()?, fit.state().weights.clone()),
            Work::CrossEntropy { form, state, .. } => (form.clone(), state.weights.clone()),
            Work::Nothing => return None,
        };
        let model = Model::new(form, weights)?;
        let straying = straying::measure(&model, self.examples);
        model.with_straying(straying)
    }

    fn stage(&self) -> Option<&Stage> {
        self.recipe.stages.get(self.place.stage)
    }

    /// The form that the stage at hand fits.
    fn form(&self) -> Option<Form> {
        self.form_of(self.stage()?)
    }

    fn last_form(&self) -> Option<Form> {
        self.form_of(self.stage().or(self.recipe.stages.last())?)
    }

    fn form_of(&self, stage: &Stage) -> Option<Form> {
        Some(match stage {
            Stage::Likelihood { form, .. } => form.clone(),
            Stage::FirstLook(_) => Form::FieldFirst,
            Stage::SecondLook(_) => Form::Field(self.place.first.clone().into()),
        })
    }

    /// Begins the stage at hand with as many of the weights before as it has.
    fn enter(&mut self, before: Vec<f64>) {
        let (Some(stage), Some(form)) = (self.stage().cloned(), self.form()) else { return };
        let mut weights = match stage {
            Stage::SecondLook(_) => before,
            _ => Vec::new(),
        };
        weights.resize(form.weight_count(), 0.0);
        self.work = match stage {
            Stage::Likelihood { settings, .. } => {
                let cases = likelihood::Case::all(&form, self.examples);
                Work::Likelihood(likelihood::Fit::new(cases, weights, settings))
            }
            Stage::FirstLook(_) | Stage::SecondLook(_) => {
                // The cases of the stage before go first: there is not room for both.
                self.work = Work::Nothing;
                let cases = cross_entropy::Case::all(&form, self.examples);
                Work::CrossEntropy { cases, form, state: cross_entropy::State::new(weights) }
            }
        };
    }
}
