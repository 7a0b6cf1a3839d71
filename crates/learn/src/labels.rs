//! Counted games with the final owner of every point: what territory is learned from.
//!
//! One JSON object a line, the file gzipped or not. `moves` are SGF letters, two a move, Black first;
//! `ownership` has a letter for every point row by row from the upper left: `B`, `W`, or `=` for
//! neutral points (dame, eyes in seki); `result` is as recorded (`B+3.5`); `diff` is how far the
//! labelled board's count is from the result. Other entries are left alone.

use aji_judge::Dice;
use aji_judge::judgement::Recent;
use aji_record::{parse_move, parse_outcome};
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, Field, HalfPoints, Move, Outcome, Position, Size, Win};
use serde::Deserialize;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

/// A game with the final owner of every point.
#[derive(Clone, Debug)]
pub struct LabelledGame {
    size: Size,
    moves: Vec<Move>,
    /// Whose each point was in the end: 1 Black's, -1 White's, 0 neutral.
    pub owner: Arc<Field<i8>>,
    /// Who won by the record; `None` for a draw.
    pub winner: Option<Color>,
    /// By how much Black won by the record, below zero for White; `None` if it is not told.
    pub black_lead: Option<HalfPoints>,
    /// Whether the labelled board counts to the recorded result.
    pub is_exact: bool,
}

/// A position of a labelled game.
#[derive(Clone, Debug)]
pub struct Example {
    /// After so many moves.
    pub move_number: usize,
    /// What was on the board.
    pub position: Position,
    /// The moves that led there.
    pub recent: Recent,
    /// Whose each point was in the end: 1 Black's, -1 White's, 0 neutral.
    pub owner: Arc<Field<i8>>,
    /// Who won by the record; `None` for a draw.
    pub winner: Option<Color>,
    /// By how much Black won by the record, below zero for White; `None` if it is not told.
    pub black_lead: Option<HalfPoints>,
}

/// Why a file with one JSON object a line cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read the {what} in {path}: {error}")]
    File {
        /// Which file.
        path: String,
        /// What should be in it, in the plural.
        what: &'static str,
        /// Why not.
        error: io::Error,
    },
    /// A line is wrong.
    #[error("{path}, line {line}: {wrong}")]
    Line {
        /// Which file.
        path: String,
        /// Which line, counted from one.
        line: usize,
        /// What is wrong with it.
        wrong: String,
    },
    /// Nothing in it.
    #[error("{path} has no {missing}")]
    Empty {
        /// Which file.
        path: String,
        /// What it should have, and perhaps where to get it.
        missing: &'static str,
    },
}

/// What is wrong with a line of labels.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    /// Not the format.
    #[error("this is no labelled game ({0})")]
    Json(#[from] serde_json::Error),
    /// No square board has as many points.
    #[error("`ownership` has {0} letters, as no square board from 1x1 to 25x25 has points")]
    Length(usize),
    /// A letter that means nothing.
    #[error("`ownership` has `{0}` where only B, W and = have a meaning")]
    Letter(char),
    /// A move that is none.
    #[error("move {number} in `moves` is `{text}`, which is no point of the board")]
    Move {
        /// Which, counted from one.
        number: usize,
        /// What it says.
        text: String,
    },
    /// Against the rules.
    #[error("move {0} in `moves` is against the rules")]
    Illegal(usize),
    /// Nobody knows who won.
    #[error("`result` is `{0}`, which does not tell who won")]
    Result(String),
}

#[derive(Deserialize)]
struct Line {
    moves: String,
    ownership: String,
    result: String,
    #[serde(default)]
    diff: f64,
}

/// Reads all games of a file.
pub fn read(path: &Path) -> Result<Vec<LabelledGame>, ReadError> {
    read_with(path, "labels", "labelled games", LabelledGame::parse)
}

