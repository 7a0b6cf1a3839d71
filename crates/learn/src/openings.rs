//! Openings of even games on 19x19: what models of the opening learn from and are measured on.

use crate::games::{Unfit, even_moves};
use aji_judge::opening::{SIZE, Scene};
use aji_record::Record;
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, Move, Outcome, Point, Position, Symmetry, Win};
use std::collections::HashSet;

/// One game in so many is held out.
const HELD_OUT: u64 = 10;

/// How a game began.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    points: Box<[Point]>,
    /// Who won the game, if it was decided on the board.
    pub winner: Option<Color>,
    fingerprint: u64,
}

/// A position in which a stone was placed next.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// What was seen.
    pub scene: Scene<'a>,
    /// What was played.
    pub next: Point,
}

impl Opening {
    /// The opening of a record: its first moves, at most so many, up to the first pass.
    pub fn of(record: &Record, most: usize) -> Result<Opening, Unfit> {
        if record.head.size != SIZE {
            return Err(Unfit::OtherBoard);
        }
        let (moves, fingerprint) = even_moves(record)?;
        let place = |mv: &Move| match mv {
            Move::Place(point) => Some(*point),
            Move::Pass => None,
        };
        let points: Box<[Point]> = moves.iter().map_while(place).take(most).collect();
        let winner = match record.head.outcome {
            Some(Outcome::Win(_, Win::Time | Win::Forfeit)) => None,
            Some(outcome) => outcome.winner(),
            None => None,
        };
        let opening = Opening { points, winner, fingerprint };
        let mut played = 0;
        opening.for_each(Symmetry::IDENTITY, |_| played += 1);
        if played == opening.points.len() { Ok(opening) } else { Err(Unfit::Illegal) }
    }

    /// What was played, Black first.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Whether nobody learns from it, so that models can be measured on it.
    pub fn is_held_out(&self) -> bool {
        self.fingerprint.is_multiple_of(HELD_OUT)
    }

    /// Every position in which a stone was placed next, the board turned like this.
    pub fn for_each(&self, symmetry: Symmetry, mut visit: impl FnMut(Played<'_>)) {
        let mut position = Position::empty(SIZE);
        let mut recent = [None; 2];
        for &point in &self.points {
            let next = symmetry.point(SIZE, point);
            let scene = Scene { position: &position, recent, is_over: false };
            visit(Played { scene, next });
            if position.play(Move::Place(next), Suicide::Forbidden).is_err() {
                return;
            }
            recent = [Some(next), recent[0]];
        }
    }
}

/// Openings, each game once, in the order in which they came.
#[derive(Default)]
pub struct Openings {
    /// The openings.
    pub openings: Vec<Opening>,
    /// How many games did not count.
    pub left_out: usize,
    seen: HashSet<u64>,
}

impl Openings {
    /// Takes an opening, or counts that it does not count.
    pub fn take(&mut self, opening: Result<Opening, Unfit>) {
        match opening {
            Ok(opening) if self.seen.insert(opening.fingerprint) => self.openings.push(opening),
            _ => self.left_out += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(sgf: &str) -> Result<Opening, Unfit> {
        Opening::of(&Record::from_sgf(sgf).unwrap(), 50)
    }

    #[test]
    fn even_games_on_19x19_count() {
        let game = opening("(;SZ[19]KM[6.5]RE[W+];B[pd];W[dp];B[];W[pp])").unwrap();
        assert_eq!((game.points().len(), game.winner), (2, Some(Color::White)));
        assert_eq!(opening("(;SZ[19]RE[B+T];B[pd])").unwrap().winner, None);
        assert_eq!(opening("(;SZ[19];B[pd])").unwrap().winner, None);
        assert_eq!(opening("(;SZ[9]KM[6.5]RE[W+R];B[ee])"), Err(Unfit::OtherBoard));
        assert_eq!(opening("(;SZ[19]HA[2]AB[pd][dp];W[dd])"), Err(Unfit::NotEven));
        assert_eq!(opening("(;SZ[19];B[pd];W[pd])"), Err(Unfit::Illegal));
    }

    #[test]
    fn positions_come_with_what_was_played_next_and_before() {
        let game = opening("(;SZ[19];B[pd];W[dp];B[pp])").unwrap();
        let point = |text: &str| SIZE.parse_point(text).unwrap();
        let mut seen = Vec::new();
        game.for_each(Symmetry::IDENTITY, |played| {
            let stones = played.scene.position.stone_count();
            seen.push((stones.black + stones.white, played.scene.recent, played.next));
        });
        let (q16, d4, q4) = (point("Q16"), point("D4"), point("Q4"));
        let expected =
            [(0, [None, None], q16), (1, [Some(q16), None], d4), (2, [Some(d4), Some(q16)], q4)];
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_turned_game_is_the_same_game() {
        let mut openings = Openings::default();
        openings.take(opening("(;SZ[19];B[pd];W[dp])"));
        openings.take(opening("(;SZ[19];B[dp];W[pd])"));
        assert_eq!((openings.openings.len(), openings.left_out), (1, 1));
    }
}
