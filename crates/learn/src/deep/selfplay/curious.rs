//! A judge who now and then thinks much of a move for no reason.

use aji_judge::Dice;
use aji_judge::evaluate::{Evaluation, Judge, Policy};
use aji_judge::judgement::{JudgeError, Question};
use aji_rules::Size;
use std::sync::Arc;

/// So much of the policy is up to the dice.
const SHARE: f64 = 0.25;
/// About so many moves get most of that.
const FAVOURED: f64 = 10.0;

/// Looks at the first position of a search as another judge does, but gives a share of the policy to moves by lot, so
/// that a search finds out what the network would never have looked at. The same position has the same answer.
#[derive(Debug)]
pub(super) struct Curious {
    /// Who knows better.
    pub judge: Arc<dyn Judge>,
    /// The seed of the dice.
    pub seed: u64,
}

impl Judge for Curious {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        let mut evaluation = self.judge.evaluate(question)?;
        if let Some(Policy::Likely(moves)) = &mut evaluation.policy {
            let mut dice = Dice::new(self.seed, question.position.situation_hash());
            // A high power of even numbers: few of them are far above the others.
            let power = moves.len() as f64 / FAVOURED;
            let lots: Vec<f64> = moves.iter().map(|_| dice.unit().powf(power)).collect();
            let total: f64 = lots.iter().sum::<f64>().max(f64::MIN_POSITIVE);
            for ((_, chance), lot) in moves.iter_mut().zip(lots) {
                *chance += SHARE * (lot / total - *chance);
            }
        }
        Ok(evaluation)
    }

    fn knows(&self, size: Size) -> bool {
        self.judge.knows(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::library::{DEEP, Library};
    use aji_rules::{Game, RuleSet};

    #[test]
    fn a_share_of_the_policy_goes_to_a_few_moves_by_lot() {
        let deep = Library::built_in().get(&DEEP).unwrap();
        let game = Game::new(Size::NINE, RuleSet::Chinese.into());
        let policy = |judge: &dyn Judge| match judge.evaluate(&Question::of(&game)).unwrap().policy
        {
            Some(Policy::Likely(moves)) => moves,
            _ => Vec::new(),
        };
        let curious = |seed| policy(&Curious { judge: deep.clone(), seed });
        let (plain, one, other) = (policy(&*deep), curious(1), curious(2));
        assert_eq!(one, curious(1));
        assert_ne!(one, other);
        let total: f64 = one.iter().map(|(_, chance)| chance).sum();
        assert!((total - 1.0).abs() < 1e-9, "{total}");
        let gained = |(now, before): (&(_, f64), &(_, f64))| now.1 - (1.0 - SHARE) * before.1;
        let mut gains: Vec<f64> = one.iter().zip(&plain).map(gained).collect();
        gains.sort_by(|a, b| b.total_cmp(a));
        assert!(gains[81] >= -1e-12, "{gains:?}");
        let of_few: f64 = gains[..20].iter().sum();
        assert!(of_few > 0.9 * SHARE, "{of_few}");
    }
}
