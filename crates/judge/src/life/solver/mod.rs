//! Reads enclosed groups out: what becomes of them, proved by searching all that matters.
//!
//! [`search`] answers one question: can one side force something, when one side has threats for kos? The
//! [`Solver`] puts such questions together to a verdict.
//!
//! ```
//! use aji_judge::life::{LifeOutcome, Problem, Solver};
//! use aji_rules::{Diagram, Position, Setup};
//!
//! // Three in a row in the corner: whoever moves first has it.
//! let drawing = ["...XO....", "XXXXO....", "OOOOO...."].join("\n") + &"\n.........".repeat(6);
//! let diagram: Diagram = drawing.parse().unwrap();
//! let position = Position::try_from(Setup::with_stones(diagram.stones)).unwrap();
//! let problem = Problem::find(&position).unwrap();
//! let verdict = Solver::default().solve(&problem, 100_000);
//! assert_eq!(verdict.defender_first.outcome(), Some(LifeOutcome::Lives));
//! assert_eq!(verdict.attacker_first.outcome(), Some(LifeOutcome::Dies));
//! ```

mod graph;
mod guess;
mod line;
mod relevance;
pub mod search;
mod signs;
mod weights;
mod zone;

use super::LifeStatus;
use super::bits::{Bits, each};
use super::corner::{CornerNetwork, Found, Room, find};
use super::node::{ENDLESS, Fight, Goal, Node, Side, TooDeep};
use super::problem::{Outside, Problem};
use super::small_board::SmallBoard;
use super::verdict::{Answer, Estimate, FirstMove, Ko, LifeOutcome, MOST_THREATS, Proof, Verdict};
use aji_rules::{Move, PointSet, Size, Symmetry};
use graph::Step;
use search::Search;
use zone::{Boards, Zone};

/// As long as a wider zone is left, a zone gets such a part of the positions that may be looked at.
const NARROW_SHARE: u64 = 3;

/// Such a part of the positions is left for reading a region alone.
const SEALED_SHARE: u64 = 4;
/// What is read of a region alone is as likely on the whole board.
const TRUST: f64 = 0.85;
/// To tell life from seki takes at most such a part of what is left.
const EYES_SHARE: u64 = 4;

/// So many positions are read on one board before the other has its turn.
const FIRST_SLICE: u64 = 500;

/// Reads problems, one after the other.
#[derive(Default)]
pub struct Solver {
    /// On the board that the attacker has to win on, and on the defender's.
    searches: [Searches; 2],
    /// How many positions were looked at in zones that turned out too narrow.
    spent: u64,
    /// What hangs on the points that were read.
    depends: Bits,
    /// What was played where a region turned out too narrow.
    way_out: Bits,
    /// What to think of corners that are not read out.
    network: Option<CornerNetwork>,
}

#[derive(Default)]
struct Searches {
    /// Where the attacker has threats for kos.
    attackers: Search,
    /// Where the defender has.
    defenders: Search,
    /// For two eyes.
    eyes: Search,
}

/// What one problem is about, as searches see it.
struct Case {
    boards: Boards,
    start: Node,
    /// From the view in which it is read back to that in which it was asked.
    back: Symmetry,
    size: Size,
}

/// A position on either board; `None` where the move that leads there is illegal.
type Seen = [Option<Node>; 2];

/// Why something was not read out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unread {
    /// It takes more positions.
    TooDeep,
    /// It hangs on what is outside the region.
    TooNarrow,
}

impl From<TooDeep> for Unread {
    fn from(_: TooDeep) -> Unread {
        Unread::TooDeep
    }
}

impl Solver {
    /// A solver that estimates by a network what it cannot read out in a corner; elsewhere, and without one,
    /// it goes by a few signs.
    pub fn with_network(network: CornerNetwork) -> Solver {
        Solver { network: Some(network), ..Solver::default() }
    }

