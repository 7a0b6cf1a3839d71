//! What is said of a game, a position and a move in comments.

use super::Suggestion;
use crate::answers::review::Reviewed;
use crate::words::counted;
use aji_judge::explain::{brief_verdict, percent};
use aji_judge::winner::review::ReviewedMove;
use aji_rules::Color;

/// So much of a chance, and of a lead, is worth a word.
const LITTLE_CHANCE: f64 = 0.005;
const LITTLE_LEAD: f64 = 0.5;

/// The game as a whole.
pub fn of_game(reviewed: &Reviewed) -> Vec<String> {
    let mut said = vec![format!(
        "Reviewed by aji {}: winners predicted by `{}`, {} rules, komi {}.",
        env!("CARGO_PKG_VERSION"),
        reviewed.model,
        reviewed.conditions.rules,
        reviewed.conditions.komi
    )];
    let players = reviewed.review.performances();
    for color in Color::BOTH {
        let player = &players[color];
        let Some(mean) = player.mean_loss else { continue };
        let worst = player.worst.iter().map(|own| {
            let vertex = reviewed.size.move_text(own.mv);
            format!("{} {vertex} ({:+.1})", own.number, 100.0 * own.gain())
        });
        let worst: Vec<String> = worst.collect();
        let worst = match worst.is_empty() {
            true => String::new(),
            false => format!("; worst {}", worst.join(", ")),
        };
        said.push(format!(
            "{color}: {}, mean loss {:.1} percentage points, {}{worst}.",
            counted(player.moves as u64, "move"),
            100.0 * mean,
            counted(player.mistakes as u64, "mistake")
        ));
    }
    // What was odd about the record is put right in what is written.
    said.extend(reviewed.caveat.map(|note| format!("Note: {note}.")));
    said
}

/// Who is ahead after so many steps. A network that knows no leads tells its chance alone.
pub fn of_position(reviewed: &Reviewed, step: usize) -> Vec<String> {
    vec![match reviewed.has_own_chances() {
        true => brief_verdict(&reviewed.scores[step]),
        false => {
            let chance = percent(reviewed.chances[step]);
            format!("The network `{}` gives Black {chance}.", reviewed.model)
        }
    }]
}

/// What a move did, and what might have been played instead.
pub fn of_move(reviewed: &Reviewed, own: &ReviewedMove, instead: &[&Suggestion]) -> Vec<String> {
    let vertex = reviewed.size.move_text(own.mv);
    let (before, after) = reviewed.leads_of(own);
    let points = f64::from(own.color.sign()) * (after - before);
    let change = |amount: f64, unit: &str| {
        let word = if amount < 0.0 { "lost" } else { "gained" };
        format!("{word} {:.1} {unit}", amount.abs())
    };
    let chance = own.gain();
    let mut changes = Vec::new();
    if chance.abs() >= LITTLE_CHANCE {
        changes.push(change(100.0 * chance, "percentage points"));
    }
    if points.abs() >= LITTLE_LEAD && reviewed.has_own_chances() {
        changes.push(change(points, "points of lead"));
    }
    let mut said = match changes.is_empty() {
        true => Vec::new(),
        false => vec![format!("{}'s {vertex} {}.", own.color, changes.join(", "))],
    };
    if own.is_mistake() {
        let told = instead.iter().zip('A'..).map(|(suggestion, letter)| {
            let first = suggestion.line.first().map(|&mv| reviewed.size.move_text(mv));
            let first = first.unwrap_or_default();
            format!(
                "Instead {letter}: {first}{}: {}",
                beside_best(suggestion.loss),
                reasons(suggestion)
            )
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

/// Why, in phrases that begin with a capital.
pub fn reasons(suggestion: &Suggestion) -> String {
    let phrases = suggestion.reasons.join(", ");
    let mut letters = phrases.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}
