//! Who reads a game.

use super::{Review, ReviewedMove, Standing};
use crate::analyst::{AnalysedMove, Analysis, Analyst, Scope};
use crate::player::Turn;
use crate::search::{Budget, RootMoves};
use aji_judge::explain::moves;
use aji_judge::judgement::{JudgeError, Question, Recent};
use aji_judge::score::FinalScore;
use aji_judge::winner::tempo::without_tempo;
use aji_judge::winner::{Predictor, TERRITORY};
use aji_rules::{Color, Game, HalfPoints, Position, Rules, Step};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

aji_rules::named! {
    /// How much is read of every position of a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
    pub enum Depth {
        /// One look, and no moves.
        Quick = "quick",
        /// Half of what a suggestion reads.
        #[default]
        Normal = "normal",
        /// Four times what a suggestion reads.
        Deep = "deep",
    }
    /// A word that is no depth.
    unknown UnknownDepth = "there is no depth `{0}`; there are {known}"
}

impl Depth {
    /// How many positions are looked at, given how many a suggestion looks at.
    fn visits(self, usual: u32) -> u32 {
        match self {
            Depth::Quick => 1,
            Depth::Normal => usual / 2,
            Depth::Deep => 4 * usual,
        }
    }
}

/// How many moves are told of each position.
const MOVES: usize = 6;

/// Is told how many positions are done, of how many, and says whether to go on; by several threads, so not always in order.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) -> bool + Sync);

/// Why there is no review.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReviewError {
    /// A position cannot be judged.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// Who was told of the progress did not want to go on.
    #[error("the review was stopped")]
    Stopped,
}

/// Reviews games; many may ask at a time.
#[derive(Clone, Debug)]
pub struct Reviewer {
    analyst: Analyst,
    depth: Depth,
    predictor: Option<Arc<Predictor>>,
}

/// A game that was reviewed, with what was read of it.
#[derive(Clone, Debug)]
pub struct GameReview {
    /// What each move did.
    pub review: Review,
    /// From before the first step to after the last, each with the last steps that led there.
    pub positions: Vec<(Game, Analysis)>,
    /// Black's chance at each: that of the score, unless a network tells it.
    pub chances: Vec<f64>,
    /// Who tells the chances: a network, or [`TERRITORY`] if they are those of the score.
    pub model: &'static str,
    /// How many positions were looked at for each.
    pub visits: u32,
    /// How the last position is counted.
    pub count: Option<FinalScore>,
}

impl Reviewer {
    /// By this analyst.
    pub fn new(analyst: Analyst, depth: Depth) -> Reviewer {
        Reviewer { analyst, depth, predictor: None }
    }

    /// With a network whose chances are told instead of the score's, where it knows the board.
    pub fn with_predictor(self, predictor: Arc<Predictor>) -> Reviewer {
        Reviewer { predictor: Some(predictor), ..self }
    }

    /// The same at another depth.
    pub fn at_depth(&self, depth: Depth) -> Reviewer {
        Reviewer { depth, ..self.clone() }
    }

