//! What to play, and what each move is worth: the answer that analysis protocols carry.
//!
//! Every legal point gets a prior from rules of thumb. The likeliest are played out in thought and
//! the position after each is looked at; their order is made of both. Of the best move it is assumed
//! that the judgement of the position has it in mind, so it keeps what the judgement says; every
//! other move costs its player what it leaves less than the best.

use crate::player::{Effect, StaticPlayer, Turn};
use aji_judge::judgement::{Glance, JudgeError, Question};
use aji_judge::territory::Model;
use aji_judge::winner::{Predictor, PredictorName};
use aji_rules::{Color, Field, Move, Point, PointSet, Position};
use std::sync::Arc;

/// How many moves are looked at if nothing is said.
pub const MOVES: usize = 10;
/// How many moves of play are foreseen after each.
const FORESIGHT: usize = 4;
/// By so many points of [`StaticPlayer::values`] a move becomes e times as likely.
const WARMTH: f64 = 2.0;
/// What a move that is e times as likely is worth beside points of expected score.
const TRUST: f64 = 1.5;

/// What is asked of an analyst besides the turn.
#[derive(Clone, Debug)]
pub struct Scope {
    /// How many moves to look at.
    pub most_moves: usize,
    /// Where they may be; `None` is anywhere.
    pub allowed: Option<PointSet>,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope { most_moves: MOVES, allowed: None }
    }
}

/// A position and the moves in it. Chances and leads are Black's.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Who is to move.
    pub color: Color,
    /// How likely Black wins.
    pub black_wins: f64,
    /// Who said so.
    pub winner: PredictorName,
    /// Black's lead, komi and all.
    pub black_lead: f64,
    /// How far results scatter.
    pub standard_deviation: f64,
    /// How surely every point will be Black's (1) or White's (-1).
    pub ownership: Field<f64>,
    /// The best moves, best first.
    pub moves: Vec<AnalysedMove>,
    /// How likely each legal point is played, by rules of thumb; `None` where a move is illegal.
    pub policy: Field<Option<f64>>,
    /// How likely a pass is.
    pub pass_policy: f64,
}

impl Analysis {
    /// The position at a glance.
    pub fn glance(&self) -> Glance {
        Glance { ownership: self.ownership.clone(), black_lead: self.black_lead }
    }
}

/// A move that was looked at. Chances and leads are Black's.
#[derive(Clone, Debug)]
pub struct AnalysedMove {
    /// Where; a pass only if there is nothing else.
    pub mv: Move,
    /// How likely Black wins with it.
    pub black_wins: f64,
    /// Black's lead with it.
    pub black_lead: f64,
    /// What it costs its player beside the best move, in points; 0 for the best.
    pub loss: f64,
    /// How likely it is played, by rules of thumb.
    pub prior: f64,
    /// How surely every point is Black's (1) or White's (-1) after it.
    pub ownership: Field<f64>,
    /// The move and how play may go on.
    pub line: Vec<Move>,
    /// Why, in phrases.
    pub reasons: Vec<String>,
}

/// Analyses positions.
#[derive(Clone, Debug)]
pub struct Analyst {
    territory: Arc<Model>,
    winner: Option<Arc<Predictor>>,
    thumb: StaticPlayer,
}

impl Analyst {
    /// With a model of territory, and a network for the chance to win where it knows the board.
    pub fn new(territory: Arc<Model>, winner: Option<Arc<Predictor>>) -> Analyst {
        Analyst { territory, winner, thumb: StaticPlayer::default() }
    }

    /// Looks at a turn.
    pub fn analyse(&mut self, turn: &Turn<'_>, scope: &Scope) -> Result<Analysis, JudgeError> {
        let question = turn.question();
        let (glance, chance) = Glance::with_chance(&self.territory, &question)?;
        let network = self.winner.as_ref().and_then(|winner| {
            winner.network_says(&question).map(|chance| (chance, winner.name()))
        });
        let (black_wins, winner) = network.unwrap_or((chance.black_wins, PredictorName::Territory));
        let (policy, pass_policy) = self.policy(turn);
        let mut analysis = Analysis {
            color: turn.color(),
            black_wins,
            winner,
            black_lead: glance.black_lead,
            standard_deviation: chance.standard_deviation,
            ownership: glance.ownership,
            moves: Vec::new(),
            policy,
            pass_policy,
        };
        if scope.most_moves > 0 {
            analysis.moves = self.moves(turn, scope, &analysis)?;
        }
        Ok(analysis)
    }

