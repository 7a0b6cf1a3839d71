//! The fast fixed opponent: rules of thumb, no search, nothing learned.
//!
//! It captures, gives and escapes atari, never fills its own eyes, and otherwise plays where its
//! influence grows most. A whole game on 13x13 takes it less than a millisecond, so that others can
//! be trained against it.

#[cfg(test)]
mod plain;
mod reach;

use super::eyes::is_own_eye;
use super::{Action, Choice, Player, PlayerError, Turn};
use aji_judge::Dice;
use aji_judge::explain::Effect;
use aji_rules::point::{MAX_AREA, MAX_SIDE};
use aji_rules::position::Chain;
use aji_rules::ruleset::Suicide;
use aji_rules::{Field, Move, Point, Position, Size};
use reach::{Board, FEW_ROWS, MOST_ROWS, Reach, Rows};

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
/// What invading a loose point is worth beside taking an open one.
const INVASION: f32 = 0.4;
/// What a point is worth where the areas of both sides meet.
const FRONTIER: f32 = 0.7;
/// The worth of points around a stone, by their distance.
const REACH: [f32; 3] = [1.0, 0.8, 0.5];
/// A board with a margin of two points on all sides, 32 to a row.
const STRIDE: usize = 32;
const MARGIN: usize = 2;
/// So many points of a row are valued at once.
const BLOCK: usize = 8;
/// The points of a block.
const BITS: [u32; BLOCK] = [1, 2, 4, 8, 16, 32, 64, 128];
/// One row to spare for the last block.
const PLACES: usize = (MAX_SIDE + 2 * MARGIN + 1) * STRIDE;
/// From the margin's corner to beyond the last place that the gains of a block are made of.
const AROUND: usize = 2 * MARGIN * STRIDE + 2 * MARGIN + BLOCK;

/// What the player likes. The rules of thumb are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// Corners and sides, as usual.
    #[default]
    Plain,
    /// The centre.
    High,
    /// The edge.
    Low,
    /// One thing now and another then.
    Fickle,
}

impl Style {
    /// All of them, the usual one first.
    pub const ALL: [Style; 4] = [Style::Plain, Style::High, Style::Low, Style::Fickle];

    fn lines(self) -> [f32; 5] {
        match self {
            Style::Plain | Style::Fickle => LINES,
            Style::High => [0.4, 0.5, 0.7, 1.0, 1.1],
            Style::Low => [0.6, 1.0, 1.1, 0.8, 0.6],
        }
    }

    /// How much larger than it is a value looks by the fall of the dice.
    fn whim(self, dice: &mut Dice) -> f32 {
        let most = if self == Style::Fickle { 3.0 } else { WHIM };
        most * dice.unit() as f32
    }
}

/// The player `static`.
#[derive(Clone, Debug)]
pub struct StaticPlayer {
    style: Style,
    values: Field<f32>,
    /// The values by places without the margin, before anybody asks for them by points; they mean
    /// something where a stone is worth something.
    value: Box<[f32; PLACES]>,
    /// What each point is worth to whoever reaches it; nothing beyond the edge.
    worth: Box<[f32; PLACES]>,
    /// What a stone gains of what it reaches, by the line it is on, by places without the margin.
    lines: Box<[f32; PLACES]>,
    /// Where a stone is worth something.
    valued: Rows<MOST_ROWS>,
    /// The first stones of chains that are short of liberties.
    fights: Vec<Point>,
    /// Of each point valued last the bits of its value, and below them its index: the largest is the
    /// best point, and of equal ones the last.
    keys: Box<[u64; MAX_AREA]>,
}

impl Default for StaticPlayer {
    fn default() -> StaticPlayer {
        StaticPlayer::new(Style::Plain)
    }
}

impl StaticPlayer {
    /// One of this style.
    pub fn new(style: Style) -> StaticPlayer {
        let size = Size::NINETEEN;
        let mut player = StaticPlayer {
            style,
            values: Field::filled(size, 0.0),
            value: Box::new([0.0; PLACES]),
            worth: Box::new([0.0; PLACES]),
            lines: Box::new([0.0; PLACES]),
            valued: [0; MOST_ROWS],
            fights: Vec::new(),
            keys: Box::new([0; MAX_AREA]),
        };
        player.turn_to(size);
        player
    }

    /// What a stone on each point is worth to the side to move, in rough points; occupied points and
    /// own eyes are worth nothing. Legality and self-atari are not thought of.
    pub fn values(&mut self, position: &Position) -> &Field<f32> {
        self.find_values(position);
        let width = position.size().width();
        for (y, row) in self.values.values_mut().chunks_exact_mut(width).enumerate() {
            for (x, value) in row.iter_mut().enumerate() {
                let is_valued = self.valued[y + 1] >> x & 1 != 0;
                *value = if is_valued { self.value[y * STRIDE + x] } else { 0.0 };
            }
        }
        &self.values
    }

