//! The territory models by name: what a position looks like to each, and what each has learned.

use super::boltzmann_liberties::Reading;
use super::boltzmann5::FieldCount;
use super::field::Look as FieldLook;
use super::inference::Inference;
use super::ising::Ising;
use super::phase::{PHASES, phase_shares_by_moves_left};
use super::terms::Terms;
use super::{boltzmann_liberties, boltzmann5, field};
use crate::deep::{Deep, Look};
use crate::features;
use crate::judgement::{Question, Recent, ScoreDistribution};
use crate::library::{BOLTZMANN_LIBERTIES, BOLTZMANN5, DEEP, Entry, FIELD, Library, LibraryError};
use aji_net::{ModelFile, ModelFileError};
use aji_rules::{Field, Move, Position, RuleSet};
use std::sync::Arc;

/// What a model looks at in a position. With weights it is a [`Model`].
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Stern's five weights.
    Boltzmann5(FieldCount),
    /// Stern's weights with liberties.
    BoltzmannLiberties(Reading),
    /// The first look of the field model.
    FieldFirst,
    /// The field model, given the weights of its first look.
    Field(Arc<[f64]>),
    /// The deep network, which has its weights to itself.
    Deep(Arc<Deep>),
}

aji_rules::named! {
    /// The name of a territory model, as users type it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ModelName {
        /// Stern's.
        Boltzmann5 = "boltzmann5",
        /// With the field once a point.
        Boltzmann5PerPoint = "boltzmann5-per-point",
        /// Stern's with liberties, in our reading.
        BoltzmannLiberties = "boltzmann-liberties",
        /// In the reading that has Stern's number of weights.
        BoltzmannLiberties78 = "boltzmann-liberties-78",
        /// The first look of the field model.
        FieldFirst = "field-first",
        /// The field model.
        Field = "field",
        /// The deep network.
        Deep = "deep",
    }
    /// A name that no territory model has.
    unknown UnknownModel = "there is no territory model `{0}`; there are {known}"
}

impl ModelName {
    /// How to infer with it if nothing is said: exactly. The deep network brings its owners with it, by belief
    /// propagation.
    pub fn usual_inference(self) -> Inference {
        if self == ModelName::Deep { Inference::BeliefPropagation } else { Inference::Exact }
    }

    /// The form of this name; the second look of the field model needs the weights of its first.
    fn form(
        self,
        first: impl FnOnce() -> Result<Vec<f64>, ModelFileError>,
    ) -> Result<Form, ModelFileError> {
        Ok(match self {
            ModelName::Boltzmann5 => Form::Boltzmann5(FieldCount::PerNeighbour),
            ModelName::Boltzmann5PerPoint => Form::Boltzmann5(FieldCount::PerPoint),
            ModelName::BoltzmannLiberties => Form::BoltzmannLiberties(Reading::All90),
            ModelName::BoltzmannLiberties78 => Form::BoltzmannLiberties(Reading::StonesOnly78),
            ModelName::FieldFirst => Form::FieldFirst,
            _ => Form::Field(first()?.into()),
        })
    }
}

impl Form {
    /// How many weights there are.
    pub fn weight_count(&self) -> usize {
        match self {
            Form::Boltzmann5(_) => boltzmann5::NAMES.len(),
            Form::BoltzmannLiberties(reading) => reading.len(),
            Form::FieldFirst => field::weight_count(FieldLook::First),
            Form::Field(_) => field::weight_count(FieldLook::Second),
            Form::Deep(_) => 0,
        }
    }

    /// What each weight stands for.
    pub fn weight_names(&self) -> Vec<String> {
        match self {
            Form::Boltzmann5(_) => boltzmann5::NAMES.map(str::to_string).to_vec(),
            Form::BoltzmannLiberties(reading) => reading.names(),
            Form::FieldFirst => field::weight_names(FieldLook::First),
            Form::Field(_) => field::weight_names(FieldLook::Second),
            Form::Deep(_) => Vec::new(),
        }
    }

    /// How the weights make the fields and couplings of a position. The deep network has none that are linear.
    pub fn terms(&self, position: &Position) -> Terms {
        match self {
            Form::Boltzmann5(count) => boltzmann5::terms(position, *count),
            Form::BoltzmannLiberties(reading) => boltzmann_liberties::terms(position, *reading),
            Form::FieldFirst => field::first_terms(position),
            Form::Field(first) => field::second_terms(position, first),
            Form::Deep(_) => Terms::new(position.size()),
        }
    }

