//! Depth-first proof-number search.
//!
//! One side forces, the other resists. Every position has two numbers: how much must at least be settled
//! until the side to move has its way, and until the other side has. The search goes where the least is
//! needed. A position that comes again resists.
//!
//! That something is forced is true wherever it is found. That it is resisted by coming again depends
//! on how a position was reached, so after a search with such positions the resistance is walked through
//! once more: it holds if no move of the forcing side leads out of it.
//!
//! A search that is to find a win of one side, [`Search::clear_for`], reads after every position of the other side's
//! first what a pass would do, and then the moves in the zone of the win (see `relevance`); all others are refuted.

use super::graph::{Edge, Effort, FILL, Graph, INFINITE, Id, NO_MOVE, PASS, Step};
use super::guess::Guess;
use crate::life::bits::{Bits, each};
use crate::life::node::{Fight, Goal, Node, Side, TooDeep};
use crate::life::small_board::Look;
use std::collections::HashSet;

/// So many moves deep at most: more than any board has without repeating itself for long.
const MOST_MOVES: usize = 250;

/// So many where only wins of one side are looked for.
const MOST_MOVES_OF_A_WIN: usize = 200;

/// A resistance is mended so often.
const MOST_DOUBTS: usize = 1_000;

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
    /// How many positions were looked at again, to see whether a resistance holds.
    again: u64,
    limit: u64,
    /// Whether some position came again.
    has_repeated: bool,
    /// Whose wins are looked for; of these it is known what they depend on.
    winner: Option<Side>,
}

impl Search {
    /// Forgets everything, for another fight.
    pub fn clear(&mut self) {
        self.clear_for(None);
    }

    /// The same, to look for wins of one side only.
    pub fn clear_for(&mut self, winner: Option<Side>) {
        self.winner = winner;
        self.graph.clear();
        (self.nodes, self.again) = (0, 0);
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
        for _ in 0..MOST_DOUBTS {
            if self.graph.known(start).effort.settled().is_none() {
                let all = Effort { own: INFINITE, other: INFINITE };
                self.search(fight, start, all, 0, NO_MOVE)?;
            }
            let wins = self.graph.known(start).effort.settled().ok_or(TooDeep)?;
            let is_forced = wins == (self.graph.node(start).to_move == forcer);
            let is_certain = is_forced || !self.has_repeated;
            let holds = match self.winner {
                // What only shows that the winner has no win here need not hold everywhere.
                Some(winner) if is_forced != (winner == forcer) => true,
                Some(_) if !is_certain => self.holds_in_zones(fight, start),
                Some(_) => true,
                None => is_certain || self.holds(fight, start),
            };
            if holds {
                return Ok(is_forced);
            }
            if self.nodes > self.limit {
                return Err(TooDeep);
            }
        }
        Err(TooDeep)
    }

    /// Whether only wins of one side are looked for.
    pub(super) fn looks_for_one_side(&self) -> bool {
        self.winner.is_some()
    }

    /// What the win of a position depends on, if one was looked for and found.
    pub(super) fn zone(&self, node: &Node) -> Option<Bits> {
        self.winner?;
        let id = self.graph.find(node)?;
        self.graph.known(id).effort.settled().map(|_| self.graph.zone(id))
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
        self.nodes = self.graph.len() as u64 + self.again;
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
        if let Some(winner) = self.winner
            && depth > MOST_MOVES_OF_A_WIN
        {
            // Wins are looked for nearer by.
            let is_winners = self.graph.node(id).to_move == winner;
            let lost = if is_winners { Effort::LOST } else { Effort::WON };
            self.graph.settle(id, lost, NO_MOVE);
            return Ok(());
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
            if effort.settled().is_some() && self.is_won(id, effort) {
                // Where positions come again, a zone may hang on itself, so it only grows.
                let zone = self.zone_of(fight, id, best) | self.graph.zone(id);
                self.graph.set_zone(id, zone);
                if self.add_moves(fight, id, zone) {
                    continue;
                }
            }
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
                if self.winner.is_none() {
                    self.repeat_refutation(fight, id, edge.to);
                }
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
        if self.winner.is_some_and(|winner| node.to_move != winner) {
            // What is next to the stones in question is hardly ever outside the zone.
            let liberties = fight.board.beside(node.target) & fight.board.empty(node.stones);
            let near = liberties | fight.board.beside(liberties);
            let is_near =
                |step: Step| 1_u64.checked_shl(step.into()).is_some_and(|at| at & near != 0);
            let children = fight.children(&node).filter(|(step, _)| is_near(*step));
            for (step, child) in [(PASS, node.passed())].into_iter().chain(children) {
                let to = self.id(fight, child);
                edges.push(Edge { to, step });
            }
            self.graph.expand(id, &edges);
            self.edges = edges;
            return;
        }
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

    /// Whether a position with this effort is a win of the kind that is looked for.
    fn is_won(&self, id: Id, effort: Effort) -> bool {
        let wins = |winner| effort.settled() == Some(self.graph.node(id).to_move == winner);
        self.winner.is_some_and(wins)
    }

    /// What the win of a position depends on, as far as its moves are known.
    fn zone_of(&self, fight: &Fight<'_>, id: Id, best: Option<Edge>) -> Bits {
        let (node, Some(winner)) = (*self.graph.node(id), self.winner) else { return 0 };
        if self.graph.edges(id).is_empty() {
            return fight.end_zone(&node, winner);
        }
        let after = |edge: &Edge| self.settled_zone(fight, edge.to, winner);
        if node.to_move != winner {
            let all = self.graph.edges(id).iter().fold(0, |all, edge| all | after(edge));
            return fight.closed(&node, winner, all);
        }
        let Some(edge) = best else { return 0 };
        match 1_u64.checked_shl(edge.step.into()) {
            Some(point) => fight.zone_before(&node, point, self.graph.node(edge.to), after(&edge)),
            None => fight.closed(&node, winner, after(&edge)),
        }
    }

    /// That of a position which may be at its end.
    fn settled_zone(&self, fight: &Fight<'_>, id: Id, winner: Side) -> Bits {
        let is_end = !self.graph.is_expanded(id) && !self.graph.known(id).is_on_path;
        if is_end { fight.end_zone(self.graph.node(id), winner) } else { self.graph.zone(id) }
    }

    /// Adds the loser's moves in the zone of a win that have not been looked at; whether there were any.
    fn add_moves(&mut self, fight: &Fight<'_>, id: Id, zone: Bits) -> bool {
        let node = *self.graph.node(id);
        if self.winner == Some(node.to_move) {
            return false;
        }
        let known: Bits = self
            .graph
            .edges(id)
            .iter()
            .filter_map(|edge| 1_u64.checked_shl(edge.step.into()))
            .fold(0, |all, point| all | point);
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        edges.extend_from_slice(self.graph.edges(id));
        let before = edges.len();
        for point in each(fight.board.empty(node.stones) & zone & !known) {
            if let Some(next) = fight.after(&node, point) {
                let to = self.id(fight, next);
                edges.push(Edge { to, step: point.trailing_zeros() as Step });
            }
        }
        let is_filling = edges.iter().any(|edge| edge.step == FILL);
        if !is_filling && fight.is_threatened_from_outside(&node, zone) {
            let to = self.id(fight, fight.filled(&node));
            edges.push(Edge { to, step: FILL });
        }
        let is_more = edges.len() > before;
        if is_more {
            self.graph.expand(id, &edges);
        }
        self.edges = edges;
        is_more
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
                self.doubt([id, start]);
                return false;
            }
        }
        true
    }

