//! `aji bench`: speed, beside the public crates and programs that it can be compared with.
//!
//! Every measurement works through a fixed list, seeded, and repeats it until the time is up. What
//! it computed goes into a digest: a change that is meant to be tidying alone leaves it as it was.

mod deep;
mod evolve;
mod gnu_go;
mod life;
mod memory;
mod opening;
mod patterns;
mod peer;
mod play;
mod rules;
mod search;
mod serve;
mod territory;
#[cfg(feature = "tract")]
mod tract;
mod winner;

use super::Answer;
use crate::digest::Digest;
use crate::example;
use crate::words::{duration, grouped};
use aji_record::Record;
use aji_rules::{Game, Step};
use anyhow::ensure;
use clap::{Args, ValueEnum};
use serde::{Serialize, Serializer};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Measure speed, beside public crates and programs that do the same.
///
/// Figures are for one core unless the line says otherwise. The digest at the end tells whether two
/// versions computed the same things; it does not depend on the machine.
#[derive(Args)]
pub struct Bench {
    /// What to measure.
    #[arg(value_enum)]
    subject: Subject,
    /// Seconds for each measurement.
    #[arg(long, default_value_t = 2.0, value_parser = seconds)]
    seconds: f64,
    /// With rules, also measure reading and replaying these games: a file, folder or archive.
    #[arg(long, value_name = "PATH")]
    games: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Subject {
    /// Boards, random games, and reading of records.
    Rules,
    /// Influence and who owns each point, on a few positions of 19x19.
    Territory,
    /// Predicting winners, on the same positions.
    Winner,
    /// The deep network: one evaluation, many on all cores, and training.
    Deep,
    /// Finding shapes, on the same positions, with few shapes and with many.
    Patterns,
    /// Players, beside GNU Go, and analysis.
    Play,
    /// Reading ahead: visits a second, and reviews of a whole game.
    Search,
    /// Candidates and suggestions in the opening.
    Opening,
    /// Life and death in the corner, by one evaluation and by reading.
    Life,
    /// Evolution on 13x13: positions, moves, games and generations, beside the study's.
    Evolve,
    /// The server: judgements over HTTP, with 32 connections on all cores.
    Serve,
}

/// One measurement.
#[derive(Serialize)]
struct Row {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    per_second: f64,
    unit: &'static str,
    /// What one takes, where people think of it that way.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    peer: Option<&'static str>,
    /// How many times as fast as the peer; random games are compared by their moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    /// How many times as long as belief propagation.
    #[serde(skip_serializing_if = "Option::is_none")]
    times_bp: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_mb: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<Limit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_within_limit: Option<bool>,
}

/// What one may take at the most.
#[derive(Clone, Copy, Serialize)]
struct Limit {
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_mb: Option<f64>,
}

impl Limit {
    fn time(seconds: f64) -> Limit {
        Limit { seconds, memory_mb: None }
    }
}

impl Row {
    fn new(name: impl Into<String>, per_second: f64, unit: &'static str) -> Row {
        Row {
            name: name.into(),
            size: None,
            per_second,
            unit,
            seconds: Some(1.0 / per_second),
            threads: 1,
            peer: None,
            ratio: None,
            times_bp: None,
            memory_mb: None,
            limit: None,
            is_within_limit: None,
        }
    }

    /// On a square board of this side.
    fn on(self, side: usize) -> Row {
        Row { size: Some(side), ..self }
    }

    /// Beside a peer that does so many a second.
    fn beside(self, peer: &'static str, per_second: f64) -> Row {
        Row { peer: Some(peer), ratio: Some(self.per_second / per_second), ..self }
    }

    /// Work that nobody thinks of by the time that one takes.
    fn untimed(self) -> Row {
        Row { seconds: None, ..self }
    }

    /// Held against a limit. Memory that is not known is not held against it.
    fn within(self, limit: Limit) -> Row {
        let is_quick = self.per_second * limit.seconds > 1.0;
        let is_small = match (self.memory_mb, limit.memory_mb) {
            (Some(memory), Some(most)) => memory < most,
            _ => true,
        };
        Row { limit: Some(limit), is_within_limit: Some(is_quick && is_small), ..self }
    }