    /// The verdict on a problem, each side's answer within so many positions.
    pub fn solve(&mut self, problem: &Problem, budget: u64) -> Verdict {
        let mut answer = |first| self.answer(problem, first, budget);
        Verdict { defender_first: answer(Side::Defender), attacker_first: answer(Side::Attacker) }
    }

    /// What becomes of the stones when this side moves first, with first moves and their refutations.
    pub fn answer(&mut self, problem: &Problem, first: Side, budget: u64) -> Answer {
        // Part of the budget is left for a reading of the region alone.
        let board_budget = match problem.outside() {
            Outside::Board => budget - budget / SEALED_SHARE,
            Outside::Sealed => budget,
        };
        let read = |solver: &mut Solver, case: &Case, limit| solver.prove(case, limit);
        let case = match self.in_zones(problem, first, board_budget, read) {
            Ok((mut proof, zone)) => {
                proof.zone = zone;
                self.read_rest(problem, first, budget, &mut proof);
                return Answer::Proved(proof);
            }
            Err(case) => case,
        };
        let spent = self.nodes();
        let sealed = (problem.outside() == Outside::Board).then(|| problem.clone().alone());
        let sealed = sealed.and_then(|alone| {
            let (proof, _) = self.in_zones(&alone, first, budget - board_budget, read).ok()?;
            Some(Box::new(proof))
        });
        let of_outcome = |proof: &Proof| match proof.outcome {
            LifeOutcome::Dies => 1.0 - TRUST,
            LifeOutcome::Ko(_) => 0.5,
            _ => TRUST,
        };
        let life = sealed.as_deref().map(of_outcome).or_else(|| self.seen_life(problem, first));
        let seen = || case.map(|case| case.fight(Goal::Capture, Side::Attacker).life(&case.start));
        let nodes = if sealed.is_some() { spent + self.nodes() } else { spent };
        let life = life.or_else(seen).unwrap_or(0.5);
        Answer::Estimated(Estimate { life, nodes, sealed })
    }

    /// Reads first moves that hang on more than the answer does, each in zones of its own.
    fn read_rest(&mut self, problem: &Problem, first: Side, budget: u64, proof: &mut Proof) {
        let read = |solver: &mut Solver, case: &Case, limit| {
            let outcome = solver.outcome(case, &case.start(), limit)?;
            Ok(Reached { outcome, line: solver.line(case, &case.start(), outcome) })
        };
        let unread = std::mem::take(&mut proof.unread);
        let mut left = unread.len() as u64;
        for mv in unread {
            let share = budget.saturating_sub(proof.nodes) / left;
            left -= 1;
            let next = match mv {
                Move::Place(point) => problem.after(problem.color(first), point),
                Move::Pass => None,
            };
            let found = next.map(|next| self.in_zones(&next, first.other(), share, read));
            proof.nodes += if found.is_some() { self.nodes() } else { 0 };
            match found {
                Some(Ok((Reached { outcome, line }, _))) => {
                    proof.moves.push(FirstMove {
                        mv,
                        outcome,
                        works: proof.outcome.pleases(first)
                            && outcome.rank() == proof.outcome.rank(),
                        line: std::iter::once(mv).chain(line).collect(),
                    });
                }
                _ => proof.unread.push(mv),
            }
        }
        sort(&mut proof.moves, first);
    }

    /// Reads a problem in one zone after the other, each wider, until one is wide enough, and says what was found and
    /// what it depends on; or else the last that was tried.
    fn in_zones<T: NeedsWalls>(
        &mut self,
        problem: &Problem,
        first: Side,
        budget: u64,
        mut read: impl FnMut(&mut Solver, &Case, u64) -> Result<T, Unread>,
    ) -> Result<(T, PointSet), Option<Box<Case>>> {
        let (symmetry, seen) = problem.first_view();
        let (back, size) = (symmetry.inverse(), seen.position().size());
        let mut zone = Zone::new(&seen);
        self.spent = 0;
        loop {
            let Some(case) = Case::new(&zone, first, back) else { return Err(None) };
            self.clear(case.boards.defenders.is_some());
            (self.depends, self.way_out) = (0, 0);
            let is_last = case.is_one_board() || zone.widened(PointSet::EMPTY).is_none();
            let share = if is_last { 1 } else { NARROW_SHARE };
            let limit = self.spent + budget.saturating_sub(self.spent) / share;
            if let Ok(found) = read(self, &case, limit) {
                let points = case.boards.attackers.set(self.depends);
                let points = zone.with_surroundings(points, found.needs_walls());
                return Ok((found, back.set(size, &points)));
            }
            self.spent = self.nodes();
            let way_out = case.boards.attackers.set(self.way_out);
            match zone.widened(way_out).filter(|_| !is_last) {
                Some(wider) if self.spent < budget => zone = wider,
                _ => return Err(Some(Box::new(case))),
            }
        }
    }

