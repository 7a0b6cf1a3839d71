//! A legal position: stones in chains with exact liberties, side to move, ko, captures.
//!
//! Chains are kept up to date move by move. Each stone points at its chain's head and at the next
//! stone of the chain, in a ring; the head holds the number of stones and of liberties. When two
//! chains join, the smaller one is walked and relabelled, so a whole game costs little.

use crate::color::{ByColor, Color};
use crate::field::Field;
use crate::point::{Geometry, MAX_AREA, Move, Point, Size};
use crate::point_set::PointSet;
use crate::ruleset::Suicide;
use crate::setup::{Setup, SetupError};
use crate::zobrist;
use std::fmt;

pub mod take_back;

use take_back::{Joined, Played};

/// The rule that a move would break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum IllegalMove {
    /// A stone is there already.
    #[error("the point is occupied")]
    Occupied,
    /// It takes back a ko at once.
    #[error("the ko may not be retaken yet")]
    Ko,
    /// It would remove its own stones.
    #[error("it would be suicide")]
    Suicide,
    /// It repeats an earlier board (see [`crate::Game`]).
    #[error("it would repeat an earlier position (superko)")]
    Superko,
    /// Somebody has resigned (see [`crate::Game`]).
    #[error("the game is over")]
    GameOver,
}

/// A position that is always legal: every chain has a liberty, and what is cached agrees with the
/// stones. Two positions are equal if stones, side to move, ko and captures are.
#[derive(Clone)]
pub struct Position {
    geometry: &'static Geometry,
    to_play: Color,
    ko: Option<Point>,
    captures: ByColor<u32>,
    stones_hash: u64,
    color: [Option<Color>; MAX_AREA],
    /// Of a stone: any one stone of its chain, the same for all; there `length` and `liberties` are.
    head: [Point; MAX_AREA],
    /// Of a stone: the next of its chain, in a ring.
    next: [Point; MAX_AREA],
    length: [u16; MAX_AREA],
    liberties: [u16; MAX_AREA],
}

/// A set of stones of one colour joined along lines.
#[derive(Clone, Copy)]
pub struct Chain<'a> {
    position: &'a Position,
    color: Color,
    head: Point,
}

impl Position {
    /// The empty board, Black to move.
    pub fn empty(size: Size) -> Position {
        let nowhere = Point::from_index(0);
        Position {
            geometry: size.geometry(),
            to_play: Color::Black,
            ko: None,
            captures: ByColor::default(),
            stones_hash: 0,
            color: [None; MAX_AREA],
            head: [nowhere; MAX_AREA],
            next: [nowhere; MAX_AREA],
            length: [0; MAX_AREA],
            liberties: [0; MAX_AREA],
        }
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.geometry.size
    }

    /// Who moves next.
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// Where the side to move may not retake a ko.
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// How many stones each colour has captured.
    pub fn captures(&self) -> ByColor<u32> {
        self.captures
    }

    /// The stone on a point. Here as everywhere, a point must be one of this board's size.
    pub fn stone(&self, point: Point) -> Option<Color> {
        debug_assert!(point.index() < self.size().area());
        self.color[point.index()]
    }

    /// All stones.
    pub fn stones(&self) -> Field<Option<Color>> {
        Field::from_fn(self.size(), |point| self.stone(point))
    }

    /// All stones, row by row from the upper left.
    pub fn stones_by_row(&self) -> &[Option<Color>] {
        &self.color[..self.size().area()]
    }

    /// How many stones each colour has on the board.
    pub fn stone_count(&self) -> ByColor<u32> {
        let mut count = ByColor::default();
        for color in self.stones_by_row().iter().flatten() {
            count[*color] += 1;
        }
        count
    }

    /// A hash of the stones alone, the same however they came there.
    pub fn stones_hash(&self) -> u64 {
        self.stones_hash
    }

    /// A hash of the stones and the side to move.
    pub fn situation_hash(&self) -> u64 {
        situation(self.stones_hash, self.to_play)
    }