    /// Reviews a game by these rules and this komi. The same on any number of threads.
    pub fn review(
        &self,
        game: &Game,
        rules: Rules,
        komi: HalfPoints,
        progress: Progress<'_>,
    ) -> Result<GameReview, ReviewError> {
        let positions: Vec<Position> = game.positions().collect();
        let done = AtomicUsize::new(0);
        let visits = self.depth.visits(self.analyst.usual_visits()).max(1);
        let scope = Scope {
            most_moves: if visits > 1 { MOVES } else { 0 },
            among: RootMoves::default(),
            budget: Some(Budget::Visits(visits)),
        };
        let look = |analyst: &mut Analyst, index: usize| {
            let before = game_at(game, &positions, index, rules, komi);
            // Stones put down ahead are often written as moves, one after the other.
            let turn = match game.steps().get(index) {
                Some(Step::Play(color, _)) => Turn::of_color(&before, *color),
                _ => Turn::of(&before),
            };
            let analysis = analyst.analyse(&turn, &scope)?;
            let wants_more = progress(done.fetch_add(1, Ordering::Relaxed) + 1, positions.len());
            if wants_more { Ok((before, analysis)) } else { Err(ReviewError::Stopped) }
        };
        let read = (0..positions.len()).into_par_iter();
        let read = read.map_init(|| self.analyst.clone(), look);
        let positions = read.collect::<Result<Vec<_>, ReviewError>>()?;
        let predicted = self.predicted(&positions);
        let model = match &self.predictor {
            Some(predictor) if predicted.is_some() => predictor.name(),
            _ => TERRITORY,
        };
        let of_scores = || positions.iter().map(|(_, analysis)| analysis.black_wins()).collect();
        let chances: Vec<f64> = predicted.unwrap_or_else(of_scores);
        let standings = positions.iter().zip(&chances).map(|((_, analysis), chance)| Standing {
            black_wins: *chance,
            black_lead: analysis.black_lead(),
            moves: analysis.moves.iter().map(|one| (one.mv, one.black_lead())).collect(),
        });
        let standings: Vec<Standing> = standings.collect();
        let review = Review::new(game.steps(), &standings).ok_or(JudgeError::NoNumbers)?;
        let count = match (positions.last(), self.analyst.scorer()) {
            (Some((last, _)), Some(scorer)) => Some(scorer.score(&Question::of(last))?),
            _ => None,
        };
        Ok(GameReview { review, positions, chances, model, visits, count })
    }

    /// What the network says of every position, less what it makes of having the move; `None` if it does not know one.
    fn predicted(&self, positions: &[(Game, Analysis)]) -> Option<Vec<f64>> {
        let predictor = self.predictor.as_ref()?;
        let says = |(game, _): &(Game, Analysis)| predictor.network_says(&Question::of(game));
        let chances: Vec<f64> = positions.par_iter().map(says).collect::<Option<_>>()?;
        let to_play: Vec<Color> =
            positions.iter().map(|(game, _)| game.position().to_play()).collect();
        Some(without_tempo(&to_play, &chances))
    }
}

/// The game at one of its positions, with the last steps that led there: judges see what was played last, and two
/// passes end a game.
fn game_at(
    game: &Game,
    positions: &[Position],
    index: usize,
    rules: Rules,
    komi: HalfPoints,
) -> Game {
    let begin = |position: &Position| {
        Game::from_position(position.clone(), rules).with_komi(komi).with_handicap(game.handicap())
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

impl GameReview {
    /// Whether chances are those of the scores, and not of a network that knows no leads.
    pub fn has_own_chances(&self) -> bool {
        self.model == TERRITORY
    }

    /// The move that a step of the game is, if it is one.
    pub fn move_at(&self, step: usize) -> Option<&ReviewedMove> {
        let moves = self.review.moves();
        moves.binary_search_by_key(&step, |own| own.step).ok().map(|at| &moves[at])
    }

    /// What should have been played instead of a mistake, if something better was found.
    pub fn better(&self, own: &ReviewedMove) -> Option<&AnalysedMove> {
        own.mistake()?;
        let (_, analysis) = self.positions.get(own.step)?;
        analysis.moves.first().filter(|best| best.mv != own.mv)
    }

    /// What a move did, in phrases: what it gave up beside the best or what was expected, or what it gained.
    pub fn reasons(&self, own: &ReviewedMove) -> Vec<String> {
        let (Some((game, before)), Some((_, after))) =
            (self.positions.get(own.step), self.positions.get(own.step + 1))
        else {
            return Vec::new();
        };
        let turn = Turn::of_color(game, own.color);
        match self.better(own) {
            Some(best) => moves::why_not(turn.position(), &best.ownership, &after.ownership),
            None if own.mistake().is_some() => {
                moves::why_not(turn.position(), &before.ownership, &after.ownership)
            }
            None => moves::beyond(turn.position(), &before.ownership, &after.ownership),
        }
    }
}
