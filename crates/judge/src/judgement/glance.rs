//! A judgement at a glance: expectations by belief propagation, no outcomes drawn. It takes a
//! millisecond where a [`Judgement`](super::Judgement) takes sixty.

use super::ledger::Ledger;
use super::score::{self, Extras};
use super::stones::{self, JudgedChain};
use super::{JudgeError, Question, ScoreDistribution};
use crate::score::Scorer;
use crate::territory::Model;
use crate::territory::belief::{Method, Propagation};
use crate::territory::model::FirstLook;
use aji_rules::{Field, Move, Position};

/// Who owns each point and who leads by how much, seen from Black's side.
#[derive(Clone, Debug, PartialEq)]
pub struct Glance {
    /// How surely every point will be Black's (1) or White's (-1).
    pub ownership: Field<f64>,
    /// Black's lead, komi and all.
    pub black_lead: f64,
    /// Whether nothing is left to be played: then both are what the board counts.
    pub is_counted: bool,
    /// How likely each legal move is, best first, if the model knows that.
    pub policy: Option<Vec<(Move, f64)>>,
}

/// Messages need not settle further than a glance can see.
const PROPAGATION: Propagation =
    Propagation { method: Method::Loopy, most_rounds: 50, tolerance: 1e-5 };
/// By how much all points are pulled to see how far they give: enough to be above the errors of
/// propagation.
const PULL: f64 = 0.01;

impl Glance {
    /// A first look at a position.
    pub fn of(model: &Model, question: &Question<'_>) -> Result<Glance, JudgeError> {
        let FirstLook { ising, owners, policy, .. } = model.look(question);
        let glance = Glance::by(owners.unwrap_or_else(|| PROPAGATION.means(&ising)), question)?;
        Ok(Glance { policy, ..glance })
    }

    /// By owners in the mover's view.
    fn by(means: Field<f64>, question: &Question<'_>) -> Result<Glance, JudgeError> {
        if means.values().iter().any(|mean| !mean.is_finite()) {
            return Err(JudgeError::NoNumbers);
        }
        let ownership = question.black_owners(&means);
        let black_lead = question.expected_black_lead(&ownership);
        Ok(Glance { ownership, black_lead, is_counted: false, policy: None })
    }

    /// A first look, and how the final score is distributed around its lead.
    ///
    /// The variance of a sum of spins is the rate at which it gives when all of them are pulled; so a
    /// second propagation, with a slight pull, tells it without drawing a single outcome.
    pub fn with_distribution(
        model: &Model,
        question: &Question<'_>,
    ) -> Result<(Glance, ScoreDistribution), JudgeError> {
        let FirstLook { mut ising, owners, policy, spread } = model.look(question);
        let glance = Glance::by(owners.unwrap_or_else(|| PROPAGATION.means(&ising)), question)?;
        let glance = Glance { policy, ..glance };
        if let Some(spread) = spread {
            let distribution = spread.shifted(glance.black_lead);
            return Ok((glance, distribution));
        }
        // Towards the side to move, so that nothing knows Black from White.
        ising.fields.values_mut().iter_mut().for_each(|field| *field += PULL);
        let pulled = Glance::by(PROPAGATION.means(&ising), question)?;
        let sum = |glance: &Glance| glance.ownership.values().iter().sum::<f64>();
        let pull = PULL * f64::from(question.position.to_play().sign());
        let variance = ((sum(&pulled) - sum(&glance)) / pull).max(0.0);
        let straying = model.straying(question.position);
        let spread = score::spread(variance.sqrt(), straying, &Extras::of(question));
        let distribution = spread.shifted(glance.black_lead);
        Ok((glance, distribution))
    }

    /// The same, but a board that is ready to be counted is counted: then the score is certain. A scorer whose
    /// territory is judged by this model looks closer only where that is likely.
    pub fn or_count(
        model: &Model,
        scorer: Option<&Scorer>,
        question: &Question<'_>,
    ) -> Result<(Glance, ScoreDistribution), JudgeError> {
        let (glance, distribution) = Glance::with_distribution(model, question)?;
        let counted = match scorer {
            Some(scorer) => glance.counted(scorer, question)?,
            None => None,
        };
        Ok(counted.unwrap_or((glance, distribution)))
    }

