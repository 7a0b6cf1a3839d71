//! Three boards: as it stands, with Black to move first, with White; and what hangs on who does.

use super::{Subject, rows};
use crate::words::rounded;
use aji_judge::judgement::{JudgeError, Region};
use aji_play::Turn;
use aji_play::analyst::{AnalysedMove, Analyst, Scope};
use aji_rules::{Color, Field};
use serde_json::{Value, json};

/// What an analyst thinks of the position with either side to move.
pub fn json(subject: &Subject<'_>, analyst: &mut Analyst) -> Result<Value, JudgeError> {
    let stands = analyst.analyse(&Turn::of(subject.game), &Scope::LOOK)?;
    let mut first = |color: Color| {
        let mut analysis =
            analyst.analyse(&Turn::of_color(subject.game, color), &Scope::default())?;
        // Where nothing is left to be played, nothing hangs on who is first.
        let has_best = !analysis.moves.is_empty() && !stands.is_counted;
        Ok::<_, JudgeError>(has_best.then(|| analysis.moves.swap_remove(0)))
    };
    let (black, white) = (first(Color::Black)?, first(Color::White)?);
    let (now, lead) = (&stands.ownership, stands.black_lead());
    let after = |best: &Option<AnalysedMove>| match best {
        Some(best) => (best.ownership.clone(), best.black_lead()),
        None => (now.clone(), lead),
    };
    let (after_black, black_lead) = after(&black);
    let (after_white, white_lead) = after(&white);
    let hangs =
        Field::from_fn(subject.size(), |point| (after_black[point] - after_white[point]) / 2.0);
    let mut regions = Region::sums(&hangs.map(|&part| 2.0 * part));
    regions.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
    let board = |ownership: &Field<f64>, lead: f64, best: &Option<AnalysedMove>| {
        json!({
            "move": best.as_ref().map(|best| subject.size().move_text(best.mv)),
            "black_lead": rounded(lead),
            "ownership": rows(ownership),
            "reasons": best.as_ref().map_or(&[][..], |best| &best.reasons),
        })
    };
    let swing = black_lead - white_lead;
    Ok(json!({
        "as_it_stands": {
            "black_lead": rounded(lead),
            "ownership": rows(now),
        },
        "black_first": board(&after_black, black_lead, &black),
        "white_first": board(&after_white, white_lead, &white),
        "urgency": rows(&hangs.map(|part| part.abs())),
        "swing": rounded(swing),
        "regions": regions.iter().map(|(region, points)| json!({
            "region": region.name(),
            "points": rounded(*points),
        })).collect::<Vec<_>>(),
    }))
}
