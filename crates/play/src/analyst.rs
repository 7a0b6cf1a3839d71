//! What to play, what each move is worth, and why: the answer that suggestions, reviews and analysis protocols carry.
//!
//! An analyst reads ahead ([`Search`]) and tells what was found in words. Lead, chance, owners and ledger of a position are
//! means over all that was read of it, so they agree with each other. So do those of each move, but for what was read less
//! than the best: its lead is not told to be better.

use crate::by_shapes::ByShapes;
use crate::player::{Patterns, Turn};
use crate::search::{Budget, RootMoves, Search, SearchSettings, Searched, SearchedMove};
use aji_judge::evaluate::{Evaluation, FromAllSides, Judge, Policy, Proofs, Proved};
use aji_judge::explain::moves::{self, Beside};
use aji_judge::judgement::{JudgeError, JudgedChain, Ledger, Question, ScoreDistribution};
use aji_judge::score::Scorer;
use aji_judge::territory::{Form, Model};
use aji_rules::{Color, Field, Move, Position};
use std::fmt;
use std::sync::Arc;

/// How many moves are told if nothing is said.
pub const MOVES: usize = 10;
/// How many positions are looked at if nothing is said.
pub const VISITS: u32 = 100;
/// The same by a judge that has no policy of its own: it is slower, and shapes are no guide for many moves.
const FEW_VISITS: u32 = 16;

/// What is asked of an analyst besides the turn.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// How many moves to tell.
    pub most_moves: usize,
    /// Which moves to look at.
    pub among: RootMoves,
    /// How much to read; `None` is what suits the judge.
    pub budget: Option<Budget>,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope { most_moves: MOVES, among: RootMoves::default(), budget: None }
    }
}

impl Scope {
    /// A single look at the position, and no move.
    pub const LOOK: Scope =
        Scope { most_moves: 0, among: RootMoves::ALL, budget: Some(Budget::Visits(1)) };
}

/// A position and the moves in it. Chances and leads are Black's.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Who is to move.
    pub color: Color,
    /// The final score.
    pub distribution: ScoreDistribution,
    /// Whether nothing is left to be played: then the score is what the board counts.
    pub is_counted: bool,
    /// The final score by one evaluation, before anything was read.
    pub before_reading: ScoreDistribution,
    /// How surely every point will be Black's (1) or White's (-1).
    pub ownership: Field<f64>,
    /// How many positions were looked at.
    pub visits: u32,
    /// The best moves of those that were tried, best first.
    pub moves: Vec<AnalysedMove>,
    /// How likely each legal point is played, at a glance; `None` where a move is illegal.
    pub policy: Field<Option<f64>>,
    /// How likely a pass is.
    pub pass_policy: f64,
}

impl Analysis {
    /// Black's lead, komi and all.
    pub fn black_lead(&self) -> f64 {
        self.distribution.mean()
    }

    /// How likely Black wins, by the same distribution as the lead.
    pub fn black_wins(&self) -> f64 {
        self.distribution.black_win_probability()
    }

    /// How far results scatter.
    pub fn standard_deviation(&self) -> f64 {
        self.distribution.standard_deviation()
    }

    /// Every chain of the position and what becomes of it.
    pub fn chains(&self, position: &Position) -> Vec<JudgedChain> {
        JudgedChain::all(position, &self.ownership)
    }

    /// What the lead is made of.
    pub fn ledger(&self, question: &Question<'_>) -> Ledger {
        let counted = self.is_counted.then(|| self.black_lead());
        Ledger::of(question, &self.ownership, counted)
    }

    fn count(&mut self, counted: Evaluation) {
        self.distribution = counted.distribution().unwrap_or(self.distribution);
        if let Some(ownership) = counted.ownership {
            self.ownership = ownership;
        }
    }

    /// The move, if it is among those that are told.
    pub fn find(&self, mv: Move) -> Option<&AnalysedMove> {
        self.moves.iter().find(|analysed| analysed.mv == mv)
    }
}

/// A move that was tried. Chances and leads are Black's.
#[derive(Clone, Debug)]
pub struct AnalysedMove {
    /// Where, or a pass.
    pub mv: Move,
    /// The final score with it.
    pub distribution: ScoreDistribution,
    /// What it costs its player beside the best move, in points; 0 for the best.
    pub loss: f64,
    /// How many positions after it were looked at.
    pub visits: u32,
    /// How likely it is played, at a glance.
    pub prior: f64,
    /// How surely every point is Black's (1) or White's (-1) after it.
    pub ownership: Field<f64>,
    /// The move and the best that follows, each with how often it was tried.
    pub line: Vec<(Move, u32)>,
    /// Why, in phrases.
    pub reasons: Vec<String>,
}

impl AnalysedMove {
    /// Black's lead with it.
    pub fn black_lead(&self) -> f64 {
        self.distribution.mean()
    }

