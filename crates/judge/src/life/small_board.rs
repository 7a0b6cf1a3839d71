//! A small board: up to 64 points of any shape and anywhere on a board, as the bits of a number, and the
//! rules of play there. All that reads life and death plays on it.
//!
//! What is around does not change: beside some points stands an attacker's stone that cannot be captured,
//! beside others one of the defender's that lives. Nobody plays outside. A point may also stand for a whole
//! chain, which leaves one empty point when it is captured.

use super::bits::{self, Bits, each};
use super::node::Side;
use aji_rules::{Color, Field, Point, PointSet, Position};

/// A small board has at most so many points.
pub const MOST_POINTS: usize = 64;

/// The points of a small board and what is next to what.
#[derive(Clone, Debug)]
pub struct SmallBoard {
    /// The points of the board, in board order; a point's bit is its place in here.
    points: Vec<Point>,
    beside: [Bits; MOST_POINTS],
    /// Whether bits are next to each other as in a [window](bits), so that all are shifted at once.
    is_window: bool,
    /// What is diagonal of what.
    aslant: [Bits; MOST_POINTS],
    /// Bits at the board's edge.
    edge: Bits,
    /// Bits diagonal of an attacker's stone outside.
    wall_aslant: Bits,
    /// All points.
    all: Bits,
    /// Bits beside an attacker's stone that cannot be captured.
    wall: Bits,
    /// Bits beside a stone of the defender's that lives.
    haven: Bits,
    /// Liberties in the open of an attacker's stone at each bit: up to 64, each one a bit here.
    outside: Option<Box<[u64; MOST_POINTS]>>,
    /// Where the stones in question are shut in: there the attacker's liberties are filled in the end.
    inside: Bits,
}

/// The stones on a small board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    /// Of the defender.
    pub defender: Bits,
    /// Of the attacker.
    pub attacker: Bits,
}

/// An attacker's chain with so many liberties in the open is taken to stand.
const STANDING: u32 = 3;

/// Hardly a board has more regions that the defender encloses; the others are not looked at.
const MOST_EYES: usize = 16;

/// What is to be seen of the stones at a glance.
#[derive(Clone, Debug)]
pub struct Look {
    /// The defender's chains, each with what is next to it.
    chains: [(Bits, Bits); MOST_POINTS],
    chain_count: usize,
    /// Regions that the defender encloses, each with the stones around.
    eyes: [(Bits, Bits); MOST_EYES],
    eye_count: usize,
    /// The points that may become a liberty which the attacker cannot simply fill: no attacker's stone
    /// that is safe stands there or next to it. The defender's stones are not among them.
    pub room: Bits,
    /// The attacker's stones that cannot be captured.
    pub safe: Bits,
}

/// The first so many bits.
fn low_bits(count: usize) -> Bits {
    if count < MOST_POINTS { (1 << count) - 1 } else { Bits::MAX }
}

impl Stones {
    /// The stones of a side.
    pub fn of(self, side: Side) -> Bits {
        match side {
            Side::Defender => self.defender,
            Side::Attacker => self.attacker,
        }
    }
}

impl Look {
    /// The defender's chains, each with what is next to it.
    pub(super) fn chains(&self) -> &[(Bits, Bits)] {
        &self.chains[..self.chain_count]
    }

    /// Regions that the defender encloses, each with the stones around.
    pub(super) fn eyes(&self) -> &[(Bits, Bits)] {
        &self.eyes[..self.eye_count]
    }
}

/// What a stone did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The stones afterwards.
    pub stones: Stones,
    /// What was captured.
    pub captured: Bits,
    /// Where the other side may not retake a ko at once.
    pub ko: Bits,
}

impl SmallBoard {
    /// These points of a board, and the stones there. Stones of either colour right outside count as
    /// alive. `None` if there are too many points.
    pub fn new(
        position: &Position,
        region: &PointSet,
        defender: Color,
    ) -> Option<(SmallBoard, Stones)> {
        SmallBoard::within(position, region, defender, |next| {
            let stone = position.stone(next);
            (stone == Some(!defender), stone == Some(defender))
        })
    }

