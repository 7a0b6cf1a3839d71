//! `aji games`: what is in a corpus.

mod corners;

use super::Answer;
use crate::reading::{self, Trouble};
use crate::words::{counted, grouped, percent};
use aji_record::{Fault, Record, fingerprint, rank_order};
use aji_rules::{Color, Outcome, Win};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::PathBuf;

/// Look at collections of games: how many, sizes, lengths, results, ranks, duplicates, problems.
///
/// A path may be a file, a folder, or an archive: .sgf, .gib, .ngf, .ugi, these with .gz, .zip,
/// .tar, .tar.gz, .tgz. Every game is replayed by the rules. A game that cannot be is left out and
/// reported with its place; the others go on. The exit status is 1 if a file cannot be read or no
/// game is left.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Games {
    #[command(subcommand)]
    what: Option<What>,
    /// Files, folders and archives; `-` is standard input.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Also report oddities that were put right, game by game.
    #[arg(long)]
    notes: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum What {
    Corners(corners::Corners),
}

/// What is remembered of one game.
struct Seen {
    size: String,
    moves: usize,
    outcome: Option<Outcome>,
    ranks: [String; 2],
    komi: String,
    rules: String,
    handicap: u32,
    fingerprint: u64,
    topics: Vec<&'static str>,
    notes: Vec<String>,
}

/// How many problems are listed in JSON, which is kept in memory until the end.
const LISTED: usize = 10_000;

/// How often things were met.
type Tally<K> = BTreeMap<K, u64>;

#[derive(Default, Serialize)]
struct Summary {
    games: u64,
    left_out: u64,
    duplicates: u64,
    sizes: Tally<String>,
    moves: Lengths,
    results: Results,
    ranks: Tally<String>,
    komi: Tally<String>,
    rules: Tally<String>,
    handicaps: Tally<u32>,
    /// Games with oddities, by topic.
    notes: Tally<&'static str>,
    /// Games left out, by topic.
    faults: Tally<&'static str>,
    /// What was wrong, one sentence each, as many as are listed.
    problems: Vec<String>,
    problems_not_listed: u64,
    #[serde(skip)]
    file_problems: u64,
}

#[derive(Default, Serialize)]
struct Lengths {
    shortest: usize,
    median: usize,
    longest: usize,
    #[serde(skip)]
    counts: Tally<usize>,
}

#[derive(Default, Serialize)]
struct Results {
    black_wins: u64,
    white_wins: u64,
    draws: u64,
    void: u64,
    unknown: u64,
    by_points: u64,
    by_resignation: u64,
    by_time: u64,
    by_forfeit: u64,
    by_unspecified: u64,
}

impl Games {
    pub fn run(self) -> anyhow::Result<Answer> {
        if let Some(What::Corners(corners)) = self.what {
            return corners.run();
        }
        let mut summary = Summary::default();
        let mut known = HashSet::new();
        let list_notes = self.notes;
        reading::for_each(
            self.paths,
            |record| look(&record, list_notes),
            |result, bar| {
                let mut sentences = Vec::new();
                match result.and_then(|seen| seen.map_err(Trouble::from)) {
                    Ok(mut seen) => {
                        sentences.append(&mut seen.notes);
                        summary.duplicates += u64::from(!known.insert(seen.fingerprint));
                        summary.add(seen);
                    }
                    Err(trouble) => {
                        sentences.push(trouble.to_string());
                        summary.leave_out(&trouble);
                    }
                }
                for sentence in sentences {
                    if !self.json {
                        bar.say(&sentence);
                    } else if summary.problems.len() < LISTED {
                        summary.problems.push(sentence);
                    } else {
                        summary.problems_not_listed += 1;
                    }
                }
                Ok(())
            },
        )?;
        summary.moves.finish();
        let is_good = summary.games > 0 && summary.file_problems == 0;
        let text = if self.json { serde_json::to_string(&summary)? + "\n" } else { summary.text() };
        Ok(Answer { text, is_good })
    }
}

/// Reads what is to be remembered; runs in parallel.
fn look(record: &Record, list_notes: bool) -> Result<Seen, Fault> {
    let replay = record.replay();
    if let Some(fault) = replay.fault {
        return Err(fault);
    }
    let head = &record.head;
    let notes = || record.notes.iter().chain(&replay.notes);
    let mut topics: Vec<&'static str> = notes().map(|note| note.kind.topic()).collect();
    topics.sort_unstable();
    topics.dedup();
    let place = record.place();
    let named = |note| format!("{}, game {}, {note}", place.origin, place.number);
    let notes = if list_notes { notes().map(named).collect() } else { Vec::new() };
    let ranks = Color::BOTH.map(|color| head.ranks[color].clone());
    Ok(Seen {
        size: head.size.to_string(),
        moves: replay.moves,
        outcome: head.outcome,
        ranks,
        komi: head.komi.map_or("unknown".to_string(), |komi| komi.to_string()),
        rules: head.rules.map_or("unknown".to_string(), |rules| rules.to_string()),
        handicap: replay.game.handicap(),
        fingerprint: fingerprint(&replay.game),
        topics,
        notes,
    })
}

