//! Three boards: as it stands, with Black to move first, with White; and what hangs on who does.

use super::{Subject, rows};
use crate::words::rounded;
use aji_judge::judgement::{Glance, JudgeError, Region};
use aji_play::Turn;
use aji_play::analyst::{Analyst, Scope};
use aji_rules::{Color, Field};
use serde_json::{Value, json};

/// What an analyst thinks of the position with either side to move.
pub fn json(subject: &Subject<'_>, analyst: &mut Analyst) -> Result<Value, JudgeError> {
    let first = |analyst: &mut Analyst, color: Color| {
        let turn = Turn::of_color(subject.game, color);
        let mut analysis = analyst.analyse(&turn, &Scope::default())?;
        let now = analysis.glance();
        // Where nothing is left to be played, nothing hangs on who is first.
        let has_best = !analysis.moves.is_empty() && !analysis.is_counted;
        let best = has_best.then(|| analysis.moves.swap_remove(0));
        Ok::<_, JudgeError>((now, best))
    };
    let (now, black) = first(analyst, Color::Black)?;
    let (_, white) = first(analyst, Color::White)?;
    let after = |best: &Option<aji_play::analyst::AnalysedMove>| match best {
        Some(best) => Glance {
            ownership: best.ownership.clone(),
            black_lead: now.black_lead + lead_of(&best.ownership) - lead_of(&now.ownership),
            is_counted: false,
            policy: None,
        },
        None => now.clone(),
    };
    let (after_black, after_white) = (after(&black), after(&white));
    let hangs = Field::from_fn(subject.size(), |point| {
        (after_black.ownership[point] - after_white.ownership[point]) / 2.0
    });
    let mut regions = Region::sums(&hangs.map(|&part| 2.0 * part));
    regions.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
    let board = |glance: &Glance, best: &Option<aji_play::analyst::AnalysedMove>| {
        json!({
            "move": best.as_ref().map(|best| subject.size().move_text(best.mv)),
            "black_lead": rounded(glance.black_lead),
            "ownership": rows(&glance.ownership),
            "reasons": best.as_ref().map_or(&[][..], |best| &best.reasons),
        })
    };
    let swing = after_black.black_lead - after_white.black_lead;
    Ok(json!({
        "as_it_stands": {
            "black_lead": rounded(now.black_lead),
            "ownership": rows(&now.ownership),
        },
        "black_first": board(&after_black, &black),
        "white_first": board(&after_white, &white),
        "urgency": rows(&hangs.map(|part| part.abs())),
        "swing": rounded(swing),
        "regions": regions.iter().map(|(region, points)| json!({
            "region": region.name(),
            "points": rounded(*points),
        })).collect::<Vec<_>>(),
    }))
}

fn lead_of(ownership: &Field<f64>) -> f64 {
    ownership.values().iter().sum()
}
