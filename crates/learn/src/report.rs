//! Figures in rows and columns: one report prints as an aligned table, as Markdown and as JSON.

use crate::stats::Interval;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Map, Value};

/// What a column is called, and how many decimals its figures have.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    title: Option<&'static str>,
    key: Option<&'static str>,
    format: Format,
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Plain,
    Decimals(usize),
    Percent(usize),
}

impl Column {
    /// A column that people and programs call the same.
    pub const fn new(name: &'static str) -> Column {
        Column::named(name, name)
    }

    /// A column that people call by its title and programs by its key.
    pub const fn named(title: &'static str, key: &'static str) -> Column {
        Column { title: Some(title), key: Some(key), format: Format::Plain }
    }

    /// A column for people alone.
    pub const fn shown(title: &'static str) -> Column {
        Column { title: Some(title), key: None, format: Format::Plain }
    }

    /// A column for programs alone.
    pub const fn json(key: &'static str) -> Column {
        Column { title: None, key: Some(key), format: Format::Plain }
    }

    /// Shown with so many decimals.
    pub const fn decimals(self, digits: usize) -> Column {
        Column { format: Format::Decimals(digits), ..self }
    }

    /// Shown in percent, with so many decimals.
    pub const fn percent(self, digits: usize) -> Column {
        Column { format: Format::Percent(digits), ..self }
    }

    fn text(&self, cell: &Cell) -> String {
        match *cell {
            Cell::Text(ref text) => text.clone(),
            Cell::Count(count) => grouped(count),
            Cell::Number(None) | Cell::Estimate(None) => "-".to_string(),
            Cell::Number(Some(value)) => self.format.with_unit(value),
            Cell::Estimate(Some((value, Interval { low, high }))) => {
                let [low, high] = [low, high].map(|bound| self.format.number(bound));
                format!("{} ({low} to {high})", self.format.with_unit(value))
            }
        }
    }
}

impl Format {
    fn number(self, value: f64) -> String {
        match self {
            Format::Plain => value.to_string(),
            Format::Decimals(digits) => format!("{value:.digits$}"),
            Format::Percent(digits) => format!("{:.digits$}", 100.0 * value),
        }
    }

    fn with_unit(self, value: f64) -> String {
        let unit = if matches!(self, Format::Percent(_)) { " %" } else { "" };
        self.number(value) + unit
    }
}

/// What stands in a row. What is not known prints as `-`, and is null in JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A name.
    Text(String),
    /// How many.
    Count(u64),
    /// A figure.
    Number(Option<f64>),
    /// A figure with its 95 % interval, which JSON has under the keys that end in `_low` and `_high`.
    Estimate(Option<(f64, Interval)>),
}

macro_rules! cell_from {
    ($($type:ty: $value:ident => $cell:expr;)*) => {$(
        impl From<$type> for Cell {
            fn from($value: $type) -> Cell {
                $cell
            }
        }
    )*};
}

cell_from! {
    String: text => Cell::Text(text);
    &str: text => Cell::Text(text.to_string());
    u64: count => Cell::Count(count);
    usize: count => Cell::Count(count as u64);
    f64: value => Cell::Number(Some(value));
    Option<f64>: value => Cell::Number(value);
    (f64, Interval): estimate => Cell::Estimate(Some(estimate));
    Option<(f64, Interval)>: estimate => Cell::Estimate(estimate);
}

/// The cells of a row.
#[macro_export]
macro_rules! cells {
    ($($cell:expr),* $(,)?) => { vec![$($crate::report::Cell::from($cell)),*] };
}

/// A table, or several with the same columns.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was measured, in sentences before the table.
    pub intro: String,
    /// What else is to be said, in sentences after it.
    pub closing: String,
    more: Map<String, Value>,
    columns: Vec<Column>,
    sections: Vec<Section>,
}

#[derive(Clone, Debug, Default)]
struct Section {
    heading: String,
    rows: Vec<Vec<Cell>>,
    notes: Vec<String>,
}

impl Report {
    /// With these columns and no rows yet.
    pub fn new(columns: impl Into<Vec<Column>>) -> Report {
        Report { columns: columns.into(), ..Report::default() }
    }