impl Summary {
    fn add(&mut self, seen: Seen) {
        self.games += 1;
        count(&mut self.sizes, seen.size);
        count(&mut self.moves.counts, seen.moves);
        self.results.add(seen.outcome);
        for rank in seen.ranks {
            let rank = if rank.is_empty() { "unknown".to_string() } else { rank };
            count(&mut self.ranks, rank);
        }
        count(&mut self.komi, seen.komi);
        count(&mut self.rules, seen.rules);
        count(&mut self.handicaps, seen.handicap);
        for topic in seen.topics {
            count(&mut self.notes, topic);
        }
    }

    fn leave_out(&mut self, trouble: &Trouble) {
        match trouble {
            Trouble::File(_) => self.file_problems += 1,
            Trouble::Game(fault) => {
                self.left_out += 1;
                count(&mut self.faults, fault.kind.topic());
            }
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let mut line = |name: &str, value: String| _ = writeln!(text, "{name:<12}{value}");
        line("games", grouped(self.games));
        if self.left_out > 0 {
            line("left out", format!("{}: {}", grouped(self.left_out), most_common(&self.faults)));
        }
        if self.games == 0 {
            return text;
        }
        line("duplicates", grouped(self.duplicates));
        line("boards", most_common(&self.sizes));
        let Lengths { shortest, median, longest, .. } = self.moves;
        line("moves", format!("{shortest} to {longest}, half of the games up to {median}"));
        let results = &self.results;
        let decided = results.black_wins + results.white_wins;
        let share = percent(results.black_wins, decided);
        line(
            "results",
            format!(
                "Black won {} ({share}), White {}, draws {}, void {}, unknown {}",
                grouped(results.black_wins),
                grouped(results.white_wins),
                grouped(results.draws),
                grouped(results.void),
                grouped(results.unknown)
            ),
        );
        line(
            "won by",
            format!(
                "points {}, resignation {}, time {}, forfeit {}, not said {}",
                grouped(results.by_points),
                grouped(results.by_resignation),
                grouped(results.by_time),
                grouped(results.by_forfeit),
                grouped(results.by_unspecified)
            ),
        );
        line("ranks", ranks_in_order(&self.ranks));
        line("komi", most_common(&self.komi));
        line("rules", most_common(&self.rules));
        line("handicap", most_common(&self.handicaps));
        if !self.notes.is_empty() {
            let which = most_common(&self.notes);
            line("odd", format!("{which} (in so many games; --notes lists them)"));
        }
        text
    }
}

impl Lengths {
    fn finish(&mut self) {
        let total: u64 = self.counts.values().sum();
        let mut below = 0;
        for (&moves, &games) in &self.counts {
            if below * 2 < total {
                self.median = moves;
            }
            below += games;
        }
        self.shortest = self.counts.keys().next().copied().unwrap_or_default();
        self.longest = self.counts.keys().next_back().copied().unwrap_or_default();
    }
}

impl Results {
    fn add(&mut self, outcome: Option<Outcome>) {
        let winner = match outcome {
            Some(Outcome::Win(Color::Black, _)) => &mut self.black_wins,
            Some(Outcome::Win(Color::White, _)) => &mut self.white_wins,
            Some(Outcome::Draw) => &mut self.draws,
            Some(Outcome::Void) => &mut self.void,
            None => &mut self.unknown,
        };
        *winner += 1;
        if let Some(Outcome::Win(_, win)) = outcome {
            *match win {
                Win::Points(_) => &mut self.by_points,
                Win::Resignation => &mut self.by_resignation,
                Win::Time => &mut self.by_time,
                Win::Forfeit => &mut self.by_forfeit,
                Win::Unspecified => &mut self.by_unspecified,
            } += 1;
        }
    }
}

fn count<K: Ord>(tally: &mut Tally<K>, key: K) {
    *tally.entry(key).or_default() += 1;
}

/// How many different values are named before the rest is summed up.
const NAMED: usize = 8;

/// `19x19 8,000, 9x9 12`, the most common first.
fn most_common<K: Ord + ToString>(tally: &Tally<K>) -> String {
    let mut entries: Vec<_> = tally.iter().collect();
    entries.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
    listed(entries.iter().map(|&(key, &count)| (key.to_string(), count)))
}

/// The strongest first; what is no rank comes last.
fn ranks_in_order(tally: &Tally<String>) -> String {
    let mut entries: Vec<_> = tally.iter().collect();
    entries.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank_order(rank)));
    listed(entries.iter().map(|&(rank, &count)| (rank.clone(), count)))
}

fn listed(entries: impl ExactSizeIterator<Item = (String, u64)>) -> String {
    let others = entries.len().saturating_sub(NAMED);
    let mut rest = 0;
    let mut parts = Vec::new();
    for (index, (key, count)) in entries.enumerate() {
        if index < NAMED {
            parts.push(format!("{key}: {}", grouped(count)));
        } else {
            rest += count;
        }
    }
    if others > 0 {
        parts.push(format!("{}: {}", counted(others as u64, "other"), grouped(rest)));
    }
    parts.join(", ")
}
