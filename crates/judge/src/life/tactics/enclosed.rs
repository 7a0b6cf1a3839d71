//! Does a small enclosed group live?
//!
//! What an enemy that breathes outside closes in, stones and empty points, is a fight on a few points,
//! which is played out. Larger ones are for the solver.

use super::fate::AttackAndDefence;
use super::local::MOST_NODES;
use super::race::read_fight;
use crate::life::node::{Node, Side};
use crate::life::small_board::SmallBoard;
use aji_rules::{Color, Point, PointSet, Position};

/// So many empty points may be inside.
const MOST_EMPTY: usize = 9;
/// A wall must breathe outside with so many liberties to count as one.
const WALL_BREATH: usize = 2;

/// Reads the chain of a stone out, if it is enclosed and little is inside.
pub fn read(position: &Position, stone: Point) -> Option<AttackAndDefence> {
    let chain = position.chain_at(stone)?;
    let region = region(position, stone, chain.color())?;
    let target: PointSet = chain.stones().collect();
    let points: Vec<Point> = (region - target).iter().collect();
    // The chain and the wall count as one each.
    if points.len() + 2 > MOST_NODES {
        return None;
    }
    let own = 1 << points.len();
    let is_wall = |stone: Option<Color>| (stone == Some(!chain.color()), false);
    let board = SmallBoard::with_chains(position, points, &[target], is_wall)?;
    let mut stones = board.stones(position, chain.color());
    stones.defender |= own;
    let read = |first| read_fight(&board, 0, Node::new(stones, own, first));
    let (attack, attack_move) = read(Side::Attacker)?;
    let (defence, defence_move) = read(Side::Defender)?;
    Some(AttackAndDefence { attack, attack_move, defence, defence_move })
}

/// All that is closed in with a stone; `None` if the enemy does not close it in or it is too much.
fn region(position: &Position, stone: Point, color: Color) -> Option<PointSet> {
    let mut region: PointSet = [stone].into_iter().collect();
    let mut todo = vec![stone];
    loop {
        while let Some(point) = todo.pop() {
            for &near in position.neighbours(point) {
                if position.stone(near) != Some(!color) && region.insert(near) {
                    todo.push(near);
                }
            }
            if region.iter().filter(|&at| position.stone(at).is_none()).count() > MOST_EMPTY {
                return None;
            }
        }
        // Enemies that breathe only inside are inside; behind them it goes on.
        let all_beside = region
            .iter()
            .flat_map(|point| position.neighbours(point))
            .copied()
            .filter(|&near| position.stone(near) == Some(!color) && !region.contains(near))
            .collect::<PointSet>();
        for near in all_beside.iter() {
            let Some(chain) = position.chain_at(near) else { continue };
            let outside = (chain.liberties() - region).len();
            if outside == 0 {
                for stone in chain.stones() {
                    if region.insert(stone) {
                        todo.push(stone);
                    }
                }
            }
        }
        if todo.is_empty() {
            let is_wall = |near: Point| {
                position
                    .chain_at(near)
                    .is_some_and(|chain| (chain.liberties() - region).len() >= WALL_BREATH)
            };
            return all_beside.iter().all(is_wall).then_some(region);
        }
    }
}
