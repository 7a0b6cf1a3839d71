//! Which points are likely to be played? Two who know: Lee's [`Perceptron`], and [`Habits`].

pub mod habits;
pub mod perceptron;

pub use habits::Habits;
pub use perceptron::Perceptron;

use super::{OpeningError, Scene};
use crate::library::{HABITS, Library, LibraryError, PERCEPTRON};
use aji_rules::{Field, Point};
use std::sync::Arc;

/// How many candidates a position has.
pub const COUNT: usize = 10;

/// A point that is likely to be played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Where.
    pub point: Point,
    /// How likely, among all legal points.
    pub probability: f64,
}

aji_rules::named! {
    /// The name of one who proposes candidates, as users type it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum CandidatesName {
        /// Lee's network.
        Perceptron = "perceptron",
        /// Signs around points.
        Habits = "habits",
    }
    /// A name that nobody has who proposes candidates.
    unknown UnknownCandidates = "nobody named `{0}` proposes candidates; there are {known}"
}

/// One who proposes candidates.
#[derive(Clone, Debug)]
pub enum Candidates {
    /// Lee's network.
    Perceptron(Arc<Perceptron>),
    /// Signs around points.
    Habits(Arc<Habits>),
}

impl Candidates {
    /// The one of this name.
    pub fn new(name: CandidatesName, library: &Library) -> Result<Candidates, LibraryError> {
        Ok(match name {
            CandidatesName::Perceptron => Candidates::Perceptron(library.get(&PERCEPTRON)?),
            CandidatesName::Habits => Candidates::Habits(library.get(&HABITS)?),
        })
    }

    /// How likely every legal point is played; `None` elsewhere. The sum is 1.
    pub fn policy(&self, scene: &Scene<'_>) -> Result<Field<Option<f64>>, OpeningError> {
        match self {
            Candidates::Perceptron(perceptron) => perceptron.policy(scene),
            Candidates::Habits(habits) => habits.policy(scene),
        }
    }

    /// The likeliest points, at most so many, likeliest first.
    pub fn best(&self, scene: &Scene<'_>, count: usize) -> Result<Vec<Candidate>, OpeningError> {
        let policy = self.policy(scene)?;
        let mut candidates: Vec<Candidate> = policy
            .iter()
            .filter_map(|(point, probability)| {
                probability.map(|probability| Candidate { point, probability })
            })
            .collect();
        // Equals stay in board order.
        candidates.sort_by(|one, other| other.probability.total_cmp(&one.probability));
        candidates.truncate(count);
        Ok(candidates)
    }
}
