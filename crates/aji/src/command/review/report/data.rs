//! What a report knows of a game: the review, and every position as the page shows it.

use super::ReviewedGame;
use crate::answers::{regions, vertices};
use crate::words::{rounded, tenths};
use aji_judge::explain::brief_verdict;
use aji_judge::judgement::{Item, JudgedChain};
use aji_judge::life::LifeStatus;
use aji_play::Turn;
use aji_play::analyst::Analysis;
use aji_rules::Step;
use serde_json::{Value, json};

/// The review with its positions.
pub fn of(reviewed: &ReviewedGame) -> Value {
    let (game, reviewed) = (&reviewed.loaded.replay.game, &reviewed.reviewed);
    let positions = reviewed.game.positions.iter();
    let seen = positions.map(|(game, analysis)| position(&Turn::of(game), analysis));
    // One for every number of moves: what is set up after a move belongs to it.
    let mut by_moves: Vec<Value> = Vec::new();
    let steps =
        std::iter::once(true).chain(game.steps().iter().map(|step| matches!(step, Step::Play(..))));
    for (is_next, position) in steps.zip(seen) {
        if !is_next {
            by_moves.pop();
        }
        by_moves.push(position);
    }
    let mut review = reviewed.json();
    review["positions"] = Value::from(by_moves);
    review["regions"] = regions(reviewed.size);
    review
}

fn position(turn: &Turn<'_>, analysis: &Analysis) -> Value {
    let size = turn.size();
    let chains = analysis.chains(turn.position());
    let of_status = |status: LifeStatus| {
        let found = chains.iter().filter(|chain| chain.status() == status);
        vertices(size, found.flat_map(|chain| chain.stones.iter().copied()))
    };
    let [low, high] = [0.1, 0.9].map(|share| analysis.distribution.quantile(share));
    let percents = analysis.ownership.values().iter().map(|owner| (100.0 * owner).round() as i64);
    let suggestions = analysis.moves.iter().map(|analysed| {
        let line: Vec<String> = analysed.line.iter().map(|&(mv, _)| size.move_text(mv)).collect();
        json!({
            "point": size.move_text(analysed.mv),
            "points_lost": tenths(analysed.loss),
            "visits": analysed.visits,
            "black_win_probability": rounded(analysed.black_wins()),
            "black_lead": tenths(analysed.black_lead()),
            "reasons": analysed.reasons,
            "line": line,
        })
    });
    json!({
        "verdict": brief_verdict(&analysis.distribution),
        "black_lead": tenths(analysis.black_lead()),
        "low": tenths(low),
        "high": tenths(high),
        "black_win_probability": fine(analysis.black_wins()),
        "ledger": ledger(turn, analysis, &chains),
        "ownership": percents.collect::<Vec<_>>(),
        "dead": of_status(LifeStatus::Dead),
        "weak": of_status(LifeStatus::Unsettled),
        "suggestions": suggestions.collect::<Vec<_>>(),
    })
}

/// What the lead is made of.
fn ledger(turn: &Turn<'_>, analysis: &Analysis, chains: &[JudgedChain]) -> Vec<Value> {
    let size = turn.size();
    let ledger = analysis.ledger(&turn.question());
    let all: Vec<f64> = ledger.entries().iter().map(|entry| entry.points).collect();
    let mut points = together(&all).into_iter();
    let mut line = |item: &str| json!({"item": item, "points": points.next()});
    let mut lines = Vec::new();
    for entry in ledger.entries() {
        let mut line = line(entry.item.name());
        if let Item::Region(account) = &entry.item {
            let hinge = account.hinge.and_then(|chain| chains[chain].stones.first());
            line["region"] = json!({
                "black": tenths(account.expected.black),
                "white": tenths(account.expected.white),
                "certainty": rounded(account.certainty),
                "state": account.state().to_string(),
                "hinge": hinge.map(|&stone| size.vertex(stone).to_string()),
            });
        }
        lines.push(line);
    }
    lines
}

/// To tenths, each up or down, so that they add up to the rounded sum.
fn together(points: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let each = points.iter().map(|points| {
        let before = tenths(sum);
        sum += points;
        tenths(tenths(sum) - before)
    });
    each.collect()
}

/// To four decimals, so that whole percents are those of the verdict.
fn fine(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_points_add_up() {
        assert_eq!(together(&[-6.5, -0.06, -0.06, -0.06, 3.3]), [-6.5, -0.1, 0.0, -0.1, 3.3]);
        assert_eq!(together(&[]), [0.0; 0]);
    }
}
