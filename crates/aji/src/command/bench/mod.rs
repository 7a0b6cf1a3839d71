//! `aji bench`: speed, beside the public crates that it can be compared with.
//!
//! Every measurement works through a fixed list, seeded, and repeats it until the time is up. What
//! it computed goes into a digest: a change that is meant to be tidying alone leaves it as it was.

mod peer;
mod rules;

use super::Answer;
use crate::digest::Digest;
use crate::words::grouped;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Measure speed, beside public crates that do the same.
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
    /// Also measure reading and replaying these games: a file, folder or archive.
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
}

/// One measurement.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    per_second: f64,
    unit: &'static str,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    peer: Option<&'static str>,
    /// How many times as fast as the peer; random games are compared by their moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_mb: Option<f64>,
}

impl Row {
    fn new(name: &'static str, per_second: f64, unit: &'static str) -> Row {
        Row {
            name,
            size: None,
            per_second,
            unit,
            threads: 1,
            peer: None,
            ratio: None,
            memory_mb: None,
        }
    }
}

#[derive(Serialize)]
struct Report {
    rows: Vec<Row>,
    digest: String,
}

impl Bench {
    pub fn run(self) -> anyhow::Result<Answer> {
        let budget = Duration::from_secs_f64(self.seconds);
        let report = match self.subject {
            Subject::Rules => rules::measure(budget, self.games.as_deref())?,
        };
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
    fn table(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let size = row.size.map_or(String::new(), |size| format!("{size}x{size}"));
            let speed = format!("{} {}/s", grouped(row.per_second as u64), row.unit);
            let mut note = match (row.peer, row.ratio) {
                (Some(peer), Some(ratio)) => format!("{ratio:.1} times {peer}"),
                _ => String::new(),
            };
            if row.threads > 1 {
                note += &format!("{} threads", row.threads);
            }
            if let Some(memory) = row.memory_mb {
                note += &format!(", at most {memory:.0} MB of memory");
            }
            // Writing to a string does not fail.
            let _ = writeln!(text, "{:<28} {size:>6} {speed:>22}  {note}", row.name);
        }
        let _ = writeln!(text, "digest {}", self.digest);
        text
    }
}

/// Runs `work` at least once and until the time is up; gives what it counts, per second.
fn rate(budget: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let start = Instant::now();
    let mut done = 0;
    loop {
        done += work();
        let spent = start.elapsed();
        if spent >= budget {
            return done as f64 / spent.as_secs_f64();
        }
    }
}
