//! Who will win?
//!
//! A [`Predictor`] gives Black's chance: by a network where one was trained for the board, and by the
//! territory model's distribution of the score elsewhere. A [`Review`] tells what each move of a game did to it.

pub mod nn_influence;
pub mod outlook;
pub mod review;
pub mod tempo;

pub use nn_influence::NnInfluence;
pub use outlook::Outlook;
pub use review::Review;

use crate::deep::Deep;
use crate::evaluate::Judge;
use crate::judgement::{JudgeError, Question};
use crate::territory::{Model, ModelName};
use aji_net::ModelFileError;
use aji_rules::Size;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The name of a way to predict the winner, as users type it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PredictorName {
    /// No network: the scores that the territory model expects.
    Territory,
    /// The network of influence by Santos et al.
    NnInfluence,
    /// A network that sees what touches what.
    Outlook,
    /// The deep network, which judges territory, too.
    Deep,
}

impl PredictorName {
    /// All.
    pub const ALL: [PredictorName; 4] = [
        PredictorName::Territory,
        PredictorName::NnInfluence,
        PredictorName::Outlook,
        PredictorName::Deep,
    ];

    fn text(self) -> &'static str {
        match self {
            PredictorName::Territory => "territory",
            PredictorName::NnInfluence => "nn-influence",
            PredictorName::Outlook => "outlook",
            PredictorName::Deep => "deep",
        }
    }

    /// What its model's file is called, without the ending.
    pub fn file_stem(self) -> &'static str {
        if self == PredictorName::Territory { "field" } else { self.text() }
    }
}

impl fmt::Display for PredictorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A name that nothing has that predicts winners.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nothing named `{0}` predicts winners; there are {known}", known = PredictorName::ALL.map(|name| name.text()).join(", "))]
pub struct UnknownPredictor(String);

impl FromStr for PredictorName {
    type Err = UnknownPredictor;

    fn from_str(text: &str) -> Result<PredictorName, UnknownPredictor> {
        let found = PredictorName::ALL.into_iter().find(|name| name.text() == text);
        found.ok_or_else(|| UnknownPredictor(text.to_string()))
    }
}

/// Predicts winners.
#[derive(Clone, Debug)]
pub struct Predictor {
    name: PredictorName,
    network: Option<Arc<dyn Judge>>,
    /// Judges boards that no network knows.
    territory: Model,
}

impl Predictor {
    fn new(name: PredictorName, network: impl Judge + 'static, territory: Model) -> Predictor {
        Predictor { name, network: Some(Arc::new(network)), territory }
    }

    /// Without a network.
    pub fn territory(territory: Model) -> Predictor {
        Predictor { name: PredictorName::Territory, network: None, territory }
    }

    /// With the network of influence, and a territory model for boards that it does not know.
    pub fn nn_influence(network: NnInfluence, territory: Model) -> Predictor {
        Predictor::new(PredictorName::NnInfluence, network, territory)
    }

    /// With the network that sees what touches what, and a territory model for boards that it does not know.
    pub fn outlook(network: Outlook, territory: Model) -> Predictor {
        Predictor::new(PredictorName::Outlook, network, territory)
    }

    /// With the deep network, which knows every board.
    pub fn deep(network: Arc<Deep>, territory: Model) -> Predictor {
        Predictor::new(PredictorName::Deep, network, territory)
    }

    /// The one of this name that is built in.
    pub fn embedded(name: PredictorName) -> Option<Predictor> {
        let territory = Model::embedded(ModelName::FIELD)?;
        Some(match name {
            PredictorName::Territory => Predictor::territory(territory),
            PredictorName::NnInfluence => {
                Predictor::nn_influence(NnInfluence::embedded()?, territory)
            }
            PredictorName::Outlook => Predictor::outlook(Outlook::embedded()?, territory),
            PredictorName::Deep => Predictor::deep(Deep::embedded()?, territory),
        })
    }

    /// Reads a model file that must be of the model of this name. Boards that it does not know are
    /// judged by the territory model that is built in.
    pub fn read(name: PredictorName, bytes: &[u8]) -> Result<Predictor, ModelFileError> {
        let territory = || Model::embedded(ModelName::FIELD).unwrap_or_else(Model::study);
        Ok(match name {
            PredictorName::Territory => Predictor::territory(Model::read(ModelName::FIELD, bytes)?),
            PredictorName::NnInfluence => {
                Predictor::nn_influence(NnInfluence::read(bytes)?, territory())
            }
            PredictorName::Outlook => Predictor::outlook(Outlook::read(bytes)?, territory()),
            PredictorName::Deep => Predictor::deep(Arc::new(Deep::read(bytes)?), territory()),
        })
    }

    /// Which it is.
    pub fn name(&self) -> PredictorName {
        self.name
    }

    /// Who answers on boards of this size: not the network if it does not know them.
    pub fn name_on(&self, size: Size) -> PredictorName {
        let knows = self.network.as_ref().is_some_and(|network| network.knows(size));
        if knows { self.name } else { PredictorName::Territory }
    }

    /// The chance that Black wins by the network alone; `None` if there is none or if it does not know
    /// the board.
    pub fn network_says(&self, question: &Question<'_>) -> Option<f64> {
        self.network.as_ref()?.evaluate(question).ok()?.black_win_probability()
    }

    /// The chance that Black wins. The same question has the same answer.
    pub fn black_wins(&self, question: &Question<'_>) -> Result<f64, JudgeError> {
        if let Some(chance) = self.network_says(question) {
            return Ok(chance);
        }
        let evaluation = self.territory.evaluate(question)?;
        evaluation.black_win_probability().ok_or(JudgeError::NoNumbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::{Game, RuleSet};

    #[test]
    fn what_is_built_in_answers_on_every_board() {
        for name in PredictorName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
            let predictor = Predictor::embedded(name).unwrap();
            assert_eq!(predictor.name(), name);
            for size in [Size::NINE, Size::NINETEEN] {
                let game = Game::new(size, RuleSet::Chinese.into());
                let chance = predictor.black_wins(&Question::of(&game)).unwrap();
                assert!((0.0..=1.0).contains(&chance), "{name} {chance}");
                let is_network = predictor.network_says(&Question::of(&game)).is_some();
                let teller = if is_network { name } else { PredictorName::Territory };
                assert_eq!(predictor.name_on(size), teller);
            }
        }
    }

    #[test]
    fn files_of_other_models_are_refused() {
        let field = Model::study().write().unwrap();
        let said = Predictor::read(PredictorName::NnInfluence, &field).unwrap_err().to_string();
        assert_eq!(said, "this is a model `boltzmann5`, where `nn-influence` is wanted");
    }
}
