//! What is seen of a point at once: shapes, captures, atari, the line it is on, the last move.

use super::standing::{Known, Standing};
use aji_judge::explain::moves::to_stones;
use aji_judge::patterns::{Automaton, Matcher, Shapes, View};
use aji_rules::{Color, Field, Move, Point, PointSet, Position, Size};

/// What the other side would like counts for so much of what we would like.
const OTHERS_SHARE: f64 = 0.5;

/// The simple features of the points of one board.
pub struct Simple<'a> {
    shapes: &'a Shapes,
    automaton: &'a Automaton,
    position: &'a Position,
    known: &'a Known,
    view: View,
    last: Option<Point>,
    /// Steps along the lines to the nearest stone.
    distance: Field<u8>,
    /// Corners without a stone, as numbers of the four quadrants.
    open_corners: [bool; 4],
}

/// What a point is worth at first sight, and why: the strongest reason first, once sorted.
#[derive(Default)]
pub struct Sight {
    pub value: f64,
    pub reasons: Vec<(f64, String)>,
}

impl Sight {
    pub fn add(&mut self, value: f64, reason: impl Into<String>) {
        self.value += value;
        self.reasons.push((value, reason.into()));
    }
}

impl<'a> Simple<'a> {
    pub fn new(
        shapes: &'a Shapes,
        automaton: &'a Automaton,
        position: &'a Position,
        known: &'a Known,
        last: Option<Move>,
    ) -> Simple<'a> {
        let size = position.size();
        let last = match last {
            Some(Move::Place(point)) => Some(point),
            _ => None,
        };
        let mut open_corners = [true; 4];
        for stone in size.points().filter(|&point| position.stone(point).is_some()) {
            if let Some(corner) = corner_of(size, stone) {
                open_corners[corner] = false;
            }
        }
        let distance = distances(position);
        let view = View::of(position);
        Simple { shapes, automaton, position, known, view, last, distance, open_corners }
    }

    /// All simple features of a legal move of the side to move.
    pub fn sight(&self, point: Point, now: &Standing) -> Sight {
        let mut sight = Sight::default();
        self.shapes(point, &mut sight);
        self.tactics(point, &mut sight);
        self.place(point, &mut sight);
        if let Some(last) = self.last {
            let size = self.position.size();
            let ((x, y), (last_x, last_y)) = (size.xy(point), size.xy(last));
            match x.abs_diff(last_x) + y.abs_diff(last_y) {
                0..=2 => sight.value += 8.0,
                3..=4 => sight.value += 4.0,
                _ => {}
            }
        }
        // Where all is said already.
        let settled = f64::from(now.owner[point].abs());
        if settled > 0.8 {
            sight.value -= 40.0 * settled;
        }
        sight
    }

    /// After Zobrist: the scores of all shapes, for both sides.
    fn shapes(&self, point: Point, sight: &mut Sight) {
        let me = self.position.to_play();
        self.automaton.visit(&self.view, point, me, |index| {
            let shape = &self.shapes.all()[index];
            sight.add(f64::from(shape.score), shape.name.clone());
        });
        self.automaton.visit(&self.view, point, !me, |index| {
            let shape = &self.shapes.all()[index];
            if shape.score > 0 {
                let value = OTHERS_SHARE * f64::from(shape.score);
                sight.add(value, format!("prevents {}", shape.name));
            }
        });
    }

    fn tactics(&self, point: Point, sight: &mut Sight) {
        let (position, me) = (self.position, self.position.to_play());
        let mut seen = PointSet::EMPTY;
        let mut breath = 0;
        let mut captured = 0;
        for &beside in position.size().neighbours(point) {
            let Some(chain) = position.chain_at(beside) else {
                breath += 1;
                continue;
            };
            if !seen.insert(chain.head()) {
                continue;
            }
            let stones = chain.len() as f64;
            let ladder = self.known.ladder(beside);
            match (chain.color() == me, chain.liberty_count()) {
                (false, 1) => {
                    captured += chain.len();
                    sight.value +=
                        if ladder.is_lost { 15.0 + 5.0 * stones } else { 40.0 + 12.0 * stones };
                }
                (false, 2) if ladder.is_catchable => sight.value += 20.0 + 8.0 * stones,
                (false, 2) => sight.value += 8.0 + 2.0 * stones,
                (true, 1) if !ladder.is_lost => sight.value += 40.0 + 12.0 * stones,
                (true, 2) if ladder.is_catchable => sight.value += 20.0 + 8.0 * stones,
                (true, 2) => sight.value += 6.0 + 2.0 * stones,
                (_, 3) => sight.value += 4.0,
                _ => {}
            }
            if chain.color() == me {
                breath += chain.liberty_count() - 1;
            }
        }
        if captured > 0 {
            sight
                .reasons
                .push((40.0 + 12.0 * captured as f64, to_stones("captures", captured, "")));
        } else if breath <= 1 {
            sight.add(-60.0, "puts itself in atari");
        }
    }

    /// The opening: corners before sides before the centre, on lines that are neither low nor high.
    fn place(&self, point: Point, sight: &mut Sight) {
        let size = self.position.size();
        let (a, b) = size.lines(point);
        let (low, high) = (a.min(b), a.max(b));
        let distance = self.distance[point];
        if low == 1 && distance > 1 {
            sight.value -= 40.0;
        }
        if distance < 3 {
            return;
        }
        let is_large = size.width() >= 13 && size.height() >= 13;
        let is_open = corner_of(size, point).is_some_and(|corner| self.open_corners[corner]);
        match (low, high) {
            (3, 4) | (4, 4) if is_large && is_open => sight.add(80.0, "takes the corner"),
            (3, 3) | (3, 5) | (4, 5) if is_large && is_open => sight.add(60.0, "takes the corner"),
            (3, 3) | (3, 4) | (4, 4) if is_open => sight.add(50.0, "takes the corner"),
            _ if low == high && 2 * low > size.width() && distance > 4 => {
                sight.add(if is_large { 5.0 } else { 52.0 }, "takes the centre");
            }
            (3, 5..=6) | (4, 6) if is_large => sight.add(26.0, "claims the corner"),
            (3 | 4, _) => {
                let room = f64::from(distance.min(7));
                sight.add(6.0 + 3.0 * room, "extends along the side");
            }
            (2, _) => sight.value -= 12.0,
            _ => sight.value += f64::from(distance.min(6)),
        }
    }
}

