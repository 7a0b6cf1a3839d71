//! The first move of a corner, found by looking a few moves ahead with a network as the judge of what comes
//! then.

use super::Corner;
use crate::life::bits::{Bits, each, flood};
use crate::life::node::{Fight, Goal, Node, Side};

/// A first move and how likely the group lives after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstMove {
    /// Where.
    pub point: Bits,
    /// From 0 to 1.
    pub life: f64,
}

/// Who says how likely the group of a corner lives, given whether its owner moves next.
pub type Evaluate<'e> = dyn FnMut(&Corner, bool) -> f64 + 'e;

/// All first moves of a side, the best for it first: minimax over so many moves, this one included.
pub fn first_moves(
    corner: &Corner,
    first: Side,
    plies: u32,
    evaluate: &mut Evaluate<'_>,
) -> Vec<FirstMove> {
    let (board, stones) = corner.board();
    // Nobody has threats for kos.
    let fight = Fight { board: &board, goal: Goal::Capture, ko_master: first };
    let start = Node::new(stones, stones.defender, first);
    let mut search = Search { corner, fight, evaluate };
    let mut moves: Vec<FirstMove> = Vec::new();
    for point in each(board.empty(stones)) {
        let Some(next) = fight.after(&start, point) else { continue };
        let life = search.life(next, plies.saturating_sub(1), (0.0, 1.0));
        moves.push(FirstMove { point, life });
    }
    // Of equally good moves the first on the board is first.
    match first {
        Side::Defender => moves.sort_by(|one, other| other.life.total_cmp(&one.life)),
        Side::Attacker => moves.sort_by(|one, other| one.life.total_cmp(&other.life)),
    }
    moves
}

struct Search<'s, 'e> {
    corner: &'s Corner,
    fight: Fight<'s>,
    evaluate: &'s mut Evaluate<'e>,
}

impl Search<'_, '_> {
    /// How likely the group lives, as far as it matters within these bounds.
    fn life(&mut self, node: Node, plies: u32, (mut low, mut high): (f64, f64)) -> f64 {
        if node.target == 0 {
            return 0.0;
        }
        if self.fight.board.alive(node.stones) & node.target != 0 {
            return 1.0;
        }
        if plies == 0 {
            return self.at_a_glance(node);
        }
        let mut best = self.life(node.passed(), plies - 1, (low, high));
        for point in each(self.fight.board.empty(node.stones)) {
            match node.to_move {
                Side::Defender => low = low.max(best),
                Side::Attacker => high = high.min(best),
            }
            if low >= high {
                break;
            }
            let Some(next) = self.fight.after(&node, point) else { continue };
            let life = self.life(next, plies - 1, (low, high));
            best = match node.to_move {
                Side::Defender => best.max(life),
                Side::Attacker => best.min(life),
            };
        }
        best
    }

    /// What the network says; a group in several parts lives if one of them does.
    fn at_a_glance(&mut self, node: Node) -> f64 {
        let attacker = node.stones.attacker | self.corner.wall();
        let defender_moves = node.to_move == Side::Defender;
        if let Ok(corner) = Corner::new(node.stones.defender, attacker) {
            return (self.evaluate)(&corner, defender_moves);
        }
        // Stones that reach the wall belong to it, and may cut the inside in two.
        let wall = flood(self.corner.wall(), attacker);
        let region =
            node.stones.defender | node.stones.attacker | self.fight.board.empty(node.stones);
        let mut left = node.stones.defender;
        let mut best = 0.0_f64;
        while left != 0 {
            let part = flood(left & left.wrapping_neg(), region & !wall);
            let own = node.stones.defender & part;
            left &= !part;
            if let Ok(corner) = Corner::new(own, attacker) {
                best = best.max((self.evaluate)(&corner, defender_moves));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::life::bits::point;

    /// Who has two eye spaces lives.
    fn by_eyes(corner: &Corner, _: bool) -> f64 {
        let eyes = crate::life::bits::parts(corner.inside() | corner.inner()).count();
        f64::from(u8::from(eyes >= 2))
    }

    #[test]
    fn the_middle_of_three_is_vital_for_both() {
        let corner: Corner = "...XO XXXXO OOOOO".parse().unwrap();
        for (first, life) in [(Side::Defender, 1.0), (Side::Attacker, 0.0)] {
            for plies in [2, 3, 4] {
                let moves = first_moves(&corner, first, plies, &mut by_eyes);
                let best = FirstMove { point: point(1, 0), life };
                assert!(moves.contains(&best), "{first:?} {plies} {moves:?}");
                assert_eq!(moves[0].life, life, "{first:?} {plies} {moves:?}");
            }
        }
    }

    #[test]
    fn captures_are_seen() {
        // White has one liberty: who captures two stones lives or not is seen, not guessed.
        let corner: Corner = ".OX.XO OXXXXO XXOOOO OOO".parse().unwrap();
        let moves = first_moves(&corner, Side::Defender, 2, &mut |_, _| 0.5);
        assert_eq!(moves[0].point, point(0, 0));
    }
}
