//! What the deep network sees of a question.
//!
//! | plane | is 1 where |
//! |---|---|
//! | 0 | there is a point |
//! | 1, 2 | there is a stone of the mover, of the other |
//! | 3 - 6 | there is a stone of the mover whose chain has 1, 2, 3, more liberties |
//! | 7 - 10 | the same of the other |
//! | 11 | the mover may not retake a ko |
//! | 12 - 16 | the last move was, the one before it, and so on |
//! | 17, 18 | a chain of the mover, of the other, is lost in a ladder even if its owner moves first |
//! | 19, 20 | such a chain is lost if the opponent moves first |
//! | 21, 22 | the mover, the other, holds stones or territory unconditionally |
//! | 23 - 26 | the nearest edge is the first, second, third, fourth line |
//! | 27, 28 | a stone of the mover, of the other, would capture |
//! | 29, 30 | a stone of the mover would have one liberty, two liberties |
//! | 31 | a stone of the other would have one liberty or none |
//!
//! Planes 27 to 31 are of empty points and take no notice of ko.
//!
//! Komi is not looked at: it shifts what the network says of the score, so that by
//! construction nobody's chance gets worse by a komi that is better for them.

mod breath;

use super::calibration::fullness;
use crate::judgement::Question;
use crate::ladder::even;
use aji_rules::pass_alive::pass_alive;
use aji_rules::ruleset::{Scoring, Suicide};
use aji_rules::{Color, Move, Position, Size, Symmetry};
use breath::Breaths;

/// How many planes there are.
pub const PLANES: usize = 32;
/// How many numbers there are for the whole board.
pub const NUMBERS: usize = 6;

/// Ladders are read with so many turns of the attacker: enough to cross a board of 25x25 with a branch or
/// two. With ten times as many, of a thousand short chains in the middle game one fares otherwise.
const LADDER_TURNS: u32 = 100;

/// The planes of a point.
type Row = [f32; PLANES];

/// What the network sees: the planes of every point, a few numbers for the board, and which points are of
/// one part. All is from the mover's view.
#[derive(Clone, Debug, PartialEq)]
pub struct Planes {
    size: Size,
    points: Vec<f32>,
    numbers: [f32; NUMBERS],
    parts: Vec<u16>,
    part_count: usize,
}

impl Planes {
    /// What is to be seen of a question.
    pub fn of(question: &Question<'_>) -> Planes {
        let position = question.position;
        let size = position.size();
        let (parts, part_count) = size.parts(|point| position.stone(point));
        let parts = Vec::from(parts.into_values());
        let mut points = vec![0.0; size.area() * PLANES];
        let rows = points.as_chunks_mut::<PLANES>().0;
        see_lines(size, rows);
        see_chains(position, rows);
        see_moves(question, rows);
        see_ladders(position, rows);
        see_life(position, rows);
        see_breath(position, &parts, part_count, rows);
        Planes { size, points, numbers: numbers(question), parts, part_count }
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.size
    }

    /// For each point, row by row, its [`PLANES`] numbers.
    pub fn points(&self) -> &[f32] {
        &self.points
    }

    /// What is said of the whole board: whether territory is scored, whether the last move was a pass,
    /// whether the game is over, how full the board is and how large, and who has put down more stones.
    pub fn numbers(&self) -> &[f32; NUMBERS] {
        &self.numbers
    }

    /// How full the board is, from 0 to 1.
    pub fn fullness(&self) -> f32 {
        self.numbers[3]
    }

    /// The chain or the empty region that each point belongs to, numbered from 0 in board order of their
    /// first points.
    pub fn parts(&self) -> &[u16] {
        &self.parts
    }

    /// How many chains and empty regions there are.
    pub fn part_count(&self) -> usize {
        self.part_count
    }

    /// What is to be seen of the turned board.
    pub fn turned(&self, symmetry: Symmetry) -> Planes {
        let size = symmetry.size(self.size);
        let back = symmetry.inverse();
        let rows = self.points.as_chunks::<PLANES>().0;
        let mut points = Vec::with_capacity(self.points.len());
        let mut parts = Vec::with_capacity(self.parts.len());
        let mut names = vec![None; self.part_count];
        let mut named = 0;
        for point in size.points() {
            let from = back.point(size, point).index();
            points.extend_from_slice(&rows[from]);
            parts.push(*names[usize::from(self.parts[from])].get_or_insert_with(|| {
                named += 1;
                named - 1
            }));
        }
        Planes { size, points, numbers: self.numbers, parts, part_count: self.part_count }
    }
}

