//! Stern's model of which move is played: a player likes moves after which the expected score is
//! good.
//!
//! `P(move) = exp(beta u) / sum over the legal moves of exp(beta u)`, where `u` is the expected area
//! score after the move, seen from the player who makes it. Passes are left out: hardly anybody passes
//! before the end, and then the game is not decided by who likes what.

use super::exact::TooLarge;
use super::inference::Inference;
use super::model::Model;
use aji_rules::ruleset::Suicide;
use aji_rules::{Move, Point, Position};

/// How strongly players are drawn to points of expected score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveChoice {
    /// What one point more adds to the logarithm of a move's probability: 0 for players who choose
    /// blindly.
    pub beta: f64,
}

/// What each legal move is worth: the expected area score after it, in points, seen from the player
/// to move. Superko, which needs the past, and suicide are not thought of.
pub fn utilities(
    position: &Position,
    model: &Model,
    inference: Inference,
    seed: u64,
) -> Result<Vec<(Point, f64)>, TooLarge> {
    let side = f64::from(position.to_play().sign());
    position
        .legal_points(Suicide::Forbidden)
        .map(|point| {
            let mut after = position.clone();
            after.play_unchecked(Move::Place(point));
            // With one seed for all moves, samplers err alike on all and compare them better.
            let moments = inference.moments(&model.ising(&after), seed)?;
            let black_lead: f64 = moments.means.values().iter().sum();
            Ok((point, side * black_lead))
        })
        .collect()
}

impl MoveChoice {
    /// How likely each move is, in the order of its utility.
    pub fn probabilities(&self, utilities: &[(Point, f64)]) -> Vec<f64> {
        self.log_probabilities(utilities).into_iter().map(f64::exp).collect()
    }

    /// The logarithms of [`MoveChoice::probabilities`], finite where these are too small for a number.
    pub fn log_probabilities(&self, utilities: &[(Point, f64)]) -> Vec<f64> {
        let mut logs: Vec<f64> = utilities.iter().map(|(_, utility)| self.beta * utility).collect();
        // With the highest at zero no exponential is too large, and their sum is at least one.
        let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = logs.iter().map(|log| (log - highest).exp()).sum();
        let normal = highest + sum.ln();
        logs.iter_mut().for_each(|log| *log -= normal);
        logs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;
    use aji_rules::symmetry::{SwapColors, Turn};
    use aji_rules::testing::random_position;
    use aji_rules::{Color, Field, Size, Symmetry};
    use proptest::prelude::*;

    /// A position of random play.
    fn position(size: Size, moves: usize, seed: u64) -> Position {
        let mut dice = Dice::new(seed, 0);
        random_position(size, moves, |bound| dice.below(bound))
    }

    /// By point, each legal move's utility and probability; nothing where none is legal.
    fn judged(position: &Position) -> Field<Option<(f64, f64)>> {
        let inference = Inference::BeliefPropagation;
        let utilities = utilities(position, &Model::published(), inference, 1).unwrap();
        let probabilities = MoveChoice { beta: 0.7 }.probabilities(&utilities);
        let mut field = Field::filled(position.size(), None);
        for (&(point, utility), probability) in utilities.iter().zip(probabilities) {
            field[point] = Some((utility, probability));
        }
        field
    }

    fn assert_same(one: &Field<Option<(f64, f64)>>, other: &Field<Option<(f64, f64)>>) {
        for (point, one) in one.iter() {
            match (one, other[point]) {
                (None, None) => {}
                (Some(one), Some(other)) => {
                    let far = (one.0 - other.0).abs().max((one.1 - other.1).abs());
                    assert!(far < 1e-6, "{one:?} and {other:?}");
                }
                differ => panic!("legal on one board only: {differ:?}"),
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn choices_know_neither_left_from_right_nor_black_from_white(
            width in 1_usize..=7, height in 1_usize..=7, moves in 0_usize..40, seed in any::<u64>(),
        ) {
            let position = position(Size::new(width, height).unwrap(), moves, seed);
            let before = judged(&position);
            for symmetry in Symmetry::ALL {
                assert_same(&before.turned(symmetry), &judged(&position.turned(symmetry)));
            }
            assert_same(&before, &judged(&position.colors_swapped()));
        }

        #[test]
        fn probabilities_add_up_and_keep_the_order(
            beta in -1e3..1e3, values in prop::collection::vec(-361.0..361.0, 1..361),
        ) {
            let points = Size::NINETEEN.points();
            let utilities: Vec<(Point, f64)> = points.zip(values).collect();
            let choice = MoveChoice { beta };
            let probabilities = choice.probabilities(&utilities);
            prop_assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(choice.log_probabilities(&utilities).iter().all(|log| log.is_finite()));
            for (one, other) in (0..utilities.len()).zip(1..utilities.len()) {
                let better = beta * utilities[one].1 >= beta * utilities[other].1;
                let (low, high) = if better { (other, one) } else { (one, other) };
                prop_assert!(probabilities[low] <= probabilities[high]);
            }
        }
    }

    #[test]
    fn by_hand() {
        let utilities: Vec<(Point, f64)> = Size::NINE.points().zip([1.0, 2.0, 2.0]).collect();
        let beta = 2_f64.ln();
        let probabilities = MoveChoice { beta }.probabilities(&utilities);
        for (probability, expected) in probabilities.iter().zip([0.2, 0.4, 0.4]) {
            assert!((probability - expected).abs() < 1e-12, "{probability}");
        }
        assert!(MoveChoice { beta }.probabilities(&[]).is_empty());
    }

    #[test]
    fn utilities_are_seen_from_the_mover_on_legal_moves_alone() {
        let size = Size::square(5).unwrap();
        let mut position = Position::empty(size);
        for vertex in ["E1", "A2", "E3", "B1", "D4"] {
            let point = size.parse_point(vertex).unwrap();
            position.play(Move::Place(point), Suicide::Forbidden).unwrap();
        }
        let of = |color: Color| {
            let position = position.clone().with_to_play(color);
            utilities(&position, &Model::published(), Inference::BeliefPropagation, 1).unwrap()
        };
        // The corner is suicide for Black.
        let corner = size.parse_point("A1").unwrap();
        assert!(of(Color::Black).iter().all(|(point, _)| *point != corner));
        assert_eq!([Color::Black, Color::White].map(|color| of(color).len()), [19, 20]);
        // Black is ahead, whoever plays next.
        assert!(of(Color::Black).iter().all(|(_, utility)| *utility > 0.0));
        assert!(of(Color::White).iter().any(|(_, utility)| *utility < 0.0));
    }
}
