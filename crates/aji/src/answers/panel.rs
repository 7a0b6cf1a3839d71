//! All judges side by side, with how often each was right in this phase of the game. The keys are those of
//! `panel` in docs/judgement.md.

use super::rows;
use crate::words::rounded;
use aji_judge::JudgeEntry;
use aji_judge::evaluate::Evaluation;
use aji_judge::judgement::Question;
use aji_judge::panel::{Accuracy, Panel};
use aji_judge::winner::Phase;
use serde_json::{Value, json};

/// What a judge said, and how far to believe it.
pub struct Opinion {
    pub member: JudgeEntry,
    pub evaluation: Evaluation,
    pub accuracy: Option<Accuracy>,
}

/// What the judges said of a position, and how far to believe them.
pub struct PanelOpinions {
    pub phase: Phase,
    /// Those who know such a board.
    pub opinions: Vec<Opinion>,
    /// What the accuracies were measured on, in a sentence.
    pub measured_on: String,
}

impl PanelOpinions {
    /// Of a position after so many moves.
    pub fn of(panel: &Panel, question: &Question<'_>, moves: usize) -> PanelOpinions {
        let phase = Phase::of(moves);
        let size = question.position.size();
        let opinions = panel.evaluations(question).into_iter().map(|(member, evaluation)| {
            let accuracy = panel.accuracy(member, size, phase);
            Opinion { member, evaluation, accuracy }
        });
        PanelOpinions { phase, opinions: opinions.collect(), measured_on: panel.measured_on() }
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let opinion = |Opinion { member, evaluation, accuracy }: &Opinion| {
            json!({
                "name": member.name,
                "about": member.about,
                "black_lead": evaluation.black_lead().map(rounded),
                "black_win_probability": evaluation.black_win_probability().map(rounded),
                "ownership": evaluation.ownership.as_ref().map(rows),
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
