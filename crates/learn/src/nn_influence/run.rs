//! The fitting of all phases, one after the other, kept and gone on with.

use super::{Fit, Kept, Settings};
use crate::games::WonGame;
use crate::run::ResumeError;
use aji_judge::winner::NnInfluence;
use aji_judge::winner::nn_influence::PHASES;
use serde::{Deserialize, Serialize};

/// Where a run is; this is what a checkpoint keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Place {
    begun_with: String,
    /// The phases that are done.
    done: Vec<Done>,
    kept: Option<Kept>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Done {
    weights: Vec<f32>,
    games: (usize, usize),
    epochs: u32,
}

/// A run under way.
pub struct Run<'a> {
    settings: Settings,
    games: &'a [WonGame],
    place: Place,
    fit: Option<Fit>,
}

impl<'a> Run<'a> {
    /// Begins. `begun_with` says in words what is trained on what.
    pub fn new(settings: Settings, games: &'a [WonGame], begun_with: String) -> Run<'a> {
        let place = Place { begun_with, done: Vec::new(), kept: None };
        let mut run = Run { settings, games, place, fit: None };
        run.enter();
        run
    }

    /// Goes on from the text of a checkpoint.
    pub fn resume(
        settings: Settings,
        games: &'a [WonGame],
        begun_with: String,
        checkpoint: &str,
    ) -> Result<Run<'a>, ResumeError> {
        let mut place: Place = serde_json::from_str(checkpoint)?;
        ResumeError::unless_same(&place.begun_with, &begun_with)?;
        let kept = place.kept.take();
        let mut run = Run { settings, games, place, fit: None };
        match (run.moves(), kept) {
            (Some(moves), Some(kept)) => {
                let fit = Fit::resume(settings, games, moves, kept);
                run.fit = Some(fit.ok_or(ResumeError::OtherModel)?);
            }
            _ => run.enter(),
        }
        Ok(run)
    }

    /// The text of a checkpoint.
    pub fn checkpoint(&self) -> Result<String, serde_json::Error> {
        let kept = self.fit.as_ref().map(Fit::kept);
        serde_json::to_string(&Place { kept, ..self.place.clone() })
    }

    /// Whether all phases are done.
    pub fn is_done(&self) -> bool {
        self.place.done.len() >= PHASES.len()
    }

    /// Epochs done and epochs to do in the phase at hand; the latter are the most there can be.
    pub fn steps(&self) -> (usize, usize) {
        let epoch = self.fit.as_ref().map_or(0, |fit| fit.training().epoch());
        (epoch as usize, self.settings.epochs as usize)
    }

    /// In words, where it is.
    pub fn words(&self) -> String {
        match (self.moves(), &self.fit) {
            (Some(moves), Some(fit)) => format!("move {moves}, {}", fit.words()),
            _ => "done".to_string(),
        }
    }

    /// Takes one epoch, and enters the next phase when one is done.
    pub fn advance(&mut self) {
        let Some(fit) = &mut self.fit else { return };
        if !fit.is_done() {
            fit.advance();
        }
        if fit.is_done() {
            let weights = fit.trained().weights().to_vec();
            let epochs = fit.training().best().map_or(fit.training().epoch(), |(epoch, _)| epoch);
            self.place.done.push(Done { weights, games: fit.games(), epochs });
            self.enter();
        }
    }

    /// For every phase that is done, the games learned from, those held out, and the epoch whose
    /// weights did best.
    pub fn phases(&self) -> impl Iterator<Item = (usize, (usize, usize), u32)> {
        let done = self.place.done.iter().map(|done| (done.games, done.epochs));
        PHASES.into_iter().zip(done).map(|(moves, (games, epochs))| (moves, games, epochs))
    }

    /// The model, once all phases are done.
    pub fn model(&self) -> Option<NnInfluence> {
        let weights: Vec<Vec<f32>> =
            self.place.done.iter().map(|done| done.weights.clone()).collect();
        NnInfluence::new(weights.try_into().ok()?)
    }

    /// The moves of the phase at hand.
    fn moves(&self) -> Option<usize> {
        PHASES.get(self.place.done.len()).copied()
    }

    fn enter(&mut self) {
        // The games of the phase before go first: there is not room for both.
        self.fit = None;
        self.fit = self.moves().map(|moves| Fit::new(self.settings, self.games, moves));
    }
}
