//! How well somebody foretells who wins.
//!
//! As in the study, Black is expected to win if the chance is above a half; of games that end otherwise
//! than by counting, nobody knows how the count would have been, so they are also measured apart.

use crate::games::{End, WonGame};
use crate::stats::{self, Calibration, Forecast, Interval, McNemar};
use aji_judge::judgement::{JudgeError, Question};
use aji_judge::winner::Predictor;
use aji_rules::scoring::Terms;
use aji_rules::{Color, RuleSet};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;

/// What was foretold of one game, and who won it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foretold {
    /// From 0 to 1.
    pub black_wins: f64,
    /// Who won.
    pub winner: Color,
    /// Whether the game was counted; if not, it was resigned.
    pub is_counted: bool,
}

impl Foretold {
    /// Whether it was the winner who was expected to win. If neither was, it was White.
    pub fn is_right(&self) -> bool {
        let expected = if self.black_wins > 0.5 { Color::Black } else { Color::White };
        expected == self.winner
    }

    /// Black's chance, and what became of it.
    pub fn forecast(&self) -> Forecast {
        let target = if self.winner == Color::Black { 1.0 } else { 0.0 };
        Forecast { probability: self.black_wins, target }
    }
}

/// Foretells the winner of every game that has so many moves, in the games' order: the same for any
/// number of threads. `on_each` is called, in no order, when one is done.
pub fn foretell(
    predictor: &Predictor,
    games: &[WonGame],
    number: usize,
    rules: RuleSet,
    on_each: impl Fn() + Sync,
) -> Result<Vec<Foretold>, JudgeError> {
    let foretold = |game: &WonGame| {
        let position = game.position_after(number)?;
        let question = Question {
            position: &position,
            rules: rules.into(),
            terms: Terms { komi: game.komi, ..Terms::default() },
            is_over: false,
        };
        let foretold = predictor.black_wins(&question).map(|black_wins| Foretold {
            black_wins,
            winner: game.winner,
            is_counted: matches!(game.end, End::Counted(_)),
        });
        on_each();
        Some(foretold)
    };
    games.par_iter().filter_map(foretold).collect()
}

/// Which games are measured, by how they ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// However they did.
    All,
    /// By counting.
    Counted,
    /// The loser resigned.
    Resigned,
}

impl Ended {
    /// Each.
    pub const EACH: [Ended; 3] = [Ended::All, Ended::Counted, Ended::Resigned];

    /// What was foretold of these games.
    pub fn of(self, foretold: &[Foretold]) -> Vec<Foretold> {
        let belongs = |foretold: &&Foretold| match self {
            Ended::All => true,
            Ended::Counted => foretold.is_counted,
            Ended::Resigned => !foretold.is_counted,
        };
        foretold.iter().filter(belongs).copied().collect()
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ended::All => "all",
            Ended::Counted => "counted",
            Ended::Resigned => "resigned",
        })
    }
}

/// How well the winners of many games were foretold.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredWinners {
    /// How many.
    pub games: usize,
    /// The share of games whose winner was expected to win.
    pub accuracy: f64,
    /// Where it would be with other games, by Wilson.
    pub accuracy_interval: Interval,
    /// How often whoever says the more frequent colour is right.
    pub majority: f64,
    /// The cross entropy of the chances.
    pub log_loss: f64,
    /// The mean squared error of the chances.
    pub brier: f64,
    /// How often a game that Black won was thought likelier than one that White won; `None` if one of
    /// them won all.
    pub auc: Option<f64>,
    /// The chances in bins.
    pub calibration: Calibration,
}

impl MeasuredWinners {
    /// Of these; `None` if there are none.
    pub fn of(foretold: &[Foretold]) -> Option<MeasuredWinners> {
        if foretold.is_empty() {
            return None;
        }
        let games = foretold.len();
        let forecasts: Vec<Forecast> = foretold.iter().map(Foretold::forecast).collect();
        let mean = |part: fn(Forecast) -> f64| {
            forecasts.iter().map(|&f| part(f)).sum::<f64>() / games as f64
        };
        let right = foretold.iter().filter(|foretold| foretold.is_right()).count();
        let black = foretold.iter().filter(|foretold| foretold.winner == Color::Black).count();
        let mut calibration = Calibration::default();
        forecasts.iter().for_each(|&forecast| calibration.add(forecast));
        Some(MeasuredWinners {
            games,
            accuracy: right as f64 / games as f64,
            accuracy_interval: stats::wilson(right as u64, games as u64),
            majority: black.max(games - black) as f64 / games as f64,
            log_loss: mean(Forecast::log_loss),
            brier: mean(Forecast::brier),
            auc: stats::auc(&forecasts),
            calibration,
        })
    }
}

/// The figures of one who foretold games that ended in one way, as they are handed on. What cannot be
/// said, without games say, is nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// After how many moves.
    #[serde(rename = "move")]
    pub number: usize,
    /// Who foretold.
    pub model: String,
    /// Which games.
    pub ended: Ended,
    /// How many.
    pub games: usize,
    /// See [`MeasuredWinners`].
    pub accuracy: Option<f64>,
    /// Hardly less.
    pub accuracy_low: Option<f64>,
    /// Hardly more.
    pub accuracy_high: Option<f64>,
    /// See [`MeasuredWinners`].
    pub majority: Option<f64>,
    /// See [`MeasuredWinners`].
    pub log_loss: Option<f64>,
    /// See [`MeasuredWinners`].
    pub auc: Option<f64>,
    /// See [`MeasuredWinners`].
    pub brier: Option<f64>,
    /// The error of the calibration.
    pub ece: Option<f64>,
}

