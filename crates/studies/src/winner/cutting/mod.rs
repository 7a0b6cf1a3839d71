//! Playouts that are cut short as soon as a predictor is sure: what that saves and what it costs.
//!
//! The study names it for the future. What depends on the clock is told apart from what the seed decides.

mod boards;
mod matches;

use super::Data;
use super::uct::CutSettings;
use crate::File;
use crate::LabError;
use crate::judges::JUDGES;
use crate::page::Part;
use crate::players::CutBy;
use aji_draw::{Chart, PictureError, Series};
use aji_judge::winner::Predictor;
use aji_judge::{Judges, Library};
use aji_play::search::Budget;
use aji_rules::Size;
use boards::{Agreement, Board, Speed, THRESHOLDS};
use matches::Pairing;
use serde_json::json;
use std::fmt::Write;
use std::time::Duration;

/// How much is measured.
pub struct Cutting<'a> {
    /// Where the models of the players are.
    pub library: &'a Library,
    /// How many games are played at once.
    pub threads: usize,
    /// Four positions are taken of each of so many games.
    pub games_for_positions: usize,
    /// How many games each player that cuts plays against the one that does not, at each budget.
    pub games: u32,
    /// Playouts a move.
    pub playouts: u32,
    /// Time a move.
    pub time: Duration,
}

/// What was found of a predictor on boards of one size.
struct Measured {
    name: &'static str,
    size: Size,
    agreements: Vec<Agreement>,
    speed: Speed,
    full_speed: Speed,
}

/// Who answers on this board: each once, however many ask it.
fn predictors<'a>(data: &'a Data<'_>, size: Size) -> Vec<(&'static str, &'a Predictor)> {
    let mut all: Vec<(&'static str, &Predictor)> = Vec::new();
    for predictor in std::iter::once(data.study).chain(data.others) {
        let name = predictor.name_on(size);
        if all.iter().all(|(other, _)| *other != name) {
            all.push((name, predictor));
        }
    }
    all
}

pub fn make(data: &Data) -> Result<Part, LabError> {
    let boards = [Board::large(data), Board::small(data)];
    let every = CutSettings::default().every;
    let mut measured = Vec::new();
    for board in &boards {
        let full_speed = board.speed(None)?;
        for (name, predictor) in predictors(data, board.size) {
            let traces = board.traces(predictor)?;
            let agreements =
                THRESHOLDS.map(|threshold| Agreement::of(&traces, every, threshold)).to_vec();
            let speed = board.cut_speed(predictor)?;
            measured.push(Measured { name, size: board.size, agreements, speed, full_speed });
        }
    }
    let judges = Judges::built_in().with(&JUDGES);
    let mut pairings = Vec::new();
    for budget in [Budget::Visits(data.cutting.playouts), Budget::Time(data.cutting.time)] {
        for (name, _) in predictors(data, Size::NINE) {
            if let Some(by) = CutBy::find(name, &judges) {
                pairings.push(Pairing::play(data, name, by, budget)?);
            }
        }
    }
    let markdown = beginning(data, &boards)
        + &agreement_table(&measured)
        + &speed_table(&measured)
        + &games_table(data, &pairings);
    let files = vec![
        File::new("cut-agreement.svg", agreement_chart(&measured)?),
        File::new("cut-games.svg", games_chart(&pairings)?),
    ];
    let agreement = |one: &Measured| json!({ "by": one.name, "board": one.size.to_string(), "thresholds": one.agreements });
    let speed = |one: &Measured| {
        let (cut, full) = (one.speed, one.full_speed);
        json!({ "by": one.name, "board": one.size.to_string(), "cut": cut, "full": full })
    };
    let (timed, counted): (Vec<&Pairing>, Vec<&Pairing>) =
        pairings.iter().partition(|pairing| pairing.is_time);
    let numbers = vec![
        ("cut_agreement", json!(measured.iter().map(agreement).collect::<Vec<_>>())),
        ("cut_speed", json!(measured.iter().map(speed).collect::<Vec<_>>())),
        ("cut_games_at_equal_playouts", json!(counted)),
        ("cut_games_at_equal_time", json!(timed)),
    ];
    Ok(Part { markdown, files, numbers, ..Part::default() })
}

