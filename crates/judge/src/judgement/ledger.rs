//! What a score is made of: entries that add up to it.

use super::Question;
use super::region::Region;
use super::score::{Extras, to_half_points};
use super::stones::{JudgedChain, stake};
use crate::life::LifeStatus;
use aji_rules::{ByColor, Field, HalfPoints, Point};
use std::fmt;

aji_rules::named! {
    /// How settled a region is, in a word.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum State {
        /// Its points belong to their likelier owners by 0.8 or more on average, where 1 is certain.
        Settled = "settled",
        /// By 0.5 or more.
        Likely = "likely",
        /// By less.
        Open = "open",
    }
}

/// A region's part in the score.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    /// Where.
    pub region: Region,
    /// The points that each player is expected to own in it.
    pub expected: ByColor<f64>,
    /// How certain the owners of its points are on average, from 0 to 1.
    pub certainty: f64,
    /// The weak chain with the most at stake in it, as its place among the judgement's chains.
    pub hinge: Option<usize>,
}

impl Account {
    /// How settled it is.
    pub fn state(&self) -> State {
        match self.certainty {
            certainty if certainty >= 0.8 => State::Settled,
            certainty if certainty >= 0.5 => State::Likely,
            _ => State::Open,
        }
    }
}

/// What an entry is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// The points of a region.
    Region(Account),
    /// White's compensation for moving second.
    Komi,
    /// White's compensation for handicap stones.
    Handicap,
    /// Half a point for the first to pass.
    Button,
    /// Under territory rules: what Black has put down on the board more than White.
    StonesPlayed,
    /// On a board that was counted: what the rules take for points in seki, or for groups.
    Tax,
}

impl Item {
    /// What people call it.
    pub fn name(&self) -> &'static str {
        match self {
            Item::Region(account) => account.region.name(),
            Item::Komi => "komi",
            Item::Handicap => "handicap",
            Item::Button => "button",
            Item::StonesPlayed => "stones played",
            Item::Tax => "tax",
        }
    }
}

/// One line of a ledger.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What it is about.
    pub item: Item,
    /// What it adds to Black's lead.
    pub points: f64,
    /// The same for people, to half a point up or down; these add up to the rounded score.
    pub rounded: HalfPoints,
}

/// The entries, the weightiest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger {
    entries: Vec<Entry>,
}

impl Ledger {
    /// What the lead of a position with these owners is made of; `counted` is Black's lead if the board was counted.
    pub fn of(question: &Question<'_>, ownership: &Field<f64>, counted: Option<f64>) -> Ledger {
        let extras = match counted {
            Some(black_lead) => Extras::counted(question, ownership, black_lead),
            None => Extras::of(question),
        };
        Ledger::new(ownership, &JudgedChain::all(question.position, ownership), &extras)
    }

    pub(super) fn new(ownership: &Field<f64>, chains: &[JudgedChain], extras: &Extras) -> Ledger {
        let regions = Region::all(ownership.size()).into_iter().map(|region| {
            let account = account(region, ownership, chains);
            (account.expected.black - account.expected.white, Item::Region(account))
        });
        let others = extras.expected().map(|(item, points)| (points, item));
        // A region is named even if it is even; komi that nobody gets is not.
        let others = others.filter(|(points, _)| *points != 0.0);
        let mut lines: Vec<(f64, Item)> = regions.chain(others).collect();
        lines.sort_by(|(one, _), (other, _)| coarse(other.abs()).total_cmp(&coarse(one.abs())));
        // In this order the numbers are summed up again: another one might round to another half.
        let points: Vec<f64> = lines.iter().map(|(points, _)| *points).collect();
        let rounded = round_together(&points);
        let entry = |((points, item), rounded)| Entry { item, points, rounded };
        let entries = lines.into_iter().zip(rounded).map(entry).collect();
        Ledger { entries }
    }

    /// The entries, the weightiest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Black's lead.
    pub fn total(&self) -> f64 {
        self.entries.iter().map(|entry| entry.points).sum()
    }
}

/// In a line, without what rounds to nothing: `centre +4, left side -3.5`.
impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.entries.iter().filter(|entry| entry.rounded != HalfPoints::ZERO);
        let entries =
            entries.map(|entry| format!("{} {}", entry.item.name(), signed(entry.rounded)));
        f.pad(&entries.collect::<Vec<_>>().join(", "))
    }
}

/// `+4`, `-3.5`, `0`.
pub fn signed(points: HalfPoints) -> String {
    let plus = if points > HalfPoints::ZERO { "+" } else { "" };
    format!("{plus}{points}")
}

fn account(region: Region, ownership: &Field<f64>, chains: &[JudgedChain]) -> Account {
    let size = ownership.size();
    let is_here = |point: Point| Region::of(size, point) == region;
    let here = || ownership.iter().filter(|&(point, _)| is_here(point)).map(|(_, &owner)| owner);
    let count = here().count() as f64;
    let net: f64 = here().sum();
    let weak =
        chains.iter().enumerate().filter(|(_, chain)| chain.status() == LifeStatus::Unsettled);
    let stakes = weak.filter_map(|(index, chain)| {
        let stones = chain.stones.iter().filter(|&&stone| is_here(stone)).count();
        (stones > 0).then(|| (index, stake(stones, chain.life)))
    });
    // Of equal ones the first in board order.
    let hinge = stakes.reduce(|best, next| if next.1 > best.1 { next } else { best });
    Account {
        region,
        expected: ByColor { black: (count + net) / 2.0, white: (count - net) / 2.0 },
        certainty: here().map(f64::abs).sum::<f64>() / count,
        hinge: hinge.map(|(index, _)| index),
    }
}

/// Each number to a half above or below it, so that they add up to their sum to the nearest half: all
/// go down, and then those that lost most go up until the sum is right.
fn round_together(points: &[f64]) -> Vec<HalfPoints> {
    let mut halves: Vec<f64> = points.iter().map(|points| (points * 2.0).floor()).collect();
    let wanted = (points.iter().sum::<f64>() * 2.0).round();
    let lost = |index: usize| points[index] * 2.0 - (points[index] * 2.0).floor();
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&one, &other| coarse(lost(other)).total_cmp(&coarse(lost(one))));
    let missing = wanted - halves.iter().sum::<f64>();
    for &index in order.iter().take(missing as usize) {
        halves[index] += 1.0;
    }
    halves.into_iter().map(|halves| to_half_points(halves / 2.0)).collect()
}

/// To be compared by: numbers that differ by the errors of arithmetic alone are equal.
fn coarse(points: f64) -> f64 {
    (points * 1e3).round()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rounded_numbers_are_near_and_add_up(
            points in proptest::collection::vec(-99.0..99.0_f64, 1..12),
            komi in -20..20_i32,
        ) {
            let points: Vec<f64> = points.into_iter().chain([f64::from(komi) / 2.0]).collect();
            let rounded = round_together(&points);
            let sum: i32 = rounded.iter().map(|points| points.halves()).sum();
            prop_assert_eq!(sum, to_half_points(points.iter().sum()).halves());
            for (points, rounded) in points.iter().zip(&rounded) {
                prop_assert!((points * 2.0 - f64::from(rounded.halves())).abs() < 1.0);
            }
            // What is a half already stays.
            prop_assert_eq!(rounded.last().map(|komi| komi.halves()), Some(komi));
        }
    }

    #[test]
    fn an_example_adds_up() {
        let rounded = round_together(&[11.2, 4.3, -8.8, -6.5]);
        assert_eq!(
            rounded.into_iter().map(signed).collect::<Vec<_>>(),
            ["+11", "+4.5", "-9", "-6.5"]
        );
    }
}