/// The second of a pair of planes is the other's.
fn of_other(position: &Position, color: Color) -> usize {
    usize::from(color != position.to_play())
}

fn see_lines(size: Size, rows: &mut [Row]) {
    for (point, row) in size.points().zip(rows) {
        row[0] = 1.0;
        let line = size.line(point);
        if line <= 4 {
            row[22 + line] = 1.0;
        }
    }
}

fn see_chains(position: &Position, rows: &mut [Row]) {
    for (point, row) in position.size().points().zip(rows) {
        if let Some(chain) = position.chain_at(point) {
            let other = of_other(position, chain.color());
            row[1 + other] = 1.0;
            row[3 + 4 * other + (chain.liberty_count() - 1).min(3)] = 1.0;
        }
    }
}

fn see_moves(question: &Question<'_>, rows: &mut [Row]) {
    if let Some(ko) = question.position.ko() {
        rows[ko.index()][11] = 1.0;
    }
    for (age, mv) in question.recent.iter().enumerate() {
        if let Move::Place(point) = mv
            && let Some(row) = rows.get_mut(point.index())
        {
            row[12 + age] = 1.0;
        }
    }
}

fn see_ladders(position: &Position, rows: &mut [Row]) {
    let mut short = position.chains_short_of(3).peekable();
    if short.peek().is_none() {
        return;
    }
    let mut reader = even::Reader::new(position, LADDER_TURNS);
    for chain in short {
        let ladder = reader.read(chain.head());
        let other = of_other(position, chain.color());
        for (is_so, plane) in [(ladder.is_lost, 17), (ladder.is_catchable, 19)] {
            if is_so {
                chain.stones().for_each(|stone| rows[stone.index()][plane + other] = 1.0);
            }
        }
    }
}

fn see_life(position: &Position, rows: &mut [Row]) {
    for color in [Color::Black, Color::White] {
        let held = pass_alive(position, color, Suicide::Forbidden);
        let plane = 21 + of_other(position, color);
        for point in (held.stones | held.territory).iter() {
            rows[point.index()][plane] = 1.0;
        }
    }
}

fn see_breath(position: &Position, parts: &[u16], part_count: usize, rows: &mut [Row]) {
    let breaths = Breaths::of(position, parts, part_count);
    let mover = position.to_play();
    for (point, row) in position.size().points().zip(rows) {
        if position.stone(point).is_some() {
            continue;
        }
        let (own, others) = (breaths.after(point, mover), breaths.after(point, !mover));
        row[27] = f32::from(u8::from(own.captures));
        row[28] = f32::from(u8::from(others.captures));
        row[29] = f32::from(u8::from(own.liberties == 1));
        row[30] = f32::from(u8::from(own.liberties == 2));
        row[31] = f32::from(u8::from(others.liberties < 2));
    }
}

fn numbers(question: &Question<'_>) -> [f32; NUMBERS] {
    let area = question.position.size().area() as f32;
    let passes = question.recent.iter().take_while(|&mv| mv == Move::Pass).count();
    let is = |so: bool| f32::from(u8::from(so));
    [
        is(question.rules.scoring == Scoring::Territory),
        is(passes > 0),
        is(passes > 1 || question.is_over),
        fullness(question.position),
        (area.sqrt() - 14.0) / 10.0,
        stones_ahead(question.position),
    ]
}

/// How many stones more than the other the mover has put down: none in an even game if he began, one less if not. It
/// tells who has the first move's advantage, which stones alone do not once some were taken. More than one is a
/// handicap, which is there to be seen.
fn stones_ahead(position: &Position) -> f32 {
    let (stones, captures) = (position.stone_count(), position.captures());
    let mover = position.to_play();
    let put_down = |color: Color| (stones[color] + captures[!color]) as f32;
    (put_down(mover) - put_down(!mover)).clamp(-1.0, 1.0)
}