/// Which of the four corners a point is in, if any.
fn corner_of(size: Size, point: Point) -> Option<usize> {
    let (x, y) = size.xy(point);
    let reach = |side: usize| if side >= 13 { 6 } else { side / 2 };
    let part = |along: usize, side: usize| match along {
        _ if along < reach(side) => Some(0),
        _ if along >= side - reach(side) => Some(1),
        _ => None,
    };
    Some(part(x, size.width())? + 2 * part(y, size.height())?)
}

/// Steps to the nearest stone; on an empty board, far.
fn distances(position: &Position) -> Field<u8> {
    let size = position.size();
    let mut distance = Field::filled(size, u8::MAX);
    let mut todo: Vec<Point> =
        size.points().filter(|&point| position.stone(point).is_some()).collect();
    for &stone in &todo {
        distance[stone] = 0;
    }
    let mut next = 0;
    while let Some(&point) = todo.get(next) {
        next += 1;
        for &beside in size.neighbours(point) {
            if distance[beside] == u8::MAX {
                distance[beside] = distance[point] + 1;
                todo.push(beside);
            }
        }
    }
    distance
}

/// The colour that a point is next to, for reasons in words.
pub fn is_beside(position: &Position, point: Point, color: Color) -> bool {
    position.size().neighbours(point).iter().any(|&beside| position.stone(beside) == Some(color))
}
