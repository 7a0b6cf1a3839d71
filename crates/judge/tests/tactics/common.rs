//! What these tests share: boards drawn as text.

use aji_judge::life::tactics::TacticalAnswer;
use aji_rules::Position;
pub use aji_rules::testing::position;

/// GNU Go's way to write an answer.
pub fn told(position: &Position, answer: &TacticalAnswer) -> String {
    let first = answer.first_move().map(|point| position.size().vertex(point).to_string());
    let code = answer.result.gnu_go_code();
    match answer.result.is_possible() {
        true => format!("{code} {}", first.unwrap_or("PASS".to_string())),
        false => code.to_string(),
    }
}
