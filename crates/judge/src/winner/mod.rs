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

use crate::evaluate::Judge;
use crate::judgement::{JudgeError, Question};
use crate::library::{DEEP, FIELD, Library, LibraryError, NN_INFLUENCE, OUTLOOK};
use crate::territory::Model;
use aji_rules::Size;
use std::sync::Arc;

aji_rules::named! {
    /// The name of a way to predict the winner, as users type it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PredictorName {
        /// No network: the scores that the territory model expects.
        Territory = "territory",
        /// The network of influence by Santos et al.
        NnInfluence = "nn-influence",
        /// A network that sees what touches what.
        Outlook = "outlook",
        /// The deep network, which judges territory, too.
        Deep = "deep",
    }
    /// A name that nothing has that predicts winners.
    unknown UnknownPredictor = "nothing named `{0}` predicts winners; there are {known}"
}

/// Predicts winners.
#[derive(Clone, Debug)]
pub struct Predictor {
    name: PredictorName,
    network: Option<Arc<dyn Judge>>,
    /// Judges boards that no network knows.
    territory: Arc<Model>,
}

impl Predictor {
    /// The one of this name; boards that its network does not know are judged by `field`.
    pub fn new(name: PredictorName, library: &Library) -> Result<Predictor, LibraryError> {
        let network: Option<Arc<dyn Judge>> = match name {
            PredictorName::Territory => None,
            PredictorName::NnInfluence => Some(library.get(&NN_INFLUENCE)?),
            PredictorName::Outlook => Some(library.get(&OUTLOOK)?),
            PredictorName::Deep => Some(library.get(&DEEP)?),
        };
        Ok(Predictor { name, network, territory: library.get(&FIELD)? })
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
    use crate::library::Replacement;
    use aji_rules::{Game, RuleSet};

    #[test]
    fn what_is_built_in_answers_on_every_board() {
        for name in PredictorName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
            let predictor = Predictor::new(name, &Library::built_in()).unwrap();
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
        let bytes = Model::study().write().unwrap();
        let library = Library::replaced_by(move |name| {
            let file = name.to_string();
            Ok((name == "nn-influence").then(|| Replacement { file, bytes: bytes.clone() }))
        });
        let error = Predictor::new(PredictorName::NnInfluence, &library).unwrap_err();
        let said = std::error::Error::source(&error).unwrap().to_string();
        assert_eq!(said, "this is a model `boltzmann5`, where `nn-influence` is wanted");
    }
}
