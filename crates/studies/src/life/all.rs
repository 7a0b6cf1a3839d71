//! All the data: the networks that learned from nine problems in ten, measured on the tenth.

use super::Data;
use crate::File;
use crate::LabError;
use crate::page::Part;
use aji_draw::{Chart, Series};
use aji_judge::life::LifeStatus;
use aji_judge::life::corner::mesh::Room;
use aji_judge::life::corner::{CornerModel, CornerNetwork, Odds};
use aji_learn::corner::{Pattern, Source};
use aji_learn::measure::corner::Measured;
use aji_learn::stats::{Calibration, Forecast};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write;

/// What our own should reach by the 0.25 rule: in final positions, and in others.
const AIMS: [(&str, f64); 2] = [("final", 0.985), ("not final", 0.97)];

pub fn make(data: &Data) -> Result<Part, LabError> {
    let held = data.split(true);
    let mut part = Part {
        markdown: format!(
            "## All the data\n\nThe networks that are built in learned from {} patterns. One problem or game in ten is \
             held out with all its patterns; no pattern, nor its reflection, is there twice. Measured on those \
             held out that are alive or dead: `final` are final positions of games, `not final` lines of \
             problems and corners that were read out.\n\n\
             | network | positions | patterns | right, 0.25 rule | alive | dead | right, 0.5 rule | AUC | log loss |\n\
             |---|---|---|---|---|---|---|---|---|\n",
            data.patterns.len() - held.len()
        ),
        ..Part::default()
    };
    let finals: Vec<&Pattern> =
        held.iter().filter(|pattern| pattern.source == Source::Final).copied().collect();
    let others: Vec<&Pattern> =
        held.iter().filter(|pattern| pattern.source != Source::Final).copied().collect();
    let (mut numbers, mut aims) = (Vec::new(), String::new());
    for (model, network) in data.networks {
        for ((name, aim), patterns) in AIMS.into_iter().zip([&finals, &others]) {
            let Some(measured) = Measured::of_network(patterns, network) else { continue };
            let of = |status: LifeStatus| -> Option<f64> {
                let part: Vec<&Pattern> =
                    patterns.iter().filter(|pattern| pattern.status == status).copied().collect();
                Some(Measured::of_network(&part, network)?.share_025())
            };
            let class = [of(LifeStatus::Alive), of(LifeStatus::Dead)];
            let words = |share: Option<f64>| share.map_or("-".to_string(), percent);
            let _ = writeln!(
                part.markdown,
                "| {model} | {name} | {} | {} | {} | {} | {} | {} | {:.4} |",
                measured.patterns,
                percent(measured.share_025()),
                words(class[0]),
                words(class[1]),
                percent(measured.share_05()),
                measured.auc.map_or("-".to_string(), |auc| format!("{auc:.4}")),
                measured.log_loss
            );
            numbers.push(json!({
                "model": model.to_string(), "positions": name, "patterns": measured.patterns,
                "right_025": measured.share_025(), "alive_025": class[0], "dead_025": class[1],
                "right_05": measured.share_05(), "auc": measured.auc, "log_loss": measured.log_loss,
            }));
            if *model == CornerModel::Mesh {
                let verdict = if measured.share_025() >= aim { "met" } else { "missed" };
                let found = percent(measured.share_025());
                let _ = writeln!(
                    aims,
                    "- {name}: {} by the 0.25 rule: **{verdict}** ({found}).",
                    percent(aim)
                );
            }
        }
    }
    part.numbers.push(("all_data", Value::Array(numbers)));
    let _ = write!(part.markdown, "\nWhat was aimed at with our own:\n\n{aims}");
    if let Some(CornerNetwork::Mesh(ours)) = ours(data) {
        let judged: Vec<(LifeStatus, Odds)> = held
            .par_iter()
            .map_init(Room::default, |room, pattern| {
                (pattern.status, ours.judge(&pattern.corner, room))
            })
            .collect();
        five_answers(&judged, &mut part)?;
    }
    Ok(part)
}

fn ours<'a>(data: &'a Data) -> Option<&'a CornerNetwork> {
    let is_ours = |(model, _): &&(CornerModel, CornerNetwork)| *model == CornerModel::Mesh;
    data.networks.iter().find(is_ours).map(|(_, network)| network)
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// What our own says where more than life and death is possible, and how far it may be believed.
fn five_answers(judged: &[(LifeStatus, Odds)], part: &mut Part) -> Result<(), LabError> {
    part.markdown += "\n### Five answers\n\nOurs also tells what is unsettled, in a ko or in seki. Rows are what the \
                      groups are, columns what it takes them for.\n\n| | alive | dead | unsettled | ko | seki | \
                      right |\n|---|---|---|---|---|---|---|\n";
    let count = |status: LifeStatus, told: LifeStatus| {
        judged.iter().filter(|(is, odds)| *is == status && odds.likeliest() == told).count()
    };
    let mut table = Vec::new();
    for status in LifeStatus::ALL {
        let row = LifeStatus::ALL.map(|told| count(status, told));
        let all: usize = row.iter().sum();
        let right = row[status.index()] as f64 / all.max(1) as f64;
        let cells = row.map(|count| count.to_string()).join(" | ");
        let _ = writeln!(part.markdown, "| {status} | {cells} | {} |", percent(right));
        table.push(row.to_vec());
    }
    let mut calibration = Calibration::default();
    for (is, odds) in judged {
        for status in LifeStatus::ALL {
            let target = f64::from(u8::from(*is == status));
            calibration.add(Forecast { probability: odds.of(status), target });
        }
    }
    let means: Vec<(f64, f64)> = calibration.bins().iter().filter_map(|bin| bin.means()).collect();
    let chart = Chart::calibration("What mesh says, and what is so")
        .series(Series::line("", means).with_dots());
    part.files.push(File::new("calibration.svg", chart.to_svg()?));
    let _ = write!(
        part.markdown,
        "\nIts probabilities are true: on average they are {:.4} from how often it is so.\n\n\
         ![What it says with so many percent is so in so many](calibration.svg)\n",
        calibration.error()
    );
    part.numbers.push(("five_answers", json!(table)));
    part.numbers.push(("calibration_error", json!(calibration.error())));
    Ok(())
}
