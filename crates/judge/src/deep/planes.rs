//! What the deep network sees of a question.
//!
//! Komi is not looked at: it shifts what the network says of the score, so that by
//! construction nobody's chance gets worse by a komi that is better for them.

mod breath;

use super::calibration::fullness;
use crate::judgement::Question;
use crate::ladder::even;
use aji_net::conv::{Batch, Shape, Tiling};
use aji_rules::pass_alive::pass_alive;
use aji_rules::ruleset::{Scoring, Suicide};
use aji_rules::{Color, Move, Position, Size, Symmetry};
use breath::Breaths;
use std::sync::Arc;

/// How many planes there are: see [`plane`].
pub const PLANES: usize = 32;
/// How many numbers there are for the whole board: see [`number`].
pub const NUMBERS: usize = 6;

/// What is 1 where. Of a pair, the first is the mover's and the second the other's.
pub mod plane {
    /// There is a point.
    pub const POINT: usize = 0;
    /// There is a stone.
    pub const STONE: [usize; 2] = [1, 2];
    /// There is a stone whose chain has one liberty; two, three and more are the planes behind it.
    pub const ONE_LIBERTY: [usize; 2] = [3, 7];
    /// The mover may not retake a ko.
    pub const KO: usize = 11;
    /// The last move was; the four before it are the planes behind it.
    pub const LAST_MOVE: usize = 12;
    /// A chain is lost in a ladder even if its owner moves first.
    pub const LOST_IN_LADDER: [usize; 2] = [17, 18];
    /// Such a chain is lost if the opponent moves first.
    pub const CATCHABLE_IN_LADDER: [usize; 2] = [19, 20];
    /// Stones or territory are held unconditionally.
    pub const PASS_ALIVE: [usize; 2] = [21, 22];
    /// The nearest edge is the first line; the second, third and fourth are the planes behind it.
    pub const FIRST_LINE: usize = 23;
    /// A stone on this empty point would capture. This and what follows takes no notice of ko.
    pub const CAPTURES: [usize; 2] = [27, 28];
    /// A stone of the mover would have one liberty.
    pub const LEAVES_ONE_LIBERTY: usize = 29;
    /// A stone of the mover would have two liberties.
    pub const LEAVES_TWO_LIBERTIES: usize = 30;
    /// A stone of the other would have one liberty or none.
    pub const OTHER_SHORT_OF_LIBERTIES: usize = 31;
}

/// What is said of the whole board.
pub mod number {
    /// Whether territory is scored.
    pub const TERRITORY: usize = 0;
    /// Whether the last move was a pass.
    pub const PASSED: usize = 1;
    /// Whether the game is over.
    pub const OVER: usize = 2;
    /// How full the board is.
    pub const FULLNESS: usize = 3;
    /// How large it is.
    pub const SIDE: usize = 4;
    /// Who has put down more stones.
    pub const STONES_AHEAD: usize = 5;
}

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

    /// Adds the board to a batch of its size.
    ///
    /// # Panics
    /// If the batch is of another size.
    pub fn push(&self, batch: &mut Batch) {
        batch.push(&self.points, &self.numbers, &self.parts);
    }

    /// The board alone, for a tower of this shape.
    pub fn batch(&self, shape: &Shape) -> Batch {
        let tiling = Tiling::new(self.size.width(), self.size.height());
        let mut batch = Batch::new(Arc::new(tiling), shape);
        self.push(&mut batch);
        batch
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.size
    }

    /// For each point, row by row, its [`PLANES`] numbers.
    pub fn points(&self) -> &[f32] {
        &self.points
    }

    /// What is said of the whole board: see [`number`].
    pub fn numbers(&self) -> &[f32; NUMBERS] {
        &self.numbers
    }

    /// How full the board is, from 0 to 1.
    pub fn fullness(&self) -> f32 {
        self.numbers[number::FULLNESS]
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
        row[plane::POINT] = 1.0;
        let line = size.line(point);
        if line <= 4 {
            row[plane::FIRST_LINE + line - 1] = 1.0;
        }
    }
}

fn see_chains(position: &Position, rows: &mut [Row]) {
    for (point, row) in position.size().points().zip(rows) {
        if let Some(chain) = position.chain_at(point) {
            let other = of_other(position, chain.color());
            row[plane::STONE[other]] = 1.0;
            row[plane::ONE_LIBERTY[other] + (chain.liberty_count() - 1).min(3)] = 1.0;
        }
    }
}

fn see_moves(question: &Question<'_>, rows: &mut [Row]) {
    if let Some(ko) = question.position.ko() {
        rows[ko.index()][plane::KO] = 1.0;
    }
    for (age, mv) in question.recent.iter().enumerate() {
        if let Move::Place(point) = mv
            && let Some(row) = rows.get_mut(point.index())
        {
            row[plane::LAST_MOVE + age] = 1.0;
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
        for (is_so, planes) in [
            (ladder.is_lost, plane::LOST_IN_LADDER),
            (ladder.is_catchable, plane::CATCHABLE_IN_LADDER),
        ] {
            if is_so {
                chain.stones().for_each(|stone| rows[stone.index()][planes[other]] = 1.0);
            }
        }
    }
}

fn see_life(position: &Position, rows: &mut [Row]) {
    for color in [Color::Black, Color::White] {
        let held = pass_alive(position, color, Suicide::Forbidden);
        let plane = plane::PASS_ALIVE[of_other(position, color)];
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
        row[plane::CAPTURES[0]] = yes(own.captures);
        row[plane::CAPTURES[1]] = yes(others.captures);
        row[plane::LEAVES_ONE_LIBERTY] = yes(own.liberties == 1);
        row[plane::LEAVES_TWO_LIBERTIES] = yes(own.liberties == 2);
        row[plane::OTHER_SHORT_OF_LIBERTIES] = yes(others.liberties < 2);
    }
}

fn yes(is_so: bool) -> f32 {
    f32::from(u8::from(is_so))
}

fn numbers(question: &Question<'_>) -> [f32; NUMBERS] {
    let area = question.position.size().area() as f32;
    let passes = question.recent.iter().take_while(|&mv| mv == Move::Pass).count();
    let mut numbers = [0.0; NUMBERS];
    numbers[number::TERRITORY] = yes(question.rules.scoring == Scoring::Territory);
    numbers[number::PASSED] = yes(passes > 0);
    numbers[number::OVER] = yes(passes > 1 || question.is_over);
    numbers[number::FULLNESS] = fullness(question.position);
    numbers[number::SIDE] = (area.sqrt() - 14.0) / 10.0;
    numbers[number::STONES_AHEAD] = stones_ahead(question.position);
    numbers
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
