//! How often the move that was played is among the ten candidates: the study's network with as many games
//! as the study had and with all, and ours.

use super::Data;
use crate::LabError;
use crate::opening::perceptron::{PerceptronSettings, PerceptronTrainer};
use crate::page::Part;
use aji_judge::opening::MOVES;
use aji_judge::opening::candidates::Candidates;
use aji_judge::opening::candidates::CandidatesName;
use aji_learn::measure::opening::Measured;
use aji_learn::stats::Interval;
use aji_learn::training::Trainer;
use serde_json::json;
use std::fmt::Write;

/// What the study learned from.
const STUDY_GAMES: usize = 213;

pub fn make(data: &Data) -> Result<Part, LabError> {
    let perceptron = &Candidates::new(CandidatesName::Perceptron, data.library)?;
    let habits = &Candidates::new(CandidatesName::Habits, data.library)?;
    let few = &data.learned[..data.learned.len().min(STUDY_GAMES)];
    let (epochs, seed) = (data.epochs, data.seed);
    let settings = PerceptronSettings { epochs, seed, ..Default::default() };
    let small = PerceptronTrainer::new(settings, few)
        .trained()
        .map(|model| Candidates::Perceptron(model.into()))
        .ok_or(LabError::NoCandidates)?;
    let mut markdown = format!(
        "## The candidates\n\nMoves 1 to {MOVES} of the games that nobody learned from: how often the move \
         that was played is thought the likeliest, how often it is among the ten candidates, and the mean \
         logarithm of its probability. The study's network learned from {} games, {} times from each \
         in eight symmetries, or as its card says; the study has {STUDY_GAMES} games and 100 times. In brackets, intervals by a \
         bootstrap over games.\n\n\
         | candidates of | positions | likeliest | among ten | log probability |\n|---|---|---|---|---|\n",
        few.len(),
        data.epochs,
    );
    let mut numbers = Vec::new();
    let who = [
        (format!("the study's network, {} games", few.len()), &small),
        ("the study's network, all games".to_string(), perceptron),
        ("habits".to_string(), habits),
    ];
    for (name, candidates) in who {
        let measured = Measured::of(candidates, data.openings, 1..=MOVES, data.seed, || ());
        let Some(measured) = measured else { return Err(LabError::NoOpenings) };
        let percent = |(value, Interval { low, high }): (f64, Interval)| {
            let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
            format!("{value:.1} % ({low:.1} to {high:.1})")
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            markdown,
            "| {name} | {} | {} | {} | {:.3} |",
            measured.positions,
            percent(measured.top1),
            percent(measured.top10),
            measured.log_probability.0,
        );
        numbers.push(json!({
            "candidates": name, "positions": measured.positions, "top1": measured.top1.0,
            "top10": measured.top10.0, "log_prob": measured.log_probability.0,
        }));
    }
    Ok(Part { markdown, numbers: vec![("candidates", json!(numbers))], ..Part::default() })
}
