//! The deep network: one evaluation on boards of three sizes, many on all cores, and training.

use super::{Limit, Report, Row};
use aji_judge::Dice;
use aji_judge::Library;
use aji_judge::deep::{Deep, Planes};
use aji_judge::judgement::Question;
use aji_judge::library::DEEP;
use aji_net::conv::{Batch, Gradient, Learner, OutputGradient, Tiling, Tower, Workspace};
use aji_rules::ruleset::Suicide;
use aji_rules::{Game, Move, RuleSet, Size};
use anyhow::Context;
use rayon::prelude::*;
use std::sync::Arc;

/// What one evaluation may take, features and all.
const LIMITS: [(Size, Option<f64>); 3] =
    [(Size::NINE, Some(0.35e-3)), (Size::THIRTEEN, None), (Size::NINETEEN, Some(1.2e-3))];

pub fn measure(report: &mut Report) -> anyhow::Result<()> {
    let deep = Library::built_in().get(&DEEP)?;
    for (size, limit) in LIMITS {
        let games = games(size)?;
        let questions: Vec<Question<'_>> = games.iter().map(Question::of).collect();
        for question in &questions {
            // Coarser than what machines disagree about.
            let owned: f64 = deep.look(question).owners.values().iter().sum();
            report.digest.add((owned * 1e2).round() as i64 as u64);
        }
        let timed = |report: &Report, name: &str, work: &dyn Fn(&Question<'_>)| {
            let per_second = report.rate(|| {
                questions.iter().for_each(work);
                questions.len() as u64
            });
            Row::new(name, per_second, "boards").on(size.width())
        };
        let look = |question: &Question<'_>| drop(std::hint::black_box(deep.look(question)));
        let planes = timed(report, "what it sees", &|question| {
            drop(std::hint::black_box(Planes::of(question)));
        });
        report.rows.push(planes);
        let one = timed(report, "one look, all heads", &look);
        #[cfg(feature = "tract")]
        let one = beside_tract(one, &deep, size, report)?;
        report.rows.push(limit.map(Limit::time).into_iter().fold(one, Row::within));
        if size == Size::NINETEEN {
            let around = timed(report, "from all eight sides", &|question| {
                drop(std::hint::black_box(deep.look_around(question)));
            });
            report.rows.push(around);
            let threads = rayon::current_num_threads();
            let many: Vec<&Question<'_>> = questions.iter().cycle().take(16 * threads).collect();
            let together = report.rate(|| {
                many.par_iter().for_each(|question| look(question));
                many.len() as u64
            });
            let learned = learning(&deep, &questions, report)?;
            for (name, per_second) in
                [("one look, on all cores", together), ("learning, forward and backward", learned)]
            {
                let row = Row::new(name, per_second, "boards").on(size.width());
                report.rows.push(Row { threads, ..row });
            }
        }
    }
    if cfg!(not(feature = "tract")) {
        report.notes.push(
            "To see it beside tract, a public runtime: cargo run --release --features tract -- bench deep"
                .to_string(),
        );
    }
    Ok(())
}

#[cfg(feature = "tract")]
fn beside_tract(look: Row, deep: &Deep, size: Size, report: &Report) -> anyhow::Result<Row> {
    use super::tract;
    let theirs = tract::boards_per_second(deep.shape(), deep.weights(), size, report)?;
    Ok(look.beside(tract::NAME, theirs))
}

/// Positions a second, forward and backward through the tower, on all cores.
fn learning(deep: &Deep, questions: &[Question<'_>], report: &Report) -> anyhow::Result<f64> {
    struct Lane {
        batch: Batch,
        work: Workspace,
        gradient: Gradient,
    }
    let tower = Tower::new(*deep.shape(), deep.weights().to_vec()).context("no tower")?;
    let learner = Learner::new(tower);
    let size = questions.first().context("no questions")?.position.size();
    let tiling = Arc::new(Tiling::new(size.width(), size.height()));
    let mut lanes: Vec<Lane> = Vec::new();
    for lane in 0..rayon::current_num_threads() {
        let mut batch = Batch::new(tiling.clone(), deep.shape());
        for question in questions.iter().cycle().skip(lane).take(2) {
            Planes::of(question).push(&mut batch);
        }
        lanes.push(Lane { batch, work: Workspace::default(), gradient: learner.gradient() });
    }
    let each = 8;
    Ok(report.rate(|| {
        lanes.par_iter_mut().for_each(|Lane { batch, work, gradient }| {
            for _ in 0..each {
                let outputs = learner.forward(batch, work);
                let (points, boards) = (outputs.points.to_vec(), outputs.boards.to_vec());
                learner.backward(batch, &OutputGradient { points, boards }, work, gradient);
            }
            gradient.clear();
        });
        lanes.iter().map(|lane| (each * lane.batch.len()) as u64).sum()
    }))
}

/// Games of random moves, a sixth, a third and a half of the board full.
pub(super) fn games(size: Size) -> anyhow::Result<Vec<Game>> {
    [6, 3, 2].into_iter().map(|share| played(size, size.area() / share)).collect()
}

fn played(size: Size, moves: usize) -> anyhow::Result<Game> {
    let mut dice = Dice::new(1, moves as u64);
    let mut game = Game::new(size, RuleSet::Japanese.into());
    for _ in 0..moves {
        let legal: Vec<_> = game.position().legal_points(Suicide::Forbidden).collect();
        let at = dice.below(legal.len().max(1) as u32) as usize;
        game.play(legal.get(at).map_or(Move::Pass, |&point| Move::Place(point)))?;
    }
    Ok(game)
}
