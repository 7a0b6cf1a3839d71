//! Depth-first proof-number search.
//!
//! One side forces, the other resists. Every position has two numbers: how much must at least be settled
//! until the side to move has its way, and until the other side has. The search goes where the least is
//! needed. A position that comes again resists.
//!
//! That something is forced is true wherever it is found. That it is resisted by coming again depends
//! on how a position was reached, so after a search with such positions the resistance is walked through
//! once more: it holds if no move of the forcing side leads out of it.

use super::graph::{Edge, Effort, Graph, INFINITE, Id, NO_MOVE, PASS, Step};
use super::guess::Guess;
use crate::life::bits::{Bits, each};
use crate::life::node::{Fight, Goal, Node, Side, TooDeep};
use crate::life::small_board::Look;
use std::collections::HashSet;

/// So many moves deep at most: more than any board has without repeating itself for long.
const MOST_MOVES: usize = 250;

/// A refutation is tried on another move for so many positions.
const SIMULATED: u32 = 100;

/// What refuted another move looks easier by this factor, and harder for the other side.
const HINT: u32 = 2;

/// What a move that is not the hardest adds to the effort of all, as a fraction of its own.
const SHARED: (u64, u64) = (7, 10);

/// Searches, one after the other.
#[derive(Default)]
pub struct Search {
    graph: Graph,
    guess: Guess,
    /// The moves of the position that is looked at, for a while.
    edges: Vec<Edge>,
    nodes: u64,
    limit: u64,
    /// Whether some position came again.
    has_repeated: bool,
}

impl Search {
    /// Forgets everything, for another fight.
    pub fn clear(&mut self) {
        self.graph.clear();
        self.nodes = 0;
        self.has_repeated = false;
    }

    /// How many positions were looked at since it was cleared.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the goal is forced, looking at no more positions than these. What is known from
    /// earlier searches of the same fight is used.
    pub fn forces(&mut self, fight: &Fight<'_>, start: &Node, limit: u64) -> Result<bool, TooDeep> {
        self.limit = self.nodes.saturating_add(limit);
        let start = self.id(fight, *start);
        let forcer = fight.goal.side();
        loop {
            if self.graph.known(start).effort.settled().is_none() {
                let all = Effort { own: INFINITE, other: INFINITE };
                self.search(fight, start, all, 0, NO_MOVE)?;
            }
            let wins = self.graph.known(start).effort.settled().ok_or(TooDeep)?;
            let is_forced = wins == (self.graph.node(start).to_move == forcer);
            if is_forced || !self.has_repeated || self.holds(fight, start) {
                return Ok(is_forced);
            }
        }
    }

    /// The move that settles a position for who moves there and wins, if a search has found one.
    pub fn best(&self, node: &Node) -> Option<Step> {
        let known = self.graph.known(self.graph.find(node)?);
        (known.effort.own == 0 && known.best != NO_MOVE).then_some(known.best)
    }

    /// What was seen.
    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// A position in the graph, added if it is new.
    fn id(&mut self, fight: &Fight<'_>, node: Node) -> Id {
        let guess = &self.guess;
        let id = self.graph.find_or_add(&node, || fight.first_effort(&node, guess));
        self.nodes = self.graph.len() as u64;
        id
    }

    /// Goes on until the efforts of a position reach these, or it is settled.
    fn search(
        &mut self,
        fight: &Fight<'_>,
        id: Id,
        most: Effort,
        depth: usize,
        hint: Step,
    ) -> Result<(), TooDeep> {
        if self.nodes > self.limit || depth > MOST_MOVES {
            return Err(TooDeep);
        }
        self.expand(fight, id, hint);
        self.graph.known_mut(id).is_on_path = true;
        let found = self.search_children(fight, id, most, depth);
        self.graph.known_mut(id).is_on_path = false;
        found
    }

