//! The one weight of the model of moves, by maximum likelihood, and how well it predicts moves.
//!
//! The mean logarithm of the probability of what was played is concave in beta: its slope is the
//! utility of the moves that were played less the expected one, and its curvature the utilities'
//! variance below zero.

use aji_judge::territory::move_choice::{MoveChoice, utilities};
use aji_judge::territory::{Inference, Model, TooLarge};
use aji_learn::labels::LabelledGame;
use aji_learn::stats::{Interval, bootstrap_mean, wilson};
use aji_rules::{Move, Point};
use rayon::prelude::*;

/// A little of a quadratic penalty keeps beta finite where the best move was always played.
const RIDGE: f64 = 1e-9;
/// Newton needs about ten steps from zero.
const MOST_STEPS: usize = 200;
/// A step that moves beta by less than this share is the last.
const TOLERANCE: f64 = 1e-12;

/// A move that was played, among those that could have been.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    utilities: Vec<(Point, f64)>,
    /// The index of the move that was played.
    played: usize,
}

impl Choice {
    /// `None` if the move is not among those that have a utility.
    pub fn new(utilities: Vec<(Point, f64)>, played: Point) -> Option<Choice> {
        let played = utilities.iter().position(|(point, _)| *point == played)?;
        Some(Choice { utilities, played })
    }

    /// The logarithm of the probability of what was played.
    pub fn log_probability(&self, choice: MoveChoice) -> f64 {
        choice.log_probabilities(&self.utilities)[self.played]
    }

    /// That of blind choice.
    pub fn uniform_log_probability(&self) -> f64 {
        -(self.utilities.len() as f64).ln()
    }

    /// Where the move that was played is among all by probability.
    fn rank(&self, choice: MoveChoice) -> Rank {
        let liking = |index: usize| choice.beta * self.utilities[index].1;
        let played = liking(self.played);
        let count = |is_so: fn(&f64, &f64) -> bool| {
            (0..self.utilities.len()).filter(|&index| is_so(&liking(index), &played)).count() as f64
        };
        Rank { likelier: count(f64::gt), equal: count(f64::eq) }
    }
}

/// A place in an order that does not tell all moves apart.
struct Rank {
    /// How many moves are likelier.
    likelier: f64,
    /// How many are as likely, with the move itself.
    equal: f64,
}

impl Rank {
    /// Counted from one, in the middle of the equal ones.
    fn expected(&self) -> f64 {
        self.likelier + (self.equal + 1.0) / 2.0
    }

    /// How likely the move is among the first so many, if lots are drawn between equal ones.
    fn within(&self, places: f64) -> f64 {
        ((places - self.likelier) / self.equal).clamp(0.0, 1.0)
    }
}

/// The games that go on with a stone after so many moves.
pub fn going_on(games: &[LabelledGame], move_number: usize) -> Vec<&LabelledGame> {
    let has_stone =
        |game: &&LabelledGame| matches!(game.next_move(move_number), Some(Move::Place(_)));
    games.iter().filter(has_stone).collect()
}

/// What was chosen after so many moves, in the games' order: the same for any number of threads.
/// Games that end there or go on with a pass are left out. `on_each` is called, in no order, when one
/// is done.
pub fn choices(
    games: &[LabelledGame],
    move_number: usize,
    (model, inference): (&Model, Inference),
    seed: u64,
    on_each: impl Fn() + Sync,
) -> Result<Vec<Choice>, TooLarge> {
    let choices: Result<Vec<Option<Choice>>, TooLarge> = going_on(games, move_number)
        .into_par_iter()
        .enumerate()
        .map(|(index, game)| {
            let Some(Move::Place(played)) = game.next_move(move_number) else { return Ok(None) };
            let Some(example) = game.example(move_number) else { return Ok(None) };
            let seed = seed.wrapping_add(index as u64);
            let utilities = utilities(&example.position, model, inference, seed)?;
            on_each();
            Ok(Choice::new(utilities, played))
        })
        .collect();
    Ok(choices?.into_iter().flatten().collect())
}

/// The mean logarithm of the probability of what was played, with its derivatives in beta.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LogLikelihood {
    /// Per move.
    pub value: f64,
    /// Its first derivative.
    pub slope: f64,
    /// Its second derivative, never above zero.
    pub curvature: f64,
}

impl LogLikelihood {
    /// Of these choices; zero without any.
    pub fn of(choices: &[Choice], choice: MoveChoice) -> LogLikelihood {
        let mut sum = LogLikelihood::default();
        let share = 1.0 / choices.len().max(1) as f64;
        for Choice { utilities, played } in choices {
            let logs = choice.log_probabilities(utilities);
            let weighted = || utilities.iter().zip(&logs).map(|((_, u), log)| (u, log.exp()));
            let mean: f64 = weighted().map(|(u, probability)| probability * u).sum();
            // Far from zero a mean of squares less the square of the mean would lose all digits.
            let variance: f64 = weighted().map(|(u, p)| p * (u - mean).powi(2)).sum();
            sum.value += share * logs[*played];
            sum.slope += share * (utilities[*played].1 - mean);
            sum.curvature -= share * variance;
        }
        sum
    }
}

