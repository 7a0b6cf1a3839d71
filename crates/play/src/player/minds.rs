//! What players think with.

use super::name::EvaluatorName;
use super::opening::{BestAfter, BestEvolved};
use crate::evaluator::{Reach, WinningChance};
use aji_judge::evaluate::{Expected, Judge};
use aji_judge::opening::candidates::{Candidates, CandidatesName};
use aji_judge::opening::evolved::{Evolved, Lineage};
use aji_judge::opening::fuzzy::{Controller, ControllerName, Reasoner};
use aji_judge::opening::td::{Lambda, Td};
use aji_judge::score::{DeadStones, Scorer};
use aji_judge::territory::{Model, ModelName};
use aji_judge::winner::{Predictor, PredictorName};
use std::sync::Arc;

/// The models that players think with; copies share them.
#[derive(Clone, Debug)]
pub struct Minds {
    /// Judges positions, for analyses and reviews.
    pub judge: Arc<Model>,
    /// Tells players who owns each point.
    pub territory: Arc<Model>,
    /// Says what the final score is.
    pub scorer: Scorer,
    /// The network of influence that predicts winners.
    pub nn_influence: Option<Arc<Predictor>>,
    /// The network that predicts winners from what touches what.
    pub outlook: Option<Arc<Predictor>>,
    /// Proposes points in the opening.
    pub habits: Option<Arc<Candidates>>,
    /// The same by the study's network.
    pub perceptron: Option<Arc<Candidates>>,
    /// Our own fuzzy controller, which weighs candidates.
    pub controller: Option<Arc<Controller>>,
    /// The study's networks that learned openings by temporal differences.
    pub td: Option<Arc<Td>>,
    /// The champions of evolutions, for openings on 13x13.
    pub evolved: Vec<(Lineage, Arc<Evolved>)>,
}

impl Minds {
    /// Those that are built in.
    pub fn embedded() -> Minds {
        let predictor = |name| Predictor::embedded(name).map(Arc::new);
        let territory = Model::embedded(ModelName::FIELD).unwrap_or_else(Model::study);
        let territory = Arc::new(territory);
        let untaught = || Scorer::new(territory.clone(), Arc::new(DeadStones::untaught()));
        Minds {
            judge: territory.clone(),
            scorer: Scorer::embedded().unwrap_or_else(untaught),
            territory,
            nn_influence: predictor(PredictorName::NnInfluence),
            outlook: predictor(PredictorName::Outlook),
            habits: Candidates::embedded(CandidatesName::Habits).map(Arc::new),
            perceptron: Candidates::embedded(CandidatesName::Perceptron).map(Arc::new),
            controller: Controller::embedded(ControllerName::Ours).map(Arc::new),
            td: Td::embedded().map(Arc::new),
            evolved: Lineage::ALL
                .into_iter()
                .filter_map(|lineage| Some((lineage, Arc::new(Evolved::embedded(lineage)?))))
                .collect(),
        }
    }

    /// Who proposes candidates by this name.
    pub fn candidates(&self, name: CandidatesName) -> Option<Arc<Candidates>> {
        match name {
            CandidatesName::Habits => self.habits.clone(),
            CandidatesName::Perceptron => self.perceptron.clone(),
        }
    }

    /// Who weighs candidates by this name: ours weighs our candidates, the study's the study's.
    pub fn reasoner(&self, name: ControllerName) -> Option<Reasoner> {
        Some(match name {
            ControllerName::Ours => {
                let controller = self.controller.as_deref()?.clone();
                Reasoner::new(self.habits.clone()?, controller)
            }
            ControllerName::Study | ControllerName::StudyMamdani => {
                Reasoner::new(self.perceptron.clone()?, Controller::embedded(name)?)
            }
        })
    }

    pub(super) fn best_after(&self, lambda: Lambda) -> Option<BestAfter> {
        Some(BestAfter { td: self.td.clone()?, lambda })
    }

    /// What an evolution left behind.
    pub fn evolved(&self, lineage: Lineage) -> Option<&Evolved> {
        let found = self.evolved.iter().find(|(found, _)| *found == lineage);
        found.map(|(_, evolved)| evolved.as_ref())
    }

    pub(super) fn best_evolved(
        &self,
        lineage: Lineage,
        generation: Option<u32>,
    ) -> Option<BestEvolved> {
        BestEvolved::new(self.evolved(lineage)?, generation)
    }

    pub(super) fn chance(&self, evaluator: EvaluatorName) -> Option<WinningChance> {
        let predictor = match evaluator {
            EvaluatorName::NnInfluence => self.nn_influence.clone()?,
            _ => self.outlook.clone()?,
        };
        Some(WinningChance { predictor, territory: self.territory.clone() })
    }

    pub(super) fn evaluator(&self, name: EvaluatorName) -> Option<Box<dyn Judge>> {
        Some(match name {
            EvaluatorName::Influence => Box::new(Reach),
            EvaluatorName::Territory => Box::new(Expected(self.territory.clone())),
            EvaluatorName::NnInfluence | EvaluatorName::Outlook => Box::new(self.chance(name)?),
        })
    }
}
