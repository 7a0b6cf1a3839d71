//! Replies as KataGo writes them, with what is ours under one key.

use super::pool::Job;
use super::query::Asked;
use crate::words::rounded;
use aji_judge::explain::brief_verdict;
use aji_judge::judgement::{JudgeError, JudgedChain};
use aji_judge::life::LifeStatus;
use aji_play::Turn;
use aji_play::analyst::{AnalysedMove, Analysis, Analyst};
use aji_rules::symmetry::Turn as _;
use aji_rules::{Field, Move, Position, Size, Symmetry};
use serde_json::{Value, json};

/// Our own answer, always seen from Black's side; docs/protocols.md explains it.
const OURS: &str = "aji";

/// The reply to one turn of a query, with what was read so far.
pub fn of_turn(analyst: &mut Analyst, job: &Job, is_during: bool) -> Result<Value, JudgeError> {
    let asked = &*job.asked;
    let turn = Turn::of(&job.game);
    let analysis = analyst.go_on(&turn, &asked.scope(turn.color()))?;
    let view = asked.perspective;
    let sign = view.sign(analysis.color);
    let owners = |field: &Field<f64>| -> Vec<f64> {
        field.values().iter().map(|owner| rounded(sign * owner)).collect()
    };
    let infos: Vec<Value> = analysis
        .moves
        .iter()
        .enumerate()
        .map(|(order, analysed)| {
            let mut info = move_info(turn.size(), &analysis, analysed, asked);
            info["order"] = json!(order);
            if asked.moves_ownership {
                info["ownership"] = json!(owners(&analysed.ownership));
            }
            if asked.line_visits {
                let visits = analysed.line.iter().map(|&(_, visits)| visits);
                info["pvVisits"] = visits.collect();
            }
            info
        })
        .collect();
    let mut reply = json!({
        "id": &*job.id,
        "isDuringSearch": is_during,
        "turnNumber": job.turn,
        "moveInfos": infos,
        "rootInfo": root_info(turn.position(), &analysis, asked),
        OURS: ours(&turn, &analysis),
    });
    if asked.ownership {
        reply["ownership"] = json!(owners(&analysis.ownership));
    }
    if asked.ownership_spread {
        let spread = |owner: &f64| rounded((1.0 - owner * owner).max(0.0).sqrt());
        let spread: Vec<f64> = analysis.ownership.values().iter().map(spread).collect();
        reply["ownershipStdev"] = json!(spread);
    }
    if asked.policy {
        let shares = analysis.policy.values().iter().map(|share| share.map_or(-1.0, fine));
        let policy: Vec<f64> = shares.chain([fine(analysis.pass_policy)]).collect();
        reply["policy"] = json!(policy);
    }
    Ok(reply)
}

/// To six places: priors are small.
fn fine(share: f64) -> f64 {
    (share * 1e6).round() / 1e6
}

fn move_info(size: Size, analysis: &Analysis, analysed: &AnalysedMove, asked: &Asked) -> Value {
    let (view, visits) = (asked.perspective, analysed.visits);
    let chance = view.chance(analysis.color, analysed.black_wins());
    let lead = rounded(view.sign(analysis.color) * analysed.black_lead());
    let utility = rounded(2.0 * chance - 1.0);
    let line: Vec<String> = analysed.line.iter().map(|&(mv, _)| size.move_text(mv)).collect();
    let mut info = json!({
        "move": size.move_text(analysed.mv),
        "visits": visits,
        "edgeVisits": visits,
        "weight": f64::from(visits),
        "edgeWeight": f64::from(visits),
        "playSelectionValue": f64::from(visits),
        "winrate": fine(chance),
        "lcb": fine(chance),
        "utility": utility,
        "utilityLcb": utility,
        "scoreLead": lead,
        "scoreMean": lead,
        "scoreSelfplay": lead,
        "scoreStdev": rounded(analysis.standard_deviation()),
        "prior": fine(analysed.prior),
        "pv": line,
    });
    if asked.no_result {
        info["noResultValue"] = json!(0.0);
    }
    info
}

