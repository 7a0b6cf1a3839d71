//! What to play in the opening, on positions of the example game.

use super::{Limit, Report, Row, example_games};
use aji_judge::fuzzy::Firing;
use aji_judge::library::Library;
use aji_judge::opening::candidates::{Candidates, CandidatesName};
use aji_judge::opening::fuzzy::lee::{mamdani, sugeno};
use aji_judge::opening::fuzzy::{ControllerName, Reasoner};
use aji_judge::opening::{MOVES, Scene};
use aji_play::Turn;
use aji_play::suggest::{self, COUNT};
use aji_rules::{Game, Move};
use aji_studies::library::TD;
use aji_studies::opening::td::Lambda;

/// Where in the example game.
const AFTER_MOVES: [usize; 3] = [8, 24, MOVES - 2];
/// What a suggestion may take.
const LIMIT: f64 = 5e-3;
/// A controller is asked at so many places along each input.
const PLACES: usize = 21;

pub fn measure(report: &mut Report) -> anyhow::Result<()> {
    let games = example_games(AFTER_MOVES)?;
    let library = Library::built_in();
    let mut measure = |name: String, limit: Option<f64>, work: &mut dyn FnMut(&Game) -> u64| {
        let row = report.measure(name, "positions", &games, work, |&moves| moves).on(19);
        let row = limit.map(Limit::time).into_iter().fold(row, Row::within);
        report.rows.push(row);
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
        measure(format!("suggestion with reasons, {name}"), Some(LIMIT), &mut |game| {
            let advice = suggest::by_rules(&reasoner, &Turn::of(game), COUNT);
            let moves = advice.map(|advice| advice.moves).unwrap_or_default();
            moves.iter().fold(0, |sum, one| match one.mv {
                Move::Place(point) => 31 * sum + point.index() as u64,
                Move::Pass => sum,
            })
        });
    }
    let td = library.get(&TD)?;
    measure("td, the value after every move".to_string(), None, &mut |game| {
        let values = td.values_after_each(Lambda::High, &Scene::of(game));
        values.map_or(0, |values| values.values().iter().flatten().count() as u64)
    });
    let rows = controllers(report);
    report.rows.extend(rows);
    Ok(())
}

/// Mamdani's way and Sugeno's, over all of their inputs.
fn controllers(report: &Report) -> [Row; 2] {
    let at = |place: usize| place as f64 / (PLACES - 1) as f64;
    let per_second = |answer: &dyn Fn(&[f64], &mut Firing) -> f64| {
        let mut firing = Firing::default();
        report.rate(|| {
            for (x, y) in (0..PLACES).flat_map(|x| (0..PLACES).map(move |y| (x, y))) {
                std::hint::black_box(answer(&[at(x), at(y)], &mut firing));
            }
            (PLACES * PLACES) as u64
        })
    };
    let (mamdani, sugeno) = (mamdani(), sugeno());
    let slow = per_second(&|inputs, firing| mamdani.value(inputs, firing));
    let quick = per_second(&|inputs, firing| sugeno.value(inputs, firing));
    [
        Row::new("Lee's rules, Mamdani", slow, "answers"),
        Row::new("Lee's rules, Sugeno", quick, "answers").beside("Mamdani", slow),
    ]
}
