//! Networks as judges.

use super::{Evaluation, Judge, Policy, Prospects};
use crate::deep::{Deep, Look};
use crate::judgement::{JudgeError, Question};
use crate::winner::{Outlook, outlook};
use aji_rules::Size;
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
