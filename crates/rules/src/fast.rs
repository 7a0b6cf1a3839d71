//! A board for random play, as fast as we can make it.
//!
//! It plays uniformly random legal moves, but fills no eyes of its own, until both sides pass. The
//! laws are those of [`Position`] with simple ko and without suicide; what is left out is everything
//! that random play does not ask for: exact liberties, hashes, undo.
//!
//! How it is fast: a border of walls saves edge tests; each point counts its black, white and empty
//! neighbours in one number, so most moves are judged by one look; chains count *pseudo-liberties*
//! (an empty point counts once for every stone that touches it), which are enough to see a capture;
//! empty points are in a list, so a random one is found at once; and every array has a power of two
//! of places, so an index is cut to size instead of checked.

use crate::color::Color;
use crate::field::Field;
use crate::point::{MAX_SIDE, Move, Point, Size};
use crate::position::Position;

/// Places for the largest board with its border, rounded up.
const PLACES: usize = 1024;
const _: () = assert!((MAX_SIDE + 2) * (MAX_SIDE + 1) < PLACES);

/// What is on a place. Black and white are the numbers of their counters in `around`.
type Sign = u8;
const EMPTY: Sign = 2;
const WALL: Sign = 3;

/// In `around`, four bits each: black neighbours, white neighbours, empty neighbours. A wall counts
/// as black and as white, so "all four are mine" is one comparison at the edge too.
const EMPTIES: u32 = 8;
/// What a stone adds to the counters of the points around it, by colour.
const STONE: [u16; 2] = [0x001_u16.wrapping_sub(0x100), 0x010_u16.wrapping_sub(0x100)];

/// No chain, no ko: the place is in the border.
const NOWHERE: u16 = 0;

/// A board for random play. It is not checked against anything: make one from a [`Size`] or a
/// [`Position`], and play only what [`FastBoard::is_playable`] allows.
#[derive(Clone)]
pub struct FastBoard {
    size: Size,
    stride: u16,
    to_play: Color,
    ko: u16,
    passes: u8,
    sign: [Sign; PLACES],
    around: [u16; PLACES],
    chain: [u16; PLACES],
    next: [u16; PLACES],
    length: [u16; PLACES],
    pseudo_liberties: [u16; PLACES],
    empty: [u16; PLACES],
    /// Where in `empty` a place stands.
    rank: [u16; PLACES],
    empty_count: usize,
}

/// How a random game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Turns taken, passes included.
    pub turns: u32,
    /// Black's lead in area on the final board, komi aside.
    pub black_lead: i32,
}

fn at(place: u16) -> usize {
    usize::from(place) & (PLACES - 1)
}

impl FastBoard {
    /// The empty board, Black to move.
    pub fn new(size: Size) -> FastBoard {
        let stride = size.width() as u16 + 1;
        let mut board = FastBoard {
            size,
            stride,
            to_play: Color::Black,
            ko: NOWHERE,
            passes: 0,
            sign: [WALL; PLACES],
            around: [0; PLACES],
            chain: [NOWHERE; PLACES],
            next: [NOWHERE; PLACES],
            length: [0; PLACES],
            pseudo_liberties: [0; PLACES],
            empty: [NOWHERE; PLACES],
            rank: [0; PLACES],
            empty_count: 0,
        };
        for point in size.points() {
            let place = board.place(point);
            board.sign[at(place)] = EMPTY;
            let inside = size.neighbours(point).len() as u16;
            board.around[at(place)] = inside << EMPTIES | (4 - inside) << 4 | (4 - inside);
            board.add_empty(place);
        }
        board
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Who moves next.
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// The same board with this side to move, no ko, and nobody having passed.
    pub fn with_to_play(mut self, color: Color) -> FastBoard {
        self.to_play = color;
        self.ko = NOWHERE;
        self.passes = 0;
        self
    }

    /// Whether both sides have passed.
    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// The stone on a point.
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.stone_at(self.place(point))
    }