    fn find_values(&mut self, position: &Position) {
        if self.values.size() != position.size() {
            self.turn_to(position.size());
        }
        if position.size().height() + 2 <= FEW_ROWS {
            self.fill_values::<FEW_ROWS>(position);
        } else {
            self.fill_values::<MOST_ROWS>(position);
        }
    }

    /// Gets ready for boards of another size.
    fn turn_to(&mut self, size: Size) {
        self.values = Field::filled(size, 0.0);
        self.worth.fill(0.0);
        let lines = self.style.lines();
        for point in size.points() {
            let (x, y) = size.xy(point);
            self.lines[y * STRIDE + x] = lines[size.line(point).min(lines.len()) - 1];
        }
    }

    fn fill_values<const N: usize>(&mut self, position: &Position) {
        let size = position.size();
        let board = Board::<N>::new(size);
        let reach = Reach::of(position, &board, YOUNG * size.area() as f32);
        self.fill_worth(size, &reach);
        self.fill_gains(size, &board, &reach);
        self.add_fights(position);
        self.leave_eyes(position, &board, &reach);
    }

    /// What each point is worth: all where it is open, most where two areas meet, nothing where
    /// stones stand or one side has closed its area.
    fn fill_worth<const N: usize>(&mut self, size: Size, reach: &Reach<N>) {
        for y in 1..=size.height() {
            let start = (y - 1 + MARGIN) * STRIDE + MARGIN;
            let blocks = self.worth[start..].as_chunks_mut::<BLOCK>().0;
            // Beyond the edge the last block is made of nothing.
            for (block, first) in blocks.iter_mut().zip((0..size.width()).step_by(BLOCK)) {
                let [open, frontier, loose] =
                    [&reach.open, &reach.frontier, &reach.loose].map(|rows| rows[y] >> first);
                for (worth, bit) in block.iter_mut().zip(BITS) {
                    let of = |row: u32, value: f32| if row & bit != 0 { value } else { 0.0 };
                    // A point has at most one of the three.
                    *worth = of(open, 1.0) + of(frontier, FRONTIER) + of(loose, INVASION);
                }
            }
        }
    }

    /// What a stone on each point would reach that is not its player's yet; nothing where one stands.
    fn fill_gains<const N: usize>(&mut self, size: Size, board: &Board<N>, reach: &Reach<N>) {
        let worth = board.rows(|y| reach.open[y] | reach.frontier[y] | reach.loose[y]);
        let near = board.beside(&worth);
        let far = board.beside(&near);
        let valued =
            board.rows(|y| (worth[y] | near[y] | far[y]) & !(reach.mine[y] | reach.theirs[y]));
        self.valued[..N].copy_from_slice(&valued);
        for y in 0..size.height() {
            for start in (0..size.width()).step_by(BLOCK) {
                let place = y * STRIDE + start;
                let (around, lines, value) = (
                    self.worth[place..].first_chunk(),
                    self.lines[place..].first_chunk(),
                    self.value[place..].first_chunk_mut(),
                );
                if let (Some(around), Some(lines), Some(value)) = (around, lines, value) {
                    let is_valued = valued[y + 1] >> start & ((1 << BLOCK) - 1) != 0;
                    *value = if is_valued { gains(around, lines) } else { [0.0; BLOCK] };
                }
            }
        }
    }

    /// Adds what is at stake at the liberties of chains that are short of them.
    fn add_fights(&mut self, position: &Position) {
        self.fights.clear();
        for chain in position.chains_short_of(3) {
            self.fights.extend(chain.stones().min());
        }
        // Sums depend on the order, and the order must not depend on how the chains grew.
        self.fights.sort_unstable();
        for &first in &self.fights {
            let Some(chain) = position.chain_at(first) else { continue };
            let liberties = chain.liberty_count();
            let stake = FIGHT + STONE * chain.len() as f32;
            let is_mine = chain.color() == position.to_play();
            for liberty in two_liberties(position, chain).into_iter().flatten() {
                let open = open_around(position, liberty);
                // Its first liberties are where a chain runs to and where it is stopped.
                let share = match (liberties, is_mine) {
                    (1, false) => 1.0,
                    (1, true) if open >= 3 => 0.9,
                    (1, true) => 0.5,
                    (_, false) => 0.15 + 0.05 * open as f32,
                    (_, true) => 0.1 + 0.05 * open as f32,
                };
                let (x, y) = position.size().xy(liberty);
                self.value[y * STRIDE + x] += share * stake;
                self.valued[y + 1] |= 1 << x;
            }
        }
    }