    /// How likely the network thinks that the group of a problem lives, if it is in a corner.
    fn seen_life(&self, problem: &Problem, first: Side) -> Option<f64> {
        let network = self.network.as_ref()?;
        let is_it = |found: &Found| {
            found.color == problem.defender()
                && problem.target().iter().any(|stone| found.stones.contains(stone))
        };
        let found = find(problem.position()).into_iter().find(is_it)?;
        Some(network.life(&found.corner, first == Side::Defender, &mut Room::default()))
    }

    /// What becomes of the stones when this side moves first, and how many positions that took, as long as
    /// somebody who is asked now and then says to go on. It is alive, dead or a ko: life is not told from
    /// seki, and the threats that a ko needs are not counted.
    pub fn status_first_while(
        &mut self,
        problem: &Problem,
        first: Side,
        budget: u64,
        mut goes_on: impl FnMut() -> bool,
    ) -> (Option<LifeStatus>, u64) {
        /// So many positions are looked at until it is asked again.
        const SLICE: u64 = 20_000;
        let read = |solver: &mut Solver, case: &Case, limit: u64| {
            let mut allowed = solver.nodes();
            loop {
                allowed = (allowed + SLICE).min(limit);
                let found = solver.status_of(case, &case.start(), allowed);
                if found != Err(Unread::TooDeep) || allowed >= limit || !goes_on() {
                    return found;
                }
            }
        };
        let found = self.in_zones(problem, first, budget, read);
        (found.ok().map(|(status, _)| status), self.nodes())
    }

    /// What becomes of the stones in a word, whoever moves first; `None` if that was not read out within so
    /// many positions for either side first.
    pub fn status(&mut self, problem: &Problem, budget: u64) -> Option<LifeStatus> {
        let read =
            |solver: &mut Solver, case: &Case, limit| solver.status_of(case, &case.start(), limit);
        let (saved, _) = self.in_zones(problem, Side::Defender, budget, read).ok()?;
        if saved == LifeStatus::Dead {
            return Some(LifeStatus::Dead);
        }
        let read = |solver: &mut Solver, case: &Case, limit| {
            let status = solver.status_of(case, &case.start(), limit)?;
            if status != LifeStatus::Alive {
                return Ok(status);
            }
            match solver.has_two_eyes(case, &case.start(), limit)? {
                Some(true) => Ok(LifeStatus::Alive),
                Some(false) => Ok(LifeStatus::Seki),
                None => Err(Unread::TooNarrow),
            }
        };
        let (attacked, _) = self.in_zones(problem, Side::Attacker, budget, read).ok()?;
        Some(match (saved, attacked) {
            (_, LifeStatus::Alive | LifeStatus::Seki) => attacked,
            (LifeStatus::Alive, LifeStatus::Dead) => LifeStatus::Unsettled,
            _ => LifeStatus::Ko,
        })
    }

    /// Whether the stones are captured even if the defender moves first, when nobody has a threat for a ko;
    /// `None` if that was not read out within so many positions.
    pub fn falls_without_threats(&mut self, problem: &Problem, budget: u64) -> Option<bool> {
        let read = |solver: &mut Solver, case: &Case, limit| {
            solver.is_captured(case, &case.start(), Side::Defender, 0, limit)
        };
        Some(self.in_zones(problem, Side::Defender, budget, read).ok()?.0)
    }