    /// The same where `outside` says what is outside: whether the point next to one of these saves an attacker's
    /// stone there, and whether it saves one of the defender's.
    pub fn within(
        position: &Position,
        region: &PointSet,
        defender: Color,
        outside: impl Fn(Point) -> (bool, bool),
    ) -> Option<(SmallBoard, Stones)> {
        let mut board = SmallBoard::with_chains(position, region.iter().collect(), &[], outside)?;
        let size = position.size();
        for (at, &point) in board.points.iter().enumerate() {
            for &next in size.diagonals(point) {
                match board.points.binary_search(&next) {
                    Ok(next) => board.aslant[at] |= 1 << next,
                    Err(_) if position.stone(next) == Some(!defender) => {
                        board.wall_aslant |= 1 << at;
                    }
                    Err(_) => {}
                }
            }
            if size.neighbours(point).len() < 4 {
                board.edge |= 1 << at;
            }
        }
        let stones = board.stones(position, defender);
        Some((board, stones))
    }

    /// These points of a board, and after them chains of which each is one point here. Of every other point that
    /// is beside one of these, `outside` says whether it saves an attacker's stone there, and whether it saves one
    /// of the defender's. `None` if there are too many points.
    pub fn with_chains(
        position: &Position,
        points: Vec<Point>,
        chains: &[PointSet],
        outside: impl Fn(Point) -> (bool, bool),
    ) -> Option<SmallBoard> {
        let count = points.len() + chains.len();
        if count > MOST_POINTS {
            return None;
        }
        let size = position.size();
        let mut bit_of: Field<Bits> = Field::filled(size, 0);
        for (at, &point) in points.iter().enumerate() {
            bit_of[point] = 1 << at;
        }
        for (chain, at) in chains.iter().zip(points.len()..) {
            chain.iter().for_each(|stone| bit_of[stone] = 1 << at);
        }
        let mut board = SmallBoard::window(low_bits(count), 0);
        (board.beside, board.is_window) = ([0; MOST_POINTS], false);
        for (point, &bit) in bit_of.iter().filter(|(_, bit)| **bit != 0) {
            let at = bit.trailing_zeros() as usize;
            for &next in size.neighbours(point) {
                board.beside[at] |= bit_of[next] & !bit;
                if bit_of[next] == 0 && at < points.len() {
                    let (wall, haven) = outside(next);
                    board.wall |= if wall { bit } else { 0 };
                    board.haven |= if haven { bit } else { 0 };
                }
            }
        }
        Some(SmallBoard { points, ..board })
    }

    /// These points of a [window](bits), with the attacker's stones around that cannot be captured.
    pub fn window(all: Bits, wall: Bits) -> SmallBoard {
        SmallBoard {
            points: Vec::new(),
            beside: std::array::from_fn(|at| bits::beside(1 << at) & all),
            is_window: true,
            aslant: [0; MOST_POINTS],
            edge: 0,
            wall_aslant: 0,
            all,
            wall: bits::beside(wall) & all,
            haven: 0,
            outside: None,
            inside: all,
        }
    }

    /// The same where the attacker's stones have these points outside as liberties.
    pub fn with_liberties_outside(
        mut self,
        position: &Position,
        inside: &PointSet,
        open: &PointSet,
    ) -> SmallBoard {
        self.inside = self.bits(inside);
        let size = position.size();
        let mut air: Vec<Point> = Vec::new();
        let mut outside = Box::new([0; MOST_POINTS]);
        for (liberties, &point) in outside.iter_mut().zip(&self.points) {
            for &near in size.neighbours(point) {
                if !open.contains(near) || self.points.binary_search(&near).is_ok() {
                    continue;
                }
                let id = air.iter().position(|&known| known == near).unwrap_or(air.len());
                if id == air.len() && id < MOST_POINTS {
                    air.push(near);
                }
                *liberties |= 1_u64.checked_shl(id as u32).unwrap_or(0);
            }
        }
        self.outside = (!air.is_empty()).then_some(outside);
        self
    }

    /// How many liberties in the open an attacker's chain has left.
    pub(super) fn liberties_outside(&self, chain: Bits, filled: u8) -> u32 {
        let Some(outside) = &self.outside else { return 0 };
        let all = each(chain).fold(0, |all, bit| all | outside[bit.trailing_zeros() as usize]);
        all.count_ones().saturating_sub(filled.into())
    }

    /// Whether any stone of the attacker's has liberties in the open.
    pub(super) fn has_liberties_outside(&self) -> bool {
        self.outside.is_some()
    }

