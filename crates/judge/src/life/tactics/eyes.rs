//! How many eyes an eye space gives.
//!
//! An eye space is what a colour encloses: empty points and enemy stones. It gives two eyes if its
//! wall cannot be captured even when everything outside is filled; one if the wall needs one more eye
//! elsewhere for that; else none. Chains of the wall that hang together through the eye space alone
//! are chains of their own, which makes false eyes worthless; a single open point between two of them
//! outside is part of the fight, which makes half eyes.

use super::eye_space::EyeSpace;
use super::local::{MOST_NODES, solve};
use crate::ladder;
use crate::life::bits::{Bits, each};
use crate::life::node::{Fight, Goal, Node, Side};
use crate::life::small_board::SmallBoard;
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, Move, Point, PointSet, Position};

/// So many points may be enclosed.
const MOST_ENCLOSED: usize = 30;
/// So many of them are read out.
const MOST_POINTS: usize = 12;
/// So many positions of a fight are looked at.
const MOST_STATES: usize = 30_000;
/// Where that is too few, a space of so many points is taken for two eyes.
const LARGE: usize = 7;

/// What an eye space is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eyes {
    /// Whose it is.
    pub color: Color,
    /// The eyes that it gives if the other side moves first.
    pub least: u8,
    /// The eyes that it gives if its owner moves first.
    pub most: u8,
    /// Where the other side moves, if it matters who is first.
    pub attack: Option<Point>,
    /// Where the owner moves, if it matters who is first.
    pub defence: Option<Point>,
    /// Whether it was read out; if not, it is so large that it is taken for enough.
    pub is_proved: bool,
}

/// The worth of the eye space that a point is in; `None` if it is in none.
pub fn eyes(position: &Position, point: Point) -> Option<Eyes> {
    let find = |color| EyeSpace::find(position, point, color, MOST_ENCLOSED);
    let mut spaces: Vec<EyeSpace> = Color::BOTH.into_iter().filter_map(find).collect();
    // What is closed counts before what is not, and little before much.
    let rank = |space: &EyeSpace| (!space.gates.is_empty(), space.points.len());
    spaces.sort_by_key(rank);
    match &spaces[..] {
        [] => None,
        // A space that both colours enclose alike is nobody's.
        [one, other] if rank(one) == rank(other) => None,
        [space, ..] => worth(position, space),
    }
}

/// The walls of an eye space: groups of chains that hang together outside it, and single points
/// outside that would join two of them.
struct Walls {
    /// Of each group: its stones.
    groups: Vec<PointSet>,
    links: Vec<Point>,
}

impl Walls {
    fn around(position: &Position, space: &EyeSpace) -> Walls {
        let EyeSpace { color, points: space, gates } = space;
        let chains: Vec<_> = position.chains().filter(|chain| chain.color() == *color).collect();
        let outside: Vec<PointSet> =
            chains.iter().map(|chain| chain.liberties() - *space).collect();
        // Enemies outside that cannot be saved hold together who stands around them.
        let prisoners: Vec<PointSet> = position
            .chains()
            .filter(|chain| chain.color() != *color && !space.contains(chain.head()))
            .filter(|chain| {
                chain.liberty_count() == 1 && ladder::read(position, chain.head()).is_lost
            })
            .map(|chain| chain.stones().collect::<PointSet>().beside(position.size()))
            .collect();
        let touches: Vec<bool> = chains
            .iter()
            .map(|chain| {
                let beside = |stone| position.neighbours(stone).iter();
                chain.stones().any(|stone| beside(stone).any(|&near| space.contains(near)))
            })
            .collect();
        let mut group: Vec<usize> = (0..chains.len()).collect();
        let mut pairs = Vec::new();
        for one in 0..chains.len() {
            for other in 0..one {
                let common = outside[one] & outside[other];
                // Beside a gate they are taken for joined.
                let at_gate = chains[one].liberties() & chains[other].liberties() & *gates;
                let is_held = !at_gate.is_empty()
                    || prisoners.iter().any(|beside| {
                        let is_beside = |chain: usize| {
                            chains[chain].stones().any(|stone| beside.contains(stone))
                        };
                        is_beside(one) && is_beside(other)
                    })
                    || common.iter().any(|point| !may_cut(position, point, *color));
                match if is_held { 2 } else { common.len() } {
                    0 => {}
                    1 => pairs.push((one, other, common)),
                    // If one is taken, the other is left.
                    _ => {
                        let (keep, drop) = (group[other], group[one]);
                        for number in &mut group {
                            if *number == drop {
                                *number = keep;
                            }
                        }
                    }
                }
            }
        }
        let walls: Vec<usize> = {
            let mut walls: Vec<usize> = (0..chains.len())
                .filter(|&chain| touches[chain])
                .map(|chain| group[chain])
                .collect();
            walls.sort_unstable();
            walls.dedup();
            walls
        };
        let mut links: Vec<Point> = pairs
            .iter()
            .filter(|&&(one, other, _)| {
                group[one] != group[other]
                    && walls.contains(&group[one])
                    && walls.contains(&group[other])
            })
            .flat_map(|(_, _, common)| common.iter().collect::<Vec<_>>())
            .collect();
        links.sort_unstable();
        links.dedup();
        let stones = |wall: &usize| -> PointSet {
            let of_wall = (0..chains.len()).filter(|&chain| group[chain] == *wall);
            of_wall.flat_map(|chain| chains[chain].stones()).collect()
        };
        let mut groups: Vec<PointSet> = walls.iter().map(stones).collect();
        // The largest is the one whose eyes are counted.
        groups.sort_by_key(|stones| std::cmp::Reverse(stones.len()));
        Walls { groups, links }
    }
}

