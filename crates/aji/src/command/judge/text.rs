//! A judgement for people who read.

use super::{Judged, panel};
use crate::words;
use aji_judge::judgement::{Entry, Item, JudgedGroup, ledger::signed};
use aji_judge::life::LifeStatus;
use aji_rules::{Color, PointSet};
use std::fmt::Write;

/// From this ownership on, an empty point is somebody's in the diagram: three times in four.
const OWNED: f64 = 0.5;

/// No more weak groups are told one by one.
const MOST_WEAK: usize = 6;

const LEGEND: &str =
    "X and O are stones, x and o dead ones; # is likely Black's, - likely White's.";

pub fn of(judged: &Judged) -> String {
    let Judged { loaded, judgement, .. } = judged;
    let mut text = String::new();
    // Writing to a string does not fail.
    let mut line = |sentence: String| _ = writeln!(text, "{sentence}");
    loaded.players().into_iter().for_each(&mut line);
    line(judged.conditions.words(&loaded.replay.game));
    line(format!("{}; {} to play", loaded.place(), loaded.position().to_play()));
    line(format!("\n{}\n{LEGEND}\n", board(judged)));
    // Shown on terminals, taken out elsewhere.
    line(format!("\x1b[1m{}\x1b[0m", judgement.verdict()));
    judgement.second_opinion_words().into_iter().for_each(&mut line);
    line(String::new());
    for entry in judgement.ledger.entries() {
        line(row(entry.item.name(), &signed(entry.rounded), &remark(judged, entry)));
    }
    line(row("together", &signed(judgement.score.rounded()), ""));
    line(String::new());
    let weak = judgement.weak_groups();
    for group in weak.iter().take(MOST_WEAK) {
        line(format!("Weak: {}", judgement.group_words(group)));
    }
    if weak.len() > MOST_WEAK {
        line(format!("Weak: {} more, with less at stake.", weak.len() - MOST_WEAK));
    }
    dead(judged).into_iter().for_each(&mut line);
    for corner in &judgement.corners {
        line(format!("Corner: {}", judgement.corner_words(corner)));
    }
    for pair in &judgement.miai {
        let [one, other] = pair.points.map(|point| judgement.size().vertex(point));
        line(format!("Miai: {one} and {other}."));
    }
    if let Some(influence) = &judged.influence {
        line(format!(
            "Influence ({}), Black's less White's: {:+.1}; potential territory {:+.1} points.",
            influence.kind, influence.net, influence.potential_territory
        ));
    }
    line(method(judged));
    if let Some(hearing) = &judged.panel {
        line(String::new());
        panel::lines(hearing).into_iter().for_each(&mut line);
        line(String::new());
    }
    for note in &judged.notes {
        line(format!("Note: {note}."));
    }
    text
}

fn board(judged: &Judged) -> String {
    let (position, judgement) = (judged.loaded.position(), &judged.judgement);
    let chains = judgement.chains.iter().filter(|chain| chain.status() == LifeStatus::Dead);
    let dead: PointSet = chains.flat_map(|chain| chain.stones.iter().copied()).collect();
    judged.loaded.diagram(|point| match position.stone(point) {
        Some(Color::Black) if dead.contains(point) => 'x',
        Some(Color::White) if dead.contains(point) => 'o',
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None if judgement.ownership[point] >= OWNED => '#',
        None if judgement.ownership[point] <= -OWNED => '-',
        None => '.',
    })
}

/// What, how many points, and what else is to be said.
fn row(what: &str, points: &str, remark: &str) -> String {
    format!("{what:13} {points:>6}   {remark}").trim_end().to_string()
}

fn remark(judged: &Judged, entry: &Entry) -> String {
    let Item::Region(account) = &entry.item else { return String::new() };
    let hinge = account.hinge.map(|index| {
        let chain = &judged.judgement.chains[index];
        let place = judged.judgement.size().vertex(chain.stones[0]);
        format!(", hinges on {} {place}", chain.color)
    });
    format!("{}{}", account.state(), hinge.unwrap_or_default())
}

/// The dead groups in a line, by colour.
fn dead(judged: &Judged) -> Option<String> {
    let judgement = &judged.judgement;
    let groups = judgement.dead_groups();
    let name = |group: &&JudgedGroup| {
        let chain = &judgement.chains[group.chains[0]];
        let stones = words::counted(group.stones as u64, "stone");
        format!("{} ({stones})", judgement.size().vertex(chain.stones[0]))
    };
    let of = |color: Color| {
        let own = groups.iter().filter(|group| group.color == color);
        let names: Vec<String> = own.map(name).collect();
        (!names.is_empty()).then(|| format!("{color} {}", names.join(", ")))
    };
    let both: Vec<String> = Color::BOTH.into_iter().filter_map(of).collect();
    (!both.is_empty()).then(|| format!("Dead: {}.", both.join("; ")))
}

fn method(judged: &Judged) -> String {
    if judged.judgement.is_counted {
        return "Counted as `aji score` does.".to_string();
    }
    let method = &judged.judgement.method;
    format!(
        "Judged by {}/{} with {} (seed {}).",
        method.model,
        method.inference,
        words::counted(method.samples as u64, "sample"),
        method.seed
    )
}
