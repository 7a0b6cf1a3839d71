//! Boards with numbered moves.

use aji_draw::{Board, Mark};
use aji_rules::{Move, Point, Position, Size};
use std::collections::HashMap;

/// The board after these moves, numbered, as SVG.
pub fn numbered(size: Size, points: &[Point], caption: &str) -> String {
    let mut position = Position::empty(size);
    points.iter().for_each(|&point| position.play_unchecked(Move::Place(point)));
    // Where a stone was placed again the later number stands.
    let numbers: HashMap<Point, usize> = points.iter().copied().zip(1..).collect();
    let on_board = |point: &Point| position.stone(*point).is_some();
    let board =
        size.points().filter(on_board).filter_map(|point| Some((point, numbers.get(&point)?)));
    let board = board.fold(Board::of(&position), |board, (point, number)| {
        board.mark(point, Mark::Label(number.to_string()))
    });
    board.caption(caption).to_svg()
}
