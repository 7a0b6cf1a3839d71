//! The solver, held against what every player knows and against plain exhaustive reading.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::life::node::Goal;
use aji_judge::life::reader::{Reader, Search};
use aji_judge::life::verdict::{Ko, MOST_THREATS};
use aji_judge::life::{
    Answer, Corner, LifeOutcome, LifeStatus, NoProblem, Problem, Side, Solver, Verdict,
};
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::{Color, Field, Move, Point, PointSet, Position, Setup, Size, Symmetry};

/// So many positions are enough for all of these.
const BUDGET: u64 = 1_000_000;

/// A drawing in the upper left corner of a board; `X` is enclosed.
fn corner(text: &str) -> Position {
    drawn(text).unwrap()
}

fn drawn(text: &str) -> Option<Position> {
    let size = Size::square(13).unwrap();
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
    Position::try_from(Setup::with_stones(stones)).ok()
}

fn verdict(text: &str) -> Verdict {
    let problem = Problem::find(&corner(text)).unwrap();
    assert_eq!(problem.defender(), Color::Black, "{text}");
    Solver::default().solve(&problem, BUDGET)
}

fn outcomes(text: &str) -> (LifeOutcome, LifeOutcome) {
    let verdict = verdict(text);
    (verdict.defender_first.outcome().unwrap(), verdict.attacker_first.outcome().unwrap())
}

#[test]
fn eye_shapes_as_every_player_knows_them() {
    use LifeOutcome::{Dies, Lives};
    assert_eq!(outcomes(".X.XO XXXXO OOOOO"), (Lives, Lives));
    assert_eq!(outcomes(".XXXO XXXXO OOOOO"), (Dies, Dies));
    assert_eq!(outcomes("...XO XXXXO OOOOO"), (Lives, Dies));
    assert_eq!(outcomes("....XO XXXXXO OOOOOO"), (Lives, Lives));
    assert_eq!(outcomes("..XO ..XO XXXO OOOO"), (Dies, Dies));
    assert_eq!(outcomes("...XO ...XO XXXXO OOOOO"), (Lives, Dies));
}

#[test]
fn kos_are_told_by_who_needs_threats() {
    // The bent three in the corner: killing it takes a ko, which the attacker takes first.
    let (defender, attacker) = outcomes("...XO .XXXO XXOOO OOO");
    assert_eq!(defender, LifeOutcome::Lives);
    assert!(matches!(attacker, LifeOutcome::Ko(_)), "{attacker:?}");
    // Black needs the ko for the second eye; whoever moves first takes it.
    let (defender, attacker) = outcomes(".X.XOO X.XOO. OXXO.. OOO...");
    assert!(matches!(defender, LifeOutcome::Lives | LifeOutcome::Ko(_)));
    assert!(matches!(attacker, LifeOutcome::Ko(Ko { threats: 1, .. }) | LifeOutcome::Dies));
}

#[test]
fn a_seki_is_told_from_life() {
    let seki = ".OOOO.XO XXXXXXXO OOOOOOOO";
    assert_eq!(outcomes(seki).1, LifeOutcome::Seki);
    assert_eq!(verdict(seki).status(), Some(LifeStatus::Seki));
    assert_eq!(outcomes(".OO.XO.. XXXXXO.. OOOOOO"), (LifeOutcome::Dies, LifeOutcome::Dies));
}

#[test]
fn first_moves_are_told_with_their_refutations() {
    let verdict = verdict("...XO XXXXO OOOOO");
    let size = Size::square(13).unwrap();
    let vital = Move::Place(size.point(1, 0).unwrap());
    for answer in [&verdict.defender_first, &verdict.attacker_first] {
        let proof = answer.proof().unwrap();
        let working: Vec<Move> =
            proof.moves.iter().filter(|first| first.works).map(|first| first.mv).collect();
        assert_eq!(working, [vital]);
        assert_eq!(proof.moves.len(), 3);
        assert_eq!(proof.line[0], vital);
        // Whoever misses the vital point is answered there, unless it is over already.
        for failing in proof.moves.iter().filter(|first| !first.works) {
            assert!(failing.line.get(1).is_none_or(|&reply| reply == vital), "{failing:?}");
        }
    }
    let proof = verdict.attacker_first.proof().unwrap();
    assert!(proof.moves.iter().all(|first| first.works || first.line.len() > 1));
}

