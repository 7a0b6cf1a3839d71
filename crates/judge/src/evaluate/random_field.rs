//! Random fields as judges: expectations by belief propagation, no outcomes drawn. That takes a millisecond where a
//! [`Judgement`](crate::judgement::Judgement) takes sixty.

use super::{Evaluation, Judge, Policy, Prospects};
use crate::judgement::score::{self, Extras};
use crate::judgement::{JudgeError, Question};
use crate::territory::belief::{Method, Propagation};
use crate::territory::model::FirstLook;
use crate::territory::{Inference, Model};
use aji_rules::Field;
use std::sync::Arc;

/// Messages need not settle further than a glance can see.
const PROPAGATION: Propagation =
    Propagation { method: Method::Loopy, most_rounds: 50, tolerance: 1e-5 };
/// By how much all points are pulled to see how far they give: enough to be above the errors of
/// propagation.
const PULL: f64 = 0.01;

impl Model {
    /// How surely every point will be Black's (1) or White's (-1).
    pub fn ownership(&self, question: &Question<'_>) -> Result<Field<f64>, JudgeError> {
        let FirstLook { ising, owners, .. } = self.look(question);
        question.black_ownership(&owners.unwrap_or_else(|| PROPAGATION.means(&ising)))
    }

    /// Black's lead, komi and all.
    pub fn black_lead(&self, question: &Question<'_>) -> Result<f64, JudgeError> {
        Ok(question.expected_black_lead(&self.ownership(question)?))
    }
}

impl Judge for Model {
    /// The variance of a sum of spins is the rate at which it gives when all of them are pulled; so where the model
    /// does not say how far results scatter, a second propagation with a slight pull tells it without drawing a single
    /// outcome.
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        let FirstLook { mut ising, owners, policy, spread } = self.look(question);
        let means = owners.unwrap_or_else(|| PROPAGATION.means(&ising));
        let ownership = question.black_ownership(&means)?;
        let spread = match spread {
            Some(spread) => spread,
            None => {
                // Towards the side to move, so that nothing knows Black from White.
                ising.fields.values_mut().iter_mut().for_each(|field| *field += PULL);
                let pulled = question.black_ownership(&PROPAGATION.means(&ising))?;
                let sum = |ownership: &Field<f64>| ownership.values().iter().sum::<f64>();
                let pull = PULL * f64::from(question.position.to_play().sign());
                let variance = ((sum(&pulled) - sum(&ownership)) / pull).max(0.0);
                let calibration = self.score_calibration(question.position);
                score::spread(variance.sqrt(), calibration, &Extras::of(question))
            }
        };
        let score = spread.shifted(question.expected_black_lead(&ownership));
        Ok(Evaluation {
            prospects: Prospects::Score(score),
            ownership: Some(ownership),
            policy: policy.map(Policy::Likely),
        })
    }
}

/// A random field that is not asked how far results scatter, which takes half the time.
#[derive(Clone, Debug)]
pub struct Expected(pub Arc<Model>);

impl Judge for Expected {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        Ok(Evaluation::of_owners(self.0.ownership(question)?, question))
    }
}

/// A random field by Swendsen-Wang sampling. Outcomes of which each is like the one before tell what is expected,
/// but no chances.
#[derive(Clone, Debug)]
pub struct Sampled {
    /// The random field.
    pub model: Arc<Model>,
    /// How many outcomes are drawn.
    pub sweeps: u32,
    /// With which dice.
    pub seed: u64,
}

impl Judge for Sampled {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        let inference = Inference::SwendsenWang { sweeps: self.sweeps };
        let moments = inference.moments(&self.model.ising(question.position), self.seed)?;
        Ok(Evaluation::of_owners(moments.means, question))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;
    use crate::judgement::{Explainer, JudgedChain, Ledger};
    use aji_rules::symmetry::SwapColors;
    use aji_rules::testing::random_moves;
    use aji_rules::{Game, RuleSet, Size};

    fn game(size: Size, moves: usize, seed: u64) -> Game {
        let mut dice = Dice::new(seed, 0);
        let mut game = Game::new(size, RuleSet::Chinese.into());
        let moves = random_moves(size, moves, |bound| dice.below(bound));
        moves.into_iter().for_each(|mv| game.play(mv).unwrap());
        game
    }

    #[test]
    fn on_a_line_the_spread_is_that_of_outcomes() {
        // Propagation is exact on a line, so only the number of outcomes parts the two.
        let game = game(Size::new(12, 1).unwrap(), 3, 5);
        let seen =
            Model::published().evaluate(&Question::of(&game)).unwrap().distribution().unwrap();
        let mut explainer =
            Explainer::new(Model::published(), Inference::Exact).with_samples(20_000);
        let score = explainer.explain(&Question::of(&game)).unwrap().score;
        assert!((seen.mean() - score.black_lead).abs() < 1e-4);
        let ratio = seen.standard_deviation() / score.standard_deviation;
        assert!((0.97..1.03).contains(&ratio), "{ratio}");
    }

    #[test]
    fn an_evaluation_is_close_to_a_judgement() {
        let model = crate::Library::built_in().get(&crate::library::FIELD).unwrap();
        for moves in [10, 30, 60] {
            let game = game(Size::NINE, moves, 7).with_komi("0.5".parse().unwrap());
            let question = Question::of(&game);
            let evaluation = model.evaluate(&question).unwrap();
            let seen = evaluation.distribution().unwrap();
            let mut explainer = Explainer::new(model.clone(), Inference::Exact);
            let judgement = explainer.explain(&question).unwrap();
            assert!((seen.mean() - judgement.score.black_lead).abs() < 0.5);
            let wins = seen.black_win_probability();
            let far = (wins - judgement.black_win_probability).abs();
            assert!(far < 0.08, "{far} after {moves} moves");
            let ratio = seen.standard_deviation() / judgement.score.standard_deviation;
            assert!((0.8..1.25).contains(&ratio), "{ratio}");
            let ownership = evaluation.ownership.unwrap();
            assert_eq!(Ledger::of(&question, &ownership, None).total(), seen.mean());
            let chains = JudgedChain::all(game.position(), &ownership);
            assert_eq!(chains.len(), judgement.chains.len());
        }
    }

    #[test]
    fn colors_are_alike() {
        let game = game(Size::NINE, 25, 3);
        let swapped = Game::from_position(game.position().clone().colors_swapped(), game.rules());
        let of = |game: &Game| Model::published().evaluate(&Question::of(game)).unwrap();
        let (one, other) = (of(&game), of(&swapped));
        let score = |evaluation: &Evaluation| evaluation.distribution().unwrap();
        assert_eq!(score(&one), score(&other).colors_swapped());
        assert_eq!(one.ownership, other.ownership.map(|owners| owners.map(|owner| -owner)));
    }
}
