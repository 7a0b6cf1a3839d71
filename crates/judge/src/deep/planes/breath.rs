//! How many liberties a stone would have, for every point and both colours, without playing it.

use aji_rules::{Color, Point, Position};

/// More liberties than this are not told apart.
const MANY: usize = 3;

/// What a stone would do, ko aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Breath {
    /// Whether it would capture.
    pub captures: bool,
    /// How many liberties its chain would have; 3 are 3 or more, and none is suicide.
    pub liberties: usize,
}

/// The liberties of a board's chains, where they are few.
pub(super) struct Breaths<'a> {
    position: &'a Position,
    parts: &'a [u16],
    /// By part: the liberties of a chain that has no more than three; nothing of others.
    few: Vec<Distinct>,
}

/// Up to three different points.
#[derive(Clone, Copy, Default)]
struct Distinct {
    points: [Option<Point>; MANY],
    count: usize,
}

impl Distinct {
    fn add(&mut self, point: Point) {
        if self.count < MANY && !self.points[..self.count].contains(&Some(point)) {
            self.points[self.count] = Some(point);
            self.count += 1;
        }
    }

    fn are_many(&self) -> bool {
        self.count == MANY
    }
}

impl<'a> Breaths<'a> {
    /// Of this board, given its parts.
    pub(super) fn of(position: &'a Position, parts: &'a [u16], part_count: usize) -> Breaths<'a> {
        let mut few = vec![Distinct::default(); part_count];
        for chain in position.chains_short_of(MANY as u16 + 1) {
            let found = &mut few[usize::from(parts[chain.head().index()])];
            let beside = chain.stones().flat_map(|stone| position.neighbours(stone)).copied();
            for point in beside.filter(|&point| position.stone(point).is_none()) {
                found.add(point);
                if found.count == chain.liberty_count() {
                    break;
                }
            }
        }
        Breaths { position, parts, few }
    }

    /// What a stone of this colour on an empty point would do.
    pub(super) fn after(&self, point: Point, color: Color) -> Breath {
        let mut liberties = Distinct::default();
        let mut has_many = false;
        let mut captures = false;
        for &near in self.position.neighbours(point) {
            match self.position.chain_at(near) {
                None => liberties.add(near),
                Some(chain) if chain.color() != color => {
                    if chain.liberty_count() == 1 {
                        captures = true;
                        liberties.add(near);
                    }
                }
                Some(chain) if chain.liberty_count() > MANY => has_many = true,
                Some(_) => {
                    let few = &self.few[usize::from(self.parts[near.index()])];
                    let others = few.points.iter().flatten().filter(|&&liberty| liberty != point);
                    others.for_each(|&liberty| liberties.add(liberty));
                }
            }
        }
        if captures && !has_many && !liberties.are_many() {
            self.add_captured(point, color, &mut liberties);
        }
        Breath { captures, liberties: if has_many { MANY } else { liberties.count } }
    }

    /// Adds the points of captured stones that chains touch which the new stone joins.
    fn add_captured(&self, point: Point, color: Color, liberties: &mut Distinct) {
        let around = || self.position.neighbours(point).iter().copied();
        let is_joined = |stone: Point| {
            self.position.stone(stone) == Some(color)
                && around().any(|near| self.parts[near.index()] == self.parts[stone.index()])
        };
        let chains = around().filter_map(|near| self.position.chain_at(near));
        let captured = chains.filter(|chain| chain.color() != color && chain.liberty_count() == 1);
        for stone in captured.flat_map(|chain| chain.stones()) {
            if self.position.neighbours(stone).iter().any(|&near| is_joined(near)) {
                liberties.add(stone);
            }
            if liberties.are_many() {
                return;
            }
        }
    }
}
