//! The random numbers that signs are hashed with, fixed for ever: they belong to the features.

use super::signs::distance;
use crate::opening::SIZE;
use aji_rules::Point;
use std::ops::BitXorAssign;
use std::sync::LazyLock;

/// What stands within these distances makes the levels of surroundings.
const WITHIN: [u8; LEVELS] = [3, 4, 5, 6, 8, 10, 12, 14, 17, 20];
/// How many levels there are.
pub const LEVELS: usize = 10;
/// How many of them are also seen with the last move marked.
pub const LEVEL_OF_LAST: usize = 8;
/// The sides of the regions of a corner.
pub const CORNERS: [u8; 3] = [7, 9, 11];
/// How deep a half of the board is.
pub const HALF: u8 = 10;
/// Nothing further away in a direction is around a point.
const REACH: i8 = 10;
/// Within this distance the liberties of stones count.
const NEAR: u8 = 4;
/// Classes of things on a point: stones by colour and liberties, then stones by colour alone.
pub const FAR: usize = 8;
/// What is beyond the edge; then the last move.
pub const EDGES: usize = 10;
const CLASSES: usize = 12;

/// A hash under each of the eight symmetries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Image([u64; 8]);

impl Image {
    /// The same for all that is equal but turned.
    pub fn least(&self) -> u64 {
        self.0.iter().copied().fold(u64::MAX, u64::min)
    }
}

impl BitXorAssign<&Image> for Image {
    fn bitxor_assign(&mut self, other: &Image) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one ^= other);
    }
}

/// A step from a point to what is around it.
#[derive(Clone, Copy, Debug)]
pub struct Offset {
    /// To the right.
    pub dx: i8,
    /// Down.
    pub dy: i8,
    /// The first level that sees it.
    pub level: usize,
    /// Whether liberties count there.
    pub is_near: bool,
    /// Its place in the list.
    pub index: usize,
}

/// All of them.
pub struct Keys {
    /// The steps, near ones first.
    pub offsets: Vec<Offset>,
    /// Where each step is in the list, row by row.
    places: Vec<Option<u16>>,
    around: Vec<Image>,
    /// By class, then by place.
    regions: Vec<u64>,
    /// For every point and level, what the edges add.
    pub edges: Vec<[Image; LEVELS]>,
}

/// The keys.
pub fn keys() -> &'static Keys {
    static KEYS: LazyLock<Keys> = LazyLock::new(Keys::new);
    &KEYS
}

/// Spreads a number over 64 bits.
pub fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// What a point is in one of the four corners.
pub fn corner(at: usize, (x, y): (u8, u8)) -> (u8, u8) {
    (if at & 1 == 0 { x } else { 18 - x }, if at & 2 == 0 { y } else { 18 - y })
}

/// The hash of a thing at a place, both as numbers.
fn key(space: u64, class: usize, x: i8, y: i8) -> u64 {
    let place = (class as u64) << 16 | u64::from(x as u8) << 8 | u64::from(y as u8);
    mix(mix(space) ^ place)
}

const AROUND: u64 = 1;
const REGION: u64 = 2;
const BOARD: u64 = 3;

/// Stones of both sides, the move and the last move.
const REGION_CLASSES: usize = 4;
const ROW: usize = 2 * REACH as usize + 1;

/// Where a step within reach is among all such, row by row.
fn place(dx: i8, dy: i8) -> usize {
    (dy + REACH) as usize * ROW + (dx + REACH) as usize
}

/// The eight symmetries of a step.
fn images(x: i8, y: i8) -> [(i8, i8); 8] {
    [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)]
}

impl Keys {
    fn new() -> Keys {
        let mut offsets = Vec::new();
        for (dx, dy) in (-REACH..=REACH).flat_map(|dy| (-REACH..=REACH).map(move |dx| (dx, dy))) {
            let far = distance(dx.unsigned_abs(), dy.unsigned_abs());
            let level = WITHIN.iter().position(|&within| far <= within);
            if let Some(level) = level.filter(|_| far > 0) {
                let index = offsets.len();
                offsets.push(Offset { dx, dy, level, is_near: far <= NEAR, index });
            }
        }
        let around = (0..CLASSES)
            .flat_map(|class| offsets.iter().map(move |offset| (class, *offset)))
            .map(|(class, Offset { dx, dy, .. })| {
                Image(images(dx, dy).map(|(x, y)| key(AROUND, class, x, y)))
            })
            .collect();
        let mut places = vec![None; ROW * ROW];
        for offset in &offsets {
            places[place(offset.dx, offset.dy)] = Some(offset.index as u16);
        }
        let regions = (0..REGION_CLASSES * 32 * 32)
            .map(|at| key(REGION, at >> 10, (at >> 5 & 31) as i8, (at & 31) as i8))
            .collect();
        let mut keys = Keys { offsets, places, around, regions, edges: Vec::new() };
        keys.edges = SIZE.points().map(|point| keys.edges_around(point)).collect();
        keys
    }

    fn edges_around(&self, point: Point) -> [Image; LEVELS] {
        let mut edges = [Image::default(); LEVELS];
        let (x, y) = SIZE.xy(point);
        for offset in &self.offsets {
            let (x, y) = (x as i8 + offset.dx, y as i8 + offset.dy);
            if !(0..19).contains(&x) || !(0..19).contains(&y) {
                edges[offset.level] ^= self.of(EDGES, offset.index);
            }
        }
        edges
    }

    /// The hash of a class of things at a step.
    pub fn of(&self, class: usize, offset: usize) -> &Image {
        &self.around[class * self.offsets.len() + offset]
    }

    /// The step in the list, if it is around a point at all.
    pub fn offset(&self, dx: i8, dy: i8) -> Option<&Offset> {
        if dx.abs() > REACH || dy.abs() > REACH {
            return None;
        }
        self.places[place(dx, dy)].map(|index| &self.offsets[usize::from(index)])
    }

    /// The hash of a stone, a move or the last move in a region.
    pub fn stone(&self, class: usize, x: u8, y: u8) -> u64 {
        self.regions[class << 10 | usize::from(x) << 5 | usize::from(y)]
    }

    /// The hash of a stone or a move on the whole board.
    pub fn board(&self, class: usize, point: Point) -> Image {
        // From the centre, so that turning is changing signs.
        let (x, y) = SIZE.xy(point);
        Image(images(x as i8 - 9, y as i8 - 9).map(|(x, y)| key(BOARD, class, x, y)))
    }
}