#[test]
fn what_cannot_be_read_in_time_is_estimated() {
    let problem = Problem::find(&corner("......XO ......XO ......XO XXXXXXXO OOOOOOOO")).unwrap();
    match Solver::default().answer(&problem, Side::Attacker, 100) {
        Answer::Estimated(estimate) => {
            assert!((0.0..=1.0).contains(&estimate.life));
            assert!(estimate.nodes >= 100);
        }
        Answer::Proved(proof) => panic!("{proof:?}"),
    }
}

#[test]
fn groups_are_found_behind_walls_with_gaps() {
    // The wall has holes that nobody plays through.
    let position = corner("...XO XXXX. OO.O. .....");
    let problem = Problem::find(&position).unwrap();
    assert_eq!(problem.target().len(), 5);
    let size = position.size();
    // A click on any stone finds the same region.
    let at = Problem::at(&position, size.point(0, 1).unwrap()).unwrap();
    assert_eq!(at.region(), problem.region());
    assert_eq!(Problem::at(&position, size.point(12, 12).unwrap()).err(), Some(NoProblem::NoStone));
    let open = corner("X.... ..... .....");
    let stone = size.point(0, 0).unwrap();
    assert_eq!(Problem::at(&open, stone).err(), Some(NoProblem::NotEnclosed));
    assert_eq!(Problem::find(&open).err(), Some(NoProblem::NobodyEnclosed));
}

/// Corners of all kinds, drawn at random.
fn random_corners(count: usize) -> Vec<Corner> {
    let mut state = 1_u64;
    let mut next = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut corners = Vec::new();
    while corners.len() < count {
        let (width, height) = (3 + next(3) as usize, 2 + next(2) as usize);
        let mut rows = Vec::new();
        for _ in 0..height {
            let row: String =
                (0..width).map(|_| ['X', 'X', 'X', '.', '.', '.', 'O'][next(7) as usize]).collect();
            rows.push(row + "XO");
        }
        rows.push("X".repeat(width + 2) + "O");
        rows.push("O".repeat(width + 3));
        if let Ok(corner) = rows.join(" ").parse::<Corner>()
            && (2..=8).contains(&corner.inside().count_ones())
        {
            corners.push(corner);
        }
    }
    corners
}

#[test]
fn it_says_what_plain_reading_says() {
    let (mut solver, mut reader) = (Solver::default(), Reader::default());
    let (mut compared, mut captured) = (0, 0);
    for corner in random_corners(600) {
        let drawing: String = corner.rows().join(" ");
        let Some(position) = drawn(&drawing) else { continue };
        let stones: PointSet = position
            .size()
            .points()
            .filter(|&point: &Point| position.stone(point) == Some(Color::Black))
            .collect();
        let Ok(problem) = Problem::of(&position, stones) else { continue };
        for first in [Side::Defender, Side::Attacker] {
            let mut forces = |ko_master| {
                let goal = Goal::Capture;
                reader.forces(&corner, Search { goal, first, ko_master }, 300_000)
            };
            let (Ok(kills), Ok(kills_with_ko)) = (forces(Side::Defender), forces(Side::Attacker))
            else {
                continue;
            };
            let fate = solver.answer(&problem, first, BUDGET).outcome().unwrap();
            compared += 1;
            captured += usize::from(kills);
            match fate {
                LifeOutcome::Dies => assert!(kills, "{drawing} {first:?}"),
                LifeOutcome::Ko(Ko { threats, .. }) => {
                    // Plain reading gives three threats only.
                    assert!(threats > 3 || (kills_with_ko && !kills), "{drawing} {first:?}");
                    assert!(threats <= MOST_THREATS);
                }
                _ => assert!(!kills_with_ko, "{drawing} {first:?}"),
            }
        }
    }
    assert!(compared > 400 && captured > 50, "{compared} {captured}");
}

#[test]
fn colours_and_orientation_change_nothing() {
    let text = "..X.XO .OX.XO X.XXXO .XXOOO XXO OOO";
    let (plain, position) = (outcomes(text), corner(text));
    for symmetry in Symmetry::ALL {
        let turned = position.turned(symmetry).colors_swapped();
        let problem = Problem::find(&turned).unwrap();
        assert_eq!(problem.defender(), Color::White);
        let verdict = Solver::default().solve(&problem, BUDGET);
        assert_eq!(verdict.defender_first.outcome(), Some(plain.0));
        assert_eq!(verdict.attacker_first.outcome(), Some(plain.1));
    }
}
