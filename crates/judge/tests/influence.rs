//! Influence against plain versions of itself, against values worked out by hand, and under the laws
//! of symmetry.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::influence::distance::{STRENGTH, Stones};
use aji_judge::influence::potential::{ELEVATION, net_influence, potential_territory};
use aji_judge::influence::{Bouzy, Cross, Distance, Influence, Kind, Zobrist};
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::{Color, Diagram, Field, Point, Position, Setup, Size, Symmetry};
use proptest::prelude::*;
use std::collections::HashMap;

/// A board of any shape with stones strewn at any density; chains without liberties are taken off.
fn positions() -> impl Strategy<Value = Position> {
    let side = || 1..=25_usize;
    let shapes = prop_oneof![
        (side(), side()),
        side().prop_map(|side| (side, side)),
        side().prop_map(|side| (side, 1)),
        side().prop_map(|side| (1, side)),
        Just((19, 19)),
    ];
    (shapes, 0..=100_u32, any::<u64>()).prop_map(|((width, height), percent, seed)| {
        let mut dice = Dice::new(seed, 0);
        let mut setup = Setup::empty(Size::new(width, height).unwrap());
        for stone in setup.stones.values_mut() {
            if dice.below(100) < percent {
                *stone = Some(Color::BOTH[dice.below(2) as usize]);
            }
        }
        for point in setup.breathless().iter() {
            setup.stones[point] = None;
        }
        setup.try_into().unwrap()
    })
}

fn stones(position: &Position) -> impl Iterator<Item = (Point, Color)> {
    let all = position.size().points();
    all.filter_map(|point| position.stone(point).map(|color| (point, color)))
}

/// How far every point is from a stone, over empty points.
fn ways(position: &Position, stone: Point) -> HashMap<Point, usize> {
    let mut ways = HashMap::from([(stone, 0)]);
    let mut queue = vec![stone];
    let mut next = 0;
    while next < queue.len() {
        let here = queue[next];
        for &neighbour in position.size().neighbours(here) {
            if position.stone(neighbour).is_none() && !ways.contains_key(&neighbour) {
                ways.insert(neighbour, ways[&here] + 1);
                queue.push(neighbour);
            }
        }
        next += 1;
    }
    ways
}

fn strength(steps: usize, reach: usize) -> f64 {
    if steps > reach { 0.0 } else { 64.0 * (-((steps * steps) as f64) / 4.0).exp() }
}

fn plain_sum(position: &Position, reach: usize) -> Field<f64> {
    let mut field = Field::filled(position.size(), 0.0);
    for (stone, color) in stones(position) {
        for (point, steps) in ways(position, stone) {
            field[point] += f64::from(color.sign()) * strength(steps, reach);
        }
    }
    field
}

fn plain_nearest(position: &Position, reach: usize) -> Field<f64> {
    let all: Vec<_> = stones(position).map(|(at, color)| (color, ways(position, at))).collect();
    Field::from_fn(position.size(), |point| {
        let from = |color: Color| {
            let own = all.iter().filter(|(other, _)| *other == color);
            let nearest = own.filter_map(|(_, ways)| ways.get(&point)).min();
            nearest.map_or(0.0, |&steps| strength(steps, reach))
        };
        from(Color::Black) - from(Color::White)
    })
}

fn plain_cross(position: &Position, value: fn(usize, usize) -> i32) -> Field<f32> {
    let size = position.size();
    Field::from_fn(size, |point| {
        let (x, y) = size.xy(point);
        let given = stones(position).map(|(stone, color)| {
            let (at_x, at_y) = size.xy(stone);
            color.sign() * value(x.abs_diff(at_x), y.abs_diff(at_y))
        });
        given.sum::<i32>() as f32
    })
}

fn plain_zobrist(position: &Position, start: i32, rounds: u8) -> Field<f32> {
    let mut field = position.stones().map(|stone| stone.map_or(0, |color| start * color.sign()));
    for _ in 0..rounds {
        let before = field.clone();
        for (giver, value) in before.iter() {
            for &neighbour in position.size().neighbours(giver) {
                field[neighbour] += value.signum();
            }
        }
    }
    field.map(|&value| value as f32)
}

/// One colour at a time: White's turn is Black's on the negative board.
fn plain_bouzy(position: &Position, dilations: u8, erosions: u8) -> Field<f32> {
    let size = position.size();
    let mut field = position.stones().map(|stone| stone.map_or(0, |color| 128 * color.sign()));
    for round in 0..usize::from(dilations) + usize::from(erosions) {
        field = Field::from_fn(size, |point| {
            let dilate = |side: i32| {
                let around = size.neighbours(point).iter().map(|&n| side * field[n]);
                let open = side * field[point] >= 0 && around.clone().all(|value| value >= 0);
                if open { side * around.filter(|&value| value > 0).count() as i32 } else { 0 }
            };
            let erode = |side: i32| {
                let around = size.neighbours(point).iter().map(|&n| side * field[n]);
                let lost = around.filter(|&value| value <= 0).count() as i32;
                side * (side * field[point] - lost).max(0)
            };
            match field[point] {
                value if round < usize::from(dilations) => value + dilate(1) + dilate(-1),
                0 => 0,
                value => erode(value.signum()),
            }
        });
    }
    field.map(|&value| value as f32)
}

