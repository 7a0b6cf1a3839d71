//! Predicting winners, on positions of the example game.

use super::{AFTER_MOVES, Limit, Report, coarse, example_games};
use aji_judge::judgement::{Question, Recent};
use aji_judge::library::{Library, OUTLOOK};
use aji_rules::ruleset::Suicide;
use aji_rules::{Field, Move, Position};
use aji_studies::library::NN_INFLUENCE;
use aji_studies::winner::nn_influence::NnInfluence;
use aji_studies::winner::nn_influence::Room;

pub fn measure(report: &mut Report) -> anyhow::Result<()> {
    let games = example_games(AFTER_MOVES)?;
    let positions = games.each_ref().map(|game| game.position().clone());
    let model = Library::built_in().get(&NN_INFLUENCE)?;
    let outlook = Library::built_in().get(&OUTLOOK)?;
    let mut room = Room::default();
    let mut measure = |name: &str, work: &mut dyn FnMut(&Position) -> f64| {
        report.measure(name, "boards", &positions, work, coarse).on(19)
    };
    let one = measure("Santos's prediction, with its map", &mut |position| {
        model.black_wins_in(position, &mut room).unwrap_or_default()
    });
    let kept = measure("after each move, kept sums", &mut |position| {
        model.black_wins_after_each(position).as_ref().map_or(0.0, mean)
    });
    let full = measure("after each move, in full", &mut |position| {
        mean(&after_each_in_full(&model, position, &mut room))
    });
    let kept = kept.within(Limit::time(2e-3)).beside("in full", full.per_second);
    let own = measure("one prediction by outlook", &mut |position| {
        let question =
            Question { position, is_over: false, recent: Recent::NONE, ..Question::of(&games[0]) };
        outlook.black_wins(&question).unwrap_or_default()
    });
    report.rows.extend([one.within(Limit::time(60e-6)), kept, full, own]);
    Ok(())
}

fn mean(chances: &Field<Option<f64>>) -> f64 {
    let known: Vec<f64> = chances.values().iter().copied().flatten().collect();
    known.iter().sum::<f64>() / known.len().max(1) as f64
}

/// Every position after a move, from the stones on.
fn after_each_in_full(
    model: &NnInfluence,
    position: &Position,
    room: &mut Room,
) -> Field<Option<f64>> {
    Field::from_fn(position.size(), |point| {
        let mut after = position.clone();
        after.play(Move::Place(point), Suicide::Forbidden).ok()?;
        model.black_wins_in(&after, room)
    })
}
