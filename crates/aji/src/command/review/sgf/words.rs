//! What is said of a game, a position and a move in comments.

use super::Suggestion;
use crate::answers::review::{Reviewed, plural};
use crate::words::counted;
use aji_judge::explain::{brief_verdict, percent};
use aji_play::review::ReviewedMove;
use aji_rules::Color;

/// So much of a chance, and of a lead, is worth a word.
const LITTLE_CHANCE: f64 = 0.005;
const LITTLE_LEAD: f64 = 0.5;

/// The game as a whole.
pub fn of_game(reviewed: &Reviewed) -> Vec<String> {
    let mut said = vec![format!(
        "Reviewed by aji {}: {} of each position, {} rules, komi {}.",
        env!("CARGO_PKG_VERSION"),
        counted(reviewed.game.visits.into(), "look"),
        reviewed.conditions.rules,
        reviewed.conditions.komi
    )];
    let players = reviewed.game.review.performances();
    for color in Color::BOTH {
        let player = &players[color];
        let Some(mean) = player.mean_points_lost else { continue };
        let worst = player.worst.iter().map(|own| {
            let vertex = reviewed.size.move_text(own.mv);
            format!("{} {vertex} ({:.1})", own.number, own.points_lost)
        });
        let worst: Vec<String> = worst.collect();
        let worst = match worst.is_empty() {
            true => String::new(),
            false => format!("; worst {}", worst.join(", ")),
        };
        let mistakes = player.mistakes.iter().filter(|(_, count)| *count > 0);
        let mistakes = mistakes.map(|&(kind, count)| match count {
            1 => format!(", 1 {kind}"),
            count => format!(", {count} {}", plural(kind)),
        });
        said.push(format!(
            "{color}: {}, {mean:.2} points lost a move{}{worst}.",
            counted(player.moves as u64, "move"),
            mistakes.collect::<String>(),
        ));
    }
    // What was odd about the record is put right in what is written.
    said.extend(reviewed.caveat.map(|note| format!("Note: {note}.")));
    said
}

/// Who is ahead after so many steps. A network that knows no leads tells its chance alone.
pub fn of_position(reviewed: &Reviewed, step: usize) -> Vec<String> {
    let game = &reviewed.game;
    vec![match game.has_own_chances() {
        true => brief_verdict(&game.positions[step].1.distribution),
        false => {
            let chance = percent(game.chances[step]);
            format!("The network `{}` gives Black {chance}.", game.model)
        }
    }]
}

/// What a move did, and what might have been played instead.
pub fn of_move(reviewed: &Reviewed, own: &ReviewedMove, instead: &[&Suggestion]) -> Vec<String> {
    let vertex = reviewed.size.move_text(own.mv);
    let mut did = Vec::new();
    if own.points_lost >= LITTLE_LEAD {
        did.push(format!("lost {:.1} points", own.points_lost));
    }
    let chance = own.gain();
    if chance.abs() >= LITTLE_CHANCE {
        let word = if chance < 0.0 { "lost" } else { "gained" };
        did.push(format!("{word} {:.1} percentage points", 100.0 * chance.abs()));
    }
    let mut said = match did.is_empty() {
        true => Vec::new(),
        false => {
            let why = if own.is_mistake() { reviewed.game.reasons(own) } else { Vec::new() };
            let why = if why.is_empty() { String::new() } else { format!(": {}", why.join(", ")) };
            vec![format!("{}'s {vertex} {}{why}.", own.color, did.join(", "))]
        }
    };
    if own.is_mistake() {
        let told = instead.iter().zip('A'..).map(|(suggestion, letter)| {
            let first = suggestion.line.first().map(|&mv| reviewed.size.move_text(mv));
            let first = first.unwrap_or_default();
            let what = format!("Instead {letter}: {first}{}", beside_best(suggestion.loss));
            match reasons(suggestion) {
                Some(reasons) => format!("{what}: {reasons}"),
                None => format!("{what}."),
            }
        });
        said.extend(told);
    }
    said
}

/// What a suggestion lacks beside the best one, if it is worth a word.
pub fn beside_best(loss: f64) -> String {
    match loss >= LITTLE_LEAD {
        true => format!(" ({loss:.1} points less)"),
        false => String::new(),
    }
}

/// Why, in phrases that begin with a capital, if anything is to be said.
pub fn reasons(suggestion: &Suggestion) -> Option<String> {
    let phrases = suggestion.reasons.join(", ");
    let mut letters = phrases.chars();
    let first = letters.next()?.to_ascii_uppercase();
    Some([first].into_iter().chain(letters).chain(['.']).collect())
}