/// The beta that makes what was played likeliest; zero without choices.
///
/// Newton's method between bounds that close in on the solution: a step that leaves them is replaced by
/// one to their middle.
pub fn fit(choices: &[Choice]) -> MoveChoice {
    let blind = LogLikelihood::of(choices, MoveChoice { beta: 0.0 });
    // The slope only falls from here on, and there the penalty alone would make up for it.
    let farthest = blind.slope / RIDGE;
    let (mut low, mut high) = (farthest.min(0.0), farthest.max(0.0));
    let mut beta = 0.0;
    for _ in 0..MOST_STEPS {
        let at = LogLikelihood::of(choices, MoveChoice { beta });
        let (slope, curvature) = (at.slope - RIDGE * beta, at.curvature - RIDGE);
        if slope > 0.0 {
            low = beta;
        } else {
            high = beta;
        }
        let newton = beta - slope / curvature;
        let next = if (low..=high).contains(&newton) { newton } else { (low + high) / 2.0 };
        let is_last = (next - beta).abs() <= TOLERANCE * next.abs();
        beta = next;
        if is_last {
            break;
        }
    }
    MoveChoice { beta }
}

/// How well moves are predicted.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredChoices {
    /// How many.
    pub positions: usize,
    /// The mean logarithm of the probability of what was played, and how sure that is.
    pub log_probability: (f64, Interval),
    /// That of blind choice.
    pub uniform: f64,
    /// The share of moves that were thought the likeliest, and how sure that is.
    pub top1: (f64, Interval),
    /// The share of moves that were among the five likeliest, and how sure that is.
    pub top5: (f64, Interval),
    /// The mean place among all legal moves, counted from one, and how sure that is.
    pub mean_rank: (f64, Interval),
}

