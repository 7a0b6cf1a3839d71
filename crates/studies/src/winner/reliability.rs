//! Whether chances are what they say: of games with a chance of 70 %, does Black win 70 %?

use super::{Contender, MOVES};
use crate::File;
use crate::LabError;
use crate::page::Part;
use aji_draw::{Chart, PictureError, Series};
use aji_learn::stats::{Bin, Calibration, wilson};
use serde_json::{Value, json};
use std::fmt::Write;

/// One's chances at one move or at all four.
struct Reliability<'a> {
    name: &'a str,
    /// All if there is none.
    number: Option<usize>,
    calibration: Calibration,
}

pub fn make(contenders: &[Contender<'_>]) -> Result<Part, LabError> {
    let of = |number: Option<usize>| -> Vec<Reliability<'_>> {
        let one = |contender| reliability(contender, number);
        contenders.iter().map(one).collect()
    };
    let pooled = of(None);
    let phases = MOVES.map(|number| of(Some(number)));

    let names: Vec<String> = contenders.iter().map(|contender| contender.name.clone()).collect();
    let mut markdown = format!(
        "## Are chances what they say?\n\nHow often Black won, by Black's chance according to {}: on \
         the diagonal, chances are what they say.\n\n![All four moves](reliability.svg)\n\n",
        super::list(&names)
    );
    let mut files = vec![File::new("reliability.svg", chart("All four moves", &pooled)?)];
    for (number, phase) in MOVES.iter().zip(&phases) {
        let (title, name) = (format!("Move {number}"), format!("reliability-{number}.svg"));
        // Writing to a string does not fail.
        let _ = write!(markdown, "![{title}]({name}) ");
        files.push(File::new(name, chart(&title, phase)?));
    }
    markdown += "\n\nThe calibration error (ECE): by how much chances are off on average.\n\n\
                 | | all | move 30 | move 80 | move 130 | move 180 |\n|---|---|---|---|---|---|\n";
    for (index, name) in names.iter().enumerate() {
        let each = std::iter::once(&pooled).chain(&phases);
        let errors: Vec<String> =
            each.map(|all| format!("{:.4}", all[index].calibration.error())).collect();
        let _ = writeln!(markdown, "| {name} | {} |", errors.join(" | "));
    }
    let all: Vec<Value> = pooled.iter().chain(phases.iter().flatten()).map(numbers).collect();
    Ok(Part { markdown, files, numbers: vec![("reliability", json!(all))], ..Part::default() })
}

fn reliability<'a>(contender: &'a Contender<'_>, number: Option<usize>) -> Reliability<'a> {
    let mut calibration = Calibration::default();
    for (at, predicted) in MOVES.into_iter().zip(&contender.predicted) {
        if number.is_none_or(|number| number == at) {
            predicted.iter().for_each(|game| calibration.add(game.forecast));
        }
    }
    Reliability { name: &contender.name, number, calibration }
}

fn chart(title: &str, all: &[Reliability<'_>]) -> Result<String, PictureError> {
    let chart = Chart::calibration(title).x("Black's chance").y("games won by Black");
    let chart = all.iter().fold(chart, |chart, one| {
        let bins = || one.calibration.bins().iter().filter(|bin| bin.count > 0);
        let ends = |bin: &Bin| {
            // Every game was won or lost, so this is a whole number.
            let interval = wilson(bin.targets.round() as u64, bin.count);
            (interval.low, interval.high)
        };
        let line = Series::line(one.name, bins().filter_map(Bin::means)).with_dots();
        chart.series(line.with_intervals(bins().map(ends)))
    });
    chart.to_svg()
}

fn numbers(one: &Reliability<'_>) -> Value {
    let bin = |bin: &Bin| {
        let (thought, came) = bin.means().unzip();
        json!({ "games": bin.count, "black_chance": thought, "black_won": came })
    };
    json!({
        "model": one.name,
        "move": one.number,
        "ece": one.calibration.error(),
        "bins": one.calibration.bins().iter().map(bin).collect::<Vec<_>>(),
    })
}
