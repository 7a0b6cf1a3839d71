//! Laws of the search: visits add up, the same search has the same answer, nothing illegal is played, games end, memory
//! is bounded, and what is read out is found.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::evaluate::{Evaluation, Judge, Policy, Prospects};
use aji_judge::judgement::{JudgeError, Question, ScoreDistribution};
use aji_judge::library::DEEP;
use aji_judge::{Dice, Library};
use aji_play::search::{Budget, Search, SearchSettings, Searched};
use aji_rules::testing::{position, random_moves};
use aji_rules::{Color, Field, Game, Move, PointSet, RuleSet, Size};
use rayon::prelude::*;
use std::sync::Arc;

/// Counts the board as it stands and likes all moves equally.
#[derive(Debug)]
struct Count;

impl Judge for Count {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        let (position, size) = (question.position, question.position.size());
        let empty: PointSet =
            size.points().filter(|&point| position.stone(point).is_none()).collect();
        let mut ownership = Field::from_fn(size, |point| {
            position.stone(point).map_or(0.0, |color| f64::from(color.sign()))
        });
        for region in empty.components(size) {
            let around = region.beside(size);
            let touches = |color| around.iter().any(|point| position.stone(point) == Some(color));
            let owner = f64::from(u8::from(touches(Color::Black)))
                - f64::from(u8::from(touches(Color::White)));
            region.iter().for_each(|point| ownership[point] = owner);
        }
        let lead = question.expected_black_lead(&ownership);
        let mut moves: Vec<Move> =
            position.legal_points(question.rules.suicide).map(Move::Place).collect();
        moves.push(Move::Pass);
        let likely = 1.0 / moves.len() as f64;
        Ok(Evaluation {
            prospects: Prospects::Score(ScoreDistribution::logistic(lead, 5.0)),
            ownership: Some(ownership),
            policy: Some(Policy::Likely(moves.into_iter().map(|mv| (mv, likely)).collect())),
        })
    }
}

fn search(settings: SearchSettings) -> Search {
    Search::new(Arc::new(Count), settings)
}

fn game(size: Size, moves: usize, seed: u64) -> Game {
    let mut dice = Dice::new(seed, 0);
    let mut game = Game::new(size, RuleSet::TrompTaylor.into()).with_komi("0.5".parse().unwrap());
    for mv in random_moves(size, moves, |bound| dice.below(bound)) {
        // What repeats a position is left out.
        let _ = game.play(mv);
    }
    game
}

fn assert_visits_add_up(searched: &Searched) {
    let below: u32 = searched.moves.iter().map(|one| one.visits).sum();
    assert_eq!(searched.visits, below + 1);
}

#[test]
fn visits_add_up_and_equal_searches_have_equal_answers() {
    for seed in 0..5 {
        let game = game(Size::square(5).unwrap(), 8, seed);
        let run = || search(SearchSettings::default()).run(&game, Budget::Visits(300)).unwrap();
        let (one, other) = (run(), run());
        assert_eq!(one.visits, 300);
        assert_visits_add_up(&one);
        let told = |searched: &Searched| -> Vec<(Move, u32, Vec<Move>)> {
            searched.moves.iter().map(|one| (one.mv, one.visits, one.moves())).collect()
        };
        assert_eq!(told(&one), told(&other));
        assert_eq!(one.distribution, other.distribution);
        for searched in &one.moves {
            assert_eq!(searched.line[0], (searched.mv, searched.visits));
            let mut line = game.clone();
            searched.moves().into_iter().for_each(|mv| line.play(mv).unwrap());
        }
    }
}

/// Plays a game of the search against itself and says whether it ended. Nothing illegal is ever tried.
fn play(size: Size, rules: RuleSet, visits: u32, seed: u64) -> bool {
    let mut game = Game::new(size, rules.into()).with_komi("0.5".parse().unwrap());
    let mut search = search(SearchSettings::default());
    let mut dice = Dice::new(seed, 0);
    for _ in 0..40 * size.area() {
        if game.is_over() {
            return true;
        }
        let searched = search.run(&game, Budget::Visits(visits)).unwrap();
        let tried = searched.moves.iter().filter(|one| one.visits > 0);
        let tried: Vec<Move> = tried.map(|one| one.mv).collect();
        let to_play = game.position().to_play();
        assert!(tried.iter().all(|&mv| game.check(to_play, mv).is_ok()), "{rules} {seed}");
        // Sometimes another move, so that games differ.
        let second = tried.get(1).filter(|_| dice.below(4) == 0);
        game.play(*second.unwrap_or(&tried[0])).unwrap();
    }
    false
}

#[test]
fn ten_thousand_games_are_legal_and_end() {
    let kinds = [(2, 2), (3, 2), (3, 3), (4, 3), (5, 5)];
    (0..10_000_u64).into_par_iter().for_each(|seed| {
        let (width, height) = kinds[seed as usize % kinds.len()];
        let rules = [RuleSet::TrompTaylor, RuleSet::Aga, RuleSet::Japanese][seed as usize % 3];
        let ended = play(Size::new(width, height).unwrap(), rules, 10, seed);
        // Where only the last ko is forbidden, three kos can go on for ever.
        assert!(ended || rules == RuleSet::Japanese, "{rules} {seed}");
    });
}

