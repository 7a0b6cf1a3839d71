//! A final score for programs. Every key is explained in docs/score.md, and a test compares.

use super::{Subject, color};
use crate::words::{self, rounded};
use aji_judge::score::{FinalScore, Open, OpenKind, Reason, ScoredGroup};
use aji_rules::{ByColor, HalfPoints, PointSet};
use serde_json::{Value, json};

/// To be counted up when a key changes its meaning or goes.
const VERSION: u32 = 1;

/// Beside Black's lead by the record, if its game was counted and this is its end.
pub fn json(subject: &Subject<'_>, score: &FinalScore, recorded: Option<HalfPoints>) -> Value {
    let conditions = subject.conditions;
    let size = score.size();
    let count = &score.count;
    json!({
        "version": VERSION,
        "perspective": "black",
        "width": size.width(),
        "height": size.height(),
        "move": subject.moves,
        "to_play": color(subject.game.position().to_play()),
        "rules": conditions.rules.name(),
        "scoring": subject.scoring(),
        "komi": words::points(conditions.komi),
        "handicap": subject.game.handicap(),
        "assumed": conditions.assumed,
        "verdict": score.verdict(),
        "ready": score.is_ready(),
        "result": score.outcome().to_string(),
        "black_lead": words::points(score.black_lead),
        "by_area": words::points(score.black_lead_by_area),
        "by_territory": words::points(score.black_lead_by_territory),
        "recorded": recorded.map(words::points),
        "agrees": recorded.map(|recorded| recorded == score.black_lead),
        "difference": recorded.and_then(|recorded| score.difference_words(recorded)),
        "open": score.open.iter().map(|one| open(score, one)).collect::<Vec<_>>(),
        "territory": by_color(&count.territory),
        "stones": by_color(&count.stones),
        "prisoners": by_color(&count.prisoners),
        "handicap_bonus": count.handicap_bonus,
        "groups": score.groups.iter().map(|one| group(score, one)).collect::<Vec<_>>(),
        "dead": vertices(score, &score.dead),
        "seki": vertices(score, &score.seki),
        "dame": vertices(score, &score.dame),
        "teire": score.teire.iter().map(|teire| json!({
            "color": color(teire.color),
            "point": size.vertex(teire.point).to_string(),
        })).collect::<Vec<_>>(),
        "statuses": statuses(score),
        "notes": subject.notes,
    })
}

fn open(score: &FinalScore, open: &Open) -> Value {
    let what = match open.what {
        OpenKind::Border => "border",
        OpenKind::Group => "group",
        OpenKind::Teire => "teire",
        OpenKind::Dame => "dame",
    };
    json!({
        "what": what,
        "points": vertices(score, &open.points),
        "by": open.by.map(color),
        "words": score.open_words(open),
        "assumption": score.assumption_words(open),
    })
}

fn group(score: &FinalScore, group: &ScoredGroup) -> Value {
    let reason = match group.reason {
        Reason::Unconditional => "unconditional",
        Reason::NoRoom { .. } => "no room",
        Reason::Proved => "proved",
        Reason::Read => "read",
        Reason::Falls => "falls",
        Reason::SharedLiberties => "shared liberties",
        Reason::Judged => "judged",
    };
    json!({
        "color": color(group.color),
        "stones": vertices(score, &group.stones),
        "status": group.status.to_string(),
        "reason": reason,
        "eyes": group.eyes,
        "dead_probability": rounded(group.dead_probability),
        "words": score.group_words(group),
    })
}

fn by_color(counts: &ByColor<u32>) -> Value {
    json!({ "black": counts.black, "white": counts.white })
}

fn vertices(score: &FinalScore, points: &PointSet) -> Vec<String> {
    super::vertices(score.size(), points.iter())
}

/// Row by row from the upper left, in the words of GTP.
fn statuses(score: &FinalScore) -> Vec<Vec<String>> {
    let all = score.size().points().map(|point| score.status(point).to_string());
    let all: Vec<String> = all.collect();
    all.chunks(score.size().width()).map(<[String]>::to_vec).collect()
}
