//! Strengths from results.
//!
//! The model is Bradley and Terry's, with a draw as half a win for each: a player that is 400 Elo
//! points better gets ten times what the other gets. The likelihood is maximised over all games at
//! once. So that one who has won everything does not become infinitely strong, each player is thought
//! to have drawn one game against a player of average strength. Intervals are for 95 %, from the
//! curvature of the likelihood at its top.

use super::stats::{DEVIATIONS, Interval};
use nalgebra::{DMatrix, DVector};

/// So many points are a factor of e in strength.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
/// So many drawn games against an average player.
const PRIOR_GAMES: f64 = 1.0;
const MOST_STEPS: usize = 100;

/// A player's strength relative to the mean of all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo points.
    pub elo: f64,
    /// Where it lies with 95 % confidence.
    pub interval: Interval,
}

/// The strengths of so many players after games of one player against another with what the first
/// got: 1, a half or 0.
pub fn ratings(players: usize, games: &[(usize, usize, f64)]) -> Vec<Rating> {
    if players == 0 {
        return Vec::new();
    }
    let mut strengths = DVector::<f64>::zeros(players);
    let mut slope = Slope::at(&strengths, games);
    for _ in 0..MOST_STEPS {
        let Some(step) = slope.curvature.clone().cholesky().map(|root| root.solve(&slope.gradient))
        else {
            break;
        };
        // Far from the top Newton's steps may be too long.
        let length = step.amax();
        strengths += step * (1.0 / length.max(1.0));
        slope = Slope::at(&strengths, games);
        if length < 1e-10 {
            break;
        }
    }
    let mean = strengths.mean();
    let covariance = slope.curvature.try_inverse();
    (0..players)
        .map(|player| {
            // The spread of the player's strength less the mean of all.
            let contrast = DVector::from_fn(players, |index, _| {
                f64::from(u8::from(index == player)) - 1.0 / players as f64
            });
            let variance = covariance
                .as_ref()
                .map_or(f64::INFINITY, |matrix| contrast.dot(&(matrix * &contrast)));
            let elo = POINTS * (strengths[player] - mean);
            let reach = DEVIATIONS * POINTS * variance.max(0.0).sqrt();
            Rating { elo, interval: Interval { low: elo - reach, high: elo + reach } }
        })
        .collect()
}

/// How the logarithm of the likelihood goes up, and how it bends down.
struct Slope {
    gradient: DVector<f64>,
    curvature: DMatrix<f64>,
}

impl Slope {
    fn at(strengths: &DVector<f64>, games: &[(usize, usize, f64)]) -> Slope {
        let count = strengths.len();
        let mut gradient = DVector::zeros(count);
        let mut curvature = DMatrix::zeros(count, count);
        let chance = |difference: f64| 1.0 / (1.0 + (-difference).exp());
        for (player, &strength) in strengths.iter().enumerate() {
            let expected = chance(strength);
            gradient[player] += PRIOR_GAMES * (0.5 - expected);
            curvature[(player, player)] += PRIOR_GAMES * expected * (1.0 - expected);
        }
        for &(one, other, share) in games {
            let expected = chance(strengths[one] - strengths[other]);
            let bend = expected * (1.0 - expected);
            gradient[one] += share - expected;
            gradient[other] -= share - expected;
            curvature[(one, one)] += bend;
            curvature[(other, other)] += bend;
            curvature[(one, other)] -= bend;
            curvature[(other, one)] -= bend;
        }
        Slope { gradient, curvature }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(won: usize, lost: usize) -> Vec<(usize, usize, f64)> {
        [vec![(0, 1, 1.0); won], vec![(1, 0, 1.0); lost]].concat()
    }

    #[test]
    fn equal_results_make_equal_players() {
        for results in [vec![], games(5, 5), vec![(0, 1, 0.5)]] {
            let ratings = ratings(2, &results);
            assert!(ratings.iter().all(|rating| rating.elo.abs() < 1e-6));
        }
    }

    #[test]
    fn one_side_mirrors_the_other() {
        let (one, other) = (ratings(2, &games(7, 2)), ratings(2, &games(2, 7)));
        assert!((one[0].elo + one[1].elo).abs() < 1e-6);
        assert!((one[0].elo - other[1].elo).abs() < 1e-6);
        assert!((one[0].interval.low + other[0].interval.high).abs() < 1e-6);
    }

    #[test]
    fn three_of_four_games_are_191_points() {
        let ratings = ratings(2, &games(30_000, 10_000));
        let difference = ratings[0].elo - ratings[1].elo;
        assert!((difference - 190.85).abs() < 0.1, "{difference}");
        // The standard error of the share is 0.5 * sqrt(3) / 2 / 100 = 0.00433; a share of 0.75 moves
        // by 400 / ln 10 / (0.75 * 0.25) points for each 1, and each player by half of that.
        let reach = DEVIATIONS * POINTS / 0.1875 * 0.1875_f64.sqrt() / 200.0 / 2.0;
        let found = (ratings[0].interval.high - ratings[0].interval.low) / 2.0;
        assert!((found - reach).abs() < 0.05, "{found} {reach}");
    }

    #[test]
    fn a_whitewash_is_finite_and_more_of_it_is_better() {
        let lead = |wins| {
            let ratings = ratings(2, &games(wins, 0));
            assert!(ratings[0].interval.high.is_finite());
            ratings[0].elo - ratings[1].elo
        };
        assert!(lead(1) > 0.0 && lead(10) > lead(1) && lead(1000) > lead(10));
        assert!((400.0..800.0).contains(&lead(10)), "{}", lead(10));
    }

    #[test]
    fn who_beats_a_strong_player_is_stronger() {
        // 0 beats 1 beats 2; 3 beats 0 as often as 4 beats 2.
        let results = [
            (0, 1, 1.0),
            (0, 1, 1.0),
            (0, 1, 0.0),
            (1, 2, 1.0),
            (1, 2, 1.0),
            (1, 2, 0.0),
            (3, 0, 1.0),
            (4, 2, 1.0),
        ];
        let ratings = ratings(5, &results);
        assert!(ratings[3].elo > ratings[4].elo);
        assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
    }
}
