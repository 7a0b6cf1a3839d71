//! Can a chain be captured, can it be saved?

use super::threats::{Aim, KoThreats, Limits, Search};
use super::{Attempt, TacticalAnswer};
use aji_rules::position::Chain;
use aji_rules::{Color, Point, PointSet, Position};

/// What is read unless somebody says otherwise. Threats of the third order catch what has four
/// liberties; what has five after its own move has got away.
pub const QUICK: Limits = Limits { nodes: 1_000, order: 3, slack: 0 };
/// For those who have some milliseconds: it sees a little more.
pub const DEEP: Limits = Limits { nodes: 12_000, order: 3, slack: 2 };
/// Ladders alone.
pub const LADDERS: Limits = Limits { nodes: 4_000, order: 1, slack: 0 };

/// A side that is to be strong in kos has so many threats.
const MANY: u8 = 3;

/// Whether the other side, moving first, captures the chain of a stone. `None` if there is no stone.
pub fn attack(position: &Position, stone: Point) -> Option<TacticalAnswer> {
    attack_within(position, stone, QUICK)
}

/// Whether the owner, moving first, saves the chain of a stone. `None` if there is no stone.
pub fn defend(position: &Position, stone: Point) -> Option<TacticalAnswer> {
    defend_within(position, stone, QUICK)
}

/// [`attack`] with other limits.
pub fn attack_within(position: &Position, stone: Point, limits: Limits) -> Option<TacticalAnswer> {
    let aim = Capture { stone, color: position.stone(stone)? };
    Some(reach(position, &aim, limits))
}

/// [`defend`] with other limits.
pub fn defend_within(position: &Position, stone: Point, limits: Limits) -> Option<TacticalAnswer> {
    let aim = Capture { stone, color: position.stone(stone)? };
    Some(prevent(position, &aim, limits))
}

/// A move that keeps the chain of a stone safe for sure, where none is needed. `None` if it cannot get any
/// safer, or is not safe.
pub fn reinforce(position: &Position, stone: Point, limits: Limits) -> Option<Point> {
    let aim = Capture::of(position, stone)?;
    let is_in_reach = aim.distance(position)? <= limits.order + 1;
    if is_in_reach { hold(position, &aim, limits) } else { None }
}

/// The best move of the other side after which an aim is not reached.
pub(super) fn hold(position: &Position, aim: &impl Aim, limits: Limits) -> Option<Point> {
    let zone = aim.zone(position) | aim.surroundings(position);
    Search::new(position, aim, limits).refutation(zone, KoThreats::NONE)
}

/// Whether the side with an aim reaches it, moving first.
pub(super) fn reach(position: &Position, aim: &impl Aim, limits: Limits) -> TacticalAnswer {
    let mut search = Search::new(position, aim, limits);
    let found = Attempt::read(MANY, |threats| {
        let works = search.reaches(threats).is_some();
        search.renew(limits.nodes);
        Some((works.then_some(threats), search.take_has_met_ko()))
    });
    let (result, threats) = found.unwrap_or((Attempt::Fails, None));
    let line = threats.map_or(Vec::new(), |threats| search.line(&[], aim.side(), threats));
    search.answer(result, line)
}

/// Whether the other side keeps an aim from being reached, moving first.
pub(super) fn prevent(position: &Position, aim: &impl Aim, limits: Limits) -> TacticalAnswer {
    let mut search = Search::new(position, aim, limits);
    let found = Attempt::read(MANY, |KoThreats { own, other }| {
        // The other side's threats are not those of the side with the aim.
        let threats = KoThreats { own: other, other: own };
        search.renew(limits.nodes);
        let line = match search.reaches(threats) {
            Some(zone) => {
                search.renew(limits.nodes);
                let refutation = search.refutation(zone | aim.surroundings(position), threats);
                refutation.map(|point| vec![point])
            }
            // What cannot be attacked needs no defence.
            None => Some(Vec::new()),
        };
        Some((line, search.take_has_met_ko()))
    });
    let (result, line) = found.unwrap_or((Attempt::Fails, None));
    search.answer(result, line.unwrap_or_default())
}

/// The aim to capture the chain of a stone.
pub struct Capture {
    stone: Point,
    color: Color,
}

impl Capture {
    /// Of the stone on this point.
    pub fn of(position: &Position, stone: Point) -> Option<Capture> {
        Some(Capture { stone, color: position.stone(stone)? })
    }

    fn chain<'p>(&self, position: &'p Position) -> Option<Chain<'p>> {
        // After a capture the attacker may stand there.
        position.chain_at(self.stone).filter(|chain| chain.color() == self.color)
    }
}

/// The chains of the other colour that touch a chain, each once.
pub(super) fn enemies<'p>(position: &'p Position, chain: Chain<'p>) -> Vec<Chain<'p>> {
    let mut found: Vec<Chain<'p>> = Vec::new();
    for stone in chain.stones() {
        for &near in position.neighbours(stone) {
            if let Some(other) = position.chain_at(near)
                && other.color() != chain.color()
                && !found.iter().any(|known| known.head() == other.head())
            {
                found.push(other);
            }
        }
    }
    found
}