    /// Forgets what was read; on two boards, each is for one winner.
    fn clear(&mut self, are_two: bool) {
        let winners = [Side::Defender, Side::Attacker];
        for winner in winners {
            let Searches { attackers, defenders, eyes } = &mut self.searches[winner as usize];
            for search in [attackers, defenders] {
                search.clear_for(are_two.then_some(winner));
            }
            eyes.clear_for((are_two && winner == Side::Defender).then_some(winner));
        }
    }

    fn nodes(&self) -> u64 {
        let nodes = |searches: &Searches| {
            let Searches { attackers, defenders, eyes } = searches;
            attackers.nodes() + defenders.nodes() + eyes.nodes()
        };
        self.spent + self.searches.iter().map(nodes).sum::<u64>()
    }

    /// What is left of the budget.
    fn left(&self, limit: u64) -> u64 {
        limit.saturating_sub(self.nodes())
    }

    /// Whether the stones are captured when this side has so many threats for kos: proved on the attacker's board if
    /// they are, and on the defender's if not.
    fn is_captured(
        &mut self,
        case: &Case,
        seen: &Seen,
        ko_master: Side,
        threats: u8,
        limit: u64,
    ) -> Result<bool, Unread> {
        let mut open: Vec<(&SmallBoard, Side)> = case.views().collect();
        let mut slice = FIRST_SLICE;
        // By turns, since a side that cannot win on its board may take long to find that out.
        while !open.is_empty() {
            let is_last = self.left(limit) <= slice;
            let mut undecided = Vec::new();
            for (board, view) in open {
                let Some(node) = seen[view as usize] else { continue };
                let fight = Fight { board, goal: Goal::Capture, ko_master };
                let (node, left) = (Node { threats, ..node }, self.left(limit).min(slice));
                match self.of(view, ko_master).forces(&fight, &node, left) {
                    Ok(falls) if falls == (view == Side::Attacker) || case.is_one_board() => {
                        let zone = self.of(view, ko_master).zone(&node);
                        self.depends |= zone.unwrap_or(Bits::MAX);
                        return Ok(falls);
                    }
                    Ok(_) => {
                        let line = self.of(view, ko_master).line(&fight, &node);
                        let played = line.iter().filter_map(|&step| 1_u64.checked_shl(step.into()));
                        self.way_out |= played.fold(0, |all, point| all | point);
                    }
                    Err(TooDeep) => undecided.push((board, view)),
                }
            }
            if is_last && !undecided.is_empty() {
                return Err(Unread::TooDeep);
            }
            open = undecided;
            slice *= 2;
        }
        Err(Unread::TooNarrow)
    }

    fn of(&mut self, view: Side, ko_master: Side) -> &mut Search {
        let searches = &mut self.searches[view as usize];
        match ko_master {
            Side::Attacker => &mut searches.attackers,
            Side::Defender => &mut searches.defenders,
        }
    }

    fn status_of(&mut self, case: &Case, seen: &Seen, limit: u64) -> Result<LifeStatus, Unread> {
        // The side that moves first has most often its way, so what it hopes for is asked first.
        let order = match case.start.to_move {
            Side::Defender => [Side::Attacker, Side::Defender],
            Side::Attacker => [Side::Defender, Side::Attacker],
        };
        let mut is_narrow = false;
        for ko_master in order {
            let threats = if ko_master == Side::Attacker { ENDLESS } else { MOST_THREATS };
            match (ko_master, self.is_captured(case, seen, ko_master, threats, limit)) {
                (Side::Attacker, Ok(false)) => return Ok(LifeStatus::Alive),
                (Side::Defender, Ok(true)) => return Ok(LifeStatus::Dead),
                (_, Err(Unread::TooDeep)) => return Err(Unread::TooDeep),
                (_, Err(Unread::TooNarrow)) => is_narrow = true,
                _ => {}
            }
        }
        if is_narrow { Err(Unread::TooNarrow) } else { Ok(LifeStatus::Ko) }
    }

