//! Many games: a line each, as they come.

use super::{Review, ReviewedGame, chart};
use crate::load::LoadedGame;
use crate::progress::Bar;
use crate::words::counted;
use crate::{command::Answer, reading};
use aji_play::review::{Performance, Reviewer};
use aji_record::Record;
use aji_rules::Color;
use std::io::{ErrorKind, Write};

/// How wide the columns of names are, and the curve.
const FILE: usize = 24;
const PLAYERS: usize = 28;
const CURVE: usize = 32;

/// A reader that has seen enough is no failure.
#[derive(Debug, thiserror::Error)]
#[error("nobody reads on")]
struct Enough;

/// What became of a game.
enum Done {
    /// To be printed; with what is wrong with the record, if something is.
    Line(String, Option<String>),
    /// It is an output of ours, or its output is there already.
    Before,
}

pub fn run(review: &Review) -> anyhow::Result<Answer> {
    review.outputs.prepare_for_many()?;
    let reviewer = review.reviewer()?;
    let (mut reviewed, mut before, mut broken) = (0_u64, 0_u64, 0_u64);
    let flow = reading::for_each(
        review.files.iter().cloned(),
        |record| one(review, &reviewer, record),
        |done, bar| {
            match done.map_err(anyhow::Error::from).and_then(|done| done) {
                Ok(Done::Before) => before += 1,
                Ok(Done::Line(line, fault)) => {
                    if reviewed == 0 && !review.json {
                        print(bar, &heading())?;
                    }
                    reviewed += 1;
                    print(bar, &line)?;
                    if let Some(fault) = fault {
                        broken += 1;
                        bar.say(&format!("aji: {fault}; it was reviewed up to there"));
                    }
                }
                Err(trouble) => {
                    broken += 1;
                    bar.say(&format!("aji: {trouble:#}"));
                }
            }
            Ok(())
        },
    );
    match flow {
        Err(error) if error.is::<Enough>() => {}
        other => other?,
    }
    if before > 0 {
        let games = counted(before, "game");
        crate::complain(&format!("aji: {games} left out, reviewed before; --again reviews anew"));
    }
    let is_good = broken == 0 && reviewed + before > 0;
    Ok(Answer { text: String::new(), is_good })
}

/// One game; several at a time.
fn one(review: &Review, reviewer: &Reviewer, record: Record) -> anyhow::Result<Done> {
    if review.outputs.is_done(&review.files, &record) {
        return Ok(Done::Before);
    }
    let replay = record.replay();
    let game = review.review(reviewer, LoadedGame { record, replay }, &|_, _| true)?;
    review.outputs.write(&review.files, &game)?;
    let text = if review.json { format!("{}\n", game.reviewed.json()) } else { line(&game) + "\n" };
    Ok(Done::Line(text, game.reviewed.details.fault.clone()))
}

fn print(bar: &Bar, text: &str) -> anyhow::Result<()> {
    match bar.aside(|| anstream::stdout().write_all(text.as_bytes())) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Enough.into()),
        other => Ok(other?),
    }
}

fn heading() -> String {
    let (file, players) = ("file", "players");
    format!(
        "{file:FILE$} {players:PLAYERS$} {:8} {:>5} {:>6} {:>6}  {:17} {}\n",
        "result", "moves", "loss B", "loss W", "biggest swing", "Black's chance"
    )
}

/// A game in a line: mean losses are points a move, the biggest swing is the mover's own percentage points.
fn line(game: &ReviewedGame) -> String {
    let (head, review) = (&game.loaded.record.head, &game.reviewed.game.review);
    let place = game.loaded.record.place();
    let file = match place.number {
        1 => place.origin.to_string(),
        number => format!("{}, game {number}", place.origin),
    };
    let players = Color::BOTH.map(|color| head.player(color)).join(" - ");
    let result = head.outcome.map_or("?".to_string(), |outcome| outcome.to_string());
    let losses = review.performances();
    let mean = |player: &Performance| {
        player.mean_points_lost.map_or("-".to_string(), |mean| format!("{mean:.2}"))
    };
    let swing = review.swings(1).first().map_or("-".to_string(), |own| {
        let color = own.color.letter();
        format!("{color} {} {:+.1}", chart::name(&game.reviewed, own), 100.0 * own.gain())
    });
    format!(
        "{:FILE$} {:PLAYERS$} {result:8} {:>5} {:>6} {:>6}  {swing:17} {}",
        last_of(&file, FILE),
        first_of(&players, PLAYERS),
        review.moves().len(),
        mean(&losses.black),
        mean(&losses.white),
        chart::sparkline(&review.curve(), CURVE, (0.0, 1.0))
    )
}

/// The beginning of a text that is too long.
fn first_of(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most - 1).chain(['…']).collect(),
        false => text.to_string(),
    }
}

/// The end of a text that is too long: of a path it tells more.
fn last_of(text: &str, most: usize) -> String {
    let letters = text.chars().count();
    match letters > most {
        true => std::iter::once('…').chain(text.chars().skip(letters - most + 1)).collect(),
        false => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut() {
        assert_eq!(first_of("abcdef", 4), "abc…");
        assert_eq!(last_of("abcdef", 4), "…def");
        assert_eq!([first_of("abcd", 4), last_of("abcd", 4)], ["abcd"; 2]);
    }
}
