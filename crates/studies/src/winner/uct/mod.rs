//! The search that the study leaves to the future: UCT, whose playouts are cut short as soon as a predictor of winners is
//! sure.
//!
//! A playout walks down the tree by UCB1, goes on at random, and all moves on the way learn who won. Superko is exact in
//! the tree; in the random part there is simple ko alone. Every search begins with nothing.

mod player;
pub mod playout;
mod tree;

pub use player::UctPlayer;
pub use playout::{Cut, CutSettings, PlayedOut};
pub use tree::TreeSettings;

use aji_judge::Dice;
use aji_judge::judgement::JudgeError;
use aji_play::search::Budget;
use aji_rules::fast::FastBoard;
use aji_rules::{Color, Game, Move, PointSet, Position, Step, scoring};
use std::cmp::Ordering;
use std::time::Instant;
use tree::Tree;

/// A move's replies are looked at when it was tried so often: most moves are tried once.
const EXPANDED_AFTER: u32 = 1;

/// How UCT searches.
#[derive(Clone, Debug, Default)]
pub struct Uct {
    /// How moves are chosen.
    pub tree: TreeSettings,
    /// Who cuts playouts short; without one all are played to the end.
    pub cut: Option<Cut>,
}

/// A move that was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// The move.
    pub mv: Move,
    /// How often.
    pub visits: u32,
    /// How often it won, of 1; `None` if it was not tried.
    pub rate: Option<f64>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct UctSearched {
    /// The moves, the one that was tried most first.
    pub moves: Vec<Tried>,
    /// How many playouts there were.
    pub playouts: u32,
    /// How many of them were cut.
    pub cut: u32,
    /// How many turns were taken at random in all.
    pub turns: u64,
    /// How often the predictor was asked.
    pub asked: u64,
}

impl Uct {
    /// Searches the position of a game with its side to move. With a number of playouts, the same dice find the same.
    pub fn run(
        &self,
        game: &Game,
        budget: Budget,
        dice: &mut Dice,
    ) -> Result<UctSearched, JudgeError> {
        let begin = Instant::now();
        let mut tree = Tree::new(self.tree);
        tree.expand(0, &replies(game, game.position(), &[], dice));
        let mut found = UctSearched { moves: Vec::new(), playouts: 0, cut: 0, turns: 0, asked: 0 };
        let is_over = |playouts: u32| match budget {
            Budget::Visits(most) => playouts >= most,
            // One at least, or there is nothing to choose by.
            Budget::Time(time) => playouts > 0 && begin.elapsed() >= time,
        };
        while !is_over(found.playouts) {
            let played = self.play_out(game, &mut tree, dice)?;
            found.playouts += 1;
            found.cut += u32::from(played.is_cut);
            found.turns += u64::from(played.turns);
            found.asked += u64::from(played.asked);
        }
        found.moves = tree
            .replies(0)
            .iter()
            .map(|node| Tried { mv: node.mv, visits: node.visits, rate: node.rate() })
            .collect();
        // Of equals who won more, and else who was looked at first.
        found.moves.sort_by(|one, other| {
            let by_rate = other.rate.partial_cmp(&one.rate).unwrap_or(Ordering::Equal);
            other.visits.cmp(&one.visits).then(by_rate)
        });
        Ok(found)
    }

    fn play_out(
        &self,
        game: &Game,
        tree: &mut Tree,
        dice: &mut Dice,
    ) -> Result<PlayedOut, JudgeError> {
        let mut position = game.position().clone();
        let mut passes = passes_at_the_end(game);
        let mut past: Vec<u64> = Vec::new();
        let mut way = vec![0];
        let mut at = 0;
        while passes < 2 || way.len() == 1 {
            let node = tree.node(at);
            if !node.is_expanded() && node.visits >= EXPANDED_AFTER {
                tree.expand(at, &replies(game, &position, &past, dice));
            }
            let Some(next) = tree.choose(at) else { break };
            let mv = tree.node(next).mv;
            let to_play = position.to_play();
            past.extend(game.rules().ko.repetition(position.stones_hash_after(mv), !to_play));
            position.play_unchecked(mv);
            passes = if mv == Move::Pass { passes + 1 } else { 0 };
            way.push(next);
            at = next;
        }
        let played = if passes >= 2 {
            counted(game, &position)
        } else {
            playout::play_out(game, &position, self.cut.as_ref(), dice)?
        };
        let won_by_last = match !position.to_play() {
            Color::Black => played.black_wins,
            Color::White => 1.0 - played.black_wins,
        };
        tree.add(&way, won_by_last);
        Ok(played)
    }
}

/// What may be played and fills no own eye, shuffled; then a pass, which is tried last.
fn replies(game: &Game, position: &Position, past: &[u64], dice: &mut Dice) -> Vec<Move> {
    let board = FastBoard::from(position);
    let to_play = position.to_play();
    let is_new = |mv: Move| {
        let hash = game.rules().ko.repetition(position.stones_hash_after(mv), !to_play);
        hash.is_none_or(|hash| !game.has_been(hash) && !past.contains(&hash))
    };
    let points = position.size().points().filter(|&point| board.is_playable(point));
    let mut moves: Vec<Move> = points.map(Move::Place).filter(|&mv| is_new(mv)).collect();
    for left in (1..moves.len()).rev() {
        moves.swap(left, dice.below(left as u32 + 1) as usize);
    }
    moves.push(Move::Pass);
    moves
}

