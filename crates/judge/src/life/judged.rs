//! Does a group live if one side moves first, as a judge has it?
//!
//! For groups that nobody can read out. The judge is asked of the position after each of a few moves
//! around the group, those first that its policy likes; the best of them is the answer. Nothing of it is proved.

use crate::evaluate::{Judge, Policy};
use crate::judgement::{JudgeError, Question};
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, Move, Point, PointSet, Position};
use std::cmp::Ordering;

/// So many moves are tried.
const MOST_TRIES: usize = 6;
/// No further from the group than so many steps that no enemy blocks.
const REACH: usize = 3;
/// Enemies around with so few liberties may be captured.
const WEAK: usize = 3;

/// What a judge expects of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedLife {
    /// How likely it lives, from 0 to 1, after the best move.
    pub life: f64,
    /// That move; none if there is none around.
    pub first_move: Option<Point>,
}

impl JudgedLife {
    /// Whether it is rather alive than dead.
    pub fn lives(&self) -> bool {
        self.life >= 0.5
    }
}

/// What becomes of the chain of a stone if `first` moves first; `None` if there is no stone, or the judge
/// does not know this board.
pub fn judged_life(
    judge: &impl Judge,
    question: &Question<'_>,
    stone: Point,
    first: Color,
) -> Result<Option<JudgedLife>, JudgeError> {
    let position = question.position.clone().with_to_play(first);
    let Some(chain) = position.chain_at(stone) else { return Ok(None) };
    let (owner, stones) = (chain.color(), chain.stones().collect::<Vec<Point>>());
    let life = |question: &Question<'_>| -> Result<Option<f64>, JudgeError> {
        let Some(ownership) = judge.evaluate(question)?.ownership else { return Ok(None) };
        let owned: f64 = stones.iter().map(|&stone| ownership[stone]).sum();
        let own = f64::from(owner.sign()) * owned / stones.len() as f64;
        Ok(Some((1.0 + own) / 2.0))
    };
    let now = Question { position: &position, is_over: false, ..question.clone() };
    let mut best: Option<JudgedLife> = None;
    for point in tries(judge, &now, stone)? {
        let mut after = position.clone();
        if after.play(Move::Place(point), Suicide::Forbidden).is_err() {
            continue;
        }
        // What was captured does not live, whoever stands there.
        let is_captured = stones.iter().all(|&stone| after.stone(stone) != Some(owner));
        let recent = now.recent.after(Move::Place(point));
        let after = Question { position: &after, recent, ..now.clone() };
        let found = if is_captured { Some(0.0) } else { life(&after)? };
        let Some(life) = found else { return Ok(None) };
        let is_better = |old: JudgedLife| match first == owner {
            true => life > old.life,
            false => life < old.life,
        };
        if best.is_none_or(is_better) {
            best = Some(JudgedLife { life, first_move: Some(point) });
        }
    }
    match best {
        Some(best) => Ok(Some(best)),
        None => Ok(life(&now)?.map(|life| JudgedLife { life, first_move: None })),
    }
}

/// The legal moves around that the judge's policy likes best; without a policy, the nearest.
fn tries(
    judge: &impl Judge,
    question: &Question<'_>,
    stone: Point,
) -> Result<Vec<Point>, JudgeError> {
    let position = question.position;
    let mut points = around(position, stone);
    points.retain(|&point| position.check(Move::Place(point), Suicide::Forbidden).is_ok());
    let policy = judge.evaluate(question)?.policy;
    let likely = |point: Point| match &policy {
        Some(Policy::Likely(_)) => policy.as_ref().and_then(|p| p.probability(Move::Place(point))),
        Some(Policy::Ranked(moves)) => {
            let rank = moves.iter().position(|&mv| mv == Move::Place(point));
            Some(rank.map_or(0.0, |rank| 1.0 / (1.0 + rank as f64)))
        }
        None => None,
    };
    let mut weighed: Vec<(f64, Point)> =
        points.into_iter().map(|point| (likely(point).unwrap_or(0.0), point)).collect();
    weighed.sort_by(|(one, _), (other, _)| other.partial_cmp(one).unwrap_or(Ordering::Equal));
    Ok(weighed.into_iter().map(|(_, point)| point).take(MOST_TRIES).collect())
}

/// The empty points around the chain of a stone, the nearest first: what can be reached from it in a few
/// steps over friends and empty points, and where weak enemies on the way breathe.
fn around(position: &Position, stone: Point) -> Vec<Point> {
    let Some(chain) = position.chain_at(stone) else { return Vec::new() };
    let mut seen: PointSet = chain.stones().collect();
    let mut ring: Vec<Point> = chain.stones().collect();
    let mut found = Vec::new();
    for _ in 0..REACH {
        let mut next = Vec::new();
        let mut at = 0;
        while let Some(&point) = ring.get(at) {
            at += 1;
            for &near in position.neighbours(point) {
                if !seen.insert(near) {
                    continue;
                }
                match position.chain_at(near) {
                    None => {
                        found.push(near);
                        next.push(near);
                    }
                    // Friends cost no step.
                    Some(other) if other.color() == chain.color() => ring.push(near),
                    Some(other) if other.liberty_count() <= WEAK => {
                        let liberties = other.liberties();
                        found.extend(liberties.iter().filter(|&liberty| seen.insert(liberty)));
                    }
                    Some(_) => {}
                }
            }
        }
        ring = next;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{DEEP, Library};
    use aji_rules::testing::position;
    use aji_rules::{Game, RuleSet};

    #[test]
    fn three_points_in_a_row_hang_on_who_moves_first() {
        // The group has a wall of its own and no more room than three points; the rest is White's.
        let board = "......... ......... ..O...... .OOOOO... OOXXXOO.. OXX.XXO.. OX...XO.. OX.X.XO.. OXXXXXO..";
        let position = position(board);
        let game = Game::from_position(position, RuleSet::Chinese.into());
        let judge = Library::built_in().get(&DEEP).unwrap();
        let stone = game.position().size().parse_point("C1").unwrap();
        for first in Color::BOTH {
            let found = judged_life(&judge, &Question::of(&game), stone, first).unwrap().unwrap();
            assert!((0.0..=1.0).contains(&found.life), "{found:?}");
            assert!(found.first_move.is_some());
        }
    }

    #[test]
    fn moves_are_looked_for_nearby() {
        let position = position(
            "......... .X....... ......... ......... ......... ......... ......... ......... .........",
        );
        let stone = position.size().parse_point("B8").unwrap();
        let near = around(&position, stone);
        assert!(near.len() > 8 && near.iter().all(|&point| position.stone(point).is_none()));
        assert!(!near.contains(&position.size().parse_point("J1").unwrap()));
        assert_eq!(around(&position, near[0]), []);
    }
}
