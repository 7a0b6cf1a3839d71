//! One game of the network against itself.
//!
//! It depends on the network, on how it is played and on its dice alone. It begins with a few moves by lot and with komi
//! that makes it even. From there every move is searched, and every search is a lesson: the share of visits is the policy,
//! and the mean of many looks says more of lead and owners than one. In the end the board is counted by the scorer, who
//! does not learn and so cannot be talked into anything.

use super::curious::Curious;
use super::opening::{drawn, opening};
use crate::games::End;
use crate::teacher::{Lesson, TaughtGame};
use aji_judge::Dice;
use aji_judge::evaluate::Judge;
use aji_judge::judgement::Question;
use aji_judge::score::{FinalScore, Scorer};
use aji_play::arena::MatchSettings;
use aji_play::search::{Budget, Search, SearchSettings, Searched};
use aji_rules::{Color, Game, Move, Outcome, Size, Step};
use std::sync::Arc;

/// Moves are drawn by their visits to the power of one through this: at first, and in the end. What is between halves
/// with every so many moves as the board has lines.
const HEAT: f64 = 0.7;
const LEAST_HEAT: f64 = 0.15;
/// How far komi is from what is fair, typically, in shares of the board's side.
const UNFAIR: f64 = 0.15;

/// Who plays, and how.
#[derive(Clone)]
pub(super) struct Table {
    /// Who is asked of positions.
    pub judge: Arc<dyn Judge>,
    /// Who counts.
    pub scorer: Arc<Scorer>,
    /// So many visits a move.
    pub visits: u32,
}

impl Table {
    /// A search by this judge.
    pub(super) fn search(&self, judge: &Arc<dyn Judge>) -> Search {
        let most_nodes = 2 * self.visits as usize + 2;
        Search::new(judge.clone(), SearchSettings { most_nodes, ..SearchSettings::default() })
    }

    /// What a search finds of a game's position; `None` if the judge is at a loss.
    pub(super) fn searched(&self, search: &mut Search, game: &Game) -> Option<Searched> {
        search.run(game, Budget::Visits(self.visits)).ok()
    }

    /// One game with its lessons; `None` if it came to no end.
    pub(super) fn game(&self, size: Size, dice: &mut Dice) -> Option<(TaughtGame, Vec<Lesson>)> {
        let (rules, mut game) = opening(&*self.judge, size, UNFAIR, dice)?;
        let curious = Curious { judge: self.judge.clone(), seed: dice.bits() };
        let mut search = self.search(&self.judge).with_root_judge(Arc::new(curious));
        let begun = game.steps().len();
        let mut lessons = Vec::new();
        while !is_at_an_end(&game) {
            let searched = self.searched(&mut search, &game)?;
            lessons.extend(lesson(&game, &searched));
            let halved = (game.steps().len() - begun) as f64 / size.width() as f64;
            let heat = LEAST_HEAT + (HEAT - LEAST_HEAT) * (-halved).exp2();
            let visits = searched.moves.iter().map(|one| f64::from(one.visits).powf(1.0 / heat));
            let mv = searched.moves.get(drawn(&visits.collect::<Vec<_>>(), dice)?)?.mv;
            game.play(mv).ok()?;
        }
        // Whoever goes on for ever in a ko has nothing to teach.
        let score = game.is_over().then(|| self.counted(&game))??;
        let winner = Outcome::from_black_lead(score.black_lead).winner()?;
        let owner = |owner: &Option<Color>| owner.map_or(0, |color| color.sign() as i8);
        let step = |step: &Step| match step {
            Step::Play(_, mv) => Some(*mv),
            _ => None,
        };
        let game = TaughtGame {
            size,
            komi: game.komi(),
            rules,
            moves: game.steps().iter().map(step).collect::<Option<Box<[Move]>>>()?,
            is_held_back: false,
            ending: Some((winner, End::Counted(score.black_lead))),
            owners: Some(Arc::new(score.count.owner.map(owner))),
            line: 0,
        };
        (!lessons.is_empty()).then_some((game, lessons))
    }

    /// The board as it counts.
    pub(super) fn counted(&self, game: &Game) -> Option<FinalScore> {
        self.scorer.score(&Question::of(game)).ok()
    }
}

/// Whether nothing is played any more.
pub(super) fn is_at_an_end(game: &Game) -> bool {
    let most = MatchSettings::customary_most_moves(game.position().size());
    game.is_over() || game.steps().len() >= most as usize
}

/// What a search teaches of a position.
fn lesson(game: &Game, searched: &Searched) -> Option<Lesson> {
    let area = game.position().size().area();
    let total: u32 = searched.moves.iter().map(|one| one.visits).sum();
    let place = |mv: Move| match mv {
        Move::Place(point) => point.index(),
        Move::Pass => area,
    };
    let share = |visits: u32| f64::from(visits) / f64::from(total.max(1));
    let policy = searched.moves.iter().map(|one| (place(one.mv), share(one.visits)));
    let score = &searched.distribution;
    let owners = searched.ownership.values().iter().copied();
    let moves = game.steps().len() as u16;
    Lesson::new(moves, (score.black_win_probability(), score.mean()), owners, policy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::teacher::{game_line, of_lines};
    use aji_judge::library::{DEEP, Library};
    use aji_rules::RuleSet;

    #[test]
    fn games_are_counted_and_every_move_is_a_lesson() {
        let library = Library::built_in();
        let scorer = Arc::new(Scorer::of(&library).unwrap());
        let table = Table { judge: library.get(&DEEP).unwrap(), scorer, visits: 12 };
        let size = Size::square(5).unwrap();
        let mut checked = 0;
        for number in 0..6 {
            let (game, lessons) = table.game(size, &mut Dice::new(5, number)).unwrap();
            assert!(game.moves.ends_with(&[Move::Pass; 2]), "{game:?}");
            let first = game.moves.len() - lessons.len();
            assert!((2..=3).contains(&first), "{first}");
            for (index, lesson) in lessons.iter().enumerate() {
                assert_eq!(usize::from(lesson.moves), first + index);
                let total: f32 = lesson.policy().map(|(_, chance)| chance).sum();
                // Every share is rounded by half a thousandth at most.
                assert!((total - 1.0).abs() < 0.007, "{total}");
            }
            // What search expects before the last pass is what comes.
            let Some((winner, End::Counted(lead))) = game.ending else { panic!("{game:?}") };
            assert_eq!(winner.sign(), lead.halves().signum());
            let owners = game.owners.as_ref().unwrap();
            let held: i32 = owners.values().iter().map(|&owner| i32::from(owner)).sum();
            if game.rules == RuleSet::Chinese {
                assert_eq!(2 * held - game.komi.halves(), lead.halves(), "{game:?}");
                checked += 1;
            }
            let line = game_line(&game, &lessons).unwrap();
            let read = of_lines([(7, line.as_str())].into_iter());
            assert_eq!(read.games, [TaughtGame { line: 7, ..game }]);
            assert_eq!(read.lessons, lessons);
        }
        assert!(checked > 1);
    }
}
