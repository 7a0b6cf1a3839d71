//! What can be said of a point before a stone is placed on it, as numbers to look up.
//!
//! Every sign is a hash of something that is the same however the board is turned and whoever has which
//! colour: what stands within so many steps, the corner or half of the board that the point is in, how
//! far away the last moves were. Whoever plays often where a sign is seen has a habit.

use super::keys::{
    CORNERS, EDGES, FAR, HALF, Image, LEVEL_OF_LAST, LEVELS, Offset, corner, keys, mix,
};
use crate::opening::{SIZE, Scene};
use aji_rules::{Color, Point, Position};

/// How many signs a point has at the most.
pub const KINDS: usize = LEVELS + LEVEL_OF_LAST + 2 * CORNERS.len() + 2 + 1 + 8;

/// The signs of a point; 0 is none.
pub type PointSigns = [u32; KINDS];

/// Where signs are read; used again, so that nothing is allocated after the first time.
#[derive(Clone, Debug)]
pub struct Signs {
    /// For every point and level, what the stones around it add to the hash of that level.
    around: Vec<[Image; LEVELS]>,
    /// Where stones are, and whether they are those of the side to move.
    stones: Vec<(u8, u8, bool)>,
    /// The points that were asked for.
    points: Vec<Point>,
    /// Their signs.
    signs: Vec<PointSigns>,
}

impl Default for Signs {
    fn default() -> Signs {
        let around = vec![[Image::default(); LEVELS]; SIZE.area()];
        Signs { around, stones: Vec::new(), points: Vec::new(), signs: Vec::new() }
    }
}

/// The hashes of regions of the board.
struct Regions {
    /// For every corner and size of region, both ways to look into the corner.
    corners: [[[u64; 2]; CORNERS.len()]; 4],
    /// For left, right, top and bottom, both ways to look at it.
    halves: [[u64; 2]; 4],
    board: Image,
    /// How many stones of the side to move and of the other side are in each corner.
    counts: [[u8; 2]; 4],
}

impl Signs {
    /// Reads the signs of these points of a scene on 19x19.
    pub fn read(&mut self, scene: &Scene<'_>, points: impl Iterator<Item = Point>) {
        self.points.clear();
        self.points.extend(points);
        self.signs.clear();
        self.look_around(scene.position);
        let regions = Regions::of(scene.position);
        self.stones.clear();
        self.stones.extend(stones(scene.position).map(|(point, is_own)| {
            let (x, y) = xy(point);
            (x, y, is_own)
        }));
        for index in 0..self.points.len() {
            let point = self.points[index];
            let mut signs = Writer::default();
            self.write_surroundings(scene, point, &mut signs);
            regions.write(scene, point, &mut signs);
            write_distances(scene, point, &self.stones, &regions, &mut signs);
            self.signs.push(signs.signs);
        }
    }

    /// The points, with their signs.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Point, &PointSigns)> {
        self.points.iter().copied().zip(&self.signs)
    }

    fn look_around(&mut self, position: &Position) {
        self.around.fill([Image::default(); LEVELS]);
        let keys = keys();
        for (stone, is_own) in stones(position) {
            let liberties = position.chain_at(stone).map_or(0, |chain| chain.liberty_count());
            let near = usize::from(!is_own) * 4 + liberties.clamp(1, 4) - 1;
            let far = FAR + usize::from(!is_own);
            let (x, y) = SIZE.xy(stone);
            for Offset { dx, dy, level, is_near, index } in &keys.offsets {
                let (Some(column), Some(row)) =
                    (x.checked_add_signed(-*dx as isize), y.checked_add_signed(-*dy as isize))
                else {
                    continue;
                };
                if column >= SIZE.width() || row >= SIZE.height() {
                    continue;
                }
                let class = if *is_near { near } else { far };
                self.around[row * SIZE.width() + column][*level] ^= keys.of(class, *index);
            }
        }
    }

    /// What stands within so many steps, at each level; and the same with the last move marked.
    fn write_surroundings(&self, scene: &Scene<'_>, point: Point, signs: &mut Writer) {
        let keys = keys();
        let last = scene.recent[0].and_then(|last| {
            let ((x, y), (last_x, last_y)) = (xy(point), xy(last));
            let (dx, dy) = (last_x as i8 - x as i8, last_y as i8 - y as i8);
            keys.offset(dx, dy).map(|offset| (offset.level, keys.of(EDGES + 1, offset.index)))
        });
        let mut image = Image::default();
        let mut marked = [None; LEVEL_OF_LAST];
        let levels = self.around[point.index()].iter().zip(&keys.edges[point.index()]);
        for (level, (stones, edges)) in levels.enumerate() {
            image ^= stones;
            image ^= edges;
            signs.add(image.least());
            if let (Some((least, key)), Some(marked)) = (last, marked.get_mut(level))
                && level >= least
            {
                let mut with_last = image;
                with_last ^= key;
                *marked = Some(with_last.least());
            }
        }
        marked.into_iter().for_each(|hash| signs.add_some(hash));
    }
}

