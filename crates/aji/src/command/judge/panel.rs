//! All judges side by side, for people who read.

use crate::answers::panel::Hearing;
use aji_judge::panel::{Accuracy, Opinion};
use aji_rules::Color;

/// A line for each judge.
pub fn lines(hearing: &Hearing) -> Vec<String> {
    let percent = |share: Option<f64>| {
        share.map_or("-".to_string(), |share| format!("{:.0} %", 100.0 * share))
    };
    let line = |(opinion, accuracy): &(Opinion, Option<Accuracy>)| {
        let lead = opinion.black_lead.map_or("-".to_string(), |lead| format!("{lead:+.1}"));
        columns([
            &opinion.judge.to_string(),
            &lead,
            &percent(opinion.black_wins),
            &percent(accuracy.and_then(|accuracy| accuracy.winner)),
            &percent(accuracy.and_then(|accuracy| accuracy.owner)),
        ])
    };
    let favour = |color: Color| {
        let all = hearing.opinions.iter();
        all.filter(|(opinion, _)| opinion.favourite() == Some(color)).count()
    };
    let mut lines = vec![
        format!(
            "{} judges, of whom {} favour Black and {} White; how often they are right about winners and \
             points in the {}:",
            hearing.opinions.len(),
            favour(Color::Black),
            favour(Color::White),
            hearing.phase
        ),
        columns(["judge", "Black's lead", "Black wins", "right: winner", "right: points"]),
    ];
    lines.extend(hearing.opinions.iter().map(line));
    let is_measured = hearing.opinions.iter().any(|(_, accuracy)| accuracy.is_some());
    lines.push(match is_measured {
        true => hearing.measured_on.clone(),
        false => "How often they are right was measured on 19x19 alone.".to_string(),
    });
    lines
}

fn columns([judge, lead, wins, winner, points]: [&str; 5]) -> String {
    format!("{judge:<23} {lead:>12} {wins:>11} {winner:>14} {points:>14}")
}
