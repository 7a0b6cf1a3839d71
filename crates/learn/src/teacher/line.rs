//! One line of labels, and all that can be wrong with it.
//!
//! `win` is Black's chance in hundredths of a percent, `lead` tenths of a point, `own` a character a
//! point, `policy` two letters of SGF and thousandths (`tt` is a pass), best first. A game that was searched and counted
//! has an `end`: Black's `lead`, and in `own` whose each point was, `X` Black's, `O` White's, `.` nobody's.

use super::{Lesson, OWNER_STEPS, TaughtGame, is_held_back};
use crate::games::End;
use aji_record::parse_move;
use aji_rules::{Color, Field, HalfPoints, Move, RuleSet, Size};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

/// What is wrong with a line of labels, or with the game that it speaks of.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    /// Not the format.
    #[error("this is no teacher's label ({0})")]
    Json(#[from] serde_json::Error),
    /// A label of a recorded game, and there are no games.
    #[error("this label speaks of a game by its line: name the file with the games")]
    NeedsGames,
    /// A label of which game?
    #[error("this label has no `line` that names its game")]
    NoLine,
    /// No square board has as many points.
    #[error("`own` has {0} characters, as no square board from 1x1 to 25x25 has points")]
    Length(usize),
    /// Not the board of the game.
    #[error("`own` is of a board of {label}, and the game is on {game}")]
    OtherBoard {
        /// Of the label.
        label: Size,
        /// Of the game.
        game: Size,
    },
    /// A character that means nothing.
    #[error("`own` has `{0}` where only characters from `0` to `o` have a meaning")]
    Owner(char),
    /// A number that cannot be.
    #[error("`{name}` is {value}, which is out of range")]
    Range {
        /// Of what.
        name: &'static str,
        /// What it says.
        value: f64,
    },
    /// A policy that cannot be read.
    #[error("`policy` has `{0}` where a point and thousandths should be")]
    Policy(String),
    /// No move, one twice, or more than there is.
    #[error("the moves in `policy` do not make a whole")]
    NotWhole,
    /// A move that may not be played there.
    #[error("`policy` has {0}, which is against the rules there")]
    IllegalPolicy(String),
    /// After the end.
    #[error("`move` is {moves}, and the game has {length} moves")]
    Beyond {
        /// What the label says.
        moves: u16,
        /// How many there are.
        length: usize,
    },
    /// An end that does not say of every point whose it was.
    #[error("`end` does not say of each of the {0} points whose it was: `X`, `O` or `.`")]
    End(usize),
    /// Rules that no teacher used.
    #[error("`rules` is `{0}`, where only `chinese` and `japanese` are known")]
    Rules(String),
    /// A move that is none.
    #[error("move {number} in `moves` is `{text}`, which is no point of the board")]
    Move {
        /// Which, counted from one.
        number: usize,
        /// What it says.
        text: String,
    },
    /// Against the rules.
    #[error("move {0} is against the rules")]
    Illegal(usize),
    /// The archive is shorter, or has an empty line there.
    #[error("`line` is {0}, where the file with the games has none")]
    NoSuchGame(usize),
    /// The game cannot be read.
    #[error("the game cannot be read: {0}")]
    Record(String),
    /// The game is of no use.
    #[error("the game is {0}")]
    Unfit(&'static str),
}

/// A label that has yet to be held against its game.
#[derive(Clone)]
pub(super) struct Label {
    /// The line that it stands in, counted from zero.
    pub at: usize,
    pub size: Size,
    pub lesson: Lesson,
}

#[derive(Deserialize, Serialize)]
pub(super) struct Saying<'a> {
    /// Of the game in its archive, if it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    #[serde(rename = "move")]
    pub moves: i64,
    pub win: i64,
    pub lead: i64,
    #[serde(borrow)]
    pub own: Cow<'a, str>,
    #[serde(borrow)]
    pub policy: Cow<'a, str>,
}

#[derive(Deserialize, Serialize)]
pub(super) struct GameLine<'a> {
    pub size: usize,
    pub komi: f64,
    #[serde(borrow)]
    pub rules: Cow<'a, str>,
    #[serde(borrow)]
    pub moves: Cow<'a, str>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub end: Option<EndSaying<'a>>,
    #[serde(borrow)]
    pub labels: Vec<Saying<'a>>,
}

#[derive(Deserialize, Serialize)]
pub(super) struct EndSaying<'a> {
    pub lead: i64,
    #[serde(borrow)]
    pub own: Cow<'a, str>,
}

/// The rules by the names that lines have for them.
pub(super) const RULES: [(&str, RuleSet); 2] =
    [("chinese", RuleSet::Chinese), ("japanese", RuleSet::Japanese)];

/// Reads a label of a recorded game, and the line of the game in its archive.
pub(super) fn parse_position(text: &[u8], at: usize) -> Result<(usize, Label), Wrong> {
    let saying: Saying = serde_json::from_slice(text)?;
    let line = saying.line.ok_or(Wrong::NoLine)?;
    Ok((line, saying.label(at)?))
}

/// A game, and its labels or what is wrong with them.
type Parsed = (TaughtGame, Vec<Result<Label, Wrong>>);