    /// Own eyes are worth nothing.
    fn leave_eyes<const N: usize>(
        &mut self,
        position: &Position,
        board: &Board<N>,
        reach: &Reach<N>,
    ) {
        let surrounded = board.surrounded_by(&reach.mine);
        for y in 0..position.size().height() {
            let mut left = surrounded[y + 1] & self.valued[y + 1];
            while let Some((x, point)) = take_point(position.size(), &mut left, y) {
                if is_own_eye(position, point, position.to_play()) {
                    self.valued[y + 1] &= !(1 << x);
                }
            }
        }
    }
}

/// Takes the first point out of a row, with its column.
#[inline]
fn take_point(size: Size, row: &mut u32, y: usize) -> Option<(usize, Point)> {
    let x = row.trailing_zeros() as usize;
    *row &= row.wrapping_sub(1);
    size.point(x, y).map(|point| (x, point))
}

/// What stones on the points of a block gain: what they reach, from the worth of the places around
/// them, by the lines that they are on.
#[inline]
fn gains(around: &[f32; AROUND], lines: &[f32; BLOCK]) -> [f32; BLOCK] {
    let mut gains = [0.0; BLOCK];
    for nth in 0..BLOCK {
        let here = MARGIN * STRIDE + MARGIN + nth;
        let next =
            around[here - 1] + around[here + 1] + around[here - STRIDE] + around[here + STRIDE];
        let far = around[here - 2]
            + around[here + 2]
            + around[here - 2 * STRIDE]
            + around[here + 2 * STRIDE];
        let diagonal = around[here - STRIDE - 1]
            + around[here - STRIDE + 1]
            + around[here + STRIDE - 1]
            + around[here + STRIDE + 1];
        let reached = REACH[0] * around[here] + REACH[1] * next + REACH[2] * (far + diagonal);
        gains[nth] = lines[nth] * reached;
    }
    gains
}

/// The liberties of a chain that has one or two.
fn two_liberties(position: &Position, chain: Chain<'_>) -> [Option<Point>; 2] {
    let around = chain.stones().flat_map(|stone| position.neighbours(stone)).copied();
    let mut empty = around.filter(|&next| position.stone(next).is_none());
    let first = empty.next();
    let second =
        if chain.liberty_count() > 1 { empty.find(|&next| Some(next) != first) } else { None };
    [first, second]
}

/// How many empty points are next to a point.
fn open_around(position: &Position, point: Point) -> usize {
    let neighbours = position.neighbours(point);
    neighbours.iter().filter(|&&neighbour| position.stone(neighbour).is_none()).count()
}

impl StaticPlayer {
    /// The best of the points of this position that `is_legal`, with `whim` added to their values in
    /// board order. Only the best few need a closer look, so they are taken one by one, not sorted.
    fn take_best(
        &mut self,
        position: &Position,
        mut whim: impl FnMut() -> f32,
        is_legal: impl Fn(Point) -> bool,
    ) -> Option<Point> {
        self.find_values(position);
        let size = position.size();
        let mut count = 0;
        for y in 0..size.height() {
            let mut left = self.valued[y + 1];
            while let Some((x, point)) = take_point(size, &mut left, y) {
                let value = self.value[y * STRIDE + x] + whim();
                if let Some(key) = self.keys.get_mut(count) {
                    // No value is below zero, so their bits have their order.
                    *key = u64::from(value.to_bits()) << 32 | point.index() as u64;
                    count += 1;
                }
            }
        }
        let keys = &mut self.keys[..count];
        while let Some(best) = keys.iter().copied().max().filter(|&best| best > 0) {
            let point = size.point_at(best as u32 as usize)?;
            if is_legal(point) && !Effect::is_self_atari_at(position, point) {
                return Some(point);
            }
            keys.iter_mut().filter(|key| **key == best).for_each(|key| *key = 0);
        }
        None
    }

    /// What [`Player::choose`] would under simple ko and without suicide, at once and without
    /// reasons; `None` is a pass.
    pub fn pick(&mut self, position: &Position, dice: &mut Dice) -> Option<Point> {
        let style = self.style;
        self.take_best(position, || style.whim(dice), |point| is_legal(position, point))
    }

    /// Where it would play without whims and without knowing the past; `None` is a pass.
    pub fn best(&mut self, position: &Position) -> Option<Point> {
        self.take_best(position, || 0.0, |point| is_legal(position, point))
    }
}

fn is_legal(position: &Position, point: Point) -> bool {
    position.check(Move::Place(point), Suicide::Forbidden).is_ok()
}

impl Player for StaticPlayer {
    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Choice, PlayerError> {
        let position = turn.position();
        let style = self.style;
        let chosen = self.take_best(position, || style.whim(dice), |point| turn.is_legal(point));
        let Some(point) = chosen else {
            return Ok(Choice::pass("nothing is to be gained"));
        };
        let mut reasons = Effect::of(position, point).phrases();
        if reasons.is_empty() {
            reasons.push("reaches the most open points".to_string());
        }
        let action = Action::Play(Move::Place(point));
        Ok(Choice { action, reasons, candidates: Vec::new() })
    }
}