    fn features(&self) -> &'static str {
        match self {
            Form::Boltzmann5(_) => features::BOLTZMANN5,
            Form::BoltzmannLiberties(_) => features::BOLTZMANN_LIBERTIES,
            Form::FieldFirst | Form::Field(_) => features::FIELD,
            Form::Deep(_) => features::DEEP,
        }
    }

    fn architecture(&self) -> String {
        match self {
            Form::Field(first) => format!("{}+{} weights", first.len(), self.weight_count()),
            Form::Deep(deep) => deep.shape().words(),
            _ => format!("{} weights", self.weight_count()),
        }
    }

    /// Its name.
    pub fn name(&self) -> ModelName {
        match self {
            Form::Boltzmann5(FieldCount::PerNeighbour) => ModelName::Boltzmann5,
            Form::Boltzmann5(FieldCount::PerPoint) => ModelName::Boltzmann5PerPoint,
            Form::BoltzmannLiberties(Reading::All90) => ModelName::BoltzmannLiberties,
            Form::BoltzmannLiberties(Reading::StonesOnly78) => ModelName::BoltzmannLiberties78,
            Form::FieldFirst => ModelName::FieldFirst,
            Form::Field(_) => ModelName::Field,
            Form::Deep(_) => ModelName::Deep,
        }
    }
}

/// A form with weights: ready to judge. The weights are as many as the form has, and finite.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    form: Form,
    weights: Vec<f64>,
    calibration: [ScoreCalibration; PHASES.len()],
}

/// How the results of games come to differ from what a model expects of their positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreCalibration {
    /// The share of an expected lead that is left at the end, on average.
    pub kept: f64,
    /// How far results scatter around that, as a share of how far the model's outcomes do.
    pub spread: f64,
}

impl ScoreCalibration {
    /// What the model itself says.
    pub const NONE: ScoreCalibration = ScoreCalibration { kept: 1.0, spread: 1.0 };
}

/// A model that is not built in.
fn variant(name: &'static str, read: fn(&[u8]) -> Result<Model, ModelFileError>) -> Entry<Model> {
    Entry { name, built_in: None, read }
}

/// See [`Model::look`].
pub(crate) struct FirstLook {
    /// Fields and couplings, positive where a point is the mover's.
    pub ising: Ising,
    /// The mover's owners, if the model does not leave that to inference.
    pub owners: Option<Field<f64>>,
    /// How likely each legal move is, best first, if the model knows that.
    pub policy: Option<Vec<(Move, f64)>>,
    /// How far the final score is from what is expected, if the model says so: a distribution around nought.
    pub spread: Option<ScoreDistribution>,
}

/// Black's fields and couplings of a position of which nothing else is known.
fn deep_ising(deep: &Deep, position: &Position) -> Ising {
    let question = Question {
        position,
        rules: RuleSet::Japanese.into(),
        terms: Default::default(),
        is_over: false,
        recent: Recent::NONE,
    };
    let ising = deep.look(&question).ising;
    let sign = f64::from(position.to_play().sign());
    Ising { fields: ising.fields.map(|field| sign * field), ..ising }
}

impl Model {
    /// With these weights; `None` if they are not as many as the form has or one is not finite.
    pub fn new(form: Form, weights: Vec<f64>) -> Option<Model> {
        let fits = |form: &Form, weights: &[f64]| {
            weights.len() == form.weight_count() && weights.iter().all(|weight| weight.is_finite())
        };
        let first_fits = match &form {
            Form::Field(first) => fits(&Form::FieldFirst, first),
            _ => true,
        };
        (first_fits && fits(&form, &weights)).then_some(Model {
            form,
            weights,
            calibration: [ScoreCalibration::NONE; PHASES.len()],
        })
    }

    /// The model of this name. Variants that were trained for comparison are not built in.
    pub fn of(name: ModelName, library: &Library) -> Result<Arc<Model>, LibraryError> {
        match name {
            ModelName::Deep => Ok(Arc::new(Model::deep(library.get(&DEEP)?))),
            ModelName::Boltzmann5 => library.get(&BOLTZMANN5),
            ModelName::BoltzmannLiberties => library.get(&BOLTZMANN_LIBERTIES),
            ModelName::Field => library.get(&FIELD),
            ModelName::FieldFirst => {
                let first = library.get(&FIELD)?.first_look();
                first.map(Arc::new).ok_or(LibraryError::NotBuiltIn(name.name()))
            }
            ModelName::Boltzmann5PerPoint => library.get(&variant(name.name(), |bytes| {
                Model::read(ModelName::Boltzmann5PerPoint, bytes)
            })),
            _ => library.get(&variant(name.name(), |bytes| {
                Model::read(ModelName::BoltzmannLiberties78, bytes)
            })),
        }
    }

    /// The first look of the field model as a model.
    fn first_look(&self) -> Option<Model> {
        let Form::Field(first) = &self.form else { return None };
        Model::new(Form::FieldFirst, first.to_vec())?.with_score_calibration(self.calibration)
    }