/// How many empty points are next to this one.
pub(super) fn breath(position: &Position, point: Point) -> u32 {
    let is_empty = |near: &&Point| position.stone(**near).is_none();
    position.neighbours(point).iter().filter(is_empty).count() as u32
}

impl Aim for Capture {
    fn side(&self) -> Color {
        !self.color
    }

    fn distance(&self, position: &Position) -> Option<u32> {
        Some(match self.chain(position) {
            Some(chain) => chain.liberty_count() as u32,
            // Taken in a ko it may come back: one more move ends that.
            None if position.ko() == Some(self.stone) => 1,
            None => 0,
        })
    }

    fn tries(&self, position: &Position, most: u32, tries: &mut Vec<Point>) {
        let Some(chain) = self.chain(position) else { return };
        let liberties = chain.liberties();
        // Where the chain would gain most by moving, the attacker moves first.
        let mut weighed: Vec<(u32, Point)> = liberties
            .iter()
            .map(|point| (16 + 2 * room(position, chain, &liberties, point), point))
            .collect();
        let distance = liberties.len() as u32;
        if distance < most && distance > 1 {
            let mut seen = liberties;
            let mut beside = PointSet::EMPTY;
            for liberty in liberties.iter() {
                for &near in position.neighbours(liberty) {
                    if position.stone(near).is_none() && seen.insert(near) {
                        beside.insert(near);
                    }
                }
            }
            // A net reaches from where two ways out meet.
            for point in beside.iter() {
                let touched = position.neighbours(point).iter();
                let touched = touched.filter(|&&near| liberties.contains(near)).count() as u32;
                // What only slows the chain down is not worth the most expensive threats.
                if most > 3 && touched < 2 {
                    continue;
                }
                weighed.push((8 + 3 * touched, point));
            }
            if distance == 2 && most <= 3 {
                for point in beside.iter() {
                    for &near in position.neighbours(point) {
                        if position.stone(near).is_none() && seen.insert(near) {
                            weighed.push((4, near));
                        }
                    }
                }
            }
            // The attacker's own weak stones around may have to be saved first.
            for enemy in enemies(position, chain) {
                if enemy.liberty_count() > 2 {
                    continue;
                }
                for point in enemy.liberties().iter() {
                    if seen.insert(point) {
                        weighed.push((12, point));
                    }
                }
                for cutter in enemies(position, enemy) {
                    if cutter.liberty_count() == 1 {
                        for point in cutter.liberties().iter() {
                            if seen.insert(point) {
                                weighed.push((20, point));
                            }
                        }
                    }
                }
            }
        }
        weighed.sort_by_key(|&(weight, _)| std::cmp::Reverse(weight));
        tries.extend(weighed.into_iter().map(|(_, point)| point));
    }

    fn zone(&self, position: &Position) -> PointSet {
        let Some(chain) = self.chain(position) else { return [self.stone].into_iter().collect() };
        let mut zone = chain.liberties();
        for enemy in enemies(position, chain) {
            if enemy.liberty_count() <= 2 {
                zone |= enemy.liberties();
            }
        }
        zone
    }

    fn surroundings(&self, position: &Position) -> PointSet {
        let Some(chain) = self.chain(position) else { return PointSet::EMPTY };
        let mut found = chain.liberties();
        for enemy in enemies(position, chain) {
            if enemy.liberty_count() <= 4 {
                found |= enemy.liberties();
            }
        }
        found
    }

    fn urgent(&self, position: &Position) -> PointSet {
        let Some(chain) = self.chain(position) else { return [self.stone].into_iter().collect() };
        let mut urgent = chain.liberties();
        for enemy in enemies(position, chain) {
            if enemy.liberty_count() == 1 {
                urgent |= enemy.liberties();
            }
        }
        if chain.len() == 1 {
            // Who stands beside the last liberty of a single stone may retake in a ko.
            let beside = |point| position.neighbours(point).iter().copied();
            let beside: PointSet = chain.liberties().iter().flat_map(beside).collect();
            urgent.extend(beside.iter().filter(|&near| position.stone(near).is_none()));
        }
        urgent
    }

    fn weight(&self, position: &Position, answer: Point) -> u32 {
        let Some(chain) = self.chain(position) else { return 0 };
        let captured: usize = position.captured_by(answer).map(Chain::len).sum();
        let is_next = position
            .neighbours(answer)
            .iter()
            .any(|&near| position.chain_at(near).is_some_and(|own| own.head() == chain.head()));
        let mut weight = 8 * captured.min(8) as u32 + 2 * breath(position, answer);
        if is_next {
            weight += 8;
        }
        weight
    }
}

/// How many liberties a chain would gain by a stone on one of its liberties.
fn room(position: &Position, chain: Chain<'_>, liberties: &PointSet, point: Point) -> u32 {
    let mut gained = 0;
    for &near in position.neighbours(point) {
        gained += match position.chain_at(near) {
            None => u32::from(!liberties.contains(near)),
            Some(other) if other.color() != chain.color() => {
                if other.liberty_count() == 1 {
                    2
                } else {
                    0
                }
            }
            Some(other) if other.head() != chain.head() => other.liberty_count().min(5) as u32 - 1,
            Some(_) => 0,
        };
    }
    gained
}
