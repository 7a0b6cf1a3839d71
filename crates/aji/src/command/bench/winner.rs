//! Predicting winners, on positions of the example game.

use super::{Digest, Limit, Report, Row, rate};
use crate::example;
use aji_judge::Library;
use aji_judge::judgement::{Question, Recent};
use aji_judge::library::NN_INFLUENCE;
use aji_judge::library::OUTLOOK;
use aji_judge::winner::NnInfluence;
use aji_judge::winner::nn_influence::Room;
use aji_record::Record;
use aji_rules::ruleset::Suicide;
use aji_rules::{Field, Move, Position};
use anyhow::ensure;
use std::time::Duration;

/// Where in the example game.
const AFTER_MOVES: [usize; 3] = [20, 80, 150];

pub fn measure(budget: Duration) -> anyhow::Result<Report> {
    let game = Record::read(&example::game_text())?.replay().game;
    ensure!(game.steps().len() >= AFTER_MOVES[2], "the example game is too short");
    let positions = AFTER_MOVES.map(|count| game.position_after(count));
    let model = Library::built_in().get(&NN_INFLUENCE)?;
    let ours = Library::built_in().get(&OUTLOOK)?;
    let mut digest = Digest::new();
    let mut room = Room::default();
    let mut measure = |name: &str, work: &mut dyn FnMut(&Position) -> f64| {
        for position in &positions {
            // Coarser than what machines disagree about.
            digest.add((work(position) * 1e3).round() as i64 as u64);
        }
        let per_second = rate(budget, || {
            for position in &positions {
                std::hint::black_box(work(position));
            }
            positions.len() as u64
        });
        let seconds = Some(1.0 / per_second);
        Row { size: Some(19), seconds, ..Row::new(name, per_second, "boards") }
    };
    let one = measure("the study's prediction, with its map", &mut |position| {
        model.black_wins_in(position, &mut room).unwrap_or_default()
    });
    let kept = measure("after each move, kept sums", &mut |position| {
        model.black_wins_after_each(position).as_ref().map_or(0.0, mean)
    });
    let full = measure("after each move, in full", &mut |position| {
        mean(&after_each_in_full(&model, position, &mut room))
    });
    let kept = Row {
        peer: Some("in full"),
        ratio: Some(kept.per_second / full.per_second),
        ..kept.within(Limit::time(2e-3))
    };
    let own = measure("one prediction by our own", &mut |position| {
        let question =
            Question { position, is_over: false, recent: Recent::NONE, ..Question::of(&game) };
        ours.black_wins(&question).unwrap_or_default()
    });
    let rows = vec![one.within(Limit::time(60e-6)), kept, full, own];
    Ok(Report { rows, notes: Vec::new(), digest: digest.to_string() })
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
