//! Single numbers made of a field of influence, positive for Black.

use super::distance::STRENGTH;
use aji_rules::{Field, Position};

/// The influence from which a point counts as a whole point of potential territory, by default: a
/// lone stone's at three steps. Then a stone adds about 0.55 of 1000 to the influence and 0.54 of 50
/// to the potential territory, scales that match.
pub const ELEVATION: f32 = STRENGTH[3];

/// Black's influence less White's, over the whole board.
pub fn net_influence(field: &Field<f32>) -> f64 {
    field.values().iter().map(|&value| f64::from(value)).sum()
}

/// Potential territory in points: on every empty point, influence cut off at plus and minus the
/// elevation, as a share of it. The elevation must be above zero.
pub fn potential_territory(position: &Position, field: &Field<f32>, elevation: f32) -> f64 {
    let empty = field.iter().filter(|&(point, _)| position.stone(point).is_none());
    empty.map(|(_, &value)| f64::from((value / elevation).clamp(-1.0, 1.0))).sum()
}
