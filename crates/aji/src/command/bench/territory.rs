//! Influence and the inferences of territory, on positions of the example game.

use super::{AFTER_MOVES, Limit, Report, Row, example_games, gnu_go, memory};
use aji_judge::Dice;
use aji_judge::influence::{Influence, Kind};
use aji_judge::territory::belief::{Method, Propagation};
use aji_judge::territory::gibbs::Gibbs;
use aji_judge::territory::mean_field::mean_field;
use aji_judge::territory::sampler::Sampler;
use aji_judge::territory::swendsen_wang::SwendsenWang;
use aji_judge::territory::{Exact, Form, Ising, Model, Moments};
use aji_rules::{Color, Field, Game, Move, PointSet, Position, Step};
use anyhow::Context;
use std::path::Path;
use std::time::{Duration, Instant};

/// Any number will do, as long as it stays.
const SEED: u64 = 19;
const SWEEPS: u32 = 1_000;
const SAMPLES: usize = 1_000;
/// As in Stern et al., and never fewer: what moves by less than nothing has not settled.
const ROUNDS: Propagation = Propagation { method: Method::Loopy, most_rounds: 50, tolerance: -1.0 };

/// A position with what Stern's model makes of it.
struct Board {
    moves: Vec<(Color, Move)>,
    position: Position,
    ising: Ising,
}

pub fn measure(report: &mut Report) -> anyhow::Result<()> {
    let boards = boards(&Model::published())?;
    let mut exact = Exact::new(boards[0].position.size())?;
    // First of all, while the peak of memory is low.
    let (memory_mb, _) = memory::growth_mb(|| exact.moments(&boards[0].ising));
    let mut course = Course { boards: &boards, bp: None, report };
    influences(&mut course);
    let features = course.measure(
        "features of the field model",
        |board| Form::FieldFirst.terms(&board.position),
        |terms| terms.iter().map(|(_, term)| f64::from(term.weight) * f64::from(term.times)).sum(),
    );
    course.report.rows.push(features);
    approximations(&mut course);
    exactly(&mut course, &mut exact, memory_mb);
    judgements(&mut course, &mut exact);
    Ok(())
}

fn boards(model: &Model) -> anyhow::Result<Vec<Board>> {
    let board = |game: Game| {
        let played = |step: &Step| match *step {
            Step::Play(color, mv) => Some((color, mv)),
            _ => None,
        };
        let moves: Option<Vec<_>> = game.steps().iter().map(played).collect();
        let moves = moves.context("the example game is moves and nothing else")?;
        let position = game.position().clone();
        Ok(Board { moves, ising: model.ising(&position), position })
    };
    example_games(AFTER_MOVES)?.into_iter().map(board).collect()
}

/// The measurements on their way.
struct Course<'a> {
    boards: &'a [Board],
    /// Boards per second by belief propagation, once that is known.
    bp: Option<f64>,
    report: &'a mut Report,
}

impl Course<'_> {
    /// Of work whose result becomes a number that is rounded.
    fn measure<T>(
        &mut self,
        name: impl Into<String>,
        work: impl FnMut(&Board) -> T,
        number: impl Fn(&T) -> f64,
    ) -> Row {
        let number = |result: &T| number(result).round() as i64 as u64;
        let row = self.report.measure(name, "boards", self.boards, work, number);
        let times_bp = self.bp.map(|bp| bp / row.per_second);
        Row { times_bp, ..row.on(self.boards[0].position.size().width()) }
    }
}

// What is computed becomes a number whose rounding is far coarser than what machines disagree about.
// In it no two points count alike.

fn weighed<'a, T: Copy + Into<f64> + 'a>(values: impl IntoIterator<Item = &'a T>) -> f64 {
    values.into_iter().zip(1..).map(|(&value, place)| value.into() * f64::from(place)).sum()
}

fn influence_number(field: &Field<f32>) -> f64 {
    weighed(field.values())
}

fn ownership_number(moments: &Moments) -> f64 {
    weighed(moments.means.values()) / 10.0
}

fn log_z_number(log_z: &f64) -> f64 {
    log_z * 10.0
}

fn samples_number(samples: &[PointSet]) -> f64 {
    let black: usize = samples.iter().map(PointSet::len).sum();
    black as f64 / samples.len() as f64
}

