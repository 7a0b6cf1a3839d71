//! Answers for programs: the JSON that commands print and the web sends. Every key is explained in docs/, and tests
//! compare.

pub mod boards;
pub mod capture;
pub mod judgement;
pub mod panel;
pub mod record;
pub mod review;
pub mod score;
pub mod solution;
pub mod suggestion;

use crate::conditions::Conditions;
use crate::words::rounded;
use aji_judge::judgement::{Question, Region};
use aji_rules::ruleset::Scoring;
use aji_rules::scoring::Terms;
use aji_rules::{Color, Field, Game, Point, Rules, Size};
use serde_json::Value;

/// A game as far as it is asked about, and what it is counted by.
pub struct Subject<'a> {
    pub game: &'a Game,
    /// How many moves were played, passes included.
    pub moves: usize,
    pub conditions: &'a Conditions,
    /// What was odd, and what to be careful about.
    pub notes: &'a [String],
}

impl Subject<'_> {
    /// The board as it stands, to be counted under these conditions.
    pub fn question(&self) -> Question<'_> {
        let terms = Terms { komi: self.conditions.komi, ..self.game.terms() };
        Question { rules: self.conditions.rules.into(), terms, ..Question::of(self.game) }
    }

    /// What counts: `area` or `territory`.
    fn scoring(&self) -> &'static str {
        match Rules::from(self.conditions.rules).scoring {
            Scoring::Area => "area",
            Scoring::Territory => "territory",
        }
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.game.position().size()
    }
}

fn color(color: Color) -> String {
    color.to_string().to_lowercase()
}

pub fn vertices(size: Size, points: impl IntoIterator<Item = Point>) -> Vec<String> {
    points.into_iter().map(|point| size.vertex(point).to_string()).collect()
}

/// The points of every region of a board, by its name.
pub fn regions(size: Size) -> Value {
    let inside = |region| size.points().filter(move |&point| Region::of(size, point) == region);
    let regions = Region::all(size).into_iter();
    regions.map(|region| (region.name(), vertices(size, inside(region)))).collect()
}

/// Row by row from the upper left.
pub fn rows(field: &Field<f64>) -> Vec<Vec<f64>> {
    let rows = field.values().chunks(field.size().width());
    rows.map(|row| row.iter().map(|&value| rounded(value)).collect()).collect()
}