/// Reads a game with its labels.
pub(super) fn parse_game(text: &[u8], at: usize) -> Result<Parsed, Wrong> {
    let line: GameLine = serde_json::from_slice(text).map_err(|error| {
        let is_of_recorded_game = serde_json::from_slice::<Saying>(text).is_ok();
        if is_of_recorded_game { Wrong::NeedsGames } else { error.into() }
    })?;
    let out_of_range = |name, value| Wrong::Range { name, value };
    let size = Size::square(line.size).map_err(|_| out_of_range("size", line.size as f64))?;
    let rules = RULES.iter().find(|(name, _)| *name == line.rules);
    let end = line.end.map(|end| end.read(size)).transpose()?;
    let (ending, owners) = end.unzip();
    let game = TaughtGame {
        size,
        komi: half_points(line.komi).ok_or_else(|| out_of_range("komi", line.komi))?,
        rules: rules.ok_or_else(|| Wrong::Rules(line.rules.chars().take(20).collect()))?.1,
        moves: parse_moves(size, &line.moves)?,
        is_held_back: is_held_back(at),
        ending,
        owners,
        line: at,
    };
    let labels = line.labels.into_iter().map(|saying| saying.label(at)).collect();
    Ok((game, labels))
}

fn half_points(points: f64) -> Option<HalfPoints> {
    let halves = points * 2.0;
    (halves.fract() == 0.0 && halves.abs() <= 20_000.0)
        .then(|| HalfPoints::from_halves(halves as i32))
}

fn parse_moves(size: Size, text: &str) -> Result<Box<[Move]>, Wrong> {
    let letters: Vec<char> = text.chars().collect();
    let parse = |(index, pair): (usize, &[char])| {
        let text: String = pair.iter().collect();
        parse_move(size, &text).ok_or(Wrong::Move { number: index + 1, text })
    };
    letters.chunks(2).enumerate().map(parse).collect()
}

/// Who won and by how much, and whose each point was.
type Counted = ((Color, End), Arc<Field<i8>>);

impl EndSaying<'_> {
    /// What it says, if that is possible.
    fn read(&self, size: Size) -> Result<Counted, Wrong> {
        let range = Wrong::Range { name: "lead", value: self.lead as f64 };
        let winner = match self.lead {
            lead if lead % 5 != 0 || lead.abs() > MOST_LEAD => return Err(range),
            0 => return Err(range),
            lead if lead > 0 => Color::Black,
            _ => Color::White,
        };
        let owner = |letter: char| OWNERS.iter().find(|(of, _)| *of == letter).map(|(_, of)| *of);
        let owners: Option<Vec<i8>> = self.own.chars().map(owner).collect();
        let owners = owners.and_then(|owners| Field::from_values(size, owners));
        let owners = owners.ok_or_else(|| Wrong::End(size.area()))?;
        let lead = HalfPoints::from_halves((self.lead / 5) as i32);
        Ok(((winner, End::Counted(lead)), Arc::new(owners)))
    }
}

impl Saying<'_> {
    fn label(&self, at: usize) -> Result<Label, Wrong> {
        let characters = self.own.chars().count();
        let size = Size::square(characters.isqrt()).ok();
        let size = size.filter(|size| size.area() == characters);
        let size = size.ok_or(Wrong::Length(characters))?;
        let within = |name, value: i64, most: i64| {
            let least = if name == "lead" { -most } else { 0 };
            let fits = (least..=most).contains(&value);
            if fits { Ok(value) } else { Err(Wrong::Range { name, value: value as f64 }) }
        };
        let lesson = Lesson {
            game: 0,
            moves: within("move", self.moves, u16::MAX.into())? as u16,
            win: within("win", self.win, 10_000)? as f32 / 10_000.0,
            lead: within("lead", self.lead, MOST_LEAD)? as f32 / 10.0,
            owners: self.own.chars().map(owner).collect::<Result<_, _>>()?,
            policy: parse_policy(size, &self.policy)?,
        };
        Ok(Label { at, size, lesson })
    }
}

/// The largest board twice over (stones are worth two points), in tenths; komi has a place in it.
pub(super) const MOST_LEAD: i64 = 2 * 10 * aji_rules::point::MAX_AREA as i64;

/// Whose a point was in the end.
pub(super) const OWNERS: [(char, i8); 3] = [('X', 1), ('O', -1), ('.', 0)];

fn owner(letter: char) -> Result<u8, Wrong> {
    let step = u32::from(letter).checked_sub(u32::from('0'));
    let step = step.filter(|&step| step <= OWNER_STEPS.into());
    step.map(|step| step as u8).ok_or(Wrong::Owner(letter))
}

fn parse_policy(size: Size, text: &str) -> Result<Box<[(u16, u16)]>, Wrong> {
    let parse = |entry: &str| {
        let (letters, number) = entry.split_at_checked(2)?;
        let index = match parse_move(size, letters)? {
            Move::Place(point) => point.index(),
            Move::Pass => size.area(),
        };
        let likely = number.parse().ok().filter(|likely| (1..=1000).contains(likely))?;
        Some((index as u16, likely))
    };
    let parse =
        |entry: &str| parse(entry).ok_or_else(|| Wrong::Policy(entry.chars().take(20).collect()));
    let policy: Box<[(u16, u16)]> = text.split_whitespace().map(parse).collect::<Result<_, _>>()?;
    let sum: usize = policy.iter().map(|&(_, likely)| usize::from(likely)).sum();
    let twice = |(place, &(index, _)): (usize, &(u16, u16))| {
        policy[..place].iter().any(|&(other, _)| other == index)
    };
    // Every number is rounded by half a thousandth at most.
    let is_whole = !policy.is_empty() && sum <= 1000 + policy.len() / 2;
    let is_whole = is_whole && !policy.iter().enumerate().any(twice);
    if is_whole { Ok(policy) } else { Err(Wrong::NotWhole) }
}