    /// Whether the winner's resistance holds together and all of the loser's moves in its zones were looked at; what
    /// does not is forgotten.
    fn holds_in_zones(&mut self, fight: &Fight<'_>, start: Id) -> bool {
        let Some(winner) = self.winner else { return true };
        let mut seen = HashSet::new();
        let (mut todo, mut order) = (vec![start], Vec::new());
        while let Some(id) = todo.pop() {
            let node = *self.graph.node(id);
            if !seen.insert(id) {
                continue;
            }
            if fight.end(&node).is_some() {
                self.graph.set_zone(id, fight.end_zone(&node, winner));
                continue;
            }
            self.expand(fight, id, NO_MOVE);
            let resists = |edge: &&Edge| {
                let is_winners = self.graph.node(edge.to).to_move == winner;
                self.graph.known(edge.to).effort.settled() == Some(is_winners)
            };
            let edges = self.graph.edges(id);
            let found = edges.iter().find(resists).copied();
            let is_good = match node.to_move == winner {
                true => found.is_some(),
                false => edges.iter().all(|edge| resists(&edge)),
            };
            if !is_good {
                self.doubt([id, start]);
                return false;
            }
            match found.filter(|_| node.to_move == winner) {
                Some(edge) => todo.push(edge.to),
                None => todo.extend(self.graph.edges(id).iter().map(|edge| edge.to)),
            }
            order.push((id, found));
        }
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            self.again += order.len() as u64 / 8;
            for &(id, best) in order.iter().rev() {
                let zone = self.graph.zone(id) | self.zone_of(fight, id, best);
                has_changed |= zone != self.graph.zone(id);
                self.graph.set_zone(id, zone);
            }
        }
        self.nodes = self.graph.len() as u64 + self.again;
        let mut holds = true;
        for &(id, _) in &order {
            let node = *self.graph.node(id);
            let zone = self.graph.zone(id);
            if node.to_move != winner && self.add_moves(fight, id, zone) {
                self.graph.unsettle(id);
                holds = false;
            }
        }
        if !holds && self.graph.known(start).effort.settled().is_some() {
            self.doubt([start, start]);
        }
        holds
    }

    fn doubt(&mut self, ids: [Id; 2]) {
        ids.into_iter().for_each(|id| self.graph.forget(id));
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
        self.end_at(node, &self.board.look_after(node.stones, node.filled))
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
        let look = self.board.look_after(node.stones, node.filled);
        self.end_at(node, &look).unwrap_or_else(|| guess.effort(self.board, node, &look))
    }

    /// How likely life looks at first sight.
    pub(super) fn life(&self, node: &Node) -> f64 {
        Guess::life(self.board, node, &self.board.look_after(node.stones, node.filled))
    }

    /// What may be played, and what comes of it.
    pub(super) fn children(&self, node: &Node) -> impl Iterator<Item = (Step, Node)> {
        let empty = self.board.empty(node.stones);
        let forced = self.forced(node, empty);
        let may_pass = forced.is_none();
        let moves = forced.unwrap_or_else(|| {
            self.board.worth_a_stone(node.stones, node.target, node.to_move, node.filled)
        });
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
        if step == FILL {
            return Some(self.filled(node));
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
