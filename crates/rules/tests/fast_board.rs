//! The fast board against the careful one.

mod common;

use aji_rules::fast::FastBoard;
use aji_rules::ruleset::Suicide;
use aji_rules::scoring::{self, Terms};
use aji_rules::{ByColor, Color, Move, Point, PointSet, Position, RuleSet, Setup, Size};
use common::{Dice, RngExt, dice, position, size};
use std::collections::BTreeMap;

/// Columns, rows, games.
const BOARDS: [(usize, usize, u64); 16] = [
    (1, 1, 1),
    (1, 2, 24),
    (1, 7, 60),
    (7, 1, 60),
    (2, 2, 60),
    (2, 5, 120),
    (3, 3, 240),
    (4, 3, 240),
    (5, 5, 240),
    (6, 8, 120),
    (9, 9, 120),
    (13, 13, 24),
    (19, 19, 12),
    (25, 2, 24),
    (25, 24, 6),
    (25, 25, 6),
];

#[test]
fn plays_like_a_position_that_fills_no_eyes() {
    for (width, height, games) in BOARDS {
        for number in 0..games {
            play_along(size(width, height), &mut dice("fast board", number));
        }
    }
}

/// Plays a random game on a position, on a fast board from the start, and on one made midway.
fn play_along(size: Size, dice: &mut Dice) {
    let mut position = Position::empty(size);
    let mut from_start = FastBoard::new(size);
    let mut midway = FastBoard::from(&position);
    let mut passes = 0;
    for _ in 0..4 * size.area() {
        let playable = playable(&position);
        for board in [&mut from_start, &mut midway] {
            assert_eq!(board.stones(), position.stones());
            assert_eq!(board.to_play(), position.to_play());
            let found: PointSet = size.points().filter(|&p| board.is_playable(p)).collect();
            assert_eq!(found, playable, "{position:?}");
            assert!(board.owners().eq(size.points().map(|p| board.owner(p))));
        }
        assert_eq!(from_start.is_over(), passes == 2);
        if passes == 2 {
            return;
        }
        // Mostly a move of the board's own choice, sometimes a pass out of the blue.
        let mv = match dice.random_range(0..40) {
            0 => {
                from_start.play(Move::Pass);
                Move::Pass
            }
            _ => from_start.play_random(&mut |n| dice.random_range(0..n)),
        };
        midway.play(mv);
        let played = position.play(mv, Suicide::Forbidden);
        played.expect("the fast board plays legal moves");
        passes = if mv == Move::Pass { passes + 1 } else { 0 };
        if dice.random_range(0..10) == 0 {
            midway = FastBoard::from(&position);
        }
    }
}

#[test]
fn either_side_may_be_made_to_begin() {
    let board = FastBoard::from(&position(".XO. X.XO .XO. ...."));
    for color in Color::BOTH {
        let mut passed = board.clone();
        passed.play(Move::Pass);
        passed.play(Move::Pass);
        let begun = passed.with_to_play(color);
        assert_eq!((begun.to_play(), begun.is_over()), (color, false));
        assert_eq!(begun.stones(), board.stones());
    }
}

/// Where the side to move may play under simple ko without suicide, its own eyes aside.
fn playable(position: &Position) -> PointSet {
    let legal = position.legal_points(Suicide::Forbidden);
    legal.filter(|&point| !is_own_eye(position, point)).collect()
}

/// An eye has friends on all sides. In the middle of the board one diagonal may be the enemy's, at
/// the edge none.
fn is_own_eye(position: &Position, point: Point) -> bool {
    let (x, y) = position.size().xy(point);
    // `None` outside of the board.
    let look = |dx: isize, dy: isize| -> Option<Option<Color>> {
        let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
        Some(position.stone(position.size().point(x, y)?))
    };
    let is_friend = |stone| stone == Some(position.to_play());
    let sides = [look(1, 0), look(-1, 0), look(0, 1), look(0, -1)];
    let corners = [look(1, 1), look(1, -1), look(-1, 1), look(-1, -1)];
    let at_edge = corners.contains(&None);
    let enemies = corners.into_iter().flatten().flatten().filter(|&c| c != position.to_play());
    sides.into_iter().flatten().all(is_friend) && enemies.count() < if at_edge { 1 } else { 2 }
}

