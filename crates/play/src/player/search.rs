//! Players by a judge's policy: at once, or reading ahead.

use super::eyes::is_own_eye;
use super::finishing::Finishing;
use super::resignation::{Despair, Standing};
use super::{Action, Candidate, Choice, MOST_CANDIDATES, Player, PlayerError, Resignation, Turn};
use crate::search::{Budget, RootMoves, Search, SearchSettings, Searched, SearchedMove};
use aji_judge::Dice;
use aji_judge::evaluate::{FromAllSides, Judge, Policy, Proofs, Proved};
use aji_judge::explain::{Effect, moves};
use aji_judge::judgement::JudgeError;
use aji_judge::library::{DEEP, Library, LibraryError};
use aji_rules::{Game, Move};
use std::sync::Arc;
use std::time::{Duration, Instant};

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

/// How much a player reads for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEffort {
    /// As much as the user said, whatever a clock says.
    Fixed(Budget),
    /// As much as the clock allows, and so many visits where there is none.
    ByClock(u32),
    /// So many visits, and fewer if the clock does not allow them.
    AtMost(u32),
}

/// The clock is looked at after so many visits.
const SLICE: u32 = 16;
/// The visits of a player who was told nothing, where there is no clock: a tenth of a second on 19x19.
pub const USUAL_VISITS: u32 = 100;

/// The player `search`: reads ahead by the deep network.
pub struct SearchPlayer {
    search: Search,
    effort: SearchEffort,
    finishing: Finishing,
    resignation: Resignation,
    despair: Despair,
}

impl SearchPlayer {
    /// With this effort a move.
    pub fn new(library: &Library, effort: SearchEffort) -> Result<SearchPlayer, LibraryError> {
        let deep = library.get(&DEEP)?;
        let proofs = Proofs::default();
        let in_tree = Proved::new(deep.clone(), proofs.clone());
        let at_root = Proved::new(FromAllSides(deep), proofs);
        let search = Search::new(Arc::new(in_tree), SearchSettings::default());
        Ok(SearchPlayer {
            search: search.with_root_judge(Arc::new(at_root)),
            effort,
            finishing: Finishing::new(library)?,
            resignation: Resignation::default(),
            despair: Despair::default(),
        })
    }

    /// Reads as much as is right in this turn.
    pub(super) fn read(&mut self, turn: &Turn<'_>) -> Result<Searched, JudgeError> {
        let game = turn.game_in_turn();
        match (self.effort, turn.time()) {
            (SearchEffort::Fixed(budget), _) => self.search.run(&game, budget),
            (SearchEffort::ByClock(_), Some(time)) => self.search.run(&game, Budget::Time(time)),
            (SearchEffort::ByClock(visits) | SearchEffort::AtMost(visits), None) => {
                self.search.run(&game, Budget::Visits(visits))
            }
            (SearchEffort::AtMost(visits), Some(time)) => self.read_within(&game, visits, time),
        }
    }

    fn read_within(
        &mut self,
        game: &Game,
        most: u32,
        time: Duration,
    ) -> Result<Searched, JudgeError> {
        let begin = Instant::now();
        let mut visits = 1;
        while visits < most && begin.elapsed() < time {
            self.search.read(game, &RootMoves::default(), Budget::Visits(visits))?;
            visits = most.min(visits + SLICE);
        }
        self.search.run(game, Budget::Visits(if begin.elapsed() < time { most } else { 1 }))
    }

    /// What to do besides playing on: resign, pass, or play where something is left. `wanted` is the move that would
    /// be played.
    pub(super) fn conclude(
        &mut self,
        turn: &Turn<'_>,
        searched: &Searched,
        wanted: Move,
    ) -> Result<Option<Choice>, JudgeError> {
        let game = turn.game_in_turn();
        let standing = standing(turn, searched);
        if self.despair.is_time(self.resignation, turn.game(), standing) {
            let reasons = vec![format!("{:.0} points behind", -standing.lead)];
            let action = Action::Resign;
            return Ok(Some(Choice { action, reasons, candidates: Vec::new() }));
        }
        let advice = self.finishing.advise(&mut self.search, &game, searched, wanted)?;
        let advice = advice.filter(|advice| is_sensible(turn, advice.mv));
        Ok(advice.map(|advice| Choice {
            action: Action::Play(advice.mv),
            reasons: vec![advice.reason.to_string()],
            candidates: Vec::new(),
        }))
    }
}

/// How the game stands for who is to move.
fn standing(turn: &Turn<'_>, searched: &Searched) -> Standing {
    let sign = f64::from(turn.color().sign());
    let black = searched.distribution.black_win_probability();
    Standing {
        chance: if sign > 0.0 { black } else { 1.0 - black },
        lead: sign * searched.distribution.mean(),
        open: searched.ownership.values().iter().map(|owner| 1.0 - owner.abs()).sum(),
    }
}

/// Whether somebody would play this: all but own eyes that save nothing, and what only the past forbids, of which a
/// search out of turn does not know.
pub(super) fn is_sensible(turn: &Turn<'_>, mv: Move) -> bool {
    let position = turn.position();
    match mv {
        Move::Pass => true,
        Move::Place(point) => {
            turn.is_legal(point)
                && (!is_own_eye(position, point, turn.color())
                    || Effect::of(position, point).saved > 0)
        }
    }
}

/// A move that was searched, with what was found of it, beside the others.
pub(super) fn tell(turn: &Turn<'_>, searched: &Searched, chosen: Option<&SearchedMove>) -> Choice {
    let (size, sign) = (turn.size(), f64::from(turn.color().sign()));
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
    let reasons = match chosen {
        Some(chosen) if chosen.visits == 0 => vec![moves::of_probability(chosen.prior)],
        Some(chosen) => words(chosen),
        None => vec!["nothing is to be gained".to_string()],
    };
    Choice {
        action: Action::Play(chosen.map_or(Move::Pass, |chosen| chosen.mv)),
        reasons,
        candidates: candidates.collect(),
    }
}

impl Player for SearchPlayer {
    fn forget(&mut self) {
        self.search.forget();
        self.despair = Despair::default();
    }

    fn set_resignation(&mut self, resignation: Resignation) {
        self.resignation = resignation;
    }

    fn choose(&mut self, turn: &Turn<'_>, _: &mut Dice) -> Result<Choice, PlayerError> {
        let searched = self.read(turn)?;
        let best = searched.moves.iter().find(|one| is_sensible(turn, one.mv));
        let wanted = best.map_or(Move::Pass, |best| best.mv);
        let concluded = self.conclude(turn, &searched, wanted)?;
        Ok(concluded.unwrap_or_else(|| tell(turn, &searched, best)))
    }
}
