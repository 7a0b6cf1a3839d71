//! Which chains are lost in a ladder, by reading it out.
//!
//! The attacker only gives atari, the defender only runs or takes what gives atari, so the tree is
//! narrow. A chain that reaches three liberties has got away.

pub mod even;

use aji_rules::position::Chain;
use aji_rules::position::take_back::Played;
use aji_rules::ruleset::Suicide;
use aji_rules::{Move, Point, Position};

/// Ladders are read this far; what is not lost by then has got away. It is enough to cross the board
/// and come back.
const MOST_MOVES: u32 = 90;
/// And with no more positions than this, unless the reader says otherwise.
const MOST_POSITIONS: u32 = 1_000;

/// How a chain fares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ladder {
    /// It is lost even if its owner moves first.
    pub is_lost: bool,
    /// It is lost if the other side moves first.
    pub is_catchable: bool,
}

/// Reads the ladders of the chain that a stone is of.
pub fn read(position: &Position, stone: Point) -> Ladder {
    read_within(position, stone, MOST_POSITIONS)
}

/// Reads them with so many positions at the most; what is not lost by then has got away.
pub fn read_within(position: &Position, stone: Point, most_positions: u32) -> Ladder {
    let Some(chain) = position.chain_at(stone) else { return Ladder::default() };
    let color = chain.color();
    match chain.liberty_count() {
        1 => {
            let position = position.clone().with_to_play(color);
            let is_lost = !Reading { position, stone, left: most_positions }.escapes(MOST_MOVES);
            Ladder { is_lost, is_catchable: true }
        }
        2 => {
            let position = position.clone().with_to_play(!color);
            let mut reading = Reading { position, stone, left: most_positions };
            Ladder { is_lost: false, is_catchable: reading.is_caught(MOST_MOVES) }
        }
        _ => Ladder::default(),
    }
}

/// A ladder that is being read, on one board.
struct Reading {
    position: Position,
    stone: Point,
    /// How many positions may still be looked at.
    left: u32,
}

impl Reading {
    /// Whether the attacker, to move, catches a chain of two liberties.
    fn is_caught(&mut self, moves: u32) -> bool {
        let Some(chain) = self.position.chain_at(self.stone) else { return true };
        let liberties = chain.liberties();
        liberties.iter().any(|liberty| {
            let Some(played) = self.play(liberty) else { return false };
            let caught = moves > 0 && !self.escapes(moves - 1);
            self.position.take_back(&played);
            caught
        })
    }

    /// Whether a chain in atari, its owner to move, gets away.
    fn escapes(&mut self, moves: u32) -> bool {
        let Some(chain) = self.position.chain_at(self.stone) else { return false };
        if moves == 0 || self.left == 0 {
            return true;
        }
        let tries = defences(&self.position, chain);
        tries.into_iter().any(|point| {
            let Some(played) = self.play(point) else { return false };
            let away = match liberty_count(&self.position, self.stone) {
                0 | 1 => false,
                2 => !self.is_caught(moves - 1),
                _ => true,
            };
            self.position.take_back(&played);
            away
        })
    }

    fn play(&mut self, point: Point) -> Option<Played> {
        self.left = self.left.saturating_sub(1);
        play(&mut self.position, point)
    }
}

/// What the owner of a chain in atari can try, in board order: to run, or to take what gives atari.
fn defences(position: &Position, chain: Chain<'_>) -> Vec<Point> {
    let beside = chain.stones().flat_map(|stone| position.neighbours(stone)).copied();
    let mut tries: Vec<Point> = beside
        .filter_map(|near| match position.chain_at(near) {
            None => Some(near),
            Some(other) if other.color() != chain.color() && other.liberty_count() == 1 => {
                last_liberty(position, other)
            }
            Some(_) => None,
        })
        .collect();
    tries.sort_unstable();
    tries.dedup();
    tries
}

fn last_liberty(position: &Position, chain: Chain<'_>) -> Option<Point> {
    let mut beside = chain.stones().flat_map(|stone| position.neighbours(stone)).copied();
    beside.find(|&point| position.stone(point).is_none())
}

fn liberty_count(position: &Position, stone: Point) -> usize {
    position.chain_at(stone).map_or(0, Chain::liberty_count)
}

/// Plays for now, if it is legal.
fn play(position: &mut Position, point: Point) -> Option<Played> {
    position.check(Move::Place(point), Suicide::Forbidden).ok()?;
    Some(position.play_for_now(Move::Place(point)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::Setup;
    use aji_rules::diagram::Diagram;

    fn ladder(drawing: &str, stone: &str) -> Ladder {
        let diagram: Diagram = drawing.parse().unwrap();
        let position = Position::try_from(Setup::with_stones(diagram.stones)).unwrap();
        read(&position, position.size().parse_point(stone).unwrap())
    }

    /// White C3 can be driven to the upper right corner, unless a stone waits there.
    const RUN: [&str; 9] = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . X . . . . . .",
        ". X O . . . . . .",
        ". . X X . . . . .",
        ". . . . . . . . .",
    ];

    #[test]
    fn a_ladder_works_unless_it_is_broken() {
        let lost = Ladder { is_lost: true, is_catchable: true };
        assert_eq!(ladder(&RUN.join("\n"), "C3"), lost);
        let mut broken = RUN;
        broken[2] = ". . . . . . O . .";
        assert_eq!(ladder(&broken.join("\n"), "C3"), Ladder { is_lost: false, ..lost });
    }

    #[test]
    fn two_liberties_can_be_caught_or_not() {
        let mut open = RUN;
        open[5] = ". . . . . . . . .";
        let free = Ladder::default();
        assert_eq!(ladder(&open.join("\n"), "C3"), Ladder { is_catchable: true, ..free });
        open[7] = ". . X . . . . . .";
        open[6] = ". . O . . . . . .";
        assert_eq!(ladder(&open.join("\n"), "C3"), free);
        assert_eq!(ladder(&open.join("\n"), "A9"), free);
    }

    #[test]
    fn who_can_take_the_attacker_gets_away() {
        let drawing = "\
            . . . . .\n\
            . O X . .\n\
            . X O . .\n\
            . O X . .\n\
            . . . . .";
        // C3 is in atari, but takes B3, which is too.
        assert_eq!(ladder(drawing, "C3"), Ladder { is_lost: false, is_catchable: true });
    }
}
