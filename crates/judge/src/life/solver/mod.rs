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
pub mod search;
mod signs;
mod weights;

use super::LifeStatus;
use super::bits::each;
use super::corner::{CornerNetwork, Found, Room, find};
use super::node::{ENDLESS, Fight, Goal, Node, Side, TooDeep};
use super::problem::Problem;
use super::small_board::SmallBoard;
use super::verdict::{Answer, Estimate, FirstMove, Ko, LifeOutcome, MOST_THREATS, Proof, Verdict};
use aji_rules::Move;
use graph::Step;
use search::Search;

/// Reads problems, one after the other.
#[derive(Default)]
pub struct Solver {
    /// Where the attacker has threats for kos.
    attackers: Search,
    /// Where the defender has.
    defenders: Search,
    /// For two eyes.
    eyes: Search,
    /// What to think of corners that are not read out.
    network: Option<CornerNetwork>,
}

/// What one problem is about, as searches see it.
struct Case {
    board: SmallBoard,
    start: Node,
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
        let Some(case) = Case::new(problem, first) else {
            return Answer::Estimated(Estimate { life: 0.5, nodes: 0 });
        };
        self.clear();
        match self.prove(&case, budget) {
            Ok(proof) => Answer::Proved(proof),
            Err(TooDeep) => {
                let fight = case.fight(Goal::Capture, Side::Attacker);
                let life = self.seen_life(problem, first);
                let life = life.unwrap_or_else(|| fight.life(&case.start));
                Answer::Estimated(Estimate { life, nodes: self.nodes() })
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
        let Some(case) = Case::new(problem, first) else { return (None, 0) };
        self.clear();
        let mut allowed = 0;
        while allowed < budget && (allowed == 0 || goes_on()) {
            allowed = (allowed + SLICE).min(budget);
            if let Ok(status) = self.status_of(&case, &case.start, allowed) {
                return (Some(status), self.nodes());
            }
        }
        (None, self.nodes())
    }

    /// What becomes of the stones in a word, whoever moves first; `None` if that was not read out within so
    /// many positions for either side first.
    pub fn status(&mut self, problem: &Problem, budget: u64) -> Option<LifeStatus> {
        let defender_first = Case::new(problem, Side::Defender)?;
        self.clear();
        let saved = self.status_of(&defender_first, &defender_first.start, budget).ok()?;
        if saved == LifeStatus::Dead {
            return Some(LifeStatus::Dead);
        }
        let attacker_first = Case::new(problem, Side::Attacker)?;
        self.clear();
        Some(match (saved, self.status_of(&attacker_first, &attacker_first.start, budget).ok()?) {
            (_, LifeStatus::Alive) => {
                match self.has_two_eyes(&attacker_first, &attacker_first.start, budget) {
                    Ok(true) => LifeStatus::Alive,
                    Ok(false) => LifeStatus::Seki,
                    Err(TooDeep) => return None,
                }
            }
            (LifeStatus::Alive, LifeStatus::Dead) => LifeStatus::Unsettled,
            _ => LifeStatus::Ko,
        })
    }

    /// Whether the stones are captured even if the defender moves first, when nobody has a threat for a ko;
    /// `None` if that was not read out within so many positions.
    pub fn falls_without_threats(&mut self, problem: &Problem, budget: u64) -> Option<bool> {
        let case = Case::new(problem, Side::Defender)?;
        self.clear();
        self.is_captured(&case, &case.start, Side::Defender, 0, budget).ok()
    }

    fn clear(&mut self) {
        self.attackers.clear();
        self.defenders.clear();
        self.eyes.clear();
    }

    fn nodes(&self) -> u64 {
        self.attackers.nodes() + self.defenders.nodes() + self.eyes.nodes()
    }

    /// What is left of the budget.
    fn left(&self, budget: u64) -> u64 {
        budget.saturating_sub(self.nodes())
    }

    /// Whether the stones are captured when this side has so many threats for kos.
    fn is_captured(
        &mut self,
        case: &Case,
        node: &Node,
        ko_master: Side,
        threats: u8,
        budget: u64,
    ) -> Result<bool, TooDeep> {
        let left = self.left(budget);
        let fight = case.fight(Goal::Capture, ko_master);
        let node = Node { threats, ..*node };
        self.of(ko_master).forces(&fight, &node, left)
    }

    fn of(&mut self, ko_master: Side) -> &mut Search {
        match ko_master {
            Side::Attacker => &mut self.attackers,
            Side::Defender => &mut self.defenders,
        }
    }

    fn status_of(&mut self, case: &Case, node: &Node, budget: u64) -> Result<LifeStatus, TooDeep> {
        // The side that moves has most often its way, so what it hopes for is asked first.
        let order = match node.to_move {
            Side::Defender => [Side::Attacker, Side::Defender],
            Side::Attacker => [Side::Defender, Side::Attacker],
        };
        for ko_master in order {
            let threats = if ko_master == Side::Attacker { ENDLESS } else { MOST_THREATS };
            match (ko_master, self.is_captured(case, node, ko_master, threats, budget)?) {
                (Side::Attacker, false) => return Ok(LifeStatus::Alive),
                (Side::Defender, true) => return Ok(LifeStatus::Dead),
                _ => {}
            }
        }
        Ok(LifeStatus::Ko)
    }

    fn outcome(&mut self, case: &Case, node: &Node, budget: u64) -> Result<LifeOutcome, TooDeep> {
        Ok(match self.status_of(case, node, budget)? {
            LifeStatus::Dead => LifeOutcome::Dies,
            LifeStatus::Ko => LifeOutcome::Ko(self.ko(case, node, budget)?),
            _ => match self.has_two_eyes(case, node, budget) {
                Ok(true) => LifeOutcome::Lives,
                Ok(false) => LifeOutcome::Seki,
                Err(TooDeep) => LifeOutcome::Survives,
            },
        })
    }

    /// Whether the defender forces two eyes, however kos go.
    fn has_two_eyes(&mut self, case: &Case, node: &Node, budget: u64) -> Result<bool, TooDeep> {
        let fight = case.fight(Goal::TwoEyes, Side::Attacker);
        let left = self.left(budget);
        self.eyes.forces(&fight, &Node { threats: ENDLESS, ..*node }, left)
    }

    /// Who has a ko without threats, and how many the other side needs.
    fn ko(&mut self, case: &Case, node: &Node, budget: u64) -> Result<Ko, TooDeep> {
        let dies = self.is_captured(case, node, Side::Defender, 0, budget)?;
        let (favours, other) =
            if dies { (Side::Attacker, Side::Defender) } else { (Side::Defender, Side::Attacker) };
        for threats in 1..MOST_THREATS {
            if self.is_captured(case, node, other, threats, budget)? != dies {
                return Ok(Ko { favours, threats });
            }
        }
        Ok(Ko { favours, threats: MOST_THREATS })
    }

    fn prove(&mut self, case: &Case, budget: u64) -> Result<Proof, TooDeep> {
        let outcome = self.outcome(case, &case.start, budget)?;
        let mut moves = Vec::new();
        let fight = case.fight(Goal::Capture, Side::Attacker);
        for point in each(case.board.empty(case.start.stones)) {
            let step = point.trailing_zeros() as Step;
            let Some(next) = fight.moved(&case.start, step) else { continue };
            let Ok(reached) = self.outcome(case, &next, budget) else { continue };
            let mv = case.mv(step);
            let mut line = vec![mv];
            line.extend(self.line(case, &next, reached));
            let works = outcome.pleases(case.start.to_move) && reached.rank() == outcome.rank();
            moves.push(FirstMove { mv, outcome: reached, works, line });
        }
        let is_defender = case.start.to_move == Side::Defender;
        moves.sort_by_key(|first| {
            let rank = i32::from(first.outcome.rank());
            (if is_defender { -rank } else { rank }, first.line.len())
        });
        let best = moves.first().filter(|first| first.works);
        let line = best.map_or_else(|| self.line(case, &case.start, outcome), |m| m.line.clone());
        Ok(Proof { outcome, line, moves, nodes: self.nodes() })
    }

    /// Best play from a position whose outcome was read.
    fn line(&mut self, case: &Case, node: &Node, outcome: LifeOutcome) -> Vec<Move> {
        let (ko_master, threats) = match outcome {
            LifeOutcome::Lives | LifeOutcome::Survives | LifeOutcome::Seki => {
                (Side::Attacker, ENDLESS)
            }
            LifeOutcome::Dies => (Side::Defender, MOST_THREATS),
            // With the threats that turn it.
            LifeOutcome::Ko(Ko { favours, threats }) => (favours.other(), threats),
        };
        let fight = case.fight(Goal::Capture, ko_master);
        let node = Node { threats, ..*node };
        let steps = self.of(ko_master).line(&fight, &node);
        steps.into_iter().map(|step| case.mv(step)).collect()
    }
}

impl Case {
    fn new(problem: &Problem, first: Side) -> Option<Case> {
        let (board, stones) = problem.board()?;
        let start = Node::new(stones, board.bits(problem.target()), first);
        let mut case = Case { board, start };
        let position = problem.position();
        if position.to_play() == problem.color(first) {
            case.start.ban = case.board.bits(&position.ko().into_iter().collect());
        }
        Some(case)
    }

    fn fight(&self, goal: Goal, ko_master: Side) -> Fight<'_> {
        Fight { board: &self.board, goal, ko_master }
    }

    fn mv(&self, step: Step) -> Move {
        let point = 1_u64.checked_shl(step.into()).unwrap_or(0);
        let point = if point == 0 { None } else { self.board.point(point) };
        point.map_or(Move::Pass, Move::Place)
    }
}
