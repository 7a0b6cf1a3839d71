//! What a record asks.

use crate::chosen::Chosen;
use aji_judge::life::{Answer, Problem, Side, Verdict};
use aji_record::{Record, parse_point};
use aji_rules::{Color, PointSet, Position};
use anyhow::Context;

/// A problem, and who is to move in it.
pub struct Posed {
    pub problem: Problem,
    /// Who moves first, as it is printed.
    pub first: Color,
}

impl Posed {
    /// The problem of a record: about the stones that were named, or marked, or are enclosed.
    pub fn new(chosen: &Chosen, at: &[String]) -> anyhow::Result<Posed> {
        let position = chosen.position();
        let size = position.size();
        let mut target = PointSet::EMPTY;
        for text in at {
            let point = size.parse_point(text);
            let point = point.with_context(|| format!("`{text}` is no point of the board"))?;
            position.stone(point).with_context(|| format!("there is no stone at {text}"))?;
            target.insert(point);
        }
        if at.is_empty() && chosen.replay.moves == 0 {
            target = marked(&chosen.record, position);
        }
        let problem = if target.is_empty() {
            Problem::find(position)?
        } else {
            Problem::of(position, target)?
        };
        let first = position.to_play();
        Ok(Posed { problem, first })
    }

    /// What was found if a colour moves first.
    pub fn answer<'v>(&self, verdict: &'v Verdict, first: Color) -> &'v Answer {
        match self.problem.side(first) {
            Side::Defender => &verdict.defender_first,
            Side::Attacker => &verdict.attacker_first,
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
