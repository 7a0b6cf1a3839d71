//! What a win depends on: its zone, some points of the board.
//!
//! As long as nothing changes in the zone of a position, its winner wins just as it was read, whatever the other side
//! plays elsewhere. So a move of the loser that is not in the zone of "and if he passed?" needs no reading: it is
//! refuted like the pass. Zones grow backwards, from the ends of a reading to its beginning. To the zone of a position
//! belong
//!
//! - at an end, all that makes it one: the eyes of a group that lives, or where a lost group can still go;
//! - the winner's move, what it captures with all that is next to it, and a liberty of the stone;
//! - the zones after all of the loser's moves in the zone, and what makes those of them illegal that are;
//! - two liberties of every chain of the winner's that touches it, or all if there are fewer: so no move outside of
//!   the zone puts it in atari;
//! - the stones in question, if the winner defends them.

use crate::life::bits::{Bits, each};
use crate::life::node::{Fight, Node, Side};

/// A chain with more liberties is not in danger.
const IN_DANGER: u32 = 3;

impl Fight<'_> {
    /// The zone of a position that is at its end.
    pub(super) fn end_zone(&self, node: &Node, winner: Side) -> Bits {
        let (board, stones) = (self.board, node.stones);
        let look = board.look_after(stones, node.filled);
        let zone = match winner {
            Side::Defender => {
                let alive = board.pass_alive(stones, &look);
                let eyes = look.eyes().iter().filter(|(_, border)| border & alive != 0);
                eyes.fold(alive, |zone, (eye, _)| zone | eye)
            }
            Side::Attacker if node.target == 0 => 0,
            Side::Attacker => {
                let reach = board.reach(node.target, look.safe);
                let around = board.beside(reach) & look.safe;
                reach | board.flood(around, stones.attacker)
            }
        };
        self.closed(node, winner, zone)
    }

    /// The zone of a position in which the winner plays this, given that of what comes of it.
    pub(super) fn zone_before(&self, node: &Node, point: Bits, after: &Node, zone: Bits) -> Bits {
        let (board, winner) = (self.board, node.to_move);
        let captured = node.stones.of(winner.other()) & !after.stones.of(winner.other());
        let mut zone = zone | point | captured;
        if captured != 0 {
            zone |= board.beside(captured);
        } else {
            let empty = board.empty(after.stones);
            let near = board.beside(point) & empty;
            let chain = board.flood(point, after.stones.of(winner));
            let liberties = if near == 0 { board.beside(chain) & empty } else { near };
            if near == 0 {
                zone |= chain;
            }
            if liberties & zone == 0 {
                zone |= liberties & liberties.wrapping_neg();
            }
        }
        self.closed(node, winner, zone)
    }

    /// Whether some chain of the attacker's in a zone has few liberties, and some of them in the open.
    pub(super) fn is_threatened_from_outside(&self, node: &Node, zone: Bits) -> bool {
        let (board, stones) = (self.board, node.stones);
        if !board.has_liberties_outside() {
            return false;
        }
        let empty = board.empty(stones);
        board.parts(stones.attacker).any(|(chain, beside)| {
            let outside = board.liberties_outside(chain, node.filled);
            let all = outside + (beside & empty).count_ones();
            chain & zone != 0 && chain & board.wall() == 0 && outside > 0 && all <= IN_DANGER
        })
    }

    /// A zone with what keeps moves outside of it from mattering.
    pub(super) fn closed(&self, node: &Node, winner: Side, mut zone: Bits) -> Bits {
        let (board, stones) = (self.board, node.stones);
        let loser = winner.other();
        if winner == Side::Defender {
            zone |= node.target;
        }
        let empty = board.empty(stones);
        loop {
            let before = zone;
            for (chain, beside) in board.parts(stones.of(winner)) {
                if chain & zone == 0 {
                    continue;
                }
                zone |= chain;
                if chain & board.safe(winner) != 0 {
                    continue;
                }
                let outside = match winner {
                    Side::Attacker => board.liberties_outside(chain, node.filled).min(2),
                    Side::Defender => 0,
                };
                let liberties = beside & empty;
                let mut missing = 2_u32.saturating_sub(outside + (liberties & zone).count_ones());
                for liberty in each(liberties & !zone) {
                    if missing == 0 {
                        break;
                    }
                    zone |= liberty;
                    missing -= 1;
                }
            }
            if node.to_move == loser {
                for point in each(zone & empty & !node.ban) {
                    let around = board.beside(point);
                    if around & empty == 0 && self.after(node, point).is_none() {
                        let chain = board.flood(point, stones.of(loser) | point);
                        zone |= chain | board.beside(chain);
                    }
                }
            }
            if zone == before {
                return zone;
            }
        }
    }
}
