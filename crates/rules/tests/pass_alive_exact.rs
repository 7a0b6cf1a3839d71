//! Unconditional life against its definition: on small boards the enemy tries everything while the
//! owner passes, and what is never captured is alive.

mod common;

use aji_rules::fast::FastBoard;
use aji_rules::pass_alive::pass_alive;
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, Move, PointSet, Position, Setup, Size};
use common::{Dice, RngExt, dice, size};
use std::collections::HashSet;

/// Columns, rows, boards tried.
const BOARDS: [(usize, usize, u64); 6] =
    [(1, 6, 40), (2, 4, 60), (3, 3, 80), (4, 3, 80), (5, 3, 50), (4, 4, 50)];

#[test]
fn what_lives_is_what_cannot_be_taken() {
    let (mut alive, mut doomed) = (0, 0);
    for (width, height, boards) in BOARDS {
        for number in 0..boards {
            let position = tattered(size(width, height), &mut dice("pass alive", number));
            let both = |suicide| Color::BOTH.map(|color| (color, suicide));
            for (color, suicide) in
                [Suicide::Forbidden, Suicide::Allowed].into_iter().flat_map(both)
            {
                // With suicide the enemy's ways on a larger board are too many to try.
                if suicide == Suicide::Allowed && width * height > 12 {
                    continue;
                }
                let kept = never_taken(&position, color, suicide);
                let held = pass_alive(&position, color, suicide);
                assert_eq!(held.stones, kept, "{color}, suicide {suicide:?}\n{position:?}");
                alive += kept.len();
                doomed += position.stone_count()[color] as usize - kept.len();
            }
        }
    }
    assert!(alive > 200 && doomed > 200, "{alive} stones alive, {doomed} not");
}

/// The end of a random game, some stones of which have been taken off again.
fn tattered(size: Size, dice: &mut Dice) -> Position {
    let mut board = FastBoard::new(size);
    let turns = dice.random_range(1..6 * size.area() as u32);
    board.play_out(turns, &mut |n| dice.random_range(0..n));
    let mut setup = Setup::with_stones(board.stones());
    for point in size.points() {
        if dice.random_range(0..12) == 0 {
            setup.stones[point] = None;
        }
    }
    Position::try_from(setup).expect("fewer stones have more liberties")
}

/// The stones of a colour that stand in every position the enemy can reach alone.
fn never_taken(position: &Position, color: Color, suicide: Suicide) -> PointSet {
    let size = position.size();
    let own = |position: &Position| -> PointSet {
        size.points().filter(|&point| position.stone(point) == Some(color)).collect()
    };
    let mut kept = own(position);
    let mut seen = HashSet::from([position.stones()]);
    let mut todo = vec![position.clone()];
    while let Some(now) = todo.pop() {
        kept = kept & own(&now);
        let enemy = now.with_to_play(!color);
        for point in enemy.legal_points(suicide) {
            let mut next = enemy.clone();
            let played = next.play(Move::Place(point), suicide);
            played.expect("the point is legal");
            if seen.insert(next.stones()) {
                todo.push(next);
            }
        }
    }
    kept
}
