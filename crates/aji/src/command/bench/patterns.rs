//! Finding shapes, on positions of the example game, with the built-in shapes and with many more.

use super::{AFTER_MOVES, Report, example_games};
use aji_judge::Dice;
use aji_judge::patterns::{Automaton, Bitmaps, Matcher, Naive, Shapes, View};
use aji_rules::fast::FastBoard;
use aji_rules::{Color, Position, Setup, Size};

/// More shapes are cut out of random games of so many moves.
const RANDOM_MOVES: u32 = 150;
const SEED: u64 = 19;
/// How many times the built-in shapes there are in the end.
const MANY: usize = 10;

pub fn measure(report: &mut Report) -> anyhow::Result<()> {
    let positions = example_games(AFTER_MOVES)?.map(|game| game.position().clone());
    let few = Shapes::embedded();
    let many = enlarged(few.all().len() * (MANY - 1))?;
    for shapes in [few, &many] {
        let automaton = Automaton::new(shapes);
        let count = shapes.all().len();
        let mut measure = |name: &str, work: &dyn Fn(&Position) -> u64| {
            let name = format!("{count} shapes, {name}");
            report.measure(name, "boards", &positions, work, |&sum| sum).on(19)
        };
        let naive = Naive::new(shapes);
        let naive = measure("sign by sign", &|position| matches(&naive, position));
        let bitmaps = Bitmaps::new(shapes);
        let bitmaps = measure("bitmaps", &|position| matches(&bitmaps, position));
        let quick = measure("automaton", &|position| matches(&automaton, position));
        let [bitmaps, quick] =
            [bitmaps, quick].map(|row| row.beside("sign by sign", naive.per_second));
        report.rows.extend([naive, bitmaps, quick]);
        report.notes.push(format!(
            "The automaton of {count} shapes has {} states and looks at {:.1} of 24 points.",
            automaton.state_count(),
            mean_steps(&automaton, &positions),
        ));
    }
    Ok(())
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
