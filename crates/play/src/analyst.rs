//! What to play, and what each move is worth: the answer that analysis protocols carry.
//!
//! Every legal point gets a prior from the shapes around it. The likeliest are played out in thought and
//! the position after each is looked at; their order is made of both. Of the best move it is assumed
//! that the judgement of the position has it in mind, so it keeps what the judgement says; every
//! other move costs its player what it leaves less than the best.

use crate::player::{Candidate, Patterns, StaticPlayer, Turn};
use aji_judge::evaluate::{Evaluation, Judge, Policy, Prospects};
use aji_judge::explain::{Effect, moves};
use aji_judge::judgement::{JudgeError, JudgedChain, Ledger, Question, ScoreDistribution};
use aji_judge::score::Scorer;
use aji_judge::territory::Model;
use aji_rules::pass_alive::pass_alive;
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, Field, Move, Point, PointSet, Position};
use std::sync::Arc;

/// How many moves are looked at if nothing is said.
pub const MOVES: usize = 8;
/// How many moves of play are foreseen after each.
const FORESIGHT: usize = 3;
/// By so many units of the scores of shapes a move becomes e times as likely: so the moves of 1,500
/// positions of strong amateurs are the likeliest.
const WARMTH: f64 = 25.0;
/// What a move that is e times as likely is worth beside points of expected score: so the first of the
/// moves is most often the one that was played.
const TRUST: f64 = 5.0;
/// What having the move is worth, as a share of what the best move adds: so the first 120 moves of
/// strong amateurs' games neither win nor lose points on average.
const TEMPO: f64 = 0.15;
/// A point that is owned more surely than this needs no move.
const SETTLED: f64 = 0.97;
/// Below this share of the likeliest move, none is a candidate.
const LEAST_PRIOR: f64 = 0.02;

/// What is asked of an analyst besides the turn.
#[derive(Clone, Debug)]
pub struct Scope {
    /// How many moves to look at.
    pub most_moves: usize,
    /// The only points to look at, however bad they are; `None` is all.
    pub allowed: Option<PointSet>,
    /// Where not to look.
    pub avoided: PointSet,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope { most_moves: MOVES, allowed: None, avoided: PointSet::EMPTY }
    }
}

/// A position and the moves in it. Chances and leads are Black's.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Who is to move.
    pub color: Color,
    /// The final score, having the move and all.
    pub distribution: ScoreDistribution,
    /// What of Black's lead having the move is, beyond what the territory model makes of it. Without it, leads
    /// would go up with every move of a game.
    pub tempo: f64,
    /// Whether nothing is left to be played: then the score is what the board counts.
    pub is_counted: bool,
    /// How surely every point will be Black's (1) or White's (-1).
    pub ownership: Field<f64>,
    /// The best moves, best first.
    pub moves: Vec<AnalysedMove>,
    /// How likely each legal point is played, by the first look of [`Patterns`]; `None` where a move is illegal.
    pub policy: Field<Option<f64>>,
    /// How likely a pass is.
    pub pass_policy: f64,
}

impl Analysis {
    /// Black's lead, komi and having the move and all.
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

    /// Black's lead without what having the move is worth.
    pub fn lead_without_tempo(&self) -> f64 {
        self.black_lead() - self.tempo
    }

    /// Every chain of the position and what becomes of it.
    pub fn chains(&self, position: &Position) -> Vec<JudgedChain> {
        JudgedChain::all(position, &self.ownership)
    }

    /// What the lead without tempo is made of.
    pub fn ledger(&self, question: &Question<'_>) -> Ledger {
        let counted = self.is_counted.then(|| self.lead_without_tempo());
        Ledger::of(question, &self.ownership, counted)
    }

    /// The same with so many points more for Black, which having the move is worth besides.
    pub fn shift(&mut self, points: f64) {
        self.distribution = self.distribution.shifted(points);
        self.tempo += points;
        for analysed in &mut self.moves {
            analysed.distribution = analysed.distribution.shifted(points);
        }
    }
}

/// A move that was looked at. Chances and leads are Black's.
#[derive(Clone, Debug)]
pub struct AnalysedMove {
    /// Where; a pass only if there is nothing else.
    pub mv: Move,
    /// The final score with it.
    pub distribution: ScoreDistribution,
    /// What it costs its player beside the best move, in points; 0 for the best.
    pub loss: f64,
    /// How much speaks for it beside the others that were looked at, which together have 1.
    pub share: f64,
    /// How likely it is played, by the first look of [`Patterns`].
    pub prior: f64,
    /// How surely every point is Black's (1) or White's (-1) after it.
    pub ownership: Field<f64>,
    /// The move and how play may go on.
    pub line: Vec<Move>,
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
#[derive(Clone, Debug)]
pub struct Analyst {
    territory: Arc<Model>,
    scorer: Option<Scorer>,
    patterns: Patterns,
    /// Foresees how play goes on.
    thumb: StaticPlayer,
}

impl Analyst {
    /// With a model of territory.
    pub fn new(territory: Arc<Model>) -> Analyst {
        Analyst {
            territory,
            scorer: None,
            patterns: Patterns::default(),
            thumb: StaticPlayer::default(),
        }
    }

