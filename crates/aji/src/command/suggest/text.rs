//! Suggestions for people who read.

use super::Suggested;
use aji_judge::opening::fuzzy::ControllerName;
use aji_play::suggest::{Adviser, SuggestedMove};
use aji_rules::{Color, Point};
use std::fmt::Write;

pub fn of(suggested: &Suggested) -> String {
    let Suggested { loaded, advice, notes } = suggested;
    let size = loaded.position().size();
    let mut text = String::new();
    // Writing to a string does not fail.
    let mut line = |sentence: String| _ = writeln!(text, "{sentence}");
    loaded.players().into_iter().for_each(&mut line);
    line(format!("{}; {} to play", loaded.place(), loaded.position().to_play()));
    line(format!("\n{}", board(suggested)));
    if let Some(best) = advice.moves.first() {
        let name = best.name.as_ref().map_or(String::new(), |name| format!(", {name}"));
        // Shown on terminals, taken out elsewhere.
        line(format!("\x1b[1mBest: {}{name}\x1b[0m\n", size.vertex(best.point)));
        line(head(advice.adviser).to_string());
        for (nth, one) in advice.moves.iter().enumerate() {
            line(row(nth + 1, &size.vertex(one.point).to_string(), one));
        }
        line(String::new());
        for one in &advice.moves {
            line(format!("{}: {}.", size.vertex(one.point), one.reasons.join("; ")));
        }
        line(explained(advice.adviser));
    }
    for note in advice.note.iter().chain(notes) {
        line(format!("Note: {note}."));
    }
    text
}

/// Who answered, and what the numbers mean.
fn explained(adviser: Adviser) -> String {
    let value = match adviser {
        Adviser::Analyst => {
            return "By the analyst: the value is what a move loses beside the best, in points."
                .to_string();
        }
        Adviser::Reasoner(ControllerName::Anfis) => {
            "the logarithm of how likely a move is, and what the rules answer"
        }
        Adviser::Reasoner(_) => "what the rules answer",
    };
    format!(
        "Weighed by fuzzy reasoning: the value is {value}. Numbers behind rules say how strongly they \
         fire, from 0 to 1."
    )
}

fn head(adviser: Adviser) -> &'static str {
    match adviser {
        Adviser::Reasoner(_) => "      move  likely   value  influence  territory  safety  name",
        Adviser::Analyst => "      move  likely   value  name",
    }
}

fn row(nth: usize, vertex: &str, one: &SuggestedMove) -> String {
    let inputs = one.thought.as_ref().map_or(String::new(), |thought| {
        let [influence, territory, safety] = thought.inputs;
        format!("  {influence:9.2}  {territory:9.2}  {safety:6.2}")
    });
    let (likely, value) = (100.0 * one.probability, one.value);
    let name = one.name.as_deref().unwrap_or_default();
    format!("{nth:4}  {vertex:<4} {likely:5.1} %  {value:6.2}{inputs}  {name}")
        .trim_end()
        .to_string()
}

/// The board with the first nine moves as digits.
fn board(suggested: &Suggested) -> String {
    let position = suggested.loaded.position();
    let moves = &suggested.advice.moves;
    let digit = |point: Point| {
        let nth = moves.iter().take(9).position(|one| one.point == point)?;
        char::from_digit(nth as u32 + 1, 10)
    };
    suggested.loaded.diagram(|point| match position.stone(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => digit(point).unwrap_or('.'),
    })
}
