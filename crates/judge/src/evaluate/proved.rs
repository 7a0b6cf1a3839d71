//! What is proved of enclosed groups, within what a judge says of the board.
//!
//! A judge sees at a glance and may be wrong about a group that can be read out. [`Proved`] asks the solver about every
//! group that is shut in by stones which the judge thinks alive, and what is proved stands instead of what was seen: whose
//! the points are, what that makes of the score, and which moves decide.

use super::{Evaluation, Judge, Policy, Prospects};
use crate::judgement::{JudgeError, Question};
use crate::life::{LifeStatus, Problem, Side, Solver};
use aji_rules::position::Chain;
use aji_rules::{Color, Field, Move, Point, PointSet, Position, Size};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is read of a group with either side first; what takes longer is left to the judge.
const BUDGET: u64 = 3_000;
/// Fewer stones are no group.
const FEWEST_STONES: usize = 3;
/// A group with more room than this is hardly ever read out within the budget.
const MOST_ROOM: usize = 16;
/// A region with more points is none that the solver takes.
const MOST_POINTS: usize = 64;
/// Stones around a group are a wall if the judge thinks them as sure as this...
const SURE: f64 = 0.8;
/// ...and if they have so many liberties outside.
const LIBERTIES: usize = 2;
/// A move that decides is thought at least so likely.
const LIKELY: f64 = 0.08;
/// More boards than these are not kept in mind.
const MOST_KNOWN: usize = 200_000;

/// A judge with the solver at his side.
#[derive(Clone, Debug)]
pub struct Proved<J> {
    judge: J,
    proofs: Proofs,
}

/// What was read out: many positions have the same groups. Copies know the same.
#[derive(Clone, Default)]
pub struct Proofs(Arc<Known>);

#[derive(Default)]
struct Known {
    fates: Mutex<HashMap<Board, Fate>>,
    solvers: Mutex<Vec<Solver>>,
}

/// All that decides a group's fate: around its region are walls.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Board {
    size: Size,
    region: PointSet,
    black: PointSet,
    white: PointSet,
    defender: Color,
}

/// What becomes of a group with best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// All of it is captured even if its side moves first, whatever the ko threats.
    Dead,
    /// These stones live even if the other side moves first.
    Alive(PointSet),
    /// Who moves first has it.
    Unsettled {
        /// The first moves by which it lives.
        saving: Vec<Point>,
        /// The first moves by which it dies.
        killing: Vec<Point>,
    },
    /// It was not read out, or hangs on a ko.
    Unknown,
}

/// A group that is shut in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnclosedGroup {
    /// Whose it is.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// Where it is shut in, stones included.
    pub region: PointSet,
    /// What becomes of it.
    pub fate: Fate,
}

impl EnclosedGroup {
    /// Whether a move of this colour decides its fate.
    pub fn is_decided_by(&self, color: Color, mv: Move) -> bool {
        let Fate::Unsettled { saving, killing } = &self.fate else { return false };
        let deciding = if color == self.color { saving } else { killing };
        point_of(mv).is_some_and(|point| deciding.contains(&point))
    }
}

impl<J> Proved<J> {
    /// This judge, with the solver at his side.
    pub fn new(judge: J, proofs: Proofs) -> Proved<J> {
        Proved { judge, proofs }
    }
}

impl Proofs {
    /// The groups of a position that are shut in by stones that live by these owners.
    pub fn groups(&self, position: &Position, ownership: &Field<f64>) -> Vec<EnclosedGroup> {
        let size = position.size();
        let mut seen = PointSet::EMPTY;
        let mut groups = Vec::new();
        for chain in position.chains() {
            let color = chain.color();
            if chain.stones().next().is_none_or(|stone| seen.contains(stone)) {
                continue;
            }
            let is_open = |point| position.stone(point) != Some(!color);
            let from: PointSet = chain.stones().collect();
            let Some(region) = from.flooded(size, MOST_POINTS, is_open) else { continue };
            seen |= region;
            groups.extend(self.group(position, region, color, ownership));
        }
        without_doubtful_walls(groups)
    }

    fn group(
        &self,
        position: &Position,
        region: PointSet,
        color: Color,
        ownership: &Field<f64>,
    ) -> Option<EnclosedGroup> {
        let stones: PointSet =
            region.iter().filter(|&point| position.stone(point) == Some(color)).collect();
        let room = region.len() - stones.len();
        if stones.len() < FEWEST_STONES || room > MOST_ROOM {
            return None;
        }
        let problem = Problem::sealed(position, stones, region).ok()?;
        let region = *problem.region();
        if position.ko().is_some_and(|ko| region.contains(ko)) {
            return None;
        }
        let beside = region.beside(position.size());
        // Friends outside are taken to live, too: where the other side throws a stone in between, they are cut off.
        let mut walls =
            position.chains().filter(|chain| chain.stones().any(|stone| beside.contains(stone)));
        walls.all(|wall| stands(&wall, &region, ownership)).then(|| {
            let fate = self.0.fate(&problem);
            EnclosedGroup { color, stones: *problem.target(), region, fate }
        })
    }
}

/// A group in the eye of one that may die has no wall to rely on.
fn without_doubtful_walls(mut groups: Vec<EnclosedGroup>) -> Vec<EnclosedGroup> {
    let may_die =
        |group: &&EnclosedGroup| matches!(group.fate, Fate::Dead | Fate::Unsettled { .. });
    let doubtful: Vec<(Color, PointSet)> =
        groups.iter().filter(may_die).map(|group| (group.color, group.region)).collect();
    groups.retain(|group| {
        !doubtful
            .iter()
            .any(|(color, region)| *color != group.color && group.region.is_subset(region))
    });
    groups
}

