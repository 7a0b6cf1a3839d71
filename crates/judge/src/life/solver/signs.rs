//! What is to be seen of a position that tells of life or death.

use super::super::arena::{Arena, Look, Points, each};
use super::graph::Node;

/// How many kinds of signs there are.
pub const KINDS: usize = BAN + 3 + 14;

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
const INTRUDING: usize = CHAINS + 24;
/// Regions that the defender encloses.
const ENCLOSED: usize = INTRUDING + 9;
/// Parts of the room.
const ROOM: usize = ENCLOSED + 42;
/// A ko that may not be retaken.
const BAN: usize = ROOM + 21;

/// How many points there are, but no more than these.
#[inline]
fn count<const MOST: usize>(mut points: Points) -> usize {
    // These sets have few points, and not every processor counts bits by itself.
    let mut count = 0;
    for _ in 0..MOST {
        count += usize::from(points != 0);
        points &= points.wrapping_sub(1);
    }
    count
}

/// Shows each sign of a position, by its kind.
#[inline]
pub fn show(arena: &Arena, node: &Node, look: &Look, mut see: impl FnMut(usize)) {
    let stones = node.stones;
    let empty = arena.empty(stones);
    let intruders = stones.attacker & !look.safe;
    for point in each(empty) {
        let around = arena.beside(point);
        let free = count::<3>(around & empty);
        if around & look.safe != 0 || point & arena.wall() != 0 {
            see(OPEN + 4 * free.min(2) + count::<3>(around & stones.defender));
        } else if around & intruders != 0 {
            see(DISPUTED + 3 * free + count::<2>(around & stones.defender));
        } else {
            let bad = count::<2>(arena.aslant(point) & stones.attacker)
                + usize::from(point & arena.wall_aslant() != 0);
            let edge = usize::from(point & arena.edge() != 0);
            see(CLEAR + 6 * free + 2 * bad.min(2) + edge);
        }
    }
    for point in each(intruders) {
        let around = arena.beside(point);
        see(INTRUDERS + 4 * count::<3>(around & empty) + count::<3>(around & stones.defender));
    }
    for &(chain, beside) in look.chains() {
        let air = count::<4>(beside & empty).max(1) - 1;
        let eyes = look.eyes().iter().filter(|(_, border)| border & chain != 0).count().min(2);
        see(CHAINS + 6 * air + 2 * eyes + usize::from(chain & node.target != 0));
    }
    for (chain, beside) in arena.parts(intruders) {
        let air = count::<3>(beside & empty).max(1) - 1;
        see(INTRUDING + 3 * air + count::<3>(chain) - 1);
    }
    for &(eye, border) in look.eyes() {
        let one = arena.flood(border & border.wrapping_neg(), stones.defender);
        let split = usize::from(border & !one != 0);
        let size = count::<7>(eye & !stones.attacker).max(1) - 1;
        see(ENCLOSED + 6 * size + 2 * count::<2>(eye & stones.attacker) + split);
    }
    for (part, _) in arena.parts(look.room) {
        see(ROOM + 3 * (count::<7>(part) - 1) + count::<2>(part & stones.attacker));
    }
    let master = node.threats == super::search::ENDLESS;
    if node.ban != 0 {
        see(BAN + usize::from(master));
    } else if master {
        see(BAN + 2);
    }
    let x = BAN + 3;
    let s = arena.signs(stones, node.target, look);
    for (i, &c) in s.iter().enumerate() { for _ in 0..c { see(x + i); } }
    see(x + 10 + s[5].min(3) as usize);
}
