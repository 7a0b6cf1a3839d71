//! Laws of corners, and a second opinion on reading them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::Library;
use aji_judge::life::bits::{each, xy};
use aji_judge::life::corner::{CornerModel, CornerNetwork, Room, find};
use aji_judge::life::node::Goal;
use aji_judge::life::reader::{Reader, Search};
use aji_judge::life::{Corner, Side, SmallBoard, Stones};
use aji_rules::pass_alive::pass_alive;
use aji_rules::ruleset::Suicide;
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::{Color, Field, Move, Point, PointSet, Position, Setup, Size, Symmetry};
use proptest::prelude::*;
use std::collections::HashMap;

/// Eye spaces to play in.
const STARTS: [&str; 6] = [
    "......XO ......XO XXXXXXXO OOOOOOOO",
    "....XO ....XO ....XO XXXXXO OOOOOO",
    "...XO ...XO ...XO XXXXO OOOOO",
    ".....XO .....XO ..XXXXO XXXOOOO OOO",
    "..XXO ...XXO X...XO XX..XO OXXXXO OOOOOO",
    "..X..XO .X.O.XO X..X.XO .XX.XXO X..XXOO XXXXO OOOOO",
];

/// A corner after random play, with at most so many empty points.
fn random_corner(seed: u64, most_empty: u32) -> Option<Corner> {
    let mut dice = Dice::new(seed, 0);
    let start: Corner = STARTS[dice.below(STARTS.len() as u32) as usize].parse().ok()?;
    let (board, mut stones) = start.board();
    for _ in 0..60 {
        let empty = board.empty(stones);
        if empty.count_ones() <= most_empty {
            break;
        }
        let point = each(empty).nth(dice.below(empty.count_ones()) as usize)?;
        let side = if dice.below(2) == 0 { Side::Defender } else { Side::Attacker };
        if let Some(played) = board.play(stones, side, point) {
            stones = played.stones;
        }
    }
    let corner = Corner::new(stones.defender, stones.attacker | start.wall()).ok()?;
    (corner.inside().count_ones() <= most_empty && corner.is_told_by_scan()).then_some(corner)
}

/// The corner on a board.
fn on_board(corner: &Corner) -> Position {
    let size = Size::NINETEEN;
    let mut stones = Field::filled(size, None);
    for (color, bits) in [(Color::Black, corner.defender()), (Color::White, corner.attacker())] {
        for bit in each(bits) {
            let (x, y) = xy(bit);
            stones[size.point(x, y).unwrap()] = Some(color);
        }
    }
    Position::try_from(Setup::with_stones(stones)).unwrap()
}

