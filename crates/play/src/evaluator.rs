//! What players maximise: judges whose word is one number.

use aji_judge::evaluate::{Evaluation, Judge, Prospects};
use aji_judge::influence::{Bouzy, Influence};
use aji_judge::judgement::{JudgeError, Question};
use aji_judge::territory::Model;
use aji_judge::winner::Predictor;
use aji_rules::Field;
use std::sync::Arc;

/// What a position is worth to Black: the chance to win if the judge tells chances, and else the lead.
pub fn black_value(judge: &dyn Judge, question: &Question<'_>) -> Result<f64, JudgeError> {
    let evaluation = judge.evaluate(question)?;
    evaluation.black_win_probability().or(evaluation.black_lead()).ok_or(JudgeError::NoNumbers)
}

/// The points that each side's influence reaches, by Bouzy's four dilations, less komi.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach;

impl Judge for Reach {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        let mut field = Field::filled(question.position.size(), 0.0);
        Bouzy::AREA.write(question.position, &mut field);
        let sign = |value: f32| f64::from(u8::from(value > 0.0)) - f64::from(u8::from(value < 0.0));
        let reached: f64 = field.values().iter().map(|&value| sign(value)).sum();
        let lead = reached - f64::from(question.terms.komi.halves()) / 2.0;
        Ok(Evaluation { prospects: Prospects::Lead(lead), ..Evaluation::default() })
    }
}

/// Black's chance to win: by a network where it knows the board. Elsewhere the expected lead makes the
/// chance, and nothing else: how little a lead means early in a game must not make a pass look good.
#[derive(Clone, Debug)]
pub struct WinningChance {
    /// Has the network.
    pub predictor: Arc<Predictor>,
    /// Judges other boards.
    pub territory: Arc<Model>,
}

impl Judge for WinningChance {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        let chance = match self.predictor.network_says(question) {
            Some(chance) => chance,
            None => {
                let lead = self.territory.black_lead(question)?;
                let side = (question.position.size().area() as f64).sqrt();
                1.0 / (1.0 + (-lead / side).exp())
            }
        };
        Ok(Evaluation { prospects: Prospects::Chance(chance), ..Evaluation::default() })
    }
}
