//! Lines of best play, from what a search knows.

use super::graph::{Id, PASS, Step};
use super::search::Search;
use crate::life::node::{Fight, Node};
use std::collections::HashMap;

/// Lines are told no further.
const LONGEST: usize = 40;
/// How much a refutation takes is counted up to here.
const MOST_WORK: u32 = 10_000;

impl Search {
    /// The winner's moves from a settled position, against the moves that take the most to refute.
    pub(super) fn line(&mut self, fight: &Fight<'_>, start: &Node) -> Vec<Step> {
        let mut line = Vec::new();
        let mut node = *start;
        let mut work = HashMap::new();
        while line.len() < LONGEST && fight.end(&node).is_none() {
            let Some((step, next)) = self.next(fight, &node, &mut work) else { break };
            line.push(step);
            node = next;
        }
        // Passes at the end say nothing.
        while line.last().is_some_and(|&step| step >= PASS) {
            line.pop();
        }
        line
    }

    fn next(
        &self,
        fight: &Fight<'_>,
        node: &Node,
        work: &mut HashMap<Id, u32>,
    ) -> Option<(Step, Node)> {
        let known = self.graph().known(self.graph().find(node)?);
        if known.effort.settled()? {
            let step = self.best(node)?;
            return Some((step, fight.moved(node, step)?));
        }
        let replies = self.replies(fight, node).into_iter();
        replies.max_by_key(|(step, next)| (*step < PASS, self.work(fight, next, work, 0)))
    }

    /// What may be played in a position that is lost, but for what a zone refutes.
    fn replies(&self, fight: &Fight<'_>, node: &Node) -> Vec<(Step, Node)> {
        let Some(id) = self.graph().find(node).filter(|_| self.looks_for_one_side()) else {
            return fight.children(node).collect();
        };
        let edges = self.graph().edges(id).iter();
        edges.map(|edge| (edge.step, *self.graph().node(edge.to))).collect()
    }

    /// How many positions a proof has, roughly.
    fn work(
        &self,
        fight: &Fight<'_>,
        node: &Node,
        work: &mut HashMap<Id, u32>,
        depth: usize,
    ) -> u32 {
        let Some(id) = self.graph().find(node) else { return 0 };
        if let Some(&known) = work.get(&id) {
            return known;
        }
        // Where a position comes again, there is no more work.
        work.insert(id, 0);
        if depth > LONGEST || fight.end(node).is_some() {
            return 0;
        }
        let sum = match self.graph().known(id).effort.settled() {
            Some(true) => self
                .best(node)
                .and_then(|step| fight.moved(node, step))
                .map_or(0, |next| self.work(fight, &next, work, depth + 1)),
            Some(false) => self
                .replies(fight, node)
                .into_iter()
                .map(|(_, next)| self.work(fight, &next, work, depth + 1))
                .fold(0, u32::saturating_add),
            None => 0,
        };
        let all = (sum + 1).min(MOST_WORK);
        work.insert(id, all);
        all
    }
}
