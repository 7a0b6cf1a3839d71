//! How many problems of life and death the solver reads out, how fast, and whether it is ever wrong.

use crate::corner::problems::Problem;
use aji_judge::life::{Side, Solver};
use cpu_time::ThreadTime;
use serde::Serialize;
use std::time::Duration;

/// How far a problem is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Each question looks at no more positions.
    pub nodes: u64,
    /// Each problem takes no longer on one core, or hardly.
    pub time: Duration,
}

/// How the solver fared with a problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fared {
    /// Whether all that is recorded was read out, for whichever side moves first.
    pub is_solved: bool,
    /// Whether what was read out contradicts the record.
    pub is_wrong: bool,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took, of one core.
    pub time: Duration,
}

/// Reads a problem for each side that its record has first. `None` if it cannot be posed.
pub fn fared(problem: &Problem, limits: Limits, solver: &mut Solver) -> Option<Fared> {
    let posed = problem.posed().ok()?;
    let start = ThreadTime::now();
    let mut fared = Fared { is_solved: true, is_wrong: false, nodes: 0, time: Duration::ZERO };
    for (first, solution) in [Side::Defender, Side::Attacker].into_iter().zip(&problem.first) {
        let Some(solution) = solution else { continue };
        let goes_on = || start.elapsed() < limits.time;
        let (status, nodes) = solver.status_first_while(&posed, first, limits.nodes, goes_on);
        fared.nodes += nodes;
        match status {
            Some(status) => fared.is_wrong |= status != solution.status,
            None => fared.is_solved = false,
        }
    }
    fared.time = start.elapsed();
    Some(fared)
}

/// How the solver fared with many problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Problems.
    pub problems: usize,
    /// Read out within the limits.
    pub solved: usize,
    /// Not as recorded.
    pub wrong: usize,
    /// Read out within ten milliseconds.
    pub within_10ms: usize,
    /// Read out within a second.
    pub within_1s: usize,
    /// Half of the problems take no more positions.
    pub median_nodes: u64,
}

impl Tally {
    /// Counts them.
    pub fn of(all: &[Fared]) -> Tally {
        let count = |is: &dyn Fn(&Fared) -> bool| all.iter().filter(|fared| is(fared)).count();
        let within = |time: Duration| count(&|fared| fared.is_solved && fared.time <= time);
        let mut nodes: Vec<u64> = all.iter().map(|fared| fared.nodes).collect();
        nodes.sort_unstable();
        Tally {
            problems: all.len(),
            solved: count(&|fared| fared.is_solved),
            wrong: count(&|fared| fared.is_wrong),
            within_10ms: within(Duration::from_millis(10)),
            within_1s: within(Duration::from_secs(1)),
            median_nodes: nodes.get(nodes.len() / 2).copied().unwrap_or_default(),
        }
    }
}
