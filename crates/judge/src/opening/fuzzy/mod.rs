//! Which of the candidates is best? Fuzzy reasoning about what each does to influence, to potential
//! territory and, by `anfis`, to safety.
//!
//! A [`Reasoner`] plays every candidate in thought, tells a [`Controller`] what changed ([`inputs`]),
//! and sorts the candidates by the answers. Lee's controllers answer with the value itself. `anfis`
//! answers with a correction: the value is `ln p + z`, p being how likely the proposer thinks the
//! move, so that reasoning mends the proposer's habits where it must not forget them.

pub mod anfis;
pub mod inputs;
pub mod lee;

use super::candidates::{COUNT, Candidates, CandidatesName};
use super::{OpeningError, Scene};
use crate::fuzzy::{Firing, Mamdani, RuleBase, Sugeno};
use crate::library::{FUZZY, Library, LibraryError};
use aji_rules::Point;
use inputs::{Gain, INPUTS, SIGMA};
use std::sync::Arc;

/// Rules that fire weaker than this are not told.
const LEAST_STRENGTH: f64 = 0.005;

aji_rules::named! {
    /// The name of a controller, as users type it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ControllerName {
        /// Rules that were learned, as a network would be (ANFIS).
        Anfis = "anfis",
        /// Rules of Lee et al. by Sugeno's way, with which they play.
        Sugeno = "sugeno",
        /// Rules of Lee et al. by Mamdani's way.
        Mamdani = "mamdani",
    }
    /// A name that no controller has.
    unknown UnknownController = "there is no fuzzy model `{0}`; there are {known}"
}

/// Makes a number of what a candidate does.
#[derive(Clone, Debug, PartialEq)]
pub enum Controller {
    /// Rules that were learned; the answer is added to the logarithm of the candidate's probability.
    Anfis(Arc<Sugeno>),
    /// Rules of Lee et al. by Sugeno's way.
    Sugeno(Sugeno),
    /// Rules of Lee et al. by Mamdani's way.
    Mamdani(Mamdani),
}

impl Controller {
    /// The one of this name.
    pub fn new(name: ControllerName, library: &Library) -> Result<Controller, LibraryError> {
        Ok(match name {
            ControllerName::Anfis => Controller::Anfis(library.get(&FUZZY)?),
            ControllerName::Sugeno => Controller::Sugeno(lee::sugeno()),
            ControllerName::Mamdani => Controller::Mamdani(lee::mamdani()),
        })
    }

    /// What users call it.
    pub fn name(&self) -> ControllerName {
        match self {
            Controller::Anfis(_) => ControllerName::Anfis,
            Controller::Sugeno(_) => ControllerName::Sugeno,
            Controller::Mamdani(_) => ControllerName::Mamdani,
        }
    }

    /// Its rules.
    pub fn rules(&self) -> &RuleBase {
        match self {
            Controller::Anfis(sugeno) => sugeno.rules(),
            Controller::Sugeno(sugeno) => sugeno.rules(),
            Controller::Mamdani(mamdani) => mamdani.rules(),
        }
    }

    /// What it answers, and how the rules fired.
    pub fn answer(&self, inputs: &[f64; INPUTS], firing: &mut Firing) -> f64 {
        match self {
            Controller::Anfis(sugeno) => sugeno.value(inputs, firing),
            Controller::Sugeno(sugeno) => sugeno.value(inputs, firing),
            Controller::Mamdani(mamdani) => mamdani.value(inputs, firing),
        }
    }

    /// What a candidate of this probability is worth.
    fn value(&self, answer: f64, probability: f64) -> f64 {
        match self {
            Controller::Anfis(_) => probability.max(f64::MIN_POSITIVE).ln() + answer,
            Controller::Sugeno(_) | Controller::Mamdani(_) => answer,
        }
    }
}

/// A rule that fired.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fired {
    /// Which of the controller's rules, from zero.
    pub rule: usize,
    /// How strongly, from 0 to 1.
    pub strength: f64,
}

/// A candidate that was thought about.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// Where.
    pub point: Point,
    /// Its rank among the candidates, from one.
    pub rank: usize,
    /// How likely the proposer thinks it, among all legal points.
    pub probability: f64,
    /// What it gains, in the measures of the board.
    pub gain: Gain,
    /// What the controller was told: influence, territory and safety, each from 0 to 1.
    pub inputs: [f64; INPUTS],
    /// What the controller answered.
    pub answer: f64,
    /// What it is worth; only the order and the differences mean something.
    pub value: f64,
    /// The rules that fired, strongest first.
    pub fired: Vec<Fired>,
}

/// Thinks about candidates.
#[derive(Clone, Debug)]
pub struct Reasoner {
    candidates: Candidates,
    controller: Controller,
    sigma: f64,
}

impl Reasoner {
    /// With one who proposes and one who values.
    pub fn new(candidates: Candidates, controller: Controller) -> Reasoner {
        Reasoner { candidates, controller, sigma: SIGMA }
    }

    /// With the controller of this name, and the candidates that it was made for.
    pub fn of(name: ControllerName, library: &Library) -> Result<Reasoner, LibraryError> {
        let proposer = match name {
            ControllerName::Anfis => CandidatesName::Habits,
            ControllerName::Sugeno | ControllerName::Mamdani => CandidatesName::Perceptron,
        };
        Ok(Reasoner::new(Candidates::new(proposer, library)?, Controller::new(name, library)?))
    }

    /// With ranks that count more or less; see [`inputs::NARROW_SIGMA`]. What is not above zero
    /// changes nothing.
    pub fn with_sigma(self, sigma: f64) -> Reasoner {
        if sigma > 0.0 { Reasoner { sigma, ..self } } else { self }
    }

    /// Who proposes.
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Who values.
    pub fn controller(&self) -> &Controller {
        &self.controller
    }

    /// The candidates, best first.
    pub fn suggest(&self, scene: &Scene<'_>) -> Result<Vec<Suggestion>, OpeningError> {
        self.suggest_among(scene, COUNT)
    }

    /// The same of so many candidates, at most.
    pub fn suggest_among(
        &self,
        scene: &Scene<'_>,
        count: usize,
    ) -> Result<Vec<Suggestion>, OpeningError> {
        let candidates = self.candidates.best(scene, count)?;
        let points = candidates.iter().map(|candidate| candidate.point);
        let gains = inputs::gains(scene.position, points);
        let mut firing = Firing::default();
        let mut suggestions: Vec<Suggestion> = candidates
            .iter()
            .zip(gains)
            .enumerate()
            .map(|(nth, (candidate, gain))| {
                let rank = nth + 1;
                let inputs = gain.inputs(rank, self.sigma);
                let answer = self.controller.answer(&inputs, &mut firing);
                Suggestion {
                    point: candidate.point,
                    rank,
                    probability: candidate.probability,
                    gain,
                    inputs,
                    answer,
                    value: self.controller.value(answer, candidate.probability),
                    fired: fired(&firing),
                }
            })
            .collect();
        // Of equal ones the likelier stays first.
        suggestions.sort_by(|one, other| other.value.total_cmp(&one.value));
        Ok(suggestions)
    }
}

/// The rules that are worth telling, strongest first; the strongest is told however weak it is.
fn fired(firing: &Firing) -> Vec<Fired> {
    let all = firing.strengths().iter().enumerate();
    let mut fired: Vec<Fired> = all.map(|(rule, &strength)| Fired { rule, strength }).collect();
    fired.sort_by(|one, other| other.strength.total_cmp(&one.strength));
    let told = fired.iter().take_while(|fired| fired.strength >= LEAST_STRENGTH).count();
    fired.truncate(told.max(1));
    fired
}