fn assert_close(found: &Field<f32>, expected: &Field<f64>) {
    for (point, &value) in found.iter() {
        let vertex = found.size().vertex(point);
        assert!((f64::from(value) - expected[point]).abs() < 1e-3, "{vertex} {value}");
    }
}

proptest! {
    #[test]
    fn distance_is_a_search_from_every_stone(position in positions(), reach in 0..=7_u8) {
        let distance = |stones, reach| Distance { stones, reach }.field(&position);
        let far = usize::from(reach);
        assert_close(&distance(Stones::All, reach), &plain_sum(&position, far));
        assert_close(&distance(Stones::Nearest, reach), &plain_nearest(&position, far));
        assert_close(&Kind::Distance.field(&position), &plain_sum(&position, 6));
        assert_close(&Kind::DistanceNearest.field(&position), &plain_nearest(&position, 6));
        prop_assert_eq!(distance(Stones::All, 200), distance(Stones::All, 7));
    }

    #[test]
    fn cross_is_a_sum_over_stones(position in positions()) {
        let diamond = |dx: usize, dy: usize| 10 - 2 * (dx + dy).min(5) as i32;
        let axes = |dx: usize, dy: usize| match (dx, dy) {
            (0, steps) | (steps, 0) => 10 - 2 * steps.min(5) as i32,
            _ => 0,
        };
        let connect = |dx: usize, dy: usize| match (dx, dy) {
            (1, 1) => 7,
            (1, 2) | (2, 1) => 5,
            _ => 10 - 2 * (dx + dy).min(5) as i32,
        };
        let geometric = |dx: usize, dy: usize| [10, 8, 6, 4, 3, 2].get(dx + dy).copied().unwrap_or(0);
        prop_assert_eq!(Kind::Cross.field(&position), plain_cross(&position, diamond));
        prop_assert_eq!(Kind::CrossAxes.field(&position), plain_cross(&position, axes));
        prop_assert_eq!(Kind::CrossConnect.field(&position), plain_cross(&position, connect));
        prop_assert_eq!(Kind::CrossGeometric.field(&position), plain_cross(&position, geometric));
        // The greatest table there can be: nothing overflows.
        let full = Cross::new("full", [[-128; 6]; 6]);
        let near = |dx: usize, dy: usize| if dx.max(dy) <= 5 { -128 } else { 0 };
        prop_assert_eq!(full.field(&position), plain_cross(&position, near));
    }

    #[test]
    fn zobrist_passes_signs(position in positions(), start in any::<u8>(), rounds in any::<u8>()) {
        prop_assert_eq!(Kind::Zobrist.field(&position), plain_zobrist(&position, 50, 4));
        let found = Zobrist { start, rounds }.field(&position);
        prop_assert_eq!(found, plain_zobrist(&position, start.into(), rounds));
    }

    #[test]
    fn bouzy_spreads_and_crumbles(
        position in positions(),
        dilations in any::<u8>(),
        erosions in any::<u8>(),
    ) {
        prop_assert_eq!(Kind::BouzyTerritory.field(&position), plain_bouzy(&position, 5, 21));
        prop_assert_eq!(Kind::BouzyMoyo.field(&position), plain_bouzy(&position, 5, 10));
        prop_assert_eq!(Kind::BouzyArea.field(&position), plain_bouzy(&position, 4, 0));
        let found = Bouzy { dilations, erosions }.field(&position);
        prop_assert_eq!(found, plain_bouzy(&position, dilations, erosions));
    }

    #[test]
    fn all_look_the_same_from_everywhere(position in positions()) {
        for kind in Kind::ALL {
            let field = kind.field(&position);
            for symmetry in Symmetry::ALL {
                prop_assert_eq!(kind.field(&position.turned(symmetry)), field.turned(symmetry));
            }
            let swapped = position.colors_swapped();
            let negative = kind.field(&swapped);
            prop_assert_eq!(&negative, &field.map(|&value| -value));
            prop_assert!((net_influence(&negative) + net_influence(&field)).abs() < 1e-6);
            let territory = potential_territory(&position, &field, ELEVATION);
            let theirs = potential_territory(&swapped, &negative, ELEVATION);
            prop_assert!((territory + theirs).abs() < 1e-6);
            prop_assert!(territory.abs() <= position.size().area() as f64);
        }
    }
}

