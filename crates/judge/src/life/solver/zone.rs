//! What of a board a fight depends on: the region where it is read, and what keeps the walls around it standing.
//!
//! Reading sees a region of a board only, so it is shown two boards. The one that the *attacker* has to win on is as
//! bad for the attacker as the rest of the board can be: whoever of the other side gets to a point beside something
//! open, or beside a friend outside, has got away, and attacking stones breathe inside alone. The one that the
//! *defender* has to win on is as bad for the defender: an attacking stone beside anything outside cannot be captured,
//! and only friends that live even if they never move again help. What is won on its own board is won on the whole
//! board, whatever is played elsewhere.
//!
//! A wall of the attacker's around the region stands if it lives unconditionally, has many liberties in the open, or
//! cannot be captured from outside, the other side moving first and all its liberties in the region filled: then every
//! move against it outside has its answer outside. Any other wall belongs to the fight. So do stones that are put beside
//! the open: they have the liberties there, which the defender may fill and the attacker does not extend.
//!
//! Where neither side wins on its board the region is too narrow. It grows around the moves by which each was refuted.

use super::search::Search;
use crate::life::enclosure::{completed, walls, widened};
use crate::life::node::{ENDLESS, Fight, Goal, Node, Side};
use crate::life::problem::{Outside, Problem};
use crate::life::small_board::{MOST_POINTS, SmallBoard, Stones};
use aji_rules::pass_alive::pass_alive;
use aji_rules::position::Chain;
use aji_rules::ruleset::Suicide;
use aji_rules::{Point, PointSet, Position};

/// Walls with fewer liberties outside are part of the fight; what has no more than these belongs to it with all of them.
const LEAST_LIBERTIES: usize = 2;
/// Of walls with fewer liberties outside no two may rely on the same points: a move there might threaten both.
const SURE: usize = 4;
/// Walls with as many liberties and more room outside than this stand.
const OPEN: usize = 40;
/// A friend outside with so many liberties is help for a wall.
const STRONG: usize = 4;
/// So many positions are looked at for a wall.
const WALL_BUDGET: u64 = 2_000;
/// A wall is read so many steps from its own liberties into the open.
const STEPS: usize = 2;

/// A region of a board, and what its walls need.
pub(super) struct Zone {
    problem: Problem,
    /// Where reading began.
    inside: PointSet,
    /// The walls outside that stand.
    walls: PointSet,
    /// Where that was read.
    backing: PointSet,
}

/// The boards on which a problem is read, and the stones on both.
pub(super) struct Boards {
    /// As bad as it can be for the attacker.
    pub attackers: SmallBoard,
    /// As bad as it can be for the defender, if that is another.
    pub defenders: Option<SmallBoard>,
    pub stones: Stones,
}

impl Zone {
    /// Where reading a problem begins.
    pub fn new(problem: &Problem) -> Zone {
        let (problem, none) = (problem.clone(), PointSet::EMPTY);
        let inside = *problem.region();
        Zone { problem, inside, walls: none, backing: none }.with_weak_walls()
    }

    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Points that something depends on with what keeps the walls around them standing, if that matters.
    pub fn with_surroundings(&self, points: PointSet, needs_walls: bool) -> PointSet {
        if !needs_walls {
            return points;
        }
        let position = self.problem.position();
        let is_empty = |near: &Point| position.stone(*near).is_none();
        let beside = points.beside(position.size());
        let outside = beside.iter().filter(is_empty).collect::<PointSet>() - *self.problem.region();
        let near = self.walls & beside;
        let walls =
            position.chains().filter(|wall| wall.stones().any(|stone| near.contains(stone)));
        let walls: PointSet = walls.flat_map(|wall| wall.stones()).collect();
        points | outside | walls | self.backing
    }

    /// A wider one, around points on the way out if there are any; `None` if there is none.
    pub fn widened(&self, way_out: PointSet) -> Option<Zone> {
        let problem = &self.problem;
        if problem.outside() == Outside::Sealed {
            return None;
        }
        let (position, defender) = (problem.position(), problem.defender());
        let outside = way_out.beside(position.size()) - *problem.region();
        let is_new = |near: &Point| position.stone(*near) != Some(!defender);
        let leaks: PointSet = outside.iter().filter(is_new).collect();
        let region = widened(position, problem.target(), problem.region(), leaks, defender)?;
        let problem = problem.with_region(region)?;
        Some(Zone { problem, ..*self }.with_weak_walls())
    }

