//! Reads the fights that are left on a board: groups without two eyes among others without two eyes.
//!
//! Groups that have two eyes whatever becomes of the rest are walls. What stands between them and is small enough is
//! read out: a chain that falls even if its owner moves first is dead, one that stands even if the enemy does lives,
//! and two that both stand without eyes, next to points that neither can fill, are in seki. The witnesses are not asked.

use super::eyes::most_eyes;
use super::fates::ChainFate;
use super::fight::{Fight, KoThreats};
use super::shapes::is_killing_shape;
use aji_rules::{Color, Field, Point, PointSet, Position, Size};

/// More empty points than these are no fight that can be read.
const MOST_EMPTY: usize = 18;
/// A surrounded region with so many empty points has room for two eyes, whatever stands in it.
const LARGE: usize = 9;
/// So many positions are looked at for one question, and for all of a board.
const BUDGET: u32 = 1_500;
const BUDGET_OF_BOARD: u32 = 6_000;
/// Chains that are judged dead or alive more surely than this are believed to be.
const SURE: f64 = 0.02;

/// What reading found of the chains, by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// They are captured even if they move first.
    pub dead: Vec<usize>,
    /// They cannot live between walls that do: so many eyes are the most.
    pub no_room: Vec<(usize, u32)>,
    /// They are not captured even if the enemy moves first.
    pub alive: Vec<usize>,
    /// They stand, but only because nobody can approach.
    pub seki: Vec<usize>,
}

/// Reads all fights of a board.
pub(super) fn read(position: &Position, fates: &[ChainFate]) -> Found {
    let size = position.size();
    let board = Board::new(position, fates);
    let walls = board.walls();
    let mut found = Found::default();
    let mut budget = BUDGET_OF_BOARD;
    let everywhere: PointSet = size.points().collect();
    for place in (everywhere - walls.stones).components(size) {
        let inside = |index: &usize| fates[*index].stones.is_subset(&place);
        let mut chains: Vec<usize> = (0..fates.len()).filter(inside).collect();
        // The largest first: it settles most of the others.
        chains.sort_by_key(|&index| std::cmp::Reverse(fates[index].stones.len()));
        for color in Color::BOTH {
            board.without_room(&place, color, &walls, &chains, &mut found);
        }
        let asked: Vec<usize> = chains
            .iter()
            .copied()
            .filter(|&index| board.is_asked(index, &walls))
            .filter(|index| !found.no_room.iter().any(|(known, _)| known == index))
            .collect();
        for arena in board.arenas(&place, &asked) {
            let inside = |index: &&usize| fates[**index].stones.is_subset(&arena);
            let asked: Vec<usize> = asked.iter().filter(inside).copied().collect();
            if !asked.is_empty() && board.is_small(&arena) {
                board.fight(&arena, &asked, &mut budget, &mut found);
            }
        }
    }
    found
}

/// A board and what is believed of its chains.
struct Board<'a> {
    position: &'a Position,
    fates: &'a [ChainFate],
    /// Whose the points are if what is judged dead is taken off.
    owner: Field<Option<Color>>,
}

/// What needs no reading.
struct Walls {
    /// Chains of groups with two eyes.
    stones: PointSet,
    /// Small surrounded regions with stones in them that may be more than dead.
    doubtful: PointSet,
}

