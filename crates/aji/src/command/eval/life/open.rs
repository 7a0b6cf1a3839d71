//! Problems as books print them, on the whole board: is the printed move proved to work, and do proofs keep their word?

use crate::command::solve::collection::{self, PrintedProblem};
use crate::progress::Bar;
use aji_judge::life::verdict::Proof;
use aji_judge::life::{Answer, LifeOutcome, Problem, Side, Solver};
use aji_learn::cells;
use aji_learn::report::{Column, Report};
use aji_rules::{Color, Move};
use anyhow::ensure;
use cpu_time::ThreadTime;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// So many moves of every line are read again...
const FOLLOWED: usize = 2;
/// ...with no more positions than these.
const READ_AGAIN: u64 = 100_000;

/// How a solver fared with problems of books.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Tally {
    problems: usize,
    /// A printed move is proved to work.
    right: usize,
    /// Within a tenth of a second.
    right_within_100ms: usize,
    /// Other moves are proved to work, and no printed one.
    other: usize,
    /// It is proved that nothing works.
    none: usize,
    /// It was not read out.
    estimated: usize,
    /// Of these, a printed move works if the stones around stand.
    likely: usize,
    /// Proofs that a later reading along their own lines, or after the printed move, refutes.
    false_proofs: usize,
    /// Records that hold no problem.
    unusable: usize,
}

pub fn report(paths: &[PathBuf], nodes: u64, every: usize) -> anyhow::Result<Report> {
    let collection = collection::records(paths);
    ensure!(!collection.problems.is_empty(), "there is no problem in these records");
    let mut tally = Tally { unusable: collection.unusable.len(), ..Tally::default() };
    let problems: Vec<PrintedProblem> = collection.problems.into_iter().step_by(every).collect();
    let bar = Bar::things(problems.len(), "problems");
    let mut solver = Solver::default();
    for problem in problems {
        let before = tally.false_proofs;
        fare(&problem, &mut solver, nodes, &mut tally);
        if tally.false_proofs > before {
            bar.say(&format!("{} is proved, and refuted", problem.name));
        }
        bar.step();
    }
    drop(bar);
    let columns = [Column::shown(""), Column::shown("problems"), Column::shown("share").percent(1)];
    let mut report = Report::new(columns);
    for (what, count) in [
        ("all", tally.problems),
        ("a printed move is proved to work", tally.right),
        ("  within 100 ms", tally.right_within_100ms),
        ("only others are", tally.other),
        ("nothing is proved to work", tally.none),
        ("not read out", tally.estimated),
        ("  a printed move works if walls stand", tally.likely),
        ("proofs that were refuted", tally.false_proofs),
    ] {
        report.row(cells![what, count, count as f64 / tally.problems as f64]);
    }
    report.also(serde_json::to_value(tally)?);
    Ok(report)
}

fn fare(printed: &PrintedProblem, solver: &mut Solver, nodes: u64, tally: &mut Tally) {
    let (problem, first) = (&printed.question.problem, printed.question.first);
    let start = ThreadTime::now();
    let answer = solver.answer(problem, problem.side(first), nodes);
    let is_quick = start.elapsed() <= Duration::from_millis(100);
    tally.problems += 1;
    let works = |proof: &Proof| {
        let mut works = proof.moves.iter().filter(|found| found.works);
        works.any(|found| printed.printed.contains(&found.mv))
    };
    let Some(proof) = answer.proof() else {
        tally.estimated += 1;
        if let Answer::Estimated(estimate) = &answer {
            tally.likely += usize::from(estimate.sealed.as_deref().is_some_and(works));
        }
        return;
    };
    if works(proof) {
        tally.right += 1;
        tally.right_within_100ms += usize::from(is_quick);
    } else if proof.moves.iter().any(|found| found.works) {
        tally.other += 1;
    } else {
        tally.none += 1;
    }
    let defends = problem.side(first) == Side::Defender;
    let gets_more = |outcome: LifeOutcome| {
        let (now, then) = (outcome.rank(), proof.outcome.rank());
        if defends { now > then } else { now < then }
    };
    let is_other = |outcome: LifeOutcome| {
        outcome.is_life() != proof.outcome.is_life() && !is_ko(outcome) && !is_ko(proof.outcome)
    };
    let found_to_work = |mv: &Move| proof.moves.iter().any(|found| found.works && found.mv == *mv);
    let mut after = |moves: &[Move]| after(problem, first, moves, solver, nodes);
    // A printed move gets more than was proved to be possible, or the proof's own line ends otherwise.
    let mut tried = printed.printed.iter().filter(|mv| !found_to_work(mv));
    let is_refuted = tried.any(|mv| after(&[*mv]).is_some_and(gets_more));
    let along = &proof.line[..proof.line.len().min(FOLLOWED)];
    if is_refuted || (1..=along.len()).any(|to| after(&along[..to]).is_some_and(is_other)) {
        tally.false_proofs += 1;
    }
}

fn is_ko(outcome: LifeOutcome) -> bool {
    matches!(outcome, LifeOutcome::Ko(_))
}

/// What is proved after these moves.
fn after(
    problem: &Problem,
    first: Color,
    moves: &[Move],
    solver: &mut Solver,
    nodes: u64,
) -> Option<LifeOutcome> {
    let (mut problem, mut color) = (problem.clone(), first);
    for &mv in moves {
        if let Move::Place(point) = mv {
            problem = problem.after(color, point)?;
        }
        color = !color;
    }
    solver.answer(&problem, problem.side(color), nodes.min(READ_AGAIN)).outcome()
}