fn beginning(data: &Data, boards: &[Board]) -> String {
    let CutSettings { every, threshold } = CutSettings::default();
    let places: Vec<String> =
        boards.iter().map(|board| format!("on {}, {}", board.size, board.about)).collect();
    format!(
        "## Playouts cut short\n\nThe study would stop the playouts of a search as soon as its network is \
         sure of the winner. Here UCT does so: playouts are uniformly random moves that fill no own eyes; \
         a predictor is asked after every {every} moves, and when either side's chance is above a \
         threshold, that side has won. Measured {}; seed {}. On 9x9, which `nn-influence` and `outlook` do not know, \
         the territory model answers for them. The players `uct:...:NAME` cut at {:.0} %.\n",
        places.join("; "),
        data.seed,
        100.0 * threshold,
    )
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn agreement_table(measured: &[Measured]) -> String {
    let mut table = "\n### Does the cut name the winner?\n\nOf the playouts that would be cut, the share that \
                     end as they were cut when they are played on, with its interval. A playout is chance, \
                     so not even who knows all about it agrees always.\n\n\
                     ![Agreement by threshold](cut-agreement.svg)\n\n\
                     | board | by | threshold | cut | moves, of | asked | agreed |\n|---|---|---|---|---|---|---|\n"
        .to_string();
    for one in measured {
        for at in &one.agreements {
            let agreed = at.agreed_share().map_or("-".to_string(), |(share, interval)| {
                let [low, high] = [interval.low, interval.high].map(|share| 100.0 * share);
                format!("{} ({low:.1} to {high:.1})", percent(share))
            });
            // Writing to a string does not fail.
            let _ = writeln!(
                table,
                "| {} | {} | {} | {} | {:.0} of {:.0} | {:.1} times | {agreed} |",
                one.size,
                one.name,
                percent(at.threshold),
                percent(at.cut_share()),
                at.turns,
                at.full_turns,
                at.asked,
            );
        }
    }
    table
}

fn speed_table(measured: &[Measured]) -> String {
    let mut table = format!(
        "\n### What it saves\n\nPlayouts a second of one thread from these positions, full and cut at {}, in the \
         run that made this page.\n\n\
         | board | by | full | moves | cut | moves | speed |\n|---|---|---|---|---|---|---|\n",
        percent(CutSettings::default().threshold)
    );
    for one in measured {
        let (full, cut) = (one.full_speed, one.speed);
        let _ = writeln!(
            table,
            "| {} | {} | {:.0} | {:.0} | {:.0} | {:.0} | {:.4} times |",
            one.size,
            one.name,
            full.per_second,
            full.turns,
            cut.per_second,
            cut.turns,
            cut.per_second / full.per_second,
        );
    }
    table
}

fn games_table(data: &Data, pairings: &[Pairing]) -> String {
    let mut table = format!(
        "\n### Against full playouts\n\n{} games on 9x9 (Chinese rules, two random moves first, both colours) \
         of the player that cuts against the one that does not. At equal playouts the seed decides all games; \
         at equal time the machine does, too.\n\n![Games won](cut-games.svg)\n\n\
         | by | both have for a move | seconds a move, cut and full | won by cutting | |\n|---|---|---|---|---|\n",
        data.cutting.games
    );
    for one in pairings {
        let budget = if one.is_time {
            format!("{} of time", one.budget)
        } else {
            format!("{} playouts", one.budget)
        };
        let [cut, full] = one
            .seconds
            .map(|seconds| seconds.map_or("-".to_string(), |seconds| format!("{seconds:.3}")));
        let [low, high] = [one.interval.low, one.interval.high].map(|share| 100.0 * share);
        let _ = writeln!(
            table,
            "| {} | {budget} | {cut}, {full} | {} of {}: {} ({low:.1} to {high:.1}) | {} |",
            one.by,
            one.won,
            one.games,
            percent(one.share),
            one.verdict(),
        );
    }
    table
}

fn agreement_chart(measured: &[Measured]) -> Result<String, PictureError> {
    let chart = Chart::new("Playouts that end as they were cut")
        .x("threshold")
        .y("share of those cut")
        .reach_y(0.5)
        .reach_y(1.0);
    let chart = measured.iter().fold(chart, |chart, one| {
        let shown = || {
            let told = |at: &Agreement| Some((at.threshold, at.agreed_share()?));
            one.agreements.iter().filter_map(told)
        };
        let points = shown().map(|(threshold, (share, _))| (threshold, share));
        let ends = shown().map(|(_, (_, interval))| (interval.low, interval.high));
        let name = format!("{}, {}", one.name, one.size);
        chart.series(Series::line(name, points).with_dots().with_intervals(ends))
    });
    chart.to_svg()
}

fn games_chart(pairings: &[Pairing]) -> Result<String, PictureError> {
    let name = |one: &Pairing| {
        let what = if one.is_time { "time" } else { "playouts" };
        format!("{}, equal {what}", one.by)
    };
    let chart = Chart::groups("Games won by cutting", pairings.iter().map(name))
        .y("share of games")
        .reach_y(0.0)
        .reach_y(1.0)
        .level(0.5)
        .size(700, 400);
    let places = pairings.iter().enumerate();
    let dots = Series::dots("", places.map(|(at, one)| (at as f64, one.share)));
    let ends = pairings.iter().map(|one| (one.interval.low, one.interval.high));
    chart.series(dots.with_intervals(ends)).to_svg()
}