    /// With somebody who counts boards that are ready to be counted.
    pub fn with_scorer(self, scorer: Scorer) -> Analyst {
        Analyst { scorer: Some(scorer), ..self }
    }

    /// Looks at a turn.
    pub fn analyse(&mut self, turn: &Turn<'_>, scope: &Scope) -> Result<Analysis, JudgeError> {
        let question = turn.question();
        let Evaluation { prospects, ownership, policy } = self.territory.evaluate(&question)?;
        let ownership = ownership.ok_or(JudgeError::NoNumbers)?;
        let counted = match &self.scorer {
            Some(scorer) => scorer.counted(&question, &self.territory, &ownership)?,
            None => None,
        };
        let prospects = counted.as_ref().map_or(prospects, |counted| counted.prospects);
        let Prospects::Score(distribution) = prospects else { return Err(JudgeError::NoNumbers) };
        let knows_moves = policy.is_some();
        let FirstLook { seen, policy, pass } = match policy {
            Some(Policy::Likely(predicted)) => self.predicted(turn, predicted),
            Some(Policy::Ranked(_)) | None => self.first_look(turn),
        };
        let mut analysis = Analysis {
            color: turn.color(),
            distribution,
            tempo: 0.0,
            is_counted: counted.is_some(),
            ownership,
            moves: Vec::new(),
            policy,
            pass_policy: pass,
        };
        let looked = self.look(turn, scope, &analysis, &seen)?;
        if let Some(best) = looked.first().filter(|_| !analysis.is_counted) {
            let sign = f64::from(turn.color().sign());
            let gain = sign * (best.black_lead - analysis.black_lead());
            // Who knows what to play knows what having the move is worth.
            let tempo = if knows_moves { 0.0 } else { TEMPO };
            analysis.shift(sign * tempo * gain.max(0.0));
        }
        analysis.moves = self.moves(turn, &analysis, looked);
        // What a move does is held against what the model thought of the board.
        if let Some(owners) = counted.and_then(|counted| counted.ownership) {
            analysis.ownership = owners;
        }
        analysis.moves.truncate(scope.most_moves);
        Ok(analysis)
    }

    /// What shapes and simple features say of every point, best first.
    fn first_look(&self, turn: &Turn<'_>) -> FirstLook {
        let seen = self.patterns.first_look(turn);
        let weight = |value: f64| (value / WARMTH).exp();
        // A point of which nothing is known is as good as a pass.
        let pass = weight(0.0);
        let sum: f64 = seen.iter().map(|seen| weight(seen.value)).sum::<f64>() + pass;
        let mut policy = Field::from_fn(turn.size(), |point| {
            let is_open = turn.position().stone(point).is_none();
            (is_open && turn.is_legal(point)).then_some(0.0)
        });
        for candidate in &seen {
            policy[candidate.point] = Some(weight(candidate.value) / sum);
        }
        FirstLook { seen, policy, pass: pass / sum }
    }

    /// What the model says of every point, best first, with what shapes have to say for it.
    fn predicted(&self, turn: &Turn<'_>, predicted: Vec<(Move, f64)>) -> FirstLook {
        let shapes = self.patterns.first_look(turn);
        let mut policy = Field::filled(turn.size(), None);
        let (mut seen, mut pass) = (Vec::new(), 0.0);
        for (mv, likely) in predicted {
            let Move::Place(point) = mv else {
                pass = likely;
                continue;
            };
            // The model does not know superko.
            if !turn.is_legal(point) {
                continue;
            }
            policy[point] = Some(likely);
            let shape = shapes.iter().find(|shape| shape.point == point);
            let reasons = shape.map_or(Vec::new(), |shape| shape.reasons.clone());
            seen.push(Candidate { point, value: likely, reasons });
        }
        FirstLook { seen, policy, pass }
    }

