//! The fitting of all four networks, one after the other, kept and gone on with.

use super::{Fit, Settings};
use crate::openings::Opening;
use crate::run::ResumeError;
use aji_judge::opening::td::{Lambda, Td, shape};
use serde::{Deserialize, Serialize};

/// Where a run is; this is what a checkpoint keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Place {
    begun_with: String,
    /// The fittings that are done, and the one under way.
    fits: Vec<Fit>,
}

/// A run under way.
pub struct Run<'a> {
    settings: Settings,
    openings: &'a [Opening],
    place: Place,
}

impl<'a> Run<'a> {
    /// Begins. `begun_with` says in words what is trained on what.
    pub fn new(settings: Settings, openings: &'a [Opening], begun_with: String) -> Run<'a> {
        let fits = vec![Fit::new(settings, Lambda::ALL[0])];
        let mut run = Run { settings, openings, place: Place { begun_with, fits } };
        run.enter();
        run
    }

    /// Goes on from the text of a checkpoint.
    pub fn resume(
        settings: Settings,
        openings: &'a [Opening],
        begun_with: String,
        checkpoint: &str,
    ) -> Result<Run<'a>, ResumeError> {
        let place: Place = serde_json::from_str(checkpoint)?;
        ResumeError::unless_same(&place.begun_with, &begun_with)?;
        let count = shape(settings.hidden).weight_count();
        let fits = (1..=Lambda::ALL.len()).contains(&place.fits.len())
            && place.fits.iter().zip(Lambda::ALL).all(|(fit, lambda)| {
                fit.settings == settings && fit.lambda == lambda && fit.weights.len() == count
            });
        if fits { Ok(Run { settings, openings, place }) } else { Err(ResumeError::OtherModel) }
    }

    /// The text of a checkpoint.
    pub fn checkpoint(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.place)
    }

    /// Whether all networks are done.
    pub fn is_done(&self) -> bool {
        self.place.fits.len() == Lambda::ALL.len() && self.place.fits.iter().all(Fit::is_done)
    }

    /// Epochs done and epochs to do, of all networks together.
    pub fn steps(&self) -> (usize, usize) {
        let done: u32 = self.place.fits.iter().map(Fit::epoch).sum();
        (done as usize, self.settings.epochs as usize * Lambda::ALL.len())
    }

    /// In words, where it is.
    pub fn words(&self) -> String {
        let Some(fit) = self.place.fits.last() else { return "not begun".to_string() };
        let error = fit.error.map_or(String::new(), |error| format!(", square error {error:.4}"));
        format!("lambda {}, epoch {} of {}{error}", fit.lambda, fit.epoch, self.settings.epochs)
    }

    /// Takes one epoch, and goes on to the next network when one is done.
    pub fn advance(&mut self) {
        self.enter();
        if let Some(fit) = self.place.fits.last_mut().filter(|fit| !fit.is_done()) {
            fit.advance(self.openings);
        }
    }

    /// For every network that is done, the mean square error over its last epoch, as it went.
    pub fn errors(&self) -> impl Iterator<Item = (Lambda, Option<f64>)> {
        let done = self.place.fits.iter().filter(|fit| fit.is_done());
        done.map(|fit| (fit.lambda, fit.error))
    }

    /// The model, once all networks are done.
    pub fn model(&self) -> Option<Td> {
        if !self.is_done() {
            return None;
        }
        let weights: Vec<Vec<f32>> =
            self.place.fits.iter().map(|fit| fit.weights.clone()).collect();
        Td::new(self.settings.hidden, weights.try_into().ok()?)
    }

    /// Begins with the next network if one is done.
    fn enter(&mut self) {
        let is_done = self.place.fits.last().is_none_or(Fit::is_done);
        if let Some(&lambda) = Lambda::ALL.get(self.place.fits.len()).filter(|_| is_done) {
            self.place.fits.push(Fit::new(self.settings, lambda));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::td::predict;
    use aji_record::Record;

    /// Games that the first move decides: who begins in the upper half wins.
    fn openings() -> Vec<Opening> {
        let game = |(first, winner): (&str, &str)| {
            let sgf = format!("(;SZ[19]KM[6.5]RE[{winner}+R];B[{first}];W[pp];B[dp];W[jj])");
            Opening::of(&Record::from_sgf(&sgf).unwrap(), 50).unwrap()
        };
        // The tengen of one is the corner of the other in every symmetry.
        [("cc", "B"), ("cd", "B"), ("ij", "W"), ("ii", "W")].map(game).to_vec()
    }

    fn settings(epochs: u32, hidden: usize) -> Settings {
        Settings { epochs, hidden, rate: 0.02, ..Settings::default() }
    }

    #[test]
    fn it_learns_who_wins() {
        let openings = openings();
        for hidden in [8, 0] {
            let mut run = Run::new(settings(60, hidden), &openings, "test".to_string());
            while !run.is_done() {
                run.advance();
            }
            assert_eq!(run.steps(), (240, 240));
            let td = run.model().unwrap();
            for lambda in Lambda::ALL {
                let forecasts = predict(&td, lambda, &openings).unwrap();
                let right =
                    forecasts.iter().filter(|one| (one.probability > 0.5) == (one.target > 0.5));
                assert_eq!(right.count(), 4, "{lambda} {forecasts:?}");
            }
            assert!(run.errors().all(|(_, error)| error.unwrap() < 0.9));
        }
    }

    #[test]
    fn interrupted_or_not_it_is_the_same() {
        let (openings, begun) = (openings(), || "test".to_string());
        let mut whole = Run::new(settings(2, 3), &openings, begun());
        let mut parts = Run::new(settings(2, 3), &openings, begun());
        while !whole.is_done() {
            whole.advance();
            parts.advance();
            let kept = parts.checkpoint().unwrap();
            parts = Run::resume(settings(2, 3), &openings, begun(), &kept).unwrap();
            assert_eq!(parts.words(), whole.words());
        }
        assert_eq!(parts.model(), whole.model());
        assert!(whole.words().starts_with("lambda 1, epoch 2 of 2, square error "));
        let kept = whole.checkpoint().unwrap();
        let refused = |settings, begun: &str| {
            let resumed = Run::resume(settings, &openings, begun.to_string(), &kept);
            resumed.err().unwrap().to_string()
        };
        assert!(refused(settings(2, 3), "another").contains("other settings or data"));
        assert!(refused(settings(2, 4), "test").contains("does not fit this version"));
    }
}
