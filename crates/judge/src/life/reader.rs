//! Reads an enclosed corner out: every move of both sides, until stones are captured or live for sure.
//!
//! It is plain and exhaustive, so corners must have few empty points; what it says is proved. Each search
//! asks whether one side can force something in finitely many moves:
//!
//! - the attacker, to capture all stones that the defender had at the beginning;
//! - the defender, to make some of them live by Benson's algorithm.
//!
//! Whoever only has to resist may pass, and wins if the same position comes again. One side is the master
//! of kos: it has a few threats, each good for retaking a ko at once, and the other has none. What hangs
//! on who is the master is a ko.
//!
//! That a position resists because it comes again depends on how it was reached, so such an answer is
//! remembered only once nothing before it is needed for it.

use super::LifeStatus;
use super::bits::{Bits, beside, each};
use super::corner::Corner;
use super::node::{Fight, Goal, Mixer, Node, Side, TooDeep};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// What is asked of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// What is to be forced.
    pub goal: Goal,
    /// Who moves first.
    pub first: Side,
    /// Who wins kos.
    pub ko_master: Side,
}

/// The master of kos has so many threats. Two are needed for a ko in two steps; hardly a corner needs more.
const THREATS: u8 = 3;

/// So many moves deep at most: more than any small corner has without repeating itself for long.
const MOST_MOVES: usize = 160;

/// Reads corners out, one after the other.
#[derive(Default)]
pub struct Reader {
    table: HashMap<Node, bool, BuildHasherDefault<Mixer>>,
    path: Vec<Node>,
    nodes: u64,
    limit: u64,
}

/// An answer, and how far up the path it reaches back; beyond all for one that stands by itself.
struct Found {
    is_forced: bool,
    needs: usize,
}

const NOTHING: usize = usize::MAX;

impl Reader {
    /// What becomes of a corner; no search may take more nodes than these.
    pub fn status(&mut self, corner: &Corner, limit: u64) -> Result<LifeStatus, TooDeep> {
        let mut forces =
            |goal, first, ko_master| self.forces(corner, Search { goal, first, ko_master }, limit);
        use Goal::{Capture, TwoEyes};
        use Side::{Attacker, Defender};
        if forces(Capture, Defender, Defender)? {
            return Ok(LifeStatus::Dead);
        }
        if !forces(Capture, Attacker, Attacker)? {
            return Ok(match forces(TwoEyes, Attacker, Attacker)? {
                true => LifeStatus::Alive,
                false if forces(TwoEyes, Attacker, Defender)? => LifeStatus::Ko,
                false => LifeStatus::Seki,
            });
        }
        let is_killed = forces(Capture, Attacker, Defender)?;
        let is_saved = !forces(Capture, Defender, Attacker)?;
        Ok(if is_killed && is_saved { LifeStatus::Unsettled } else { LifeStatus::Ko })
    }

    /// Whether the goal can be forced.
    pub fn forces(&mut self, corner: &Corner, search: Search, limit: u64) -> Result<bool, TooDeep> {
        self.forces_on(corner, corner.defender(), search, limit)
    }

    /// The same, where only some of the defender's stones are in question.
    pub fn forces_on(
        &mut self,
        corner: &Corner,
        target: Bits,
        search: Search,
        limit: u64,
    ) -> Result<bool, TooDeep> {
        let (board, stones) = corner.board();
        let fight = Fight { board: &board, goal: search.goal, ko_master: search.ko_master };
        let start = Node { threats: THREATS, ..Node::new(stones, target, search.first) };
        self.table.clear();
        self.path.clear();
        (self.nodes, self.limit) = (0, limit);
        Ok(self.search(&fight, start)?.is_forced)
    }

