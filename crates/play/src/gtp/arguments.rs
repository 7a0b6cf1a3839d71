//! What comes after a command, and what is said when it is wrong.

use aji_rules::{Color, HalfPoints, Move, Point, Size};
use std::str::FromStr;

/// Why a command was not done, in the words of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    pub(super) const SYNTAX: &'static str = "syntax error";
    pub(super) const COLOR: &'static str = "invalid color";
    pub(super) const COORDINATE: &'static str = "invalid coordinate";
    pub(super) const BOTH: &'static str = "invalid color or coordinate";
    pub(super) const ILLEGAL: &'static str = "illegal move";
}

impl From<&str> for Refusal {
    fn from(text: &str) -> Refusal {
        Refusal(text.to_string())
    }
}

impl From<String> for Refusal {
    fn from(text: String) -> Refusal {
        Refusal(text)
    }
}

/// The words after a command.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    words: &'a [String],
    size: Size,
}

impl<'a> Arguments<'a> {
    /// Of a command about a board of this size.
    pub fn new(words: &'a [String], size: Size) -> Arguments<'a> {
        Arguments { words, size }
    }

    /// All of them.
    pub fn words(self) -> &'a [String] {
        self.words
    }

    /// One of them.
    pub fn word(self, index: usize) -> Option<&'a str> {
        self.words.get(index).map(String::as_str)
    }

    /// A number or the like.
    pub fn parse<T: FromStr>(self, index: usize) -> Result<T, Refusal> {
        self.word(index).and_then(|word| word.parse().ok()).ok_or(Refusal::SYNTAX.into())
    }

    /// A colour.
    pub fn color(self, index: usize) -> Result<Color, Refusal> {
        self.word(index).and_then(color).ok_or(Refusal::COLOR.into())
    }

    /// A colour, if one is named.
    pub fn color_or(self, index: usize, other: Color) -> Result<Color, Refusal> {
        if self.words.len() > index { self.color(index) } else { Ok(other) }
    }

    /// A point.
    pub fn point(self, index: usize) -> Result<Point, Refusal> {
        let word = self.word(index).ok_or(Refusal::COORDINATE)?;
        self.size.parse_point(word).ok_or(Refusal::COORDINATE.into())
    }

    /// A colour and what it plays.
    pub fn play(self, index: usize) -> Result<(Color, Move), Refusal> {
        let mv = self.word(index + 1).and_then(|word| self.size.parse_move(word));
        Ok((self.color(index).or(Err(Refusal::BOTH))?, mv.ok_or(Refusal::BOTH)?))
    }

    /// Komi. Other fractions than halves are of no use on a board.
    pub fn komi(self, index: usize) -> Result<HalfPoints, Refusal> {
        let word = self.word(index).ok_or(Refusal::SYNTAX)?;
        let points: f64 = word.parse().or(Err(Refusal::SYNTAX))?;
        let halves = points * 2.0;
        if halves.fract() == 0.0 && halves.abs() <= 2e6 {
            Ok(HalfPoints::from_halves(halves as i32))
        } else {
            Err(format!("komi must be a multiple of a half, not {word}").into())
        }
    }
}

/// `b`, `black`, `w`, `white`, in any case.
pub(super) fn color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}
