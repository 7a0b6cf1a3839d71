//! `aji games corners`: patterns of life and death in the corner.

use crate::command::Answer;
use crate::progress::Bar;
use crate::words::{counted, grouped};
use crate::{reading, writing};
use aji_judge::Dice;
use aji_judge::life::LifeStatus;
use aji_judge::life::reader::Reader;
use aji_learn::corner::gathered::counts;
use aji_learn::corner::problems::Problem;
use aji_learn::corner::reading::{Limits, checked, played_on};
use aji_learn::corner::{Dropped, Gathered, Pattern, Source, finals, lines};
use aji_learn::labels::{self, LabelledGame};
use anyhow::{Context, bail};
use clap::{Args, value_parser};
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Find groups that are enclosed in a corner, with what becomes of them: patterns to learn from.
///
/// Three sources: the final positions of games that label each point (JSON lines with `ownership`),
/// problems (JSON lines in the form of the GoTools collection, or SGF with variations), and random play
/// inside of what was found there, which is read out. Labels are held against reading where a corner is
/// small enough. Each pattern is written once, one JSON object a line: its eight rows (X is enclosed,
/// O encloses), its class, its source and the game or problem that it comes from.
#[derive(Args)]
pub struct Corners {
    /// Files of labelled games or problems (.jsonl, .jsonl.gz), or SGF problems: files, folders, archives.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// So many corners are made by random play inside each pattern, and read out.
    #[arg(long, value_name = "N", default_value_t = 6)]
    read: u32,
    /// Corners with more empty points inside are not read.
    #[arg(long, value_name = "N", default_value_t = Limits::default().empty)]
    empty: u32,
    /// A search has at most so many nodes.
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of random play.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// So many lines are worked on at a time.
const CHUNK: usize = 512;

impl Corners {
    pub fn run(self) -> anyhow::Result<Answer> {
        let mut gathered = Gathered::default();
        let (tables, records): (Vec<PathBuf>, Vec<PathBuf>) =
            self.paths.iter().cloned().partition(|path| is_table(path));
        for path in &tables {
            self.take_table(path, &mut gathered)?;
        }
        if !records.is_empty() {
            self.take_records(records, &mut gathered)?;
        }
        let (mut patterns, mut dropped) = gathered.finish();
        self.play_on(&mut patterns, &mut dropped);
        if patterns.is_empty() {
            bail!("no pattern was found: {}", why(&dropped));
        }
        let mut text = String::new();
        // Writing to a string does not fail.
        patterns.iter().for_each(|pattern| _ = writeln!(text, "{pattern}"));
        writing::write(&self.out, text.as_bytes())?;
        Ok(Answer::good(if self.json {
            json_of(&patterns, &dropped)
        } else {
            text_of(&patterns, &dropped, &self.out)
        }))
    }

    fn limits(&self) -> Limits {
        Limits { empty: self.empty, nodes: self.nodes }
    }