impl Row {
    /// Measures those games that ended so.
    pub fn new(number: usize, model: String, ended: Ended, foretold: &[Foretold]) -> Row {
        let measured = MeasuredWinners::of(&ended.of(foretold));
        let figure = |part: fn(&MeasuredWinners) -> f64| measured.as_ref().map(part);
        Row {
            number,
            model,
            ended,
            games: measured.as_ref().map_or(0, |measured| measured.games),
            accuracy: figure(|measured| measured.accuracy),
            accuracy_low: figure(|measured| measured.accuracy_interval.low),
            accuracy_high: figure(|measured| measured.accuracy_interval.high),
            majority: figure(|measured| measured.majority),
            log_loss: figure(|measured| measured.log_loss),
            auc: measured.as_ref().and_then(|measured| measured.auc),
            brier: figure(|measured| measured.brier),
            ece: figure(|measured| measured.calibration.error()),
        }
    }

    /// The accuracy in percent with its interval: `61.8 % (61.0 to 62.6)`.
    pub fn accuracy_text(&self) -> String {
        let (Some(share), Some(low), Some(high)) =
            (self.accuracy, self.accuracy_low, self.accuracy_high)
        else {
            return "-".to_string();
        };
        let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
        format!("{share:.1} % ({low:.1} to {high:.1})")
    }
}

/// A comparison of two on the same games, as it is handed on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// After how many moves.
    #[serde(rename = "move")]
    pub number: usize,
    /// The first.
    pub model: String,
    /// The second.
    pub against: String,
    /// How many winners the first alone foretold.
    pub only_first: u64,
    /// How many winners the second alone foretold.
    pub only_second: u64,
    /// How likely such a difference is luck; never zero.
    pub p: f64,
    /// Its decimal logarithm.
    pub log10_p: f64,
}

impl Comparison {
    /// By McNemar's test.
    pub fn new(number: usize, model: String, against: String, test: McNemar) -> Comparison {
        let McNemar { only_first, only_second } = test;
        let (p, log10_p) = (test.p(), test.log10_p());
        Comparison { number, model, against, only_first, only_second, p, log10_p }
    }

    /// `p = 0.0312`, `p = 3.1e-12`.
    pub fn p_text(&self) -> String {
        if self.log10_p > -4.0 {
            return format!("p = {:.4}", self.p);
        }
        let power = self.log10_p.floor();
        format!("p = {:.1}e{power:.0}", 10_f64.powf(self.log10_p - power))
    }
}

/// Whether one foretells the same games better than another.
pub fn compare(first: &[Foretold], second: &[Foretold]) -> McNemar {
    McNemar::of(first.iter().zip(second).map(|(one, other)| (one.is_right(), other.is_right())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn foretold(black_wins: f64, winner: Color, is_counted: bool) -> Foretold {
        Foretold { black_wins, winner, is_counted }
    }

    #[test]
    fn few_games_by_hand() {
        use Color::{Black, White};
        let games = [
            foretold(0.8, Black, true),
            foretold(0.5, White, true),
            foretold(0.5, Black, false),
            foretold(0.4, Black, false),
        ];
        // A half is White's.
        assert_eq!(games.map(|game| game.is_right()), [true, true, false, false]);
        let all = MeasuredWinners::of(&games).unwrap();
        assert_eq!((all.games, all.accuracy, all.majority), (4, 0.5, 0.75));
        // Of White's one win, Black's three are likelier, as likely and less likely.
        assert_eq!(all.auc, Some(0.5));
        assert!((all.brier - (0.04 + 0.25 + 0.25 + 0.36) / 4.0).abs() < 1e-9);
        let resigned = MeasuredWinners::of(&Ended::Resigned.of(&games)).unwrap();
        assert_eq!((resigned.games, resigned.accuracy, resigned.auc), (2, 0.0, None));
        assert_eq!(Ended::Counted.of(&games), games[..2]);
        assert_eq!(MeasuredWinners::of(&[]), None);
        let opposite = games.map(|game| foretold(1.0 - game.black_wins, game.winner, true));
        let test = compare(&games, &opposite);
        assert_eq!((test.only_first, test.only_second), (1, 1));
    }

    #[test]
    fn figures_are_told() {
        let row = |games: &[Foretold]| Row::new(80, "study".to_string(), Ended::All, games);
        assert_eq!(row(&[]).accuracy_text(), "-");
        let won = foretold(0.8, Color::Black, true);
        assert_eq!(row(&[won; 10]).accuracy_text(), "100.0 % (72.2 to 100.0)");
        let told = |only_first, only_second| {
            let test = McNemar { only_first, only_second };
            Comparison::new(80, "one".to_string(), "other".to_string(), test).p_text()
        };
        assert_eq!(told(1, 9), "p = 0.0215");
        // 2^-99 and 2^-5999.
        assert_eq!([told(100, 0), told(0, 6000)], ["p = 1.6e-30", "p = 1.3e-1806"]);
    }
}
