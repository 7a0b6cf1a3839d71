//! Which chains are lost in a ladder, by reading it out.
//!
//! The attacker only gives atari, the defender only runs or takes what gives atari, so the tree is
//! narrow. A chain that reaches three liberties has got away.

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
    let mut positions = most_positions;
    match chain.liberty_count() {
        1 => {
            let theirs = position.clone().with_to_play(color);
            let is_lost = !escapes(&theirs, stone, MOST_MOVES, &mut positions);
            Ladder { is_lost, is_catchable: true }
        }
        2 => {
            let others = position.clone().with_to_play(!color);
            let is_catchable = is_caught(&others, stone, MOST_MOVES, &mut positions);
            Ladder { is_lost: false, is_catchable }
        }
        _ => Ladder::default(),
    }
}

/// Whether the attacker, to move, catches a chain of two liberties.
fn is_caught(position: &Position, stone: Point, moves: u32, positions: &mut u32) -> bool {
    let Some(chain) = position.chain_at(stone) else { return true };
    chain.liberties().iter().any(|liberty| {
        let Some(next) = after(position, liberty, positions) else { return false };
        moves > 0 && !escapes(&next, stone, moves - 1, positions)
    })
}

/// Whether a chain in atari, its owner to move, gets away.
fn escapes(position: &Position, stone: Point, moves: u32, positions: &mut u32) -> bool {
    let Some(chain) = position.chain_at(stone) else { return false };
    if moves == 0 || *positions == 0 {
        return true;
    }
    let size = position.size();
    let beside = chain.stones().flat_map(|stone| size.neighbours(stone)).copied();
    let mut tries: Vec<Point> = beside
        .filter_map(|near| position.chain_at(near))
        .filter(|other| other.color() != chain.color() && other.liberty_count() == 1)
        .flat_map(|other| other.liberties().iter().collect::<Vec<_>>())
        .collect();
    tries.extend(chain.liberties().iter());
    tries.sort_unstable();
    tries.dedup();
    tries.into_iter().any(|point| {
        let Some(next) = after(position, point, positions) else { return false };
        match next.chain_at(stone).map_or(0, |chain| chain.liberty_count()) {
            0 | 1 => false,
            2 => moves > 0 && !is_caught(&next, stone, moves - 1, positions),
            _ => true,
        }
    })
}

/// In a box: positions are large, and ladders long.
fn after(position: &Position, point: Point, positions: &mut u32) -> Option<Box<Position>> {
    *positions = positions.saturating_sub(1);
    position.check(Move::Place(point), Suicide::Forbidden).ok()?;
    let mut next = Box::new(position.clone());
    next.play_unchecked(Move::Place(point));
    Some(next)
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
