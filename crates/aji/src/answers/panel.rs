//! All judges side by side, with how often each was right in this phase of the game. The keys are those of
//! `panel` in docs/judgement.md.

use super::rows;
use crate::words::rounded;
use aji_judge::judgement::Question;
use aji_judge::panel::{Accuracy, Opinion, Panel};
use aji_judge::winner::review::Phase;
use serde_json::{Value, json};

/// What the judges say of a position after so many moves.
pub fn json(panel: &Panel, question: &Question<'_>, moves: usize) -> Value {
    Hearing::of(panel, question, moves).json()
}

/// What the judges said of a position, and how far to believe them.
pub struct Hearing {
    pub phase: Phase,
    /// Those who know such a board.
    pub opinions: Vec<(Opinion, Option<Accuracy>)>,
    /// What the accuracies were measured on, in a sentence.
    pub measured_on: String,
}

impl Hearing {
    /// Of a position after so many moves.
    pub fn of(panel: &Panel, question: &Question<'_>, moves: usize) -> Hearing {
        let phase = Phase::of(moves);
        let size = question.position.size();
        let opinions = panel.opinions(question).into_iter().map(|opinion| {
            let accuracy = panel.accuracy(opinion.judge, size, phase);
            (opinion, accuracy)
        });
        Hearing { phase, opinions: opinions.collect(), measured_on: panel.measured_on() }
    }

    fn json(&self) -> Value {
        let opinion = |(opinion, accuracy): &(Opinion, Option<Accuracy>)| {
            json!({
                "name": opinion.judge.to_string(),
                "about": opinion.judge.about(),
                "black_lead": opinion.black_lead.map(rounded),
                "black_win_probability": opinion.black_wins.map(rounded),
                "ownership": opinion.ownership.as_ref().map(rows),
                "accuracy": accuracy.map(|accuracy| json!({
                    "winner": accuracy.winner.map(rounded),
                    "owner": accuracy.owner.map(rounded),
                    "games": accuracy.games,
                })),
            })
        };
        json!({
            "phase": self.phase.to_string(),
            "opinions": self.opinions.iter().map(opinion).collect::<Vec<_>>(),
            "measured_on": self.measured_on,
        })
    }
}
