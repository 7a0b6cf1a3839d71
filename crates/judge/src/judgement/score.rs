//! From owners to scores: what is added to the owned points, and how far results spread.

use super::ledger::Item;
use super::{Question, ScoreDistribution};
use crate::score::FinalScore;
use crate::territory::ScoreCalibration;
use aji_rules::ruleset::Scoring;
use aji_rules::{ByColor, Color, Field, HalfPoints, Position};

/// Even a settled board may be misjudged by half a point.
const LEAST_DEVIATION: f64 = 0.5;
/// Where leads melt away, results are no further from them than so many times what they scatter by around what is
/// left: beyond that, a lead would say nothing at all.
const MOST_WIDENED: f64 = 2.0;
/// Owners are told in these parts of a point: sums of them are exact, in any order, and komi shifts them exactly.
const GRID: f64 = (1_u64 << 30) as f64;

/// Black's lead, komi and all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// As expected.
    pub black_lead: f64,
    /// One result in ten is below this.
    pub low: HalfPoints,
    /// One result in ten is above this.
    pub high: HalfPoints,
    /// How far results scatter around the expected one.
    pub standard_deviation: f64,
}

impl Score {
    /// What people ask of a distribution.
    pub fn of(distribution: &ScoreDistribution) -> Score {
        let (low, high) = distribution.range();
        Score {
            black_lead: distribution.mean(),
            low,
            high,
            standard_deviation: distribution.standard_deviation(),
        }
    }

    /// The expected lead to half a point, as people say it.
    pub fn rounded(&self) -> HalfPoints {
        to_half_points(self.black_lead)
    }
}

/// What makes a score of owned points.
///
/// Under area rules that is komi and perhaps points for handicap. Territory rules need the stones
/// played, too. Each stone that a player put down either lives, on a point that he owns, or is lost;
/// so his owned points less the stones he put down are his surrounded points less his lost stones.
/// The difference of that between the players is the score by territory and prisoners, exactly. As
/// they take turns, of the stones still to come the side to move puts down as many as the other or
/// one more: half a stone, as expected.
#[derive(Clone, Debug)]
pub(crate) struct Extras {
    /// Each in half points, for Black.
    items: Vec<(Item, i64)>,
    /// How many stones more than White Black may yet put down; all are equally likely.
    stones_to_come: &'static [i32],
}

impl Extras {
    pub(crate) fn of(question: &Question<'_>) -> Extras {
        let Question { position, rules, terms, is_over, .. } = question;
        let mut items = vec![(Item::Komi, -i64::from(terms.komi.halves()))];
        let bonus = rules.handicap_points(terms.handicap);
        items.push((Item::Handicap, -2 * i64::from(bonus)));
        if let (true, Some(color)) = (rules.has_button, terms.button) {
            items.push((Item::Button, i64::from(color.sign())));
        }
        let mut stones_to_come: &[i32] = &[0];
        if rules.scoring == Scoring::Territory {
            items.push((Item::StonesPlayed, -2 * stones_played(position)));
            stones_to_come = match position.to_play() {
                _ if *is_over => &[0],
                Color::Black => &[0, 1],
                Color::White => &[0, -1],
            };
        }
        Extras { items, stones_to_come }
    }

    /// Of a board that was counted, with these owners and this lead: nobody puts down another stone, and what is
    /// missing the rules took, for points in seki or for groups.
    pub(super) fn counted(
        question: &Question<'_>,
        ownership: &Field<f64>,
        black_lead: f64,
    ) -> Extras {
        let mut extras = Extras::of(&Question { is_over: true, ..question.clone() });
        let owned: f64 = ownership.values().iter().sum();
        let added: i64 = extras.items.iter().map(|(_, halves)| halves).sum();
        extras.items.push((Item::Tax, (2.0 * (black_lead - owned)).round() as i64 - added));
        extras
    }

    /// What each adds to Black's lead, as expected.
    pub(super) fn expected(&self) -> impl Iterator<Item = (Item, f64)> + '_ {
        let to_come: i32 = self.stones_to_come.iter().sum();
        let to_come = f64::from(to_come) / self.stones_to_come.len() as f64;
        self.items.iter().map(move |(item, halves)| {
            let points = *halves as f64 / 2.0;
            (item.clone(), if *item == Item::StonesPlayed { points - to_come } else { points })
        })
    }
}

/// How many stones more than White Black has put down so far.
fn stones_played(position: &Position) -> i64 {
    let (on_board, captures) = (position.stone_count(), position.captures());
    let played = ByColor::from_fn(|color| i64::from(on_board[color]) + i64::from(captures[!color]));
    played.black - played.white
}

/// How far results are from an expected lead, if a model's outcomes scatter by so much: a distribution around nought.
///
/// The model was measured against results: of an expected lead some is lost until the end, and results scatter more or
/// less widely than outcomes do. A lead of which a half is kept tells as much about who wins as the same lead, kept
/// whole, if results scatter twice as widely around it; so that is how it is told. Komi is not in it.
pub(crate) fn spread(
    deviation: f64,
    calibration: ScoreCalibration,
    extras: &Extras,
) -> ScoreDistribution {
    let widened = (1.0 / calibration.kept).clamp(1.0, MOST_WIDENED);
    let played_on = deviation * calibration.spread * widened;
    // All are equally likely: of two numbers that are one apart, half a stone.
    let to_come = if extras.stones_to_come.len() > 1 { 0.5 } else { 0.0 };
    ScoreDistribution::logistic(0.0, played_on.hypot(to_come).max(LEAST_DEVIATION))
}

/// Owners as they are summed.
pub(super) fn on_grid(ownership: &Field<f64>) -> Field<f64> {
    // Zero has no sign.
    ownership.map(|owner| (owner * GRID).round() / GRID + 0.0)
}

/// Who owns each point of a counted board, Black's (1), White's (-1) or nobody's, and Black's lead.
pub(crate) fn counted(count: &FinalScore) -> (Field<f64>, f64) {
    let owner = |owner: &Option<Color>| owner.map_or(0.0, |color| f64::from(color.sign()));
    (count.count.owner.map(owner), f64::from(count.black_lead.halves()) / 2.0)
}

/// To the nearest half. A setup may claim any number of captures; nobody will miss points beyond a
/// hundred million.
pub(crate) fn to_half_points(points: f64) -> HalfPoints {
    HalfPoints::from_halves((points * 2.0).round().clamp(-2e8, 2e8) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::{Game, RuleSet, Size};

    #[test]
    fn results_scatter_as_measured() {
        let deviation = |set: RuleSet, kept: f64, spread: f64| {
            let game = Game::new(Size::NINE, set.into());
            let extras = Extras::of(&Question::of(&game));
            super::spread(8.0, ScoreCalibration { kept, spread }, &extras).standard_deviation()
        };
        let area = |kept, spread| deviation(RuleSet::Chinese, kept, spread);
        let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one} {other}");
        near(area(1.0, 1.0), 8.0);
        near(area(1.0, 0.5), 4.0);
        near(area(0.8, 1.0), 10.0);
        // Within bounds, and never certain.
        near(area(0.0, 1.0), 8.0 * MOST_WIDENED);
        near(area(1.5, 1.0), 8.0);
        near(area(1.0, 0.0), LEAST_DEVIATION);
        // One more stone may come.
        near(deviation(RuleSet::Japanese, 1.0, 1.0), 64.25_f64.sqrt());
    }
}