    /// The chain that a stone belongs to.
    pub fn chain_at(&self, point: Point) -> Option<Chain<'_>> {
        let color = self.stone(point)?;
        Some(Chain { position: self, color, head: self.head[point.index()] })
    }

    /// All chains, in board order of their first stone.
    pub fn chains(&self) -> impl Iterator<Item = Chain<'_>> {
        let mut seen = PointSet::EMPTY;
        self.size()
            .points()
            .filter_map(|point| self.chain_at(point))
            .filter(move |chain| seen.insert(chain.head))
    }

    /// The chains with fewer than so many liberties, in no particular order.
    pub fn chains_short_of(&self, liberties: u16) -> impl Iterator<Item = Chain<'_>> {
        let stones =
            self.size().points().zip(&self.color).zip(self.head.iter().zip(&self.liberties));
        stones.filter_map(move |((point, color), (&head, &found))| {
            // One jump instead of three: few points pass.
            let is_head = (head == point) & (found < liberties) & color.is_some();
            if is_head { Some(Chain { position: self, color: (*color)?, head }) } else { None }
        })
    }

    /// The chains that a legal stone of the side to move captures on this point, each once.
    pub fn captured_by(&self, point: Point) -> impl Iterator<Item = Chain<'_>> {
        let around = self.size().neighbours(point).iter().filter_map(|&next| self.chain_at(next));
        let mut heads = [None; 4];
        around
            .filter(|chain| chain.color() != self.to_play() && chain.liberty_count() == 1)
            .enumerate()
            .filter_map(move |(index, chain)| {
                let is_new = !heads.contains(&Some(chain.head()));
                heads[index] = Some(chain.head());
                is_new.then_some(chain)
            })
    }

    /// Whether the side to move may do this, as far as the position can tell: superko needs the
    /// past, so [`crate::Game`] asks further.
    pub fn check(&self, mv: Move, suicide: Suicide) -> Result<(), IllegalMove> {
        let Move::Place(point) = mv else {
            return Ok(());
        };
        if self.stone(point).is_some() {
            return Err(IllegalMove::Occupied);
        }
        if self.ko == Some(point) {
            return Err(IllegalMove::Ko);
        }
        let mut joins = false;
        for &neighbour in self.neighbours(point) {
            let Some(color) = self.stone(neighbour) else {
                return Ok(());
            };
            let last_liberty = self.liberties[self.head_of(neighbour)] == 1;
            if (color == self.to_play) != last_liberty {
                return Ok(());
            }
            joins |= color == self.to_play;
        }
        if joins && suicide == Suicide::Allowed { Ok(()) } else { Err(IllegalMove::Suicide) }
    }

    /// All points where the side to move may place a stone, superko aside.
    pub fn legal_points(&self, suicide: Suicide) -> impl Iterator<Item = Point> {
        self.size().points().filter(move |&point| self.check(Move::Place(point), suicide).is_ok())
    }

    /// Plays a move for the side to move, or refuses and changes nothing.
    pub fn play(&mut self, mv: Move, suicide: Suicide) -> Result<(), IllegalMove> {
        self.check(mv, suicide)?;
        let _ = self.apply(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal. Debug builds check that it is; in others an illegal
    /// move gives a position of which nothing is promised.
    pub fn play_unchecked(&mut self, mv: Move) {
        debug_assert_eq!(self.check(mv, Suicide::Allowed), Ok(()));
        let _ = self.apply(mv);
    }

    /// The same position with the other side (or the same) to move. A ko is open again: it only ever
    /// binds the reply to the capture.
    pub fn with_to_play(mut self, color: Color) -> Position {
        self.set_to_play(color);
        self
    }

    pub(crate) fn set_to_play(&mut self, color: Color) {
        if color != self.to_play {
            self.to_play = color;
            self.ko = None;
        }
    }

    /// Lets the side to move retake a ko at once, as after a threat and its answer elsewhere. What a move that was
    /// played for now did is still taken back.
    pub fn reopen_ko(&mut self) {
        self.ko = None;
    }

    /// What [`Position::stones_hash`] would be after a legal move.
    pub fn stones_hash_after(&self, mv: Move) -> u64 {
        let Move::Place(point) = mv else {
            return self.stones_hash;
        };
        let mut hash = self.stones_hash ^ zobrist::key(point, self.to_play);
        let mut breathes = false;
        for (nth, &neighbour) in self.neighbours(point).iter().enumerate() {
            let Some(color) = self.stone(neighbour) else {
                breathes = true;
                continue;
            };
            let head = self.head_of(neighbour);
            let last_liberty = self.liberties[head] == 1;
            if (color == self.to_play) != last_liberty {
                breathes = true;
            }
            if color != self.to_play && last_liberty && self.is_first_of_chain(point, nth) {
                hash ^= self.chain_hash(neighbour, color);
            }
        }
        if !breathes {
            // Suicide: the stone and its chains come off.
            hash ^= zobrist::key(point, self.to_play);
            for (nth, &neighbour) in self.neighbours(point).iter().enumerate() {
                if self.stone(neighbour) == Some(self.to_play) && self.is_first_of_chain(point, nth)
                {
                    hash ^= self.chain_hash(neighbour, self.to_play);
                }
            }
        }
        hash
    }

    /// Rebuilds everything cached from the stones and compares; for tests and debugging.
    ///
    /// # Panics
    /// If anything disagrees.
    pub fn check_invariants(&self) {
        let size = self.size();
        let mut hash = 0;
        for point in size.points() {
            let Some(color) = self.stone(point) else {
                continue;
            };
            hash ^= zobrist::key(point, color);
            // The chain as a flood fill finds it.
            let is_own = |next: Point| self.stone(next) == Some(color);
            let stones = PointSet::from_iter([point]).flooded(size, MAX_AREA, is_own);
            let stones = stones.unwrap_or_default();
            let empty = size.points().filter(|&next| self.stone(next).is_none());
            let liberties = stones.beside(size) & empty.collect();
            let chain = Chain { position: self, color, head: self.head[point.index()] };
            assert!(stones.contains(chain.head), "the head is a stone of the chain");
            assert_eq!(chain.stones().collect::<PointSet>(), stones, "the ring holds the chain");
            assert_eq!(chain.len(), stones.len(), "stones of a chain");
            assert_eq!(chain.liberty_count(), liberties.len(), "liberties of a chain");
            assert_eq!(chain.liberties(), liberties, "liberties of a chain");
            assert!(!liberties.is_empty(), "every chain has a liberty");
        }
        for most in 1..5 {
            let mut short: Vec<Point> = self.chains_short_of(most).map(Chain::head).collect();
            short.sort_unstable();
            let is_short = |chain: &Chain<'_>| chain.liberty_count() < usize::from(most);
            let mut expected: Vec<Point> =
                self.chains().filter(is_short).map(Chain::head).collect();
            expected.sort_unstable();
            assert_eq!(short, expected, "chains short of {most} liberties");
        }
        assert_eq!(self.stones_hash, hash, "the hash is that of the stones");
        assert!(self.ko.is_none_or(|ko| self.is_ko_point(ko)), "a ko is where one can be");
    }

    /// The points one step away along the lines, as [`Size::neighbours`] knows them, a little sooner.
    pub fn neighbours(&self, point: Point) -> &'static [Point] {
        &self.geometry.neighbours[point.index()]
    }

    fn head_of(&self, stone: Point) -> usize {
        self.head[stone.index()].index()
    }

    /// Whether no earlier neighbour of `point` belongs to the chain of its `nth` one.
    fn is_first_of_chain(&self, point: Point, nth: usize) -> bool {
        let neighbours = self.neighbours(point);
        let head = self.head[neighbours[nth].index()];
        !neighbours[..nth]
            .iter()
            .any(|&earlier| self.stone(earlier).is_some() && self.head[earlier.index()] == head)
    }

    fn chain_hash(&self, stone: Point, color: Color) -> u64 {
        let chain = Chain { position: self, color, head: self.head[stone.index()] };
        chain.stones().fold(0, |hash, stone| hash ^ zobrist::key(stone, color))
    }

    /// Plays, and tells what it did, for those who take it back.
    fn apply(&mut self, mv: Move) -> Played {
        let color = self.to_play;
        let mut played = Played::on(self, mv);
        self.to_play = !color;
        self.ko = None;
        let Move::Place(point) = mv else { return played };
        self.put(point, color);
        let mut captured = 0;
        let mut last_captured = point;
        for (nth, &neighbour) in self.neighbours(point).iter().enumerate() {
            if self.stone(neighbour) == Some(!color) && self.liberties[self.head_of(neighbour)] == 0
            {
                captured += self.take_off(neighbour);
                played.captured[nth] = Some(neighbour);
                last_captured = neighbour;
            }
        }
        self.captures[color] = self.captures[color].saturating_add(captured);
        for (nth, &neighbour) in self.neighbours(point).iter().enumerate() {
            if self.stone(neighbour) == Some(color) {
                played.joined[nth] = self.join(point, neighbour);
            }
        }
        let head = self.head_of(point);
        if self.liberties[head] == 0 {
            let lost = self.take_off(point);
            played.is_suicide = true;
            self.captures[!color] = self.captures[!color].saturating_add(lost);
        } else if captured == 1 && self.length[head] == 1 && self.liberties[head] == 1 {
            self.ko = Some(last_captured);
        }
        played
    }

    /// Puts down a stone as a chain of its own and takes its liberty from the chains around it.
    fn put(&mut self, point: Point, color: Color) {
        let at = point.index();
        let mut liberties = 0;
        for (nth, &neighbour) in self.neighbours(point).iter().enumerate() {
            match self.stone(neighbour) {
                None => liberties += 1,
                Some(_) if self.is_first_of_chain(point, nth) => {
                    let head = self.head_of(neighbour);
                    self.liberties[head] -= 1;
                }
                Some(_) => {}
            }
        }
        self.stones_hash ^= zobrist::key(point, color);
        self.color[at] = Some(color);
        self.head[at] = point;
        self.next[at] = point;
        self.length[at] = 1;
        self.liberties[at] = liberties;
    }

    /// Removes a chain and gives its points to the chains around it as liberties; says how many
    /// stones there were.
    fn take_off(&mut self, start: Point) -> u32 {
        let Some(color) = self.stone(start) else {
            return 0;
        };
        let mut stone = start;
        let mut count = 0;
        loop {
            self.color[stone.index()] = None;
            self.stones_hash ^= zobrist::key(stone, color);
            count += 1;
            for (nth, &neighbour) in self.neighbours(stone).iter().enumerate() {
                if self.stone(neighbour) == Some(!color) && self.is_first_of_chain(stone, nth) {
                    let head = self.head_of(neighbour);
                    self.liberties[head] += 1;
                }
            }
            stone = self.next[stone.index()];
            if stone == start {
                return count;
            }
        }
    }

    /// Joins the chains of two stones of one colour, unless they are one already.
    fn join(&mut self, one: Point, other: Point) -> Option<Joined> {
        let (mut large, mut small) = (self.head[one.index()], self.head[other.index()]);
        if large == small {
            return None;
        }
        if self.length[large.index()] < self.length[small.index()] {
            (large, small) = (small, large);
        }
        // A liberty of the small chain is new unless a stone relabelled already, or one that always
        // was of the large chain, touches it.
        let mut gained = 0;
        let mut stone = small;
        loop {
            for &neighbour in self.neighbours(stone) {
                if self.stone(neighbour).is_none() && !self.touches(neighbour, large) {
                    gained += 1;
                }
            }
            self.head[stone.index()] = large;
            stone = self.next[stone.index()];
            if stone == small {
                break;
            }
        }
        self.next.swap(large.index(), small.index());
        self.length[large.index()] += self.length[small.index()];
        self.liberties[large.index()] += gained;
        Some(Joined { large, small, gained })
    }

    fn touches(&self, point: Point, head: Point) -> bool {
        self.neighbours(point).iter().any(|&neighbour| {
            self.stone(neighbour).is_some() && self.head[neighbour.index()] == head
        })
    }

    /// Whether a ko can just have been taken here: the point is empty, the enemy is all around, and
    /// of the chains there just one has no other liberty: the lone stone that took it.
    fn is_ko_point(&self, point: Point) -> bool {
        let around = self.neighbours(point);
        let is_lone = |head: usize| self.length[head] == 1;
        let in_atari = || {
            let heads = around.iter().map(|&neighbour| self.head_of(neighbour));
            heads.filter(|&head| self.liberties[head] == 1)
        };
        self.stone(point).is_none()
            && around.iter().all(|&neighbour| self.stone(neighbour) == Some(!self.to_play))
            && in_atari().count() == 1
            && in_atari().all(is_lone)
    }
}