/// A small board after random play.
fn random_position(seed: u64) -> Position {
    let mut dice = Dice::new(seed, 1);
    let mut side = || 2 + dice.below(7) as usize;
    let mut position = Position::empty(Size::new(side(), side()).unwrap());
    for _ in 0..dice.below(100) {
        let legal: Vec<Point> = position.legal_points(Suicide::Forbidden).collect();
        let Some(&point) = legal.get(dice.below(legal.len().max(1) as u32) as usize) else { break };
        position.play_unchecked(Move::Place(point));
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn rows_tell_all_of_a_corner(seed in any::<u64>()) {
        let Some(corner) = random_corner(seed, 12) else { return Ok(()) };
        prop_assert_eq!(corner.rows().join(" ").parse::<Corner>(), Ok(corner));
        let turned = corner.transposed();
        prop_assert_eq!(turned.rows().join("\n").parse::<Corner>(), Ok(turned));
        prop_assert_eq!(corner.fingerprint(), turned.fingerprint());
    }

    #[test]
    fn a_turned_board_has_the_same_corners(seed in any::<u64>()) {
        let Some(corner) = random_corner(seed, 12) else { return Ok(()) };
        let plain = on_board(&corner);
        let expected: Vec<Corner> = find(&plain).iter().map(|f| f.corner.canonical()).collect();
        for turn in Symmetry::ALL {
            for swapped in [false, true] {
                let turned = plain.turned(turn);
                let turned = if swapped { turned.colors_swapped() } else { turned };
                let found = find(&turned);
                let mut canonical: Vec<Corner> = found.iter().map(|f| f.corner.canonical()).collect();
                let mut expected = expected.clone();
                canonical.sort();
                expected.sort();
                prop_assert_eq!(canonical, expected);
            }
        }
    }

    /// The rules of the window are those of the board, and so is life that needs no answer.
    #[test]
    fn play_inside_is_play_on_a_board(seed in any::<u64>()) {
        let Some(corner) = random_corner(seed, 12) else { return Ok(()) };
        let (board, stones) = corner.board();
        let plain = on_board(&corner);
        let size = plain.size();
        let at = |bit: u64| {
            let (x, y) = xy(bit);
            size.point(x, y).unwrap()
        };
        let points = |bits: u64| each(bits).map(at).collect::<PointSet>();
        let held = pass_alive(&plain, Color::Black, Suicide::Forbidden);
        prop_assert_eq!(points(board.alive(stones)), held.stones);
        for (side, color) in [(Side::Defender, Color::Black), (Side::Attacker, Color::White)] {
            for bit in each(board.empty(stones)) {
                let mut position = plain.clone().with_to_play(color);
                let legal = position.play(Move::Place(at(bit)), Suicide::Forbidden).is_ok();
                let played = board.play(stones, side, bit);
                prop_assert_eq!(played.is_some(), legal);
                let Some(played) = played else { continue };
                let stones = |color| {
                    size.points().filter(|&point| position.stone(point) == Some(color)).collect::<PointSet>()
                };
                prop_assert_eq!(points(played.stones.defender), stones(Color::Black));
                prop_assert_eq!(points(played.stones.attacker | corner.wall()), stones(Color::White));
                prop_assert_eq!(points(played.ko), position.ko().into_iter().collect::<PointSet>());
            }
        }
    }

    /// So are the rules of any small board, whether a chain is many points of it or one.
    #[test]
    fn play_on_a_small_board_is_play_on_a_board(seed in any::<u64>(), whole_chains in any::<bool>()) {
        let position = random_position(seed);
        let size = position.size();
        let chains: Vec<PointSet> = position.chains().map(|chain| chain.stones().collect()).collect();
        let chains = if whole_chains { chains } else { Vec::new() };
        let is_single = |point: &Point| !chains.iter().any(|chain| chain.contains(*point));
        let points: Vec<Point> = size.points().filter(is_single).collect();
        let places: Vec<PointSet> =
            points.iter().map(|&point| PointSet::from_iter([point])).chain(chains.clone()).collect();
        let on_board = |bits: u64| {
            each(bits).fold(PointSet::EMPTY, |all, bit| all | places[bit.trailing_zeros() as usize])
        };
        let stones_of = |position: &Position, color| {
            size.points().filter(|&point| position.stone(point) == Some(color)).collect::<PointSet>()
        };
        let nothing_outside = |_| (false, false);
        let board = SmallBoard::with_chains(&position, points, &chains, nothing_outside).unwrap();
        let of = |color| {
            let is_own = |at: &usize| places[*at].is_subset(&stones_of(&position, color));
            (0..places.len()).filter(is_own).fold(0, |all, at| all | 1 << at)
        };
        let stones = Stones { defender: of(Color::Black), attacker: of(Color::White) };
        for (side, color) in [(Side::Defender, Color::Black), (Side::Attacker, Color::White)] {
            for bit in each(board.empty(stones)) {
                let at = on_board(bit).iter().next().unwrap();
                // Nobody is kept from retaking a ko here.
                let mut after = position.clone().with_to_play(!position.to_play()).with_to_play(color);
                let legal = after.play(Move::Place(at), Suicide::Forbidden).is_ok();
                let played = board.play(stones, side, bit);
                prop_assert_eq!(played.is_some(), legal);
                let Some(played) = played else { continue };
                prop_assert_eq!(on_board(played.stones.defender), stones_of(&after, Color::Black));
                prop_assert_eq!(on_board(played.stones.attacker), stones_of(&after, Color::White));
                // What is left of a chain that is one point is one point, which looks like a ko.
                if played.captured.count_ones() as usize == on_board(played.captured).len() {
                    prop_assert_eq!(on_board(played.ko), after.ko().into_iter().collect::<PointSet>());
                }
                let captured = stones_of(&position, !color) - stones_of(&after, !color);
                prop_assert_eq!(on_board(played.captured), captured);
            }
        }
    }

    #[test]
    fn networks_of_ours_do_not_know_left_from_right(seed in any::<u64>()) {
        let Some(corner) = random_corner(seed, 12) else { return Ok(()) };
        let ours = CornerNetwork::new(CornerModel::Mesh, &Library::built_in()).unwrap();
        let mut room = Room::default();
        let one = ours.life(&corner, true, &mut room);
        let other = ours.life(&corner.transposed(), true, &mut room);
        prop_assert!((one - other).abs() < 1e-4, "{one} {other}");
    }
}

/// A position of a search, as the second opinion sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    stones: Stones,
    target: u64,
    ban: u64,
    threats: u8,
    to_move: Side,
}