    /// How likely Black wins with it.
    pub fn black_wins(&self) -> f64 {
        self.distribution.black_win_probability()
    }
}

/// Analyses positions.
pub struct Analyst {
    judge: Arc<Model>,
    scorer: Option<Scorer>,
    patterns: Patterns,
    proofs: Proofs,
    settings: SearchSettings,
    search: Search,
}

impl fmt::Debug for Analyst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyst").field("judge", &self.judge).finish_non_exhaustive()
    }
}

/// A copy has the same models and has read nothing.
impl Clone for Analyst {
    fn clone(&self) -> Analyst {
        let Analyst { judge, scorer, patterns, proofs, settings, .. } = self;
        let search = search(judge, proofs, *settings);
        Analyst {
            judge: judge.clone(),
            scorer: scorer.clone(),
            patterns: *patterns,
            proofs: proofs.clone(),
            settings: *settings,
            search,
        }
    }
}

fn search(judge: &Arc<Model>, proofs: &Proofs, settings: SearchSettings) -> Search {
    let in_tree = Proved::new(ByShapes(judge.clone()), proofs.clone());
    let search = Search::new(Arc::new(in_tree), settings);
    match judge.form() {
        Form::Deep(deep) => {
            let at_root = Proved::new(FromAllSides(deep.clone()), proofs.clone());
            search.with_root_judge(Arc::new(at_root))
        }
        _ => search,
    }
}

impl Analyst {
    /// By this judge.
    pub fn new(judge: Arc<Model>) -> Analyst {
        let (settings, proofs) = (SearchSettings::default(), Proofs::default());
        let search = search(&judge, &proofs, settings);
        Analyst { judge, scorer: None, patterns: Patterns::default(), proofs, settings, search }
    }

    /// With somebody who counts boards that are ready to be counted.
    pub fn with_scorer(self, scorer: Scorer) -> Analyst {
        Analyst { scorer: Some(scorer), ..self }
    }

    /// Who counts boards that are ready to be counted.
    pub fn scorer(&self) -> Option<&Scorer> {
        self.scorer.as_ref()
    }

    /// With so many threads that read at once: faster, but the same question may have another answer.
    pub fn with_threads(self, threads: usize) -> Analyst {
        let settings = SearchSettings { threads, ..self.settings };
        let search = search(&self.judge, &self.proofs, settings);
        Analyst { settings, search, ..self }
    }

    /// How many positions are looked at if nothing is said.
    pub fn usual_visits(&self) -> u32 {
        match self.judge.form() {
            Form::Deep(_) => VISITS,
            _ => FEW_VISITS,
        }
    }

    /// Forgets all that was read.
    pub fn forget(&mut self) {
        self.search.forget();
    }

    /// Analyses a turn. The same question has the same answer.
    pub fn analyse(&mut self, turn: &Turn<'_>, scope: &Scope) -> Result<Analysis, JudgeError> {
        self.forget();
        self.go_on(turn, scope)
    }

    /// The same with what was read before, of this turn or of one that led to it.
    pub fn go_on(&mut self, turn: &Turn<'_>, scope: &Scope) -> Result<Analysis, JudgeError> {
        let budget = scope.budget.unwrap_or(Budget::Visits(self.usual_visits()));
        if scope.most_moves == 0 && budget == Budget::Visits(1) {
            return self.look(turn);
        }
        let searched = self.search.run_among(&turn.game_in_turn(), &scope.among, budget)?;
        let question = turn.question();
        let counted = self.counted(&question, &searched.evaluation)?;
        // A little of a lead may hang on how many stones were put down on the way, where that costs points; owners
        // do not know of it, and the ledger is to add up.
        let expected = question.expected_black_lead(&searched.ownership);
        let distribution = searched.distribution.shifted(expected - searched.distribution.mean());
        let (policy, pass_policy) = policy(turn, &searched.evaluation);
        let mut analysis = Analysis {
            color: turn.color(),
            distribution,
            before_reading: searched.evaluation.distribution().unwrap_or(distribution),
            is_counted: counted.is_some(),
            visits: searched.visits,
            moves: Vec::new(),
            policy,
            pass_policy,
            ownership: searched.ownership.clone(),
        };
        if scope.most_moves > 0 {
            analysis.moves = self.moves(turn, scope, &analysis, &searched)?;
        }
        if let Some(counted) = counted {
            analysis.count(counted);
            let sign = f64::from(analysis.color.sign());
            for one in &mut analysis.moves {
                one.distribution = analysis.distribution.shifted(-sign * one.loss);
            }
        }
        Ok(analysis)
    }

