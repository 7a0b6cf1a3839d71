//! Suggestions for people who read.

use super::Suggested;
use crate::words::with_reasons;
use aji_judge::opening::fuzzy::ControllerName;
use aji_play::suggest::{Adviser, SuggestedMove};
use aji_rules::{Color, Move, Point};
use std::fmt::Write;

/// Longer lines are cut.
const LONGEST: usize = 10;

pub fn of(suggested: &Suggested) -> String {
    let Suggested { loaded, advice, notes } = suggested;
    let (size, to_play) = (loaded.position().size(), loaded.position().to_play());
    let mut text = String::new();
    // Writing to a string does not fail.
    let mut line = |sentence: String| _ = writeln!(text, "{sentence}");
    loaded.players().into_iter().for_each(&mut line);
    line(format!("{}; {} to play", loaded.place(), loaded.position().to_play()));
    line(format!("\n{}", board(suggested)));
    if let Some(best) = advice.moves.first() {
        let name = best.name.as_ref().map_or(String::new(), |name| format!(", {name}"));
        // Shown on terminals, taken out elsewhere.
        line(format!("\x1b[1mBest: {}{name}\x1b[0m\n", size.move_text(best.mv)));
        line(head(advice.adviser).to_string());
        for (nth, one) in advice.moves.iter().enumerate() {
            line(row(nth + 1, to_play, &size.move_text(one.mv), one));
        }
        line(String::new());
        for one in &advice.moves {
            line(with_reasons(&size.move_text(one.mv), &one.reasons));
            if let Some(reading) = one.reading.as_ref().filter(|reading| reading.line.len() > 1) {
                let moves = reading.line.iter().skip(1).take(LONGEST);
                let moves: Vec<String> = moves.map(|&mv| size.move_text(mv)).collect();
                line(format!("    then {}", moves.join(" ")));
            }
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
        Adviser::Reader => {
            return "Chance and lead are the mover's; lost are points beside the best move. Numbers behind \
                    rules say how strongly they fire."
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
        Adviser::Reader => "      move  visits  chance    lead   lost  likely  name",
    }
}

fn row(nth: usize, to_play: Color, vertex: &str, one: &SuggestedMove) -> String {
    if let Some(reading) = &one.reading {
        let chance = reading.distribution.black_win_probability();
        let chance = if to_play == Color::Black { chance } else { 1.0 - chance };
        let lead = f64::from(to_play.sign()) * reading.distribution.mean();
        let row = format!(
            "{nth:4}  {vertex:<4} {:7} {:5.0} %  {:>+6.1}  {:5.1} {:5.1} %  {}",
            reading.visits,
            100.0 * chance,
            // No minus before nothing.
            lead + 0.0,
            reading.points_lost,
            100.0 * one.probability,
            one.name.as_deref().unwrap_or_default()
        );
        return row.trim_end().to_string();
    }
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
        let nth = moves.iter().take(9).position(|one| one.mv == Move::Place(point))?;
        char::from_digit(nth as u32 + 1, 10)
    };
    suggested.loaded.diagram(|point| match position.stone(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => digit(point).unwrap_or('.'),
    })
}