    fn search_children(
        &mut self,
        fight: &Fight<'_>,
        id: Id,
        most: Effort,
        depth: usize,
    ) -> Result<(), TooDeep> {
        let again = match self.graph.node(id).to_move == fight.goal.side() {
            // Whoever moves next is the other side.
            true => Effort::WON,
            false => Effort::LOST,
        };
        let mut hint = NO_MOVE;
        loop {
            // The easiest move, the next, and all together.
            let (mut best, mut own, mut second) = (None, INFINITE, INFINITE);
            let (mut sum, mut hardest, mut easiest) = (0_u32, 0_u32, 0);
            for edge in self.graph.edges(id) {
                let known = self.graph.known(edge.to);
                let effort = if known.is_on_path {
                    self.has_repeated = true;
                    again
                } else {
                    known.effort
                };
                sum = sum.saturating_add(effort.own);
                hardest = hardest.max(effort.own);
                if effort.other < own {
                    second = own;
                    (own, easiest, best) = (effort.other, effort.own, Some(*edge));
                } else {
                    second = second.min(effort.other);
                }
            }
            let effort =
                if own == 0 { Effort::WON } else { Effort { own, other: together(sum, hardest) } };
            let step = best.filter(|_| own == 0).map_or(NO_MOVE, |edge| edge.step);
            self.graph.settle(id, effort, step);
            let Some(edge) = best.filter(|_| effort.settled().is_none()) else { return Ok(()) };
            if own >= most.own || effort.other >= most.other {
                return Ok(());
            }
            let child_most = Effort {
                own: most.other.saturating_sub(effort.other.saturating_sub(easiest)).min(INFINITE),
                other: most.own.min(second.saturating_add(second / 4 + 1)),
            };
            self.search(fight, edge.to, child_most, depth + 1, hint)?;
            if self.graph.known(edge.to).effort.own == 0 {
                hint = self.graph.known(edge.to).best;
                self.repeat_refutation(fight, id, edge.to);
            }
        }
    }

    /// Finds out the moves of a position, until one of them wins.
    fn expand(&mut self, fight: &Fight<'_>, id: Id, hint: Step) {
        if self.graph.is_expanded(id) {
            return;
        }
        let node = *self.graph.node(id);
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        if let Some(child) = fight.moved(&node, hint) {
            let to = self.id(fight, child);
            let known = self.graph.known(to);
            if known.effort.other == 0 && !known.is_on_path {
                self.graph.expand(id, &[Edge { to, step: hint }]);
                self.edges = edges;
                return;
            }
        }
        for (step, child) in fight.children(&node) {
            let to = self.id(fight, child);
            edges.push(Edge { to, step });
            let is_new = !self.graph.is_expanded(to);
            let known = self.graph.known_mut(to);
            if known.effort.other == 0 && !known.is_on_path {
                break;
            }
            if step == hint && is_new && known.effort.settled().is_none() {
                known.effort.other = (known.effort.other / HINT).max(1);
                known.effort.own *= HINT;
            }
        }
        self.graph.expand(id, &edges);
        self.edges = edges;
    }

    /// A move was refuted: tries the same refutation on the other moves.
    fn repeat_refutation(&mut self, fight: &Fight<'_>, id: Id, refuted: Id) {
        let model = *self.graph.node(refuted);
        for nth in 0..self.graph.edges(id).len() {
            let to = self.graph.edges(id)[nth].to;
            let known = self.graph.known(to);
            if known.effort.settled().is_none() && !known.is_on_path {
                let mut budget = SIMULATED;
                let node = *self.graph.node(to);
                self.wins_likewise(fight, &node, &model, model.to_move, &mut budget);
            }
        }
    }

    /// Whether `winner` wins a position just as it is known to win the model, move by move.
    fn wins_likewise(
        &mut self,
        fight: &Fight<'_>,
        node: &Node,
        model: &Node,
        winner: Side,
        budget: &mut u32,
    ) -> bool {
        let id = self.id(fight, *node);
        let known = self.graph.known(id);
        if known.is_on_path {
            self.has_repeated = true;
            return winner != fight.goal.side();
        }
        if let Some(wins) = known.effort.settled() {
            return wins == (node.to_move == winner);
        }
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        if node.to_move == winner {
            let Some(step) = self.best(model) else { return false };
            let (Some(next), Some(next_model)) =
                (fight.moved(node, step), fight.moved(model, step))
            else {
                return false;
            };
            let wins = self.wins_likewise(fight, &next, &next_model, winner, budget);
            if wins {
                self.graph.settle(id, Effort::WON, step);
            }
            return wins;
        }
        for (step, next) in fight.children(node) {
            let Some(next_model) = fight.moved(model, step) else { return false };
            if !self.wins_likewise(fight, &next, &next_model, winner, budget) {
                return false;
            }
        }
        self.graph.settle(id, Effort::LOST, NO_MOVE);
        true
    }

