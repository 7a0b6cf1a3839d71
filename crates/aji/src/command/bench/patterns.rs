//! Finding shapes, on positions of the example game, with the built-in shapes and with many more.

use super::{Digest, Report, Row, rate};
use crate::example;
use aji_judge::Dice;
use aji_play::patterns::{Automaton, Bitmaps, Matcher, Naive, Shapes, View};
use aji_record::Record;
use aji_rules::fast::FastBoard;
use aji_rules::{Color, Position, Setup, Size};
use anyhow::ensure;
use std::time::Duration;

/// Where in the example game.
const AFTER_MOVES: [usize; 3] = [20, 80, 150];
/// More shapes are cut out of random games of so many moves.
const RANDOM_MOVES: u32 = 150;
const SEED: u64 = 19;
/// How many times the built-in shapes there are in the end.
const MANY: usize = 10;

pub fn measure(budget: Duration) -> anyhow::Result<Report> {
    let game = Record::read(&example::game_text())?.replay().game;
    ensure!(game.steps().len() >= AFTER_MOVES[2], "the example game is too short");
    let positions = AFTER_MOVES.map(|count| game.position_after(count));
    let few = Shapes::embedded();
    let many = enlarged(few.all().len() * (MANY - 1))?;
    let mut digest = Digest::new();
    let mut rows = Vec::new();
    let mut notes = Vec::new();
    for shapes in [few, &many] {
        let automaton = Automaton::new(shapes);
        let count = shapes.all().len();
        let mut measure = |name: &str, matches: &dyn Fn(&Position) -> u64| {
            positions.iter().for_each(|position| digest.add(matches(position)));
            let per_second = rate(budget, || {
                for position in &positions {
                    std::hint::black_box(matches(position));
                }
                positions.len() as u64
            });
            let name = format!("{count} shapes, {name}");
            let seconds = Some(1.0 / per_second);
            Row { size: Some(19), seconds, ..Row::new(name, per_second, "boards") }
        };
        let naive = Naive::new(shapes);
        let naive = measure("sign by sign", &|position| matches(&naive, position));
        let bitmaps = Bitmaps::new(shapes);
        let bitmaps = measure("bitmaps", &|position| matches(&bitmaps, position));
        let quick = measure("automaton", &|position| matches(&automaton, position));
        let beside_naive = |row: Row| Row {
            peer: Some("sign by sign"),
            ratio: Some(row.per_second / naive.per_second),
            ..row
        };
        let (bitmaps, quick) = (beside_naive(bitmaps), beside_naive(quick));
        rows.extend([naive, bitmaps, quick]);
        notes.push(format!(
            "The automaton of {count} shapes has {} states and looks at {:.1} of 24 points.",
            automaton.state_count(),
            mean_steps(&automaton, &positions),
        ));
    }
    Ok(Report { rows, notes, digest: digest.to_string() })
}

/// All shapes of both sides on a board, folded into a number.
fn matches(matcher: &impl Matcher, position: &Position) -> u64 {
    let view = View::of(position);
    let mut sum = 0;
    for point in position.size().points() {
        for side in Color::BOTH {
            matcher.visit(&view, point, side, |shape| sum += (shape + 1) * (point.index() + 1));
        }
    }
    sum as u64
}

fn mean_steps(automaton: &Automaton, positions: &[Position]) -> f64 {
    let (mut steps, mut points) = (0, 0);
    for position in positions {
        let view = View::of(position);
        for point in position.size().points().filter(|&point| view.is_empty(point)) {
            steps += automaton.steps(&view, point, Color::Black);
            points += 1;
        }
    }
    steps as f64 / points as f64
}

/// The built-in shapes and as many more as asked for: whole windows of random boards, of which no two
/// are alike.
fn enlarged(more: usize) -> anyhow::Result<Shapes> {
    let mut drawings = Vec::new();
    for game in 0.. {
        let mut dice = Dice::new(SEED, game);
        let mut board = FastBoard::new(Size::NINETEEN);
        for _ in 0..RANDOM_MOVES {
            board.play_random(&mut |bound| dice.below(bound));
        }
        let view = View::of(&Position::try_from(Setup::with_stones(board.stones()))?);
        let empty = view.size().points().filter(|&point| view.is_empty(point));
        drawings.extend(empty.map(|point| view.draw(point, Color::Black)));
        if drawings.len() >= more {
            break;
        }
    }
    let mut text = Shapes::EMBEDDED_TEXT.to_string();
    for drawing in &drawings[..more] {
        text += &format!("\nseen: 1\n{drawing}");
    }
    Ok(Shapes::parse(&text)?)
}
