//! What is to be seen of a position that tells of life or death: points and stones by what is next to them,
//! chains by their liberties, regions by their size.

use crate::life::bits::{Bits, each};
use crate::life::node::{ENDLESS, Node};
use crate::life::small_board::{Look, SmallBoard};

/// How many kinds of signs there are.
pub const KINDS: usize = KO + 3;

/// Empty points that touch no attacker: by their empty neighbours, the attacker's stones diagonal of
/// them, and whether they are at the edge.
const CLEAR: usize = 0;
/// Empty points that touch an attacker's stone, but none that is safe: by their empty neighbours and
/// those of the defender.
const DISPUTED: usize = CLEAR + 24;
/// Empty points that touch a safe stone of the attacker, likewise.
const OPEN: usize = DISPUTED + 12;
/// Stones of the attacker that are not safe, likewise.
const INTRUDERS: usize = OPEN + 12;
/// Chains of the defender: by their liberties, and whether they are in question.
const CHAINS: usize = INTRUDERS + 16;
/// Chains of the attacker that are not safe: by their liberties and stones.
const INTRUDING: usize = CHAINS + 8;
/// Regions that the defender encloses: by their empty points, the attacker's stones there, and whether
/// more than one chain is around.
const ENCLOSED: usize = INTRUDING + 9;
/// Parts of the room: by their points and the attacker's stones there.
const ROOM: usize = ENCLOSED + 42;
/// Whether a ko may not be retaken now, and whether the attacker never runs out of threats.
const KO: usize = ROOM + 21;

/// How many points there are, but no more than these.
#[inline]
fn count<const MOST: usize>(mut points: Bits) -> usize {
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
pub fn show(board: &SmallBoard, node: &Node, look: &Look, mut see: impl FnMut(usize)) {
    let stones = node.stones;
    let empty = board.empty(stones);
    let intruders = stones.attacker & !look.safe;
    for point in each(empty) {
        let around = board.beside(point);
        let free = count::<3>(around & empty);
        if around & look.safe != 0 || point & board.wall() != 0 {
            see(OPEN + 4 * free.min(2) + count::<3>(around & stones.defender));
        } else if around & intruders != 0 {
            see(DISPUTED + 3 * free + count::<2>(around & stones.defender));
        } else {
            let bad = count::<2>(board.aslant(point) & stones.attacker)
                + usize::from(point & board.wall_aslant() != 0);
            let edge = usize::from(point & board.edge() != 0);
            see(CLEAR + 6 * free + 2 * bad.min(2) + edge);
        }
    }
    for point in each(intruders) {
        let around = board.beside(point);
        see(INTRUDERS + 4 * count::<3>(around & empty) + count::<3>(around & stones.defender));
    }
    for &(chain, beside) in look.chains() {
        let air = count::<4>(beside & empty).max(1) - 1;
        see(CHAINS + 2 * air + usize::from(chain & node.target != 0));
    }
    for (chain, beside) in board.parts(intruders) {
        let air = count::<3>(beside & empty).max(1) - 1;
        see(INTRUDING + 3 * air + count::<3>(chain) - 1);
    }
    for &(eye, border) in look.eyes() {
        let one = board.flood(border & border.wrapping_neg(), stones.defender);
        let split = usize::from(border & !one != 0);
        let size = count::<7>(eye & !stones.attacker).max(1) - 1;
        see(ENCLOSED + 6 * size + 2 * count::<2>(eye & stones.attacker) + split);
    }
    for (part, _) in board.parts(look.room) {
        see(ROOM + 3 * (count::<7>(part) - 1) + count::<2>(part & stones.attacker));
    }
    let master = node.threats == ENDLESS;
    if node.ban != 0 {
        see(KO + usize::from(master));
    } else if master {
        see(KO + 2);
    }
}