fn root_info(position: &Position, analysis: &Analysis, asked: &Asked) -> Value {
    let (view, visits) = (asked.perspective, analysis.visits);
    let chance = view.chance(analysis.color, analysis.black_wins());
    let lead = rounded(view.sign(analysis.color) * analysis.black_lead());
    let spread = rounded(analysis.standard_deviation());
    // What one evaluation says, before anything is read.
    let raw_lead = rounded(view.sign(analysis.color) * analysis.before_reading.mean());
    let turned = Symmetry::ALL.map(|symmetry| hash(&position.turned(symmetry)));
    let least = turned.into_iter().min().unwrap_or_default();
    let mut info = json!({
        "currentPlayer": analysis.color.letter().to_string(),
        "visits": visits,
        "weight": f64::from(visits),
        "winrate": fine(chance),
        "utility": rounded(2.0 * chance - 1.0),
        "scoreLead": lead,
        "scoreSelfplay": lead,
        "scoreStdev": spread,
        "rawWinrate": fine(view.chance(analysis.color, analysis.before_reading.black_win_probability())),
        "rawLead": raw_lead,
        "rawScoreSelfplay": raw_lead,
        "rawScoreSelfplayStdev": rounded(analysis.before_reading.standard_deviation()),
        "rawNoResultProb": 0.0,
        "rawStWrError": 0.0,
        "rawStScoreError": 0.0,
        "rawVarTimeLeft": 0.0,
        "thisHash": format!("{:016X}", hash(position)),
        "symHash": format!("{least:016X}"),
    });
    if asked.no_result {
        info["noResultValue"] = json!(0.0);
    }
    info
}

/// A position by a number. Stones alone do not tell boards of different sizes apart, least of all empty ones.
fn hash(position: &Position) -> u64 {
    let size = position.size();
    // Any odd number with many ones spreads small numbers over all bits.
    let shape = (32 * size.width() + size.height()) as u64;
    position.situation_hash() ^ shape.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// What KataGo has no words for: the verdict, what it is made of, the stones in danger and the reasons
/// for moves.
fn ours(turn: &Turn<'_>, analysis: &Analysis) -> Value {
    let size = turn.size();
    let chains = analysis.chains(turn.position());
    let ledger = analysis.ledger(&turn.question());
    let of_status = |status: LifeStatus| -> Vec<Value> {
        let found = chains.iter().filter(|chain| chain.status() == status);
        found.map(|chain| told(size, chain)).collect()
    };
    let entry = |entry: &aji_judge::judgement::Entry| json!({"item": entry.item.name(), "points": rounded(entry.points)});
    let lines: Vec<Value> = ledger.entries().iter().map(entry).collect();
    json!({
        "perspective": "black",
        "verdict": brief_verdict(&analysis.distribution),
        "black_win_probability": rounded(analysis.black_wins()),
        "black_lead": rounded(analysis.black_lead()),
        "standard_deviation": rounded(analysis.standard_deviation()),
        "counted": analysis.is_counted,
        "ledger": lines,
        "dead": of_status(LifeStatus::Dead),
        "weak": of_status(LifeStatus::Unsettled),
        "moves": analysis.moves.iter().map(|analysed| json!({
            "move": match analysed.mv {
                Move::Place(point) => size.vertex(point).to_string(),
                Move::Pass => "pass".to_string(),
            },
            "loss": rounded(analysed.loss),
            "reasons": analysed.reasons,
        })).collect::<Vec<_>>(),
    })
}

fn told(size: Size, chain: &JudgedChain) -> Value {
    json!({
        "color": chain.color.to_string().to_lowercase(),
        "stones": chain.stones.iter().map(|&stone| size.vertex(stone).to_string()).collect::<Vec<_>>(),
        "life": rounded(chain.life),
    })
}