impl<'a> Board<'a> {
    fn new(position: &'a Position, fates: &'a [ChainFate]) -> Board<'a> {
        let size = position.size();
        let dead = |fate: &&ChainFate| fate.dead_probability > 0.5;
        let dead = fates.iter().filter(dead).fold(PointSet::EMPTY, |all, fate| all | fate.stones);
        let stone = |point| position.stone(point).filter(|_| !dead.contains(point));
        let mut owner = Field::from_fn(size, stone);
        let free: PointSet = size.points().filter(|&point| owner[point].is_none()).collect();
        for room in free.components(size) {
            let mut around = room.beside(size).iter().filter_map(stone).collect::<Vec<Color>>();
            around.dedup();
            if let [color] = around[..] {
                room.iter().for_each(|point| owner[point] = Some(color));
            }
        }
        Board { position, fates, owner }
    }

    /// The groups that have two eyes even if the stones in their small regions are not dead.
    fn walls(&self) -> Walls {
        let size = self.position.size();
        let mut walls = Walls { stones: PointSet::EMPTY, doubtful: PointSet::EMPTY };
        for color in Color::BOTH {
            let own = |point: &Point| self.position.stone(*point) == Some(color);
            let held: PointSet =
                size.points().filter(|&point| self.owner[point] == Some(color)).collect();
            let stones: PointSet = held.iter().filter(own).collect();
            let empty_points = |room: &PointSet| {
                room.iter().filter(|&point| self.position.stone(point).is_none()).count()
            };
            let mut safe = PointSet::EMPTY;
            for room in (held - stones).components(size) {
                if empty_points(&room) < LARGE && !self.is_empty_for_sure(&room) {
                    walls.doubtful |= room;
                } else {
                    safe |= room;
                }
            }
            for group in (stones | safe).components(size) {
                let rooms = group & safe;
                let eyes: usize = rooms.components(size).map(|room| eyes_in(size, &room)).sum();
                let believed = |fate: &ChainFate| fate.dead_probability < 3.0 * SURE;
                let chains = || self.fates.iter().filter(|fate| fate.stones.is_subset(&group));
                let is_certain = |fate: &ChainFate| fate.is_unconditional();
                if !(chains().any(is_certain) || eyes >= 2 && chains().all(believed)) {
                    continue;
                }
                // What hangs on one point may be cut off before the enemy is dead.
                let is_tight = |fate: &&ChainFate| {
                    fate.is_unconditional() || (fate.liberties & safe).len() >= 2
                };
                walls.stones =
                    chains().filter(is_tight).fold(walls.stones, |all, fate| all | fate.stones);
            }
        }
        walls
    }

    /// Whether no stone is in a room but such as cannot live.
    fn is_empty_for_sure(&self, room: &PointSet) -> bool {
        let inside = |fate: &&ChainFate| fate.stones.is_subset(room);
        self.fates.iter().filter(inside).all(ChainFate::is_certain)
    }

    /// Notes the chains of a colour that have no room for two eyes between walls of the enemy.
    fn without_room(
        &self,
        place: &PointSet,
        color: Color,
        walls: &Walls,
        chains: &[usize],
        found: &mut Found,
    ) {
        let size = self.position.size();
        let own = |index: &usize| self.fates[*index].color == color;
        let is_wall = |point: Point| {
            walls.stones.contains(point) && self.position.stone(point) == Some(color)
        };
        // Who reaches living stones of its own needs no eyes.
        let is_joined = place.beside(size).iter().any(is_wall);
        let is_open = |index: &usize| !self.fates[*index].is_certain();
        if is_joined || !chains.iter().filter(|index| own(index)).all(is_open) {
            return;
        }
        let eyes = most_eyes(place, color, &self.position.stones(), &walls.stones);
        if eyes < 2 {
            found.no_room.extend(chains.iter().filter(|index| own(index)).map(|&one| (one, eyes)));
        }
    }

    /// Whether it is worth reading what becomes of a chain.
    fn is_asked(&self, index: usize, walls: &Walls) -> bool {
        let fate = &self.fates[index];
        let is_doubted = (SURE..1.0 - SURE).contains(&fate.dead_probability);
        let is_dead = fate.dead_probability > 0.5;
        let is_wall = fate.stones.is_subset(&walls.stones);
        !fate.is_certain()
            && !is_wall
            && (is_doubted || !is_dead || fate.stones.is_subset(&walls.doubtful))
    }

    /// Where fights are played: the chains in question, what stands beside them, and the empty points close to these.
    fn arenas(&self, place: &PointSet, asked: &[usize]) -> Vec<PointSet> {
        let size = self.position.size();
        let stones = asked.iter().fold(PointSet::EMPTY, |all, &one| all | self.fates[one].stones);
        let empty: PointSet =
            place.iter().filter(|&point| self.position.stone(point).is_none()).collect();
        let beside = stones.beside(size) & empty;
        let around = stones | beside;
        let is_beside = |part: &PointSet| !(part.beside(size) & around).is_empty();
        let held = (*place - empty).components(size);
        let weak = held.filter(is_beside).fold(stones, |all, part| all | part);
        let near = beside | weak.beside(size) & empty;
        // A part of an empty region is no place to read in.
        let touched = |part: &PointSet| !(*part & near).is_empty();
        let whole = empty.components(size).filter(touched).fold(weak, |all, part| all | part);
        whole.components(size).collect()
    }

    fn is_small(&self, arena: &PointSet) -> bool {
        let is_empty = |&point: &Point| self.position.stone(point).is_none();
        arena.iter().filter(is_empty).count() <= MOST_EMPTY
    }

    /// Reads what becomes of the chains in a fight.
    fn fight(&self, arena: &PointSet, asked: &[usize], budget: &mut u32, found: &mut Found) {
        let mut ask = |index: usize, first: Color, threats: KoThreats| -> Option<bool> {
            let stone = self.fates[index].stones.first()?;
            let mut left = BUDGET.min(*budget);
            *budget -= left;
            let mut fight = Fight::about(self.position, stone, *arena, threats)?;
            let answer = fight.is_captured(first, &mut left);
            *budget += left;
            answer
        };
        let (mut standing, mut falling, mut open) = (Vec::new(), Vec::new(), Vec::new());
        for &index in asked {
            let color = self.fates[index].color;
            match ask(index, !color, KoThreats::None) {
                Some(false) => standing.push(index),
                // What hangs on a ko is not read.
                Some(true) => match ask(index, color, KoThreats::Defender) {
                    Some(true) => falling.push(index),
                    Some(false) if ask(index, color, KoThreats::None) == Some(false) => {
                        open.push(index);
                    }
                    _ => {}
                },
                None => {}
            }
        }
        let size = self.position.size();
        let meets = |one: usize, other: usize| {
            let (one, other) = (&self.fates[one], &self.fates[other]);
            one.color != other.color && !(one.stones.beside(size) & other.stones).is_empty()
        };
        // Stones may be captured in vain, so they are only dead if those live who capture them.
        let is_dead = |one: &usize| {
            let mut enemies = asked.iter().filter(|other| meets(*one, **other));
            enemies.all(|enemy| standing.contains(enemy))
        };
        let dead: Vec<usize> = falling.iter().copied().filter(is_dead).collect();
        // Who may capture first lives where the enemy is dead anyway.
        let is_saved = |one: &usize| dead.iter().any(|dead| meets(*one, *dead));
        let saved: Vec<usize> = open.iter().copied().filter(is_saved).collect();
        for &index in &standing {
            let shares = |other: &usize| {
                let (one, other) = (&self.fates[index], &self.fates[*other]);
                one.color != other.color && !(one.liberties & other.liberties).is_empty()
            };
            if standing.iter().any(shares) {
                found.seki.push(index);
            } else if asked.iter().filter(|other| shares(other)).all(|other| dead.contains(other)) {
                found.alive.push(index);
            }
        }
        found.alive.extend(saved);
        found.dead.extend(dead);
    }
}

/// How many eyes a surrounded region is worth.
fn eyes_in(size: Size, room: &PointSet) -> usize {
    if is_killing_shape(size, room) { 1 } else { 2 }
}