impl MeasuredChoices {
    /// Of these; `None` if there are none. The seed is the bootstrap's.
    ///
    /// Moves that are thought equally likely are taken to be in an order drawn by lot.
    pub fn of(choices: &[Choice], choice: MoveChoice, seed: u64) -> Option<MeasuredChoices> {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let logs: Vec<f64> = choices.iter().map(|c| c.log_probability(choice)).collect();
        let blind: Vec<f64> = choices.iter().map(Choice::uniform_log_probability).collect();
        let ranks: Vec<Rank> = choices.iter().map(|c| c.rank(choice)).collect();
        let places: Vec<f64> = ranks.iter().map(Rank::expected).collect();
        let top = |count: f64| {
            let found: f64 = ranks.iter().map(|rank| rank.within(count)).sum();
            let trials = ranks.len();
            (found / trials as f64, wilson(found.round() as u64, trials as u64))
        };
        Some(MeasuredChoices {
            positions: choices.len(),
            log_probability: (mean(&logs), bootstrap_mean(&logs, seed)?),
            uniform: mean(&blind),
            top1: top(1.0),
            top5: top(5.0),
            mean_rank: (mean(&places), bootstrap_mean(&places, seed)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::Dice;
    use aji_rules::Size;
    use proptest::prelude::*;

    /// Choices among moves of invented utilities, by players of this beta.
    fn invented(beta: f64, count: u64) -> Vec<Choice> {
        (0..count)
            .map(|item| {
                let mut dice = Dice::new(11, item);
                let moves = 2 + dice.below(40) as usize;
                let points = Size::NINE.points().take(moves);
                let utilities: Vec<(Point, f64)> =
                    points.map(|point| (point, 50.0 + 6.0 * dice.unit())).collect();
                let mut lot = dice.unit();
                let probabilities = MoveChoice { beta }.probabilities(&utilities);
                let drawn = probabilities.iter().position(|probability| {
                    lot -= probability;
                    lot < 0.0
                });
                Choice { played: drawn.unwrap_or(moves - 1), utilities }
            })
            .collect()
    }

    fn choice(utilities: &[f64], played: usize) -> Choice {
        let utilities = Size::NINE.points().zip(utilities.iter().copied()).collect();
        Choice { utilities, played }
    }

    #[test]
    fn the_derivatives_are_those_of_the_value() {
        const STEP: f64 = 1e-4;
        let choices = invented(0.5, 30);
        for beta in [-2.0, -0.3, 0.0, 0.4, 1.5] {
            let at = |beta| LogLikelihood::of(&choices, MoveChoice { beta });
            let (below, here, above) = (at(beta - STEP), at(beta), at(beta + STEP));
            let slope = (above.value - below.value) / (2.0 * STEP);
            let curvature = (above.slope - below.slope) / (2.0 * STEP);
            assert!((slope - here.slope).abs() < 1e-6, "{slope} {here:?}");
            assert!((curvature - here.curvature).abs() < 1e-6, "{curvature} {here:?}");
        }
    }

    #[test]
    fn the_beta_of_invented_choices_is_found_again() {
        for beta in [-1.0, -0.2, 0.0, 0.3, 2.0] {
            let choices = invented(beta, 4000);
            let found = fit(&choices);
            assert!((found.beta - beta).abs() < 0.06 * (1.0 + beta.abs()), "{beta} {found:?}");
            assert!(LogLikelihood::of(&choices, found).slope.abs() < 1e-6);
        }
    }

    #[test]
    fn beta_is_finite_whatever_was_chosen() {
        let best = fit(&[choice(&[1.0, 2.0, 3.0], 2), choice(&[5.0, 4.0], 0)]).beta;
        let worst = fit(&[choice(&[1.0, 2.0, 3.0], 0), choice(&[5.0, 4.0], 1)]).beta;
        assert!(best > 5.0 && best.is_finite(), "{best}");
        assert!((best + worst).abs() < 1e-6, "{best} {worst}");
        for nothing in [vec![], vec![choice(&[7.0], 0)], vec![choice(&[2.0, 2.0, 2.0], 1)]] {
            assert_eq!(fit(&nothing).beta, 0.0);
        }
    }

    #[test]
    fn figures_by_hand() {
        let ln = |x: f64| x.ln();
        let choices = [choice(&[0.0, 1.0, 1.0], 1), choice(&[0.0, 1.0], 0)];
        let measured = MeasuredChoices::of(&choices, MoveChoice { beta: ln(2.0) }, 1).unwrap();
        let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one} {other}");
        near(measured.log_probability.0, (ln(0.4) + ln(1.0 / 3.0)) / 2.0);
        near(measured.uniform, (ln(1.0 / 3.0) + ln(0.5)) / 2.0);
        // The first shares the top with another, the second is behind one.
        near(measured.top1.0, 0.25);
        near(measured.top5.0, 1.0);
        near(measured.mean_rank.0, (1.5 + 2.0) / 2.0);
        assert_eq!(measured.positions, 2);
        assert_eq!(MeasuredChoices::of(&[], MoveChoice { beta: 1.0 }, 1), None);
        // Who turns beta round likes the others.
        let turned = MeasuredChoices::of(&choices, MoveChoice { beta: -1.0 }, 1).unwrap();
        near(turned.mean_rank.0, (2.5 + 1.0) / 2.0);
    }

    #[test]
    fn only_legal_moves_can_have_been_played() {
        let [one, two] = [0, 1].map(|x| Size::NINE.point(x, 0).unwrap());
        assert!(Choice::new(vec![(one, 1.0)], one).is_some());
        assert_eq!(Choice::new(vec![(one, 1.0)], two), None);
    }

    #[test]
    fn passes_and_ends_are_left_out() {
        let line = r#"{"moves":"aabbtt","ownership":"BW=B","result":"B+1.5"}"#;
        let games = vec![LabelledGame::parse(line).unwrap(); 2];
        let model = Model::published();
        let count = |number| {
            let who = (&model, Inference::Exact);
            choices(&games, number, who, 1, || {}).unwrap().len()
        };
        assert_eq!([0, 1, 2, 3, 4].map(count), [2, 2, 0, 0, 0]);
    }

    proptest! {
        #[test]
        fn blind_choice_is_the_measure_of_beta_zero(
            utilities in prop::collection::vec(-50.0..50.0, 1..60), played in any::<prop::sample::Index>(),
        ) {
            let blind = MoveChoice { beta: 0.0 };
            let choices = [choice(&utilities, played.index(utilities.len()))];
            let measured = MeasuredChoices::of(&choices, blind, 1).unwrap();
            let count = utilities.len() as f64;
            prop_assert!((measured.log_probability.0 - measured.uniform).abs() < 1e-9);
            prop_assert!((measured.top1.0 - 1.0 / count).abs() < 1e-9);
            prop_assert!((measured.mean_rank.0 - (count + 1.0) / 2.0).abs() < 1e-9);
        }

        #[test]
        fn the_fit_is_no_worse_than_any_other(beta in -3.0..3.0) {
            let choices = invented(0.5, 20);
            let value = |choice| LogLikelihood::of(&choices, choice).value;
            let (best, other) = (value(fit(&choices)), value(MoveChoice { beta }));
            prop_assert!(best + 1e-9 >= other);
        }
    }
}