    /// Labelled games or problems, one a line.
    fn take_table(&self, path: &Path, gathered: &mut Gathered) -> anyhow::Result<()> {
        let lines =
            labels::read_lines(path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = file_name(path);
        let bar = Bar::things(lines.len(), "lines");
        for (chunk, lines) in lines.chunks(CHUNK).enumerate() {
            let found: Vec<anyhow::Result<Vec<_>>> = lines
                .par_iter()
                .enumerate()
                .map_init(Reader::default, |reader, (at, line)| {
                    let number = chunk * CHUNK + at + 1;
                    let found = patterns_of(line, &name, number)
                        .map_err(|wrong| anyhow::anyhow!("{name}, line {number}: {wrong}"))?;
                    Ok(self.check(found, reader))
                })
                .collect();
            for found in found {
                found?.into_iter().for_each(|found| gathered.take(found));
            }
            bar.set((chunk * CHUNK + lines.len()) as u64);
        }
        Ok(())
    }

    fn take_records(&self, paths: Vec<PathBuf>, gathered: &mut Gathered) -> anyhow::Result<()> {
        reading::for_each(
            paths,
            |record| {
                let place = record.place();
                let problem =
                    format!("{} {}", file_name(Path::new(&place.origin.to_string())), place.number);
                self.check(lines::patterns(&record, &problem), &mut Reader::default())
            },
            |found, bar| {
                match found {
                    Ok(found) => found.into_iter().for_each(|found| gathered.take(found)),
                    Err(trouble) => bar.say(&trouble.to_string()),
                }
                Ok(())
            },
        )
    }

    fn check(
        &self,
        found: Vec<Result<Pattern, Dropped>>,
        reader: &mut Reader,
    ) -> Vec<Result<Pattern, Dropped>> {
        let mut check = |pattern| checked(pattern, self.limits(), reader);
        found.into_iter().map(|found| found.and_then(&mut check)).collect()
    }

    /// Adds what random play inside the patterns leads to.
    fn play_on(&self, patterns: &mut Vec<Pattern>, dropped: &mut BTreeMap<Dropped, u64>) {
        let mut all = Gathered::default();
        let bar = Bar::things(patterns.len(), "patterns");
        for (chunk, patterns) in patterns.chunks(CHUNK).enumerate() {
            let played: Vec<Vec<_>> = patterns
                .par_iter()
                .enumerate()
                .map_init(Reader::default, |reader, (at, pattern)| {
                    let mut dice = Dice::new(self.seed, (chunk * CHUNK + at) as u64);
                    let mut play = || played_on(pattern, self.limits(), reader, &mut dice);
                    (0..self.read).filter_map(|_| play()).collect()
                })
                .collect();
            played.into_iter().flatten().for_each(|found| all.take(found));
            bar.set((chunk * CHUNK + patterns.len()) as u64);
        }
        // What is known already stays what it is; what was read out comes after.
        let known: std::collections::HashSet<u64> =
            patterns.iter().map(|pattern| pattern.corner.fingerprint()).collect();
        let (read, more) = all.finish();
        for (why, count) in more {
            *dropped.entry(why).or_default() += count;
        }
        for pattern in read {
            if known.contains(&pattern.corner.fingerprint()) {
                *dropped.entry(Dropped::Twin).or_default() += 1;
            } else {
                patterns.push(pattern);
            }
        }
    }
}

fn is_table(path: &Path) -> bool {
    let name = file_name(path);
    name.trim_end_matches(".gz").ends_with(".jsonl")
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

/// What a line has: it tells by its entries what it is.
fn patterns_of(
    line: &str,
    name: &str,
    number: usize,
) -> Result<Vec<Result<Pattern, Dropped>>, String> {
    if line.contains("\"ownership\"") {
        let game = LabelledGame::parse(line).map_err(|wrong| wrong.to_string())?;
        return Ok(finals::patterns(&game, &format!("{name} {number}")));
    }
    Ok(Problem::parse(line)?.patterns())
}

/// What was dropped, the commonest first.
fn why(dropped: &BTreeMap<Dropped, u64>) -> String {
    let mut reasons: Vec<_> = dropped.iter().collect();
    reasons.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
    let words = reasons.iter().map(|(why, count)| format!("{why}: {}", grouped(**count)));
    let words: Vec<String> = words.collect();
    if words.is_empty() {
        "no label and no line of play tells what becomes of a group".to_string()
    } else {
        words.join("; ")
    }
}

fn text_of(patterns: &[Pattern], dropped: &BTreeMap<Dropped, u64>, out: &Path) -> String {
    let mut text = String::new();
    let counts = counts(patterns);
    // Writing to a string does not fail.
    let _ = write!(text, "{:<10}", "");
    LifeStatus::ALL.iter().for_each(|status| _ = write!(text, "{status:>11}"));
    text.push('\n');
    for source in Source::ALL {
        let _ = write!(text, "{source:<10}");
        for status in LifeStatus::ALL {
            let count = counts.get(&(source, status)).copied().unwrap_or_default();
            let _ = write!(text, "{:>11}", grouped(count));
        }
        text.push('\n');
    }
    let mut reasons: Vec<_> = dropped.iter().collect();
    reasons.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
    if !reasons.is_empty() {
        text += "\nLeft out:\n";
    }
    for (why, &count) in reasons {
        let _ = writeln!(text, "{:>11}  {why}", grouped(count));
    }
    let count = counted(patterns.len() as u64, "pattern");
    let _ = writeln!(text, "\nWrote {count} to {}.", out.display());
    text
}

fn json_of(patterns: &[Pattern], dropped: &BTreeMap<Dropped, u64>) -> String {
    let counts: Vec<_> = counts(patterns)
        .iter()
        .map(|((source, status), count)| {
            json!({"source": source.to_string(), "class": status.to_string(), "patterns": count})
        })
        .collect();
    let dropped: BTreeMap<String, u64> =
        dropped.iter().map(|(why, &count)| (why.to_string(), count)).collect();
    json!({"patterns": patterns.len(), "counts": counts, "left_out": dropped}).to_string() + "\n"
}