    fn speed(&self) -> String {
        format!("{} {}/s", times(self.per_second), self.unit)
    }

    fn note(&self) -> String {
        let mut notes = Vec::new();
        if let (Some(peer), Some(ratio)) = (self.peer, self.ratio) {
            notes.push(format!("{} times {peer}", times(ratio)));
        }
        if let Some(ratio) = self.times_bp {
            notes.push(format!("as long as BP {} times", times(ratio)));
        }
        if self.threads > 1 {
            notes.push(format!("{} threads", self.threads));
        }
        if let Some(memory) = self.memory_mb {
            notes.push(format!("at most {memory:.0} MB of memory"));
        }
        if let (Some(limit), Some(is_within)) = (self.limit, self.is_within_limit) {
            let memory = limit.memory_mb.map_or(String::new(), |most| format!(" and {most} MB"));
            let found = if is_within { "met" } else { "MISSED" };
            notes.push(format!("under {}{memory}: {found}", duration(limit.seconds)));
        }
        notes.join(", ")
    }
}

/// The measurements so far.
#[derive(Serialize)]
struct Report {
    rows: Vec<Row>,
    /// What could not be measured, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// Of what was computed.
    #[serde(serialize_with = "as_text")]
    digest: Digest,
    /// The time for each measurement.
    #[serde(skip)]
    budget: Duration,
}

fn as_text<S: Serializer>(digest: &Digest, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(digest)
}

impl Bench {
    pub fn run(self) -> anyhow::Result<Answer> {
        let is_read = matches!(self.subject, Subject::Rules) || self.games.is_none();
        ensure!(is_read, "only `aji bench rules` reads games with --games");
        let mut report = Report::new(Duration::from_secs_f64(self.seconds));
        match self.subject {
            Subject::Rules => rules::measure(&mut report, self.games.as_deref()),
            Subject::Territory => territory::measure(&mut report),
            Subject::Winner => winner::measure(&mut report),
            Subject::Deep => deep::measure(&mut report),
            Subject::Patterns => patterns::measure(&mut report),
            Subject::Play => play::measure(&mut report),
            Subject::Search => search::measure(&mut report),
            Subject::Opening => opening::measure(&mut report),
            Subject::Evolve => evolve::measure(&mut report),
            Subject::Life => life::measure(&mut report),
            Subject::Serve => serve::measure(&mut report),
        }?;
        Ok(Answer::good(if self.json {
            serde_json::to_string(&report)? + "\n"
        } else {
            report.table()
        }))
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.01 to 3600".to_string()),
    }
}

impl Report {
    fn new(budget: Duration) -> Report {
        Report { rows: Vec::new(), notes: Vec::new(), digest: Digest::new(), budget }
    }

    /// Runs `work` at least once and until the time is up; gives what it counts, per second.
    fn rate(&self, mut work: impl FnMut() -> u64) -> f64 {
        let start = Instant::now();
        let mut done = 0;
        loop {
            done += work();
            let spent = start.elapsed();
            if spent >= self.budget {
                return done as f64 / spent.as_secs_f64();
            }
        }
    }

    /// How many seconds `work` takes, which takes long enough to be done once.
    fn once<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<f64, E> {
        let start = Instant::now();
        std::hint::black_box(work()?);
        Ok(start.elapsed().as_secs_f64())
    }

    /// Does the work on every case once for the digest, for which the result becomes a number, and then again until
    /// the time is up.
    fn measure<C, T>(
        &mut self,
        name: impl Into<String>,
        unit: &'static str,
        cases: &[C],
        mut work: impl FnMut(&C) -> T,
        number: impl Fn(&T) -> u64,
    ) -> Row {
        cases.iter().for_each(|case| self.digest.add(number(&work(case))));
        let per_second = self.rate(|| {
            cases.iter().for_each(|case| drop(std::hint::black_box(work(case))));
            cases.len() as u64
        });
        Row::new(name, per_second, unit)
    }

