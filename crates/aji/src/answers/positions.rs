//! Every position of a reviewed game, analysed: what there is to play and how play may go on. Scores are those of
//! the review, so that all that is written of a game has the same numbers.

use super::review::{Progress, Reviewed};
use aji_judge::judgement::{JudgeError, Recent, ScoreDistribution};
use aji_play::Turn;
use aji_play::analyst::{Analysis, Analyst, Scope};
use aji_rules::{Game, Position, Rules, Step};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many moves are looked at in each position.
const MOVES: usize = 5;

/// What `tell` makes of each position, from before the first step to after the last, in their order. The same on
/// any number of threads.
pub fn analysed<T: Send>(
    analyst: &Analyst,
    game: &Game,
    reviewed: &Reviewed,
    progress: Progress<'_>,
    tell: impl Fn(usize, &Turn<'_>, &Analysis) -> T + Sync,
) -> Result<Vec<T>, JudgeError> {
    let positions: Vec<Position> = game.positions().collect();
    let done = AtomicUsize::new(0);
    let scope = Scope { most_moves: MOVES, ..Scope::default() };
    let look = |analyst: &mut Analyst, index: usize| -> Result<T, JudgeError> {
        let game = game_at(game, &positions, index, reviewed);
        let turn = Turn::of(&game);
        let mut analysis = analyst.analyse(&turn, &scope)?;
        agree(&mut analysis, &reviewed.scores[index]);
        let told = tell(index, &turn, &analysis);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, positions.len());
        Ok(told)
    };
    (0..positions.len()).into_par_iter().map_init(|| analyst.clone(), look).collect()
}

/// The game at one of its positions, with the last steps that led there: judges see what was played last, and two
/// passes end a game.
fn game_at(game: &Game, positions: &[Position], index: usize, reviewed: &Reviewed) -> Game {
    let begin = |position: &Position| {
        Game::from_position(position.clone(), Rules::from(reviewed.agreed.rules))
            .with_komi(reviewed.agreed.komi)
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
        // What a glance holds against a move is no reason for it.
        analysed.reasons.retain(|reason| !reason.starts_with("is worth -"));
    }
}