    /// How likely each point is played, and a pass.
    fn policy(&mut self, turn: &Turn<'_>) -> (Field<Option<f64>>, f64) {
        let values = self.thumb.values(turn.position());
        let weight = |value: f32| (f64::from(value) / WARMTH).exp();
        let mut policy = Field::from_fn(turn.size(), |point| {
            let is_open = turn.position().stone(point).is_none();
            (is_open && turn.is_legal(point)).then(|| weight(values[point]))
        });
        let pass = weight(0.0);
        let sum: f64 = policy.values().iter().flatten().sum::<f64>() + pass;
        policy.values_mut().iter_mut().flatten().for_each(|weight| *weight /= sum);
        (policy, pass / sum)
    }

    fn moves(
        &mut self,
        turn: &Turn<'_>,
        scope: &Scope,
        analysis: &Analysis,
    ) -> Result<Vec<AnalysedMove>, JudgeError> {
        let likeliest = likeliest(turn, scope, analysis);
        let sign = f64::from(turn.color().sign());
        let mut looked = Vec::with_capacity(likeliest.len());
        for (mv, prior) in likeliest {
            let mut after = turn.position().clone();
            after.play_unchecked(mv);
            let question = Question { position: &after, is_over: false, ..turn.question() };
            let glance = Glance::of(&self.territory, &question)?;
            let worth = sign * glance.black_lead + TRUST * prior.ln();
            looked.push((worth, mv, prior, glance));
        }
        looked.sort_by(|one, other| other.0.total_cmp(&one.0));
        let best = looked.first().map_or(0.0, |best| best.0);
        // On the scale on which leads become chances, the best move's chance is the position's.
        let steepness = 1.7 / analysis.standard_deviation.max(0.5);
        let even = analysis.black_wins.clamp(1e-6, 1.0 - 1e-6);
        let odds = (even / (1.0 - even)).ln();
        let size = turn.size();
        let analysed = looked.into_iter().map(|(worth, mv, prior, glance)| {
            let loss = best - worth;
            AnalysedMove {
                mv,
                black_wins: 1.0 / (1.0 + (-(odds - sign * steepness * loss)).exp()),
                black_lead: analysis.black_lead - sign * loss,
                loss,
                prior,
                line: self.line(turn.position(), mv),
                reasons: match mv {
                    Move::Place(point) => {
                        let gained = |point: Point| {
                            sign * (glance.ownership[point] - analysis.ownership[point])
                        };
                        reasons(turn.position(), point, &Field::from_fn(size, gained))
                    }
                    Move::Pass => vec!["nothing is to be gained".to_string()],
                },
                ownership: glance.ownership,
            }
        });
        Ok(analysed.collect())
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

/// The likeliest moves where moves are allowed; a pass if there are none.
fn likeliest(turn: &Turn<'_>, scope: &Scope, analysis: &Analysis) -> Vec<(Move, f64)> {
    let is_allowed = |point: Point| scope.allowed.is_none_or(|allowed| allowed.contains(point));
    let mut open: Vec<(Move, f64)> = analysis
        .policy
        .iter()
        .filter_map(|(point, prior)| Some((point, (*prior)?)))
        // What rules of thumb find no better than a pass is no candidate.
        .filter(|&(point, prior)| is_allowed(point) && prior > analysis.pass_policy)
        .map(|(point, prior)| (Move::Place(point), prior))
        .collect();
    open.sort_by(|one, other| other.1.total_cmp(&one.1));
    let is_sound = |mv: &Move| match mv {
        Move::Place(point) => !Effect::of(turn.position(), *point).is_self_atari(),
        Move::Pass => true,
    };
    let mut likeliest: Vec<(Move, f64)> =
        open.into_iter().filter(|(mv, _)| is_sound(mv)).take(scope.most_moves).collect();
    if likeliest.is_empty() {
        likeliest.push((Move::Pass, analysis.pass_policy));
    }
    likeliest
}

/// Why a move is thought of, in phrases: what it does at once, and where points change hands.
fn reasons(position: &Position, point: Point, gained: &Field<f64>) -> Vec<String> {
    use aji_judge::judgement::Region;
    let size = position.size();
    let mut reasons = Effect::of(position, point).phrases();
    let mut regions: Vec<(Region, f64)> =
        Region::all(size).into_iter().map(|region| (region, 0.0)).collect();
    for (point, gained) in gained.iter() {
        let here = Region::of(size, point);
        if let Some(entry) = regions.iter_mut().find(|(region, _)| *region == here) {
            entry.1 += gained;
        }
    }
    let most = regions.iter().copied().max_by(|one, other| one.1.total_cmp(&other.1));
    if let Some((region, points)) = most.filter(|(_, points)| *points >= 0.5) {
        reasons.push(format!("gains {points:.1} points in the {}", region.name()));
    }
    let total: f64 = gained.values().iter().sum();
    reasons.push(format!("is worth {total:.1} points at a glance"));
    reasons
}
