//! What is proved of a group holds on the whole board: beside exact reading of small boards, from all sides, and against
//! stones that are put elsewhere.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::life::{Answer, LifeOutcome, LifeStatus, Problem, Side, Solver};
use aji_rules::ruleset::Suicide;
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::{Color, Field, Move, Point, PointSet, Position, Setup, Size, Symmetry};

/// A drawing in the upper left corner of a board, Black to play.
fn drawn(size: Size, text: &str) -> Position {
    let mut stones = Field::filled(size, None);
    for (y, row) in text.split_whitespace().enumerate() {
        for (x, sign) in row.chars().enumerate() {
            stones[size.point(x, y).unwrap()] = match sign {
                'X' => Some(Color::Black),
                'O' => Some(Color::White),
                _ => None,
            };
        }
    }
    Position::try_from(Setup::with_stones(stones)).unwrap()
}

fn vertices(size: Size, moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    moves.into_iter().map(|mv| size.move_text(mv)).collect()
}

fn working(size: Size, answer: &Answer) -> Vec<String> {
    let moves = answer.proof().into_iter().flat_map(|proof| &proof.moves);
    vertices(size, moves.filter(|first| first.works).map(|first| first.mv))
}

/// A corner with a weak stone in the wall, a cutting stone behind it and a way out along the edge.
const LEAKY: &str = ".O..XO OOOOOXX .XXXX .... .X";

#[test]
fn walls_that_can_be_captured_are_part_of_the_fight() {
    let size = Size::NINETEEN;
    let position = drawn(size, LEAKY);
    let problem = Problem::find(&position).unwrap();
    assert_eq!(problem.defender(), Color::White);
    let verdict = Solver::default().solve(&problem, 1_000_000);
    assert_eq!(verdict.status(), Some(LifeStatus::Unsettled));
    assert_eq!(working(size, &verdict.attacker_first), ["D19"]);
    assert_eq!(working(size, &verdict.defender_first), ["D19"]);
    // What is killed depends on the cutting stone and the way out as well.
    let zone = verdict.attacker_first.proof().unwrap().zone;
    for vertex in ["F19", "G19", "A17", "A16"] {
        assert!(zone.contains(size.parse_point(vertex).unwrap()), "{vertex}");
    }
    assert!(!zone.contains(size.parse_point("T1").unwrap()));
}

#[test]
fn it_looks_the_same_from_all_sides() {
    let size = Size::square(9).unwrap();
    let position = drawn(size, "...X. XXXXO OOOO. .....");
    let target: PointSet = position.chain_at(size.point(0, 1).unwrap()).unwrap().stones().collect();
    let problem = Problem::of(&position, target).unwrap();
    let plain = Solver::default().solve(&problem, 50_000);
    let proof = plain.attacker_first.proof().unwrap();
    assert_eq!(proof.outcome, LifeOutcome::Dies);
    for symmetry in Symmetry::ALL {
        let turned = position.turned(symmetry).colors_swapped();
        let problem = Problem::of(&turned, symmetry.set(size, &target)).unwrap();
        let verdict = Solver::default().solve(&problem, 50_000);
        let there = verdict.attacker_first.proof().unwrap();
        assert_eq!(there.outcome, proof.outcome);
        assert_eq!(there.zone, symmetry.set(size, &proof.zone));
        assert_eq!(there.nodes, proof.nodes);
        assert_eq!(verdict.defender_first.outcome(), plain.defender_first.outcome());
    }
}

/// A board with many stones at random, none without liberties.
fn random_board(size: Size, dice: &mut Dice) -> Option<Position> {
    let mut stones = Field::filled(size, None);
    for point in size.points() {
        stones[point] = match dice.below(10) {
            0..=2 => Some(Color::Black),
            3..=6 => Some(Color::White),
            _ => None,
        };
    }
    let mut setup = Setup::with_stones(stones);
    setup.to_play = Color::Black;
    Position::try_from(setup).ok()
}

/// The chains of Black's, each as stones in question.
fn targets(position: &Position) -> Vec<PointSet> {
    let own = position.chains().filter(|chain| chain.color() == Color::Black && chain.len() > 1);
    own.map(|chain| chain.stones().collect()).collect()
}

