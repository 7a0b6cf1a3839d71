//! What a position is worth to Black, in one number: what searches maximise.

use aji_judge::influence::{Bouzy, Influence};
use aji_judge::judgement::{Glance, JudgeError, Question};
use aji_judge::territory::Model;
use aji_judge::winner::Predictor;
use aji_rules::Field;
use std::sync::Arc;

/// Values positions. Higher is better for Black, and exchanged colours give the opposite of the value
/// around its middle.
pub trait Evaluator: Send + Sync {
    /// What the position is worth.
    fn black_value(&self, question: &Question<'_>) -> Result<f64, JudgeError>;

    /// A value in words.
    fn words(&self, black_value: f64) -> String;
}

/// The points that each side's influence reaches, by Bouzy's four dilations, less komi.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach;

impl Evaluator for Reach {
    fn black_value(&self, question: &Question<'_>) -> Result<f64, JudgeError> {
        let mut field = Field::filled(question.position.size(), 0.0);
        Bouzy::AREA.write(question.position, &mut field);
        let sign = |value: f32| f64::from(u8::from(value > 0.0)) - f64::from(u8::from(value < 0.0));
        let reached: f64 = field.values().iter().map(|&value| sign(value)).sum();
        Ok(reached - f64::from(question.terms.komi.halves()) / 2.0)
    }

    fn words(&self, black_value: f64) -> String {
        format!("Black reaches {black_value:+.1} points more than White")
    }
}

/// The expected score by a model of territory and belief propagation.
#[derive(Clone, Debug)]
pub struct Lead(pub Arc<Model>);

impl Evaluator for Lead {
    fn black_value(&self, question: &Question<'_>) -> Result<f64, JudgeError> {
        Ok(Glance::of(&self.0, question)?.black_lead)
    }

    fn words(&self, black_value: f64) -> String {
        format!("Black leads by {black_value:+.1}")
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

impl Evaluator for WinningChance {
    fn black_value(&self, question: &Question<'_>) -> Result<f64, JudgeError> {
        match self.predictor.network_says(question) {
            Some(chance) => Ok(chance),
            None => {
                let lead = Glance::of(&self.territory, question)?.black_lead;
                let side = (question.position.size().area() as f64).sqrt();
                Ok(1.0 / (1.0 + (-lead / side).exp()))
            }
        }
    }

    fn words(&self, black_value: f64) -> String {
        format!("Black wins {:.0} % of the time", black_value * 100.0)
    }
}
