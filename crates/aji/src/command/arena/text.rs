//! What became of a match, for people.

use crate::words::{counted, duration};
use aji_learn::cells;
use aji_learn::report::{self, Cell, Column};
use aji_play::arena::{
    Clock, Ending, Finish, Match, MatchSettings, Mean, Opening, Pairing, Report, Standing, Tally,
};
use std::fmt::Write;

/// Of longer names the middle is left out: programs differ in their last options, too.
const LONGEST_NAME: usize = 40;
/// More pairings than this are not for reading.
const MOST_PAIRINGS: usize = 15;

pub fn text(settings: &MatchSettings, report: &Report, ended: &Match) -> String {
    let mut text = heading(settings, ended.games.len());
    text += &table(report);
    text.push('\n');
    for pairing in report.pairings.iter().take(MOST_PAIRINGS) {
        text += &pairing_line(pairing);
    }
    // Writing to a string does not fail.
    if report.pairings.len() > MOST_PAIRINGS {
        let more = report.pairings.len() - MOST_PAIRINGS;
        let _ = writeln!(text, "... and {} more; --json has all", counted(more as u64, "pairing"));
    }
    for note in notes(report, ended) {
        text = text + &note + "\n";
    }
    text += &times(settings, &ended.clocks);
    text
}

fn heading(settings: &MatchSettings, games: usize) -> String {
    let mut text = format!(
        "{} on {}, {} rules, komi {}, seed {}",
        counted(games as u64, "game"),
        settings.size,
        settings.rules,
        settings.komi,
        settings.seed
    );
    // Writing to a string does not fail.
    if settings.handicap > 0 {
        let _ = write!(text, ", {} handicap stones", settings.handicap);
    }
    if settings.corner_opening {
        text += "; the first moves drawn in the corners";
    }
    if settings.random_plies > 0 {
        let _ = write!(text, "; the first {} random", counted_moves(settings.random_plies));
    }
    if let Some(Opening { plies, finish }) = &settings.opening {
        let _ = write!(text, "; openings of {}, finished by {finish}", counted_moves(*plies));
    }
    let is_judged = settings.opening.as_ref().is_some_and(|o| o.finish == Finish::Judge);
    if !is_judged {
        let _ = write!(text, "; dead stones by {}", settings.referee);
    }
    text + "\n\n"
}

fn counted_moves(number: u32) -> String {
    counted(u64::from(number), "move")
}

fn table(report: &Report) -> String {
    let mut standings: Vec<&Standing> = report.standings.iter().collect();
    standings.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    let titles =
        ["player", "points", "won", "drawn", "lost", "Elo", "lead", "as Black", "as White"];
    let mut table = report::Report::new(titles.map(Column::shown));
    standings.into_iter().for_each(|standing| table.row(row(standing)));
    table.text()
}

fn row(standing: &Standing) -> Vec<Cell> {
    let Standing { player, points, elo, elo_interval, all, as_black, as_white } = standing;
    cells![
        clipped(player),
        *points as f64,
        all.won,
        all.drawn,
        all.lost,
        format!(
            "{} ({} to {})",
            signed(*elo, 0),
            signed(elo_interval.low, 0),
            signed(elo_interval.high, 0)
        ),
        lead(all.lead),
        with_color(as_black),
        with_color(as_white),
    ]
}

fn clipped(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= LONGEST_NAME {
        return name.to_string();
    }
    let half = (LONGEST_NAME - 3) / 2;
    let (begin, end) = (&letters[..half], &letters[letters.len() - half..]);
    begin.iter().chain(&['.'; 3]).chain(end).collect()
}

/// With a sign, and none for what is nothing when rounded.
fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    let is_nothing = text.chars().all(|c| !c.is_ascii_digit() || c == '0');
    if is_nothing { text[1..].to_string() } else { text }
}

fn lead(mean: Option<Mean>) -> String {
    match mean {
        None => "-".to_string(),
        Some(Mean { mean, standard_error: None, .. }) => signed(mean, 1),
        Some(Mean { mean, standard_error: Some(error), .. }) => {
            format!("{} +- {error:.1}", signed(mean, 1))
        }
    }
}

fn with_color(tally: &Tally) -> String {
    let Tally { won, drawn, lost, .. } = tally;
    let lead = tally.lead.map_or("-".to_string(), |lead| signed(lead.mean, 1));
    format!("{won}-{drawn}-{lost} {lead}")
}

fn pairing_line(pairing: &Pairing) -> String {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let Pairing { player, opponent, share, share_interval, games } = pairing;
    let Some(share) = share else { return String::new() };
    format!(
        "{} got {} % ({} to {} %, by Wilson) of {} against {}\n",
        clipped(player),
        percent(*share),
        percent(share_interval.low),
        percent(share_interval.high),
        counted(games.games() as u64, "game"),
        clipped(opponent)
    )
}

/// What one should know before one believes the figures.
fn notes(report: &Report, ended: &Match) -> Vec<String> {
    let games = |count: usize| counted(count as u64, "game");
    let mut notes = Vec::new();
    if report.repeated_games > 0 {
        notes.push(format!(
            "{} had the moves of another one, so the intervals are too narrow; more random moves by \
             --random-opening, or --corner-opening, help",
            games(report.repeated_games)
        ));
    }
    let reason = ended.games.iter().find_map(|game| match &game.ending {
        Ending::Forfeit(reason) => Some(format!("game {}, {reason}", game.number)),
        _ => None,
    });
    if let Some(reason) = reason {
        notes.push(format!("{} forfeited, the first: {reason}", games(report.forfeited_games)));
    }
    if report.stopped_games > 0 {
        notes.push(format!(
            "{} stopped at the most moves allowed and counted as they stood",
            games(report.stopped_games)
        ));
    }
    notes
}

fn times(settings: &MatchSettings, clocks: &[Clock]) -> String {
    let labels = settings.labels();
    let each: Vec<String> = labels
        .iter()
        .zip(clocks)
        .filter_map(|(label, clock)| {
            Some(format!("{} {}", clipped(label), duration(clock.seconds_per_move()?)))
        })
        .collect();
    if each.is_empty() { String::new() } else { format!("Time a move: {}\n", each.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_both_ends() {
        let name = "gtp:/usr/games/gnugo --mode gtp --level 1 --chinese-rules";
        assert_eq!(clipped(name), "gtp:/usr/games/gnu... 1 --chinese-rules");
        assert_eq!(clipped("random"), "random");
    }

    #[test]
    fn signs() {
        let signed = |number| signed(number, 1);
        assert_eq!([0.04, -0.04, 1.25, -3.0].map(signed), ["0.0", "0.0", "+1.2", "-3.0"]);
    }
}
