//! Reading ahead: a tree search that goes where a judge's policy and what was found so far point (PUCT).
//!
//! A playout walks from the position in question along the most promising moves to one that is new, asks the judge about
//! it, and adds what it says to all positions on the way. Nothing is played to the end: a judge knows more than dice.
//! Superko is exact: the past of the game and of the playout count. A game ends with two passes, and then every point is
//! whose the judge thinks it is.
//!
//! One thread gives the same answer for the same number of visits. The tree is kept from move to move, and a tree that is
//! full says so.

mod among;
mod budget;
mod tree;

pub use among::{MoveSet, RootMoves};
pub use budget::{LONGEST, MOST_VISITS, UnknownBudget};
pub use tree::Exploration;

use aji_judge::evaluate::{Evaluation, Judge, Policy};
use aji_judge::judgement::{JudgeError, Question, Recent, ScoreDistribution};
use aji_rules::{Field, Game, Move, Size, Step};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tree::{Child, Leaf, Tree};

/// When a search is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// With so many visits of the position in question, those of an earlier search included.
    Visits(u32),
    /// After so long.
    Time(Duration),
}

/// How a search is set up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// How moves are chosen.
    pub exploration: Exploration,
    /// The tree has at most so many positions.
    pub most_nodes: usize,
    /// How many playouts go on at once; with more than one, the same search may have other answers.
    pub threads: usize,
    /// What a lead counts beside the chance to win.
    pub lead_weight: f64,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            exploration: Exploration::default(),
            most_nodes: 100_000,
            threads: 1,
            lead_weight: 0.3,
        }
    }
}

/// Below the first position, only so many of the likeliest moves are tried, and a pass.
const WIDTH: usize = 48;
/// When a game ends, whose a point is must be as sure as this; else it is nobody's.
const OWNED: f64 = 0.3;
/// Longer playouts are cut short: only a ko that no rule forbids goes on like this.
const LONGEST_PLAYOUT: usize = 1_000;

/// What a search found. Leads are Black's.
#[derive(Clone, Debug)]
pub struct Searched {
    /// How often the position was visited, its own evaluation included.
    pub visits: u32,
    /// The final score: around the lead that was found, as far as the judge says results scatter.
    pub distribution: ScoreDistribution,
    /// How surely every point will be Black's (1) or White's (-1), on average of all that was read.
    pub ownership: Field<f64>,
    /// What the judge says at once.
    pub evaluation: Evaluation,
    /// The moves, best first: those that were tried by visits, the others by how likely they are.
    pub moves: Vec<SearchedMove>,
    /// Whether it ended because the tree was full.
    pub is_full: bool,
}

/// A move that was searched. Leads are Black's.
#[derive(Clone, Debug)]
pub struct SearchedMove {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u32,
    /// How likely it was thought.
    pub prior: f64,
    /// The final score after it; `None` if it was not tried.
    pub distribution: Option<ScoreDistribution>,
    /// The move and the best that follows, each with how often it was tried.
    pub line: Vec<(Move, u32)>,
}

impl SearchedMove {
    /// The moves of its line.
    pub fn moves(&self) -> Vec<Move> {
        self.line.iter().map(|&(mv, _)| mv).collect()
    }
}

/// Searches, one position after the other.
pub struct Search {
    judge: Arc<dyn Judge>,
    root_judge: Arc<dyn Judge>,
    settings: SearchSettings,
    tree: Mutex<Tree>,
    root: Option<Root>,
}

/// How a playout went; kept for the next one, so that walking needs no new memory.
#[derive(Default)]
struct Way {
    /// Where it came through, the first position first.
    nodes: Vec<usize>,
    /// What may not come back.
    past: Vec<u64>,
}

/// What a tree is about.
struct Root {
    game: Game,
    among: RootMoves,
    evaluation: Evaluation,
}

impl Search {
    /// By this judge, who must know a policy.
    pub fn new(judge: Arc<dyn Judge>, settings: SearchSettings) -> Search {
        let tree = Mutex::new(Tree::new(settings.most_nodes));
        Search { root_judge: judge.clone(), judge, settings, tree, root: None }
    }

