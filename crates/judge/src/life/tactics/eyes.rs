//! How many eyes an eye space gives.
//!
//! An eye space is what a colour encloses: empty points and enemy stones. It gives two eyes if its
//! wall cannot be captured even when everything outside is filled; one if the wall needs one more eye
//! elsewhere for that; else none. Chains of the wall that hang together through the eye space alone
//! are chains of their own, which makes false eyes worthless; a single open point between two of them
//! outside is part of the fight, which makes half eyes.

use super::local::{Fight, MOST_NODES, Side, Solved, State};
use aji_rules::{Color, Point, PointSet, Position};

/// So many points may be enclosed.
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
    let mut spaces: Vec<(usize, Color, PointSet)> = Color::BOTH
        .into_iter()
        .filter(|&color| position.stone(point) != Some(color))
        .filter_map(|color| {
            let points = enclosed(position, point, color)?;
            Some((points.len(), color, points))
        })
        .collect();
    spaces.sort_by_key(|&(size, ..)| size);
    match spaces[..] {
        [] => None,
        // A space that both colours enclose alike is nobody's.
        [(one, ..), (other, ..)] if one == other => None,
        [(_, color, points), ..] => worth(position, color, points),
    }
}

/// The points around one that `color` encloses; `None` if they are many or nobody encloses them.
fn enclosed(position: &Position, start: Point, color: Color) -> Option<PointSet> {
    let mut points: PointSet = [start].into_iter().collect();
    let mut todo = vec![start];
    let mut has_wall = false;
    while let Some(point) = todo.pop() {
        for &near in position.neighbours(point) {
            if position.stone(near) == Some(color) {
                has_wall = true;
            } else if points.insert(near) {
                todo.push(near);
            }
        }
        if points.len() > MOST_POINTS {
            return None;
        }
    }
    has_wall.then_some(points)
}

/// The walls of an eye space: groups of chains that hang together outside it, and single points
/// outside that would join two of them.
struct Walls {
    /// Of each group: its stones.
    groups: Vec<PointSet>,
    links: Vec<Point>,
}

impl Walls {
    fn around(position: &Position, color: Color, space: &PointSet) -> Walls {
        let chains: Vec<_> = position.chains().filter(|chain| chain.color() == color).collect();
        let outside: Vec<PointSet> =
            chains.iter().map(|chain| chain.liberties() - *space).collect();
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
                match common.len() {
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

/// A fight for an eye space, with which point is which node.
struct Arena {
    fight: Fight,
    points: Vec<Point>,
    hunter: u32,
    prey: u32,
}

impl Arena {
    fn of(position: &Position, space: &PointSet, walls: &Walls, has_eye: bool) -> Option<Arena> {
        let mut fight = Fight::default();
        let points: Vec<Point> = space.iter().chain(walls.links.iter().copied()).collect();
        if points.len() + walls.groups.len() + 1 > MOST_NODES {
            return None;
        }
        let (mut hunter, mut prey) = (0, 0);
        let node_of = |point: Point| points.iter().position(|&other| other == point);
        for (node, &point) in points.iter().enumerate() {
            fight.add(false)?;
            if position.stone(point).is_some() {
                hunter |= 1 << node;
            }
        }
        for group in &walls.groups {
            let wall = fight.add(false)?;
            prey |= 1 << wall;
            if fight.target == 0 {
                fight.target = 1 << wall;
                if has_eye {
                    let eye = fight.add(false)?;
                    fight.join(wall, eye);
                }
            }
            for (node, &point) in points.iter().enumerate() {
                if position.neighbours(point).iter().any(|&near| group.contains(near)) {
                    fight.join(node, wall);
                }
            }
        }
        for (node, &point) in points.iter().enumerate() {
            for &near in position.neighbours(point) {
                let is_wall = walls.groups.iter().any(|group| group.contains(near));
                match node_of(near) {
                    Some(other) => fight.join(node, other),
                    // Beside a link is what is outside, which is the hunter's in the end.
                    None if !is_wall => outside(&mut fight, &mut hunter, node)?,
                    None => {}
                }
            }
        }
        Some(Arena { fight, points, hunter, prey })
    }

    fn start(&self, to_move: Side) -> State {
        State::new(self.hunter, self.prey, to_move, [0, 0])
    }
}

/// Lets a node touch the hunter's stones outside.
fn outside(fight: &mut Fight, hunter: &mut u32, node: usize) -> Option<()> {
    let stone = fight.add(true)?;
    *hunter |= 1 << stone;
    fight.join(stone, node);
    Some(())
}

fn worth(position: &Position, color: Color, space: PointSet) -> Option<Eyes> {
    let walls = Walls::around(position, color, &space);
    let unproved = || {
        let is_large = space.len() >= LARGE;
        let eyes = if is_large { 2 } else { 1 };
        Some(Eyes { color, least: eyes, most: eyes, attack: None, defence: None, is_proved: false })
    };
    let arenas = [false, true].map(|has_eye| Arena::of(position, &space, &walls, has_eye));
    let [Some(alone), Some(helped)] = arenas else { return unproved() };
    let solve = |arena: &Arena| -> Option<Solved> {
        arena.fight.solve(&[arena.start(Side::Hunter), arena.start(Side::Prey)], MOST_STATES)
    };
    let (Some(alone_solved), Some(helped_solved)) = (solve(&alone), solve(&helped)) else {
        return unproved();
    };
    // The eyes that a state is worth, and how long they resist where they are none.
    let value = |moves: &[usize], to_move: Side| -> Option<(u8, u32)> {
        let after = |arena: &Arena| {
            let start = arena.start(to_move);
            moves.iter().try_fold(start, |state, &node| arena.fight.play(state, node))
        };
        let without = alone_solved.steps(after(&alone)?);
        let with = helped_solved.steps(after(&helped)?);
        Some(match (without, with) {
            (None, _) => (2, 0),
            (Some(steps), None) => (1, steps),
            (_, Some(steps)) => (0, steps),
        })
    };
    let (least, _) = value(&[], Side::Hunter)?;
    let (most, _) = value(&[], Side::Prey)?;
    let (mut attack, mut defence) = (None, None);
    if least != most {
        let nodes = 0..alone.points.len();
        let first = |to_move| {
            let nodes = nodes.clone();
            nodes.filter_map(move |node| Some((value(&[node], to_move)?, node)))
        };
        attack = first(Side::Hunter).filter(|((eyes, _), _)| *eyes == least).min();
        // The enemy's point if it is as good; else what lives longest where it does not for good.
        let vital = attack.map(|(_, node)| node);
        defence = first(Side::Prey).filter(|((eyes, _), _)| *eyes == most).max_by_key(
            |&((_, steps), node)| (vital == Some(node), steps, std::cmp::Reverse(node)),
        );
    }
    let at = |found: Option<((u8, u32), usize)>| found.map(|(_, node)| alone.points[node]);
    Some(Eyes {
        color,
        least,
        most: most.max(least),
        attack: at(attack),
        defence: at(defence),
        is_proved: true,
    })
}
