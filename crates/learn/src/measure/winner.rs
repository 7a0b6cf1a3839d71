//! How well somebody predicts who wins.
//!
//! As in Santos et al., Black is expected to win if the chance is above a half; of games that end otherwise
//! than by counting, nobody knows how the count would have been, so they are also measured apart.

use crate::games::{End, WonGame};
use crate::stats::{self, Calibration, Forecast, Interval, McNemar};
use aji_judge::judgement::{JudgeError, Question, Recent};
use aji_judge::winner::Predictor;
use aji_rules::scoring::Terms;
use aji_rules::{Color, Position, RuleSet};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;

/// Black's chance in one game, and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Predicted {
    /// Black's chance, and whether Black won.
    pub forecast: Forecast,
    /// How it ended.
    pub end: End,
}

impl Predicted {
    fn new(game: &WonGame, probability: f64) -> Predicted {
        let target = f64::from(u8::from(game.winner == Color::Black));
        Predicted { forecast: Forecast { probability, target }, end: game.end }
    }
}

/// Whether it was the winner who was expected to win. If neither was, it was White.
fn is_right(forecast: Forecast) -> bool {
    (forecast.probability > 0.5) == (forecast.target > 0.5)
}

/// What is predicted of the games after so many moves, in the games' order, given Black's chance in each;
/// games that are shorter, or of which nothing is said, are left out.
pub fn predict(
    games: &[WonGame],
    moves: usize,
    black_wins: impl Fn(&WonGame, &Position) -> Option<f64> + Sync,
) -> Vec<Predicted> {
    let one = |game: &WonGame| {
        let probability = black_wins(game, &game.position_after(moves)?)?;
        Some(Predicted::new(game, probability))
    };
    games.par_iter().filter_map(one).collect()
}

/// What a predictor predicts of the games that have so many moves, in the games' order: the same for
/// any number of threads. `on_each` is called, in no order, when one is done.
pub fn predict_by(
    predictor: &Predictor,
    games: &[WonGame],
    moves: usize,
    rules: RuleSet,
    on_each: impl Fn() + Sync,
) -> Result<Vec<Predicted>, JudgeError> {
    let one = |game: &WonGame| {
        let position = game.position_after(moves)?;
        let question = Question {
            position: &position,
            rules: rules.into(),
            terms: Terms { komi: game.komi, ..Terms::default() },
            is_over: false,
            recent: Recent::of_moves(&game.moves()[..moves]),
        };
        let chance = predictor.black_wins(&question);
        on_each();
        Some(chance.map(|probability| Predicted::new(game, probability)))
    };
    games.par_iter().filter_map(one).collect()
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

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ended::All => "all",
            Ended::Counted => "counted",
            Ended::Resigned => "resigned",
        })
    }
}

/// Figures of many forecasts: all that an accuracy should not be given without.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
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

