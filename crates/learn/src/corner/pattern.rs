//! A corner with what becomes of it, and files of them: one JSON object a line.

use crate::labels::{ReadError, read_with};
use aji_judge::life::{Corner, LifeStatus};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

/// Where a pattern comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The final position of a game.
    Final,
    /// A line of play of a problem.
    Problem,
    /// Play inside a corner that was read out.
    Reading,
}

impl Source {
    /// All of them.
    pub const ALL: [Source; 3] = [Source::Final, Source::Problem, Source::Reading];
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Source::Final => "final",
            Source::Problem => "problem",
            Source::Reading => "reading",
        })
    }
}

/// A corner with what becomes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// The stones.
    pub corner: Corner,
    /// What becomes of the group.
    pub status: LifeStatus,
    /// Where it comes from.
    pub source: Source,
    /// The game or problem that it comes from; patterns of one are much alike.
    pub problem: String,
}

#[derive(Serialize, Deserialize)]
struct Line {
    rows: Vec<String>,
    class: LifeStatus,
    source: Source,
    problem: String,
}

impl Pattern {
    /// Reads one line.
    pub fn parse(line: &str) -> Result<Pattern, String> {
        let line: Line =
            serde_json::from_str(line).map_err(|error| format!("this is no pattern ({error})"))?;
        if line.rows.len() != 8 || line.rows.iter().any(|row| row.chars().count() != 8) {
            return Err("`rows` are not eight rows of eight signs".to_string());
        }
        let corner = line.rows.join(" ").parse();
        let corner: Corner = corner.map_err(|error| format!("`rows` are no corner: {error}"))?;
        Ok(Pattern { corner, status: line.class, source: line.source, problem: line.problem })
    }

    /// Whether it is for measuring, not for learning: one problem in ten is, with all its patterns.
    pub fn is_held_out(&self) -> bool {
        Pattern::holds_out(&self.problem)
    }

    /// Whether the patterns of a problem are for measuring.
    pub fn holds_out(problem: &str) -> bool {
        /// The constants of the hash FNV-1a.
        const FNV: (u64, u64) = (0xcbf2_9ce4_8422_2325, 0x0100_0000_01b3);
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(FNV.1);
        let hash = problem.bytes().fold(FNV.0, mix);
        (hash ^ hash >> 32).is_multiple_of(10)
    }
}

/// A line of a file, without its end.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = Line {
            rows: self.corner.rows().to_vec(),
            class: self.status,
            source: self.source,
            problem: self.problem.clone(),
        };
        f.write_str(&serde_json::to_string(&line).map_err(|_| fmt::Error)?)
    }
}

/// Reads all patterns of a file, gzipped or not.
pub fn read(path: &Path) -> Result<Vec<Pattern>, ReadError> {
    let missing = "patterns; `aji games corners` makes such files";
    read_with(path, "patterns", missing, Pattern::parse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_as_they_were_written() {
        let pattern = Pattern {
            corner: ".X.XO XXXXO OOOOO".parse().unwrap(),
            status: LifeStatus::Alive,
            source: Source::Problem,
            problem: "two eyes".to_string(),
        };
        let line = pattern.to_string();
        assert!(line.starts_with(r#"{"rows":[".X.XO...","XXXXO...""#), "{line}");
        assert!(line.ends_with(r#""class":"alive","source":"problem","problem":"two eyes"}"#));
        assert_eq!(Pattern::parse(&line).unwrap(), pattern);
        let said = |from: &str, to: &str| Pattern::parse(&line.replace(from, to)).unwrap_err();
        assert!(said("alive", "asleep").contains("no pattern"));
        assert!(said(".X.XO...", ".X.XO").contains("eight rows of eight signs"));
        assert!(said(".X.XO...", ".X.XZ...").contains("`Z` is neither"));
    }

    #[test]
    fn about_one_problem_in_ten_is_held_out() {
        let corner: Corner = ".X.XO XXXXO OOOOO".parse().unwrap();
        let held = (0..2_000).filter(|number| {
            let (status, source) = (LifeStatus::Alive, Source::Final);
            Pattern { corner, status, source, problem: format!("game {number}") }.is_held_out()
        });
        assert!((150..250).contains(&held.count()));
    }
}