/// A 19x19 board with one black stone.
fn lone(vertex: &str) -> Position {
    let mut setup = Setup::empty(Size::NINETEEN);
    setup.stones[Size::NINETEEN.parse_point(vertex).unwrap()] = Some(Color::Black);
    setup.try_into().unwrap()
}

fn drawn(rows: &str) -> Position {
    Setup::with_stones(rows.parse::<Diagram>().unwrap().stones).try_into().unwrap()
}

/// The values of a field in rows.
fn rows(field: &Field<f32>) -> Vec<Vec<f32>> {
    field.values().chunks(field.size().width()).map(<[f32]>::to_vec).collect()
}

#[test]
fn the_sums_of_lone_stones() {
    for (vertex, expected) in [
        ("A1", 267.96),
        ("C3", 532.23),
        ("D3", 541.58),
        ("D4", 550.93),
        ("D10", 552.51),
        ("K10", 554.10),
    ] {
        for kind in [Kind::Distance, Kind::DistanceNearest] {
            let sum = net_influence(&kind.field(&lone(vertex)));
            assert!((sum - expected).abs() < 0.02, "{kind} {vertex} {sum}");
        }
    }
    assert_eq!(net_influence(&Kind::Cross.field(&lone("K10"))), 170.0);
    // What falls off the board is lost: 10 + 2 * 8 + 3 * 6 + 4 * 4 + 5 * 2.
    assert_eq!(net_influence(&Kind::Cross.field(&lone("A1"))), 70.0);
}

#[test]
fn the_scales_of_influence_and_potential_territory_match() {
    for (vertex, influence, territory) in [("K10", 0.554, 0.544), ("D4", 0.551, 0.534)] {
        let position = lone(vertex);
        let field = Kind::Distance.field(&position);
        let found = net_influence(&field) / 1000.0;
        assert!((found - influence).abs() < 0.0006, "{vertex} {found}");
        let found = potential_territory(&position, &field, ELEVATION) / 50.0;
        assert!((found - territory).abs() < 0.0006, "{vertex} {found}");
    }
    let position = lone("K10");
    let steep = potential_territory(&position, &Kind::Distance.field(&position), STRENGTH[2]);
    assert!((steep / 50.0 - 0.33).abs() < 0.01, "{steep}");
}

#[test]
fn influence_flows_around_stones_and_stops_at_walls() {
    let (near, far) = (STRENGTH[1], STRENGTH[1] + STRENGTH[2]);
    let walled = drawn("X.O.\n.OO.");
    assert_eq!(
        rows(&Kind::Distance.field(&walled)),
        [[64.0, -near, -64.0, -far], [0.0, -64.0, -64.0, -far]]
    );
    assert_eq!(
        rows(&Kind::DistanceNearest.field(&walled)),
        [[64.0, 0.0, -64.0, -near], [0.0, -64.0, -64.0, -near]]
    );
    // Two columns away, but six steps around the wall.
    let around = rows(&Kind::DistanceNearest.field(&drawn("XO.\n.O.\n...")));
    assert_eq!(around[0][2], STRENGTH[6] - STRENGTH[1]);
}

#[test]
fn a_jump_dilated_twice_is_as_in_the_manual() {
    let field = Bouzy { dilations: 2, erosions: 0 }
        .field(&drawn(".......\n.......\n..X.X..\n.......\n......."));
    let (tip, flank) = ([0., 0., 1., 0., 1., 0., 0.], [0., 2., 2., 3., 2., 2., 0.]);
    assert_eq!(rows(&field), [tip, flank, [1., 2., 132., 4., 132., 2., 1.], flank, tip]);
}

#[test]
fn a_lone_stone_keeps_nothing_but_its_point() {
    for dilations in 1..=7 {
        let erosions = 1 + dilations * (dilations - 1);
        let field = Bouzy { dilations, erosions }.field(&lone("K10"));
        let kept = field.values().iter().filter(|&&value| value != 0.0).count();
        assert_eq!(kept, 1, "{dilations}/{erosions}");
    }
    // All within four steps, if nothing crumbles.
    let area = Kind::BouzyArea.field(&lone("K10"));
    assert_eq!(area.values().iter().filter(|&&value| value > 0.0).count(), 41);
}

#[test]
fn a_lone_stone_passes_its_sign_on_twice() {
    let field = Zobrist { start: 50, rounds: 2 }.field(&drawn(".....\n.....\n..X..\n....."));
    let flank = [0., 2., 2., 2., 0.];
    assert_eq!(rows(&field), [[0., 0., 1., 0., 0.], flank, [1., 2., 54., 2., 1.], flank]);
}
