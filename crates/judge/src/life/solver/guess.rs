//! How hard a position looks at first sight.
//!
//! Signs and a weight for each, fitted to positions that searches have settled, give the odds that
//! the stones in question are captured; what is likely should take little effort.

use super::graph::Effort;
use super::signs::{self, KINDS};
use super::weights::{ATTACKER_TO_MOVE, DEFENDER_TO_MOVE};
use crate::life::node::{Node, Side};
use crate::life::small_board::{Look, SmallBoard};

/// What takes as much effort for one side as for the other takes so much.
const EVEN: f32 = 20.0;
/// How much less effort it takes with better odds.
const STEEPNESS: f32 = 0.6;
const MOST_EFFORT: f32 = 200.0;

/// What a way out is worth, in tenths, so many moves away.
const LEAK: [i32; 4] = [20, 8, 3, 1];
/// More of them at once count no more than so many.
const MOST_LEAKS: u32 = 2;

/// Odds go so far, in tenths, either way.
const REACH: i32 = 100;

/// Efforts by odds.
pub struct Guess {
    /// For the side whose odds are so many tenths, from the worst on.
    efforts: Vec<u32>,
}

impl Default for Guess {
    fn default() -> Guess {
        let effort = |tenths: i32| {
            let odds = tenths as f32 / 10.0;
            (EVEN * (-STEEPNESS * odds).exp()).clamp(1.0, MOST_EFFORT) as u32
        };
        Guess { efforts: (-REACH..=REACH).map(effort).collect() }
    }
}

impl Guess {
    /// The probability of life.
    pub fn life(board: &SmallBoard, node: &Node, look: &Look) -> f64 {
        1.0 / (1.0 + (f64::from(odds(board, node, look)) / 10.0).exp())
    }

    /// The efforts that a position looks like.
    #[inline]
    pub fn effort(&self, board: &SmallBoard, node: &Node, look: &Look) -> Effort {
        let odds = odds(board, node, look);
        let odds = (odds - leaks(board, node)).clamp(-REACH, REACH);
        let (kill, live) =
            (self.efforts[(REACH + odds) as usize], self.efforts[(REACH - odds) as usize]);
        match node.to_move {
            Side::Attacker => Effort { own: kill, other: live },
            Side::Defender => Effort { own: live, other: kill },
        }
    }
}

/// What ways out do to the odds: more, the more there are and the nearer they are.
#[inline]
fn leaks(board: &SmallBoard, node: &Node) -> i32 {
    if board.haven() == 0 {
        return 0;
    }
    let open = board.empty(node.stones) | node.stones.defender;
    let (mut reached, mut sum) = (node.target, 0);
    for worth in LEAK {
        let next = board.beside(reached) & open & !reached;
        sum += worth * (next & board.haven()).count_ones().min(MOST_LEAKS) as i32;
        reached |= next;
    }
    sum
}

/// The odds that the stones in question are captured: tenths of their logarithm.
#[inline]
fn odds(board: &SmallBoard, node: &Node, look: &Look) -> i32 {
    let weights = match node.to_move {
        Side::Defender => &DEFENDER_TO_MOVE,
        Side::Attacker => &ATTACKER_TO_MOVE,
    };
    let mut sum = weights[KINDS];
    signs::show(board, node, look, |kind| sum += weights[kind]);
    (sum / 10).clamp(-REACH, REACH)
}
