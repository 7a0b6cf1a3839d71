//! The fast fixed opponent: rules of thumb, no search, nothing learned.
//!
//! It captures, gives and escapes atari, never fills its own eyes, and otherwise plays where its
//! influence grows most. A whole game on 13x13 takes it about a millisecond, so that others can be
//! trained against it.

use super::eyes::is_own_eye;
use super::{Action, Choice, Effect, Player, PlayerError, Turn};
use aji_judge::Dice;
use aji_judge::influence::{Bouzy, Influence};
use aji_rules::position::Chain;
use aji_rules::ruleset::Suicide;
use aji_rules::{Field, Move, Point, Position, Size};

/// How much larger than they are values may look by the fall of the dice: games differ, blunders do
/// not creep in.
const WHIM: f32 = 0.25;
/// What taking a stone is worth, in points: the stone and the point under it.
const STONE: f32 = 2.0;
/// What is at stake in every fight, however few the stones.
const FIGHT: f32 = 3.0;
/// What a stone on the first, second ... line gains of what it reaches: too low is slow, and beyond the
/// fourth line there is no territory.
const LINES: [f32; 5] = [0.5, 0.75, 1.0, 1.0, 0.9];
/// Up to this share of the board under stones, the other side's loose areas are worth invading.
const YOUNG: f32 = 0.25;
/// Where Bouzy's map has less than this of the other side, its area is loose.
const LOOSE: f32 = 6.0;
/// What invading a loose point is worth beside taking an open one.
const INVASION: f32 = 0.4;
/// What a point is worth where the areas of both sides meet.
const FRONTIER: f32 = 0.7;
/// What Bouzy's map has at least where a stone is.
const STONE_INFLUENCE: f32 = aji_judge::influence::bouzy::SEED as f32;
/// Stands for a stone among the reaches of sides.
const STONE_HERE: f32 = f32::INFINITY;
/// The worth of points around a stone, by their distance.
const REACH: [f32; 3] = [1.0, 0.8, 0.5];
/// A board with a margin of two points on all sides, 32 to a row.
const STRIDE: usize = 32;
const MARGIN: usize = 2;
const PLACES: usize = (aji_rules::point::MAX_SIDE + 2 * MARGIN) * STRIDE;
/// From the margin's corner to beyond the last place that a point's gain is made of.
const AROUND: usize = 2 * MARGIN * STRIDE + 2 * MARGIN + 1;

/// The player `static`.
#[derive(Clone, Debug)]
pub struct StaticPlayer {
    influence: Field<f32>,
    values: Field<f32>,
    /// How far the side to move reaches each point, or the other if negative; nobody beyond the edge.
    reach: Box<[f32; PLACES]>,
    /// What each point is worth to whoever reaches it; nothing beyond the edge.
    worth: Box<[f32; PLACES]>,
}

impl Default for StaticPlayer {
    fn default() -> StaticPlayer {
        StaticPlayer {
            influence: Field::filled(Size::NINETEEN, 0.0),
            values: Field::filled(Size::NINETEEN, 0.0),
            reach: Box::new([0.0; PLACES]),
            worth: Box::new([0.0; PLACES]),
        }
    }
}

impl StaticPlayer {
    /// What a stone on each point is worth to the side to move, in rough points; occupied points and
    /// own eyes are worth nothing. Legality and self-atari are not thought of.
    pub fn values(&mut self, position: &Position) -> &Field<f32> {
        let (size, color) = (position.size(), position.to_play());
        if self.values.size() != size {
            self.values = Field::filled(size, 0.0);
            self.reach.fill(0.0);
            self.worth.fill(0.0);
        }
        Bouzy::AREA.write(position, &mut self.influence);
        self.fill_worth(position);
        self.fill_gains(position);
        for chain in position.chains() {
            self.add_fights(position, chain);
        }
        for (value, point) in self.values.values_mut().iter_mut().zip(size.points()) {
            if *value > 0.0 && is_own_eye(position, point, color) {
                *value = 0.0;
            }
        }
        &self.values
    }

    /// What each point is worth: all where it is open, most where two areas meet, nothing where
    /// stones stand or one side has closed its area.
    fn fill_worth(&mut self, position: &Position) {
        let (size, sign) = (position.size(), position.to_play().sign() as f32);
        let count = position.stone_count();
        let is_young = ((count.black + count.white) as f32) < YOUNG * size.area() as f32;
        let rows = self.influence.values().chunks(size.width());
        for (row, y) in rows.zip(MARGIN..) {
            let start = y * STRIDE + MARGIN;
            for (reach, influence) in self.reach[start..].iter_mut().zip(row) {
                *reach =
                    if influence.abs() < STONE_INFLUENCE { sign * influence } else { STONE_HERE };
            }
        }
        for y in MARGIN..MARGIN + size.height() {
            for here in y * STRIDE + MARGIN..y * STRIDE + MARGIN + size.width() {
                let meets = |place: usize| self.reach[here] * self.reach[place] < 0.0;
                self.worth[here] = match self.reach[here] {
                    STONE_HERE => 0.0,
                    0.0 => 1.0,
                    _ if meets(here - 1)
                        || meets(here + 1)
                        || meets(here - STRIDE)
                        || meets(here + STRIDE) =>
                    {
                        FRONTIER
                    }
                    theirs if is_young && theirs < 0.0 && theirs > -LOOSE => INVASION,
                    _ => 0.0,
                };
            }
        }
    }

