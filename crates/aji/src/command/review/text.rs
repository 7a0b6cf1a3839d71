//! A review for people who read.

use super::{ReviewedGame, chart};
use crate::answers::review::{Reviewed, plural};
use crate::words::{self, with_reasons};
use aji_judge::winner::Phase;
use aji_play::review::{Mistake, Performance, ReviewedMove, WORST};
use aji_rules::{ByColor, Color};
use std::fmt::Write;

pub fn of(game: &ReviewedGame) -> String {
    let ReviewedGame { loaded, reviewed } = game;
    let review = &reviewed.game.review;
    let mut text = String::new();
    // Writing to a string does not fail.
    let mut line = |sentence: String| _ = writeln!(text, "{}", sentence.trim_end());
    loaded.players().into_iter().for_each(&mut line);
    let outcome = loaded.record.head.outcome;
    let outcome = outcome.map_or(String::new(), |outcome| format!(", result {outcome}"));
    line(format!("{}{outcome}", reviewed.conditions.words(&loaded.replay.game)));
    let moves = words::counted(review.moves().len() as u64, "move");
    let looks = words::counted(reviewed.game.visits.into(), "look");
    let by = match reviewed.game.has_own_chances() {
        true => String::new(),
        false => format!(", chances by `{}`", reviewed.game.model),
    };
    line(format!("{moves}, {looks} at each position{by}"));

    line(format!("\n{}", bold("Black's chance of winning after each move")));
    line(chart::letters(&review.curve()));
    line(format!("       {}", chart::sparkline(&review.curve(), chart::COLUMNS, (0.0, 1.0))));
    line(format!("\n{}", bold("Black's lead after each move")));
    line(indented(&chart::lead_line(&review.lead_curve())));

    let swings = reviewed.swings();
    if !swings.is_empty() {
        line(format!("\n{}", bold("The moves that decided the game, by the mover's chance")));
    }
    for own in swings {
        swing(reviewed, &own).into_iter().for_each(&mut line);
    }

    line(format!("\n{}", bold("The players: points lost beside the best move that was found")));
    for row in rows(reviewed) {
        line(row);
    }
    let notes = reviewed.notes();
    if !notes.is_empty() {
        line(String::new());
    }
    for note in notes {
        line(format!("Note: {note}."));
    }
    text
}

/// A move that changed much: what it did, why, and what was better.
fn swing(reviewed: &Reviewed, own: &ReviewedMove) -> Vec<String> {
    let mut lines = vec![
        format!(
            "{:>4}  {:5}  {:<6} {:>6} -> {:>6}  {}",
            own.number,
            own.color,
            reviewed.size.move_text(own.mv),
            percent(own.before()),
            percent(own.after()),
            match own.mistake() {
                Some(mistake) => format!("{mistake}, {:.1} points", own.points_lost),
                None => String::new(),
            }
        )
        .trim_end()
        .to_string(),
    ];
    let reasons = reviewed.game.reasons(own);
    if !reasons.is_empty() {
        lines.push(format!("      {}.", capital(&reasons.join("; "))));
    }
    if let Some(better) = reviewed.game.better(own) {
        let line = reviewed.line(better).join(" ");
        lines.push(with_reasons(&format!("      Better {line}"), &better.reasons));
    }
    lines
}

/// The players side by side.
fn rows(reviewed: &Reviewed) -> Vec<String> {
    let players = reviewed.game.review.performances();
    let row = |what: &str, cell: &dyn Fn(&Performance) -> String| {
        format!("{what:28} {:>16} {:>16}", cell(&players.black), cell(&players.white))
    };
    let heads = ByColor::from_fn(|color: Color| color.to_string());
    let mut rows = vec![
        format!("{:28} {:>16} {:>16}", "", heads.black, heads.white),
        row("moves", &|player| player.moves.to_string()),
        row("points lost a move", &|player| points(player.mean_points_lost)),
    ];
    for (index, phase) in Phase::ALL.into_iter().enumerate() {
        let what = match phase.moves() {
            (first, Some(last)) => format!("  {phase}, moves {first}-{last}"),
            (first, None) => format!("  {phase}, from move {first}"),
        };
        rows.push(row(&what, &|player| points(player.points_lost_by_phase[index].1)));
    }
    let share = |share: Option<f64>| share.map_or("-".to_string(), percent);
    rows.push(row("best move played", &|player| share(player.best_share)));
    rows.push(row("one of the five best", &|player| share(player.foreseen_share)));
    for (index, kind) in Mistake::ALL.into_iter().enumerate() {
        let what = format!("{}, from {:.0} points", plural(kind), kind.from());
        rows.push(row(&what, &|player| player.mistakes[index].1.to_string()));
    }
    let told = players.black.worst.len().max(players.white.worst.len()).min(WORST);
    for rank in 0..told {
        let cell = |player: &Performance| {
            player.worst.get(rank).map_or("-".to_string(), |own| {
                format!("{} {:.1}", chart::name(reviewed, own), own.points_lost)
            })
        };
        rows.push(row(if rank == 0 { "worst moves" } else { "" }, &cell));
    }
    rows
}

/// As far to the right as the curve above.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("       {line}")).collect::<Vec<_>>().join("\n")
}

/// Shown on terminals, taken out elsewhere.
fn bold(heading: &str) -> String {
    format!("\x1b[1m{heading}\x1b[0m")
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn capital(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Where there is no move there is nothing to tell.
fn points(mean: Option<f64>) -> String {
    mean.map_or("-".to_string(), |mean| format!("{mean:.2}"))
}
