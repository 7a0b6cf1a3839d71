//! The seam where reading comes in: what is proved of a group goes before what is thought of it.

use crate::life::{LifeStatus, Problem, Solver};
use aji_rules::{PointSet, Position};

/// So many positions are looked at for either side moving first: a few milliseconds at most.
const BUDGET: u64 = 4_000;

/// What reading proves about chains that are contested. `group` are chains of one colour that live or die
/// together, `inside` the points where they can be joined or make eyes, between walls that cannot be captured.
pub(super) fn proved(
    position: &Position,
    group: &PointSet,
    inside: &PointSet,
) -> Option<LifeStatus> {
    let problem = Problem::sealed(position, *group, *inside).ok()?;
    Solver::default().status(&problem, BUDGET)
}

/// Whether stones that look like seki fall to a ko, as a bent four in the corner does: rules that settle life
/// and death without threats for kos call them dead. `around` are all stones and liberties of such.
pub(super) fn falls(position: &Position, stones: &PointSet, around: &PointSet) -> bool {
    let problem = Problem::sealed(position, *stones, *around).ok();
    let falls = |problem| Solver::default().falls_without_threats(&problem, 5 * BUDGET);
    problem.and_then(falls) == Some(true)
}
