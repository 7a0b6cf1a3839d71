//! Playouts: random play to the end, or until a predictor of winners is sure.
//!
//! Nobody fills his own eyes, so a game comes to its end, and then what stands lives: it is counted by area, whatever
//! the rules. A game that ends in the tree, by two passes, is counted by its rules.

use aji_judge::Dice;
use aji_judge::judgement::{JudgeError, Question, Recent};
use aji_judge::winner::Predictor;
use aji_rules::fast::FastBoard;
use aji_rules::{ByColor, Color, Game, Move, Position, Setup};
use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::Arc;

/// In moves a point; a random game can go round in circles.
const LONGEST: u32 = 3;

/// When a playout is cut short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutSettings {
    /// The predictor is asked whenever so many moves more were played.
    pub every: u32,
    /// It is sure when either side's chance is above this.
    pub threshold: f64,
}

impl Default for CutSettings {
    fn default() -> CutSettings {
        CutSettings { every: 30, threshold: 0.9 }
    }
}

/// Who cuts playouts short.
#[derive(Clone, Debug)]
pub struct Cut {
    /// Who says who will win.
    pub predictor: Arc<Predictor>,
    /// When that is enough.
    pub settings: CutSettings,
}

/// How a playout went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedOut {
    /// 1 if Black won, 0 if White did, or would have if it was cut.
    pub black_wins: f64,
    /// Turns taken, passes included.
    pub turns: u32,
    /// How often the predictor was asked.
    pub asked: u32,
    /// Whether it was cut.
    pub is_cut: bool,
}

/// A playout in which the predictor was asked all along, but not listened to.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Black's chance, after every so many moves.
    pub chances: Vec<f64>,
    /// How it went.
    pub end: PlayedOut,
}

impl Trace {
    /// Where a cut at this threshold comes: at which chance, counted from 0.
    pub fn cut_at(&self, threshold: f64) -> Option<usize> {
        self.chances.iter().position(|chance| is_sure(*chance, threshold))
    }
}

/// Whether a chance of Black's is beyond the threshold for either side.
fn is_sure(black_chance: f64, threshold: f64) -> bool {
    black_chance.max(1.0 - black_chance) > threshold
}

/// Plays out a position of a game to the end, or to where it is cut.
pub fn play_out(
    game: &Game,
    position: &Position,
    cut: Option<&Cut>,
    dice: &mut Dice,
) -> Result<PlayedOut, JudgeError> {
    let mut board = FastBoard::from(position);
    let Some(Cut { predictor, settings }) = cut else {
        let turns = board.play_out(longest(position), &mut |bound| dice.below(bound)).turns;
        return Ok(PlayedOut { black_wins: winner(game, &board), turns, asked: 0, is_cut: false });
    };
    let mut asked = 0;
    let mut sure = None;
    let turns = walk(position, &mut board, settings.every, dice, |position| {
        asked += 1;
        let chance = predictor.black_wins(&question(game, position))?;
        if !is_sure(chance, settings.threshold) {
            return Ok(ControlFlow::Continue(()));
        }
        sure = Some(chance);
        Ok(ControlFlow::Break(()))
    })?;
    Ok(PlayedOut {
        black_wins: sure.map_or_else(|| winner(game, &board), f64::round),
        turns,
        asked,
        is_cut: sure.is_some(),
    })
}

/// Plays out a position to the end and asks the predictor on the way.
pub fn trace(
    game: &Game,
    position: &Position,
    predictor: &Predictor,
    every: u32,
    dice: &mut Dice,
) -> Result<Trace, JudgeError> {
    let mut board = FastBoard::from(position);
    let mut chances = Vec::new();
    let turns = walk(position, &mut board, every, dice, |position| {
        chances.push(predictor.black_wins(&question(game, position))?);
        Ok(ControlFlow::Continue(()))
    })?;
    let (black_wins, asked) = (winner(game, &board), chances.len() as u32);
    Ok(Trace { chances, end: PlayedOut { black_wins, turns, asked, is_cut: false } })
}

/// Plays at random, shows the board after every so many turns, and stops at the end or when told to. Gives the turns.
fn walk(
    start: &Position,
    board: &mut FastBoard,
    every: u32,
    dice: &mut Dice,
    mut show: impl FnMut(&Position) -> Result<ControlFlow<()>, JudgeError>,
) -> Result<u32, JudgeError> {
    let longest = longest(start);
    let mut placed = start.stone_count();
    let mut turns = 0;
    while !board.is_over() && turns < longest {
        let mover = board.to_play();
        if board.play_random(&mut |bound| dice.below(bound)) != Move::Pass {
            placed[mover] += 1;
        }
        turns += 1;
        if turns % every.max(1) == 0
            && !board.is_over()
            && let Some(position) = exactly(board, start, placed)
            && show(&position)?.is_break()
        {
            break;
        }
    }
    Ok(turns)
}

/// The board as predictors want it. Where stones were placed and are not, they were captured.
fn exactly(board: &FastBoard, start: &Position, placed: ByColor<u32>) -> Option<Position> {
    let stones = board.stones();
    let count =
        |color: Color| stones.values().iter().filter(|&&stone| stone == Some(color)).count() as u32;
    let captures = ByColor::from_fn(|color: Color| {
        start.captures()[color].saturating_add(placed[!color].saturating_sub(count(!color)))
    });
    let setup = Setup { to_play: board.to_play(), captures, ..Setup::with_stones(stones) };
    Position::try_from(setup).ok()
}

fn question<'a>(game: &Game, position: &'a Position) -> Question<'a> {
    Question {
        position,
        rules: game.rules(),
        terms: game.terms(),
        is_over: false,
        recent: Recent::NONE,
    }
}

fn longest(position: &Position) -> u32 {
    LONGEST * position.size().area() as u32
}

/// 1 if Black has won a board that was played out, 0 if White has, a half if nobody has.
fn winner(game: &Game, board: &FastBoard) -> f64 {
    let bonus = game.rules().handicap_points(game.handicap());
    let halves =
        2 * (i64::from(board.black_lead()) - i64::from(bonus)) - i64::from(game.komi().halves());
    match halves.cmp(&0) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    }
}
