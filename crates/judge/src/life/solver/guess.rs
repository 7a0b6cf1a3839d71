//! How hard a position looks at first sight.
//!
//! A few signs and a weight for each, fitted to positions that searches have settled, give the odds that
//! the stones in question are captured; what is likely should take little effort.

use super::signs::{self, KINDS};
use super::super::fight::Side;
use super::graph::Effort;

use super::weights::*;
use super::super::arena::{Arena,Look}; use super::graph::Node;
/// What takes as much effort for one side as for the other takes so much.
const EVEN: f32 = 20.0;
/// How much less effort it takes with better odds.
const STEEPNESS: f32 = 0.6;
const MOST_EFFORT: f32 = 200.0;

/// Odds go so far, in tenths, either way.
const REACH: i32 = 100;

/// Efforts by odds.
pub struct Guess {
    /// For the side whose odds are so many tenths, from the worst on.
    efforts: Vec<u32>,
    w: Vec<Vec<i32>>,
}

impl Default for Guess {
    fn default() -> Guess {
        let effort = |tenths: i32| {
            let odds = tenths as f32 / 10.0;
            (super::super::p(4, 20) as f32 * (-super::super::p(5, 60) as f32 / 100.0 * odds).exp()).clamp(1.0, super::super::p(6, 200) as f32) as u32
        };
        let w = std::env::var("W").map_or_else(|_| vec![DEFENDER_TO_MOVE.to_vec(), ATTACKER_TO_MOVE.to_vec()], |f| std::fs::read_to_string(f).unwrap().lines().map(|l| l[l.rfind('[').unwrap() + 1..l.rfind(']').unwrap()].split(',').map(|x| x.trim().parse().unwrap()).collect()).collect());
        Guess { w, efforts: (-REACH..=REACH).map(effort).collect() }
    }
}

impl Guess {
    /// The efforts that a position looks like.
    #[inline]
    pub fn effort(&self, arena: &Arena, node: &Node, look: &Look) -> Effort {
        let to_move = node.to_move;
        let weights = &self.w[to_move as usize];
        let mut sum = weights[KINDS];
        signs::show(arena, node, look, |kind| sum += weights[kind]);
        if super::super::p(9, 0) == 1 {
            const D: [i32; 11] = [-383, 149, 9, 98, -77, -94, -64, 72, -41, 0, 581];
            const A: [i32; 11] = [-522, 219, 25, 131, -58, -90, -67, 87, -36, -11, 888];
            let w = if to_move == Side::Defender { D } else { A };
            sum = w[10] + arena.signs(node.stones, node.target, look).iter().zip(w).map(|(&s, w)| s as i32 * w).sum::<i32>();
        }
        let odds = (sum / 10).clamp(-REACH, REACH);
        let (kill, live) =
            (self.efforts[(REACH + odds) as usize], self.efforts[(REACH - odds) as usize]);
        match to_move {
            Side::Attacker => Effort { own: kill, other: live },
            Side::Defender => Effort { own: live, other: kill },
        }
    }
}
