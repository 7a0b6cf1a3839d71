//! A review for people who read.

use super::{ReviewedGame, chart};
use crate::answers::review::Reviewed;
use crate::words;
use aji_judge::winner::review::{MISTAKE, Performance, Phase, WORST};
use aji_rules::{ByColor, Color};
use std::fmt::Write;

pub fn of(game: &ReviewedGame) -> String {
    let ReviewedGame { loaded, reviewed } = game;
    let review = &reviewed.review;
    let mut text = String::new();
    // Writing to a string does not fail.
    let mut line = |sentence: String| _ = writeln!(text, "{}", sentence.trim_end());
    loaded.players().into_iter().for_each(&mut line);
    let outcome = loaded.record.head.outcome;
    let outcome = outcome.map_or(String::new(), |outcome| format!(", result {outcome}"));
    line(format!("{}{outcome}", reviewed.conditions.words(&loaded.replay.game)));
    let moves = words::counted(review.moves().len() as u64, "move");
    line(format!("{moves}, winners predicted by `{}`", reviewed.model));

    line(format!("\n{}", bold("Black's chance of winning after each move")));
    line(chart::letters(&review.curve()));
    line(format!("       {}", chart::sparkline(&review.curve(), chart::COLUMNS, (0.0, 1.0))));
    line(format!("\n{}", bold("Black's lead after each move")));
    line(indented(&chart::lead_line(&reviewed.lead_curve())));

    let swings = review.swings(reviewed.swings);
    if !swings.is_empty() {
        line(format!("\n{}", bold("Biggest swings, for the player who moved")));
        line("move         point   chance before    after   change".to_string());
    }
    let size = loaded.position().size();
    for swing in swings {
        line(format!(
            "{:>4}  {:5}  {:<6} {:>13} {:>8} {:>8}",
            swing.number,
            swing.color,
            size.move_text(swing.mv),
            percent(swing.before()),
            percent(swing.after()),
            format!("{:+.1}", 100.0 * swing.gain())
        ));
    }

    line(format!("\n{}", bold("The players: what a move lost, in percentage points")));
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

/// The players side by side.
fn rows(reviewed: &Reviewed) -> Vec<String> {
    let players = reviewed.review.performances();
    let row = |what: &str, cell: &dyn Fn(&Performance) -> String| {
        format!("{what:28} {:>16} {:>16}", cell(&players.black), cell(&players.white))
    };
    let heads = ByColor::from_fn(|color: Color| color.to_string());
    let mut rows = vec![
        format!("{:28} {:>16} {:>16}", "", heads.black, heads.white),
        row("moves", &|player| player.moves.to_string()),
        row("mean loss", &|player| points(player.mean_loss)),
    ];
    for (index, phase) in Phase::ALL.into_iter().enumerate() {
        let what = match phase.moves() {
            (first, Some(last)) => format!("  {phase}, moves {first}-{last}"),
            (first, None) => format!("  {phase}, from move {first}"),
        };
        rows.push(row(&what, &|player| points(player.mean_loss_by_phase[index].1)));
    }
    rows.push(row("mean gain, losses included", &|player| points(player.mean_gain)));
    let mistakes = format!("moves that lost more than {:.0}", 100.0 * MISTAKE);
    rows.push(row(&mistakes, &|player| player.mistake_share().map_or("-".to_string(), percent)));
    let told = players.black.worst.len().max(players.white.worst.len()).min(WORST);
    for rank in 0..told {
        let cell = |player: &Performance| {
            player.worst.get(rank).map_or("-".to_string(), |own| {
                format!("{} {:+.1}", chart::name(reviewed, own), 100.0 * own.gain())
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
    format!("{:.1} %", 100.0 * share)
}

/// Percentage points; where there is no move there is nothing to tell.
fn points(mean: Option<f64>) -> String {
    mean.map_or("-".to_string(), |mean| format!("{:.1}", 100.0 * mean))
}