    /// What a stone on each point would reach that is not its player's yet; nothing where one stands.
    fn fill_gains(&mut self, position: &Position) {
        let (width, height) = (position.size().width(), position.size().height());
        let line = |along: usize, side: usize| along.min(side - 1 - along).min(LINES.len() - 1);
        for (y, row) in self.values.values_mut().chunks_mut(width).enumerate() {
            for (x, value) in row.iter_mut().enumerate() {
                let first = y * STRIDE + x;
                let around: &[f32; AROUND] = match self.worth[first..].first_chunk() {
                    Some(around) => around,
                    None => return,
                };
                let here = MARGIN * STRIDE + MARGIN;
                let next = around[here - 1]
                    + around[here + 1]
                    + around[here - STRIDE]
                    + around[here + STRIDE];
                let far = around[here - 2]
                    + around[here + 2]
                    + around[here - 2 * STRIDE]
                    + around[here + 2 * STRIDE];
                let diagonal = around[here - STRIDE - 1]
                    + around[here - STRIDE + 1]
                    + around[here + STRIDE - 1]
                    + around[here + STRIDE + 1];
                let line = LINES[line(x, width).min(line(y, height))];
                let reached =
                    REACH[0] * around[here] + REACH[1] * next + REACH[2] * (far + diagonal);
                let is_stone = self.reach[first + here] == STONE_HERE;
                *value = if is_stone { 0.0 } else { line * reached };
            }
        }
    }

    /// Adds what is at stake at the liberties of a chain that is short of them.
    fn add_fights(&mut self, position: &Position, chain: Chain<'_>) {
        let liberties = chain.liberty_count();
        if liberties > 2 {
            return;
        }
        let stake = FIGHT + STONE * chain.len() as f32;
        let is_mine = chain.color() == position.to_play();
        for liberty in chain.liberties().iter() {
            let open = open_around(position, liberty);
            // Its first liberties are where a chain runs to and where it is stopped.
            let share = match (liberties, is_mine) {
                (1, false) => 1.0,
                (1, true) if open >= 3 => 0.9,
                (1, true) => 0.5,
                (_, false) => 0.15 + 0.05 * open as f32,
                (_, true) => 0.1 + 0.05 * open as f32,
            };
            self.values[liberty] += share * stake;
        }
    }
}

/// How many empty points are next to a point.
fn open_around(position: &Position, point: Point) -> usize {
    let neighbours = position.size().neighbours(point);
    neighbours.iter().filter(|&&neighbour| position.stone(neighbour).is_none()).count()
}

impl StaticPlayer {
    /// The best of the points valued last that `is_legal`, with its effect. Only the best few need a
    /// closer look, so they are taken one by one, not sorted.
    fn take_best(
        &mut self,
        position: &Position,
        is_legal: impl Fn(Point) -> bool,
    ) -> Option<(Point, Effect)> {
        while let Some(point) = highest(&self.values) {
            self.values[point] = 0.0;
            if is_legal(point) {
                let effect = Effect::of(position, point);
                if !effect.is_self_atari() {
                    return Some((point, effect));
                }
            }
        }
        None
    }

    /// The best of the points that `is_legal` by a whim, with its effect.
    fn take_whim(
        &mut self,
        position: &Position,
        dice: &mut Dice,
        is_legal: impl Fn(Point) -> bool,
    ) -> Option<(Point, Effect)> {
        self.values(position);
        for value in self.values.values_mut().iter_mut().filter(|value| **value > 0.0) {
            *value += WHIM * dice.unit() as f32;
        }
        self.take_best(position, is_legal)
    }

    /// What [`Player::choose`] would under simple ko and without suicide, at once and without
    /// reasons; `None` is a pass.
    pub fn pick(&mut self, position: &Position, dice: &mut Dice) -> Option<Point> {
        let is_legal =
            |point: Point| position.check(Move::Place(point), Suicide::Forbidden).is_ok();
        self.take_whim(position, dice, is_legal).map(|(point, _)| point)
    }

    /// Where it would play without whims and without knowing the past; `None` is a pass.
    pub fn best(&mut self, position: &Position) -> Option<Point> {
        self.values(position);
        let is_legal =
            |point: Point| position.check(Move::Place(point), Suicide::Forbidden).is_ok();
        self.take_best(position, is_legal).map(|(point, _)| point)
    }
}

impl Player for StaticPlayer {
    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Choice, PlayerError> {
        let position = turn.position();
        let chosen = self.take_whim(position, dice, |point| turn.is_legal(point));
        let Some((point, effect)) = chosen else {
            return Ok(Choice::pass("nothing is to be gained"));
        };
        let mut reasons = effect.phrases();
        if reasons.is_empty() {
            reasons.push("reaches the most open points".to_string());
        }
        let action = Action::Play(Move::Place(point));
        Ok(Choice { action, reasons, candidates: Vec::new() })
    }
}

/// Where the highest value above zero is.
fn highest(values: &Field<f32>) -> Option<Point> {
    let (point, value) = values.iter().max_by(|one, other| one.1.total_cmp(other.1))?;
    (*value > 0.0).then_some(point)
}