    /// With another judge for the position in question, who may take his time.
    pub fn with_root_judge(self, root_judge: Arc<dyn Judge>) -> Search {
        Search { root_judge, ..self }
    }

    /// Searches the position of a game with its side to move. What is known of it from an earlier search is used.
    pub fn run(&mut self, game: &Game, budget: Budget) -> Result<Searched, JudgeError> {
        self.run_among(game, &RootMoves::default(), budget)
    }

    /// The same with these first moves alone.
    pub fn run_among(
        &mut self,
        game: &Game,
        among: &RootMoves,
        budget: Budget,
    ) -> Result<Searched, JudgeError> {
        let evaluation = self.read(game, among, budget)?;
        Ok(self.found(game, evaluation))
    }

    /// Whether the tree is full, so that nothing more can be read.
    pub fn is_full(&self) -> bool {
        self.locked().is_full()
    }

    /// Reads on, and gives what the judge says of the position at once. What was found is told by
    /// [`run_among`](Search::run_among) without another visit.
    pub fn read(
        &mut self,
        game: &Game,
        among: &RootMoves,
        budget: Budget,
    ) -> Result<Evaluation, JudgeError> {
        let begin = Instant::now();
        let evaluation = self.settle_root(game, among)?;
        let failure: Mutex<Option<JudgeError>> = Mutex::new(None);
        let spare = AtomicU32::new(match budget {
            Budget::Visits(visits) => {
                visits.saturating_sub(self.locked().root().map_or(0, |root| root.visits))
            }
            Budget::Time(_) => u32::MAX,
        });
        let work = || {
            let mut way = Way::default();
            while spare
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                .is_ok()
            {
                if matches!(budget, Budget::Time(time) if begin.elapsed() >= time)
                    || self.locked().is_full()
                {
                    return;
                }
                match self.play_out(game, &mut way) {
                    Ok(true) => {}
                    // Its visit is left to others.
                    Ok(false) => _ = spare.fetch_add(1, Ordering::Relaxed),
                    Err(error) => {
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        return;
                    }
                }
            }
        };
        if self.settings.threads <= 1 {
            work();
        } else {
            std::thread::scope(|scope| {
                for _ in 0..self.settings.threads {
                    scope.spawn(work);
                }
            });
        }
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => {
                // What was on its way stays unfinished.
                self.forget();
                Err(error)
            }
            None => Ok(evaluation),
        }
    }

    /// Forgets all that was read.
    pub fn forget(&mut self) {
        self.root = None;
        self.locked().clear();
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How surely every point will be Black's (1) or White's (-1) after a move of the position that was searched last;
    /// `None` if it was not tried.
    pub fn ownership_after(&self, mv: Move) -> Option<Field<f64>> {
        let size = self.root.as_ref()?.game.position().size();
        let tree = self.locked();
        let mut tried = tree.children(0, size).filter(|child| child.mv == mv);
        let (_, at) = tried.next()?.node?;
        Some(tree.ownership(at, size))
    }

    /// Makes the position the root of the tree, with what is known of it.
    fn settle_root(&mut self, game: &Game, among: &RootMoves) -> Result<Evaluation, JudgeError> {
        let before = self.root.take();
        // What was found with other first moves is no mean of these.
        let played = before.as_ref().and_then(|root| {
            let moves = moves_since(&root.game, game)?;
            (!moves.is_empty() || root.among == *among).then_some(moves)
        });
        match (before, played) {
            (Some(root), Some(played)) if played.is_empty() => {
                let evaluation = root.evaluation.clone();
                self.root = Some(root);
                return Ok(evaluation);
            }
            (_, Some(_)) if *among != RootMoves::default() => self.locked().clear(),
            (_, Some(played)) => {
                let mut tree = self.locked();
                played.into_iter().for_each(|mv| tree.advance(mv));
            }
            _ => self.locked().clear(),
        }
        // Who asks after two passes wants to know what else could be played.
        let question = Question { is_over: false, ..Question::of(game) };
        let evaluation = self.root_judge.evaluate(&question)?;
        let mut leaf = self.leaf(&question, evaluation.clone(), usize::MAX)?;
        let color = game.position().to_play();
        leaf.policy.retain(|&(mv, _)| game.check(color, mv).is_ok());
        if leaf.policy.iter().any(|&(mv, _)| among.admit(mv)) {
            leaf.policy.retain(|&(mv, _)| among.admit(mv));
        } else {
            leaf.policy.retain(|&(mv, _)| mv == Move::Pass);
        }
        self.locked().set_root(&leaf);
        let root = Root { game: game.clone(), among: *among, evaluation: evaluation.clone() };
        self.root = Some(root);
        Ok(evaluation)
    }

    /// One playout. Where others are evaluating all there is, it does nothing and says so.
    fn play_out(&self, game: &Game, way: &mut Way) -> Result<bool, JudgeError> {
        let (rules, size) = (game.rules(), game.position().size());
        let mut terms = game.terms();
        let mut position = game.position().clone();
        let mut recent = Recent::of(game);
        let mut passes = passes_at_the_end(game);
        let Way { nodes, past } = way;
        nodes.clear();
        past.clear();
        nodes.push(0);
        let mut tree = self.locked();
        tree.enter(0);
        let leave_all = |tree: &mut Tree, nodes: &[usize], found| {
            nodes.iter().for_each(|&node| tree.leave(node, found));
        };
        let step = loop {
            let at = nodes[nodes.len() - 1];
            if tree.is_end(at) || nodes.len() > LONGEST_PLAYOUT {
                let node = tree.node(at);
                let found = Some((node.utility(), node.black_lead()));
                leave_all(&mut tree, nodes, found);
                return Ok(true);
            }
            let chosen = tree.choose(at, &self.settings.exploration);
            let Some((step, mv)) = chosen.and_then(|step| Some((step, tree.mv(step, size)?)))
            else {
                leave_all(&mut tree, nodes, None);
                let is_taken = tree.is_under_way();
                drop(tree);
                std::thread::yield_now();
                return Ok(!is_taken);
            };
            let known = tree.child(step);
            let to_play = position.to_play();
            if let Some(hash) = rules.ko.repetition(position.stones_hash_after(mv), !to_play) {
                let is_new = known.is_none() && mv != Move::Pass;
                if is_new && (game.has_been(hash) || past.contains(&hash)) {
                    tree.forbid(step);
                    continue;
                }
                past.push(hash);
            }
            position.play_unchecked(mv);
            recent = recent.after(mv);
            if mv == Move::Pass {
                passes += 1;
                terms = terms.after_pass(rules, to_play);
            } else {
                passes = 0;
            }
            match known {
                Some(next) => {
                    tree.enter(next);
                    nodes.push(next);
                }
                None => break step,
            }
        };
        if !tree.begin(step) {
            leave_all(&mut tree, nodes, None);
            return Ok(true);
        }
        drop(tree);
        let is_over = passes >= 2;
        let question = Question { position: &position, rules, terms, is_over, recent };
        let leaf = self
            .judge
            .evaluate(&question)
            .and_then(|evaluation| self.leaf(&question, evaluation, WIDTH));
        let mut tree = self.locked();
        let found = leaf.as_ref().ok().map(|leaf| (leaf.utility, leaf.black_lead));
        leave_all(&mut tree, nodes, found);
        tree.expand(step, &leaf?);
        Ok(true)
    }

    /// What an evaluation comes to in the tree, with at most so many moves and a pass.
    fn leaf(
        &self,
        question: &Question<'_>,
        evaluation: Evaluation,
        width: usize,
    ) -> Result<Leaf, JudgeError> {
        let to_play = question.position.to_play();
        let side = (question.position.size().area() as f64).sqrt();
        let utility = |chance: f64, lead: f64| {
            2.0 * chance - 1.0
                + self.settings.lead_weight
                    * std::f64::consts::FRAC_2_PI
                    * (lead / (2.0 * side)).atan()
        };
        let numbers = (evaluation.black_lead(), evaluation.black_win_probability());
        let mut ownership = evaluation.ownership.ok_or(JudgeError::NoNumbers)?;
        if question.is_over {
            let owner = |owner: f64| if owner.abs() < OWNED { 0.0 } else { owner.signum() };
            ownership.values_mut().iter_mut().for_each(|value| *value = owner(*value));
            let lead = question.expected_black_lead(&ownership);
            let chance = ScoreDistribution::certain(lead).black_win_probability();
            let utility = utility(chance, lead);
            return Ok(Leaf { to_play, utility, black_lead: lead, ownership, policy: Vec::new() });
        }
        let (Some(lead), Some(chance)) = numbers else { return Err(JudgeError::NoNumbers) };
        let Some(Policy::Likely(mut policy)) = evaluation.policy else {
            return Err(JudgeError::NoNumbers);
        };
        let in_order = |one: &(Move, f64), other: &(Move, f64)| other.1.total_cmp(&one.1);
        // Sorting what is sorted would need memory.
        if !policy.is_sorted_by(|one, other| in_order(one, other).is_le()) {
            policy.sort_by(in_order);
        }
        let pass = policy.iter().position(|(mv, _)| *mv == Move::Pass);
        if let Some(pass) = pass.filter(|pass| *pass >= width) {
            policy.swap(pass, width);
            policy.truncate(width + 1);
        } else {
            policy.truncate(width);
        }
        Ok(Leaf { to_play, utility: utility(chance, lead), black_lead: lead, ownership, policy })
    }

    /// What the tree says.
    fn found(&self, game: &Game, evaluation: Evaluation) -> Searched {
        let tree = self.locked();
        let size = game.position().size();
        let spread = evaluation.distribution().unwrap_or_else(|| {
            let lead = evaluation.black_lead().unwrap_or_default();
            ScoreDistribution::logistic(lead, (size.area() as f64).sqrt())
        });
        let around = |lead: f64| spread.shifted(lead - spread.mean());
        let mut moves: Vec<SearchedMove> = tree
            .children(0, size)
            .map(|child| SearchedMove {
                mv: child.mv,
                visits: child.node.map_or(0, |(node, _)| node.visits),
                prior: child.prior,
                distribution: child.node.map(|(node, _)| around(node.black_lead())),
                line: line(&tree, &child, size),
            })
            .collect();
        // Equals stay in the order of their priors.
        moves.sort_by_key(|one| std::cmp::Reverse(one.visits));
        let (visits, lead) = tree.root().map_or((0, 0.0), |root| (root.visits, root.black_lead()));
        Searched {
            visits,
            distribution: around(lead),
            ownership: tree.ownership(0, size),
            evaluation,
            moves,
            is_full: tree.is_full(),
        }
    }
}

