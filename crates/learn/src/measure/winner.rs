//! How well winners are foretold: all figures that an accuracy should not be given without.

use crate::games::{End, WonGame};
use crate::stats::{Calibration, Forecast, Interval, auc, wilson};
use aji_rules::{Color, Position};
use rayon::prelude::*;

/// Black's chance in one game, and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foretold {
    /// Black's chance, and whether Black won.
    pub forecast: Forecast,
    /// How it ended.
    pub end: End,
}

/// What is foretold of the games after so many moves, given Black's chance in each; games that are
/// shorter, or of which nothing is said, are left out.
pub fn foretell(
    games: &[WonGame],
    moves: usize,
    black_wins: impl Fn(&WonGame, &Position) -> Option<f64> + Sync,
) -> Vec<Foretold> {
    let one = |game: &WonGame| {
        let probability = black_wins(game, &game.position_after(moves)?)?;
        let target = f64::from(u8::from(game.winner == Color::Black));
        Some(Foretold { forecast: Forecast { probability, target }, end: game.end })
    };
    games.par_iter().filter_map(one).collect()
}

/// Figures of many forecasts.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// How many games.
    pub games: usize,
    /// How often the side that wins more often wins: what knowing nothing gives.
    pub majority: f64,
    /// How often the winner was thought likelier.
    pub accuracy: f64,
    /// Where that lies with 95 % confidence.
    pub accuracy_interval: Interval,
    /// The mean cross entropy.
    pub log_loss: f64,
    /// The mean square of the error.
    pub brier: f64,
    /// The area under the curve, if both sides won some.
    pub auc: Option<f64>,
    /// Whether chances are what they say.
    pub calibration: Calibration,
}

impl Figures {
    /// Of these forecasts; `None` if there are none.
    pub fn of(forecasts: &[Forecast]) -> Option<Figures> {
        if forecasts.is_empty() {
            return None;
        }
        let count = forecasts.len() as f64;
        let mean = |part: fn(Forecast) -> f64| {
            forecasts.iter().map(|&forecast| part(forecast)).sum::<f64>() / count
        };
        let black = mean(|forecast| forecast.target);
        let accuracy = mean(|forecast| forecast.credit().unwrap_or(0.5));
        let mut calibration = Calibration::default();
        forecasts.iter().for_each(|&forecast| calibration.add(forecast));
        Some(Figures {
            games: forecasts.len(),
            majority: black.max(1.0 - black),
            accuracy,
            accuracy_interval: wilson((accuracy * count).round() as u64, forecasts.len() as u64),
            log_loss: mean(Forecast::log_loss),
            brier: mean(Forecast::brier),
            auc: auc(forecasts),
            calibration,
        })
    }
}

/// Figures of all games, of those that were counted and of those that were resigned.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// All of them.
    pub all: Option<Figures>,
    /// Decided by counting.
    pub counted: Option<Figures>,
    /// Decided by resigning.
    pub resigned: Option<Figures>,
}

impl Split {
    /// Of these games.
    pub fn of(games: &[Foretold]) -> Split {
        let some = |is_meant: fn(&End) -> bool| -> Vec<Forecast> {
            let meant = games.iter().filter(|game| is_meant(&game.end));
            meant.map(|game| game.forecast).collect()
        };
        Split {
            all: Figures::of(&some(|_| true)),
            counted: Figures::of(&some(|end| matches!(end, End::Counted(_)))),
            resigned: Figures::of(&some(|end| matches!(end, End::Resigned))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::HalfPoints;

    #[test]
    fn figures_by_hand() {
        let counted = End::Counted(HalfPoints::from_halves(3));
        let games = [(0.8, 1.0, counted), (0.6, 0.0, End::Resigned), (0.3, 0.0, counted)].map(
            |(probability, target, end)| Foretold {
                forecast: Forecast { probability, target },
                end,
            },
        );
        let split = Split::of(&games);
        let all = split.all.unwrap();
        assert_eq!((all.games, all.auc), (3, Some(1.0)));
        assert!((all.accuracy - 2.0 / 3.0).abs() < 1e-9 && (all.majority - 2.0 / 3.0).abs() < 1e-9);
        assert!((all.brier - (0.04 + 0.36 + 0.09) / 3.0).abs() < 1e-9);
        assert_eq!(split.counted.unwrap().accuracy, 1.0);
        assert_eq!(split.resigned.unwrap().auc, None);
        assert_eq!(Split::of(&[]).all, None);
    }
}
