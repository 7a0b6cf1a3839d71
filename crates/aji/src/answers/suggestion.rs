//! Suggestions for programs.

use super::{Subject, color};
use crate::words::{rounded, tenths};
use aji_play::suggest::{Advice, Adviser, SuggestedMove, Thought};
use aji_rules::Size;
use serde_json::{Value, json};

/// To be counted up when a key changes its meaning or goes.
const VERSION: u32 = 2;

pub fn json(subject: &Subject<'_>, advice: &Advice) -> Value {
    let size = subject.size();
    let moves = advice.moves.iter().map(|one| of_move(size, one));
    let (adviser, model) = match advice.adviser {
        Adviser::Reasoner(name) => ("reasoning", Some(name.to_string())),
        Adviser::Reader => ("reading", None),
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

fn of_move(size: Size, one: &SuggestedMove) -> Value {
    let reading = one.reading.as_ref();
    let score = reading.map(|reading| reading.distribution);
    let line = reading
        .map(|reading| reading.line.iter().map(|&mv| size.move_text(mv)).collect::<Vec<String>>());
    json!({
        "point": size.move_text(one.mv),
        "name": one.name,
        "probability": rounded(one.probability),
        "value": rounded(one.value),
        "visits": reading.map(|reading| reading.visits),
        "points_lost": reading.map(|reading| tenths(reading.points_lost)),
        "black_lead": score.map(|score| tenths(score.mean())),
        "black_win_probability": score.map(|score| rounded(score.black_win_probability())),
        "line": line,
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
