//! The fitting of our own controller, kept and gone on with.

use super::anfis::{Case, Cases, Fit, Settings};
use crate::openings::Opening;
use crate::run::ResumeError;
use aji_judge::fuzzy::Sugeno;
use aji_judge::opening::candidates::Candidates;
use aji_judge::opening::fuzzy::ours;
use serde::{Deserialize, Serialize};

/// A run under way.
pub struct Run {
    start: Sugeno,
    cases: Cases,
    kept: Kept,
}

/// What a checkpoint keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Kept {
    begun_with: String,
    fit: Fit,
}

impl Run {
    /// Begins, with the candidates of one who did not learn from these openings: of moves that it has seen
    /// it would be too sure. `begun_with` says in words what is trained on what.
    pub fn new(
        settings: Settings,
        openings: &[Opening],
        candidates: &Candidates,
        begun_with: String,
    ) -> Run {
        let start = ours::start();
        let fit = Fit::new(&start, settings);
        let cases = Cases::of(openings, candidates);
        Run { start, cases, kept: Kept { begun_with, fit } }
    }

    /// Goes on from the text of a checkpoint.
    pub fn resume(
        openings: &[Opening],
        candidates: &Candidates,
        begun_with: &str,
        checkpoint: &str,
    ) -> Result<Run, ResumeError> {
        let kept: Kept = serde_json::from_str(checkpoint)?;
        ResumeError::unless_same(&kept.begun_with, begun_with)?;
        let start = ours::start();
        if kept.fit.controller(&start).is_none() {
            return Err(ResumeError::OtherModel);
        }
        Ok(Run { start, cases: Cases::of(openings, candidates), kept })
    }

    /// The text of a checkpoint.
    pub fn checkpoint(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.kept)
    }

    /// What it learns from.
    pub fn cases(&self) -> &[Case] {
        &self.cases.cases
    }

    /// Whether there is nothing more to do.
    pub fn is_done(&self) -> bool {
        self.kept.fit.is_done()
    }

    /// Epochs done and to do.
    pub fn steps(&self) -> (usize, usize) {
        (self.kept.fit.epoch() as usize, self.kept.fit.settings().epochs as usize)
    }

    /// In words, where it is.
    pub fn words(&self) -> String {
        let loss = self.kept.fit.loss();
        let loss = loss.map_or(String::new(), |loss| format!(", log loss {loss:.4}"));
        format!("epoch {}{loss}", self.kept.fit.epoch())
    }

    /// Takes one epoch.
    pub fn advance(&mut self) {
        // The start is always of the rules that it began with.
        let _ = self.kept.fit.advance(&self.start, &self.cases.cases);
    }

    /// The controller as it is now.
    pub fn model(&self) -> Option<Sugeno> {
        self.kept.fit.controller(&self.start)
    }
}