#[test]
fn it_says_what_exact_reading_of_the_whole_board_says() {
    let mut dice = Dice::new(24, 1);
    let (mut compared, mut captured) = (0, 0);
    for (width, height) in [(4, 4), (5, 4), (5, 5), (6, 5)] {
        let size = Size::new(width, height).unwrap();
        for position in (0..220).filter_map(|_| random_board(size, &mut dice)) {
            for target in targets(&position) {
                let Ok(problem) = Problem::of(&position, target) else { continue };
                let Ok(exact) = Problem::sealed(&position, target, size.points().collect()) else {
                    continue;
                };
                for first in [Side::Defender, Side::Attacker] {
                    let status = |problem: &Problem| {
                        Solver::default().status_first_while(problem, first, 4_000, || true).0
                    };
                    let (Some(found), Some(exact)) = (status(&problem), status(&exact)) else {
                        continue;
                    };
                    compared += 1;
                    captured += usize::from(found == LifeStatus::Dead);
                    let diagram = aji_rules::Diagram::of(&position);
                    assert_eq!(found, exact, "{first:?} first about {target:?}\n{diagram}");
                }
            }
        }
    }
    assert!(compared > 300 && captured > 50, "{compared} {captured}");
}

/// A corner group and a wall with holes around it, at random.
fn random_corner(size: Size, dice: &mut Dice) -> Option<(Position, PointSet)> {
    let (width, height) = (3 + dice.below(2) as usize, 2 + dice.below(2) as usize);
    let mut stones = Field::filled(size, None);
    let mut target = PointSet::EMPTY;
    for (y, x) in (0..=height + 1).flat_map(|y| (0..=width + 1).map(move |x| (y, x))) {
        let point = size.point(x, y)?;
        let ring = (x + 1).saturating_sub(width).max((y + 1).saturating_sub(height));
        stones[point] = match (ring, dice.below(10)) {
            (0, 0) => Some(Color::White),
            (0, 1..=2) | (1, 0..=8) => Some(Color::Black),
            (2, 0..=7) => Some(Color::White),
            _ => None,
        };
        if ring == 1 && stones[point] == Some(Color::Black) {
            target.insert(point);
        }
    }
    let position = Position::try_from(Setup::with_stones(stones)).ok()?;
    (!target.is_empty()).then_some((position, target))
}

fn with_stone(position: &Position, color: Color, point: Point) -> Option<Position> {
    let mut next = position.clone();
    if next.to_play() != color {
        next.play(Move::Pass, Suicide::Forbidden).ok()?;
    }
    next.play(Move::Place(point), Suicide::Forbidden).ok()?;
    Some(next)
}

#[test]
fn a_stone_outside_the_zone_changes_nothing() {
    const BUDGET: u64 = 8_000;
    let size = Size::square(9).unwrap();
    let mut dice = Dice::new(24, 2);
    let (mut proved, mut confirmed) = (0, 0);
    for _ in 0..60 {
        let Some((position, target)) = random_corner(size, &mut dice) else { continue };
        let Ok(problem) = Problem::of(&position, target) else { continue };
        for first in [Side::Defender, Side::Attacker] {
            let answer = Solver::default().answer(&problem, first, BUDGET);
            let Some(proof) = answer.proof() else { continue };
            let loser = match proof.outcome {
                LifeOutcome::Ko(_) => continue,
                LifeOutcome::Dies => problem.defender(),
                _ => !problem.defender(),
            };
            proved += 1;
            let outside = size.points().filter(|point| !proof.zone.contains(*point));
            let outside: Vec<Point> = outside.filter(|p| position.stone(*p).is_none()).collect();
            for _ in 0..2.min(outside.len()) {
                let point = outside[dice.below(outside.len() as u32) as usize];
                let Some(next) = with_stone(&position, loser, point) else { continue };
                if !target.iter().all(|stone| next.stone(stone) == Some(problem.defender())) {
                    continue;
                }
                let Ok(problem) = Problem::of(&next, target) else { continue };
                let again = Solver::default().answer(&problem, first, BUDGET);
                let Some(outcome) = again.outcome() else { continue };
                confirmed += 1;
                let is_same = outcome.is_life() == proof.outcome.is_life();
                let diagram = aji_rules::Diagram::of(&next);
                assert!(is_same, "{first:?} {:?} {outcome:?} {target:?}\n{diagram}", proof.outcome);
            }
        }
    }
    assert!(proved > 30 && confirmed > 30, "{proved} {confirmed}");
}