pub(crate) fn situation(stones_hash: u64, to_play: Color) -> u64 {
    match to_play {
        Color::Black => stones_hash,
        Color::White => stones_hash ^ zobrist::WHITE_TO_PLAY,
    }
}

impl TryFrom<Setup> for Position {
    type Error = Box<SetupError>;

    fn try_from(setup: Setup) -> Result<Position, Box<SetupError>> {
        let breathless = setup.breathless();
        let mut position = Position::empty(setup.size());
        if breathless.is_empty() {
            for (point, stone) in setup.stones.iter() {
                if let &Some(color) = stone {
                    position.put(point, color);
                    for &neighbour in position.neighbours(point) {
                        if position.stone(neighbour) == Some(color) {
                            position.join(point, neighbour);
                        }
                    }
                }
            }
            position.to_play = setup.to_play;
            position.captures = setup.captures;
            position.ko = setup.ko;
        }
        let is_wrong = |ko: &Point| ko.index() >= setup.size().area() || !position.is_ko_point(*ko);
        let wrong_ko = setup.ko.filter(|ko| breathless.is_empty() && is_wrong(ko));
        if breathless.is_empty() && wrong_ko.is_none() {
            Ok(position)
        } else {
            Err(Box::new(SetupError { setup, breathless, wrong_ko }))
        }
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        Setup {
            stones: position.stones(),
            to_play: position.to_play,
            ko: position.ko,
            captures: position.captures,
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.size() == other.size()
            && self.to_play == other.to_play
            && self.ko == other.ko
            && self.captures == other.captures
            && self.color == other.color
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ko = self.ko.map(|ko| format!(", ko at {}", self.size().vertex(ko)));
        writeln!(f, "{} to play{}", self.to_play, ko.unwrap_or_default())?;
        write!(f, "{}", crate::Diagram::of(self))
    }
}

impl<'a> Chain<'a> {
    /// The colour of its stones.
    pub fn color(self) -> Color {
        self.color
    }