impl Regions {
    fn of(position: &Position) -> Regions {
        let mut regions = Regions {
            corners: Default::default(),
            halves: Default::default(),
            board: Image::default(),
            counts: Default::default(),
        };
        let keys = keys();
        for (stone, is_own) in stones(position) {
            let side = usize::from(!is_own);
            for at in 0..4 {
                let (x, y) = corner(at, xy(stone));
                for (region, &size) in regions.corners[at].iter_mut().zip(&CORNERS) {
                    if x.max(y) < size {
                        region[0] ^= keys.stone(side, x, y);
                        region[1] ^= keys.stone(side, y, x);
                    }
                }
                if x.max(y) < HALF {
                    regions.counts[at][side] += 1;
                }
                let (depth, along) = half(at, xy(stone));
                if depth < HALF {
                    regions.halves[at][0] ^= keys.stone(side, depth, along);
                    regions.halves[at][1] ^= keys.stone(side, depth, 18 - along);
                }
            }
            regions.board ^= &keys.board(side, stone);
        }
        regions
    }

    fn write(&self, scene: &Scene<'_>, point: Point, signs: &mut Writer) {
        const MOVE: usize = 2;
        const LAST: usize = 3;
        let keys = keys();
        for (index, &size) in CORNERS.iter().enumerate() {
            let (mut plain, mut marked) = (None, None);
            for at in corners_of(xy(point)) {
                let (x, y) = corner(at, xy(point));
                if x.max(y) >= size {
                    continue;
                }
                let region = &self.corners[at][index];
                let ways = [region[0] ^ keys.stone(MOVE, x, y), region[1] ^ keys.stone(MOVE, y, x)];
                least(&mut plain, ways);
                if let Some((x, y)) = scene.recent[0].map(|last| corner(at, xy(last)))
                    && x.max(y) < size
                {
                    let last = [keys.stone(LAST, x, y), keys.stone(LAST, y, x)];
                    least(&mut marked, [ways[0] ^ last[0], ways[1] ^ last[1]]);
                }
            }
            signs.add_some(plain);
            signs.add_some(marked);
        }
        let mut halves = [None; 2];
        for at in halves_of(xy(point)) {
            let (depth, along) = half(at, xy(point));
            let one = self.halves[at][0] ^ keys.stone(MOVE, depth, along);
            let other = self.halves[at][1] ^ keys.stone(MOVE, depth, 18 - along);
            least(&mut halves[at / 2], [one, other]);
        }
        // Neither comes first: turning the board exchanges them.
        halves.sort_unstable();
        signs.add_alike(halves);
        let mut board = self.board;
        board ^= &keys.board(MOVE, point);
        signs.add(board.least());
    }

    /// How many stones of each side are in the corner that a point is in.
    fn counts(&self, point: (u8, u8)) -> [u8; 2] {
        corners_of(point)
            .map(|at| self.counts[at].map(|count| count.min(3)))
            .min()
            .unwrap_or_default()
    }
}

/// Keeps the least of some hashes, so that all ways to look at a thing give the same.
fn least(kept: &mut Option<u64>, ways: [u64; 2]) {
    let least = ways[0].min(ways[1]);
    *kept = Some(kept.map_or(least, |kept| kept.min(least)));
}

/// The corners that a point is in; one on a middle line is in two, the centre in all.
fn corners_of((x, y): (u8, u8)) -> impl Iterator<Item = usize> {
    (0..4).filter(move |at| {
        let is_in = |place: u8, is_far: bool| if is_far { place >= 9 } else { place <= 9 };
        is_in(x, at & 1 != 0) && is_in(y, at & 2 != 0)
    })
}

/// The halves that a point is in, from left, right, top and bottom.
fn halves_of(point: (u8, u8)) -> impl Iterator<Item = usize> {
    (0..4).filter(move |&at| half(at, point).0 < HALF)
}