    /// Begins another table below this heading.
    pub fn begin(&mut self, heading: String) {
        self.sections.push(Section { heading, ..Section::default() });
    }

    /// Adds a row, with a cell for every column, to the last table.
    pub fn row(&mut self, cells: Vec<Cell>) {
        self.last().rows.push(cells);
    }

    /// Adds a sentence below the last table.
    pub fn note(&mut self, sentence: String) {
        self.last().notes.push(sentence);
    }

    /// Adds the entries of an object, which JSON has besides the rows.
    pub fn also(&mut self, object: Value) {
        self.more.extend(object.as_object().cloned().into_iter().flatten());
    }

    fn last(&mut self) -> &mut Section {
        if self.sections.is_empty() {
            self.sections.push(Section::default());
        }
        let last = self.sections.len() - 1;
        &mut self.sections[last]
    }

    /// All rows, whatever table they stand in.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.sections.iter().flat_map(|section| section.rows.iter().map(Vec::as_slice))
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows().next().is_none()
    }

    /// The cells that people see: a line of titles, then a line for every row.
    fn lines(&self, rows: &[Vec<Cell>]) -> Vec<Vec<String>> {
        let shown = |column: &Column| column.title.map(str::to_string);
        let titles = self.columns.iter().filter_map(shown).collect();
        let line = |row: &Vec<Cell>| {
            let cells = self.columns.iter().zip(row);
            let shown = cells.filter(|(column, _)| column.title.is_some());
            shown.map(|(column, cell)| column.text(cell)).collect()
        };
        std::iter::once(titles).chain(rows.iter().map(line)).collect()
    }

    /// Names and estimates stand to the left, other figures to the right.
    fn is_left(&self) -> Vec<bool> {
        let shown = self.columns.iter().enumerate().filter(|(_, column)| column.title.is_some());
        let is_left = |(at, _)| {
            let mut cells = self.rows().filter_map(|row| row.get(at));
            cells.any(|cell: &Cell| matches!(cell, Cell::Text(_) | Cell::Estimate(_)))
        };
        shown.map(is_left).collect()
    }

    /// For people: tables whose columns are aligned, between what there is to say.
    pub fn text(&self) -> String {
        let tables: Vec<_> =
            self.sections.iter().map(|section| self.lines(&section.rows)).collect();
        let is_left = self.is_left();
        let width = |column: usize| {
            let cells = tables.iter().flatten().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..is_left.len()).map(width).collect();
        let aligned = |line: &Vec<String>| {
            let cells = line.iter().zip(&widths).zip(&is_left);
            let padded = cells.map(|((cell, &width), &is_left)| match is_left {
                true => format!("{cell:<width$}"),
                false => format!("{cell:>width$}"),
            });
            padded.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
        };
        let sentence =
            |text: &str| if text.is_empty() { String::new() } else { format!("{text}\n") };
        let mut text = sentence(&self.intro);
        for (section, lines) in self.sections.iter().zip(&tables) {
            if !text.is_empty() {
                text.push('\n');
            }
            text += &sentence(&section.heading);
            text.extend(lines.iter().map(aligned));
            text.extend(section.notes.iter().map(|note| sentence(note)));
        }
        match self.closing.is_empty() {
            true => text,
            false => format!("{text}\n{}\n", self.closing),
        }
    }

    /// The tables for a page.
    pub fn markdown(&self) -> String {
        let table = |section: &Section| match &self.lines(&section.rows)[..] {
            [titles, rows @ ..] => markdown(titles, rows),
            [] => String::new(),
        };
        self.sections.iter().map(table).collect::<Vec<_>>().join("\n")
    }

    /// For programs: `{"rows": [...]}`, a row a line, with all else that there is. A report whose columns have no keys
    /// has no rows for programs.
    pub fn json(&self) -> serde_json::Result<String> {
        let mut parts = Vec::new();
        for (key, value) in &self.more {
            parts.push(format!("{}:{value}", Value::from(key.as_str())));
        }
        if self.columns.iter().any(|column| column.key.is_some()) {
            let row = |cells| serde_json::to_string(&Object { columns: &self.columns, cells });
            let rows = self.rows().map(row).collect::<serde_json::Result<Vec<String>>>()?;
            parts.push(format!("\"rows\":[\n{}\n]", rows.join(",\n")));
        }
        Ok(format!("{{{}}}\n", parts.join(",")))
    }
}

