//! Games whose winner is known: what predicting winners is learned from and measured on.
//!
//! Only games that tell who was ahead count: even games that were counted or resigned. Who lost on
//! time or left need not have been behind.

use crate::labels::LabelledGame;
use aji_record::{Record, fingerprint};
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, Field, HalfPoints, Move, Outcome, Position, Size, Step, Win};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// An even game with a winner.
#[derive(Clone, Debug, PartialEq)]
pub struct WonGame {
    size: Size,
    moves: Box<[Move]>,
    /// White's compensation.
    pub komi: HalfPoints,
    /// Who won.
    pub winner: Color,
    /// How it ended.
    pub end: End,
    /// Whose each point was in the end, if that is known: 1 Black's, -1 White's, 0 neutral.
    pub owner: Option<Arc<Field<i8>>>,
    fingerprint: u64,
}

/// How a game was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// By counting, with this lead of Black.
    Counted(HalfPoints),
    /// The loser resigned.
    Resigned,
}

/// Why a game does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unfit {
    /// No result, a draw or void.
    NoWinner,
    /// Decided by the clock, by leaving, or nobody says how.
    NotOnTheBoard,
    /// One side had handicap stones, or stones were set up.
    NotEven,
    /// Nobody says what komi was.
    NoKomi,
    /// It cannot be played by the rules.
    Illegal,
    /// The board has a size that the model does not know.
    OtherBoard,
    /// Seen before, whichever way the board was turned.
    Duplicate,
}

impl Unfit {
    /// What is wrong with such games, after a number.
    pub fn words(self) -> &'static str {
        match self {
            Unfit::NoWinner => "without a winner",
            Unfit::NotOnTheBoard => "not decided on the board",
            Unfit::NotEven => "not even",
            Unfit::NoKomi => "without komi",
            Unfit::Illegal => "against the rules",
            Unfit::OtherBoard => "on a board of another size",
            Unfit::Duplicate => "seen before",
        }
    }
}

