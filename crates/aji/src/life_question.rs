//! A problem of life and death with the side to move first, and its answer in words.

use crate::load::LoadedGame;
use crate::words::{counted, grouped};
use aji_judge::life::verdict::Ko;
use aji_judge::life::{Answer, LifeOutcome, Problem, Side, Verdict};
use aji_record::{Record, parse_point};
use aji_rules::{Color, PointSet, Position};
use anyhow::Context;

/// A problem, and who is to move in it.
pub struct LifeQuestion {
    pub problem: Problem,
    /// Who moves first, as it is printed.
    pub first: Color,
}

impl LifeQuestion {
    /// The problem of a record: about the stones that were named, or marked, or are enclosed.
    pub fn new(loaded: &LoadedGame, at: &[String]) -> anyhow::Result<LifeQuestion> {
        let position = loaded.position();
        if at.is_empty() && loaded.replay.moves == 0 {
            return LifeQuestion::about(position, marked(&loaded.record, position));
        }
        LifeQuestion::at(position, at)
    }

    /// About the stones at these points, or about those that are enclosed if none are named.
    pub fn at(position: &Position, at: &[String]) -> anyhow::Result<LifeQuestion> {
        let mut target = PointSet::EMPTY;
        for text in at {
            let point = position.size().parse_point(text);
            let point = point.with_context(|| format!("`{text}` is no point of the board"))?;
            position.stone(point).with_context(|| format!("there is no stone at {text}"))?;
            target.insert(point);
        }
        LifeQuestion::about(position, target)
    }

    fn about(position: &Position, target: PointSet) -> anyhow::Result<LifeQuestion> {
        let problem = if target.is_empty() {
            Problem::find(position)?
        } else {
            Problem::of(position, target)?
        };
        Ok(LifeQuestion { problem, first: position.to_play() })
    }

    /// What was found if a colour moves first.
    pub fn answer<'v>(&self, verdict: &'v Verdict, first: Color) -> &'v Answer {
        match self.problem.side(first) {
            Side::Defender => &verdict.defender_first,
            Side::Attacker => &verdict.attacker_first,
        }
    }

    /// `If Black moves first, White dies. Proved, 312 positions.`
    pub fn sentence(&self, answer: &Answer, first: Color) -> String {
        let defender = self.problem.defender();
        let nodes = grouped(answer.nodes());
        match answer {
            Answer::Proved(proof) => {
                let what = outcome_words(proof.outcome, defender);
                format!("If {first} moves first, {what}. Proved, {nodes} positions.")
            }
            Answer::Estimated(estimate) => match &estimate.sealed {
                Some(sealed) => {
                    let what = outcome_words(sealed.outcome, defender);
                    format!(
                        "If {first} moves first, {what}, if the stones around stand. Estimated: on the \
                         whole board it could not be read out within {nodes} positions; more nodes may \
                         tell."
                    )
                }
                None => format!(
                    "If {first} moves first, {defender} lives with a probability of {:.0} %. Estimated: it \
                     could not be read out within {nodes} positions; more nodes may tell.",
                    100.0 * estimate.life
                ),
            },
        }
    }
}

/// What becomes of a colour's stones.
pub fn outcome_words(outcome: LifeOutcome, defender: Color) -> String {
    match outcome {
        LifeOutcome::Lives => format!("{defender} lives"),
        LifeOutcome::Survives => format!("{defender} is not captured"),
        LifeOutcome::Seki => format!("{defender} lives in seki"),
        LifeOutcome::Dies => format!("{defender} dies"),
        LifeOutcome::Ko(Ko { favours, threats }) => {
            let (needs, what) = match favours {
                Side::Defender => (!defender, "kills"),
                Side::Attacker => (defender, "lives"),
            };
            let threats = counted(threats.into(), "more ko threat");
            format!("it is a ko, and {needs} {what} with {threats} than the other side")
        }
    }
}

/// The stones that are marked in the first node of a record.
fn marked(record: &Record, position: &Position) -> PointSet {
    let (tree, size) = (&record.tree, position.size());
    let root = tree.root();
    let marks = ["TR", "SQ", "CR", "MA", "SL"];
    let points = marks.into_iter().flat_map(|mark| tree.values(root, mark));
    let points = points.filter_map(|text| parse_point(size, text));
    points.filter(|&point| position.stone(point).is_some()).collect()
}