    #[inline]
    fn stone_at(&self, place: u16) -> Option<Color> {
        match self.sign[at(place)] {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    /// All stones.
    pub fn stones(&self) -> Field<Option<Color>> {
        Field::from_fn(self.size, |point| self.stone(point))
    }

    /// Whether the side to move may place a stone here and would not fill an eye of its own.
    pub fn is_playable(&self, point: Point) -> bool {
        let place = self.place(point);
        self.sign[at(place)] == EMPTY && self.allows(place, self.to_play as Sign)
    }

    /// Whose a point is: its stone's, or the one colour's that is all around it. After a random game
    /// that is the area.
    pub fn owner(&self, point: Point) -> Option<Color> {
        self.owner_at(self.place(point))
    }

    /// The [owners](FastBoard::owner) of all points, row by row from the upper left.
    pub fn owners(&self) -> impl Iterator<Item = Option<Color>> {
        let first = |y: usize| (y as u16 + 1) * self.stride + 1;
        (0..self.size.height())
            .flat_map(move |y| first(y)..first(y) + self.size.width() as u16)
            .map(|place| self.owner_at(place))
    }

    #[inline]
    fn owner_at(&self, place: u16) -> Option<Color> {
        let around = self.around[at(place)];
        // Walls count for both, so a board of one point has neither.
        let surrounded = match (around & 0xf == 4, around >> 4 & 0xf == 4) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        };
        self.stone_at(place).or(surrounded)
    }

    /// Plays a playable move, or passes. Debug builds check that it is playable.
    pub fn play(&mut self, mv: Move) {
        match mv {
            Move::Place(point) => {
                debug_assert!(self.is_playable(point));
                let place = self.place(point);
                self.put(place, self.to_play as Sign);
                self.passes = 0;
            }
            Move::Pass => {
                self.ko = NOWHERE;
                self.passes = self.passes.saturating_add(1);
            }
        }
        self.to_play = !self.to_play;
    }

    /// Plays one of the playable moves, each with the same chance, or passes if there is none.
    /// `below(n)` must give a random number below `n`.
    pub fn play_random(&mut self, below: &mut impl FnMut(u32) -> u32) -> Move {
        let mv = match self.take_random_turn(below) {
            NOWHERE => Move::Pass,
            place => Move::Place(self.point(place)),
        };
        self.to_play = !self.to_play;
        mv
    }

    /// Plays on at random until both sides pass, or for `limit` turns: a random game can go round in
    /// circles.
    pub fn play_out(&mut self, limit: u32, below: &mut impl FnMut(u32) -> u32) -> Playout {
        let mut turns = 0;
        while !self.is_over() && turns < limit {
            self.take_random_turn(below);
            self.to_play = !self.to_play;
            turns += 1;
        }
        Playout { turns, black_lead: self.black_lead() }
    }

    /// Black's lead in points that are [owned](FastBoard::owner).
    pub fn black_lead(&self) -> i32 {
        self.owners().flatten().map(Color::sign).sum()
    }

    fn place(&self, point: Point) -> u16 {
        let (x, y) = self.size.xy(point);
        (y as u16 + 1) * self.stride + x as u16 + 1
    }

    fn point(&self, place: u16) -> Point {
        let (x, y) = ((place - 1) % self.stride, (place - 1) / self.stride - 1);
        Point::from_index(y * (self.stride - 1) + x)
    }

    fn neighbours(&self, place: u16) -> [usize; 4] {
        [place - self.stride, place - 1, place + 1, place + self.stride].map(at)
    }

    fn add_empty(&mut self, place: u16) {
        self.empty[self.empty_count & (PLACES - 1)] = place;
        self.rank[at(place)] = self.empty_count as u16;
        self.empty_count += 1;
    }

    /// Plays or passes without changing sides; gives the place, or nowhere for a pass.
    fn take_random_turn(&mut self, below: &mut impl FnMut(u32) -> u32) -> u16 {
        let color = self.to_play as Sign;
        // Draw without putting back: what is refused goes behind the rest.
        let mut left = self.empty_count;
        while left > 0 {
            let drawn = below(left as u32) as usize & (PLACES - 1);
            let place = self.empty[drawn];
            if self.allows(place, color) {
                self.put(place, color);
                self.passes = 0;
                return place;
            }
            left -= 1;
            let last = self.empty[left & (PLACES - 1)];
            self.empty[drawn] = last;
            self.rank[at(last)] = drawn as u16;
            self.empty[left & (PLACES - 1)] = place;
            self.rank[at(place)] = left as u16;
        }
        self.ko = NOWHERE;
        self.passes = self.passes.saturating_add(1);
        NOWHERE
    }

    /// Whether a move on an empty place is legal and fills no eye.
    fn allows(&self, place: u16, color: Sign) -> bool {
        let around = self.around[at(place)];
        if around >> EMPTIES != 0 {
            return true;
        }
        if place == self.ko || (around >> (4 * color) & 0xf == 4 && self.is_eye(place, color)) {
            return false;
        }
        // It breathes if it takes a chain's last liberty or joins one that keeps another. The place
        // is in a chain's count once for every stone beside it.
        let neighbours = self.neighbours(place);
        let chains = neighbours.map(|neighbour| self.chain[neighbour]);
        neighbours.iter().zip(chains).any(|(&neighbour, chain)| {
            let here = chains.iter().filter(|&&other| other == chain).count();
            let spent = usize::from(self.pseudo_liberties[at(chain)]) == here;
            let sign = self.sign[neighbour];
            sign != WALL && (sign == color) != spent
        })
    }

    /// Whether a place with neighbours of one colour only is an eye: the enemy holds at most one of
    /// its diagonals, at the edge none.
    fn is_eye(&self, place: u16, color: Sign) -> bool {
        let stride = self.stride;
        let diagonals =
            [place - stride - 1, place - stride + 1, place + stride - 1, place + stride + 1];
        let mut enemies = 0;
        let mut walls = 0;
        for diagonal in diagonals {
            let sign = self.sign[at(diagonal)];
            enemies += u32::from(sign == 1 - color);
            walls |= u32::from(sign == WALL);
        }
        enemies + walls < 2
    }

    fn put(&mut self, place: u16, color: Sign) {
        let enemy = 1 - color;
        let before = self.around[at(place)];
        let surrounded = before >> (4 * enemy) & 0xf == 4;
        self.remove_empty(place);
        self.sign[at(place)] = color;
        self.chain[at(place)] = place;
        self.next[at(place)] = place;
        self.length[at(place)] = 1;
        self.pseudo_liberties[at(place)] = before >> EMPTIES;
        let neighbours = self.neighbours(place);
        for neighbour in neighbours {
            self.around[neighbour] =
                self.around[neighbour].wrapping_add(STONE[at(color.into()) & 1]);
            let chain = at(self.chain[neighbour]);
            self.pseudo_liberties[chain] = self.pseudo_liberties[chain].wrapping_sub(1);
        }
        let empties_before = self.empty_count;
        for neighbour in neighbours {
            let sign = self.sign[neighbour];
            if sign == enemy {
                if self.pseudo_liberties[at(self.chain[neighbour])] == 0 {
                    self.take_off(neighbour as u16, enemy);
                }
            } else if sign == color && self.chain[neighbour] != self.chain[at(place)] {
                self.join(self.chain[at(place)], self.chain[neighbour]);
            }
        }
        self.ko = if surrounded && self.empty_count == empties_before + 1 {
            self.empty[(self.empty_count - 1) & (PLACES - 1)]
        } else {
            NOWHERE
        };
    }

    fn remove_empty(&mut self, place: u16) {
        self.empty_count -= 1;
        let last = self.empty[self.empty_count & (PLACES - 1)];
        let rank = self.rank[at(place)];
        self.empty[at(rank)] = last;
        self.rank[at(last)] = rank;
    }

    fn take_off(&mut self, start: u16, color: Sign) {
        let mut stone = start;
        loop {
            self.sign[at(stone)] = EMPTY;
            // Empty places belong to no chain, so that giving back liberties can be done blindly.
            self.chain[at(stone)] = NOWHERE;
            self.add_empty(stone);
            for neighbour in self.neighbours(stone) {
                self.around[neighbour] =
                    self.around[neighbour].wrapping_sub(STONE[at(color.into()) & 1]);
                let chain = at(self.chain[neighbour]);
                self.pseudo_liberties[chain] = self.pseudo_liberties[chain].wrapping_add(1);
            }
            stone = self.next[at(stone)];
            if stone == start {
                break;
            }
        }
    }

    fn join(&mut self, one: u16, other: u16) {
        let (large, small) = if self.length[at(one)] >= self.length[at(other)] {
            (one, other)
        } else {
            (other, one)
        };
        self.length[at(large)] += self.length[at(small)];
        self.pseudo_liberties[at(large)] =
            self.pseudo_liberties[at(large)].wrapping_add(self.pseudo_liberties[at(small)]);
        let mut stone = small;
        loop {
            self.chain[at(stone)] = large;
            stone = self.next[at(stone)];
            if stone == small {
                break;
            }
        }
        self.next.swap(at(large), at(small));
    }
}

impl From<&Position> for FastBoard {
    fn from(position: &Position) -> FastBoard {
        let mut board = FastBoard::new(position.size());
        for point in position.size().points() {
            if let Some(color) = position.stone(point) {
                // No chain of a legal position ever runs out of liberties on the way.
                board.put(board.place(point), color as Sign);
            }
        }
        board.to_play = position.to_play();
        board.ko = position.ko().map_or(NOWHERE, |ko| board.place(ko));
        board
    }
}
