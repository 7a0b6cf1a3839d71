//! A policy for judges that have none.

use crate::player::Patterns;
use aji_judge::evaluate::{Evaluation, Judge, Policy};
use aji_judge::judgement::{JudgeError, Question};
use aji_rules::{Move, Size};

/// By so many units of the scores of shapes a move becomes e times as likely: so the moves of 1,500
/// positions of strong amateurs are the likeliest.
const WARMTH: f64 = 25.0;

/// A judge that borrows the policy of [`Patterns`] where it has none of its own, so that it can be searched with.
#[derive(Clone, Debug)]
pub struct ByShapes<J>(pub J);

impl<J: Judge> Judge for ByShapes<J> {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        let evaluation = self.0.evaluate(question)?;
        Ok(match evaluation.policy {
            Some(Policy::Likely(_)) => evaluation,
            _ => Evaluation { policy: Some(policy(question)), ..evaluation },
        })
    }

    fn knows(&self, size: Size) -> bool {
        self.0.knows(size)
    }
}

fn policy(question: &Question<'_>) -> Policy {
    let weight = |value: f64| (value / WARMTH).exp();
    let seen = Patterns::default().first_look(question);
    let moves = seen.iter().map(|seen| (Move::Place(seen.point), weight(seen.value)));
    // A point of which nothing is known is as good as a pass.
    let mut moves: Vec<(Move, f64)> = moves.chain([(Move::Pass, weight(0.0))]).collect();
    let sum: f64 = moves.iter().map(|(_, weight)| weight).sum();
    moves.iter_mut().for_each(|(_, weight)| *weight /= sum);
    Policy::Likely(moves)
}
