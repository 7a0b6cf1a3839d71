//! Players by a judge's policy: at once, or reading ahead.

use super::{Action, Candidate, Choice, MOST_CANDIDATES, Player, PlayerError, Turn};
use crate::search::{Budget, Search, SearchSettings, SearchedMove};
use aji_judge::Dice;
use aji_judge::evaluate::{FromAllSides, Judge, Policy, Proofs, Proved};
use aji_judge::explain::moves;
use aji_judge::judgement::JudgeError;
use aji_judge::library::{DEEP, Library, LibraryError};
use aji_rules::{Game, Move};
use std::sync::Arc;

/// The player `deep`: the likeliest move by one look.
pub struct Likely(pub Arc<dyn Judge>);

impl Player for Likely {
    fn choose(&mut self, turn: &Turn<'_>, _: &mut Dice) -> Result<Choice, PlayerError> {
        let Some(Policy::Likely(policy)) = self.0.evaluate(&turn.question())?.policy else {
            return Err(JudgeError::NoNumbers.into());
        };
        let is_legal = |mv: &Move| match mv {
            Move::Place(point) => turn.is_legal(*point),
            Move::Pass => true,
        };
        let mut policy: Vec<_> = policy.into_iter().filter(|(mv, _)| is_legal(mv)).collect();
        policy.sort_by(|one, other| other.1.total_cmp(&one.1));
        let candidates = policy.iter().take(MOST_CANDIDATES).filter_map(|&(mv, value)| match mv {
            Move::Place(point) => {
                Some(Candidate { point, value, reasons: vec![moves::of_probability(value)] })
            }
            Move::Pass => None,
        });
        let (best, likely) = policy.first().copied().unwrap_or((Move::Pass, 1.0));
        Ok(Choice {
            action: Action::Play(best),
            reasons: vec![moves::of_probability(likely)],
            candidates: candidates.collect(),
        })
    }
}

/// The player `search`: reads ahead by the deep network.
pub struct SearchPlayer {
    search: Search,
    budget: Budget,
}

/// It gives up when it is behind by this share of the board's points and more...
const HOPELESS_LEAD: f64 = 0.1;
/// ...with a chance to win below this...
const HOPELESS_CHANCE: f64 = 0.01;
/// ...and after so many moves a point.
const EARLY: f64 = 0.4;

impl SearchPlayer {
    /// With this budget a move.
    pub fn new(library: &Library, budget: Budget) -> Result<SearchPlayer, LibraryError> {
        let deep = library.get(&DEEP)?;
        let proofs = Proofs::default();
        let in_tree = Proved::new(deep.clone(), proofs.clone());
        let at_root = Proved::new(FromAllSides(deep), proofs);
        let search = Search::new(Arc::new(in_tree), SearchSettings::default());
        Ok(SearchPlayer { search: search.with_root_judge(Arc::new(at_root)), budget })
    }
}

impl Player for SearchPlayer {
    fn forget(&mut self) {
        self.search.forget();
    }

    fn choose(&mut self, turn: &Turn<'_>, _: &mut Dice) -> Result<Choice, PlayerError> {
        // Out of turn there is no past that leads here.
        let out_of_turn;
        let game = if turn.color() == turn.game().position().to_play() {
            turn.game()
        } else {
            let Turn { game, position } = turn;
            out_of_turn = Game::from_position(position.clone().into_owned(), game.rules())
                .with_komi(game.komi())
                .with_handicap(game.handicap());
            &out_of_turn
        };
        let searched = self.search.run(game, self.budget)?;
        let size = turn.size();
        let sign = f64::from(turn.color().sign());
        let chance = searched.distribution.black_win_probability();
        let chance = if sign > 0.0 { chance } else { 1.0 - chance };
        let lead = sign * searched.distribution.mean();
        let area = size.area() as f64;
        let is_late = turn.game().steps().len() as f64 > EARLY * area;
        if is_late && chance < HOPELESS_CHANCE && lead < -HOPELESS_LEAD * area {
            let reasons = vec![format!("{:.0} points behind", -lead)];
            return Ok(Choice { action: Action::Resign, reasons, candidates: Vec::new() });
        }
        let words = |one: &SearchedMove| {
            let score = one.distribution.unwrap_or(searched.distribution);
            moves::of_reading(one.visits, sign * score.mean(), &one.moves(), size)
        };
        let candidates = searched.moves.iter().take(MOST_CANDIDATES).filter(|one| one.visits > 0);
        let candidates = candidates.filter_map(|one| match one.mv {
            Move::Place(point) => {
                let value = f64::from(one.visits) / f64::from(searched.visits.max(1));
                Some(Candidate { point, value, reasons: words(one) })
            }
            Move::Pass => None,
        });
        let best = searched.moves.first();
        Ok(Choice {
            action: Action::Play(best.map_or(Move::Pass, |best| best.mv)),
            reasons: best.map_or_else(Vec::new, words),
            candidates: candidates.collect(),
        })
    }
}
