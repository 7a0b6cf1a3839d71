//! Players of every strength, from a beginner to all that there is.
//!
//! A weaker player looks less far, is less choosy among the moves that look natural, and overlooks what happens away
//! from the last moves, as people do; it never plays just anywhere. All of them bring their games to a proper end.

use super::search::{SearchEffort, SearchPlayer, USUAL_VISITS, is_sensible, tell};
use super::{Choice, Player, PlayerError, Resignation, Turn};
use crate::search::{Searched, SearchedMove};
use aji_judge::Dice;
use aji_judge::library::{Library, LibraryError};
use aji_rules::{Move, Point, Size, Step};
use std::fmt;
use std::str::FromStr;

/// A strength, from 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// No level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no level: take 1 (a beginner) to {max} (all its strength)", max = Level::MAX)]
pub struct UnknownLevel(String);

/// How somebody of a level plays.
#[derive(Clone, Copy, Debug)]
struct Habits {
    /// So many positions are looked at; one is a glance.
    visits: u32,
    /// How much less likely moves are taken than likelier ones: as often as they deserve (1), oftener (more) or
    /// more rarely (less).
    temperature: f64,
    /// Moves that look less natural than this share of the most natural one are never played.
    share: f64,
    /// How likely a point is overlooked that is far from the last moves.
    overlooks: f64,
    /// Moves that are seen to lose more than this are not played, in points.
    loss: f64,
}

const fn glance(temperature: f64, share: f64, overlooks: f64) -> Habits {
    Habits { visits: 1, temperature, share, overlooks, loss: f64::INFINITY }
}

/// From level 1 on; the last has habits of its own.
const HABITS: [Habits; 9] = [
    glance(2.4, 0.001, 0.6),
    glance(1.8, 0.002, 0.5),
    glance(1.4, 0.005, 0.35),
    glance(1.1, 0.01, 0.2),
    glance(0.8, 0.03, 0.1),
    glance(0.4, 0.1, 0.0),
    Habits { visits: 8, temperature: 0.4, share: 0.1, overlooks: 0.0, loss: 4.0 },
    Habits { visits: 32, temperature: 0.3, share: 0.2, overlooks: 0.0, loss: 2.0 },
    Habits { visits: 150, temperature: 0.2, share: 0.3, overlooks: 0.0, loss: 1.0 },
];

/// The last level reads as much as the clock allows, and without one so many times what is usual.
const MOST: u32 = 8;
/// Points within this distance of the last two moves are never overlooked.
const NEAR: usize = 4;

impl Level {
    /// The strongest.
    pub const MAX: u8 = HABITS.len() as u8 + 1;

    /// Level 1, 2, ...; `None` if there is none of this number.
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::MAX).contains(&number).then_some(Level(number))
    }

    /// All of them, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::MAX).map(Level)
    }

    fn habits(self) -> Option<Habits> {
        HABITS.get(usize::from(self.0) - 1).copied()
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        text.parse().ok().and_then(Level::new).ok_or_else(|| UnknownLevel(text.to_string()))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The players `level:1` to `level:10`.
pub struct LevelPlayer {
    reader: SearchPlayer,
    level: Level,
}

impl LevelPlayer {
    /// Of this level.
    pub fn new(library: &Library, level: Level) -> Result<LevelPlayer, LibraryError> {
        let effort = match level.habits() {
            Some(habits) => SearchEffort::AtMost(habits.visits),
            None => SearchEffort::ByClock(MOST * USUAL_VISITS),
        };
        Ok(LevelPlayer { reader: SearchPlayer::new(library, effort)?, level })
    }
}

impl Player for LevelPlayer {
    fn forget(&mut self) {
        self.reader.forget();
    }

    fn set_resignation(&mut self, resignation: Resignation) {
        self.reader.set_resignation(resignation);
    }

    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Choice, PlayerError> {
        let Some(habits) = self.level.habits() else { return self.reader.choose(turn, dice) };
        let searched = self.reader.read(turn)?;
        let best = searched.moves.iter().find(|one| is_sensible(turn, one.mv));
        let wanted = best.map_or(Move::Pass, |best| best.mv);
        if let Some(choice) = self.reader.conclude(turn, &searched, wanted)? {
            return Ok(choice);
        }
        let drawn = match wanted {
            Move::Pass => None,
            Move::Place(_) => habits.draw(turn, &searched, dice),
        };
        Ok(tell(turn, &searched, drawn.or(best)))
    }
}

impl Habits {
    /// One of the moves that look natural.
    fn draw<'s>(
        &self,
        turn: &Turn<'_>,
        searched: &'s Searched,
        dice: &mut Dice,
    ) -> Option<&'s SearchedMove> {
        let natural = self.natural(turn, searched);
        let recent = last_points(turn);
        let is_near = |mv: Move| match mv {
            Move::Place(point) => {
                recent.is_empty() || recent.iter().any(|&last| is_near(turn.size(), last, point))
            }
            Move::Pass => true,
        };
        // One throw a move, whatever comes of it.
        let seen: Vec<_> = natural
            .iter()
            .filter(|(one, _)| dice.unit() >= self.overlooks || is_near(one.mv))
            .collect();
        let seen = if seen.is_empty() { natural.iter().collect() } else { seen };
        let weight = |weight: f64| weight.powf(1.0 / self.temperature);
        let mut left = dice.unit() * seen.iter().map(|(_, likely)| weight(*likely)).sum::<f64>();
        for (one, likely) in &seen {
            left -= weight(*likely);
            if left <= 0.0 {
                return Some(one);
            }
        }
        seen.first().map(|(one, _)| *one)
    }

    /// The moves that one might play, with how likely each is: at a glance by its looks, after reading by how often it
    /// was tried.
    fn natural<'s>(&self, turn: &Turn<'_>, searched: &'s Searched) -> Vec<(&'s SearchedMove, f64)> {
        let sign = f64::from(turn.color().sign());
        let lead = |one: &SearchedMove| Some(sign * one.distribution?.mean());
        let best_lead = searched.moves.first().and_then(lead);
        // What others have read of it is not seen at a glance.
        let has_read = self.visits > 1 && searched.visits > 1;
        let likely = |one: &SearchedMove| match has_read {
            true => f64::from(one.visits) / f64::from(searched.visits),
            false => one.prior,
        };
        let costs_little = |one: &SearchedMove| match (best_lead, lead(one)) {
            (Some(best), Some(lead)) => best - lead <= self.loss,
            _ => true,
        };
        let moves: Vec<(&SearchedMove, f64)> = searched
            .moves
            .iter()
            .filter(|one| one.mv != Move::Pass && is_sensible(turn, one.mv))
            .filter(|one| costs_little(one))
            .map(|one| (one, likely(one)))
            .collect();
        let most = moves.iter().map(|&(_, likely)| likely).fold(0.0, f64::max);
        moves
            .into_iter()
            .filter(|&(_, likely)| likely > 0.0 && likely >= self.share * most)
            .collect()
    }
}

/// Where the last two moves were.
fn last_points(turn: &Turn<'_>) -> Vec<Point> {
    let points = turn.game().steps().iter().rev().take(2).filter_map(|step| match step {
        Step::Play(_, Move::Place(point)) => Some(*point),
        _ => None,
    });
    points.collect()
}

fn is_near(size: Size, one: Point, other: Point) -> bool {
    let ((x, y), (u, v)) = (size.xy(one), size.xy(other));
    x.abs_diff(u) + y.abs_diff(v) <= NEAR
}