    /// How many nodes the last search took.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn search(&mut self, fight: &Fight<'_>, node: Node) -> Result<Found, TooDeep> {
        let settled = |is_forced| Ok(Found { is_forced, needs: NOTHING });
        if node.target == 0 {
            return settled(fight.goal == Goal::Capture);
        }
        if let Some(&is_forced) = self.table.get(&node) {
            return settled(is_forced);
        }
        if let Some(depth) = self.path.iter().position(|before| *before == node) {
            return Ok(Found { is_forced: false, needs: depth });
        }
        self.nodes += 1;
        if self.nodes > self.limit || self.path.len() >= MOST_MOVES {
            return Err(TooDeep);
        }
        if fight.board.alive(node.stones) & node.target != 0 {
            let is_forced = fight.goal == Goal::TwoEyes;
            self.table.insert(node, is_forced);
            return settled(is_forced);
        }
        let depth = self.path.len();
        self.path.push(node);
        let found = self.best(fight, node);
        self.path.pop();
        let mut found = found?;
        if found.is_forced || found.needs >= depth {
            self.table.insert(node, found.is_forced);
            found.needs = NOTHING;
        }
        Ok(found)
    }

    fn best(&mut self, fight: &Fight<'_>, node: Node) -> Result<Found, TooDeep> {
        let forcing = node.to_move == fight.goal.side();
        let mut needs = NOTHING;
        for child in children(fight, node) {
            let found = self.search(fight, child)?;
            // The one who forces needs one good move, the one who resists one that is not.
            if found.is_forced == forcing {
                return Ok(found);
            }
            needs = needs.min(found.needs);
        }
        // To pass is to resist, or to wait until a ko is open again.
        if forcing && node.ban == 0 {
            return Ok(Found { is_forced: false, needs });
        }
        let found = self.search(fight, node.passed())?;
        Ok(match found.is_forced {
            true => Found { is_forced: true, needs: NOTHING },
            false => Found {
                is_forced: false,
                needs: found.needs.min(if forcing { needs } else { NOTHING }),
            },
        })
    }
}

/// What can be played, the likely moves first: captures, then points in the midst of others.
fn children(fight: &Fight<'_>, node: Node) -> impl Iterator<Item = Node> + use<> {
    let empty = fight.board.empty(node.stones);
    let mut moves: Vec<(u32, Node)> = Vec::with_capacity(16);
    for point in each(empty) {
        let Some(next) = fight.after(&node, point) else { continue };
        let enemy = node.to_move.other();
        let captured = node.stones.of(enemy) & !next.stones.of(enemy);
        let near = beside(point);
        let promise = 16 * captured.count_ones().min(8)
            + 2 * (near & empty).count_ones()
            + (near & node.stones.defender).count_ones();
        moves.push((promise, next));
    }
    moves.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
    moves.into_iter().map(|(_, node)| node)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(text: &str) -> LifeStatus {
        let corner: Corner = text.parse().unwrap();
        let told = Reader::default().status(&corner, 2_000_000).unwrap();
        let turned = Reader::default().status(&corner.transposed(), 2_000_000).unwrap();
        assert_eq!(told, turned, "{text} and its reflection");
        told
    }

    #[test]
    fn eye_shapes_as_every_player_knows_them() {
        // Two eyes, one eye, three in a row, four in a row, square four.
        assert_eq!(status(".X.XO XXXXO OOOOO"), LifeStatus::Alive);
        assert_eq!(status(".XXXO XXXXO OOOOO"), LifeStatus::Dead);
        assert_eq!(status("...XO XXXXO OOOOO"), LifeStatus::Unsettled);
        assert_eq!(status("....XO XXXXXO OOOOOO"), LifeStatus::Alive);
        assert_eq!(status("..XO ..XO XXXO OOOO"), LifeStatus::Dead);
        // The L and the bent four live or die: in the corner the bent four is a ko.
        assert_eq!(status("...XO .XXXO XXOOO OOO"), LifeStatus::Ko);
        assert_eq!(status(".XO. ..XO ..XO XXXO OOOO"), LifeStatus::Unsettled);
    }

    #[test]
    fn the_rectangular_six_in_the_corner() {
        // With no liberty outside, whoever moves first has it.
        assert_eq!(status("...XO ...XO XXXXO OOOOO"), LifeStatus::Unsettled);
    }

    #[test]
    fn a_seki_is_told_from_life() {
        // Who approaches loses: captured, four in a row or more leave two eyes.
        assert_eq!(status(".OOOO.XO XXXXXXXO OOOOOOOO"), LifeStatus::Seki);
        // Two or three in a row are a dead shape.
        assert_eq!(status(".OO.XO.. XXXXXO.. OOOOOO"), LifeStatus::Dead);
    }

    #[test]
    fn a_ko_for_the_second_eye() {
        assert_eq!(status(".X.XOO X.XOO. OXXO.. .OO..."), LifeStatus::Ko);
    }

    #[test]
    fn kos_depend_on_the_master() {
        let corner: Corner = "...XO .XXXO XXOOO OOO".parse().unwrap();
        let mut reader = Reader::default();
        let mut captured = |ko_master| {
            let search = Search { goal: Goal::Capture, first: Side::Attacker, ko_master };
            reader.forces(&corner, search, 100_000).unwrap()
        };
        assert!(captured(Side::Attacker) && !captured(Side::Defender));
    }

    #[test]
    fn it_gives_up_in_time() {
        let corner: Corner = "......XO ......XO ......XO XXXXXXXO OOOOOOOO".parse().unwrap();
        assert_eq!(Reader::default().status(&corner, 1_000), Err(TooDeep));
    }
}