    /// With the walls that do not stand inside, as long as there is room.
    fn with_weak_walls(mut self) -> Zone {
        while self.problem.outside() == Outside::Board {
            let problem = &self.problem;
            let (position, defender) = (problem.position(), problem.defender());
            let certain = pass_alive(position, !defender, Suicide::Forbidden).stones;
            let mut wide = *problem.region();
            (self.walls, self.backing) = (PointSet::EMPTY, PointSet::EMPTY);
            for wall in walls(position, problem.region(), defender) {
                let stones: PointSet = wall.stones().collect();
                let outside = wall.liberties() - *problem.region();
                let read = standing(position, wall, problem.region());
                let is_free =
                    |read: &PointSet| outside.len() >= SURE || (*read & self.backing).is_empty();
                if stones.is_subset(&certain) {
                    self.walls |= stones;
                } else if let Some(read) = read.filter(is_free) {
                    self.walls |= stones;
                    self.backing |= read;
                } else {
                    let near =
                        if outside.len() <= LEAST_LIBERTIES { outside } else { PointSet::EMPTY };
                    let wider = completed(position, wide | stones | near, defender);
                    wide = if wider.len() <= MOST_POINTS { wider } else { wide };
                }
            }
            match problem.with_region(wide) {
                Some(wider) if wide != *problem.region() => self.problem = wider,
                _ => break,
            }
        }
        self
    }

    /// Where it is read.
    pub fn boards(&self) -> Option<Boards> {
        let problem = &self.problem;
        if problem.outside() == Outside::Sealed {
            let (attackers, stones) = problem.board()?;
            return Some(Boards { attackers, defenders: None, stones });
        }
        let (position, defender) = (problem.position(), problem.defender());
        let region = problem.region();
        let attackers = |near| (self.walls.contains(near), !self.walls.contains(near));
        let help = pass_alive(position, defender, Suicide::Forbidden).stones;
        let defenders = |near: Point| (!help.contains(near), help.contains(near));
        let (for_attacker, stones) = SmallBoard::within(position, region, defender, attackers)?;
        let for_attacker =
            for_attacker.with_liberties_outside(position, &self.inside, &open(position, region));
        let (for_defender, _) = SmallBoard::within(position, region, defender, defenders)?;
        let is_same = for_attacker.wall() == for_defender.wall()
            && for_attacker.haven() == for_defender.haven();
        let defenders = (!is_same).then_some(for_defender);
        Some(Boards { attackers: for_attacker, defenders, stones })
    }
}

/// Empty points outside of a region that hang together with many others.
fn open(position: &Position, region: &PointSet) -> PointSet {
    let size = position.size();
    let is_free = |near: Point| position.stone(near).is_none() && !region.contains(near);
    let mut open = PointSet::EMPTY;
    let mut closed = PointSet::EMPTY;
    for point in region.beside(size).iter().filter(|&point| is_free(point)) {
        if open.contains(point) || closed.contains(point) {
            continue;
        }
        let from: PointSet = [point].into_iter().collect();
        match from.flooded(size, OPEN, is_free) {
            Some(small) => closed |= small,
            None => open |= from.flooded(size, usize::MAX, is_free).unwrap_or(from),
        }
    }
    open
}

/// Where it was read that a wall cannot be captured from outside of a region; `None` if it may be.
fn standing(position: &Position, wall: Chain<'_>, region: &PointSet) -> Option<PointSet> {
    let size = position.size();
    let color = wall.color();
    let liberties = wall.liberties() - *region;
    if liberties.len() < LEAST_LIBERTIES {
        return None;
    }
    let is_free = |near: Point| position.stone(near) != Some(!color) && !region.contains(near);
    if liberties.len() >= SURE && liberties.flooded(size, OPEN, is_free).is_none() {
        return Some(liberties);
    }
    let stones: PointSet = wall.stones().collect();
    let mut around = liberties;
    for _ in 0..STEPS {
        let is_free = |near: &Point| position.stone(*near).is_none() && !region.contains(*near);
        let wider = around | around.beside(size).iter().filter(is_free).collect();
        if wider.len() + 1 > MOST_POINTS {
            break;
        }
        around = wider;
    }
    if around.len() + 1 > MOST_POINTS {
        return Some(liberties);
    }
    let helps = |near: Point| match position.chain_at(near) {
        None => !region.contains(near),
        Some(chain) => chain.color() == color && (chain.liberties() - *region).len() >= STRONG,
    };
    let outside = |near: Point| {
        let is_enemys = position.stone(near) == Some(!color) || region.contains(near);
        (is_enemys, helps(near))
    };
    let points: Vec<Point> = around.iter().collect();
    let board = SmallBoard::with_chains(position, points, &[stones], outside)?;
    let target = 1 << around.len();
    let start = Node {
        threats: ENDLESS,
        ..Node::new(Stones { defender: target, attacker: 0 }, target, Side::Attacker)
    };
    let fight = Fight { board: &board, goal: Goal::Capture, ko_master: Side::Attacker };
    let mut search = Search::default();
    search.clear_for(Some(Side::Defender));
    let falls = search.forces(&fight, &start, WALL_BUDGET).unwrap_or(true);
    if falls {
        return None;
    }
    let zone = search.zone(&start).unwrap_or(u64::MAX);
    Some(board.set(zone & !target))
}
