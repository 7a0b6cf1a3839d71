//! Figures 2 and 3: what the models make of one position, as boards.

use super::Part;
use super::learned::Models;
use crate::File;
use crate::LabError;
use crate::claim::{Claim, Difference};
use aji_draw::{Board, png};
use aji_judge::territory::{Exact, Inference, Model};
use aji_learn::labels::Example;
use aji_rules::{Field, Point, Position};
use rayon::prelude::*;
use std::fmt::Write;

/// Empty areas are points without a stone within so many steps.
const AWAY: usize = 2;
/// Positions that share a workspace.
const PARCEL: usize = 16;

pub fn make(
    models: &Models,
    (position, move_number): (&Position, usize),
    tests: &[Vec<Example>; 3],
    seed: u64,
) -> Result<Part, LabError> {
    let mut files = Vec::new();
    let mut markdown = format!(
        "## Figure 2: exact inference and belief propagation\n\nBoltzmann5 on the position at move {move_number} of \
         aji's example game. \
         The size of a square says how surely a point is whose.\n\n"
    );
    let five = &models.five;
    for (name, title, inference) in [
        ("figure2-exact", "exact", Inference::Exact),
        ("figure2-bp", "belief propagation", Inference::BeliefPropagation),
    ] {
        let caption = format!("Boltzmann5, {title}");
        markdown += &picture(&mut files, name, &caption, position, five, inference)?;
    }
    if let Some(claim) = overconfidence(five, tests, seed)? {
        // Writing to a string does not fail.
        let _ = writeln!(markdown, "\n\n{claim}");
    }
    markdown += "\n\n## Figure 3: BoltzmannLiberties\n\nThe same position, exactly. The study shows the \
                 judgement of another program beside it, Many Faces of Go, which we do not have; our \
                 own model stands in its place.\n\n";
    let caption = "BoltzmannLiberties, exact";
    let liberties = &models.liberties;
    markdown +=
        &picture(&mut files, "figure3-liberties", caption, position, liberties, Inference::Exact)?;
    if let Some(field) = &models.field {
        let caption = "our field model, exact";
        markdown +=
            &picture(&mut files, "figure3-field", caption, position, field, Inference::Exact)?;
    }
    markdown.push('\n');
    Ok(Part { markdown, files })
}

/// Draws a board and gives the line that shows it.
fn picture(
    files: &mut Vec<File>,
    name: &str,
    caption: &str,
    position: &Position,
    model: &Model,
    inference: Inference,
) -> Result<String, LabError> {
    let means = inference.moments(&model.ising(position), 1)?.means;
    let svg = Board::of(position).ownership(&means).caption(caption).to_svg();
    files.push(File::new(format!("{name}.png"), png(&svg, 1.0)?));
    files.push(File::new(format!("{name}.svg"), svg));
    Ok(format!("![{caption}]({name}.svg) "))
}

/// How sure both are of empty areas, at each move number.
fn overconfidence(
    model: &Model,
    tests: &[Vec<Example>; 3],
    seed: u64,
) -> Result<Option<Claim>, LabError> {
    let mut differences = Vec::new();
    for (examples, number) in tests.iter().zip(super::MOVES) {
        let (bp, exact): (Vec<f64>, Vec<f64>) =
            sureness(model, examples, seed)?.into_iter().unzip();
        differences.extend(Difference::of(&bp, &exact, seed).map(|by| (number, bp.len(), by)));
    }
    let told = |(number, count, by): &(usize, usize, Difference)| {
        format!("move {number}, {count} positions: {by}")
    };
    let found: Vec<String> = differences.iter().map(told).collect();
    Ok((!differences.is_empty()).then(|| Claim {
        says: format!(
            "belief propagation is too sure of empty areas (its ownership of points without a stone \
             within {AWAY} steps is further from even than the exact one)"
        ),
        found: found.join("; "),
        is_reproduced: differences.iter().all(|(_, _, by)| by.is_positive()),
    }))
}

/// The mean distance from even over the empty area, by belief propagation and exactly, of each example
/// that has one.
fn sureness(model: &Model, examples: &[Example], seed: u64) -> Result<Vec<(f64, f64)>, LabError> {
    let parcels: Result<Vec<Vec<(f64, f64)>>, LabError> = examples
        .par_chunks(PARCEL)
        .map(|parcel| {
            let mut exact = Exact::new(parcel[0].position.size())?;
            let mut sureness = Vec::new();
            for example in parcel {
                let area = empty_area(&example.position);
                if area.is_empty() {
                    continue;
                }
                let ising = model.ising(&example.position);
                let sure = |means: &Field<f64>| {
                    area.iter().map(|&point| means[point].abs()).sum::<f64>() / area.len() as f64
                };
                let bp = Inference::BeliefPropagation.moments(&ising, seed)?.means;
                sureness.push((sure(&bp), sure(&exact.moments(&ising).means)));
            }
            Ok(sureness)
        })
        .collect();
    Ok(parcels?.into_iter().flatten().collect())
}

fn empty_area(position: &Position) -> Vec<Point> {
    let size = position.size();
    let is_away = |&point: &Point| {
        let (x, y) = size.xy(point);
        size.points().all(|other| {
            let (a, b) = size.xy(other);
            position.stone(other).is_none() || a.abs_diff(x) + b.abs_diff(y) > AWAY
        })
    };
    size.points().filter(is_away).collect()
}
