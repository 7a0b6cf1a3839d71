//! The commands, one file a theme, each with its table of names.

mod administration;
mod analysis;
mod board;
mod gogui;
mod handicap;
mod influence;
mod life;
mod moves;
mod reading;
mod records;
mod rules;
mod scores;
mod stones;
mod time;

pub use analysis::{OpenAnalysis, Progress};

use super::arguments::{Arguments, Refusal};
use super::engine::Engine;
use super::wire::Reply;
use aji_rules::{Point, Size};

/// What a command does.
pub type Run = fn(&mut Engine, Arguments<'_>) -> Result<Reply, Refusal>;

/// Commands by name.
type Table = &'static [(&'static str, Run)];

const TABLES: [Table; 14] = [
    administration::TABLE,
    time::TABLE,
    board::TABLE,
    handicap::TABLE,
    records::TABLE,
    rules::TABLE,
    moves::TABLE,
    scores::TABLE,
    stones::TABLE,
    reading::TABLE,
    life::TABLE,
    influence::TABLE,
    gogui::TABLE,
    analysis::TABLE,
];

/// The command of this name.
pub fn find(name: &str) -> Option<Run> {
    all().find(|(known, _)| *known == name).map(|(_, run)| run)
}

/// Every command.
fn all() -> impl Iterator<Item = (&'static str, Run)> {
    TABLES.into_iter().flatten().copied()
}

/// Done, with this to say.
fn good(text: impl Into<String>) -> Result<Reply, Refusal> {
    Ok(Reply::Good(text.into()))
}

/// Done, with nothing to say.
fn done() -> Result<Reply, Refusal> {
    good("")
}

/// Points as people write them, with blanks between.
fn vertices(size: Size, points: impl IntoIterator<Item = Point>) -> String {
    let names = points.into_iter().map(|point| size.vertex(point).to_string());
    names.collect::<Vec<_>>().join(" ")
}

/// A board row by row from the top, with blanks between.
fn grid(size: Size, cell: impl Fn(Point) -> String) -> String {
    let row = |y| (0..size.width()).filter_map(move |x| size.point(x, y));
    let rows = (0..size.height()).map(|y| row(y).map(&cell).collect::<Vec<_>>().join(" "));
    rows.collect::<Vec<_>>().join("\n")
}
