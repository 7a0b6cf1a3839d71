//! A solution for programs; docs/solve.md explains it.

use super::color;
use crate::life_question::LifeQuestion;
use aji_judge::life::verdict::Proof;
use aji_judge::life::{Answer, LifeOutcome, Side, Verdict};
use aji_rules::{Move, PointSet, Size};
use serde_json::{Value, json};

pub fn json(question: &LifeQuestion, verdict: &Verdict, notes: &[String]) -> Value {
    let problem = &question.problem;
    let size = problem.position().size();
    let points = |points: &PointSet| super::vertices(size, points.iter());
    json!({
        "version": 1,
        "defender": color(problem.defender()),
        "to_play": color(question.first),
        "target": points(problem.target()),
        "region": points(problem.region()),
        "status": verdict.status().map(|status| status.to_string()),
        "defender_first": answer_of(size, &verdict.defender_first),
        "attacker_first": answer_of(size, &verdict.attacker_first),
        "notes": notes,
    })
}

fn answer_of(size: Size, answer: &Answer) -> Value {
    match answer {
        Answer::Estimated(estimate) => {
            let mut value = json!({
                "proved": false,
                "life": crate::words::rounded(estimate.life),
                "nodes": estimate.nodes,
            });
            if let Some(sealed) = &estimate.sealed {
                value["if_walls_stand"] = read_out(size, sealed);
            }
            value
        }
        Answer::Proved(proof) => {
            let mut value = read_out(size, proof);
            value["proved"] = true.into();
            value["zone"] = super::vertices(size, proof.zone.iter()).into();
            value["nodes"] = proof.nodes.into();
            value
        }
    }
}

/// What was read out, on the board or of the region alone.
fn read_out(size: Size, proof: &Proof) -> Value {
    let moves = proof.moves.iter().map(|first| {
        let mut value = outcome(first.outcome);
        value["move"] = size.move_text(first.mv).into();
        value["works"] = first.works.into();
        value["line"] = line(size, &first.line);
        value
    });
    let moves: Vec<Value> = moves.collect();
    let mut value = outcome(proof.outcome);
    value["line"] = line(size, &proof.line);
    value["moves"] = moves.into();
    value["unread"] = line(size, &proof.unread);
    value
}

/// `{"outcome": "ko", "ko": {"favours": "attacker", "threats": 1}}`, or without the ko.
pub fn outcome(outcome: LifeOutcome) -> Value {
    let name = match outcome {
        LifeOutcome::Lives => "lives",
        LifeOutcome::Survives => "survives",
        LifeOutcome::Seki => "seki",
        LifeOutcome::Ko(_) => "ko",
        LifeOutcome::Dies => "dies",
    };
    let mut value = json!({"outcome": name});
    if let LifeOutcome::Ko(ko) = outcome {
        let favours = match ko.favours {
            Side::Defender => "defender",
            Side::Attacker => "attacker",
        };
        value["ko"] = json!({"favours": favours, "threats": ko.threats});
    }
    value
}

fn line(size: Size, moves: &[Move]) -> Value {
    moves.iter().map(|&mv| size.move_text(mv)).collect::<Vec<_>>().into()
}
