//! Suggestions as a picture.

use super::Suggested;
use aji_draw::{Board, Mark};
use aji_rules::Move;

/// More would make a text of a picture.
const MOST_REASONS: usize = 3;

/// The moves numbered in order, a ring around the best, and what it is below.
pub fn board(suggested: &Suggested) -> Board<'_> {
    let Suggested { loaded, advice, .. } = suggested;
    let position = loaded.position();
    let mut board = Board::of(position).last(loaded.last_point());
    for (nth, one) in advice.moves.iter().enumerate() {
        let Move::Place(point) = one.mv else { continue };
        if nth == 0 {
            board = board.mark(point, Mark::Circle);
        }
        board = board.mark(point, Mark::Label((nth + 1).to_string()));
    }
    let caption = match (advice.moves.first(), &advice.note) {
        (Some(best), _) => {
            let name = best.name.as_ref().map_or(String::new(), |name| format!(", {name}"));
            let vertex = position.size().move_text(best.mv);
            let reasons = &best.reasons[..best.reasons.len().min(MOST_REASONS)];
            format!("Best for {}: {vertex}{name}\n{}", position.to_play(), reasons.join("; "))
        }
        (None, note) => note.clone().unwrap_or_default(),
    };
    board.caption(caption)
}
