//! From outcomes to scores: what is added to the owned points, and how results spread.

use super::Question;
use super::ledger::Item;
use crate::territory::{Outcomes, Straying};
use aji_rules::ruleset::Scoring;
use aji_rules::{ByColor, Color, HalfPoints, Position};

/// Black's lead, komi and all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// As expected.
    pub black_lead: f64,
    /// One sampled result in ten is below this.
    pub low: HalfPoints,
    /// One sampled result in ten is above this.
    pub high: HalfPoints,
    /// How far results scatter around their mean.
    pub standard_deviation: f64,
}

impl Score {
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
pub(super) struct Extras {
    /// Each in half points, for Black.
    items: Vec<(Item, i64)>,
    /// How many stones more than White Black may yet put down; all are equally likely.
    stones_to_come: &'static [i32],
}

impl Extras {
    pub(super) fn of(question: &Question<'_>) -> Extras {
        let Question { position, rules, terms, is_over } = question;
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

/// The results of sampled outcomes: Black's leads in half points, in order.
pub(super) struct Spread(Vec<i64>);

impl Spread {
    /// Of an expected lead some may be lost until the end, and results scatter more or less widely than
    /// sampled ones.
    pub(super) fn new(outcomes: &Outcomes, straying: Straying, extras: &Extras) -> Spread {
        let area = outcomes.size().area() as i64;
        let mean = outcomes.leads().mean();
        let fixed: i64 = extras.items.iter().map(|(_, halves)| halves).sum();
        let to_come: i32 = extras.stones_to_come.iter().sum();
        let to_come = f64::from(to_come) / extras.stones_to_come.len() as f64;
        let lead = mean - to_come + fixed as f64 / 2.0;
        let middle = mean + (straying.kept - 1.0) * lead;
        let results = outcomes.samples().iter().flat_map(|sample| {
            let sampled = 2 * sample.len() as i64 - area;
            let strayed = middle + straying.spread * (sampled as f64 - mean);
            let owned = like(sampled, strayed).clamp(-area, area);
            extras.stones_to_come.iter().map(move |&stones| 2 * (owned - i64::from(stones)) + fixed)
        });
        let mut results: Vec<i64> = results.collect();
        results.sort_unstable();
        Spread(results)
    }

    pub(super) fn score(&self, black_lead: f64) -> Score {
        let results = &self.0;
        let cut = results.len() / 10;
        let mean = self.average(|halves| halves as f64 / 2.0);
        let variance = self.average(|halves| (halves as f64 / 2.0 - mean).powi(2));
        Score {
            black_lead,
            low: to_half_points(results[cut] as f64 / 2.0),
            high: to_half_points(results[results.len() - 1 - cut] as f64 / 2.0),
            standard_deviation: variance.sqrt(),
        }
    }

    pub(super) fn black_win_probability(&self) -> f64 {
        self.average(|halves| (1 + halves.signum()) as f64 / 2.0)
    }

    fn average(&self, value: impl Fn(i64) -> f64) -> f64 {
        let sum: f64 = self.0.iter().map(|&halves| value(halves)).sum();
        sum / self.0.len() as f64
    }
}

/// The nearest lead that is even or odd like another: a point that changes hands counts twice.
fn like(other: i64, lead: f64) -> i64 {
    let odd = other.rem_euclid(2);
    2 * ((lead - odd as f64) / 2.0).round() as i64 + odd
}

/// To the nearest half. A setup may claim any number of captures; nobody will miss points beyond a
/// hundred million.
pub(super) fn to_half_points(points: f64) -> HalfPoints {
    HalfPoints::from_halves((points * 2.0).round().clamp(-2e8, 2e8) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_stay_even_or_odd() {
        assert_eq!([4.0, 4.9, 5.1, -3.2].map(|lead| like(2, lead)), [4, 4, 6, -4]);
        assert_eq!([4.0, 4.9, 5.1, -3.2].map(|lead| like(-7, lead)), [5, 5, 5, -3]);
    }
}
