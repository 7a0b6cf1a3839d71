//! A solution for people.

use crate::life_question::{LifeQuestion, outcome_words};
use crate::words::counted;
use aji_judge::life::verdict::{Estimate, FirstMove};
use aji_judge::life::{Answer, LifeOutcome, Verdict};
use aji_rules::{Color, Diagram, Move, Point, Size};
use std::fmt::Write;

/// Where no move helps, so many are told with their refutations.
const MOST_HOPELESS: usize = 3;

pub fn of(question: &LifeQuestion, verdict: &Verdict, notes: &[String]) -> String {
    let problem = &question.problem;
    let (position, size) = (problem.position(), problem.position().size());
    let mut text = String::new();
    // Writing to a string does not fail.
    let mut line = |sentence: String| _ = writeln!(text, "{sentence}");
    let stones: Vec<Point> = problem.target().iter().collect();
    let first_stone = stones.first().map(|&stone| size.vertex(stone).to_string());
    line(format!(
        "{}'s {} at {}, in an enclosure of {}.",
        problem.defender(),
        counted(stones.len() as u64, "stone"),
        first_stone.unwrap_or_default(),
        counted(problem.region().len() as u64, "point"),
    ));
    line(format!("\n{}\n", Diagram::of(position)));
    for first in [question.first, !question.first] {
        let answer = question.answer(verdict, first);
        line(question.sentence(answer, first));
        let Some(proof) = answer.proof() else {
            // What works with the walls in place is most often what works.
            if let Answer::Estimated(Estimate { sealed: Some(sealed), .. }) = answer {
                let likely = sealed.moves.iter().filter(|first_move| first_move.works);
                let likely: Vec<Move> = likely.map(|first_move| first_move.mv).collect();
                if !likely.is_empty() {
                    line(format!("  {} works if they do.", line_words(size, &likely)));
                }
            }
            line(String::new());
            continue;
        };
        let without = question.answer(verdict, !first).outcome();
        if without.is_some_and(|without| without.rank() == proof.outcome.rank()) {
            let it_is = if proof.outcome.pleases(problem.side(first)) {
                "No move is needed: it is so whoever moves first."
            } else {
                "No move helps."
            };
            line(format!("  {it_is}"));
        }
        let shown = match proof.moves.iter().any(|first_move| first_move.works) {
            true => proof.moves.len(),
            false => MOST_HOPELESS,
        };
        for first_move in proof.moves.iter().take(shown) {
            line(format!("  {}", move_words(size, first_move, problem.defender())));
        }
        if !proof.unread.is_empty() {
            line(format!("  Not read: {}", line_words(size, &proof.unread)));
        }
        let outside = proof.zone - *problem.region();
        if !outside.is_empty() {
            let points: Vec<Move> = outside.iter().map(Move::Place).collect();
            line(format!(
                "  Outside of the enclosure this depends on {}.",
                line_words(size, &points)
            ));
        }
        line(String::new());
    }
    for note in notes {
        line(format!("Note: {note}."));
    }
    text.trim_end().to_string() + "\n"
}

fn move_words(size: Size, first: &FirstMove, defender: Color) -> String {
    let name = size.move_text(first.mv);
    let what = outcome_words(first.outcome, defender);
    let rest = first.line.get(1..).unwrap_or_default();
    let line = match (rest, first.works) {
        ([], true) => ", and it is over".to_string(),
        ([], false) => ": there is no room left for two eyes".to_string(),
        (rest, _) => format!(": {}", line_words(size, rest)),
    };
    // Without a reply a move that fails has ended the fight the wrong way.
    let line = match first.outcome {
        LifeOutcome::Dies => line,
        _ if rest.is_empty() && !first.works => ", and it is over".to_string(),
        _ => line,
    };
    let mark = if first.works { "works" } else { "fails" };
    format!("{name:<4} {mark}: {what}{line}")
}

/// Moves one after the other.
pub fn line_words(size: Size, line: &[Move]) -> String {
    line.iter().map(|&mv| size.move_text(mv)).collect::<Vec<_>>().join(" ")
}
