//! A final score as a picture.

use super::Scored;
use aji_draw::{Board, Mark};
use aji_judge::life::LifeStatus;
use aji_judge::score::PointStatus;
use aji_rules::{Color, Field};

/// Squares on territory, crosses on dead stones, triangles on stones in seki, and the verdict below.
pub fn board(scored: &Scored) -> Board<'_> {
    let (position, score) = (scored.loaded.position(), &scored.score);
    let owned =
        Field::from_fn(score.size(), |point| match (position.stone(point), score.status(point)) {
            (None, PointStatus::Territory(color)) => f64::from(color.sign()),
            (Some(color), PointStatus::Stone(LifeStatus::Dead)) => f64::from(Color::sign(!color)),
            _ => 0.0,
        });
    let legend = "(squares are territory, crosses dead stones, triangles stones in seki)";
    let mut board = Board::of(position)
        .last(scored.loaded.last_point())
        .ownership(&owned)
        .caption(format!("{}\n{legend}", score.verdict()));
    for point in score.size().points().filter(|&point| position.stone(point).is_some()) {
        board = match score.status(point) {
            PointStatus::Stone(LifeStatus::Dead) => board.mark(point, Mark::Cross),
            PointStatus::Stone(LifeStatus::Seki) => board.mark(point, Mark::Triangle),
            _ => board,
        };
    }
    board
}