impl WonGame {
    /// The game of a record.
    pub fn of(record: &Record) -> Result<WonGame, Unfit> {
        let head = &record.head;
        let (winner, end) = ending(head.outcome)?;
        let komi = head.komi.ok_or(Unfit::NoKomi)?;
        let (moves, fingerprint) = even_moves(record)?;
        let won = WonGame { size: head.size, moves, komi, winner, end, owner: None, fingerprint };
        // Positions are made by playing the moves again, under the plainest rules.
        let playable = won.replayed(won.moves.len()).is_some();
        if playable { Ok(won) } else { Err(Unfit::Illegal) }
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What was played, Black first.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position after so many moves; `None` if the game is shorter.
    pub fn position_after(&self, count: usize) -> Option<Position> {
        (count <= self.moves.len()).then(|| self.replayed(count))?
    }

    fn replayed(&self, count: usize) -> Option<Position> {
        let mut position = Position::empty(self.size);
        for &mv in self.moves.iter().take(count) {
            position.play(mv, Suicide::Forbidden).ok()?;
        }
        Some(position)
    }
}

/// Who won and how, if that tells who was ahead.
pub fn ending(outcome: Option<Outcome>) -> Result<(Color, End), Unfit> {
    match outcome {
        Some(Outcome::Win(winner, Win::Points(points))) => {
            let lead = HalfPoints::from_halves(winner.sign() * points.halves());
            Ok((winner, End::Counted(lead)))
        }
        Some(Outcome::Win(winner, Win::Resignation)) => Ok((winner, End::Resigned)),
        Some(Outcome::Win(..)) => Err(Unfit::NotOnTheBoard),
        _ => Err(Unfit::NoWinner),
    }
}

/// The moves of an even game, Black first, and its fingerprint.
pub fn even_moves(record: &Record) -> Result<(Box<[Move]>, u64), Unfit> {
    if record.head.handicap > 0 {
        return Err(Unfit::NotEven);
    }
    let replay = record.replay();
    if replay.fault.is_some() {
        return Err(Unfit::Illegal);
    }
    let game = &replay.game;
    let mut to_play = Color::Black;
    let mut moves = Vec::with_capacity(game.steps().len());
    for step in game.steps() {
        match step {
            Step::Play(color, mv) if *color == to_play => moves.push(*mv),
            _ => return Err(Unfit::NotEven),
        }
        to_play = !to_play;
    }
    if *game.start() != Position::empty(record.head.size) {
        return Err(Unfit::NotEven);
    }
    Ok((moves.into(), fingerprint(game)))
}

/// Games that count, each once, in the order in which they came.
#[derive(Default)]
pub struct WonGames {
    /// The games.
    pub games: Vec<WonGame>,
    /// How many did not count, and why.
    pub left_out: HashMap<Unfit, usize>,
    seen: HashSet<u64>,
}

impl WonGames {
    /// Takes a game, or counts why not.
    pub fn take(&mut self, game: Result<WonGame, Unfit>) {
        let new = game.and_then(|game| match self.seen.insert(game.fingerprint) {
            true => Ok(game),
            false => Err(Unfit::Duplicate),
        });
        match new {
            Ok(game) => self.games.push(game),
            Err(unfit) => *self.left_out.entry(unfit).or_default() += 1,
        }
    }
}

/// Tells the games whose each point was in the end, where labels know it; says how many it told.
pub fn attach_owners(games: &mut [WonGame], labels: &[LabelledGame]) -> usize {
    let by_moves: HashMap<&[Move], &LabelledGame> =
        labels.iter().map(|label| (label.moves(), label)).collect();
    let mut told = 0;
    for game in games {
        let label = by_moves.get(game.moves()).filter(|label| label.owner.size() == game.size);
        game.owner = label.map(|label| label.owner.clone());
        told += usize::from(game.owner.is_some());
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(sgf: &str) -> Result<WonGame, Unfit> {
        WonGame::of(&Record::from_sgf(sgf).unwrap())
    }

    #[test]
    fn counted_and_resigned_games_count() {
        let counted = game("(;SZ[9]KM[6.5]RE[W+2.5];B[ee];W[ec])").unwrap();
        assert_eq!(counted.winner, Color::White);
        assert_eq!(counted.end, End::Counted(HalfPoints::from_halves(-5)));
        assert_eq!(counted.position_after(1).unwrap().stone_count().black, 1);
        assert!(counted.position_after(3).is_none());
        assert_eq!(game("(;SZ[9]KM[7]RE[B+R];B[ee])").unwrap().end, End::Resigned);
    }

    #[test]
    fn other_games_do_not() {
        for (sgf, unfit) in [
            ("(;SZ[9]KM[6.5];B[ee])", Unfit::NoWinner),
            ("(;SZ[9]KM[6.5]RE[0];B[ee])", Unfit::NoWinner),
            ("(;SZ[9]KM[6.5]RE[B+T];B[ee])", Unfit::NotOnTheBoard),
            ("(;SZ[9]KM[6.5]RE[B+];B[ee])", Unfit::NotOnTheBoard),
            ("(;SZ[9]RE[B+R];B[ee])", Unfit::NoKomi),
            ("(;SZ[9]KM[0.5]HA[2]AB[cc][gg]RE[B+R];W[ee])", Unfit::NotEven),
            ("(;SZ[9]KM[0.5]AB[cc]RE[B+R];W[ee])", Unfit::NotEven),
            ("(;SZ[9]KM[0.5]RE[B+R];W[ee])", Unfit::NotEven),
            ("(;SZ[9]KM[0.5]RE[B+R];B[ee];W[ee])", Unfit::Illegal),
        ] {
            assert_eq!(game(sgf), Err(unfit), "{sgf}");
        }
    }

    #[test]
    fn a_turned_game_is_the_same_game() {
        let mut games = WonGames::default();
        games.take(game("(;SZ[9]KM[6.5]RE[W+R];B[ee];W[ec])"));
        games.take(game("(;SZ[9]KM[6.5]RE[W+R];B[ee];W[ce])"));
        games.take(game("(;SZ[9]KM[6.5]RE[W+R];B[ee];W[cd])"));
        assert_eq!(games.games.len(), 2);
        assert_eq!(games.left_out[&Unfit::Duplicate], 1);
    }

    #[test]
    fn owners_come_to_the_game_with_the_same_moves() {
        let mut games =
            [game("(;SZ[2]KM[0]RE[B+1.5];B[aa];W[bb])"), game("(;SZ[2]KM[0]RE[B+R];B[aa])")]
                .map(Result::unwrap);
        let line = r#"{"moves":"aabb","ownership":"BW=B","result":"B+1.5","diff":0.0}"#;
        assert_eq!(attach_owners(&mut games, &[LabelledGame::parse(line).unwrap()]), 1);
        assert_eq!(games[0].owner.as_ref().unwrap().values(), [1, -1, 0, 1]);
        assert!(games[1].owner.is_none());
    }
}
