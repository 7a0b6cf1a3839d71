//! How well the moves of openings are predicted.

use crate::openings::Opening;
use crate::stats::{Interval, LEAST_PROBABILITY, bootstrap};
use aji_judge::opening::candidates::{COUNT, Candidates};
use aji_rules::Symmetry;
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// What became of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Predicted {
    /// How many legal points were thought likelier.
    likelier: usize,
    log_probability: f64,
}

/// How well one proposer predicts moves; each figure with its interval, by a bootstrap over games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Over how many positions.
    pub positions: usize,
    /// How often the move that was played was thought the likeliest.
    pub top1: (f64, Interval),
    /// How often it was among the candidates.
    pub top10: (f64, Interval),
    /// The mean logarithm of its probability.
    pub log_probability: (f64, Interval),
}

impl Measured {
    /// Predicts these moves of all openings, counted from 1; `None` if there are none. `done` hears of every opening.
    pub fn of(
        candidates: &Candidates,
        openings: &[Opening],
        moves: RangeInclusive<usize>,
        seed: u64,
        done: impl Fn() + Sync,
    ) -> Option<Measured> {
        let games: Vec<Vec<Predicted>> = openings
            .par_iter()
            .map(|opening| {
                let predicted = predict(candidates, opening, &moves);
                done();
                predicted
            })
            .collect();
        Measured::of_games(&games, seed)
    }

    fn of_games(games: &[Vec<Predicted>], seed: u64) -> Option<Measured> {
        let positions: usize = games.iter().map(Vec::len).sum();
        if positions == 0 {
            return None;
        }
        // Moves of one game are not independent, so games are drawn, not moves.
        let figure = |value: &dyn Fn(&Predicted) -> f64| {
            let sums: Vec<(f64, f64)> = games
                .iter()
                .map(|game| (game.iter().map(value).sum(), game.len() as f64))
                .collect();
            let mean = |drawn: &mut dyn Iterator<Item = usize>| {
                let (sum, count) = drawn.fold((0.0, 0.0), |(sum, count), game| {
                    (sum + sums[game].0, count + sums[game].1)
                });
                sum / f64::max(count, 1.0)
            };
            let interval = bootstrap(games.len(), seed, |drawn| mean(&mut drawn.iter().copied()));
            let value = mean(&mut (0..games.len()));
            (value, interval.unwrap_or(Interval { low: value, high: value }))
        };
        let within = |count: usize| {
            move |predicted: &Predicted| f64::from(u8::from(predicted.likelier < count))
        };
        Some(Measured {
            positions,
            top1: figure(&within(1)),
            top10: figure(&within(COUNT)),
            log_probability: figure(&|predicted| predicted.log_probability),
        })
    }
}

fn predict(
    candidates: &Candidates,
    opening: &Opening,
    moves: &RangeInclusive<usize>,
) -> Vec<Predicted> {
    let mut predicted = Vec::new();
    let mut number = 0;
    opening.for_each(Symmetry::IDENTITY, |played| {
        number += 1;
        if !moves.contains(&number) {
            return;
        }
        let Ok(policy) = candidates.policy(&played.scene) else { return };
        let chance = policy[played.next].unwrap_or_default();
        let likelier = policy.values().iter().flatten().filter(|&&other| other > chance).count();
        let log_probability = chance.max(LEAST_PROBABILITY).ln();
        predicted.push(Predicted { likelier, log_probability });
    });
    predicted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_means_over_moves() {
        let predicted = |likelier, log_probability| Predicted { likelier, log_probability };
        let games = [
            vec![predicted(0, -1.0), predicted(9, -2.0), predicted(10, -3.0)],
            vec![predicted(0, -6.0)],
        ];
        let measured = Measured::of_games(&games, 1).unwrap();
        assert_eq!(measured.positions, 4);
        assert_eq!((measured.top1.0, measured.top10.0), (0.5, 0.75));
        assert_eq!(measured.log_probability.0, -3.0);
        assert!(measured.top1.1.low <= 0.5 && measured.top1.1.high >= 0.5);
        assert_eq!(Measured::of_games(&[Vec::new()], 1), None);
    }
}