impl Figures {
    /// Of these; `None` if there are none.
    pub fn of(forecasts: &[Forecast]) -> Option<Figures> {
        if forecasts.is_empty() {
            return None;
        }
        let games = forecasts.len();
        let mean = |part: fn(Forecast) -> f64| {
            forecasts.iter().map(|&forecast| part(forecast)).sum::<f64>() / games as f64
        };
        let right = forecasts.iter().filter(|&&forecast| is_right(forecast)).count();
        let black = mean(|forecast| forecast.target);
        let mut calibration = Calibration::default();
        forecasts.iter().for_each(|&forecast| calibration.add(forecast));
        Some(Figures {
            games,
            accuracy: right as f64 / games as f64,
            accuracy_interval: stats::wilson(right as u64, games as u64),
            majority: black.max(1.0 - black),
            log_loss: mean(Forecast::log_loss),
            brier: mean(Forecast::brier),
            auc: stats::auc(forecasts),
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
    pub fn of(games: &[Predicted]) -> Split {
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

    /// As they are handed on, of who predicted after so many moves.
    pub fn rows(&self, number: usize, model: &str) -> [Row; 3] {
        let Split { all, counted, resigned } = self;
        [(Ended::All, all), (Ended::Counted, counted), (Ended::Resigned, resigned)]
            .map(|(ended, figures)| Row::new(number, model, ended, figures.as_ref()))
    }
}

/// The figures of one who predicted games that ended in one way, as they are handed on. What cannot be
/// said, without games say, is nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// After how many moves.
    #[serde(rename = "move")]
    pub number: usize,
    /// Who predicted.
    pub model: String,
    /// Which games.
    pub ended: Ended,
    /// How many.
    pub games: usize,
    /// See [`Figures`].
    pub accuracy: Option<f64>,
    /// Hardly less.
    pub accuracy_low: Option<f64>,
    /// Hardly more.
    pub accuracy_high: Option<f64>,
    /// See [`Figures`].
    pub majority: Option<f64>,
    /// See [`Figures`].
    pub log_loss: Option<f64>,
    /// See [`Figures`].
    pub auc: Option<f64>,
    /// See [`Figures`].
    pub brier: Option<f64>,
    /// The error of the calibration.
    pub ece: Option<f64>,
}

impl Row {
    fn new(number: usize, model: &str, ended: Ended, figures: Option<&Figures>) -> Row {
        let figure = |part: fn(&Figures) -> f64| figures.map(part);
        Row {
            number,
            model: model.to_string(),
            ended,
            games: figures.map_or(0, |figures| figures.games),
            accuracy: figure(|figures| figures.accuracy),
            accuracy_low: figure(|figures| figures.accuracy_interval.low),
            accuracy_high: figure(|figures| figures.accuracy_interval.high),
            majority: figure(|figures| figures.majority),
            log_loss: figure(|figures| figures.log_loss),
            auc: figures.and_then(|figures| figures.auc),
            brier: figure(|figures| figures.brier),
            ece: figure(|figures| figures.calibration.error()),
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
    /// How many winners the first alone predicted.
    pub only_first: u64,
    /// How many winners the second alone predicted.
    pub only_second: u64,
    /// How likely such a difference is luck; never zero.
    pub p: f64,
    /// Its decimal logarithm.
    pub log10_p: f64,
}

impl Comparison {
    /// Of what was predicted of the same games, each with the name of who did, by McNemar's test.
    pub fn new(
        number: usize,
        (model, first): (&str, &[Predicted]),
        (against, second): (&str, &[Predicted]),
    ) -> Comparison {
        let right = |game: &Predicted| is_right(game.forecast);
        let rights = first.iter().map(right).zip(second.iter().map(right));
        Comparison::of(number, model, against, McNemar::of(rights))
    }

    fn of(number: usize, model: &str, against: &str, test: McNemar) -> Comparison {
        let McNemar { only_first, only_second } = test;
        let (p, log10_p) = (test.p(), test.log10_p());
        let (model, against) = (model.to_string(), against.to_string());
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

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::HalfPoints;

    const COUNTED: End = End::Counted(HalfPoints::from_halves(3));

    fn predicted(probability: f64, target: f64, end: End) -> Predicted {
        Predicted { forecast: Forecast { probability, target }, end }
    }

    #[test]
    fn few_games_by_hand() {
        let games = [
            predicted(0.8, 1.0, COUNTED),
            predicted(0.5, 0.0, COUNTED),
            predicted(0.5, 1.0, End::Resigned),
            predicted(0.4, 1.0, End::Resigned),
        ];
        // A half is White's.
        assert_eq!(games.map(|game| is_right(game.forecast)), [true, true, false, false]);
        let split = Split::of(&games);
        let all = split.all.as_ref().unwrap();
        assert_eq!((all.games, all.accuracy, all.majority), (4, 0.5, 0.75));
        // Of White's one win, Black's three are likelier, as likely and less likely.
        assert_eq!(all.auc, Some(0.5));
        assert!((all.brier - (0.04 + 0.25 + 0.25 + 0.36) / 4.0).abs() < 1e-9);
        let [_, counted, resigned] = split.rows(80, "one");
        assert_eq!(
            (counted.ended, counted.games, counted.accuracy),
            (Ended::Counted, 2, Some(1.0))
        );
        assert_eq!((resigned.games, resigned.accuracy, resigned.auc), (2, Some(0.0), None));
        assert_eq!(Split::of(&[]).all, None);
        let opposite = games
            .map(|game| predicted(1.0 - game.forecast.probability, game.forecast.target, game.end));
        let test = Comparison::new(80, ("one", &games), ("other", &opposite));
        assert_eq!((test.only_first, test.only_second, test.p), (1, 1, 1.0));
    }

    #[test]
    fn figures_are_told() {
        let told = |games: &[Predicted]| Split::of(games).rows(80, "study")[0].accuracy_text();
        assert_eq!(told(&[]), "-");
        assert_eq!(told(&[predicted(0.8, 1.0, COUNTED); 10]), "100.0 % (72.2 to 100.0)");
        let told = |only_first, only_second| {
            let test = McNemar { only_first, only_second };
            Comparison::of(80, "one", "other", test).p_text()
        };
        assert_eq!(told(1, 9), "p = 0.0215");
        // 2^-99 and 2^-5999.
        assert_eq!([told(100, 0), told(0, 6000)], ["p = 1.6e-30", "p = 1.3e-1806"]);
    }
}