/// Reads a file, gzipped or not, of which every line that has something in it is one thing.
pub fn read_with<T, E: Display>(
    path: &Path,
    what: &'static str,
    missing: &'static str,
    parse: impl Fn(&str) -> Result<T, E>,
) -> Result<Vec<T>, ReadError> {
    let name = || path.display().to_string();
    let file_error = |error| ReadError::File { path: name(), what, error };
    let mut found = Vec::new();
    for (index, line) in open(path).map_err(file_error)?.lines().enumerate() {
        let line = line.map_err(file_error)?;
        if line.trim().is_empty() {
            continue;
        }
        found.push(parse(&line).map_err(|wrong| ReadError::Line {
            path: name(),
            line: index + 1,
            wrong: wrong.to_string(),
        })?);
    }
    if found.is_empty() { Err(ReadError::Empty { path: name(), missing }) } else { Ok(found) }
}

/// All lines of a file that have something in them, unpacked if need be.
pub fn read_lines(path: &Path) -> io::Result<Vec<String>> {
    let is_something =
        |line: &io::Result<String>| line.as_ref().map_or(true, |line| !line.trim().is_empty());
    open(path)?.lines().filter(is_something).collect()
}

/// The bytes of a file, unpacked if need be.
pub fn open(path: &Path) -> io::Result<impl BufRead> {
    let mut file = BufReader::new(File::open(path)?);
    let is_gzip = file.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    let reader: Box<dyn Read> =
        if is_gzip { Box::new(flate2::bufread::MultiGzDecoder::new(file)) } else { Box::new(file) };
    Ok(BufReader::new(reader))
}

impl LabelledGame {
    /// Reads one line.
    pub fn parse(line: &str) -> Result<LabelledGame, Wrong> {
        let line: Line = serde_json::from_str(line)?;
        let letters = line.ownership.chars().count();
        let side = letters.isqrt();
        let size = Size::square(side).ok().filter(|size| size.area() == letters);
        let size = size.ok_or(Wrong::Length(letters))?;
        let mut owner = Field::filled(size, 0);
        for (owner, letter) in owner.values_mut().iter_mut().zip(line.ownership.chars()) {
            *owner = match letter {
                'B' => 1,
                'W' => -1,
                '=' => 0,
                other => return Err(Wrong::Letter(other)),
            };
        }
        let mut moves = Vec::new();
        let letters: Vec<char> = line.moves.chars().collect();
        for (index, pair) in letters.chunks(2).enumerate() {
            let text: String = pair.iter().collect();
            let mv = parse_move(size, &text);
            moves.push(mv.ok_or(Wrong::Move { number: index + 1, text })?);
        }
        let (winner, black_lead) = match parse_outcome(&line.result) {
            Ok(Some(Outcome::Win(color, Win::Points(points)))) => {
                let halves = color.sign() * points.halves();
                (Some(color), Some(HalfPoints::from_halves(halves)))
            }
            Ok(Some(Outcome::Win(color, _))) => (Some(color), None),
            Ok(Some(Outcome::Draw)) => (None, Some(HalfPoints::ZERO)),
            _ => return Err(Wrong::Result(line.result)),
        };
        let is_exact = line.diff == 0.0;
        let game = LabelledGame { size, moves, owner: owner.into(), winner, black_lead, is_exact };
        game.position_after(game.moves.len())?;
        Ok(game)
    }

    /// What was played, Black first.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves were played.
    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// What was played after so many moves; `None` at the end of the game.
    pub fn next_move(&self, move_number: usize) -> Option<Move> {
        self.moves.get(move_number).copied()
    }

    fn position_after(&self, count: usize) -> Result<Position, Wrong> {
        let mut position = Position::empty(self.size);
        for (index, &mv) in self.moves.iter().take(count).enumerate() {
            position.play(mv, Suicide::Forbidden).map_err(|_| Wrong::Illegal(index + 1))?;
        }
        Ok(position)
    }