fn influences(course: &mut Course) {
    for kind in Kind::ALL {
        let limit = match kind {
            // It sends out a search from every stone.
            Kind::Distance => 150e-6,
            _ => 30e-6,
        };
        let work = |board: &Board| kind.field(&board.position);
        let row = course.measure(format!("influence {kind}"), work, influence_number);
        course.report.rows.push(row.within(Limit::time(limit)));
    }
}

fn approximations(course: &mut Course) {
    let bp = course.measure(
        "belief propagation, 50 rounds",
        |board| ROUNDS.run(&board.ising).moments,
        ownership_number,
    );
    course.bp = Some(bp.per_second);
    let trees = course.measure(
        "tree-reweighted propagation",
        |board| Propagation::new(Method::TreeReweighted).run(&board.ising).moments,
        ownership_number,
    );
    let mean_field =
        course.measure("mean field", |board| mean_field(&board.ising).moments, ownership_number);
    let clusters = course.measure(
        "1,000 sweeps, Swendsen-Wang",
        |board| {
            let dice = &mut Dice::new(SEED, 0);
            SwendsenWang::new(&board.ising, dice).moments(SWEEPS, 0, dice)
        },
        ownership_number,
    );
    let gibbs = course.measure(
        "1,000 sweeps, Gibbs",
        |board| {
            let dice = &mut Dice::new(SEED, 0);
            Gibbs::new(&board.ising, dice).moments(SWEEPS, 0, dice)
        },
        ownership_number,
    );
    let (bp, clusters) = (bp.within(Limit::time(0.5e-3)), clusters.within(Limit::time(40e-3)));
    course.report.rows.extend([bp, trees, mean_field, clusters, gibbs]);
}

fn exactly(course: &mut Course, exact: &mut Exact, memory_mb: Option<f64>) {
    let log_z = course.measure("log Z, exact", |board| exact.log_z(&board.ising), log_z_number);
    let marginals =
        course.measure("marginals, exact", |board| exact.moments(&board.ising), ownership_number);
    let marginals = Row { memory_mb, ..marginals };
    let samples = course.measure(
        "1,000 samples, exact",
        |board| exact.moments_and_samples(&board.ising, SAMPLES, &mut Dice::new(SEED, 0)).1,
        |samples| samples_number(samples),
    );
    let marginals = marginals.within(Limit { seconds: 0.6, memory_mb: Some(64.0) });
    course.report.rows.extend([log_z.within(Limit::time(0.15)), marginals, samples]);
}

/// From the stones to the expected score, beside the one other program that offers the same; or a
/// sentence in its place.
fn judgements(course: &mut Course, exact: &mut Exact) {
    let model = Model::published();
    let score = |moments: Moments| moments.means.values().iter().sum::<f64>();
    let tenths = |score: &f64| score * 10.0;
    let ours = [
        course.measure(
            "score, exact",
            |board| score(exact.moments(&model.ising(&board.position))),
            tenths,
        ),
        course.measure(
            "score, belief propagation",
            |board| {
                score(Propagation::new(Method::Loopy).run(&model.ising(&board.position)).moments)
            },
            tenths,
        ),
    ];
    let theirs = match gnu_go::find().map(|program| gnu_go_per_second(&program, course)) {
        Some(Ok(per_second)) => Ok(per_second),
        Some(Err(error)) => {
            Err(format!("Nothing stands beside our scores, as GNU Go failed: {error:#}."))
        }
        None => Err(
            "GNU Go is not installed, so nothing stands beside our scores; Debian has it in the \
                     package gnugo."
                .to_string(),
        ),
    };
    match theirs {
        Ok(per_second) => {
            let side = course.boards[0].position.size().width();
            let theirs = Row::new("score, GNU Go", per_second, "boards").on(side);
            course.report.rows.extend(ours.map(|row| row.beside(gnu_go::NAME, per_second)));
            course.report.rows.push(theirs);
        }
        Err(note) => {
            course.report.rows.extend(ours);
            course.report.notes.push(note);
        }
    }
}

fn gnu_go_per_second(program: &Path, course: &Course) -> anyhow::Result<f64> {
    let start = Instant::now();
    let (mut done, mut spent) = (0, Duration::ZERO);
    while done == 0 || start.elapsed() < course.report.budget {
        for board in course.boards {
            let size = board.position.size();
            spent += gnu_go::time_to_estimate(program, size, &board.moves).context(gnu_go::NAME)?;
            done += 1;
        }
    }
    Ok(f64::from(done) / spent.as_secs_f64())
}