    /// What the judge says at one look, as a judgement does.
    fn look(&self, turn: &Turn<'_>) -> Result<Analysis, JudgeError> {
        let question = turn.question();
        let evaluation = ByShapes(self.judge.clone()).evaluate(&question)?;
        let counted = self.counted(&question, &evaluation)?;
        let (policy, pass_policy) = policy(turn, &evaluation);
        let distribution = evaluation.distribution().ok_or(JudgeError::NoNumbers)?;
        let mut analysis = Analysis {
            color: turn.color(),
            distribution,
            before_reading: distribution,
            is_counted: counted.is_some(),
            visits: 1,
            moves: Vec::new(),
            policy,
            pass_policy,
            ownership: evaluation.ownership.ok_or(JudgeError::NoNumbers)?,
        };
        if let Some(counted) = counted {
            analysis.count(counted);
        }
        Ok(analysis)
    }

    /// The board as it counts, if it is ready to be counted.
    fn counted(
        &self,
        question: &Question<'_>,
        evaluation: &Evaluation,
    ) -> Result<Option<Evaluation>, JudgeError> {
        match (&self.scorer, &evaluation.ownership) {
            (Some(scorer), Some(ownership)) => scorer.counted(question, &self.judge, ownership),
            _ => Ok(None),
        }
    }

    /// Reads on and tells nothing yet; says whether there is room to read more.
    pub fn read_on(
        &mut self,
        turn: &Turn<'_>,
        among: &RootMoves,
        budget: Budget,
    ) -> Result<bool, JudgeError> {
        self.search.read(&turn.game_in_turn(), among, budget)?;
        Ok(!self.search.is_full())
    }

    /// The best of what was tried.
    fn moves(
        &self,
        turn: &Turn<'_>,
        scope: &Scope,
        analysis: &Analysis,
        searched: &Searched,
    ) -> Result<Vec<AnalysedMove>, JudgeError> {
        let tried: Vec<(&SearchedMove, ScoreDistribution)> = searched
            .moves
            .iter()
            .filter_map(|one| Some((one, one.distribution?)))
            .take(scope.most_moves)
            .collect();
        let Some((_, best)) = tried.first() else { return Ok(Vec::new()) };
        let sign = f64::from(turn.color().sign());
        let best = sign * best.mean();
        let shift = analysis.black_lead() - searched.distribution.mean();
        let question = turn.question();
        let shapes = self.patterns.first_look(&question);
        let passed = self.after_a_pass(&question)?;
        let enclosed = searched.evaluation.ownership.as_ref();
        let enclosed = enclosed.map(|owners| self.proofs.groups(turn.position(), owners));
        let enclosed = enclosed.unwrap_or_default();
        let moves = tried.into_iter().map(|(one, score)| {
            // What was read less is not known to be better.
            let loss = (best - sign * score.mean()).max(0.0);
            let unproved = (sign * score.mean() - best).max(0.0);
            let mean = sign * (best - loss) + shift;
            let distribution = score.shifted(mean - score.mean());
            let ownership =
                self.search.ownership_after(one.mv).unwrap_or_else(|| analysis.ownership.clone());
            let reasons = match one.mv {
                Move::Place(point) => {
                    let seen = shapes.iter().find(|seen| seen.point == point);
                    let shapes = seen.map_or(&[][..], |seen| &seen.reasons);
                    let decided =
                        enclosed.iter().find(|group| group.is_decided_by(turn.color(), one.mv));
                    let beside = Beside { passed: &passed, played: &ownership, unproved };
                    moves::why(turn.position(), point, shapes, decided, &beside)
                }
                Move::Pass if loss == 0.0 => vec!["nothing is to be gained".to_string()],
                Move::Pass => Vec::new(),
            };
            AnalysedMove {
                mv: one.mv,
                distribution,
                loss,
                visits: one.visits,
                prior: one.prior,
                ownership,
                line: one.line.clone(),
                reasons,
            }
        });
        Ok(moves.collect())
    }

    /// The ownership if the side to move passed: what a move does is seen beside that.
    fn after_a_pass(&self, question: &Question<'_>) -> Result<Field<f64>, JudgeError> {
        let mut after = question.position.clone();
        after.play_unchecked(Move::Pass);
        let recent = question.recent.after(Move::Pass);
        let question = Question { position: &after, is_over: false, recent, ..*question };
        self.judge.evaluate(&question)?.ownership.ok_or(JudgeError::NoNumbers)
    }
}

/// How likely each legal point is at a glance, and a pass.
fn policy(turn: &Turn<'_>, evaluation: &Evaluation) -> (Field<Option<f64>>, f64) {
    let mut policy = Field::filled(turn.size(), None);
    let mut pass = 0.0;
    if let Some(Policy::Likely(likely)) = &evaluation.policy {
        for &(mv, likely) in likely {
            match mv {
                Move::Pass => pass = likely,
                // The judge does not know superko.
                Move::Place(point) if turn.is_legal(point) => policy[point] = Some(likely),
                Move::Place(_) => {}
            }
        }
    }
    (policy, pass)
}
