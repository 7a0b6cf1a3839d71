//! Can two chains be joined, can they be kept apart?
//!
//! How far apart they are is counted in moves of their owner: an empty point costs one, a chain of
//! the enemy in between as many as it has liberties, and what is on a short way is where both sides
//! try.

use super::capture::{breath, hold, prevent, reach};
use super::threats::{Aim, Limits};
use super::{Attempt, TacticalAnswer};
use aji_rules::position::Chain;
use aji_rules::{Color, Point, PointSet, Position};

/// What is read unless somebody says otherwise.
pub const LIMITS: Limits = Limits { nodes: 3_000, order: 3, slack: 1 };

/// Ways that cost more are not looked at.
const FAR: u8 = 4;

/// Whether the owner of two chains, moving first, joins them. No move is needed if they cannot be cut.
/// `None` unless both points have stones of one colour.
pub fn connect(position: &Position, one: Point, other: Point) -> Option<TacticalAnswer> {
    let aim = Join::of(position, one, other)?;
    let cut = prevent(position, &aim, LIMITS);
    if cut.result == Attempt::Fails {
        return Some(TacticalAnswer { result: Attempt::Works, line: Vec::new(), ..cut });
    }
    Some(reach(position, &aim, LIMITS))
}

/// Whether the enemy of two chains, moving first, keeps them apart. No move is needed if they cannot
/// be joined. `None` unless both points have stones of one colour.
pub fn disconnect(position: &Position, one: Point, other: Point) -> Option<TacticalAnswer> {
    let aim = Join::of(position, one, other)?;
    Some(prevent(position, &aim, LIMITS))
}

/// A move that joins two chains, also if they cannot be cut; `None` if they are one or cannot be joined.
pub fn join(position: &Position, one: Point, other: Point) -> Option<Point> {
    reach(position, &Join::of(position, one, other)?, LIMITS).first_move()
}

/// A move after which two chains stay apart, also if they cannot be joined anyway.
pub fn part(position: &Position, one: Point, other: Point) -> Option<Point> {
    hold(position, &Join::of(position, one, other)?, LIMITS)
}

/// The aim to make two chains one.
struct Join {
    ends: [Point; 2],
    color: Color,
}

impl Join {
    fn of(position: &Position, one: Point, other: Point) -> Option<Join> {
        let color = position.stone(one)?;
        (position.stone(other)? == color).then_some(Join { ends: [one, other], color })
    }

    fn chains<'p>(&self, position: &'p Position) -> Option<[Chain<'p>; 2]> {
        let own = |end: Point| position.chain_at(end).filter(|chain| chain.color() == self.color);
        Some([own(self.ends[0])?, own(self.ends[1])?])
    }

    /// What it costs to come from a chain to every point, the point included.
    fn costs(&self, position: &Position, from: Chain<'_>) -> Costs {
        let mut costs = Costs::new();
        let mut rings: [Vec<Point>; FAR as usize + 1] = Default::default();
        for stone in from.stones() {
            costs.improve(stone, 0);
            rings[0].push(stone);
        }
        for cost in 0..=FAR {
            let mut index = 0;
            while let Some(&point) = rings[usize::from(cost)].get(index) {
                index += 1;
                if costs.to(point) != cost {
                    continue;
                }
                for &near in position.neighbours(point) {
                    let step = match position.chain_at(near) {
                        None => 1,
                        Some(chain) if chain.color() == self.color => 0,
                        // Inside a chain that has been paid for the points are empty.
                        Some(_) if position.stone(point) == Some(!self.color) => 1,
                        Some(chain) if chain.liberty_count() <= usize::from(FAR) => {
                            1 + chain.liberty_count() as u8
                        }
                        Some(_) => continue,
                    };
                    if cost + step <= FAR && costs.improve(near, cost + step) {
                        rings[usize::from(cost + step)].push(near);
                    }
                }
            }
        }
        costs
    }

    /// The empty points on ways that cost at most so much, and the liberties of enemies on them, with
    /// the cost of the cheapest way.
    fn on_the_way(&self, position: &Position, most: u8) -> Vec<(u8, Point)> {
        let Some([one, other]) = self.chains(position) else { return Vec::new() };
        let (here, there) = (self.costs(position, one), self.costs(position, other));
        let mut best = Costs::new();
        let mut found = PointSet::EMPTY;
        for point in position.size().points() {
            let (Some(a), Some(b)) = (here.known(point), there.known(point)) else { continue };
            match position.chain_at(point) {
                None if a + b - 1 <= most => {
                    found.insert(point);
                    best.improve(point, a + b - 1);
                }
                Some(chain) if chain.color() != self.color && a.max(b) <= most => {
                    for liberty in chain.liberties().iter() {
                        found.insert(liberty);
                        best.improve(liberty, a.max(b));
                    }
                }
                _ => {}
            }
        }
        found.iter().map(|point| (best.to(point), point)).collect()
    }
}

