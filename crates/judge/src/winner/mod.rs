//! Who will win?
//!
//! A [`Predictor`] gives Black's chance: by a network where one was trained for the board, and by the
//! territory model's distribution of the score elsewhere.

pub mod outlook;
mod phase;
pub mod tempo;

pub use outlook::Outlook;
pub use phase::Phase;

use crate::evaluate::Judge;
use crate::judgement::{JudgeError, Question};
use crate::judges::JudgeEntry;
use crate::library::{FIELD, Library, LibraryError};
use crate::territory::Model;
use aji_rules::Size;
use std::sync::Arc;

/// What whoever predicts winners without a network is called: the territory model's scores tell.
pub const TERRITORY: &str = "territory";

/// Predicts winners.
#[derive(Clone, Debug)]
pub struct Predictor {
    network: Option<(&'static str, Arc<dyn Judge>)>,
    /// Judges boards that no network knows.
    territory: Arc<Model>,
}

impl Predictor {
    /// No network: by the scores that `field` expects.
    pub fn by_territory(library: &Library) -> Result<Predictor, LibraryError> {
        Ok(Predictor { network: None, territory: library.get(&FIELD)? })
    }

    /// By this judge; boards that it does not know are judged by `field`.
    pub fn new(judge: JudgeEntry, library: &Library) -> Result<Predictor, LibraryError> {
        let network = Some((judge.name, (judge.load)(library)?));
        Ok(Predictor { network, ..Predictor::by_territory(library)? })
    }

    /// What it is called.
    pub fn name(&self) -> &'static str {
        self.network.as_ref().map_or(TERRITORY, |(name, _)| name)
    }

    /// Who answers on boards of this size: not the network if it does not know them.
    pub fn name_on(&self, size: Size) -> &'static str {
        match &self.network {
            Some((name, network)) if network.knows(size) => name,
            _ => TERRITORY,
        }
    }

    /// The chance that Black wins by the network alone; `None` if there is none or if it does not know
    /// the board.
    pub fn network_says(&self, question: &Question<'_>) -> Option<f64> {
        self.network.as_ref()?.1.evaluate(question).ok()?.black_win_probability()
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
    use crate::judges::Judges;
    use crate::library::Replacement;
    use aji_rules::{Game, RuleSet};

    #[test]
    fn what_is_built_in_answers_on_every_board() {
        let library = Library::built_in();
        let networks = Judges::built_in().only(|judge| judge.predicts_winners);
        let networks = networks.entries().iter().map(|judge| Predictor::new(*judge, &library));
        for predictor in networks.chain([Predictor::by_territory(&library)]) {
            let predictor = predictor.unwrap();
            let name = predictor.name();
            for size in [Size::NINE, Size::NINETEEN] {
                let game = Game::new(size, RuleSet::Chinese.into());
                let chance = predictor.black_wins(&Question::of(&game)).unwrap();
                assert!((0.0..=1.0).contains(&chance), "{name} {chance}");
                let is_network = predictor.network_says(&Question::of(&game)).is_some();
                assert_eq!(predictor.name_on(size), if is_network { name } else { TERRITORY });
            }
        }
    }

    #[test]
    fn files_of_other_models_are_refused() {
        let bytes = Model::published().write().unwrap();
        let library = Library::replaced_by(move |name| {
            let file = name.to_string();
            Ok((name == "outlook").then(|| Replacement { file, bytes: bytes.clone() }))
        });
        let outlook = Judges::built_in().find("outlook").unwrap();
        let error = Predictor::new(outlook, &library).unwrap_err();
        let said = std::error::Error::source(&error).unwrap().to_string();
        assert_eq!(said, "this is a model `boltzmann5`, where `outlook` is wanted");
        let error = Judges::built_in().find("nobody").unwrap_err().to_string();
        assert!(error.starts_with("there is no judge `nobody`; there are score, deep, "));
    }
}