/// Whether the enemy of a colour can put a stone here that is not taken at once or in a ladder.
fn may_cut(position: &Position, point: Point, color: Color) -> bool {
    let mut after = position.clone().with_to_play(!color);
    after.play(Move::Place(point), Suicide::Forbidden).is_ok()
        && !ladder::read(&after, point).is_catchable
}

/// The board on which an eye space is fought for, and its start; the wall whose eyes are counted may have one
/// elsewhere.
fn board(
    position: &Position,
    color: Color,
    space: &PointSet,
    walls: &Walls,
    has_eye: bool,
) -> Option<(SmallBoard, Node)> {
    let points: Vec<Point> = space.iter().chain(walls.links.iter().copied()).collect();
    if points.len() + walls.groups.len() + 1 > MOST_NODES {
        return None;
    }
    let target = 1 << points.len();
    // Beside a link is what is outside, which is the attacker's in the end.
    let outside = |_| (true, false);
    let mut board = SmallBoard::with_chains(position, points, &walls.groups, outside)?;
    let mut stones = board.stones(position, color);
    stones.defender |= (0..walls.groups.len()).fold(0, |all, wall| all | target << wall);
    if has_eye {
        board.add_liberty(target);
    }
    Some((board, Node::new(stones, target, Side::Attacker)))
}

fn worth(position: &Position, whole: &EyeSpace) -> Option<Eyes> {
    let EyeSpace { color, points: space, .. } = whole;
    let color = *color;
    let unproved = || {
        let is_large = (*space - whole.gates).len() >= LARGE;
        let eyes = if is_large { 2 } else { 1 };
        Some(Eyes { color, least: eyes, most: eyes, attack: None, defence: None, is_proved: false })
    };
    if space.len() > MOST_POINTS {
        return unproved();
    }
    let walls = Walls::around(position, whole);
    let boards = [false, true].map(|has_eye| board(position, color, space, &walls, has_eye));
    let [Some((alone, alone_start)), Some((helped, helped_start))] = boards else {
        return unproved();
    };
    let fights = [&alone, &helped].map(|board| Fight {
        board,
        goal: Goal::Capture,
        ko_master: Side::Attacker,
    });
    let starts = [alone_start, helped_start];
    let solve = |at: usize| solve(&fights[at], 0, &[starts[at], starts[at].passed()], MOST_STATES);
    let (Some(alone_solved), Some(helped_solved)) = (solve(0), solve(1)) else {
        return unproved();
    };
    // The eyes that a start is worth, after a move, and how long they resist where they are none.
    let value = |first: Option<Bits>, to_move: Side| -> Option<(u8, u32)> {
        let after = |at: usize| {
            let start = Node { to_move, ..starts[at] };
            first.map_or(Some(start), |point| fights[at].after(&start, point))
        };
        let without = alone_solved.steps(after(0)?);
        let with = helped_solved.steps(after(1)?);
        Some(match (without, with) {
            (None, _) => (2, 0),
            (Some(steps), None) => (1, steps),
            (_, Some(steps)) => (0, steps),
        })
    };
    let (least, _) = value(None, Side::Attacker)?;
    let (most, _) = value(None, Side::Defender)?;
    let (mut attack, mut defence) = (None, None);
    if least != most {
        let first = |to_move| {
            let moves = each(alone.empty(alone_start.stones));
            moves.filter_map(move |point| Some((value(Some(point), to_move)?, point)))
        };
        attack = first(Side::Attacker).filter(|((eyes, _), _)| *eyes == least).min();
        // The enemy's point if it is as good; else what lives longest where it does not for good.
        let vital = attack.map(|(_, point)| point);
        defence = first(Side::Defender).filter(|((eyes, _), _)| *eyes == most).max_by_key(
            |&((_, steps), point)| (vital == Some(point), steps, std::cmp::Reverse(point)),
        );
    }
    let at = |found: Option<((u8, u32), Bits)>| found.and_then(|(_, point)| alone.point(point));
    Some(Eyes {
        color,
        least,
        most: most.max(least),
        attack: at(attack),
        defence: at(defence),
        is_proved: true,
    })
}