/// The moves that lead from one game to another; `None` if it does not go on from there with moves in turn.
fn moves_since(before: &Game, game: &Game) -> Option<Vec<Move>> {
    let is_same = before.rules() == game.rules()
        && before.komi() == game.komi()
        && before.handicap() == game.handicap()
        && before.start() == game.start()
        && before.is_resigned() == game.is_resigned();
    let steps = game.steps().strip_prefix(before.steps()).filter(|_| is_same)?;
    let mut to_play = before.position().to_play();
    let mut moves = Vec::with_capacity(steps.len());
    for step in steps {
        let Step::Play(color, mv) = step else { return None };
        if *color != to_play {
            return None;
        }
        moves.push(*mv);
        to_play = !to_play;
    }
    (to_play == game.position().to_play()).then_some(moves)
}

fn passes_at_the_end(game: &Game) -> u32 {
    let is_pass = |step: &&Step| matches!(step, Step::Play(_, Move::Pass));
    game.steps().iter().rev().take_while(is_pass).count() as u32
}

/// A move and the best that follows: what was tried most.
fn line(tree: &Tree, first: &Child<'_>, size: Size) -> Vec<(Move, u32)> {
    let mut line = vec![(first.mv, first.node.map_or(0, |(node, _)| node.visits))];
    let mut at = first.node.map(|(_, at)| at);
    while let Some(node) = at.take() {
        let tried = tree.children(node, size).filter_map(|child| Some((child.mv, child.node?)));
        // Of equals the likelier one, which comes first.
        let best =
            tried.fold(None, |best: Option<(Move, u32, usize)>, (mv, (child, next))| match best {
                Some((_, most, _)) if most >= child.visits => best,
                _ => Some((mv, child.visits, next)),
            });
        if let Some((mv, visits, next)) = best {
            line.push((mv, visits));
            at = Some(next);
        }
    }
    line
}
