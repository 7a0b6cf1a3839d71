//! Pictures of right and wrong cases, in corners that are made up for this page.

use super::Data;
use crate::File;
use crate::LabError;
use crate::page::Part;
use aji_draw::Board;
use aji_judge::Dice;
use aji_judge::life::bits::{each, xy};
use aji_judge::life::corner::{CornerModel, CornerNetwork, Design, Room};
use aji_judge::life::reader::Reader;
use aji_judge::life::{Corner, LifeStatus};
use aji_learn::corner::reading::{Limits, played_on};
use aji_learn::corner::{Pattern, Source};
use aji_rules::{Color, Field, Position, Setup, Size};
use serde_json::{Value, json};

/// Eye spaces, in which both sides then play at random.
const STARTS: [&str; 5] = [
    "......XO ......XO XXXXXXXO OOOOOOOO",
    "....XO ....XO ....XO XXXXXO OOOOOO",
    "...XO ...XO ...XO ...XO XXXXO OOOOO",
    ".....XO .....XO ..XXXXO XXXOOOO OOO",
    "..XXO ...XXO X...XO XX..XO OXXXXO OOOOOO",
];
/// So many corners are made up.
const MADE_UP: usize = 4_000;
/// So many of a kind are shown.
const SHOWN: usize = 4;

pub fn make(data: &Data) -> Result<Part, LabError> {
    let patterns = made_up(data.scaled(MADE_UP), data.seed);
    let mut part = Part {
        markdown: format!(
            "## Right and wrong\n\nOf {} corners that were made up for this page by random play and read out, Black's \
             group being enclosed.\n\n",
            patterns.len()
        ),
        ..Part::default()
    };
    let mut room = Room::default();
    let mut said = |model: CornerModel, corner: &Corner| {
        let network = data.networks.iter().find(|(name, _)| *name == model).map(|(_, found)| found);
        network.map_or(0.5, |network: &CornerNetwork| network.opinion(corner, &mut room).alive)
    };
    let (study, ours) = (CornerModel::Wong(Design::Board), CornerModel::Mesh);
    let settled = patterns.iter().filter_map(|pattern| {
        let target = pattern.status.settled()?;
        let (by_study, by_ours) = (said(study, &pattern.corner), said(ours, &pattern.corner));
        Some(Case { pattern, target, by_study, by_ours })
    });
    let settled: Vec<Case<'_>> = settled.collect();
    let wrong = |said: f64, target: f64| (said - target).abs() >= 0.25;
    let kinds: [(&str, &str, Vec<&Case<'_>>); 3] = [
        (
            "Both are right, in corners with many stones",
            "right",
            largest(settled.iter().filter(|case| {
                !wrong(case.by_study, case.target) && !wrong(case.by_ours, case.target)
            })),
        ),
        (
            "The study's 2D network is wrong, mesh is right",
            "study-wrong",
            worst(
                settled.iter().filter(|case| {
                    wrong(case.by_study, case.target) && !wrong(case.by_ours, case.target)
                }),
                |case| case.by_study,
            ),
        ),
        (
            "Ours is wrong",
            "mesh-wrong",
            worst(settled.iter().filter(|case| wrong(case.by_ours, case.target)), |case| {
                case.by_ours
            }),
        ),
    ];
    let mut counts = serde_json::Map::new();
    for (title, stem, cases) in kinds {
        part.markdown += &format!("### {title}\n\n");
        for (index, case) in cases.iter().take(SHOWN).enumerate() {
            let name = format!("{stem}-{}.svg", index + 1);
            part.markdown += &format!("![{}]({name}) ", case.words());
            part.files.push(File::new(name, case.drawn()?));
        }
        if cases.is_empty() {
            part.markdown += "There is no such corner.";
        }
        part.markdown += "\n\n";
        counts.insert(stem.to_string(), Value::from(cases.len()));
    }
    part.numbers.push(("made_up", json!({"corners": settled.len(), "kinds": counts})));
    Ok(part)
}

struct Case<'a> {
    pattern: &'a Pattern,
    target: f64,
    by_study: f64,
    by_ours: f64,
}

impl Case<'_> {
    fn words(&self) -> String {
        format!(
            "It is {}. Life by 2d: {:.2}, by mesh: {:.2}",
            self.pattern.status, self.by_study, self.by_ours
        )
    }

    fn drawn(&self) -> Result<String, LabError> {
        let size = Size::NINE;
        let mut stones = Field::filled(size, None);
        let corner = &self.pattern.corner;
        let colors = [(Color::Black, corner.defender()), (Color::White, corner.attacker())];
        for (color, bits) in colors {
            for bit in each(bits) {
                let (x, y) = xy(bit);
                if let Some(point) = size.point(x, y) {
                    stones[point] = Some(color);
                }
            }
        }
        // A corner with liberties is a legal board.
        let position = Position::try_from(Setup::with_stones(stones));
        let position = position.unwrap_or_else(|_| Position::empty(size));
        Ok(Board::of(&position).caption(self.words()).to_svg())
    }
}

/// The surest of those that are wrong first.
fn worst<'a>(
    cases: impl Iterator<Item = &'a Case<'a>>,
    said: impl Fn(&Case<'_>) -> f64,
) -> Vec<&'a Case<'a>> {
    let mut cases: Vec<&Case<'_>> = cases.collect();
    let off = |case: &Case<'_>| (said(case) - case.target).abs();
    cases.sort_by(|one, other| off(other).total_cmp(&off(one)));
    cases
}

/// Those with the most stones of the attacker inside first.
fn largest<'a>(cases: impl Iterator<Item = &'a Case<'a>>) -> Vec<&'a Case<'a>> {
    let mut cases: Vec<&Case<'_>> = cases.collect();
    cases.sort_by_key(|case| std::cmp::Reverse(case.pattern.corner.inner().count_ones()));
    cases
}

/// Corners after random play, each once.
fn made_up(count: usize, seed: u64) -> Vec<Pattern> {
    let mut reader = Reader::default();
    let mut known = std::collections::HashSet::new();
    let mut patterns = Vec::new();
    for number in 0..count {
        let Ok(corner) = STARTS[number % STARTS.len()].parse() else { continue };
        let (status, source) = (LifeStatus::Alive, Source::Reading);
        let start = Pattern { corner, status, source, problem: number.to_string() };
        let mut dice = Dice::new(seed, number as u64);
        let played = played_on(&start, Limits::default(), &mut reader, &mut dice);
        if let Some(Ok(pattern)) = played
            && known.insert(pattern.corner.fingerprint())
        {
            patterns.push(pattern);
        }
    }
    patterns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_is_a_corner() {
        assert!(STARTS.iter().all(|text| text.parse::<Corner>().is_ok()));
    }
}
