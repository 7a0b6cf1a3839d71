//! Reading of a database of shapes.

use super::shapes::{Cell, Cells, Shape, is_possible};
use super::view::{CENTRE, Sign, WINDOW, WINDOW_AREA};
use std::collections::HashMap;

/// What is wrong with a database of shapes, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the shapes: {trouble}")]
pub struct ShapesError {
    /// The line, from one.
    pub line: usize,
    /// What is wrong, and what would cure it.
    pub trouble: Trouble,
}

/// What can be wrong with a shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// A shape does not begin with a name and a score.
    #[error("a shape begins with its name and score, as in `hane: 50`, not with `{0}`")]
    NoHead(String),
    /// A score that is none.
    #[error("`{0}` is no score: take a whole number from -100 to 100, and not 0")]
    Score(String),
    /// A sign that is none of ours.
    #[error("'{0}' is no sign: take X O x o . # ? or, for the move, *")]
    Sign(char),
    /// Rows of other lengths than 3 or 5, or of different ones.
    #[error("a drawing is 3 rows of 3 signs or 5 rows of 5 signs; this has {rows} of {columns}")]
    NotSquare {
        /// Its rows.
        rows: usize,
        /// The signs of a row: of the first that differs from the number of rows.
        columns: usize,
    },
    /// The move is not where it should be.
    #[error("the middle of a drawing, and nothing else, is the move: draw one * there")]
    NoMove,
    /// No board can look like that.
    #[error("no board looks like that: the edge (#) goes straight through, beside the move")]
    Impossible,
    /// Two drawings of one shape.
    #[error(
        "`{name}` is drawn already in line {line} as `{other}`, perhaps turned: keep one of the two"
    )]
    Twice {
        /// The second.
        name: String,
        /// Where the first is.
        line: usize,
        /// What the first is called.
        other: String,
    },
}

/// What stands before a remark.
const REMARK: &str = "--";

/// Reads all shapes of a text.
pub(super) fn parse(text: &str) -> Result<Vec<Shape>, ShapesError> {
    let mut shapes: Vec<Shape> = Vec::new();
    let mut drawn: HashMap<Vec<Cells>, usize> = HashMap::new();
    let mut lines =
        text.lines().map(str::trim).zip(1..).filter(|(text, _)| !text.starts_with(REMARK));
    while let Some((head, line)) = lines.find(|(text, _)| !text.is_empty()) {
        let rows = lines.by_ref().take_while(|(text, _)| !text.is_empty());
        let shape = shape(head, line, &rows.collect::<Vec<_>>())?;
        // Two shapes are one if they have the same images.
        if let Some(&first) = drawn.get(&shape.variants()) {
            let (line_of_first, other) = (shapes[first].line, shapes[first].name.clone());
            let trouble = Trouble::Twice { name: shape.name, line: line_of_first, other };
            return Err(ShapesError { line, trouble });
        }
        drawn.insert(shape.variants(), shapes.len());
        shapes.push(shape);
    }
    Ok(shapes)
}

fn shape(head: &str, line: usize, rows: &[(&str, usize)]) -> Result<Shape, ShapesError> {
    let err = |line: usize, trouble: Trouble| ShapesError { line, trouble };
    let no_head = || err(line, Trouble::NoHead(head.to_string()));
    let (name, score_text) = head.rsplit_once(':').ok_or_else(no_head)?;
    let (name, score_text) = (name.trim(), score_text.trim());
    if name.is_empty() {
        return Err(no_head());
    }
    let score = score_text.parse().ok().filter(|score| *score != 0 && (-100..=100).contains(score));
    let score = score.ok_or_else(|| err(line, Trouble::Score(score_text.to_string())))?;

    let mut drawing: Vec<Vec<Option<Cell>>> = Vec::new();
    for &(row, line) in rows {
        let signs = row.chars().filter(|sign| !sign.is_whitespace());
        let row: Result<Vec<_>, Trouble> = signs.map(cell).collect();
        drawing.push(row.map_err(|trouble| err(line, trouble))?);
    }
    let side = drawing.len();
    let columns = drawing.iter().map(Vec::len).find(|&length| length != side).unwrap_or(side);
    if columns != side || ![3, WINDOW].contains(&side) {
        return Err(err(line, Trouble::NotSquare { rows: side, columns }));
    }
    let mut cells = [Cell::ANY; WINDOW_AREA];
    let margin = (WINDOW - side) / 2;
    for (at, sign) in drawing.into_iter().flatten().enumerate() {
        let place = (at / side + margin) * WINDOW + at % side + margin;
        // The move is in the middle, and there only.
        if sign.is_none() != (place == CENTRE) {
            return Err(err(line, Trouble::NoMove));
        }
        cells[place] = sign.unwrap_or(Cell::of(&[Sign::Empty]));
    }
    if !is_possible(&cells) {
        return Err(err(line, Trouble::Impossible));
    }
    Ok(Shape { name: name.to_string(), score, line, cells })
}

