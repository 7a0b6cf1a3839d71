//! A judgement for programs. Every key is explained in docs/judgement.md, and a test compares.

use super::Judged;
use crate::answers;
use crate::words::{self, rounded};
use aji_judge::judgement::{Entry, Item, JudgedChain, JudgedCorner, JudgedGroup, Judgement};
use aji_judge::life::Status;
use aji_rules::ruleset::Scoring;
use aji_rules::{Color, Field, Point, PointSet, Rules};
use serde_json::{Value, json};

/// To be counted up when a key changes its meaning or goes.
const VERSION: u32 = 1;

pub fn of(judged: &Judged) -> String {
    let Judged { chosen, agreed, judgement, .. } = judged;
    let position = chosen.position();
    let size = position.size();
    let scoring = match Rules::from(agreed.rules).scoring {
        Scoring::Area => "area",
        Scoring::Territory => "territory",
    };
    let (method, score) = (&judgement.method, &judgement.score);
    let answer = json!({
        "version": VERSION,
        "perspective": "black",
        "width": size.width(),
        "height": size.height(),
        "move": chosen.replay.moves,
        "to_play": color(position.to_play()),
        "is_over": chosen.replay.game.is_over(),
        "rules": agreed.rules.name(),
        "scoring": scoring,
        "komi": words::points(agreed.komi),
        "handicap": chosen.replay.game.handicap(),
        "assumed": agreed.assumed,
        "method": {
            "model": method.model.to_string(),
            "inference": method.inference.to_string(),
            "samples": method.samples,
            "seed": method.seed,
            "winner": method.winner.to_string(),
        },
        "verdict": judgement.verdict(),
        "score": {
            "black_lead": rounded(score.black_lead),
            "low": words::points(score.low),
            "high": words::points(score.high),
            "standard_deviation": rounded(score.standard_deviation),
        },
        "black_win_probability": rounded(judgement.black_win_probability),
        "ledger": judgement.ledger.entries().iter().map(|line| entry(judgement, line)).collect::<Vec<_>>(),
        "ownership": rows(&judgement.ownership),
        "chains": judgement.chains.iter().map(|own| chain(judgement, own)).collect::<Vec<_>>(),
        "groups": judgement.groups.iter().map(group).collect::<Vec<_>>(),
        "corners": judgement.corners.iter().map(|own| corner(judgement, own)).collect::<Vec<_>>(),
        "miai": judgement.miai.iter().map(|pair| json!({
            "points": vertices(judgement, &pair.points),
            "correlation": rounded(pair.correlation),
        })).collect::<Vec<_>>(),
        "influence": judged.influence.as_ref().map(|influence| json!({
            "name": influence.kind.to_string(),
            "net": rounded(influence.net),
            "potential_territory": rounded(influence.potential_territory),
            "field": rows(&influence.field.map(|&value| f64::from(value))),
        })),
        "panel": judged.panel.as_ref().map(|judges| {
            answers::panel::json(judges, &judged.question(), chosen.replay.moves)
        }),
        "notes": judged.notes,
    });
    format!("{answer}\n")
}

fn entry(judgement: &Judgement, entry: &Entry) -> Value {
    let mut line = json!({
        "item": entry.item.name(),
        "points": rounded(entry.points),
        "rounded": words::points(entry.rounded),
    });
    if let Item::Region(account) = &entry.item {
        line["region"] = json!({
            "black": rounded(account.expected.black),
            "white": rounded(account.expected.white),
            "certainty": rounded(account.certainty),
            "state": account.state().to_string(),
            "hinge": account.hinge.map(|chain| vertices(judgement, &judgement.chains[chain].stones[..1])[0].clone()),
        });
    }
    line
}

fn chain(judgement: &Judgement, chain: &JudgedChain) -> Value {
    json!({
        "color": color(chain.color),
        "stones": vertices(judgement, &chain.stones),
        "liberties": vertices(judgement, &chain.liberties.iter().collect::<Vec<_>>()),
        "life": rounded(chain.life),
        "fate": chain.fate().to_string(),
    })
}

fn group(group: &JudgedGroup) -> Value {
    json!({
        "color": color(group.color),
        "chains": group.chains,
        "stones": group.stones,
        "liberties": group.liberties.len(),
        "life": rounded(group.life),
        "fate": group.fate().to_string(),
    })
}

fn corner(judgement: &Judgement, corner: &JudgedCorner) -> Value {
    let points = |set: &PointSet| vertices(judgement, &set.iter().collect::<Vec<_>>());
    let odds: serde_json::Map<String, Value> = Status::ALL
        .iter()
        .map(|&status| (status.to_string(), json!(rounded(corner.odds.of(status)))))
        .collect();
    json!({
        "color": color(corner.color()),
        "stones": points(&corner.found.stones),
        "inside": points(&corner.found.inside),
        "status": corner.status().to_string(),
        "odds": odds,
        "life": rounded(corner.life),
        "to_live": corner.vital.map(|vital| vertices(judgement, &[vital.to_live])[0].clone()),
        "to_kill": corner.vital.map(|vital| vertices(judgement, &[vital.to_kill])[0].clone()),
    })
}

fn color(color: Color) -> String {
    color.to_string().to_lowercase()
}

fn vertices(judgement: &Judgement, points: &[Point]) -> Vec<String> {
    points.iter().map(|&point| judgement.size().vertex(point).to_string()).collect()
}

/// Row by row from the upper left.
fn rows(field: &Field<f64>) -> Vec<Vec<f64>> {
    let rows = field.values().chunks(field.size().width());
    rows.map(|row| row.iter().map(|&value| rounded(value)).collect()).collect()
}
