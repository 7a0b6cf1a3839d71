//! A review for programs. Every key is explained in docs/review.md, and a test compares.

use super::Reviewed;
use crate::words::{self, rounded};
use aji_judge::winner::review::{Performance, Phase, ReviewedMove};
use aji_rules::Size;
use serde_json::{Map, Value, json};

/// To be counted up when a key changes its meaning or goes.
const VERSION: u32 = 1;

pub fn of(reviewed: &Reviewed) -> String {
    let Reviewed { chosen, agreed, review, .. } = reviewed;
    let (game, head) = (&chosen.replay.game, &chosen.record.head);
    let size = game.position().size();
    let all = |moves: &[ReviewedMove]| -> Vec<Value> {
        moves.iter().map(|own| reviewed_move(size, own)).collect()
    };
    let players = review.performances();
    let answer = json!({
        "version": VERSION,
        "model": reviewed.model.to_string(),
        "width": size.width(),
        "height": size.height(),
        "rules": agreed.rules.name(),
        "komi": words::points(agreed.komi),
        "handicap": game.handicap(),
        "assumed": agreed.assumed,
        "result": head.outcome.map(|outcome| outcome.to_string()),
        "black_player": head.players.black,
        "white_player": head.players.white,
        "moves": all(review.moves()),
        "swings": all(&review.swings(reviewed.swings)),
        "players": {
            "black": performance(size, &players.black),
            "white": performance(size, &players.white),
        },
        "fault": chosen.replay.fault.as_ref().map(|fault| fault.to_string()),
        "notes": reviewed.notes,
    });
    format!("{answer}\n")
}

fn reviewed_move(size: Size, own: &ReviewedMove) -> Value {
    json!({
        "move": own.number,
        "color": own.color.to_string().to_lowercase(),
        "point": size.move_text(own.mv),
        "black_win_before": rounded(own.black_before),
        "black_win_after": rounded(own.black_after),
        "gain": rounded(own.gain()),
        "loss": rounded(own.loss()),
    })
}

fn performance(size: Size, player: &Performance) -> Value {
    let worst = player.worst.iter().map(|own| {
        json!({
            "move": own.number,
            "point": size.move_text(own.mv),
            "loss": rounded(own.loss()),
        })
    });
    let by_phase: Map<String, Value> = player
        .mean_loss_by_phase
        .iter()
        .map(|&(phase, mean)| (key(phase).to_string(), json!(mean.map(rounded))))
        .collect();
    json!({
        "moves": player.moves,
        "mean_gain": player.mean_gain.map(rounded),
        "mean_loss": player.mean_loss.map(rounded),
        "mean_loss_by_phase": by_phase,
        "mistakes": player.mistakes,
        "mistake_share": player.mistake_share().map(rounded),
        "worst": worst.collect::<Vec<_>>(),
    })
}

fn key(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "opening",
        Phase::MiddleGame => "middle_game",
        Phase::Endgame => "endgame",
    }
}
