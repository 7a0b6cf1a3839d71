//! The territory models by name: what a position looks like to each, and what each has learned.

use super::boltzmann_liberties::Reading;
use super::boltzmann5::FieldCount;
use super::ising::Ising;
use super::terms::Terms;
use super::{boltzmann_liberties, boltzmann5, field};
use aji_net::{ModelFile, ModelFileError};
use aji_rules::Position;
use std::fmt;
use std::str::FromStr;

/// What a model looks at in a position. With weights it is a [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The study's five weights.
    Boltzmann5(FieldCount),
    /// The study's weights with liberties.
    BoltzmannLiberties(Reading),
    /// Our own, with more features.
    Field,
}

/// The forms that a user can name, with their names.
const NAMES: [(&str, Form); 5] = [
    ("boltzmann5", Form::Boltzmann5(FieldCount::PerNeighbour)),
    ("boltzmann5-per-point", Form::Boltzmann5(FieldCount::PerPoint)),
    ("boltzmann-liberties", Form::BoltzmannLiberties(Reading::All90)),
    ("boltzmann-liberties-78", Form::BoltzmannLiberties(Reading::StonesOnly78)),
    ("field", Form::Field),
];

/// A name that no territory model has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no territory model `{0}`; there are {known}", known = NAMES.map(|(name, _)| name).join(", "))]
pub struct UnknownForm(String);

impl Form {
    /// How many weights there are.
    pub fn weight_count(self) -> usize {
        match self {
            Form::Boltzmann5(_) => boltzmann5::NAMES.len(),
            Form::BoltzmannLiberties(reading) => reading.len(),
            Form::Field => field::weight_count(),
        }
    }

    /// What each weight stands for.
    pub fn weight_names(self) -> Vec<String> {
        match self {
            Form::Boltzmann5(_) => boltzmann5::NAMES.map(str::to_string).to_vec(),
            Form::BoltzmannLiberties(reading) => reading.names(),
            Form::Field => field::weight_names(),
        }
    }

    /// How the weights make the fields and couplings of a position.
    pub fn terms(self, position: &Position) -> Terms {
        match self {
            Form::Boltzmann5(count) => boltzmann5::terms(position, count),
            Form::BoltzmannLiberties(reading) => boltzmann_liberties::terms(position, reading),
            Form::Field => field::terms(position),
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, form)| form == self).map_or("", |(name, _)| name);
        f.pad(name)
    }
}

impl FromStr for Form {
    type Err = UnknownForm;

    fn from_str(name: &str) -> Result<Form, UnknownForm> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        found.map(|&(_, form)| form).ok_or_else(|| UnknownForm(name.to_string()))
    }
}

/// A form with weights: ready to judge. The weights are as many as the form has, and finite.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    form: Form,
    weights: Vec<f64>,
}

impl Model {
    /// With these weights; `None` if they are not as many as the form has or one is not finite.
    pub fn new(form: Form, weights: Vec<f64>) -> Option<Model> {
        let fits = weights.len() == form.weight_count();
        (fits && weights.iter().all(|weight| weight.is_finite())).then_some(Model { form, weights })
    }

    /// The study's own Boltzmann5.
    pub fn study() -> Model {
        let form = Form::Boltzmann5(FieldCount::PerNeighbour);
        Model { form, weights: boltzmann5::STUDY.to_vec() }
    }

    /// What it looks at.
    pub fn form(&self) -> Form {
        self.form
    }

    /// What it has learned.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// A position's fields and couplings.
    pub fn ising(&self, position: &Position) -> Ising {
        self.form.terms(position).ising(&self.weights)
    }

    /// Reads a model file that must be of this form.
    pub fn read(form: Form, bytes: &[u8]) -> Result<Model, ModelFileError> {
        let file = ModelFile::read(bytes)?;
        if file.kind != form.to_string() {
            let (found, wanted) = (file.kind, form.to_string());
            return Err(ModelFileError::OtherModel { found, wanted });
        }
        let weights = file.numbers("weights", form.weight_count())?;
        Ok(Model { form, weights: weights.iter().map(|&weight| f64::from(weight)).collect() })
    }

    /// The bytes of its file.
    pub fn write(&self) -> Result<Vec<u8>, ModelFileError> {
        let weights = self.weights.iter().map(|&weight| weight as f32).collect();
        ModelFile::new(&self.form.to_string()).with("weights", weights).write()
    }
}