/// How far away the last moves and the nearest stones are, where on the board it is, and what happens at
/// once.
fn write_distances(
    scene: &Scene<'_>,
    point: Point,
    stones: &[(u8, u8, bool)],
    regions: &Regions,
    signs: &mut Writer,
) {
    let (x, y) = xy(point);
    let to = |other: Option<Point>| {
        other.map_or(60, |other| {
            let (other_x, other_y) = xy(other);
            distance(x.abs_diff(other_x), y.abs_diff(other_y))
        })
    };
    let [last, before] = scene.recent.map(to);
    let (from_side, from_top) = (x.min(18 - x), y.min(18 - y));
    let line = from_side.min(from_top);
    let place = line * 10 + from_side.max(from_top);
    let [own, other] = regions.counts((x, y));
    let mut nearest = [60_u8; 2];
    for &(stone_x, stone_y, is_own) in stones {
        let nearest = &mut nearest[usize::from(!is_own)];
        *nearest = distance(x.abs_diff(stone_x), y.abs_diff(stone_y)).min(*nearest);
    }
    let [near_own, near_other] = nearest;
    signs.add_numbers(&[last.min(24)]);
    signs.add_numbers(&[before.min(24)]);
    signs.add_numbers(&[last.min(14), before.min(14)]);
    signs.add_numbers(&[last.min(12), line]);
    signs.add_numbers(&[place, (stones.len() / 8).min(6) as u8]);
    signs.add_numbers(&[place, own, other]);
    signs.add_numbers(&[near_own.min(12), near_other.min(12), line]);
    signs.add_numbers(&effect(scene.position, point));
}

/// Stones captured, saved and put in atari, and the liberties afterwards, about.
fn effect(position: &Position, point: Point) -> [u8; 4] {
    let (mut captured, mut saved, mut threatened, mut liberties) = (0, 0, 0, 0);
    for &neighbour in SIZE.neighbours(point) {
        match position.chain_at(neighbour) {
            None => liberties += 1,
            Some(chain) if chain.color() == position.to_play() => {
                if chain.liberty_count() == 1 {
                    saved = saved.max(chain.len().min(3) as u8);
                }
                liberties += chain.liberty_count().min(5) as u8 - 1;
            }
            Some(chain) => match chain.liberty_count() {
                1 => captured = captured.max(chain.len().min(3) as u8),
                2 => threatened = threatened.max(chain.len().min(3) as u8),
                _ => {}
            },
        }
    }
    [captured, saved, threatened, liberties.min(5)]
}

/// The stones, and whether they are those of the side to move.
fn stones(position: &Position) -> impl Iterator<Item = (Point, bool)> + '_ {
    let own: Color = position.to_play();
    SIZE.points().filter_map(move |point| position.stone(point).map(|color| (point, color == own)))
}

/// A distance in which a diagonal step is a little more than one along a line.
pub(super) fn distance(dx: u8, dy: u8) -> u8 {
    dx + dy + dx.max(dy)
}

fn xy(point: Point) -> (u8, u8) {
    let (x, y) = SIZE.xy(point);
    (x as u8, y as u8)
}

/// Where a point is seen from the left, right, top or bottom edge: how deep, and how far along.
fn half(at: usize, (x, y): (u8, u8)) -> (u8, u8) {
    match at {
        0 => (x, y),
        1 => (18 - x, y),
        2 => (y, x),
        _ => (18 - y, x),
    }
}

/// Writes one sign after the other, each kind into its place.
struct Writer {
    signs: PointSigns,
    kind: usize,
}

impl Default for Writer {
    fn default() -> Writer {
        Writer { signs: [0; KINDS], kind: 0 }
    }
}

impl Writer {
    fn add(&mut self, hash: u64) {
        self.signs[self.kind] = self.hashed(hash);
        self.kind += 1;
    }

    fn add_numbers(&mut self, numbers: &[u8]) {
        self.add(numbers.iter().fold(1, |hash, &number| hash << 8 | u64::from(number)));
    }

    /// A sign that the point may not have.
    fn add_some(&mut self, hash: Option<u64>) {
        match hash {
            Some(hash) => self.add(hash),
            None => self.kind += 1,
        }
    }

    /// Two signs of the same kind.
    fn add_alike(&mut self, hashes: [Option<u64>; 2]) {
        let first = self.kind;
        for (index, hash) in hashes.into_iter().enumerate() {
            self.signs[first + index] = hash.map_or(0, |hash| self.hashed(hash));
        }
        self.kind = first + 2;
    }

    fn hashed(&self, hash: u64) -> u32 {
        let salted = mix(hash ^ mix(self.kind as u64 + 1));
        ((salted >> 32) as u32).max(1)
    }
}
