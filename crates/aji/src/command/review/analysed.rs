//! Every position of a reviewed game, analysed: what there is to play and how play may go on. Scores are those of
//! the review, so that all that is written of a game has the same numbers.

use super::ReviewedGame;
use crate::answers::review::{Progress, Reviewed, Reviewer};
use aji_judge::judgement::{JudgeError, Recent, ScoreDistribution};
use aji_judge::score::FinalScore;
use aji_judge::winner::review::situations;
use aji_play::Turn;
use aji_play::analyst::{Analysis, Analyst, Scope};
use aji_rules::{Game, Position, Rules, Step};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many moves are looked at in each position.
const MOVES: usize = 5;

/// All that is written of a game.
pub struct AnalysedGame<'g> {
    pub game: &'g ReviewedGame,
    /// From before the first step to after the last, each with the last steps that led there.
    pub positions: Vec<(Game, Analysis)>,
    /// How the last position is counted.
    pub count: Option<FinalScore>,
}

impl AnalysedGame<'_> {
    /// Analyses a game that was reviewed. The same on any number of threads.
    pub fn new<'g>(
        reviewer: &Reviewer,
        reviewed: &'g ReviewedGame,
        progress: Progress<'_>,
    ) -> Result<AnalysedGame<'g>, JudgeError> {
        let (game, review) = (&reviewed.loaded.replay.game, &reviewed.reviewed);
        let positions: Vec<Position> = game.positions().collect();
        let done = AtomicUsize::new(0);
        let scope = Scope { most_moves: MOVES, ..Scope::default() };
        let look = |analyst: &mut Analyst, index: usize| {
            let game = game_at(game, &positions, index, review);
            let mut analysis = analyst.analyse(&Turn::of(&game), &scope)?;
            agree(&mut analysis, &review.scores[index]);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, positions.len());
            Ok((game, analysis))
        };
        let analysed = (0..positions.len()).into_par_iter();
        let analysed = analysed.map_init(|| reviewer.analyst(), look);
        let last = situations(game, review.conditions.komi).last();
        let count = last.map(|last| {
            reviewer.scorer().score(&last.question(Rules::from(review.conditions.rules)))
        });
        Ok(AnalysedGame {
            game: reviewed,
            positions: analysed.collect::<Result<_, JudgeError>>()?,
            count: count.transpose()?,
        })
    }
}

/// The game at one of its positions, with the last steps that led there: judges see what was played last, and two
/// passes end a game.
fn game_at(game: &Game, positions: &[Position], index: usize, reviewed: &Reviewed) -> Game {
    let begin = |position: &Position| {
        Game::from_position(position.clone(), Rules::from(reviewed.conditions.rules))
            .with_komi(reviewed.conditions.komi)
            .with_handicap(game.handicap())
    };
    let first = index.saturating_sub(Recent::MOST);
    let mut now = begin(&positions[first]);
    for step in &game.steps()[first..index] {
        let is_done = match step {
            Step::Play(color, mv) => now.play_as_forgiving_superko(*color, *mv).is_ok(),
            Step::SetUp(stones, to_play) => now.set_up(stones.clone(), *to_play).is_ok(),
        };
        // The rules that were asked for may forbid what was played.
        if !is_done {
            return begin(&positions[index]);
        }
    }
    now
}

/// Gives an analysis the score of the review; its moves keep what they lose beside the best.
fn agree(analysis: &mut Analysis, score: &ScoreDistribution) {
    analysis.shift(score.mean() - analysis.black_lead());
    for analysed in &mut analysis.moves {
        // What one evaluation holds against a move is no reason for it.
        analysed.reasons.retain(|reason| !reason.starts_with("is worth -"));
    }
}
