//! Judging and reading corners.

use super::{Limit, Report, coarse};
use aji_judge::Library;
use aji_judge::life::corner::{CornerModel, CornerNetwork, Room, first_moves};
use aji_judge::life::reader::Reader;
use aji_judge::life::{Corner, Side};
use anyhow::Context;

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

pub fn measure(report: &mut Report) -> anyhow::Result<()> {
    let corners = CORNERS.map(|text| text.parse::<Corner>());
    let corners: Vec<Corner> = corners.into_iter().collect::<Result<_, _>>()?;
    let networks: Vec<(CornerModel, CornerNetwork)> = CornerModel::ALL
        .into_iter()
        .map(|model| Ok((model, CornerNetwork::new(model, &Library::built_in())?)))
        .collect::<anyhow::Result<_>>()?;
    let mut room = Room::default();
    let mut measure = |name: &str, work: &mut dyn FnMut(&Corner) -> f64| {
        report.measure(name, "corners", &corners, work, coarse)
    };
    let mut rows = Vec::new();
    for (model, network) in &networks {
        let row = measure(&format!("one evaluation by {model}"), &mut |corner| {
            network.opinion(corner, &mut room).alive
        });
        rows.push(row.within(Limit::time(LIMIT)));
    }
    let ours = networks.iter().find(|(model, _)| *model == CornerModel::Mesh);
    let (_, ours) = ours.context("corner-mesh is not there")?;
    rows.push(measure("first move, three ahead", &mut |corner| {
        let mut evaluate =
            |corner: &Corner, defender_moves| ours.life(corner, defender_moves, &mut room);
        let moves = first_moves(corner, Side::Attacker, 3, &mut evaluate);
        moves.first().map_or(1.0, |best| best.life)
    }));
    let mut reader = Reader::default();
    let read = measure("reading it out", &mut |corner| {
        let status = reader.status(corner, NODES);
        status.map_or(-1.0, |status| status.index() as f64)
    });
    let per_second = read.per_second;
    rows.push(read);
    for (index, row) in rows.into_iter().enumerate() {
        let is_last = index + 1 == networks.len();
        report.rows.push(if is_last { row.beside("reading it out", per_second) } else { row });
    }
    Ok(())
}
