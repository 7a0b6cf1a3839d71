//! Judging and reading corners.

use super::{Digest, Limit, Report, Row, rate};
use aji_judge::Library;
use aji_judge::life::corner::{CornerModel, CornerNetwork, Room, first_moves};
use aji_judge::life::reader::Reader;
use aji_judge::life::{Corner, Side};
use anyhow::Context;
use std::time::Duration;

/// Corners of all kinds: two eyes, a ko, a seki, large and small eye spaces, stones inside.
const CORNERS: [&str; 8] = [
    ".XXXO X.XOO XXOO OO",
    "...XO .XXXO XXOOO OOO",
    ".OOOO.XO XXXXXXXO OOOOOOOO",
    "..O.XO .XXXXO X.XOOO XXXO OOOO",
    "....XO .X.XXO ..XXOO XXXOO OOOO",
    ".X..XO X.X.XO .XX.XO X.OXXO XXXXOO OOOOO",
    "..X..XO .X.O.XO X..X.XO .XX.XXO X..XXOO XXXXO OOOOO",
    ".....XO ..X..XO .XX.XXO ....XOO XXXXXO OOOOOO",
];

/// What the reader may take for a corner; it gives up on the largest.
const NODES: u64 = 20_000;
/// What one corner may take.
const LIMIT: f64 = 20e-6;

pub fn measure(budget: Duration) -> anyhow::Result<Report> {
    let corners = CORNERS.map(|text| text.parse::<Corner>());
    let corners: Vec<Corner> = corners.into_iter().collect::<Result<_, _>>()?;
    let networks: Vec<(CornerModel, CornerNetwork)> = CornerModel::ALL
        .into_iter()
        .map(|model| Ok((model, CornerNetwork::new(model, &Library::built_in())?)))
        .collect::<anyhow::Result<_>>()?;
    let mut digest = Digest::new();
    let mut measure = |name: &str, unit, work: &mut dyn FnMut(&Corner) -> f64| {
        for corner in &corners {
            // Coarser than what machines disagree about.
            digest.add((work(corner) * 1e3).round() as i64 as u64);
        }
        let per_second = rate(budget, || {
            corners.iter().for_each(|corner| _ = std::hint::black_box(work(corner)));
            corners.len() as u64
        });
        Row { seconds: Some(1.0 / per_second), ..Row::new(name, per_second, unit) }
    };
    let mut room = Room::default();
    let mut rows = Vec::new();
    for (model, network) in &networks {
        let row = measure(&format!("a glance by {model}"), "corners", &mut |corner| {
            network.opinion(corner, &mut room).alive
        });
        rows.push(row.within(Limit::time(LIMIT)));
    }
    let ours = networks.iter().find(|(model, _)| *model == CornerModel::Ours);
    let (_, ours) = ours.context("our own network is not there")?;
    rows.push(measure("first move, three ahead", "corners", &mut |corner| {
        let mut evaluate =
            |corner: &Corner, defender_moves| ours.life(corner, defender_moves, &mut room);
        let moves = first_moves(corner, Side::Attacker, 3, &mut evaluate);
        moves.first().map_or(1.0, |best| best.life)
    }));
    let mut reader = Reader::default();
    let read = measure("reading it out", "corners", &mut |corner| {
        let status = reader.status(corner, NODES);
        status.map_or(-1.0, |status| status.index() as f64)
    });
    let glance = rows[networks.len() - 1].per_second;
    let last = &mut rows[networks.len() - 1];
    (last.peer, last.ratio) = (Some("reading it out"), Some(glance / read.per_second));
    rows.push(read);
    Ok(Report { rows, notes: Vec::new(), digest: digest.to_string() })
}