/// A row for programs, its keys in the order of the columns.
struct Object<'a> {
    columns: &'a [Column],
    cells: &'a [Cell],
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (column, cell) in self.columns.iter().zip(self.cells) {
            let Some(key) = column.key else { continue };
            match cell {
                Cell::Text(text) => map.serialize_entry(key, text)?,
                Cell::Count(count) => map.serialize_entry(key, count)?,
                Cell::Number(number) => map.serialize_entry(key, number)?,
                Cell::Estimate(estimate) => {
                    map.serialize_entry(key, &estimate.map(|(value, _)| value))?;
                    let low = estimate.map(|(_, interval)| interval.low);
                    map.serialize_entry(&format!("{key}_low"), &low)?;
                    let high = estimate.map(|(_, interval)| interval.high);
                    map.serialize_entry(&format!("{key}_high"), &high)?;
                }
            }
        }
        map.end()
    }
}

/// A table for a page.
pub fn markdown(titles: &[impl AsRef<str>], rows: &[Vec<String>]) -> String {
    let titles: Vec<&str> = titles.iter().map(AsRef::as_ref).collect();
    let mut text = format!("| {} |\n|{}\n", titles.join(" | "), "---|".repeat(titles.len()));
    text.extend(rows.iter().map(|row| format!("| {} |\n", row.join(" | "))));
    text
}

/// `17,700`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let mut report = Report::new([
            Column::new("model"),
            Column::json("seed"),
            Column::new("games"),
            Column::named("AUC", "auc").decimals(2),
            Column::named("right", "accuracy").percent(1),
            Column::shown("why"),
        ]);
        let interval = Interval { low: 0.25, high: 0.75 };
        report.row(cells!["one", 1_usize, 12_345_usize, 0.5, (0.5, interval), "luck"]);
        report.row(cells!["other", 1_usize, 7_usize, None::<f64>, None::<(f64, Interval)>, ""]);
        report
    }

    #[test]
    fn people_see_aligned_columns() {
        let table = "model   games   AUC  right                  why\n\
                     one    12,345  0.50  50.0 % (25.0 to 75.0)  luck\n\
                     other       7     -  -\n";
        assert_eq!(report().text(), table);
        let said = Report { intro: "Before.".into(), closing: "After.".into(), ..report() };
        assert_eq!(said.text(), format!("Before.\n\n{table}\nAfter.\n"));
        assert_eq!(Report::new([]).text(), "");
    }

    #[test]
    fn tables_of_a_report_are_aligned_alike() {
        let mut report = Report::new([Column::new("model"), Column::new("games")]);
        report.begin("First".to_string());
        report.row(cells!["a long name", 1_usize]);
        report.note("Noted.".to_string());
        report.begin("Second".to_string());
        report.row(cells!["short", 20_usize]);
        let text = "First\nmodel        games\na long name      1\nNoted.\n\n\
                    Second\nmodel        games\nshort           20\n";
        assert_eq!(report.text(), text);
        assert_eq!(report.rows().count(), 2);
    }

    #[test]
    fn pages_have_tables_too() {
        let table = "| model | games | AUC | right | why |\n|---|---|---|---|---|\n\
                     | one | 12,345 | 0.50 | 50.0 % (25.0 to 75.0) | luck |\n| other | 7 | - | - |  |\n";
        assert_eq!(report().markdown(), table);
    }

    #[test]
    fn programs_get_every_digit() {
        let mut report = report();
        report.also(serde_json::json!({"games": 2}));
        let rows = "{\"games\":2,\"rows\":[\n\
            {\"model\":\"one\",\"seed\":1,\"games\":12345,\"auc\":0.5,\"accuracy\":0.5,\
            \"accuracy_low\":0.25,\"accuracy_high\":0.75},\n\
            {\"model\":\"other\",\"seed\":1,\"games\":7,\"auc\":null,\"accuracy\":null,\
            \"accuracy_low\":null,\"accuracy_high\":null}\n]}\n";
        assert_eq!(report.json().unwrap(), rows);
    }
}
