//! Boards for the tests of every crate: drawn in a line, or made by random play.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::{Diagram, Move, Point, PointSet, Position, Setup, Size, ruleset::Suicide};

/// A board drawn in rows with blanks or line breaks between them, Black to move, and its dead stones:
/// those drawn in small letters.
pub fn drawn(drawing: &str) -> (Setup, PointSet) {
    let rows: Vec<&str> = drawing.split_whitespace().collect();
    let diagram: Diagram = rows.join("\n").parse().unwrap();
    let size = diagram.stones.size();
    let is_small = |point: &Point| {
        let (x, y) = size.xy(*point);
        matches!(rows[y].as_bytes()[x], b'x' | b'o')
    };
    (Setup::with_stones(diagram.stones), size.points().filter(is_small).collect())
}

/// The position of a drawn board, Black to move.
pub fn position(drawing: &str) -> Position {
    Position::try_from(drawn(drawing).0).unwrap()
}

/// Any legal point, or a pass where there is none. The dice give a number below another.
pub fn random_move(position: &Position, mut below: impl FnMut(u32) -> u32) -> Move {
    pick(position.legal_points(Suicide::Forbidden).collect(), &mut below)
}

fn pick(points: Vec<Point>, below: &mut impl FnMut(u32) -> u32) -> Move {
    let at = below(points.len().max(1) as u32) as usize;
    points.get(at).map_or(Move::Pass, |&point| Move::Place(point))
}

/// So many moves of random play from the empty board.
pub fn random_moves(size: Size, moves: usize, mut below: impl FnMut(u32) -> u32) -> Vec<Move> {
    let mut position = Position::empty(size);
    let play = |_| {
        let mv = random_move(&position, &mut below);
        position.play_unchecked(mv);
        mv
    };
    (0..moves).map(play).collect()
}

/// The position after some moves from the empty board.
pub fn after(size: Size, moves: &[Move]) -> Position {
    let mut position = Position::empty(size);
    moves.iter().for_each(|&mv| position.play_unchecked(mv));
    position
}

/// The position after so many moves of random play.
pub fn random_position(size: Size, moves: usize, below: impl FnMut(u32) -> u32) -> Position {
    after(size, &random_moves(size, moves, below))
}

/// The position after so many random moves from another; eyes are left alone, so long games have an end.
pub fn random_position_with_eyes(
    start: Position,
    moves: usize,
    mut below: impl FnMut(u32) -> u32,
) -> Position {
    let mut position = start;
    for _ in 0..moves {
        let own = Some(position.to_play());
        let is_eye = |point: &Point| {
            position.neighbours(*point).iter().all(|&beside| position.stone(beside) == own)
        };
        let legal = position.legal_points(Suicide::Forbidden);
        let mv = pick(legal.filter(|point| !is_eye(point)).collect(), &mut below);
        position.play_unchecked(mv);
    }
    position
}