/// Who wins when both have passed and all that stands lives.
fn counted(game: &Game, position: &Position) -> PlayedOut {
    let count = scoring::count(position, &PointSet::EMPTY, game.rules(), game.terms());
    let black_wins = match count.black_lead.halves().cmp(&0) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    };
    PlayedOut { black_wins, turns: 0, asked: 0, is_cut: false }
}

fn passes_at_the_end(game: &Game) -> u32 {
    let is_pass = |step: &&Step| matches!(step, Step::Play(_, Move::Pass));
    game.steps().iter().rev().take_while(is_pass).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::Library;
    use aji_judge::winner::Predictor;
    use aji_rules::testing::position;
    use aji_rules::{HalfPoints, RuleSet, Size};
    use std::sync::Arc;

    fn game(drawing: &str, komi_halves: i32) -> Game {
        Game::from_position(position(drawing), RuleSet::Chinese.into())
            .with_komi(HalfPoints::from_halves(komi_halves))
    }

    fn run(uct: &Uct, game: &Game, playouts: u32) -> UctSearched {
        uct.run(game, Budget::Visits(playouts), &mut Dice::new(5, 1)).unwrap()
    }

    fn cut(threshold: f64, every: u32) -> Uct {
        let predictor = Arc::new(Predictor::by_territory(&Library::built_in()).unwrap());
        let settings = CutSettings { every, threshold };
        Uct { cut: Some(Cut { predictor, settings }), ..Uct::default() }
    }

    #[test]
    fn the_visits_of_all_moves_are_all_playouts() {
        let game = Game::new(Size::NINE, RuleSet::Chinese.into());
        for uct in [Uct::default(), cut(0.8, 10)] {
            let found = run(&uct, &game, 300);
            assert_eq!(found.playouts, 300);
            assert_eq!(found.moves.iter().map(|tried| tried.visits).sum::<u32>(), 300);
            assert!(found.moves.is_sorted_by(|one, other| one.visits >= other.visits));
            // 81 points and a pass.
            assert_eq!(found.moves.len(), 82);
            assert!(found.cut <= 300);
        }
    }

    /// Both have one liberty left: who takes first wins.
    #[test]
    fn a_capture_that_wins_is_found() {
        let game = game("XXOOO XXOOO XXOOO XXOOO .XOO.", 1);
        let best = game.position().size().parse_point("E1").unwrap();
        for uct in [Uct::default(), cut(0.95, 10)] {
            let found = run(&uct, &game, 2_000);
            assert_eq!(found.moves[0].mv, Move::Place(best), "{:?}", &found.moves[..3]);
        }
    }

    #[test]
    fn the_same_dice_find_the_same() {
        let game = Game::new(Size::NINE, RuleSet::Chinese.into());
        for uct in [Uct::default(), cut(0.8, 15)] {
            let found = run(&uct, &game, 200);
            assert_eq!(run(&uct, &game, 200), found);
            let other = uct.run(&game, Budget::Visits(200), &mut Dice::new(6, 1)).unwrap();
            assert_ne!(other, found);
        }
    }

    #[test]
    fn who_is_never_sure_plays_to_the_end() {
        let game = Game::new(Size::NINE, RuleSet::Chinese.into());
        let (never, full) = (run(&cut(1.01, 15), &game, 200), run(&Uct::default(), &game, 200));
        assert!(never.asked > 200, "{}", never.asked);
        assert_eq!(never.cut, 0);
        assert_eq!(never, UctSearched { asked: never.asked, ..full.clone() });
        // Who is always sure never does.
        let always = run(&cut(0.0, 15), &game, 200);
        assert_eq!((always.cut, always.asked), (200, 200));
        assert_eq!(always.turns, 200 * 15);
        assert!(always.turns < full.turns / 3);
    }

    #[test]
    fn only_who_is_behind_goes_on_after_a_pass() {
        // Ten points each, and five are nobody's yet.
        for (komi_halves, is_white_ahead) in [(-1, false), (1, true)] {
            let mut game = game(".X.O. XX.OO .X.O. XX.OO .X.O.", komi_halves);
            game.play(Move::Pass).unwrap();
            let best = run(&Uct::default(), &game, 500).moves[0];
            if is_white_ahead {
                assert_eq!(best.rate, Some(1.0));
            } else {
                assert_ne!(best.mv, Move::Pass);
            }
        }
    }

    #[test]
    fn superko_is_kept_in_the_tree() {
        // White takes the ko, and both pass: to take back is no simple ko any more, but repeats the board.
        let mut game = Game::from_position(
            position(".XO.. X.XO. .XO.. ..... ....."),
            RuleSet::TrompTaylor.into(),
        );
        let point = |name: &str| game.position().size().parse_point(name).unwrap();
        let (ko, back) = (point("B4"), point("C4"));
        game.play(Move::Pass).unwrap();
        game.play(Move::Place(ko)).unwrap();
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        assert!(FastBoard::from(game.position()).is_playable(back));
        let found = run(&Uct::default(), &game, 200);
        assert!(found.moves.iter().all(|tried| tried.mv != Move::Place(back)));
    }

    #[test]
    fn time_ends_a_search_too() {
        let game = Game::new(Size::NINE, RuleSet::Chinese.into());
        let budget = Budget::Time(std::time::Duration::from_millis(20));
        let found = Uct::default().run(&game, budget, &mut Dice::new(1, 1)).unwrap();
        assert!(found.playouts >= 1);
    }
}
