//! Suggestions for programs.

use super::{Subject, color};
use crate::words::rounded;
use aji_play::suggest::{Advice, Adviser, SuggestedMove, Thought};
use serde_json::{Value, json};

/// To be counted up when a key changes its meaning or goes.
const VERSION: u32 = 1;

pub fn json(subject: &Subject<'_>, advice: &Advice) -> Value {
    let size = subject.size();
    let moves = advice.moves.iter().map(|one| of_move(&size.vertex(one.point).to_string(), one));
    let (adviser, model) = match advice.adviser {
        Adviser::Reasoner(name) => ("reasoning", Some(name.to_string())),
        Adviser::Analyst => ("analyst", None),
    };
    json!({
        "version": VERSION,
        "perspective": "to_play",
        "width": size.width(),
        "height": size.height(),
        "move": subject.moves,
        "to_play": color(subject.game.position().to_play()),
        "adviser": adviser,
        "model": model,
        "suggestions": moves.collect::<Vec<_>>(),
        "note": advice.note,
        "notes": subject.notes,
    })
}

fn of_move(vertex: &str, one: &SuggestedMove) -> Value {
    json!({
        "point": vertex,
        "name": one.name,
        "probability": rounded(one.probability),
        "value": rounded(one.value),
        "reasons": one.reasons,
        "reasoning": one.thought.as_ref().map(of_thought),
    })
}

fn of_thought(thought: &Thought) -> Value {
    let [influence, territory, safety] = thought.inputs.map(rounded);
    let rule = |words: &str, strength: f64| json!({"rule": words, "strength": rounded(strength)});
    json!({
        "rank": thought.rank,
        "influence": influence,
        "territory": territory,
        "safety": safety,
        "influence_gained": rounded(thought.gain.influence),
        "points_gained": rounded(thought.gain.territory),
        "answer": rounded(thought.answer),
        "rules": thought.fired.iter().map(|fired| rule(&fired.words, fired.strength)).collect::<Vec<_>>(),
    })
}