    /// The deep network as a model of territory.
    pub fn deep(deep: Arc<Deep>) -> Model {
        let form = Form::Deep(deep);
        Model { form, weights: Vec::new(), calibration: [ScoreCalibration::NONE; PHASES.len()] }
    }

    /// Stern's own Boltzmann5.
    pub fn published() -> Model {
        let form = Form::Boltzmann5(FieldCount::PerNeighbour);
        Model {
            form,
            weights: boltzmann5::PUBLISHED.to_vec(),
            calibration: [ScoreCalibration::NONE; PHASES.len()],
        }
    }

    /// With what was measured of results, by phase; `None` if a number is not finite or below zero.
    pub fn with_score_calibration(
        self,
        calibration: [ScoreCalibration; PHASES.len()],
    ) -> Option<Model> {
        let is_good = |number: f64| number.is_finite() && number >= 0.0;
        let all = calibration.iter().all(|one| is_good(one.kept) && is_good(one.spread));
        all.then_some(Model { calibration, ..self })
    }

    /// How the result of a game may come to differ from what is expected of this position.
    pub fn score_calibration(&self, position: &Position) -> ScoreCalibration {
        let shares = phase_shares_by_moves_left(position);
        let mean = |part: fn(&ScoreCalibration) -> f64| {
            self.calibration.iter().map(part).zip(shares).map(|(value, share)| share * value).sum()
        };
        ScoreCalibration { kept: mean(|one| one.kept), spread: mean(|one| one.spread) }
    }

    /// How to infer with it if nothing is said.
    pub fn usual_inference(&self) -> Inference {
        self.form.name().usual_inference()
    }

    /// How surely every point will be Black's (1) or White's (-1), if the model does not leave that to inference.
    pub fn own_owners(&self, question: &Question<'_>) -> Option<Field<f64>> {
        let sign = f64::from(question.position.to_play().sign());
        Some(self.look(question).owners?.map(|owner| sign * owner))
    }

    /// What it looks at.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// What it has learned.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// A position's fields and couplings.
    pub fn ising(&self, position: &Position) -> Ising {
        match &self.form {
            Form::FieldFirst => field::first_ising(position, &self.weights),
            Form::Field(first) => field::second_ising(position, first, &self.weights),
            Form::Deep(deep) => deep_ising(deep, position),
            form => form.terms(position).ising(&self.weights),
        }
    }

    /// What is to be said of a question at first: fields and couplings in the mover's view, and what the deep network
    /// adds to them.
    pub(crate) fn look(&self, question: &Question<'_>) -> FirstLook {
        match &self.form {
            Form::Deep(deep) => {
                let Look { ising, owners, policy, spread } = deep.look(question);
                let (owners, policy, spread) = (Some(owners), Some(policy), Some(spread));
                FirstLook { ising, owners, policy, spread }
            }
            _ => {
                let ising = self.ising(&question.mover_view());
                FirstLook { ising, owners: None, policy: None, spread: None }
            }
        }
    }

    /// Reads a model file that must be of the model of this name.
    pub fn read(name: ModelName, bytes: &[u8]) -> Result<Model, ModelFileError> {
        if name == ModelName::Deep {
            return Deep::read(bytes).map(|deep| Model::deep(Arc::new(deep)));
        }
        let file = ModelFile::read(bytes)?;
        let numbers = |part: &str, form: &Form| -> Result<Vec<f64>, ModelFileError> {
            let numbers = file.numbers(part, form.weight_count())?;
            Ok(numbers.iter().map(|&number| f64::from(number)).collect())
        };
        file.check_kind(name.name())?;
        let form = name.form(|| numbers("first", &Form::FieldFirst))?;
        file.check(name.name(), form.features(), &form.architecture())?;
        let kept = file.numbers("kept", PHASES.len())?;
        let spread = file.numbers("spread", PHASES.len())?;
        let calibration = std::array::from_fn(|phase| ScoreCalibration {
            kept: f64::from(kept[phase]),
            spread: f64::from(spread[phase]),
        });
        Ok(Model { weights: numbers("weights", &form)?, form, calibration })
    }

    /// Its file, to which can be added how it was made.
    pub fn file(&self) -> ModelFile {
        if let Form::Deep(deep) = &self.form {
            return deep.file();
        }
        let single = |weights: &[f64]| weights.iter().map(|&weight| weight as f32).collect();
        let form = &self.form;
        let file = ModelFile::new(form.name().name(), form.features(), &form.architecture())
            .with("weights", single(&self.weights))
            .with("kept", single(&self.calibration.map(|one| one.kept)))
            .with("spread", single(&self.calibration.map(|one| one.spread)));
        match form {
            Form::Field(first) => file.with("first", single(first)),
            _ => file,
        }
    }

    /// The bytes of its file.
    pub fn write(&self) -> Result<Vec<u8>, ModelFileError> {
        self.file().write()
    }
}
