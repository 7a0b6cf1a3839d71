//! All matchers find the same shapes, on any board and from any database.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::patterns::{Automaton, Bitmaps, Matcher, Naive, Shapes, View};
use aji_rules::fast::FastBoard;
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::{Color, Point, Position, Setup, Size, Symmetry};
use proptest::prelude::*;

/// The shapes that a matcher finds at a point, in order.
fn found(matcher: &impl Matcher, view: &View, point: Point, side: Color) -> Vec<usize> {
    let mut found = Vec::new();
    matcher.visit(view, point, side, |shape| found.push(shape));
    found.sort_unstable();
    found
}

/// A position from random play of so many turns on a board of any shape.
fn positions() -> impl Strategy<Value = Position> {
    let sides = prop_oneof![1..=4_usize, 5..=13_usize, Just(19), Just(25)];
    let turns = prop_oneof![0..20_u32, 0..300_u32];
    (sides.clone(), sides, turns, any::<u64>()).prop_map(|(width, height, turns, seed)| {
        let mut board = FastBoard::new(Size::new(width, height).unwrap());
        let mut dice = Dice::new(seed, 0);
        for _ in 0..turns {
            board.play_random(&mut |bound| dice.below(bound));
        }
        Position::try_from(Setup::with_stones(board.stones())).unwrap()
    })
}

/// A database of shapes that fit what random boards look like often enough: most signs are open.
fn databases() -> impl Strategy<Value = Shapes> {
    let sign = prop_oneof![
        6 => Just('?'), 3 => Just('.'), 1 => Just('X'), 1 => Just('O'), 1 => Just('x'),
        1 => Just('o'), 1 => Just('#'),
    ];
    let small = proptest::collection::vec(sign.clone(), 9);
    let large = proptest::collection::vec(sign, 25);
    let drawing = (prop_oneof![small, large], 0..3_usize).prop_map(|(mut signs, edge)| {
        let side = if signs.len() == 9 { 3 } else { 5 };
        // An edge goes straight through: perhaps the last rows are off the board, nothing else.
        let on_board = side - edge.min(side / 2);
        for (at, sign) in signs.iter_mut().enumerate() {
            if at / side >= on_board {
                *sign = '#';
            } else if *sign == '#' {
                *sign = '.';
            }
        }
        signs[side * side / 2] = '*';
        let rows: Vec<String> = signs.chunks(side).map(|row| row.iter().collect()).collect();
        rows.join("\n")
    });
    proptest::collection::vec(drawing, 0..12).prop_map(|drawings| {
        let mut text = String::new();
        for (nth, drawing) in drawings.iter().enumerate() {
            let longer = format!("{text}shape {nth}: 1\n{drawing}\n\n");
            // What is there already in another image is left out.
            if Shapes::parse(&longer).is_ok() {
                text = longer;
            }
        }
        Shapes::parse(&text).unwrap()
    })
}

fn all_agree(shapes: &Shapes, position: &Position) -> Result<(), TestCaseError> {
    let (naive, bitmaps) = (Naive::new(shapes), Bitmaps::new(shapes));
    let automaton = Automaton::new(shapes);
    let view = View::of(position);
    for point in position.size().points() {
        for side in Color::BOTH {
            let expected = found(&naive, &view, point, side);
            prop_assert_eq!(&found(&bitmaps, &view, point, side), &expected);
            prop_assert_eq!(&found(&automaton, &view, point, side), &expected);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn matchers_agree_on_the_embedded_shapes(position in positions()) {
        all_agree(Shapes::embedded(), &position)?;
    }

    #[test]
    fn matchers_agree_on_any_shapes(shapes in databases(), position in positions()) {
        all_agree(&shapes, &position)?;
    }

    #[test]
    fn shapes_turn_with_the_board_and_know_no_colour(position in positions()) {
        let automaton = Automaton::embedded();
        let view = View::of(&position);
        let swapped = View::of(&position.colors_swapped());
        for symmetry in Symmetry::ALL {
            let turned = View::of(&position.turned(symmetry));
            for point in position.size().points() {
                for side in Color::BOTH {
                    let here = found(automaton, &view, point, side);
                    let there = symmetry.point(position.size(), point);
                    prop_assert_eq!(&found(automaton, &turned, there, side), &here);
                    prop_assert_eq!(&found(automaton, &swapped, point, !side), &here);
                }
            }
        }
    }
}

/// Points that the automaton looks at, on average over a board.
fn mean_steps(automaton: &Automaton, position: &Position) -> f64 {
    let view = View::of(position);
    let empty: Vec<Point> = view.size().points().filter(|&point| view.is_empty(point)).collect();
    let steps = empty.iter().map(|&point| automaton.steps(&view, point, Color::Black));
    let most = steps.clone().max().unwrap();
    assert!(most <= 24, "{most}");
    steps.sum::<usize>() as f64 / empty.len() as f64
}

#[test]
fn ten_times_the_shapes_are_not_ten_times_the_steps() {
    let game = |seed: u64| {
        let mut dice = Dice::new(seed, 0);
        let mut board = FastBoard::new(Size::NINETEEN);
        for _ in 0..120 {
            board.play_random(&mut |bound| dice.below(bound));
        }
        Position::try_from(Setup::with_stones(board.stones())).unwrap()
    };
    let mut text = String::new();
    for position in [1, 2, 3].map(game) {
        let view = View::of(&position);
        for point in view.size().points().filter(|&point| view.is_empty(point)) {
            text += &format!("seen: 1\n{}\n", view.draw(point, Color::Black));
        }
    }
    let many = Shapes::parse(&text).unwrap();
    assert!(many.all().len() >= 9 * Shapes::embedded().all().len());
    let (few, many) = (Automaton::embedded(), Automaton::new(&many));
    let (few, many) = (mean_steps(few, &game(4)), mean_steps(&many, &game(4)));
    assert!(many < few, "{few} steps a point with the embedded shapes, {many} with many more");
}