    /// The attacker's stones that are taken to stand.
    #[inline]
    fn standing(&self, stones: Stones, filled: u8) -> Bits {
        let mut standing = self.flood(stones.attacker & self.wall, stones.attacker);
        if self.outside.is_some() {
            let open = self.empty(stones) & !self.inside;
            for (chain, beside) in self.parts(stones.attacker & !standing) {
                let outside = self.liberties_outside(chain, filled);
                if outside + (beside & open).count_ones() >= STANDING {
                    standing |= chain;
                }
            }
        }
        standing
    }

    /// Gives a chain one more liberty, which nothing else touches.
    pub fn add_liberty(&mut self, of: Bits) {
        self.is_window = false;
        let at = self.all.count_ones() as usize;
        self.all = low_bits(at + 1);
        self.beside[at] = of;
        self.beside[of.trailing_zeros() as usize] |= 1 << at;
    }

    /// The points of the board, in the order of their bits.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The stones on the points of the board.
    pub fn stones(&self, position: &Position, defender: Color) -> Stones {
        let of = |color: Color| {
            let is_there = |(at, &point)| Bits::from(position.stone(point) == Some(color)) << at;
            self.points.iter().enumerate().map(is_there).fold(0, |all, bit| all | bit)
        };
        Stones { defender: of(defender), attacker: of(!defender) }
    }

    /// The point of the board that the first of these is.
    pub fn point(&self, points: Bits) -> Option<Point> {
        self.points.get(points.trailing_zeros() as usize).copied()
    }

    /// The points of the board that these are.
    pub fn set(&self, points: Bits) -> PointSet {
        each(points & self.all).filter_map(|point| self.point(point)).collect()
    }

    /// The points here that are among these of the board.
    pub fn bits(&self, points: &PointSet) -> Bits {
        let is_in = |(at, point): (usize, &Point)| Bits::from(points.contains(*point)) << at;
        self.points.iter().enumerate().map(is_in).fold(0, |all, bit| all | bit)
    }

    /// What is diagonal of a point.
    #[inline]
    pub(super) fn aslant(&self, point: Bits) -> Bits {
        self.aslant[point.trailing_zeros() as usize]
    }

    /// Bits diagonal of an attacker's stone outside.
    pub(super) fn wall_aslant(&self) -> Bits {
        self.wall_aslant
    }

    /// Bits at the board's edge.
    pub(super) fn edge(&self) -> Bits {
        self.edge
    }

    /// Bits beside an attacker's stone outside.
    pub fn wall(&self) -> Bits {
        self.wall
    }

    /// Bits beside a living stone of the defender's outside.
    pub fn haven(&self) -> Bits {
        self.haven
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self, stones: Stones) -> Bits {
        self.all & !(stones.defender | stones.attacker)
    }

    /// The points next to any of these; some of these may be among them.
    #[inline]
    pub fn beside(&self, mut points: Bits) -> Bits {
        if self.is_window {
            return bits::beside(points) & self.all;
        }
        let mut all = 0;
        while points != 0 {
            all |= self.beside[points.trailing_zeros() as usize];
            points &= points - 1;
        }
        all
    }

    /// All points of `within` that hang together with `seed`, which is among them.
    #[inline]
    pub fn flood(&self, seed: Bits, within: Bits) -> Bits {
        if self.is_window {
            return bits::flood(seed, within);
        }
        let (mut all, mut todo) = (seed, seed);
        while todo != 0 {
            let next = self.beside[todo.trailing_zeros() as usize] & within & !all;
            todo &= todo - 1;
            all |= next;
            todo |= next;
        }
        all
    }

    /// The same, and what is next to any of them.
    #[inline]
    fn flood_and_beside(&self, seed: Bits, within: Bits) -> (Bits, Bits) {
        if self.is_window {
            let all = bits::flood(seed, within);
            return (all, bits::beside(all) & self.all);
        }
        let (mut all, mut todo, mut beside) = (seed, seed, 0);
        while todo != 0 {
            let around = self.beside[todo.trailing_zeros() as usize];
            beside |= around;
            let next = around & within & !all;
            todo &= todo - 1;
            all |= next;
            todo |= next;
        }
        (all, beside)
    }

    /// The parts of a set that hang together, one after the other, each with what is next to it.
    #[inline]
    pub fn parts(&self, mut points: Bits) -> impl Iterator<Item = (Bits, Bits)> {
        std::iter::from_fn(move || {
            let seed = points & points.wrapping_neg();
            if seed == 0 {
                return None;
            }
            let (part, beside) = self.flood_and_beside(seed, points);
            points &= !part;
            Some((part, beside))
        })
    }

