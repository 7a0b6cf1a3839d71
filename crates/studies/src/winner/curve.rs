//! How many winners are predicted from move to move.

use super::{Contender, Data, RULES};
use crate::File;
use crate::LabError;
use crate::page::Part;
use aji_draw::{Chart, Series};
use aji_learn::measure::winner::{Row, Split, predict_by};
use serde_json::json;

/// From here to there, in steps.
const MOVES: std::ops::RangeInclusive<usize> = 10..=250;
const STEP: usize = 10;

pub fn make(data: &Data, contenders: &[Contender<'_>]) -> Result<Part, LabError> {
    let games = &data.test[..data.test.len().min(data.followed)];
    let mut all: Vec<Vec<Row>> = Vec::new();
    for contender in contenders {
        let mut curve = Vec::new();
        for number in MOVES.step_by(STEP) {
            let predicted = predict_by(contender.predictor, games, number, RULES, || ())?;
            let [row, ..] = Split::of(&predicted).rows(number, &contender.name);
            curve.push(row);
        }
        all.push(curve);
    }
    let chart = Chart::new("Winners predicted").x("moves played").y("share of games").reach_y(0.5);
    let chart = all.iter().fold(chart, |chart, curve| {
        let shown = || curve.iter().filter(|row| row.games > 0);
        let point = |row: &Row| Some((row.number as f64, row.accuracy?));
        let ends = |row: &Row| Some((row.accuracy_low?, row.accuracy_high?));
        let name = curve.first().map_or(String::new(), |row| row.model.clone());
        let line = Series::line(name, shown().filter_map(point));
        chart.series(line.with_band(shown().filter_map(ends)))
    });
    let chart = all.first().into_iter().fold(chart, |chart, curve| {
        let point = |row: &Row| Some((row.number as f64, row.majority?));
        chart.series(Series::line("more frequent winner", curve.iter().filter_map(point)))
    });
    let lasting = Chart::new("Games that last").x("moves played").y("games").reach_y(0.0);
    let lasting = all.first().into_iter().fold(lasting, |chart, curve| {
        let point = |row: &Row| (row.number as f64, row.games as f64);
        chart.series(Series::line("", curve.iter().map(point)))
    });
    let markdown = format!(
        "## Accuracy from move to move\n\nOn the first {} games, every {STEP} moves, with bands for \
         95 %. The study's networks answer where they were not trained with the nearest in moves.\n\n\
         ![Winners predicted](accuracy.svg) ![Games that last](games.svg)\n",
        games.len()
    );
    let files =
        vec![File::new("accuracy.svg", chart.to_svg()?), File::new("games.svg", lasting.to_svg()?)];
    let flat: Vec<&Row> = all.iter().flatten().collect();
    Ok(Part { markdown, files, numbers: vec![("curve", json!(flat))], ..Part::default() })
}
