//! A final score for people who read.

use super::Scored;
use crate::words;
use aji_judge::explain::lead_words;
use aji_judge::life::LifeStatus;
use aji_judge::score::{PointStatus, ScoredGroup};
use aji_rules::ruleset::{Rules, Scoring};
use aji_rules::{Color, HalfPoints, Outcome, PointSet};
use std::fmt::Write;

const LEGEND: &str = "X and O are stones, x and o dead ones, + and @ Black's and White's in seki;\n\
                      # is Black's territory, - White's, . nobody's.";

pub fn of(scored: &Scored) -> String {
    let Scored { loaded, score, .. } = scored;
    let mut text = String::new();
    // Writing to a string does not fail.
    let mut line = |sentence: String| _ = writeln!(text, "{sentence}");
    loaded.players().into_iter().for_each(&mut line);
    line(scored.conditions.words(&loaded.replay.game));
    line(loaded.place());
    line(format!("\n{}\n{LEGEND}\n", board(scored)));
    // Shown on terminals, taken out elsewhere.
    line(format!("\x1b[1m{}\x1b[0m", score.verdict()));
    record(scored).into_iter().for_each(&mut line);
    for open in &score.open {
        line(format!("Open: {} {}", score.open_words(open), score.assumption_words(open)));
    }
    line(String::new());
    Color::BOTH.map(|color| count(scored, color)).into_iter().for_each(&mut line);
    line(komi(scored));
    counts(scored).into_iter().for_each(&mut line);
    line(String::new());
    for group in told(scored) {
        line(score.group_words(group));
    }
    line(sure(scored));
    if !score.dame.is_empty() {
        line(format!("Dame: {}.", score.names(&score.dame)));
    }
    for teire in &score.teire {
        let point = score.names(&PointSet::from_iter([teire.point]));
        line(format!("Teire: {} must add a move at {point}.", teire.color));
    }
    for note in &scored.notes {
        line(format!("Note: {note}."));
    }
    text
}

fn board(scored: &Scored) -> String {
    let (position, score) = (scored.loaded.position(), &scored.score);
    scored.loaded.diagram(|point| match (position.stone(point), score.status(point)) {
        (Some(Color::Black), PointStatus::Stone(LifeStatus::Dead)) => 'x',
        (Some(Color::White), PointStatus::Stone(LifeStatus::Dead)) => 'o',
        (Some(Color::Black), PointStatus::Stone(LifeStatus::Seki)) => '+',
        (Some(Color::White), PointStatus::Stone(LifeStatus::Seki)) => '@',
        (Some(Color::Black), _) => 'X',
        (Some(Color::White), _) => 'O',
        (None, PointStatus::Territory(Color::Black)) => '#',
        (None, PointStatus::Territory(Color::White)) => '-',
        (None, _) => '.',
    })
}

/// Whether the record says the same.
fn record(scored: &Scored) -> Option<String> {
    let recorded = Outcome::from_black_lead(scored.recorded?);
    let ours = scored.score.outcome();
    let why = scored.score.difference_words(scored.recorded?).unwrap_or_default();
    Some(if recorded == ours {
        format!("The record says the same: {recorded}.")
    } else if recorded.winner() == ours.winner() {
        format!("The record says {recorded}: the same winner, but another margin. {why}")
    } else {
        format!("The record says {recorded}, which is another winner. {why}")
    })
}

/// What a colour has.
fn count(scored: &Scored, color: Color) -> String {
    let count = &scored.score.count;
    let counted = |number: u32, what: &str| words::counted(number.into(), what);
    let territory = format!("{} of territory", counted(count.territory[color], "point"));
    let (rest, total) = match Rules::from(scored.conditions.rules).scoring {
        Scoring::Area => {
            let stones = count.stones[color];
            (counted(stones, "living stone"), count.territory[color] + stones)
        }
        Scoring::Territory => {
            let prisoners = count.prisoners[color];
            (counted(prisoners, "prisoner"), count.territory[color] + prisoners)
        }
    };
    format!("{color} has {territory} and {rest}: {total}.")
}

fn komi(scored: &Scored) -> String {
    let bonus = match scored.score.count.handicap_bonus {
        0 => String::new(),
        points => format!(" and {points} for the handicap stones"),
    };
    format!("White gets {} points of komi{bonus}.", scored.conditions.komi)
}

/// Both ways of counting, where they give the game to different players.
fn counts(scored: &Scored) -> Option<String> {
    let score = &scored.score;
    let words = |lead: HalfPoints| {
        lead_words(lead).map_or("is a draw".to_string(), |(winner, points)| {
            format!("{winner} wins by {points}")
        })
    };
    score.depends_on_counting().then(|| {
        format!(
            "It depends on how the board is counted: by area {}, by territory {}.",
            words(score.black_lead_by_area),
            words(score.black_lead_by_territory)
        )
    })
}

/// The groups that are worth a sentence: all that are not alive beyond doubt.
fn told(scored: &Scored) -> impl Iterator<Item = &ScoredGroup> {
    scored.score.groups.iter().filter(|group| !is_sure(group))
}

fn is_sure(group: &ScoredGroup) -> bool {
    group.status == LifeStatus::Alive && group.doubt() < 0.001
}

/// The others in a sentence.
fn sure(scored: &Scored) -> String {
    let sure = scored.score.groups.iter().filter(|group| is_sure(group)).count();
    let all = if sure == scored.score.groups.len() { "All " } else { "The other " };
    match sure {
        0 => "No group is alive beyond doubt.".to_string(),
        1 if all == "All " => "The one group is alive beyond doubt.".to_string(),
        1 => format!("{all}group is alive beyond doubt."),
        2 if all == "All " => "Both groups are alive beyond doubt.".to_string(),
        many => format!("{all}{} are alive beyond doubt.", words::counted(many as u64, "group")),
    }
}
