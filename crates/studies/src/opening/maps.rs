//! Figure 3: a position, its influence and its potential territory.

use crate::File;
use crate::page::Part;
use aji_draw::{Board, PictureError, Relief};
use aji_judge::influence::potential::{ELEVATION, net_influence, potential_territory};
use aji_judge::influence::{Distance, Influence};
use aji_rules::{Field, Point, Position};
use serde_json::json;

/// The position after so many moves, as a board, as maps, and as hills.
pub fn make(position: &Position, moves: usize) -> Result<Part, PictureError> {
    let field = Distance::SUM.field(position);
    let shares = territory(position, &field);
    let (net, points) = (net_influence(&field), potential_territory(position, &field, ELEVATION));
    let captions = [
        ("figure3-game", format!("The game after {moves} moves")),
        ("figure3-influence", format!("Influence, Black's less White's: {net:+.0}")),
        (
            "figure3-territory",
            format!("Potential territory, Black's less White's: {points:+.1} points"),
        ),
    ];
    let mut markdown = format!(
        "## Figure 3: influence and potential territory\n\nAfter {moves} moves of a game. Influence falls \
         with the way over empty points; potential territory is what is left of it on empty points if it \
         is cut off at {ELEVATION:.2}, as a share of that. Blue is Black's, yellow White's.\n\n"
    );
    let mut files = Vec::new();
    for (name, caption) in captions {
        let board = Board::of(position).caption(caption.clone());
        let board = match name {
            "figure3-influence" => board.shading(&muted(position, &field)),
            "figure3-territory" => board.shading(&shares),
            _ => board,
        };
        let svg = board.to_svg();
        files.push(File::new(format!("{name}.svg"), svg));
        markdown += &format!("![{caption}]({name}.svg) ");
    }
    let relief = relief(&field);
    files.push(File::new("figure3-relief.svg", relief.to_svg()?));
    markdown += "\n\n![Influence as hills and valleys](figure3-relief.svg)\n";
    let numbers = vec![(
        "figure3",
        json!({ "moves": moves, "net_influence": net, "potential_territory": points }),
    )];
    Ok(Part { markdown, files, numbers, ..Part::default() })
}

/// On empty points, influence cut off, from -1 to 1.
fn territory(position: &Position, field: &Field<f32>) -> Field<f32> {
    Field::from_fn(position.size(), |point: Point| match position.stone(point) {
        Some(_) => 0.0,
        None => (field[point] / ELEVATION).clamp(-1.0, 1.0),
    })
}

/// Influence is strongest under the stones, where nobody sees it: there no more than elsewhere.
fn muted(position: &Position, field: &Field<f32>) -> Field<f32> {
    let empty = field.iter().filter(|&(point, _)| position.stone(point).is_none());
    let most = empty.fold(0.0, |most: f32, (_, value)| most.max(value.abs()));
    field.map(|value| value.clamp(-most, most))
}

/// Black's hills and White's valleys.
fn relief(field: &Field<f32>) -> Relief {
    let size = field.size();
    let rows = field.values().chunks(size.width());
    // The lowest row of the board is the nearest.
    let rows = rows.rev().map(|row| row.iter().map(|&value| f64::from(value)).collect());
    let lines = |count: usize| (1.0, count as f64);
    Relief::new("Influence", rows)
        .axes("columns", "rows", "influence")
        .sides(lines(size.width()), lines(size.height()))
}