    /// A stone that names the chain for as long as the position stands.
    pub fn head(self) -> Point {
        self.head
    }

    /// How many stones it has.
    #[expect(clippy::len_without_is_empty, reason = "a chain is never empty")]
    pub fn len(self) -> usize {
        usize::from(self.position.length[self.head.index()])
    }

    /// Its stones, in no particular order.
    pub fn stones(self) -> impl Iterator<Item = Point> + 'a {
        let next = &self.position.next;
        std::iter::successors(Some(self.head), move |stone| {
            Some(next[stone.index()]).filter(|&stone| stone != self.head)
        })
    }

    /// How many liberties it has.
    pub fn liberty_count(self) -> usize {
        usize::from(self.position.liberties[self.head.index()])
    }

    /// The empty points next to it.
    pub fn liberties(self) -> PointSet {
        let position = self.position;
        self.stones()
            .flat_map(|stone| position.neighbours(stone))
            .copied()
            .filter(|&neighbour| position.stone(neighbour).is_none())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::drawn;

    fn with_ko(drawing: &str, to_play: Color, ko: Point) -> Result<Position, Box<SetupError>> {
        Position::try_from(Setup { to_play, ko: Some(ko), ..drawn(drawing).0 })
    }

    #[test]
    fn a_setup_may_have_a_ko_where_one_was_taken() {
        let size = Size::new(4, 3).unwrap();
        let ko = size.parse_point("B2").unwrap();
        let position = with_ko(".XO. X.XO .XO.", Color::White, ko).unwrap();
        position.check_invariants();
        assert_eq!(position.check(Move::Place(ko), Suicide::Forbidden), Err(IllegalMove::Ko));
    }

    #[test]
    fn a_setup_may_not_have_a_ko_elsewhere() {
        let line = Size::new(3, 1).unwrap();
        let middle = line.parse_point("B1").unwrap();
        // Before the capture one of the two stones would have had no liberty.
        let error = with_ko("X.X", Color::White, middle).unwrap_err();
        assert_eq!(error.to_string(), "there is no ko at B1");
        assert!(with_ko("...", Color::White, middle).is_err());
        let far = Size::NINETEEN.parse_point("T1").unwrap();
        let error = with_ko("X.X", Color::White, far).unwrap_err();
        assert_eq!(error.to_string(), "there is no ko at that point");
    }
}