    fn outcome(&mut self, case: &Case, seen: &Seen, limit: u64) -> Result<LifeOutcome, Unread> {
        Ok(match self.status_of(case, seen, limit)? {
            LifeStatus::Dead => LifeOutcome::Dies,
            LifeStatus::Ko => LifeOutcome::Ko(self.ko(case, seen, limit)?),
            _ => match self.has_two_eyes(case, seen, limit) {
                Ok(Some(true)) => LifeOutcome::Lives,
                Ok(Some(false)) => LifeOutcome::Seki,
                _ => LifeOutcome::Survives,
            },
        })
    }

    /// Whether the defender forces two eyes, however kos go; `None` if that hangs on what is outside.
    fn has_two_eyes(
        &mut self,
        case: &Case,
        seen: &Seen,
        limit: u64,
    ) -> Result<Option<bool>, Unread> {
        for (board, view) in case.views().rev() {
            let Some(node) = seen[view as usize] else { continue };
            let node = Node { threats: ENDLESS, ..node };
            let fight = Fight { board, goal: Goal::TwoEyes, ko_master: Side::Attacker };
            let left = self.left(limit) / EYES_SHARE;
            let eyes = &mut self.searches[view as usize].eyes;
            let forced = eyes.forces(&fight, &node, left)?;
            if forced == (view == Side::Defender) || case.is_one_board() {
                self.depends |= eyes.zone(&node).unwrap_or(Bits::MAX);
                return Ok(Some(forced));
            }
        }
        Ok(None)
    }

    /// Who has a ko without threats, and how many the other side needs.
    fn ko(&mut self, case: &Case, seen: &Seen, limit: u64) -> Result<Ko, Unread> {
        let dies = self.is_captured(case, seen, Side::Defender, 0, limit)?;
        let (favours, other) =
            if dies { (Side::Attacker, Side::Defender) } else { (Side::Defender, Side::Attacker) };
        for threats in 1..MOST_THREATS {
            if self.is_captured(case, seen, other, threats, limit)? != dies {
                return Ok(Ko { favours, threats });
            }
        }
        Ok(Ko { favours, threats: MOST_THREATS })
    }

    fn prove(&mut self, case: &Case, limit: u64) -> Result<Proof, Unread> {
        let outcome = self.outcome(case, &case.start(), limit)?;
        let depends = self.depends;
        let (mut moves, mut unread) = (Vec::new(), Vec::new());
        let empty = case.boards.attackers.empty(case.start.stones);
        let mut others = u64::from(empty.count_ones());
        for point in each(empty) {
            // None takes what all others need.
            let limit = self.nodes() + self.left(limit) / others;
            others -= 1;
            let step = point.trailing_zeros() as Step;
            let next = case.after(step);
            if next == [None; 2] {
                continue;
            }
            let mv = case.mv(step);
            let Ok(reached) = self.outcome(case, &next, limit) else {
                unread.push(mv);
                continue;
            };
            let mut line = vec![mv];
            line.extend(self.line(case, &next, reached));
            let works = outcome.pleases(case.start.to_move) && reached.rank() == outcome.rank();
            moves.push(FirstMove { mv, outcome: reached, works, line });
        }
        sort(&mut moves, case.start.to_move);
        let best = moves.first().filter(|first| first.works);
        self.depends = depends;
        let line = best.map_or_else(|| self.line(case, &case.start(), outcome), |m| m.line.clone());
        Ok(Proof { outcome, line, moves, unread, zone: PointSet::EMPTY, nodes: self.nodes() })
    }