    /// The likeliest moves, each with what the board looks like after it; best first.
    fn look<'a>(
        &self,
        turn: &Turn<'_>,
        scope: &Scope,
        analysis: &Analysis,
        seen: &'a [Candidate],
    ) -> Result<Vec<Looked<'a>>, JudgeError> {
        let likeliest = likeliest(turn, scope, analysis, seen);
        let sign = f64::from(turn.color().sign());
        let mut looked = Vec::with_capacity(likeliest.len());
        for (mv, prior, shapes) in likeliest {
            let mut after = turn.position().clone();
            after.play_unchecked(mv);
            let asked = turn.question();
            let recent = asked.recent.after(mv);
            let question = Question { position: &after, is_over: false, recent, ..asked };
            let ownership = self.territory.ownership(&question)?;
            let black_lead = question.expected_black_lead(&ownership);
            let worth = sign * black_lead + TRUST * prior.max(1e-9).ln();
            looked.push(Looked { worth, mv, prior, shapes, ownership, black_lead });
        }
        looked.sort_by(|one, other| other.worth.total_cmp(&one.worth));
        Ok(looked)
    }

    /// What the moves come to beside the best.
    fn moves(
        &mut self,
        turn: &Turn<'_>,
        analysis: &Analysis,
        looked: Vec<Looked<'_>>,
    ) -> Vec<AnalysedMove> {
        let sign = f64::from(turn.color().sign());
        let size = turn.size();
        let best = looked.first().map_or(0.0, |best| best.worth);
        let best_lead = looked.first().map_or(0.0, |best| sign * best.black_lead);
        let share = |worth: f64| ((worth - best) / TRUST).exp();
        let all: f64 = looked.iter().map(|looked| share(looked.worth)).sum();
        let mut loss = 0.0_f64;
        let analysed = looked.into_iter().map(|looked| {
            let Looked { worth, mv, prior, shapes, ownership, black_lead } = looked;
            // No less than that of a better move, though the prior may have put it there.
            loss = loss.max(best_lead - sign * black_lead);
            AnalysedMove {
                mv,
                share: share(worth) / all,
                distribution: analysis.distribution.shifted(-sign * loss),
                loss,
                prior,
                line: self.line(turn.position(), mv),
                reasons: match mv {
                    Move::Place(point) => {
                        let gained =
                            |point: Point| sign * (ownership[point] - analysis.ownership[point]);
                        moves::of_gain(
                            turn.position(),
                            point,
                            shapes,
                            &Field::from_fn(size, gained),
                        )
                    }
                    Move::Pass => vec!["nothing is to be gained".to_string()],
                },
                ownership,
            }
        });
        analysed.collect()
    }

    /// The move, and how play may go on by rules of thumb.
    fn line(&mut self, position: &Position, first: Move) -> Vec<Move> {
        let mut position = position.clone();
        position.play_unchecked(first);
        let mut line = vec![first];
        while line.len() <= FORESIGHT {
            let Some(point) = self.thumb.best(&position) else { break };
            position.play_unchecked(Move::Place(point));
            line.push(Move::Place(point));
        }
        line
    }
}

/// What is seen of a turn at once.
struct FirstLook {
    seen: Vec<Candidate>,
    policy: Field<Option<f64>>,
    pass: f64,
}

/// A move with what is found one move later.
struct Looked<'a> {
    worth: f64,
    mv: Move,
    prior: f64,
    shapes: &'a [String],
    ownership: Field<f64>,
    black_lead: f64,
}

/// Where nothing is left to be played: what is as good as owned, and what nobody can ever lose.
fn settled(turn: &Turn<'_>, ownership: &Field<f64>) -> PointSet {
    let owned = ownership.iter().filter(|(_, owner)| owner.abs() > SETTLED);
    let mut settled: PointSet = owned.map(|(point, _)| point).collect();
    for color in Color::BOTH {
        let held = pass_alive(turn.position(), color, Suicide::Forbidden);
        settled |= held.stones | held.territory;
    }
    settled
}

/// The likeliest moves where moves are allowed, with the shapes they make; a pass if there are none.
fn likeliest<'a>(
    turn: &Turn<'_>,
    scope: &Scope,
    analysis: &Analysis,
    seen: &'a [Candidate],
) -> Vec<(Move, f64, &'a [String])> {
    let is_allowed = |point: Point| {
        !scope.avoided.contains(point)
            && scope.allowed.is_none_or(|allowed| allowed.contains(point))
    };
    let settled = settled(turn, &analysis.ownership);
    let prior = |point: Point| analysis.policy[point].unwrap_or_default();
    let best = seen.iter().map(|seen| seen.point).find(|&point| is_allowed(point));
    let least = LEAST_PRIOR * best.map_or(0.0, prior);
    let mut likeliest: Vec<(Move, f64, &[String])> = seen
        .iter()
        .filter(|seen| is_allowed(seen.point))
        // What is asked for by name is looked at however bad it is.
        .filter(|seen| {
            scope.allowed.is_some()
                || prior(seen.point) >= least
                    && !settled.contains(seen.point)
                    && !Effect::of(turn.position(), seen.point).is_self_atari()
        })
        .take(scope.most_moves.max(1))
        .map(|seen| (Move::Place(seen.point), prior(seen.point), &*seen.reasons))
        .collect();
    if likeliest.is_empty() {
        likeliest.push((Move::Pass, analysis.pass_policy, &[]));
    }
    likeliest
}
