//! The seam where reading comes in: what is proved of a group goes before what is thought of it.

use crate::life::Status;
use aji_rules::{PointSet, Position};

/// What a reader has proved about chains that are contested, if there is one that can. `group` are chains
/// of one colour that live or die together, `inside` the points where they can be joined or make eyes.
///
/// There is no reader of positions as large as these yet: nothing is proved. A solver of life and death is
/// to be asked here, and nowhere else.
pub(super) fn proved(
    _position: &Position,
    _group: &PointSet,
    _inside: &PointSet,
) -> Option<Status> {
    None
}
