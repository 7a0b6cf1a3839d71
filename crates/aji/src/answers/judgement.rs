//! A judgement for programs. Every key is explained in docs/judgement.md, and a test compares.

use super::panel::PanelOpinions;
use super::{Subject, color, rows, vertices};
use crate::words::{self, rounded};
use aji_judge::influence::potential::{ELEVATION, net_influence, potential_territory};
use aji_judge::influence::{Influence, Kind};
use aji_judge::judgement::{Entry, Item, JudgedChain, JudgedCorner, JudgedGroup, Judgement};
use aji_judge::life::LifeStatus;
use aji_rules::{Field, PointSet, Position};
use serde_json::{Value, json};

/// To be counted up when a key changes its meaning or goes.
const VERSION: u32 = 2;

/// The influence of the stones that are not dead.
pub struct Influences {
    pub kind: Kind,
    pub field: Field<f32>,
    /// Black's less White's.
    pub net: f64,
    /// In points.
    pub potential_territory: f64,
}

impl Influences {
    /// By one measure, in a position that was judged.
    pub fn new(kind: Kind, position: &Position, judgement: &Judgement) -> Influences {
        let position = judgement.without_dead(position);
        let field = kind.field(&position);
        let net = net_influence(&field);
        let potential_territory = potential_territory(&position, &field, ELEVATION);
        Influences { kind, field, net, potential_territory }
    }
}

pub fn json(
    subject: &Subject<'_>,
    judgement: &Judgement,
    influence: Option<&Influences>,
    panel: Option<&PanelOpinions>,
) -> Value {
    let Subject { game, conditions, .. } = subject;
    let position = game.position();
    let size = subject.size();
    let (method, score) = (&judgement.method, &judgement.score);
    json!({
        "version": VERSION,
        "perspective": "black",
        "width": size.width(),
        "height": size.height(),
        "move": subject.moves,
        "to_play": color(position.to_play()),
        "is_over": game.is_over(),
        "rules": conditions.rules.name(),
        "scoring": subject.scoring(),
        "komi": words::points(conditions.komi),
        "handicap": game.handicap(),
        "assumed": conditions.assumed,
        "method": {
            "model": method.model.to_string(),
            "inference": method.inference.to_string(),
            "samples": method.samples,
            "seed": method.seed,
        },
        "counted": judgement.is_counted,
        "verdict": judgement.verdict(),
        "score": {
            "black_lead": rounded(score.black_lead),
            "low": words::points(score.low),
            "high": words::points(score.high),
            "standard_deviation": rounded(score.standard_deviation),
        },
        "black_win_probability": rounded(judgement.black_win_probability),
        "second_opinion": judgement.second_opinion.map(|opinion| json!({
            "by": opinion.by.to_string(),
            "black_win_probability": rounded(opinion.black_wins),
        })),
        "ledger": judgement.ledger.entries().iter().map(|line| entry(judgement, line)).collect::<Vec<_>>(),
        "ownership": rows(&judgement.ownership),
        "chains": judgement.chains.iter().map(|own| chain(judgement, own)).collect::<Vec<_>>(),
        "groups": judgement.groups.iter().map(group).collect::<Vec<_>>(),
        "corners": judgement.corners.iter().map(|own| corner(judgement, own)).collect::<Vec<_>>(),
        "miai": judgement.miai.iter().map(|pair| json!({
            "points": vertices(size, pair.points),
            "correlation": rounded(pair.correlation),
        })).collect::<Vec<_>>(),
        "influence": influence.map(|influence| json!({
            "name": influence.kind.to_string(),
            "net": rounded(influence.net),
            "potential_territory": rounded(influence.potential_territory),
            "field": rows(&influence.field.map(|&value| f64::from(value))),
        })),
        "panel": panel.map(PanelOpinions::json),
        "notes": subject.notes,
    })
}

fn entry(judgement: &Judgement, entry: &Entry) -> Value {
    let size = judgement.size();
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
            "hinge": account.hinge.map(|chain| size.vertex(judgement.chains[chain].stones[0]).to_string()),
        });
    }
    line
}

fn chain(judgement: &Judgement, chain: &JudgedChain) -> Value {
    let size = judgement.size();
    json!({
        "color": color(chain.color),
        "stones": vertices(size, chain.stones.iter().copied()),
        "liberties": vertices(size, chain.liberties.iter()),
        "life": rounded(chain.life),
        "fate": fate(chain.status()),
    })
}

fn group(group: &JudgedGroup) -> Value {
    json!({
        "color": color(group.color),
        "chains": group.chains,
        "stones": group.stones,
        "liberties": group.liberties.len(),
        "life": rounded(group.life),
        "fate": fate(group.status()),
    })
}

/// What is unsettled in the judgement of a whole board is called weak.
fn fate(status: LifeStatus) -> String {
    match status {
        LifeStatus::Unsettled => "weak".to_string(),
        status => status.to_string(),
    }
}

fn corner(judgement: &Judgement, corner: &JudgedCorner) -> Value {
    let size = judgement.size();
    let points = |set: &PointSet| vertices(size, set.iter());
    let odds: serde_json::Map<String, Value> = LifeStatus::ALL
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
        "to_live": corner.vital.map(|vital| size.vertex(vital.to_live).to_string()),
        "to_kill": corner.vital.map(|vital| size.vertex(vital.to_kill).to_string()),
    })
}