    /// What the board counts, if it is ready to be counted.
    pub fn counted(
        &self,
        scorer: &Scorer,
        question: &Question<'_>,
    ) -> Result<Option<(Glance, ScoreDistribution)>, JudgeError> {
        let count = scorer.ready(question, &self.ownership)?;
        Ok(count.map(|count| {
            let (ownership, black_lead) = score::counted(&count);
            let certain = ScoreDistribution::certain(black_lead);
            (Glance { ownership, black_lead, is_counted: true, policy: None }, certain)
        }))
    }

    /// Every chain and what becomes of it, in board order of its first stone. The position is that of
    /// the question.
    pub fn chains(&self, position: &Position) -> Vec<JudgedChain> {
        stones::chains(position, &self.ownership)
    }

    /// What the lead is made of.
    pub fn ledger(&self, question: &Question<'_>) -> Ledger {
        let extras = match self.is_counted {
            true => Extras::counted(question, &self.ownership, self.black_lead),
            false => Extras::of(question),
        };
        Ledger::new(&self.ownership, &self.chains(question.position), &extras)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Judge;
    use super::*;
    use crate::Dice;
    use crate::territory::{Inference, ModelName};
    use aji_rules::ruleset::Suicide;
    use aji_rules::symmetry::SwapColors;
    use aji_rules::{Game, Move, RuleSet, Size};

    fn game(size: Size, moves: usize, seed: u64) -> Game {
        let mut dice = Dice::new(seed, 0);
        let mut game = Game::new(size, RuleSet::Chinese.into());
        for _ in 0..moves {
            let legal: Vec<_> = game.position().legal_points(Suicide::Forbidden).collect();
            let pick = dice.below(legal.len().max(1) as u32) as usize;
            game.play(legal.get(pick).map_or(Move::Pass, |&point| Move::Place(point))).unwrap();
        }
        game
    }

    #[test]
    fn on_a_line_the_spread_is_that_of_outcomes() {
        // Propagation is exact on a line, so only the number of outcomes parts the two.
        let game = game(Size::new(12, 1).unwrap(), 3, 5);
        let (glance, chance) =
            Glance::with_distribution(&Model::study(), &Question::of(&game)).unwrap();
        let mut judge = Judge::new(Model::study(), Inference::Exact).with_samples(20_000);
        let score = judge.judge(&Question::of(&game)).unwrap().score;
        assert!((glance.black_lead - score.black_lead).abs() < 1e-4);
        let ratio = chance.standard_deviation() / score.standard_deviation;
        assert!((0.97..1.03).contains(&ratio), "{ratio}");
    }

    #[test]
    fn a_glance_is_close_to_a_judgement() {
        let model = Model::embedded(ModelName::FIELD).unwrap();
        for moves in [10, 30, 60] {
            let game = game(Size::NINE, moves, 7).with_komi("0.5".parse().unwrap());
            let question = Question::of(&game);
            let (glance, chance) = Glance::with_distribution(&model, &question).unwrap();
            let judgement = Judge::new(model.clone(), Inference::Exact).judge(&question).unwrap();
            assert!((glance.black_lead - judgement.score.black_lead).abs() < 0.5);
            let wins = chance.black_win_probability();
            let far = (wins - judgement.black_win_probability).abs();
            assert!(far < 0.08, "{far} after {moves} moves");
            let ratio = chance.standard_deviation() / judgement.score.standard_deviation;
            assert!((0.8..1.25).contains(&ratio), "{ratio}");
            assert_eq!(glance.ledger(&question).total(), glance.black_lead);
            assert_eq!(glance.chains(game.position()).len(), judgement.chains.len());
        }
    }

    #[test]
    fn colors_are_alike() {
        let game = game(Size::NINE, 25, 3);
        let swapped = Game::from_position(game.position().clone().colors_swapped(), game.rules());
        let of =
            |game: &Game| Glance::with_distribution(&Model::study(), &Question::of(game)).unwrap();
        let ((one, spread), (other, other_spread)) = (of(&game), of(&swapped));
        assert_eq!(one.ownership, other.ownership.map(|owner| -owner));
        assert_eq!(spread, other_spread.colors_swapped());
    }
}
