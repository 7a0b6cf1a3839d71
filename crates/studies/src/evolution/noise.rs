//! Why the study sees so little: results scatter while an opening is finished, not because of it.

use super::{Data, title};
use crate::LabError;
use crate::evolution::evolved::{Evolved, Illegal, Lineage, Mind, OPENING, Room, SIZE};
use crate::page::Part;
use aji_judge::Dice;
use aji_play::finish::Finisher;
use aji_play::player::StaticPlayer;
use aji_rules::{Color, Move, Position};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write;

/// So many openings of each champion, and so many ways to finish each.
const OPENINGS: u64 = 24;
const FINISHES: u64 = 12;

pub fn make(data: &Data) -> Result<Part, LabError> {
    let mut markdown = format!(
        "## Why the study sees so little\n\nEach champion plays {OPENINGS} openings against `static`, half of \
         them with each colour, and each opening is finished {FINISHES} times with other dice. How far do \
         results scatter, in points (standard deviations)? Selection wants to see the last column.\n\n\
         | lineage | finishing the same opening | from opening to opening | from champion to champion |\n\
         |---|---|---|---|\n",
    );
    let mut numbers = Vec::new();
    for lineage in Lineage::ALL {
        let leads = leads(&*data.evolved(lineage)?, data.seed)?;
        let spread = Spread::of(&leads);
        let _ = writeln!(
            markdown,
            "| {} | {:.1} | {:.1} | {:.1} |",
            title(lineage),
            spread.finishes,
            spread.openings,
            spread.champions
        );
        numbers.push(json!({
            "lineage": lineage.to_string(), "finishes": spread.finishes,
            "openings": spread.openings, "champions": spread.champions,
        }));
    }
    markdown += "\nThe study's fitness is the mean of two finished games. Its networks differ by less than the \
                 dice do, so the better half is little better than any half. An opening takes longer than \
                 its finish, so to finish each several times costs little.\n";
    Ok(Part { markdown, numbers: vec![("scatter", Value::Array(numbers))], ..Part::default() })
}

/// The leads of a champion: opening by opening, finish by finish.
type Leads = Vec<Vec<f64>>;

fn leads(evolved: &Evolved, seed: u64) -> Result<Vec<Leads>, LabError> {
    let champions = evolved.champions().par_iter();
    champions
        .filter_map(|champion| Mind::new(evolved.design(), &champion.weights))
        .map_init(Seat::default, |seat, mind| {
            (0..OPENINGS).map(|number| seat.leads(&mind, number, seed)).collect()
        })
        .collect()
}

#[derive(Default)]
struct Seat {
    room: Room,
    opponent: StaticPlayer,
    finisher: Finisher,
}

impl Seat {
    fn leads(&mut self, mind: &Mind, number: u64, seed: u64) -> Result<Vec<f64>, LabError> {
        let own = Color::BOTH[(number % 2) as usize];
        let mut dice = Dice::new(seed, number);
        let mut opening = Position::empty(SIZE);
        for _ in 0..OPENING {
            let point = if opening.to_play() == own {
                mind.choose(&opening, Illegal::SecondChoice, &mut self.room, &mut dice)?
            } else {
                self.opponent.pick(&opening, &mut dice)
            };
            opening.play_unchecked(point.map_or(Move::Pass, Move::Place));
        }
        let finished = (0..FINISHES).map(|_| {
            let mut position = opening.clone();
            self.finisher.play_out(&mut position, &mut dice);
            f64::from(own.sign() * self.finisher.count(&position).japanese)
        });
        Ok(finished.collect())
    }
}

/// Standard deviations, each without what is inside of it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spread {
    finishes: f64,
    openings: f64,
    champions: f64,
}

impl Spread {
    /// Of equally many finishes of equally many openings of champions: variances of means, less what the
    /// variances within leave in them.
    fn of(champions: &[Leads]) -> Spread {
        let within = mean(champions.iter().flatten().map(|finishes| variance(finishes)));
        let of_openings = mean(champions.iter().map(|openings| variance(&means(openings))));
        let first = champions.first();
        let (openings, finishes) =
            (first.map_or(1, Vec::len), first.and_then(|one| one.first()).map_or(1, Vec::len));
        let overall: Vec<f64> =
            champions.iter().map(|openings| mean(means(openings).into_iter())).collect();
        let less = |variance: f64, inside: f64| (variance - inside).max(0.0).sqrt();
        Spread {
            finishes: within.sqrt(),
            openings: less(of_openings, within / finishes as f64),
            champions: less(variance(&overall), of_openings / openings as f64),
        }
    }
}

fn means(lists: &[Vec<f64>]) -> Vec<f64> {
    lists.iter().map(|list| mean(list.iter().copied())).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count.max(1))
}

fn variance(values: &[f64]) -> f64 {
    let middle = mean(values.iter().copied());
    let squares: f64 = values.iter().map(|value| (value - middle).powi(2)).sum();
    squares / (values.len().max(2) - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_is_found_again() {
        let mut dice = Dice::new(1, 0);
        let champions: Vec<Leads> = (0..60)
            .map(|_| {
                let champion = 5.0 * dice.normal();
                (0..30)
                    .map(|_| {
                        let opening = champion + 10.0 * dice.normal();
                        (0..12).map(|_| opening + 40.0 * dice.normal()).collect()
                    })
                    .collect()
            })
            .collect();
        let Spread { finishes, openings, champions } = Spread::of(&champions);
        assert!((finishes - 40.0).abs() < 1.0, "{finishes}");
        assert!((openings - 10.0).abs() < 1.0, "{openings}");
        assert!((champions - 5.0).abs() < 1.5, "{champions}");
    }
}