    /// The position after so many moves; `None` if the game is shorter.
    pub fn example(&self, move_number: usize) -> Option<Example> {
        if move_number > self.moves.len() {
            return None;
        }
        // All moves were checked when the game was read.
        let position = self.position_after(move_number).ok()?;
        Some(Example {
            move_number,
            position,
            recent: Recent::of_moves(&self.moves[..move_number]),
            owner: self.owner.clone(),
            winner: self.winner,
            black_lead: self.black_lead,
        })
    }
}

/// The positions of all games after so many moves each.
pub fn at_moves(games: &[LabelledGame], moves: &[usize]) -> Vec<Example> {
    games.iter().flat_map(|game| moves.iter().filter_map(|&number| game.example(number))).collect()
}

/// So many positions, each of another game while there are enough, after a number of moves drawn
/// evenly from `moves`; the same for the same seed.
pub fn drawn(
    games: &[LabelledGame],
    count: usize,
    moves: std::ops::RangeInclusive<usize>,
    seed: u64,
) -> Vec<Example> {
    let mut order: Vec<&LabelledGame> = games.iter().collect();
    let mut dice = Dice::new(seed, 0);
    let mut examples = Vec::with_capacity(count);
    let mut next = order.len();
    // Games that end before the drawn move give nothing; three times round is enough for any corpus.
    for _ in 0..count.saturating_mul(4) {
        if examples.len() == count {
            break;
        }
        if next >= order.len() {
            shuffle(&mut order, &mut dice);
            next = 0;
        }
        let span = (moves.end() - moves.start() + 1) as u32;
        let number = moves.start() + dice.below(span) as usize;
        examples.extend(order[next].example(number));
        next += 1;
    }
    examples
}

/// In an order of chance.
pub fn shuffle<T>(items: &mut [T], dice: &mut Dice) {
    for index in (1..items.len()).rev() {
        items.swap(index, dice.below(index as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str) -> String {
        LabelledGame::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn a_line_becomes_a_game() {
        let line = r#"{"moves":"aabbtt","ownership":"BW=B","result":"B+1.5","diff":0.0}"#;
        let game = LabelledGame::parse(line).unwrap();
        assert_eq!(game.owner.values(), [1, -1, 0, 1]);
        assert_eq!((game.move_count(), game.winner), (3, Some(Color::Black)));
        assert_eq!(game.black_lead, Some(HalfPoints::from_halves(3)));
        assert_eq!(game.example(1).unwrap().position.stone_count().black, 1);
        assert!(game.example(4).is_none());
        let corner = Size::square(2).unwrap().point(1, 1).unwrap();
        let next = [1, 2, 3].map(|number| game.next_move(number));
        assert_eq!(next, [Some(Move::Place(corner)), Some(Move::Pass), None]);
    }

    #[test]
    fn wrong_lines_are_refused_with_a_sentence() {
        assert!(said("[]").contains("no labelled game"));
        assert!(said(r#"{"moves":"","ownership":"BWB","result":"B+1"}"#).contains("3 letters"));
        assert!(said(r#"{"moves":"","ownership":"BWxB","result":"B+1"}"#).contains("`x`"));
        assert!(said(r#"{"moves":"aaz","ownership":"BWBB","result":"B+1"}"#).contains("move 2"));
        assert!(said(r#"{"moves":"aaaa","ownership":"BWBB","result":"B+1"}"#).contains("move 2"));
        assert!(said(r#"{"moves":"","ownership":"BWBB","result":"?"}"#).contains("`?`"));
    }

    #[test]
    fn the_same_seed_draws_the_same_positions() {
        let line = r#"{"moves":"aabbab","ownership":"BW=B","result":"B+1.5"}"#;
        let games = vec![LabelledGame::parse(line).unwrap(); 3];
        let draw = |seed| drawn(&games, 5, 0..=3, seed).iter().map(|e| e.move_number).collect();
        let (one, again): (Vec<usize>, Vec<usize>) = (draw(1), draw(1));
        assert_eq!(one, again);
        assert_eq!(one.len(), 5);
    }
}
