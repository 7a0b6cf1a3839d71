//! The study's network on other influences than its own, and on one whose table is learned.

use super::Data;
use crate::File;
use crate::LabError;
use crate::page::Part;
use crate::winner::nn_influence::table::{class, first_table};
use crate::winner::nn_influence::{Input, NnInfluenceSettings, PhaseFit, Trained};
use aji_draw::{Chart, Series};
use aji_judge::influence::Kind;
use aji_judge::influence::cross::REACH;
use aji_learn::measure::winner::{Comparison, Predicted, Row, Split};
use serde_json::json;
use std::fmt::Write;

/// The moves at which they are compared: early, and late.
const MOVES: [usize; 2] = [80, 180];
/// The study's own first: the others are held against it.
const INPUTS: [(&str, Input); 8] = [
    ("cross", Input::Influence(Kind::Cross)),
    ("cross-axes", Input::Influence(Kind::CrossAxes)),
    ("cross-connect", Input::Influence(Kind::CrossConnect)),
    ("cross-geometric", Input::Influence(Kind::CrossGeometric)),
    ("distance", Input::Influence(Kind::Distance)),
    ("zobrist", Input::Influence(Kind::Zobrist)),
    ("bouzy-5-21", Input::Influence(Kind::BouzyTerritory)),
    ("learned table", Input::LearnedTable),
];

/// An influence's network at one move.
struct Tried {
    name: &'static str,
    trained: Trained,
    predicted: Vec<Predicted>,
}

impl Tried {
    fn new((name, input): (&'static str, Input), number: usize, data: &Data) -> Tried {
        let (epochs, seed) = (data.epochs, data.seed);
        let settings = NnInfluenceSettings { input, epochs, seed, ..Default::default() };
        let mut fit = PhaseFit::new(settings, data.train, number);
        while !fit.is_done() {
            fit.advance();
        }
        let trained = fit.trained();
        let predicted = trained.predict(data.test, number);
        Tried { name, trained, predicted }
    }

    fn row(&self, number: usize) -> Row {
        let [all, ..] = Split::of(&self.predicted).rows(number, self.name);
        all
    }
}

pub fn make(data: &Data) -> Result<Part, LabError> {
    let tried = MOVES.map(|number| INPUTS.map(|input| Tried::new(input, number, data)));
    let rows: Vec<Vec<Row>> = MOVES
        .into_iter()
        .zip(&tried)
        .map(|(number, tried)| tried.iter().map(|one| one.row(number)).collect())
        .collect();
    let comparisons: Vec<Vec<Comparison>> =
        MOVES.into_iter().zip(&tried).map(|(number, tried)| comparisons(number, tried)).collect();

    let mut markdown = format!(
        "## Other influences\n\nThe study's network learned anew from each influence, from {} games in \
         {} epochs: fewer than the networks above, and the same for each. \
         The network sees a tenth of every influence, whatever its units. All games; p by McNemar's \
         exact test against the study's own, `{}`.\n\n![Influences](influences.svg)\n",
        data.train.len(),
        data.epochs,
        INPUTS[0].0,
    );
    for (rows, comparisons) in rows.iter().zip(&comparisons) {
        markdown += &table(rows, comparisons);
    }
    markdown += "\nWhat a stone adds to the point so many columns (across) and rows (down) away, in \
                 the study's units, if that is learned too:\n";
    let study = first_table();
    markdown += &quadrant("The study's, where learning begins", &study);
    let mut learned = Vec::new();
    for (number, tried) in MOVES.into_iter().zip(&tried) {
        for table in tried.iter().filter_map(|one| one.trained.table()) {
            markdown += &quadrant(&format!("Learned at move {number}"), table);
            learned.push(json!({ "move": number, "table": cells(table) }));
        }
    }
    let files = vec![File::new("influences.svg", chart(&rows).to_svg()?)];
    let flat: Vec<&Row> = rows.iter().flatten().collect();
    let tests: Vec<&Comparison> = comparisons.iter().flatten().collect();
    let numbers = vec![
        ("influences", json!(flat)),
        ("influences_mcnemar", json!(tests)),
        ("learned_tables", json!(learned)),
    ];
    Ok(Part { markdown, files, numbers, ..Part::default() })
}

/// Each against the study's own, which is the first.
fn comparisons(number: usize, tried: &[Tried]) -> Vec<Comparison> {
    let Some((own, others)) = tried.split_first() else { return Vec::new() };
    let pair = |one: &Tried| {
        Comparison::new(number, (one.name, &one.predicted), (own.name, &own.predicted))
    };
    others.iter().map(pair).collect()
}

fn table(rows: &[Row], comparisons: &[Comparison]) -> String {
    let number = rows.first().map_or(0, |row| row.number);
    let mut markdown = format!(
        "\n| move {number} | accuracy | log loss | AUC | against {} |\n|---|---|---|---|---|\n",
        INPUTS[0].0
    );
    let figure = |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.4}"));
    for row in rows {
        let test = comparisons.iter().find(|test| test.model == row.model);
        // Writing to a string does not fail.
        let _ = writeln!(
            markdown,
            "| {} | {} | {} | {} | {} |",
            row.model,
            row.accuracy_text(),
            figure(row.log_loss),
            figure(row.auc),
            test.map_or(String::new(), Comparison::p_text),
        );
    }
    markdown
}

/// Dots, since bars from zero would hide how little they differ; those of one influence side by side.
fn chart(rows: &[Vec<Row>]) -> Chart {
    let chart = Chart::groups("Winners predicted by influence", INPUTS.map(|(name, _)| name))
        .y("share of games")
        .reach_y(0.5)
        .size(900, 400);
    rows.iter().zip(MOVES).enumerate().fold(chart, |chart, (index, (rows, number))| {
        let aside = (index as f64 - 0.5 * (MOVES.len() - 1) as f64) * 0.2;
        let places = || rows.iter().enumerate().filter(|(_, row)| row.games > 0);
        let point = |(at, row): (usize, &Row)| Some((at as f64 + aside, row.accuracy?));
        let ends = |(_, row): (usize, &Row)| Some((row.accuracy_low?, row.accuracy_high?));
        let dots = Series::dots(format!("move {number}"), places().filter_map(point));
        chart.series(dots.with_intervals(places().filter_map(ends)))
    })
}

/// A learned table as rows of columns, in the study's units; learning has tenths of them.
fn cells(table: &[f32]) -> Vec<Vec<f64>> {
    let cell = |dx, dy| f64::from(table.get(class(dx, dy)).copied().unwrap_or_default()) * 10.0;
    (0..=REACH).map(|dy| (0..=REACH).map(|dx| cell(dx, dy)).collect()).collect()
}

fn quadrant(title: &str, table: &[f32]) -> String {
    let heads: Vec<String> = (0..=REACH).map(|dx| dx.to_string()).collect();
    let mut markdown =
        format!("\n| {title} | {} |\n|---|{}\n", heads.join(" | "), "---|".repeat(heads.len()));
    for (dy, row) in cells(table).into_iter().enumerate() {
        let shown: Vec<String> = row.iter().map(|value| format!("{value:.1}")).collect();
        // Writing to a string does not fail.
        let _ = writeln!(markdown, "| {dy} | {} |", shown.join(" | "));
    }
    markdown
}
