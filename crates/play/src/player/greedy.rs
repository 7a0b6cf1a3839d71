//! One move deep: every legal move is tried and the position after it valued.

use super::eyes::is_own_eye;
use super::{Candidate, Choice, MOST_CANDIDATES, PlayerError, Turn};
use crate::evaluator::black_value;
use aji_judge::evaluate::Judge;
use aji_judge::judgement::Question;
use aji_rules::{Move, Point};
use rayon::prelude::*;

/// What passing and every sensible move would leave, seen from the side to move.
pub(super) struct Tried {
    /// After a pass.
    pub pass: f64,
    /// After each legal move that fills no own eye, in board order.
    pub moves: Vec<(Point, f64)>,
}

/// Tries every move.
pub(super) fn try_all(turn: &Turn<'_>, judge: &dyn Judge) -> Result<Tried, PlayerError> {
    let sign = f64::from(turn.color().sign());
    let after = |mv: Move| {
        let mut position = turn.position().clone();
        position.play_unchecked(mv);
        let asked = turn.question();
        let recent = asked.recent.after(mv);
        let question = Question { position: &position, is_over: false, recent, ..asked };
        Ok::<f64, PlayerError>(sign * black_value(judge, &question)?)
    };
    let is_sensible = |point: &Point| {
        let position = turn.position();
        position.stone(*point).is_none()
            && !is_own_eye(position, *point, turn.color())
            && turn.is_legal(*point)
    };
    let points: Vec<Point> = turn.size().points().filter(is_sensible).collect();
    let moves = points.into_par_iter().map(|point| Ok((point, after(Move::Place(point))?)));
    Ok(Tried {
        pass: after(Move::Pass)?,
        moves: moves.collect::<Result<Vec<(Point, f64)>, PlayerError>>()?,
    })
}

/// The best move, if it is better than passing by more than `least`; with what it gains in words.
pub(super) fn best(
    mut tried: Tried,
    least: f64,
    gain_words: impl Fn(f64, f64) -> String,
) -> Choice {
    let pass = tried.pass;
    // The sort is stable: of equal moves the first in board order stays first.
    tried.moves.sort_by(|one, other| other.1.total_cmp(&one.1));
    tried.moves.truncate(MOST_CANDIDATES);
    let candidate = |&(point, value): &(Point, f64)| Candidate {
        point,
        value,
        reasons: vec![gain_words(pass, value)],
    };
    let candidates: Vec<Candidate> = tried.moves.iter().map(candidate).collect();
    let is_worth_it = candidates.first().is_some_and(|best| best.value > pass + least);
    match Choice::best(candidates) {
        Some(choice) if is_worth_it => choice,
        _ => Choice::pass("no move is better than passing"),
    }
}