#[test]
fn games_are_legal_and_end_where_more_is_read() {
    for rules in [RuleSet::TrompTaylor, RuleSet::Aga, RuleSet::Japanese] {
        let ended = play(Size::square(4).unwrap(), rules, 40, 2);
        assert!(ended || rules == RuleSet::Japanese, "{rules}");
    }
}

#[test]
fn a_full_tree_says_so() {
    let game = game(Size::NINE, 6, 1);
    for threads in [1, 8] {
        let settings = SearchSettings { most_nodes: 50, threads, ..SearchSettings::default() };
        let searched = search(settings).run(&game, Budget::Visits(1_000)).unwrap();
        assert!(searched.is_full && searched.visits == 50, "{threads}: {}", searched.visits);
        assert_visits_add_up(&searched);
    }
}

#[test]
fn what_was_read_is_kept_from_move_to_move() {
    let mut game = game(Size::square(7).unwrap(), 6, 3);
    let mut search = search(SearchSettings::default());
    let first = search.run(&game, Budget::Visits(500)).unwrap();
    let best = &first.moves[0];
    game.play(best.mv).unwrap();
    let kept = search.run(&game, Budget::Visits(1)).unwrap();
    assert_eq!(kept.visits, best.visits);
    let more = search.run(&game, Budget::Visits(best.visits + 100)).unwrap();
    assert_eq!(more.visits, best.visits + 100);
    assert_visits_add_up(&more);
    // Another game is another tree.
    let other = self::game(Size::square(7).unwrap(), 6, 4);
    assert_eq!(search.run(&other, Budget::Visits(10)).unwrap().visits, 10);
}

#[test]
fn the_end_of_a_game_is_read_anew_when_it_is_asked_about() {
    let mut game = game(Size::square(5).unwrap(), 20, 2);
    let mut search = search(SearchSettings::default());
    game.play(Move::Pass).unwrap();
    search.run(&game, Budget::Visits(200)).unwrap();
    game.play(Move::Pass).unwrap();
    let searched = search.run(&game, Budget::Visits(50)).unwrap();
    assert_visits_add_up(&searched);
    assert_eq!(searched.visits, 50);
}

#[test]
fn a_resignation_that_is_taken_back_is_forgotten() {
    let mut game = game(Size::square(5).unwrap(), 3, 2);
    let mut search = search(SearchSettings::default());
    game.resign(Color::Black);
    search.run(&game, Budget::Visits(10)).unwrap();
    assert!(game.undo());
    assert!(search.run(&game, Budget::Visits(10)).unwrap().moves.len() > 10);
}

#[test]
fn whoever_passes_first_takes_the_button() {
    // Each side has half of the board, and both are safe.
    let board = position("X.XOO. XXXO.O XXXOOO");
    let size = board.size();
    let lead = |rules: RuleSet| {
        let game = Game::from_position(board.clone(), rules.into());
        let searched = search(SearchSettings::default()).run(&game, Budget::Visits(3)).unwrap();
        let pass = searched.moves.iter().find(|one| one.mv == Move::Pass).unwrap();
        pass.distribution.map(|score| score.mean())
    };
    assert_eq!(size.area(), 18);
    let (without, with) = (lead(RuleSet::Aga).unwrap(), lead(RuleSet::AgaButton).unwrap());
    assert!((with - without - 0.5).abs() < 1e-6, "{without} {with}");
}

#[test]
fn many_threads_lose_nothing() {
    let settings = SearchSettings { threads: 8, ..SearchSettings::default() };
    for seed in 0..10 {
        let game = game(Size::square(5).unwrap(), 10, seed);
        let searched = search(settings).run(&game, Budget::Visits(2_000)).unwrap();
        // A playout that finds all positions taken gives its visit back.
        assert_eq!(searched.visits, 2_000);
        assert_visits_add_up(&searched);
    }
}

#[test]
fn more_visits_keep_a_win_that_is_read_out() {
    // Whoever moves takes the other's stones, and with them the board.
    let board = position("XX.. XOO. .OO. ....");
    let game = Game::from_position(board, RuleSet::TrompTaylor.into());
    for visits in [200, 400, 800, 1_600] {
        let searched = search(SearchSettings::default()).run(&game, Budget::Visits(visits));
        let searched = searched.unwrap();
        assert!(searched.moves[0].mv != Move::Pass);
    }
    // A stone that can only be taken at once.
    let board = position(".X.. XOX. .... ....");
    let game = Game::from_position(board, RuleSet::TrompTaylor.into());
    let take = Move::Place(game.position().size().parse_point("B2").unwrap());
    for visits in [100, 400, 1_600] {
        let searched =
            search(SearchSettings::default()).run(&game, Budget::Visits(visits)).unwrap();
        assert_eq!(searched.moves[0].mv, take, "{visits}");
        assert!(searched.distribution.mean() > 0.0);
    }
}