    /// Bits beside what of this side is outside and stays.
    #[inline]
    pub fn safe(&self, side: Side) -> Bits {
        match side {
            Side::Defender => self.haven,
            Side::Attacker => self.wall,
        }
    }

    /// A stone on an empty point; `None` if it would be suicide. Whether a ko may be retaken is for
    /// others to know.
    #[inline]
    pub fn play(&self, stones: Stones, side: Side, point: Bits) -> Option<Played> {
        self.play_after(stones, side, point, 0)
    }

    /// The same after the defender has filled so many of the attacker's liberties in the open.
    #[inline]
    pub fn play_after(
        &self,
        stones: Stones,
        side: Side,
        point: Bits,
        filled: u8,
    ) -> Option<Played> {
        let breathes_outside = |chain: Bits, of: Side| {
            of == Side::Attacker && self.liberties_outside(chain, filled) > 0
        };
        let (own, other) = match side {
            Side::Defender => (stones.defender | point, stones.attacker),
            Side::Attacker => (stones.attacker | point, stones.defender),
        };
        let around = self.beside[point.trailing_zeros() as usize];
        let empty = self.empty(stones) & !point;
        let (safe, enemy_safe) = (self.safe(side), self.safe(side.other()));
        let mut captured = 0;
        let mut near = around & other;
        while near != 0 {
            let (chain, beside) = self.flood_and_beside(near & near.wrapping_neg(), other);
            near &= !chain;
            if beside & empty == 0
                && chain & enemy_safe == 0
                && !breathes_outside(chain, side.other())
            {
                captured |= chain;
            }
        }
        let air = empty | captured;
        let mut is_ko = false;
        if around & air == 0 {
            let (chain, beside) = self.flood_and_beside(point, own);
            if beside & air == 0 && chain & safe == 0 && !breathes_outside(chain, side) {
                return None;
            }
        } else {
            is_ko = captured != 0
                && captured & (captured - 1) == 0
                && around & (own | air) == captured
                && point & safe == 0
                && !breathes_outside(point, side);
        }
        let other = other & !captured;
        let stones = match side {
            Side::Defender => Stones { defender: own, attacker: other },
            Side::Attacker => Stones { defender: other, attacker: own },
        };
        Some(Played { stones, captured, ko: if is_ko { captured } else { 0 } })
    }

    /// What is to be seen of the stones at a glance.
    pub fn look(&self, stones: Stones) -> Look {
        self.look_after(stones, 0)
    }

    /// The same after the defender has filled so many of the attacker's liberties in the open.
    pub fn look_after(&self, stones: Stones, filled: u8) -> Look {
        let mut look = Look {
            chains: [(0, 0); MOST_POINTS],
            chain_count: 0,
            eyes: [(0, 0); MOST_EYES],
            eye_count: 0,
            room: 0,
            safe: 0,
        };
        for (part, beside) in self.parts(self.all & !stones.defender) {
            if part & (self.wall | self.haven) == 0 && look.eye_count < MOST_EYES {
                look.eyes[look.eye_count] = (part, beside & stones.defender);
                look.eye_count += 1;
            }
        }
        for chain in self.parts(stones.defender) {
            look.chains[look.chain_count] = chain;
            look.chain_count += 1;
        }
        let safe = self.standing(stones, filled);
        look.safe = safe;
        look.room = self.all & !(stones.defender | safe | self.wall | self.beside(safe));
        look
    }

    /// The defender's stones that live even if the defender never moves again.
    pub fn alive(&self, stones: Stones) -> Bits {
        self.pass_alive(stones, &self.look(stones))
    }

    /// The defender's stones that live even if the defender never moves again: Benson's algorithm, and
    /// those that reach living friends. A region that the wall looks into is no eye.
    pub fn pass_alive(&self, stones: Stones, look: &Look) -> Bits {
        let mut alive = stones.defender;
        let haven = if self.haven == 0 {
            0
        } else {
            self.flood(stones.defender & self.haven, stones.defender)
        };
        if look.eye_count < 2 {
            return haven;
        }
        let eyes = &look.eyes[..look.eye_count];
        loop {
            let before = alive;
            for &(chain, liberties) in &look.chains[..look.chain_count] {
                if alive & chain == 0 || haven & chain != 0 {
                    continue;
                }
                let is_vital = |&&(eye, border): &&(Bits, Bits)| {
                    let empty = eye & !stones.attacker;
                    border & chain != 0 && border & !alive == 0 && empty & !liberties == 0
                };
                if eyes.iter().filter(is_vital).count() < 2 {
                    alive &= !chain;
                }
            }
            if alive == before {
                return alive;
            }
        }
    }