    /// Whether the resistance that was found holds together; what does not is forgotten.
    fn holds(&mut self, fight: &Fight<'_>, start: Id) -> bool {
        let forcer = fight.goal.side();
        let mut seen = HashSet::new();
        let mut todo = vec![start];
        while let Some(id) = todo.pop() {
            let node = *self.graph.node(id);
            if !seen.insert(id) || fight.end(&node).is_some() {
                continue;
            }
            self.expand(fight, id, NO_MOVE);
            let resists = |edge: &&Edge| {
                let is_forcers = self.graph.node(edge.to).to_move == forcer;
                self.graph.known(edge.to).effort.settled() == Some(!is_forcers)
            };
            let edges = self.graph.edges(id);
            let is_good = if node.to_move == forcer {
                todo.extend(edges.iter().map(|edge| edge.to));
                edges.iter().all(|edge| resists(&edge))
            } else {
                let found = edges.iter().find(resists);
                todo.extend(found.map(|edge| edge.to));
                found.is_some()
            };
            if !is_good {
                for doubtful in [id, start] {
                    self.graph.forget(doubtful);
                }
                return false;
            }
        }
        true
    }
}

/// What it takes to settle several moves whose efforts have this sum. Moves often lead to the same
/// positions, so all but the hardest count less than they would alone.
fn together(sum: u32, hardest: u32) -> u32 {
    let rest = u64::from(sum - hardest) * SHARED.0 / SHARED.1;
    let all = u64::from(hardest) + rest;
    (all as u32).min(if sum == 0 { 0 } else { INFINITE - 1 })
}

impl Fight<'_> {
    /// Who has got its way, if a position is at its end.
    pub fn end(&self, node: &Node) -> Option<Effort> {
        self.end_at(node, &self.board.look(node.stones))
    }

    fn end_at(&self, node: &Node, look: &Look) -> Option<Effort> {
        let is_lost = || self.board.is_lost(node.stones, node.target, look);
        let defender_wins = if node.target == 0 || is_lost() {
            false
        } else if self.board.pass_alive(node.stones, look) & node.target != 0 {
            true
        } else {
            return None;
        };
        let wins = defender_wins == (node.to_move == Side::Defender);
        Some(if wins { Effort::WON } else { Effort::LOST })
    }

    /// What is known of a position before it is read.
    fn first_effort(&self, node: &Node, guess: &Guess) -> Effort {
        let look = self.board.look(node.stones);
        self.end_at(node, &look).unwrap_or_else(|| guess.effort(self.board, node, &look))
    }

    /// How likely life looks at first sight.
    pub(super) fn life(&self, node: &Node) -> f64 {
        Guess::life(self.board, node, &self.board.look(node.stones))
    }

    /// What may be played, and what comes of it.
    pub(super) fn children(&self, node: &Node) -> impl Iterator<Item = (Step, Node)> {
        let empty = self.board.empty(node.stones);
        let forced = self.forced(node, empty);
        let may_pass = forced.is_none();
        let moves = forced
            .unwrap_or_else(|| self.board.worth_a_stone(node.stones, node.target, node.to_move));
        // To pass is to resist, or to wait until a ko is open again.
        let is_forcer = node.to_move == self.goal.side();
        let may_pass = may_pass && (!is_forcer || node.ban != 0);
        let (fight, node) = (*self, *node);
        let stones = each(moves).filter_map(move |point| {
            Some((point.trailing_zeros() as Step, fight.after(&node, point)?))
        });
        stones.chain(may_pass.then(|| (PASS, node.passed())))
    }

    /// The position after a move that may be a pass, if it is legal.
    pub fn moved(&self, node: &Node, step: Step) -> Option<Node> {
        if step == PASS {
            return Some(node.passed());
        }
        let point = 1_u64.checked_shl(step.into())?;
        (self.board.empty(node.stones) & point != 0).then(|| self.after(node, point))?
    }

    /// The only moves worth a look when the attacker is about to capture everything.
    fn forced(&self, node: &Node, empty: Bits) -> Option<Bits> {
        if node.to_move == Side::Attacker || self.goal != Goal::Capture {
            return None;
        }
        let first = node.target & node.target.wrapping_neg();
        let chain = self.board.flood(first, node.stones.defender);
        let liberties = self.board.beside(chain) & empty;
        if node.target & !chain != 0
            || liberties.count_ones() != 1
            || chain & self.board.haven() != 0
        {
            return None;
        }
        let mut moves = liberties;
        for (chain, beside) in self.board.parts(node.stones.attacker) {
            let air = beside & empty;
            if air.count_ones() == 1 && chain & self.board.wall() == 0 {
                moves |= air;
            }
        }
        Some(moves)
    }
}
