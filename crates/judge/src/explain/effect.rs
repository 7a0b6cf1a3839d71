//! What a stone does at once.

use super::moves;
use aji_rules::position::Chain;
use aji_rules::{Move, Point, PointSet, Position};

/// What a stone does to the chains around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// How many stones it captures.
    pub captured: usize,
    /// How many own stones were in atari and are not any more.
    pub saved: usize,
    /// How many of the other side's stones it puts in atari.
    pub threatened: usize,
    /// How many stones the chain has that it becomes a part of.
    pub stones: usize,
    /// How many liberties that chain has.
    pub liberties: usize,
}

impl Effect {
    /// Of a legal move by the side to move.
    pub fn of(position: &Position, point: Point) -> Effect {
        let mut after = position.clone();
        after.play_unchecked(Move::Place(point));
        let color = position.to_play();
        let captured = after.captures()[color] - position.captures()[color];
        let own = after.chain_at(point);
        let liberties = own.map_or(0, Chain::liberty_count);
        let mut effect = Effect {
            captured: captured as usize,
            stones: own.map_or(0, Chain::len),
            liberties,
            ..Effect::default()
        };
        let mut seen = PointSet::EMPTY;
        for &neighbour in position.size().neighbours(point) {
            let Some(chain) = position.chain_at(neighbour) else { continue };
            if !seen.insert(chain.head()) {
                continue;
            }
            if chain.color() == color {
                let was_in_atari = chain.liberty_count() == 1;
                effect.saved += if was_in_atari && liberties > 1 { chain.len() } else { 0 };
            } else if let Some(left) = after.chain_at(neighbour)
                && left.liberty_count() == 1
                && chain.liberty_count() == 2
            {
                effect.threatened += chain.len();
            }
        }
        effect
    }

    /// Whether a legal move by the side to move [is self-atari](Effect::is_self_atari), without
    /// looking at its other effects.
    pub fn is_self_atari_at(position: &Position, point: Point) -> bool {
        let mut liberty = None;
        // Says whether there are two liberties now.
        let mut add = |new: Point| *liberty.get_or_insert(new) != new;
        for &neighbour in position.neighbours(point) {
            let Some(chain) = position.chain_at(neighbour) else {
                if add(neighbour) {
                    return false;
                }
                continue;
            };
            let is_mine = chain.color() == position.to_play();
            match chain.liberty_count() {
                1 if !is_mine => return false,
                2 if is_mine => {
                    let mut around = chain.stones().flat_map(|stone| position.neighbours(stone));
                    let is_other =
                        |&&next: &&Point| next != point && position.stone(next).is_none();
                    if around.find(is_other).is_some_and(|&other| add(other)) {
                        return false;
                    }
                }
                3.. if is_mine => return false,
                _ => {}
            }
        }
        true
    }

    /// Whether the stone and its chain can be taken at once, for nothing.
    pub fn is_self_atari(&self) -> bool {
        self.captured == 0 && self.liberties < 2
    }

    /// In phrases, the weightiest first.
    pub fn phrases(&self) -> Vec<String> {
        let mut phrases = Vec::new();
        for (count, verb, end) in [
            (self.captured, "captures", ""),
            (self.saved, "saves", " from atari"),
            (self.threatened, "puts", " in atari"),
        ] {
            if count > 0 {
                phrases.push(moves::to_stones(verb, count, end));
            }
        }
        phrases
    }
}