    /// Whether all of these stones of the defender are lost, whatever is played: there is not room for two
    /// eyes.
    ///
    /// Everywhere but in the room the attacker can put stones that cannot be captured, so in the end all
    /// liberties are there. One eye at most is made of a single point, of two neighbours, and of a star with
    /// a stone of the attacker's in its middle: that is captured only when all around is filled. The
    /// defender may have all points outside the room as a gift, to join its chains, and all but one of each part
    /// of the room: if nothing lives by Benson's algorithm then, nothing ever will.
    ///
    /// A chain that is captured on the way leaves its points to the room. They touch nothing of the rest: the
    /// stones around them are safe, or in a part of the room that only this chain looked into.
    pub fn is_lost(&self, stones: Stones, target: Bits, look: &Look) -> bool {
        const MOST: usize = 4;
        let reach = self.reach(target, look.safe);
        let room = look.room & reach;
        if room.count_ones() > 12 || self.haven & reach != 0 {
            return false;
        }
        let mut eyes = [0; MOST];
        let mut count = 0;
        for (part, beside) in self.parts(room) {
            if count == MOST || !self.is_one_eye(stones, part, beside) {
                return false;
            }
            eyes[count] = part;
            count += 1;
        }
        let gift = stones.defender | self.empty(stones) & reach & !room;
        count < 2 || !self.can_live(stones.attacker, gift, &eyes[..count], target, 0)
    }

    /// All that has a say in whether the target is lost: what the defender cannot reach has none.
    pub(super) fn reach(&self, target: Bits, safe: Bits) -> Bits {
        match self.haven {
            0 => self.all,
            _ => self.flood(target, self.all & !safe),
        }
    }

    /// Whether a part of the room cannot become more than one eye.
    fn is_one_eye(&self, stones: Stones, part: Bits, beside: Bits) -> bool {
        let taken = part & stones.attacker;
        if taken == 0 {
            return part.count_ones() <= 2;
        }
        let border = beside & stones.defender;
        let one = self.flood(border & border.wrapping_neg(), stones.defender);
        let is_middle = |middle: Bits| {
            let others = part & !middle;
            self.beside(middle) & others == others && self.beside(others) & others == 0
        };
        border & !one == 0 && (part.count_ones() <= 2 || each(taken).any(is_middle))
    }

    /// Whether the target lives with these stones and one point at most of each of these eyes empty; so
    /// many eyes are there already.
    fn can_live(
        &self,
        attacker: Bits,
        defender: Bits,
        eyes: &[Bits],
        target: Bits,
        made: usize,
    ) -> bool {
        if made + eyes.len() < 2 {
            return false;
        }
        let Some((&eye, rest)) = eyes.split_first() else {
            let stones = Stones { defender, attacker: attacker & !defender };
            return self.pass_alive(stones, &self.look(stones)) & target != 0;
        };
        let with = |taken: Bits, made| {
            let attacker = attacker & !eye;
            self.can_live(attacker, defender | taken, rest, target, made)
        };
        each(eye).any(|point| with(eye & !point, made + 1)) || with(eye, made)
    }

    /// The empty points worth a stone: of several that are liberties of one and the same chain of the
    /// defender's and nothing else one is as good as the other, and some are good for nothing.
    pub fn worth_a_stone(&self, stones: Stones, target: Bits, side: Side, filled: u8) -> Bits {
        let empty = self.empty(stones);
        let mut worth = empty;
        let safe = self.standing(stones, filled);
        let mut seen = 0;
        for point in each(empty) {
            let around = self.beside[point.trailing_zeros() as usize];
            if around & !(stones.defender | safe) != 0 {
                continue;
            }
            let own = around & stones.defender;
            if own == 0 {
                // Among the attacker's safe stones.
                worth &= !point;
                continue;
            }
            let chain = self.flood(own & own.wrapping_neg(), stones.defender);
            if own & !chain != 0 {
                continue;
            }
            let is_eye = around & safe == 0 && point & self.wall == 0;
            if is_eye {
                // To fill the eye of all that is in question is worse than to pass.
                if side == Side::Defender && target & !chain == 0 {
                    worth &= !point;
                }
            } else if point & self.haven == 0 {
                if seen & chain != 0 {
                    worth &= !point;
                }
                seen |= chain;
            }
        }
        worth
    }
}