    /// Best play from a position whose outcome was read.
    fn line(&mut self, case: &Case, seen: &Seen, outcome: LifeOutcome) -> Vec<Move> {
        let (ko_master, threats) = match outcome {
            LifeOutcome::Lives | LifeOutcome::Survives | LifeOutcome::Seki => {
                (Side::Attacker, ENDLESS)
            }
            LifeOutcome::Dies => (Side::Defender, MOST_THREATS),
            // With the threats that turn it.
            LifeOutcome::Ko(Ko { favours, threats }) => (favours.other(), threats),
        };
        // Who wins like this has won on its own board.
        let falls = match outcome {
            LifeOutcome::Ko(ko) => ko.favours == Side::Defender,
            outcome => outcome == LifeOutcome::Dies,
        };
        let winner = if falls { Side::Attacker } else { Side::Defender };
        let boards = case.views().filter(|(_, view)| *view == winner || case.is_one_board());
        let Some((board, node, view)) =
            boards.filter_map(|(board, view)| Some((board, seen[view as usize]?, view))).next()
        else {
            return Vec::new();
        };
        let fight = Fight { board, goal: Goal::Capture, ko_master };
        let node = Node { threats, ..node };
        let steps = self.of(view, ko_master).line(&fight, &node);
        steps.into_iter().map(|step| case.mv(step)).collect()
    }
}

impl Case {
    fn new(zone: &Zone, first: Side, back: Symmetry) -> Option<Case> {
        let problem = zone.problem();
        let position = problem.position();
        let boards = zone.boards()?;
        let mut start = Node::new(boards.stones, boards.attackers.bits(problem.target()), first);
        if position.to_play() == problem.color(first) {
            start.ban = boards.attackers.bits(&position.ko().into_iter().collect());
        }
        Some(Case { boards, start, back, size: position.size() })
    }

    /// The boards on which it is read, each with who has to win there; one stands for both if there is no other.
    fn views(&self) -> impl DoubleEndedIterator<Item = (&SmallBoard, Side)> {
        let attackers = (&self.boards.attackers, Side::Attacker);
        let defenders = self.boards.defenders.as_ref().map(|board| (board, Side::Defender));
        std::iter::once(attackers).chain(defenders)
    }

    fn is_one_board(&self) -> bool {
        self.boards.defenders.is_none()
    }

    fn start(&self) -> Seen {
        [Some(self.start); 2]
    }

    /// After a first move: one that is suicide, or captures something, as long as nothing helps from outside, need not
    /// do so on the other board.
    fn after(&self, step: Step) -> Seen {
        let mut seen = [None; 2];
        for (board, view) in self.views() {
            let fight = Fight { board, goal: Goal::Capture, ko_master: Side::Attacker };
            seen[view as usize] = fight.moved(&self.start, step);
        }
        seen
    }

    /// On the attacker's board.
    fn fight(&self, goal: Goal, ko_master: Side) -> Fight<'_> {
        Fight { board: &self.boards.attackers, goal, ko_master }
    }

    fn mv(&self, step: Step) -> Move {
        let point = 1_u64.checked_shl(step.into()).unwrap_or(0);
        let point = if point == 0 { None } else { self.boards.attackers.point(point) };
        self.back.mv(self.size, point.map_or(Move::Pass, Move::Place))
    }
}

/// What a first move leads to, and how.
struct Reached {
    outcome: LifeOutcome,
    line: Vec<Move>,
}

/// The best for this side first, and of equals those that are over soon.
fn sort(moves: &mut [FirstMove], first: Side) {
    moves.sort_by_key(|one| {
        let rank = i32::from(one.outcome.rank());
        (if first == Side::Defender { -rank } else { rank }, one.line.len())
    });
}

/// What was found may hang on the walls around a fight.
trait NeedsWalls {
    fn needs_walls(&self) -> bool;
}

impl NeedsWalls for Proof {
    fn needs_walls(&self) -> bool {
        // That two eyes cannot be made takes the walls, too.
        !matches!(self.outcome, LifeOutcome::Lives | LifeOutcome::Survives)
    }
}

impl NeedsWalls for Reached {
    fn needs_walls(&self) -> bool {
        true
    }
}

impl NeedsWalls for LifeStatus {
    fn needs_walls(&self) -> bool {
        *self != LifeStatus::Alive
    }
}

impl NeedsWalls for bool {
    fn needs_walls(&self) -> bool {
        *self
    }
}
