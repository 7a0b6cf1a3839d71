//! A judgement at a glance: expectations by belief propagation, no outcomes drawn. It takes a
//! millisecond where a [`Judgement`](super::Judgement) takes sixty.

use super::ledger::Ledger;
use super::score::Extras;
use super::stones::{self, JudgedChain};
use super::{JudgeError, Question};
use crate::territory::belief::{Method, Propagation};
use crate::territory::{Ising, Model};
use aji_rules::{Field, Position};

/// Whose every point is and who leads by how much, seen from Black's side.
#[derive(Clone, Debug, PartialEq)]
pub struct Glance {
    /// How surely every point will be Black's (1) or White's (-1).
    pub ownership: Field<f64>,
    /// Black's lead, komi and all.
    pub black_lead: f64,
}

/// How results scatter around what is expected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// How likely Black wins.
    pub black_wins: f64,
    /// How far results scatter.
    pub standard_deviation: f64,
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
        Glance::by(&model.ising(question.position), question)
    }

    fn by(ising: &Ising, question: &Question<'_>) -> Result<Glance, JudgeError> {
        let ownership = PROPAGATION.means(ising);
        let black_lead = question.expected_black_lead(&ownership);
        let is_number = black_lead.is_finite();
        is_number.then_some(Glance { ownership, black_lead }).ok_or(JudgeError::NoNumbers)
    }

    /// A first look, and how likely Black wins by it.
    ///
    /// The variance of a sum of spins is the rate at which it gives when all of them are pulled; so a
    /// second propagation, with a slight pull, tells it without drawing a single outcome.
    pub fn with_chance(
        model: &Model,
        question: &Question<'_>,
    ) -> Result<(Glance, Chance), JudgeError> {
        let mut ising = model.ising(question.position);
        let glance = Glance::by(&ising, question)?;
        // Towards the side to move, so that nothing knows Black from White.
        let pull = PULL * f64::from(question.position.to_play().sign());
        ising.fields.values_mut().iter_mut().for_each(|field| *field += pull);
        let pulled = Glance::by(&ising, question)?;
        let variance = ((pulled.black_lead - glance.black_lead) / pull).max(0.0);
        let straying = model.straying(question.position);
        let standard_deviation = straying.spread * variance.sqrt();
        // Summed anew: what is left of the lead without the points is a little off a half, and would be rounded away.
        let extras: f64 = Extras::of(question).expected().map(|(_, points)| points).sum();
        let expected = straying.kept * glance.black_lead - extras;
        let area = question.position.size().area() as f64;
        // A point that changes hands counts twice, so the owned points of all results are even or odd
        // together, and each stands for what is less than a point away. A draw is half a win.
        let least_win = area + 2.0 * ((-extras - area) / 2.0).floor() + 2.0;
        let least_draw = area + 2.0 * ((-extras - area) / 2.0).ceil();
        let reaches = |least: f64| {
            // Even a settled board may be misjudged by half a point.
            let deviations = (expected - (least - 1.0)) / standard_deviation.max(0.5);
            0.5 * (1.0 + libm::erf(deviations / 2_f64.sqrt()))
        };
        let black_wins = 0.5 * (reaches(least_win) + reaches(least_draw));
        Ok((glance, Chance { black_wins, standard_deviation }))
    }

    /// Every chain and what becomes of it, in board order of its first stone. The position is that of
    /// the question.
    pub fn chains(&self, position: &Position) -> Vec<JudgedChain> {
        stones::chains(position, &self.ownership)
    }

    /// What the lead is made of.
    pub fn ledger(&self, question: &Question<'_>) -> Ledger {
        Ledger::new(&self.ownership, &self.chains(question.position), &Extras::of(question))
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
        let (glance, chance) = Glance::with_chance(&Model::study(), &Question::of(&game)).unwrap();
        let mut judge = Judge::new(Model::study(), Inference::Exact).with_samples(20_000);
        let score = judge.judge(&Question::of(&game)).unwrap().score;
        assert!((glance.black_lead - score.black_lead).abs() < 1e-4);
        let ratio = chance.standard_deviation / score.standard_deviation;
        assert!((0.97..1.03).contains(&ratio), "{ratio}");
    }

    #[test]
    fn a_glance_is_close_to_a_judgement() {
        let model = Model::embedded(ModelName::FIELD).unwrap();
        for moves in [10, 30, 60] {
            let game = game(Size::NINE, moves, 7).with_komi("0.5".parse().unwrap());
            let question = Question::of(&game);
            let (glance, chance) = Glance::with_chance(&model, &question).unwrap();
            let judgement = Judge::new(model.clone(), Inference::Exact).judge(&question).unwrap();
            assert!((glance.black_lead - judgement.score.black_lead).abs() < 0.5);
            let far = (chance.black_wins - judgement.black_win_probability).abs();
            assert!(far < 0.08, "{far} after {moves} moves");
            let ratio = chance.standard_deviation / judgement.score.standard_deviation;
            assert!((0.8..1.25).contains(&ratio), "{ratio}");
            assert!((glance.ledger(&question).total() - glance.black_lead).abs() < 1e-9);
            assert_eq!(glance.chains(game.position()).len(), judgement.chains.len());
        }
    }

    #[test]
    fn colors_are_alike() {
        let game = game(Size::NINE, 25, 3);
        let swapped = Game::from_position(game.position().clone().colors_swapped(), game.rules());
        let of = |game: &Game| Glance::with_chance(&Model::study(), &Question::of(game)).unwrap();
        let ((one, chance), (other, other_chance)) = (of(&game), of(&swapped));
        assert!((one.black_lead + other.black_lead).abs() < 1e-6);
        assert!((chance.black_wins + other_chance.black_wins - 1.0).abs() < 1e-4);
    }
}
