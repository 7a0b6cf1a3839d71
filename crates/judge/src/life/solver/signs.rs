//! What is to be seen of a position that tells of life or death.

use super::super::arena::{Arena, Look, Points, each};
use super::graph::Node;

/// How many kinds of signs there are.
pub const KINDS: usize = 124;

/// Points that are empty and touch no attacker.
const CLEAR: usize = 0;
/// Empty points that touch an attacker's stone, but none that is safe.
const DISPUTED: usize = CLEAR + 24;
/// Empty points that touch a safe stone of the attacker.
const OPEN: usize = DISPUTED + 12;
/// Stones of the attacker that are not safe.
const INTRUDERS: usize = OPEN + 12;
/// Chains of the defender.
const CHAINS: usize = INTRUDERS + 16;
/// Chains of the attacker that are not safe.
const INTRUDING: usize = CHAINS + 8;
/// Regions that the defender encloses.
const ENCLOSED: usize = INTRUDING + 9;
/// A ko that may not be retaken.
const BAN: usize = ENCLOSED + 42;

/// How many points there are, but no more than these.
#[inline]
fn count(points: Points, most: usize) -> usize {
    (points.count_ones() as usize).min(most)
}

/// Shows each sign of a position, by its kind.
#[inline]
pub fn show(arena: &Arena, node: &Node, look: &Look, mut see: impl FnMut(usize)) {
    let stones = node.stones;
    let empty = arena.empty(stones);
    let intruders = stones.attacker & !look.safe;
    for point in each(empty) {
        let around = arena.beside(point);
        let free = count(around & empty, 3);
        if around & look.safe != 0 || point & arena.wall() != 0 {
            see(OPEN + 4 * free.min(2) + count(around & stones.defender, 3));
        } else if around & intruders != 0 {
            see(DISPUTED + 3 * free + count(around & stones.defender, 2));
        } else {
            let bad = (arena.aslant(point) & stones.attacker).count_ones() as usize
                + usize::from(point & arena.wall_aslant() != 0);
            let edge = usize::from(point & arena.edge() != 0);
            see(CLEAR + 6 * free + 2 * bad.min(2) + edge);
        }
    }
    for point in each(intruders) {
        let around = arena.beside(point);
        see(INTRUDERS + 4 * count(around & empty, 3) + count(around & stones.defender, 3));
    }
    for &(chain, beside) in look.chains() {
        let air = count(beside & empty, 4).max(1) - 1;
        see(CHAINS + 2 * air + usize::from(chain & node.target != 0));
    }
    for (chain, beside) in arena.parts(intruders) {
        let air = count(beside & empty, 3).max(1) - 1;
        see(INTRUDING + 3 * air + count(chain, 3) - 1);
    }
    for &(eye, border) in look.eyes() {
        let one = arena.flood(border & border.wrapping_neg(), stones.defender);
        let split = usize::from(border & !one != 0);
        let size = count(eye & !stones.attacker, 7).max(1) - 1;
        see(ENCLOSED + 6 * size + 2 * count(eye & stones.attacker, 2) + split);
    }
    if node.ban != 0 {
        see(BAN);
    }
}