#[test]
fn random_play_chooses_fairly() {
    // A drawing and the number of points where Black may play.
    let cases = [
        ("..... ..... ..... ..... .....", 25),
        // Three eyes and suicide in the lower right are refused, the capture at B1 is not.
        (".X.XO XXXXO .XOOO XXO.O O.OOO", 1),
        // Three eyes are refused.
        (".X.X. XXXX. .XOO. XXO.O ..O..", 8),
        // Seven times suicide is refused.
        ("O.O.O .O.O. O.O.O .O.O. X...X", 6),
    ];
    for (number, (drawing, expected)) in cases.into_iter().enumerate() {
        let position = position(drawing);
        assert_eq!(playable(&position).len(), expected, "{position:?}");
        check_fairness(
            &FastBoard::from(&position),
            &playable(&position),
            &mut dice("fair", number as u64),
        );
    }
}

#[test]
fn random_play_chooses_fairly_after_stones_came_and_went() {
    // Moves, captures and refusals leave the board's list of empty points in disorder.
    for number in 0..8 {
        let mut dice = dice("fair later", number);
        let mut board = FastBoard::new(size(5, 5));
        let mut position = Position::empty(size(5, 5));
        while position.captures() == ByColor::default() || playable(&position).len() < 2 {
            let mv = board.play_random(&mut |n| dice.random_range(0..n));
            let played = position.play(mv, Suicide::Forbidden);
            played.expect("the fast board plays legal moves");
        }
        check_fairness(&board, &playable(&position), &mut dice);
    }
}

/// Chi-square of 10,000 draws against an even spread, four standard deviations allowed.
fn check_fairness(board: &FastBoard, playable: &PointSet, dice: &mut Dice) {
    const DRAWS: u32 = 10_000;
    let mut drawn = BTreeMap::<Point, u32>::new();
    for _ in 0..DRAWS {
        match board.clone().play_random(&mut |n| dice.random_range(0..n)) {
            Move::Place(point) => *drawn.entry(point).or_default() += 1,
            Move::Pass => panic!("passed although {} points are playable", playable.len()),
        }
    }
    assert_eq!(drawn.keys().copied().collect::<PointSet>(), *playable);
    let mean = f64::from(DRAWS) / playable.len() as f64;
    let misses = drawn.values().map(|&count| (f64::from(count) - mean).powi(2));
    let chi_square = misses.sum::<f64>() / mean;
    let freedom = playable.len() as f64 - 1.0;
    let limit = freedom + 4.0 * (2.0 * freedom).sqrt();
    assert!(chi_square <= limit, "chi-square {chi_square:.1} of {freedom}: {drawn:?}");
}

#[test]
fn games_end_and_are_counted_by_area() {
    for (width, height, games) in BOARDS {
        let size = size(width, height);
        let mut ended = 0;
        for number in 0..games {
            let mut dice = dice("play out", number);
            let mut board = FastBoard::new(size);
            let limit = 10 * size.area() as u32;
            let playout = board.play_out(limit, &mut |n| dice.random_range(0..n));
            assert!(playout.turns <= limit);
            if !board.is_over() {
                assert_eq!(playout.turns, limit);
                continue;
            }
            ended += 1;
            let last = Position::try_from(Setup::with_stones(board.stones()));
            let last = last.expect("a random game ends in a legal position");
            let rules = RuleSet::TrompTaylor.into();
            let count = scoring::count(&last, &PointSet::EMPTY, rules, Terms::default());
            assert_eq!(2 * playout.black_lead, count.black_lead.halves(), "{last:?}");
            assert_eq!(board.black_lead(), playout.black_lead);
        }
        assert!(2 * ended >= games, "only {ended} of {games} games on {size} ended");
    }
}