    fn table(&self) -> String {
        let mut text = String::new();
        let has_times = self.rows.iter().any(|row| row.seconds.is_some());
        for row in &self.rows {
            let size = row.size.map_or(String::new(), |size| format!("{size}x{size}"));
            let mut speed = format!("{:>22}", row.speed());
            if has_times {
                speed += &format!(" {:>10}", row.seconds.map_or(String::new(), duration));
            }
            let line = format!("{:<29} {size:>6} {speed}  {}", row.name, row.note());
            // Writing to a string does not fail.
            let _ = writeln!(text, "{}", line.trim_end());
        }
        for note in &self.notes {
            let _ = writeln!(text, "{note}");
        }
        let _ = writeln!(text, "digest {}", self.digest);
        text
    }
}

/// How many times, with a decimal where it is few.
fn times(number: f64) -> String {
    if number < 100.0 { format!("{number:.1}") } else { grouped(number as u64) }
}

/// A figure to three decimals: coarser than what machines disagree about.
fn coarse(figure: &f64) -> u64 {
    (figure * 1e3).round() as i64 as u64
}

/// The example game after these numbers of moves.
fn example_games<const N: usize>(after: [usize; N]) -> anyhow::Result<[Game; N]> {
    let whole = Record::read(&example::game_text())?.replay().game;
    let longest = after.into_iter().max().unwrap_or_default();
    ensure!(whole.steps().len() >= longest, "the example game is too short");
    Ok(after.map(|count| {
        let start = whole.start().clone();
        let mut game = Game::from_position(start, whole.rules()).with_komi(whole.komi());
        for step in &whole.steps()[..count] {
            if let Step::Play(color, mv) = step {
                // It was legal when it was played.
                let _ = game.play_as_forgiving_superko(*color, *mv);
            }
        }
        game
    }))
}

/// Where in the example game most is measured.
const AFTER_MOVES: [usize; 3] = [20, 80, 150];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_met_or_missed() {
        let row = |memory_mb| Row { memory_mb, ..Row::new("work", 10.0, "boards") };
        let limit = |seconds, memory_mb| Limit { seconds, memory_mb };
        let is_within = |row: Row, limit| row.within(limit).is_within_limit;
        assert_eq!(is_within(row(None), limit(0.11, None)), Some(true));
        assert_eq!(is_within(row(None), limit(0.09, None)), Some(false));
        assert_eq!(is_within(row(Some(65.0)), limit(0.11, Some(64.0))), Some(false));
        assert_eq!(is_within(row(Some(63.0)), limit(0.11, Some(64.0))), Some(true));
    }

    #[test]
    fn the_table_says_what_was_found() {
        let slow = Row {
            size: Some(19),
            seconds: Some(0.25),
            times_bp: Some(812.3),
            memory_mb: Some(48.2),
            ..Row::new("slow", 4.0, "boards")
        };
        let quick = Row {
            peer: Some("a peer"),
            ratio: Some(2.5),
            seconds: Some(12.34e-6),
            ..Row::new("quick", 81_037.0, "boards")
        };
        let rows = vec![
            slow.within(Limit { seconds: 0.2, memory_mb: Some(64.0) }),
            quick.within(Limit::time(30e-6)),
        ];
        let notes = vec!["One peer is not there.".to_string()];
        let table = Report { rows, notes, ..Report::new(Duration::ZERO) }.table();
        let lines: Vec<Vec<&str>> = table
            .lines()
            .map(|line| line.split("  ").filter(|part| !part.is_empty()).collect())
            .collect();
        let told =
            "as long as BP 812 times, at most 48 MB of memory, under 200 ms and 64 MB: MISSED";
        assert_eq!(lines[0].last().map(|note| note.trim()), Some(told));
        assert!(table.contains(" 4.0 boards/s     250 ms  as long"), "{table}");
        assert!(table.contains(" 81,037 boards/s    12.3 us  2.5 times a peer, under 30 us: met"));
        assert!(table.ends_with("\nOne peer is not there.\ndigest cbf29ce484222325\n"), "{table}");
    }
}
