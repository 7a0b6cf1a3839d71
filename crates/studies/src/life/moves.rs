//! The study's next step: first moves by looking ahead. And reading, held against recorded answers.

use super::Data;
use crate::page::Part;
use aji_judge::life::reader::Reader;
use aji_learn::corner::Pattern;
use aji_learn::corner::reading::{Limits, agreement};
use aji_learn::measure::first_move::{Question, solved};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write;

/// How many moves are looked ahead.
const PLIES: [u32; 4] = [1, 2, 3, 4];

pub fn make(data: &Data) -> Part {
    let questions: Vec<Question> = data
        .problems
        .iter()
        .filter(|problem| Pattern::holds_out(&problem.id))
        .flat_map(|problem| Question::of(problem, true))
        .collect();
    let questions: Vec<&Question> = questions.iter().collect();
    let by_chance = questions.iter().map(|question| question.chance()).sum::<f64>()
        / questions.len().max(1) as f64;
    let mut markdown = format!(
        "## First moves\n\nThe study's next step: minimax with the network as the judge of what comes after. {} problems \
         of GoTools that are held out and do not hang on a ko; right is what the collection gives as a best move. A \
         move at random is right in {:.1} %.\n\n| network | 1 move ahead | 2 | 3 | 4 |\n|---|---|---|---|---|\n",
        questions.len(),
        100.0 * by_chance
    );
    let mut numbers = Vec::new();
    for (model, network) in data.networks {
        let shares = PLIES
            .map(|plies| solved(&questions, network, plies) as f64 / questions.len().max(1) as f64);
        let words = shares.map(|share| format!("{:.1} %", 100.0 * share)).join(" | ");
        let _ = writeln!(markdown, "| {model} | {words} |");
        numbers.push(json!({"model": model.to_string(), "plies": PLIES, "right": shares}));
    }
    let read: Vec<bool> = data
        .problems
        .par_iter()
        .map_init(Reader::default, |reader, problem| agreement(problem, Limits::default(), reader))
        .flatten()
        .collect();
    let agree = read.iter().filter(|agrees| **agrees).count();
    let _ = write!(
        markdown,
        "\n## The reader\n\nThe labels are held against a plain reader. Is it right itself? Of the results that the \
         collection records, it can decide {}, in corners with at most {} empty points; it says the same in {agree} \
         ({:.2} %).\n",
        read.len(),
        Limits::default().empty,
        100.0 * agree as f64 / read.len().max(1) as f64,
    );
    let numbers = vec![
        ("first_moves", Value::Array(numbers)),
        ("reader", json!({"decided": read.len(), "agrees": agree})),
    ];
    Part { markdown, numbers, ..Part::default() }
}
