//! Unconditional life against its definition: on small boards the enemy tries everything while the
//! owner passes, and what is never captured is alive.

mod common;

use aji_rules::fast::FastBoard;
use aji_rules::pass_alive::{pass_alive, unconditional};
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

/// Territory is where the enemy never gets stones that live, whatever it does while the owner passes.
#[test]
fn territory_is_where_the_enemy_never_lives() {
    let (mut held_points, mut open_points) = (0, 0);
    for number in 0..400 {
        let shapes = [(3, 3), (4, 3), (5, 3), (4, 4), (6, 3), (5, 4)];
        let (width, height) = shapes[number as usize % shapes.len()];
        let position = tattered(size(width, height), &mut dice("territory", number));
        for color in Color::BOTH {
            let held = unconditional(&position, color, Suicide::Forbidden);
            let empty = position.size().area() as u32
                - Color::BOTH.map(|color| position.stone_count()[color]).iter().sum::<u32>();
            if held.stones.is_empty() || empty > 9 {
                continue;
            }
            let lived = enemy_lives(&position, !color);
            let all: PointSet = position.size().points().collect();
            let plain = pass_alive(&position, color, Suicide::Forbidden);
            assert!(plain.territory.is_subset(&(held.territory | held.stones)), "{position:?}");
            let mut expected = PointSet::EMPTY;
            for region in (all - held.stones).components(position.size()) {
                if (region & lived).is_empty() {
                    let is_other = |&p: &aji_rules::Point| position.stone(p) != Some(color);
                    expected |= region.iter().filter(is_other).collect();
                }
            }
            assert_eq!(held.territory, expected, "{color}\n{position:?}");
            held_points += expected.len();
            open_points += (all - held.stones - expected).len();
        }
    }
    assert!(held_points > 300 && open_points > 100, "{held_points} held, {open_points} not");
}

/// Where a colour that moves alone can get stones that live for ever.
fn enemy_lives(position: &Position, color: Color) -> PointSet {
    let mut lived = PointSet::EMPTY;
    let mut seen = HashSet::from([position.stones()]);
    let mut todo = vec![position.clone()];
    while let Some(now) = todo.pop() {
        lived |= pass_alive(&now, color, Suicide::Forbidden).stones;
        let now = now.with_to_play(color);
        for point in now.legal_points(Suicide::Forbidden) {
            let mut next = now.clone();
            next.play(Move::Place(point), Suicide::Forbidden).expect("the point is legal");
            if seen.insert(next.stones()) {
                todo.push(next);
            }
        }
    }
    lived
}

/// The same on thousands of small boards, with rules of play that share nothing with ours: sets of
/// points are the bits of a number.
#[test]
fn thousands_of_small_boards() {
    let (mut alive, mut doomed) = (0, 0);
    for number in 0..4_000 {
        let shapes = [(3, 3), (4, 3), (5, 3), (4, 4), (5, 4)];
        let (width, height) = shapes[number as usize % shapes.len()];
        let position = tattered(size(width, height), &mut dice("small boards", number));
        let area = width * height;
        let stones = Color::BOTH.map(|color| bits(position.size(), &position, color));
        let empty = area as u32 - (stones[0] | stones[1]).count_ones();
        for (own, color) in Color::BOTH.into_iter().enumerate() {
            for suicide in [Suicide::Forbidden, Suicide::Allowed] {
                // The enemy's ways must be few enough to try.
                let most = if suicide == Suicide::Allowed { 5 } else { 9 };
                if empty > most || suicide == Suicide::Allowed && area > 12 {
                    continue;
                }
                let plain = Plain { width, height, suicide };
                let kept = plain.never_taken(stones[own], stones[1 - own]);
                let held = pass_alive(&position, color, suicide).stones;
                let held = held.iter().fold(0, |all, point| all | 1 << point.index());
                assert_eq!(kept, held, "{color}, suicide {suicide:?}\n{position:?}");
                alive += kept.count_ones();
                doomed += (stones[own] & !kept).count_ones();
            }
        }
    }
    assert!(alive > 2_000 && doomed > 2_000, "{alive} stones alive, {doomed} not");
}

fn bits(size: Size, position: &Position, color: Color) -> u32 {
    let own = size.points().filter(|&point| position.stone(point) == Some(color));
    own.fold(0, |all, point| all | 1 << point.index())
}

/// Rules of play on a board whose points are bits.
struct Plain {
    width: usize,
    height: usize,
    suicide: Suicide,
}

impl Plain {
    fn beside(&self, set: u32) -> u32 {
        let mut found = 0;
        for at in (0..self.width * self.height).filter(|at| set >> at & 1 == 1) {
            let (x, y) = (at % self.width, at / self.width);
            found |= u32::from(x > 0) << at >> 1 | u32::from(x + 1 < self.width) << (at + 1);
            if y > 0 {
                found |= 1 << (at - self.width);
            }
            if y + 1 < self.height {
                found |= 1 << (at + self.width);
            }
        }
        found
    }

    /// The stones of a set without a liberty, those with one taken off by growing from the liberties.
    fn breathless(&self, stones: u32, empty: u32) -> u32 {
        let mut breathing = self.beside(empty) & stones;
        loop {
            let more = breathing | self.beside(breathing) & stones;
            if more == breathing {
                return stones & !breathing;
            }
            breathing = more;
        }
    }

    /// The stones of `own` that stand whatever the enemy does alone.
    fn never_taken(&self, own: u32, enemy: u32) -> u32 {
        let all = (1 << (self.width * self.height)) - 1;
        let mut kept = own;
        let mut seen = HashSet::from([(own, enemy)]);
        let mut todo = vec![(own, enemy)];
        while let Some((own, enemy)) = todo.pop() {
            kept &= own;
            if kept == 0 {
                break;
            }
            let empty = all & !(own | enemy);
            for at in (0..self.width * self.height).filter(|at| empty >> at & 1 == 1) {
                let mut next = (own, enemy | 1 << at);
                next.0 &= !self.breathless(next.0, empty & !(1 << at));
                let lost = self.breathless(next.1, all & !(next.0 | next.1));
                let is_single = lost == 1 << at;
                if lost != 0 && (self.suicide == Suicide::Forbidden || is_single) {
                    continue;
                }
                next.1 &= !lost;
                if seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        kept
    }
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