#[test]
fn the_smallest_boards_are_won_as_is_known() {
    // Whoever has the centre of 3x3 has the whole board.
    let size = Size::square(3).unwrap();
    let mut game = Game::new(size, RuleSet::TrompTaylor.into());
    game.play(Move::Place(size.parse_point("B2").unwrap())).unwrap();
    let leads = [500, 2_000, 8_000, 32_000].map(|visits| {
        let searched = search(SearchSettings::default()).run(&game, Budget::Visits(visits));
        searched.unwrap().distribution.mean()
    });
    // The more is read, the less does what is bad weigh in the mean.
    assert!(leads.is_sorted() && leads[3] > 3.0 && leads[3] <= 9.0, "{leads:?}");
    // On 2x2 Black wins by a point, however long it takes.
    let game = Game::new(Size::square(2).unwrap(), RuleSet::TrompTaylor.into());
    let searched = search(SearchSettings::default()).run(&game, Budget::Visits(8_000)).unwrap();
    assert!((0.0..2.5).contains(&searched.distribution.mean()), "{:?}", searched.distribution);
}

/// Whether the side to move wins with best play, by trying everything; `None` if that is too much.
fn wins(game: &Game, left: &mut u32) -> Option<bool> {
    *left = left.checked_sub(1)?;
    let color = game.position().to_play();
    if game.is_over() {
        let lead = game.count(&PointSet::EMPTY).black_lead;
        return Some(lead.halves() * color.sign() > 0);
    }
    for mv in legal(game) {
        let mut after = game.clone();
        after.play(mv).unwrap();
        if !wins(&after, left)? {
            return Some(true);
        }
    }
    Some(false)
}

/// A pass first: it often ends the matter.
fn legal(game: &Game) -> Vec<Move> {
    let (position, color) = (game.position(), game.position().to_play());
    let points = position.size().points().map(Move::Place);
    std::iter::once(Move::Pass).chain(points).filter(|&mv| game.check(color, mv).is_ok()).collect()
}

#[test]
fn proved_wins_are_kept_and_not_lost_by_more_visits() {
    // The longest lines are as long as all that is tried.
    let deep = std::thread::Builder::new().stack_size(64 << 20);
    deep.spawn(|| [3, 4, 5].map(keep_proved_wins)).unwrap().join().unwrap();
}

fn keep_proved_wins(side: usize) {
    let size = Size::square(side).unwrap();
    let mut proved = 0;
    for seed in 0..400 {
        let played = game(size, 2 * size.area(), seed);
        let game = Game::from_position(played.position().clone(), RuleSet::TrompTaylor.into())
            .with_komi("0.5".parse().unwrap());
        if wins(&game, &mut 3_000) != Some(true) {
            continue;
        }
        let keeps = |mv: Move| {
            let mut after = game.clone();
            after.play(mv).unwrap();
            wins(&after, &mut 3_000).map(|lost| !lost)
        };
        let found = [500, 2_000, 8_000].map(|visits| {
            let mut search = search(SearchSettings::default());
            keeps(search.run(&game, Budget::Visits(visits)).unwrap().moves[0].mv)
        });
        let [Some(few), Some(more), Some(most)] = found else { continue };
        assert!(most && few <= more, "{side} {seed}: {found:?}");
        proved += 1;
        if proved == 12 {
            return;
        }
    }
    panic!("only {proved} positions on {side} by {side} are proved");
}

#[test]
fn moves_that_are_mirror_images_are_tried_alike() {
    let size = Size::square(5).unwrap();
    let game = Game::new(size, RuleSet::TrompTaylor.into());
    let searched = search(SearchSettings::default()).run(&game, Budget::Visits(5_000)).unwrap();
    let visits = |vertex: &str| -> f64 {
        let mv = Move::Place(size.parse_point(vertex).unwrap());
        let found = searched.moves.iter().find(|one| one.mv == mv);
        f64::from(found.map_or(0, |one| one.visits))
    };
    for orbit in
        [&["A1", "A5", "E1", "E5"][..], &["B2", "B4", "D2", "D4"], &["C2", "B3", "D3", "C4"]]
    {
        let all: Vec<f64> = orbit.iter().map(|vertex| visits(vertex)).collect();
        let (least, most) = (
            all.iter().fold(f64::MAX, |a, b| a.min(*b)),
            all.iter().fold(0.0_f64, |a, b| a.max(*b)),
        );
        assert!(most <= 2.0 * least + 20.0, "{orbit:?}: {all:?}");
    }
}

#[test]
fn the_deep_network_opens_in_the_corner_and_looks_around() {
    let deep = Library::built_in().get(&DEEP).unwrap();
    let game = Game::new(Size::NINETEEN, RuleSet::Chinese.into()).with_komi("7.5".parse().unwrap());
    let searched =
        Search::new(deep, SearchSettings::default()).run(&game, Budget::Visits(50)).unwrap();
    let Move::Place(point) = searched.moves[0].mv else { panic!("a pass") };
    let (low, high) = Size::NINETEEN.lines(point);
    assert!((3..=4).contains(&low) && (3..=4).contains(&high), "{point:?}");
    assert!(searched.distribution.mean().abs() < 5.0);
}
