//! All judges side by side, for people who read.

use crate::answers::panel::{Opinion, PanelOpinions};
use aji_rules::Color;

/// A line for each judge.
pub fn lines(hearing: &PanelOpinions) -> Vec<String> {
    let percent = |share: Option<f64>| {
        share.map_or("-".to_string(), |share| format!("{:.0} %", 100.0 * share))
    };
    let line = |Opinion { member, evaluation, accuracy }: &Opinion| {
        let lead = evaluation.black_lead().map_or("-".to_string(), |lead| format!("{lead:+.1}"));
        columns([
            member.name,
            &lead,
            &percent(evaluation.black_win_probability()),
            &percent(accuracy.and_then(|accuracy| accuracy.winner)),
            &percent(accuracy.and_then(|accuracy| accuracy.owner)),
        ])
    };
    let favour = |color: Color| {
        let all = hearing.opinions.iter();
        all.filter(|opinion| opinion.evaluation.favourite() == Some(color)).count()
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
    let is_measured = hearing.opinions.iter().any(|opinion| opinion.accuracy.is_some());
    lines.push(match is_measured {
        true => hearing.measured_on.clone(),
        false => "How often they are right was measured on 19x19 alone.".to_string(),
    });
    lines
}

fn columns([judge, lead, wins, winner, points]: [&str; 5]) -> String {
    format!("{judge:<23} {lead:>12} {wins:>11} {winner:>14} {points:>14}")
}
