//! What to play in the opening, on positions of the example game.

use super::{Digest, Limit, Report, Row, rate};
use crate::example;
use aji_judge::Library;
use aji_judge::fuzzy::Firing;
use aji_judge::library::FIELD;
use aji_judge::library::TD;
use aji_judge::opening::candidates::Candidates;
use aji_judge::opening::candidates::CandidatesName;
use aji_judge::opening::fuzzy::ControllerName;
use aji_judge::opening::fuzzy::Reasoner;
use aji_judge::opening::fuzzy::study::{mamdani, sugeno};
use aji_judge::opening::td::Lambda;
use aji_judge::opening::{MOVES, Scene};
use aji_play::Turn;
use aji_play::analyst::Analyst;
use aji_play::suggest::{COUNT, Suggester};
use aji_record::Record;
use aji_rules::{Game, Move, Step};
use anyhow::ensure;
use std::time::Duration;

/// Where in the example game.
const AFTER_MOVES: [usize; 3] = [8, 24, MOVES - 2];
/// What a suggestion may take.
const LIMIT: f64 = 5e-3;
/// A controller is asked at so many places along each input.
const PLACES: usize = 21;

pub fn measure(budget: Duration) -> anyhow::Result<Report> {
    let whole = Record::read(&example::game_text())?.replay().game;
    let games = AFTER_MOVES.map(|count| beginning(&whole, count));
    let games = games.into_iter().collect::<anyhow::Result<Vec<Game>>>()?;
    let library = Library::built_in();
    let mut digest = Digest::new();
    let mut rows = Vec::new();
    let mut measure = |name: String, limit: Option<f64>, work: &mut dyn FnMut(&Game) -> u64| {
        games.iter().for_each(|game| digest.add(work(game)));
        let per_second = rate(budget, || {
            for game in &games {
                std::hint::black_box(work(game));
            }
            games.len() as u64
        });
        let row = Row::new(name, per_second, "positions");
        let row = Row { size: Some(19), seconds: Some(1.0 / per_second), ..row };
        rows.push(limit.map(Limit::time).into_iter().fold(row, Row::within));
    };
    for name in CandidatesName::ALL {
        let candidates = Candidates::new(name, &library)?;
        measure(format!("ten candidates, {name}"), None, &mut |game| {
            let best = candidates.best(&Scene::of(game), COUNT).unwrap_or_default();
            best.iter().fold(0, |sum, one| 31 * sum + one.point.index() as u64)
        });
    }
    for name in ControllerName::ALL {
        let reasoner = Reasoner::of(name, &library)?;
        let analyst = Analyst::new(library.get(&FIELD)?);
        let mut suggester = Suggester::new(analyst).with_reasoner(reasoner);
        measure(format!("suggestion with reasons, {name}"), Some(LIMIT), &mut |game| {
            let advice = suggester.suggest(&Turn::of(game), COUNT);
            let moves = advice.map(|advice| advice.moves).unwrap_or_default();
            moves.iter().fold(0, |sum, one| 31 * sum + one.point.index() as u64)
        });
    }
    let td = library.get(&TD)?;
    measure("td, the value after every move".to_string(), None, &mut |game| {
        let values = td.values_after_each(Lambda::High, &Scene::of(game));
        values.map_or(0, |values| values.values().iter().flatten().count() as u64)
    });
    rows.extend(controllers(budget));
    Ok(Report { rows, notes: Vec::new(), digest: digest.to_string() })
}

/// Mamdani's way and Sugeno's, over all of their inputs.
fn controllers(budget: Duration) -> [Row; 2] {
    let at = |place: usize| place as f64 / (PLACES - 1) as f64;
    let per_second = |answer: &dyn Fn(&[f64], &mut Firing) -> f64| {
        let mut firing = Firing::default();
        rate(budget, || {
            for (x, y) in (0..PLACES).flat_map(|x| (0..PLACES).map(move |y| (x, y))) {
                std::hint::black_box(answer(&[at(x), at(y)], &mut firing));
            }
            (PLACES * PLACES) as u64
        })
    };
    let (mamdani, sugeno) = (mamdani(), sugeno());
    let slow = per_second(&|inputs, firing| mamdani.value(inputs, firing));
    let quick = per_second(&|inputs, firing| sugeno.value(inputs, firing));
    let row = |name: &str, per_second: f64| Row {
        seconds: Some(1.0 / per_second),
        ..Row::new(name, per_second, "answers")
    };
    [
        row("the study's rules, Mamdani", slow),
        Row {
            peer: Some("Mamdani"),
            ratio: Some(quick / slow),
            ..row("the study's rules, Sugeno", quick)
        },
    ]
}

/// The first moves of a game, played again so that the past is known.
fn beginning(whole: &Game, count: usize) -> anyhow::Result<Game> {
    ensure!(whole.steps().len() >= count, "the example game is too short");
    let mut game = Game::from_position(whole.start().clone(), whole.rules());
    for step in &whole.steps()[..count] {
        match step {
            Step::Play(color, Move::Place(point)) => game.play_as(*color, Move::Place(*point))?,
            _ => continue,
        }
    }
    Ok(game)
}
