//! Moves that are taken back: readers play and take back on one board, which is far less to do than
//! to copy the board for every move.

use super::Position;
use crate::color::{ByColor, Color};
use crate::point::{Move, Point};
use crate::zobrist;

/// What a move did. It is only good for the position that it was played in, and only when all later
/// moves were taken back.
#[derive(Clone, Copy, Debug)]
#[must_use = "without it the move cannot be taken back"]
pub struct Played {
    mv: Move,
    color: Color,
    ko: Option<Point>,
    captures: ByColor<u32>,
    stones_hash: u64,
    /// What the tables had on the point before: a chain that was taken off is still in them, and comes
    /// back by them.
    head: Point,
    next: Point,
    length: u16,
    liberties: u16,
    /// By neighbour of the point: one stone of each chain that came off.
    pub(super) captured: [Option<Point>; 4],
    /// By neighbour of the point: the chains that became one.
    pub(super) joined: [Option<Joined>; 4],
    pub(super) is_suicide: bool,
}

/// Two chains that became one, by their heads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joined {
    pub(super) large: Point,
    pub(super) small: Point,
    /// The liberties that only the small one had.
    pub(super) gained: u16,
}

impl Played {
    /// A move that is about to be played.
    pub(super) fn on(position: &Position, mv: Move) -> Played {
        let at = match mv {
            Move::Place(point) => point.index(),
            Move::Pass => 0,
        };
        Played {
            mv,
            color: position.to_play,
            ko: position.ko,
            captures: position.captures,
            stones_hash: position.stones_hash,
            head: position.head[at],
            next: position.next[at],
            length: position.length[at],
            liberties: position.liberties[at],
            captured: [None; 4],
            joined: [None; 4],
            is_suicide: false,
        }
    }
}

impl Position {
    /// Plays a move that is known to be legal, as [`Position::play_unchecked`] does, and tells what
    /// takes it back.
    pub fn play_for_now(&mut self, mv: Move) -> Played {
        debug_assert_eq!(self.check(mv, crate::ruleset::Suicide::Allowed), Ok(()));
        self.apply(mv)
    }

    /// Takes back the last move that was played for now.
    pub fn take_back(&mut self, played: &Played) {
        let color = played.color;
        if let Move::Place(point) = played.mv {
            if played.is_suicide {
                self.put_back(point, color);
            }
            for joined in played.joined.iter().rev().flatten() {
                self.part(joined);
            }
            for &captured in played.captured.iter().rev().flatten() {
                self.put_back(captured, !color);
            }
            self.lift(point, played);
        }
        self.to_play = color;
        self.ko = played.ko;
        self.captures = played.captures;
        self.stones_hash = played.stones_hash;
    }

    /// Puts a chain back that was taken off: its ring is still there.
    fn put_back(&mut self, start: Point, color: Color) {
        let mut stone = start;
        loop {
            self.color[stone.index()] = Some(color);
            self.stones_hash ^= zobrist::key(stone, color);
            self.count_around(stone, !color, |liberties| liberties - 1);
            stone = self.next[stone.index()];
            if stone == start {
                return;
            }
        }
    }

    /// Makes two chains of one again.
    fn part(&mut self, &Joined { large, small, gained }: &Joined) {
        self.next.swap(large.index(), small.index());
        self.length[large.index()] -= self.length[small.index()];
        self.liberties[large.index()] -= gained;
        let mut stone = small;
        loop {
            self.head[stone.index()] = small;
            stone = self.next[stone.index()];
            if stone == small {
                return;
            }
        }
    }

    /// Lifts a lone stone, and gives its liberty back to the chains around it.
    fn lift(&mut self, point: Point, played: &Played) {
        let at = point.index();
        self.color[at] = None;
        self.head[at] = played.head;
        self.next[at] = played.next;
        self.length[at] = played.length;
        self.liberties[at] = played.liberties;
        self.count_around(point, Color::Black, |liberties| liberties + 1);
        self.count_around(point, Color::White, |liberties| liberties + 1);
    }

    /// Changes the liberties of each chain of a colour that is next to a point.
    fn count_around(&mut self, point: Point, color: Color, change: impl Fn(u16) -> u16) {
        for (nth, &neighbour) in self.neighbours(point).iter().enumerate() {
            if self.stone(neighbour) == Some(color) && self.is_first_of_chain(point, nth) {
                let head = self.head_of(neighbour);
                self.liberties[head] = change(self.liberties[head]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use crate::ruleset::Suicide;
    use proptest::prelude::*;

    proptest! {
        /// Random lines of play, passes and suicide among them, forward and back, and on from there.
        #[test]
        fn what_was_played_for_now_is_as_if_it_never_was(
            (width, height) in (1..=7_usize, 1..=7_usize),
            lines in proptest::collection::vec(
                proptest::collection::vec(any::<u16>(), 1..40), 1..6),
        ) {
            let mut position = Position::empty(Size::new(width, height).unwrap());
            for line in lines {
                let before = position.clone();
                let mut played = Vec::new();
                for &pick in &line {
                    let mv = pick_move(&position, pick);
                    let mut plain = position.clone();
                    plain.play_unchecked(mv);
                    played.push(position.play_for_now(mv));
                    prop_assert_eq!(&position, &plain);
                    position.check_invariants();
                }
                for played in played.iter().rev() {
                    position.take_back(played);
                    position.check_invariants();
                }
                prop_assert_eq!(&position, &before);
                prop_assert_eq!(position.stones_hash(), before.stones_hash());
                for &pick in &line[line.len() / 2..] {
                    position.play_unchecked(pick_move(&position, pick));
                }
            }
        }
    }

    fn pick_move(position: &Position, pick: u16) -> Move {
        let legal: Vec<Point> = position.legal_points(Suicide::Allowed).collect();
        match usize::from(pick) % (legal.len() + 1) {
            0 => Move::Pass,
            nth => Move::Place(legal[nth - 1]),
        }
    }
}
