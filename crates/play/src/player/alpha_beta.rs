//! Several moves deep, by any judge.

use super::static_player::StaticPlayer;
use super::{Action, Choice, Player, PlayerError, Turn};
use crate::alpha_beta::{Tree, alpha_beta};
use crate::evaluator::black_value;
use aji_judge::Dice;
use aji_judge::evaluate::Judge;
use aji_judge::judgement::{JudgeError, Question};
use aji_rules::ruleset::Suicide;
use aji_rules::{Move, Point, Position};

/// How deep and how wide to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effort {
    /// How many moves deep.
    pub plies: u32,
    /// How many moves are tried in each position, those first that the static player likes.
    pub width: usize,
}

/// The player `alphabeta`.
pub struct AlphaBeta {
    effort: Effort,
    judge: Box<dyn Judge>,
    order: StaticPlayer,
}

impl AlphaBeta {
    /// Searches for what this judge values most.
    pub fn new(effort: Effort, judge: Box<dyn Judge>) -> AlphaBeta {
        AlphaBeta { effort, judge, order: StaticPlayer::default() }
    }
}

/// A search under way.
struct Reading<'a> {
    turn: &'a Turn<'a>,
    width: usize,
    judge: &'a dyn Judge,
    order: &'a mut StaticPlayer,
}

impl Tree for Reading<'_> {
    type Error = JudgeError;

    fn moves(&mut self, position: &Position) -> Vec<Move> {
        let values = self.order.values(position);
        let mut open: Vec<(Point, f32)> = values
            .iter()
            .filter(|&(point, &value)| {
                value > 0.0 && position.check(Move::Place(point), Suicide::Forbidden).is_ok()
            })
            .map(|(point, &value)| (point, value))
            .collect();
        open.sort_by(|one, other| other.1.total_cmp(&one.1));
        // The past is known of the turn alone, not of positions that are only thought of.
        let is_now = position.stones_hash() == self.turn.position().stones_hash();
        let may = |point: &Point| !is_now || self.turn.is_legal(*point);
        let points = open.into_iter().map(|(point, _)| point).filter(may).take(self.width);
        let mut moves: Vec<Move> = points.map(Move::Place).collect();
        moves.push(Move::Pass);
        moves
    }

    fn value(&mut self, position: &Position, line: &[Move]) -> Result<f64, JudgeError> {
        let asked = self.turn.question();
        let recent = line.iter().fold(asked.recent, |recent, &mv| recent.after(mv));
        let question = Question { position, is_over: false, recent, ..asked };
        let sign = f64::from(position.to_play().sign());
        Ok(sign * black_value(self.judge, &question)?)
    }
}

impl Player for AlphaBeta {
    fn choose(&mut self, turn: &Turn<'_>, _dice: &mut Dice) -> Result<Choice, PlayerError> {
        let AlphaBeta { effort, judge, order } = self;
        let judge = &**judge;
        let mut reading = Reading { turn, width: effort.width, judge, order };
        let line = alpha_beta(&mut reading, turn.position(), effort.plies)?;
        let size = turn.size();
        let moves: Vec<String> = line.moves.iter().map(|&mv| size.move_text(mv)).collect();
        let value = f64::from(turn.color().sign()) * line.value;
        let value = match judge.evaluate(&turn.question())?.black_win_probability() {
            Some(_) => format!("Black wins {:.0} % of the time", 100.0 * value),
            None => format!("Black leads by {value:+.1}"),
        };
        let first = line.moves.first().copied().unwrap_or(Move::Pass);
        Ok(Choice {
            action: Action::Play(first),
            reasons: vec![format!("expects {}; then {value}", moves.join(" "))],
            candidates: Vec::new(),
        })
    }
}
