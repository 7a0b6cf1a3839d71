//! Does a small enclosed group live?
//!
//! What an enemy that breathes outside closes in, stones and empty points, is a fight on a few points,
//! which is played out. Larger ones are for the solver.

use super::fate::AttackAndDefence;
use super::local::MOST_NODES;
use super::race::read_fight;
use crate::life::node::{Node, Side};
use crate::life::small_board::SmallBoard;
use aji_rules::position::Chain;
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
    let is_wall = |near| (position.stone(near) == Some(!chain.color()), false);
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
    let size = position.size();
    let mut region = PointSet::from_iter([stone]);
    loop {
        let mut empty = region.iter().filter(|&point| position.stone(point).is_none()).count();
        region = region.flooded(size, size.area(), |near| {
            empty += usize::from(position.stone(near).is_none());
            position.stone(near) != Some(!color) && empty <= MOST_EMPTY
        })?;
        if empty > MOST_EMPTY {
            return None;
        }
        let beside = region.beside(size);
        let around: Vec<Chain<'_>> =
            beside.iter().filter_map(|point| position.chain_at(point)).collect();
        let outside = |chain: &Chain<'_>| (chain.liberties() - region).len();
        if around.iter().all(|chain| outside(chain) > 0) {
            return around.iter().all(|chain| outside(chain) >= WALL_BREATH).then_some(region);
        }
        // Enemies that breathe only inside are inside; behind them it goes on.
        let inner = around.iter().filter(|chain| outside(chain) == 0);
        region = inner.fold(region, |all, chain| all | chain.stones().collect());
    }
}
