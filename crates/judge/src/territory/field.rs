//! Our own model.
use super::terms::Terms;
use aji_rules::Position;
/// x
pub fn weight_count() -> usize {
    1
}
/// x
pub fn weight_names() -> Vec<String> {
    vec![]
}
/// x
pub fn terms(position: &Position) -> Terms {
    Terms::new(position.size())
}