/// Whether stones around a region are thought safe.
fn stands(wall: &Chain<'_>, region: &PointSet, ownership: &Field<f64>) -> bool {
    let sign = f64::from(wall.color().sign());
    let sure: f64 = wall.stones().map(|stone| sign * ownership[stone]).sum();
    sure >= SURE * wall.len() as f64 && (wall.liberties() - *region).len() >= LIBERTIES
}

impl Known {
    fn fate(&self, problem: &Problem) -> Fate {
        let (position, region) = (problem.position(), *problem.region());
        let of = |color: Color| -> PointSet {
            region.iter().filter(|&point| position.stone(point) == Some(color)).collect()
        };
        let board = Board {
            size: position.size(),
            region,
            black: of(Color::Black),
            white: of(Color::White),
            defender: problem.defender(),
        };
        if let Some(fate) = locked(&self.fates).get(&board) {
            return fate.clone();
        }
        let mut solver = locked(&self.solvers).pop().unwrap_or_default();
        let fate = read_out(&mut solver, problem).unwrap_or(Fate::Unknown);
        locked(&self.solvers).push(solver);
        let mut fates = locked(&self.fates);
        if fates.len() >= MOST_KNOWN {
            fates.clear();
        }
        fates.insert(board, fate.clone());
        fate
    }
}

/// Nobody who holds such a lock leaves things half done.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What becomes of all the stones of a problem; `None` if the budget does not tell.
fn read_out(solver: &mut Solver, problem: &Problem) -> Option<Fate> {
    let mut status = |problem: &Problem, first: Side| {
        solver.status_first_while(problem, first, BUDGET, || true).0
    };
    match status(problem, Side::Defender)? {
        LifeStatus::Dead => return Some(Fate::Dead),
        LifeStatus::Alive => {}
        _ => return None,
    }
    match status(problem, Side::Attacker)? {
        LifeStatus::Dead => {}
        LifeStatus::Alive => {
            // Some of it lives: which?
            let largest = largest_chain(problem)?;
            let only = Problem::sealed(problem.position(), largest, *problem.region()).ok()?;
            let lives = status(&only, Side::Attacker)? == LifeStatus::Alive;
            return lives.then_some(Fate::Alive(largest));
        }
        _ => return None,
    }
    let mut deciding = |first: Side| -> Option<Vec<Point>> {
        let answer = solver.answer(problem, first, BUDGET);
        let working = answer.proof()?.moves.iter().filter(|first| first.works);
        Some(working.filter_map(|first| point_of(first.mv)).collect())
    };
    let (saving, killing) = (deciding(Side::Defender)?, deciding(Side::Attacker)?);
    Some(Fate::Unsettled { saving, killing })
}

fn point_of(mv: Move) -> Option<Point> {
    match mv {
        Move::Place(point) => Some(point),
        Move::Pass => None,
    }
}

fn largest_chain(problem: &Problem) -> Option<PointSet> {
    let position = problem.position();
    let chains = position.chains().filter(|chain| {
        chain.stones().next().is_some_and(|stone| problem.target().contains(stone))
    });
    // Of equals the first.
    let chains = chains.map(|chain| chain.stones().collect::<PointSet>());
    chains.fold(None, |best: Option<PointSet>, chain| match best {
        Some(best) if best.len() >= chain.len() => Some(best),
        _ => Some(chain),
    })
}

impl<J: Judge> Judge for Proved<J> {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        let mut evaluation = self.judge.evaluate(question)?;
        let Some(ownership) = &evaluation.ownership else { return Ok(evaluation) };
        for group in self.proofs.groups(question.position, ownership) {
            correct(&mut evaluation, &group, question.position.to_play());
        }
        Ok(evaluation)
    }

    fn knows(&self, size: Size) -> bool {
        self.judge.knows(size)
    }
}

/// What is proved stands instead of what was seen.
fn correct(evaluation: &mut Evaluation, group: &EnclosedGroup, to_play: Color) {
    let (points, owner) = match &group.fate {
        Fate::Dead => (group.region, !group.color),
        Fate::Alive(stones) => (*stones, group.color),
        Fate::Unsettled { saving, killing } => {
            let deciding = if to_play == group.color { saving } else { killing };
            if let Some(Policy::Likely(policy)) = &mut evaluation.policy {
                consider(policy, deciding);
            }
            return;
        }
        Fate::Unknown => return,
    };
    let Some(ownership) = &mut evaluation.ownership else { return };
    let owner = f64::from(owner.sign());
    let more: f64 = points.iter().map(|point| owner - ownership[point]).sum();
    points.iter().for_each(|point| ownership[point] = owner);
    evaluation.prospects = match evaluation.prospects {
        Prospects::Score(score) => Prospects::Score(score.shifted(more)),
        Prospects::Lead(lead) => Prospects::Lead(lead + more),
        other => other,
    };
}

/// Makes moves likely enough to be tried.
fn consider(policy: &mut [(Move, f64)], deciding: &[Point]) {
    let share = LIKELY / deciding.len().max(1) as f64;
    for (mv, likely) in policy.iter_mut() {
        if point_of(*mv).is_some_and(|point| deciding.contains(&point)) {
            *likely = likely.max(share);
        }
    }
    let sum: f64 = policy.iter().map(|(_, likely)| likely).sum();
    policy.iter_mut().for_each(|(_, likely)| *likely /= sum);
    // Equals stay in their order.
    policy.sort_by(|one, other| other.1.total_cmp(&one.1));
}

impl fmt::Debug for Proofs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proofs").field("boards", &locked(&self.0.fates).len()).finish()
    }
}