/// The same question, answered without depth, order or memory of the way: all positions that can be reached,
/// and then, again and again, those from which the goal can be forced, until there are no more.
fn forced_by_fixpoint(corner: &Corner, search: Search) -> Option<bool> {
    let (board, stones) = corner.board();
    let start =
        State { stones, target: stones.defender, ban: 0, threats: 3, to_move: search.first };
    let mut numbers = HashMap::from([(start, 0)]);
    let mut states = vec![start];
    let mut children: Vec<Vec<usize>> = Vec::new();
    let is_over =
        |state: &State| state.target == 0 || board.alive(state.stones) & state.target != 0;
    let forcing = match search.goal {
        Goal::Capture => Side::Attacker,
        Goal::TwoEyes => Side::Defender,
    };
    let mut at = 0;
    while at < states.len() {
        let state = states[at];
        let mut next = Vec::new();
        if !is_over(&state) {
            for point in each(board.empty(state.stones)) {
                let Some(played) = board.play(state.stones, state.to_move, point) else { continue };
                let takes_back = point == state.ban;
                if takes_back && !(state.to_move == search.ko_master && state.threats > 0) {
                    continue;
                }
                next.push(State {
                    stones: played.stones,
                    target: state.target & !played.captured,
                    ban: played.ko,
                    threats: state.threats - u8::from(takes_back),
                    to_move: state.to_move.other(),
                });
            }
            if state.to_move != forcing || state.ban != 0 {
                next.push(State { ban: 0, to_move: state.to_move.other(), ..state });
            }
        }
        let next = next.into_iter().map(|state| {
            *numbers.entry(state).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            })
        });
        children.push(next.collect());
        at += 1;
        if states.len() > 20_000 {
            return None;
        }
    }
    let reached = |state: &State| match search.goal {
        Goal::Capture => state.target == 0,
        Goal::TwoEyes => board.alive(state.stones) & state.target != 0,
    };
    let mut forced: Vec<bool> = states.iter().map(reached).collect();
    loop {
        let mut changed = false;
        for (at, state) in states.iter().enumerate() {
            if forced[at] || is_over(state) {
                continue;
            }
            let mut of = children[at].iter().map(|&child| forced[child]);
            let now = match state.to_move == forcing {
                true => of.any(|forced| forced),
                false => of.all(|forced| forced),
            };
            if now {
                forced[at] = true;
                changed = true;
            }
        }
        if !changed {
            return Some(forced[0]);
        }
    }
}

#[test]
fn reading_agrees_with_a_fixpoint_over_all_positions() {
    let mut reader = Reader::default();
    let mut compared = 0;
    for seed in 0..150 {
        let Some(corner) = random_corner(seed, 4) else { continue };
        for goal in [Goal::Capture, Goal::TwoEyes] {
            for first in [Side::Defender, Side::Attacker] {
                for ko_master in [Side::Defender, Side::Attacker] {
                    let search = Search { goal, first, ko_master };
                    let read = reader.forces(&corner, search, 100_000);
                    let Some(expected) = forced_by_fixpoint(&corner, search) else { continue };
                    let Ok(read) = read else { continue };
                    assert_eq!(read, expected, "{search:?}\n{corner}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 300, "only {compared} were small enough");
}
