//! Networks as judges.

use super::{Evaluation, Judge, Policy, Prospects};
use crate::deep::{Deep, Look};
use crate::judgement::{JudgeError, Question};
use crate::opening;
use crate::opening::td::{Lambda, Td};
use crate::winner::{NnInfluence, Outlook, nn_influence, outlook};
use aji_rules::{Position, Size};
use std::sync::Arc;

impl Judge for Deep {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        seen(self.look(question), question)
    }
}

/// The deep network from all eight sides.
#[derive(Clone, Debug)]
pub struct FromAllSides(pub Arc<Deep>);

impl Judge for FromAllSides {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        seen(self.0.look_around(question), question)
    }
}

fn seen(look: Look, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
    let Look { owners, policy, spread, .. } = look;
    let ownership = question.black_ownership(&owners)?;
    let score = spread.shifted(question.expected_black_lead(&ownership));
    Ok(Evaluation {
        prospects: Prospects::Score(score),
        ownership: Some(ownership),
        policy: Some(Policy::Likely(policy)),
    })
}

impl Judge for Outlook {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        Ok(self.see(question).unwrap_or_default())
    }

    fn knows(&self, size: Size) -> bool {
        size == outlook::SIZE
    }
}

impl Judge for NnInfluence {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        Ok(chance(self.black_wins(question.position)))
    }

    fn knows(&self, size: Size) -> bool {
        size == nn_influence::SIZE
    }
}

/// The networks that learned the opening by temporal differences, as far as that goes.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The networks.
    pub td: Arc<Td>,
    /// Which of them.
    pub lambda: Lambda,
}

impl Judge for Opening {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        let position = question.position;
        if stones_played(position) > opening::MOVES as u64 {
            return Ok(Evaluation::default());
        }
        // From -1 to 1: what is expected of the result.
        let value = self.td.value(self.lambda, position).ok();
        Ok(chance(value.map(|value| (value + 1.0) / 2.0)))
    }
}

/// Who tells nothing but the chance that Black wins.
fn chance(black_wins: Option<f64>) -> Evaluation {
    let prospects = black_wins.map_or(Prospects::Unknown, Prospects::Chance);
    Evaluation { prospects, ..Evaluation::default() }
}

fn stones_played(position: &Position) -> u64 {
    let (stones, captures) = (position.stone_count(), position.captures());
    [stones.black, stones.white, captures.black, captures.white].map(u64::from).iter().sum()
}