/// A small number for every point.
struct Costs([u8; aji_rules::point::MAX_AREA]);

impl Costs {
    fn new() -> Costs {
        Costs([u8::MAX; aji_rules::point::MAX_AREA])
    }

    fn to(&self, point: Point) -> u8 {
        self.0[point.index()]
    }

    fn known(&self, point: Point) -> Option<u8> {
        Some(self.to(point)).filter(|&cost| cost != u8::MAX)
    }

    fn improve(&mut self, point: Point, cost: u8) -> bool {
        let better = cost < self.to(point);
        if better {
            self.0[point.index()] = cost;
        }
        better
    }
}

impl Aim for Join {
    fn side(&self) -> Color {
        self.color
    }

    fn distance(&self, position: &Position) -> Option<u32> {
        let [one, other] = self.chains(position)?;
        if one.head() == other.head() {
            // Joined in atari is joined to be taken.
            return match one.liberty_count() {
                1 if position.to_play() == self.color => Some(1),
                1 => None,
                _ => Some(0),
            };
        }
        let costs = self.costs(position, one);
        let near = other.stones().filter_map(|stone| costs.known(stone)).min()?;
        Some(u32::from(near.max(1)))
    }

    fn tries(&self, position: &Position, most: u32, tries: &mut Vec<Point>) {
        let Some([one, other]) = self.chains(position) else { return };
        if one.head() == other.head() {
            tries.extend(one.liberties().iter());
            return;
        }
        let most = most.min(u32::from(FAR)) as u8;
        let mut found = self.on_the_way(position, most);
        // An end that is about to be taken may have to be saved first.
        for end in [one, other] {
            if end.liberty_count() == 1 && most > 1 {
                found.extend(end.liberties().iter().map(|point| (most, point)));
                for enemy in super::capture::enemies(position, end) {
                    if enemy.liberty_count() == 1 {
                        found.extend(enemy.liberties().iter().map(|point| (1, point)));
                    }
                }
            }
        }
        found.sort_by_key(|&(cost, point)| (cost, 4 - breath(position, point)));
        for (_, point) in found {
            if !tries.contains(&point) {
                tries.push(point);
            }
        }
    }

    fn zone(&self, position: &Position) -> PointSet {
        let Some([one, other]) = self.chains(position) else { return PointSet::EMPTY };
        let nearest = self.distance(position).unwrap_or(1) as u8;
        let mut zone: PointSet =
            self.on_the_way(position, nearest).into_iter().map(|(_, point)| point).collect();
        for end in [one, other] {
            if end.liberty_count() <= 2 {
                zone |= end.liberties();
            }
        }
        zone
    }

    fn surroundings(&self, position: &Position) -> PointSet {
        self.on_the_way(position, FAR).into_iter().map(|(_, point)| point).collect()
    }

    fn urgent(&self, position: &Position) -> PointSet {
        self.zone(position)
    }

    fn weight(&self, position: &Position, answer: Point) -> u32 {
        let captured: usize = position.captured_by(answer).map(Chain::len).sum();
        let touches = |chain: Chain<'_>| chain.liberties().contains(answer);
        let ends = self
            .chains(position)
            .map_or(0, |ends| ends.into_iter().filter(|&chain| touches(chain)).count() as u32);
        8 * captured.min(4) as u32 + 6 * ends + breath(position, answer)
    }
}