/// What a sign of a drawing admits; `None` is the move.
fn cell(sign: char) -> Result<Option<Cell>, Trouble> {
    Ok(Some(match sign {
        'X' => Cell::of(&[Sign::Own]),
        'O' => Cell::of(&[Sign::Other]),
        '.' => Cell::of(&[Sign::Empty]),
        '#' => Cell::of(&[Sign::Edge]),
        'x' => Cell::of(&[Sign::Own, Sign::Empty]),
        'o' => Cell::of(&[Sign::Other, Sign::Empty]),
        '?' => Cell::ANY,
        '*' => return Ok(None),
        _ => return Err(Trouble::Sign(sign)),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HANE: &str = "hane: 50\nX O ?\n. * .\n. . .\n";

    fn error(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn reads_names_scores_and_remarks() {
        let shapes =
            parse(&format!("-- a remark\n\n{HANE}\ncut: at the waist: -3\nOX?\nX*O\n?O?")).unwrap();
        let told: Vec<_> =
            shapes.iter().map(|shape| (shape.name.as_str(), shape.score, shape.line)).collect();
        assert_eq!(told, [("hane", 50, 3), ("cut: at the waist", -3, 8)]);
        assert_eq!(parse("").unwrap(), []);
    }

    #[test]
    fn refusals_name_the_line_and_the_cure() {
        assert_eq!(
            error("\nhane 50\n"),
            "line 2 of the shapes: a shape begins with its name and score, as in `hane: 50`, not with `hane 50`"
        );
        for score in ["", "0", "101", "5.5", "much"] {
            let told = format!(
                "line 1 of the shapes: `{score}` is no score: take a whole number from -100 to 100, and not 0"
            );
            assert_eq!(error(&HANE.replace("50", score)), told);
        }
        assert_eq!(
            error(&HANE.replace("* .", "* +")),
            "line 3 of the shapes: '+' is no sign: take X O x o . # ? or, for the move, *"
        );
        assert_eq!(
            error(&HANE.replace("X O ?", "X O")),
            "line 1 of the shapes: a drawing is 3 rows of 3 signs or 5 rows of 5 signs; this has 3 of 2"
        );
        let no_move = "line 1 of the shapes: the middle of a drawing, and nothing else, is the move: draw one * there";
        assert_eq!(error(&HANE.replace('*', ".")), no_move);
        assert_eq!(error(&HANE.replace('X', "*")), no_move);
        assert_eq!(
            error(&HANE.replace('X', "#")),
            "line 1 of the shapes: no board looks like that: the edge (#) goes straight through, beside the move"
        );
    }

    #[test]
    fn the_same_shape_turned_is_refused_by_both_names() {
        let again = "elbow: 20\n? . .\nO * .\nX . .\n";
        assert_eq!(
            error(&format!("{HANE}\n{again}")),
            "line 6 of the shapes: `elbow` is drawn already in line 1 as `hane`, perhaps turned: keep one of the two"
        );
        let larger = "elbow: 20\n?????\n?XO??\n?.*.?\n?...?\n?????";
        assert!(error(&format!("{HANE}\n{larger}")).contains("is drawn already"), "a 3x3 in a 5x5");
    }
}
