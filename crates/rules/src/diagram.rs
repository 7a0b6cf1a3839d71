//! Boards as text, to be read by people and by tests.
//!
//! ```text
//!    A B C D E F G H J
//!  9 . . . . . . . . . 9
//!  8 . . . . . . . . . 8
//!  7 . . + . . . X . . 7
//!  6 . . . . . . . . . 6
//!  5 . . . . + . . . . 5
//!  4 . . . . . . . . . 4
//!  3 . .(O). . . + . . 3
//!  2 . . . . . . . . . 2
//!  1 . . . . . . . . . 1
//!    A B C D E F G H J
//! ```

use crate::color::Color;
use crate::field::Field;
use crate::point::{MAX_SIDE, Point, Size, column_letter};
use crate::point_set::PointSet;
use crate::position::Position;
use std::fmt;
use std::str::FromStr;

/// A drawing of a board: `X` is Black, `O` is White, the last move stands in brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The stones.
    pub stones: Field<Option<Color>>,
    /// The stone that stands in brackets.
    pub last: Option<Point>,
}

impl Diagram {
    /// The stones of a position.
    pub fn of(position: &Position) -> Diagram {
        Diagram { stones: position.stones(), last: None }
    }

    /// The same with the last move in brackets.
    pub fn with_last(self, last: Option<Point>) -> Diagram {
        Diagram { last, ..self }
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.stones.size();
        let hoshi: PointSet = size.hoshi().collect();
        write_board(f, size, self.last, |point| match self.stones[point] {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None if hoshi.contains(point) => '+',
            None => '.',
        })
    }
}

/// Writes a board with its coordinates, a sign for each point and brackets around one.
pub fn write_board(
    out: &mut impl fmt::Write,
    size: Size,
    bracketed: Option<Point>,
    sign: impl Fn(Point) -> char,
) -> fmt::Result {
    let letters = (0..size.width()).filter_map(column_letter).map(|letter| format!(" {letter}"));
    let header = format!("  {}", letters.collect::<String>());
    writeln!(out, "{header}")?;
    for y in 0..size.height() {
        let label = size.height() - y;
        write!(out, "{label:2}")?;
        let mut close = false;
        for point in (0..size.width()).filter_map(|x| size.point(x, y)) {
            let open = bracketed == Some(point);
            out.write_char(if open {
                '('
            } else if close {
                ')'
            } else {
                ' '
            })?;
            close = open;
            out.write_char(sign(point))?;
        }
        writeln!(out, "{}{label}", if close { ")" } else { " " })?;
    }
    out.write_str(&header)
}

/// Why a text is no diagram.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// Not one row was found.
    #[error("there is no board in the text: rows are made of X, O and .")]
    NoBoard,
    /// Rows differ in length.
    #[error("line {line} of the diagram has {found} points, the rows above it have {expected}")]
    Ragged {
        /// The line in the text, from one.
        line: usize,
        /// Its points.
        found: usize,
        /// The points of the other rows.
        expected: usize,
    },
    /// A sign that is none of ours.
    #[error("line {line} of the diagram has '{sign}', which is none of X, O, . or +")]
    UnknownSign {
        /// The line in the text, from one.
        line: usize,
        /// The sign.
        sign: char,
    },
    /// More rows or columns than a board may have.
    #[error("the diagram is larger than {MAX_SIDE}x{MAX_SIDE}")]
    TooLarge,
}

/// Reads drawings with or without coordinates and blanks. Lines that begin with the letter A are
/// column headers; what stands after the number at the end of a row is ignored. Besides `X` and `O`,
/// `#` and `@` are black; besides `.`, `+` `,` and `_` are empty.
impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Diagram, DiagramError> {
        let mut rows: Vec<Vec<Option<Color>>> = Vec::new();
        let mut last = None;
        for (index, whole) in text.lines().enumerate() {
            let line = index + 1;
            let row_text = whole.trim();
            if row_text.is_empty() || row_text.starts_with(['A', 'a']) {
                continue;
            }
            let unlabelled = row_text.trim_start_matches(|c: char| c.is_ascii_digit());
            let labelled = unlabelled.len() < row_text.len();
            let mut row = Vec::new();
            for sign in unlabelled.chars() {
                let stone = match sign {
                    'X' | 'x' | '#' | '@' => Some(Color::Black),
                    'O' | 'o' => Some(Color::White),
                    '.' | '+' | ',' | '_' => None,
                    '(' => {
                        last = Some((row.len(), rows.len()));
                        continue;
                    }
                    ' ' | '\t' | ')' => continue,
                    '0'..='9' if labelled => break,
                    sign => return Err(DiagramError::UnknownSign { line, sign }),
                };
                row.push(stone);
                if row.len() > MAX_SIDE {
                    return Err(DiagramError::TooLarge);
                }
            }
            if row.is_empty() {
                continue;
            }
            if let Some(expected) = rows.first().map(Vec::len).filter(|&length| length != row.len())
            {
                return Err(DiagramError::Ragged { line, found: row.len(), expected });
            }
            rows.push(row);
        }
        let width = rows.first().ok_or(DiagramError::NoBoard)?.len();
        let size = Size::new(width, rows.len()).map_err(|_| DiagramError::TooLarge)?;
        let stones = Field::from_fn(size, |point| {
            let (x, y) = size.xy(point);
            rows[y][x]
        });
        Ok(Diagram { stones, last: last.and_then(|(x, y)| size.point(x, y)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn drawn_as_in_the_book() {
        let mut diagram: Diagram = "...\n.XO\n...".parse().unwrap();
        diagram.last = diagram.stones.size().parse_point("C2");
        assert_eq!(diagram.to_string(), "   A B C\n 3 . . . 3\n 2 . X(O)2\n 1 . . . 1\n   A B C");
    }

    #[test]
    fn reads_what_other_programs_draw() {
        let theirs = "
    A B C D E
  5 . . . . . 5
  4 . # . @ . 4    WHITE (O) has captured 0 stones
  3 . . + . . 3
  2 . .(O). . 2
  1 . . . . . 1
    A B C D E";
        let diagram: Diagram = theirs.parse().unwrap();
        assert_eq!(diagram.stones.size(), Size::square(5).unwrap());
        let size = diagram.stones.size();
        assert_eq!(diagram.last, size.parse_point("C2"));
        assert_eq!(diagram.stones[size.parse_point("D4").unwrap()], Some(Color::Black));
        assert_eq!(diagram.stones.values().iter().flatten().count(), 3);
    }

    #[test]
    fn refusals_name_the_place() {
        let error = |text: &str| text.parse::<Diagram>().unwrap_err().to_string();
        assert_eq!(error(""), "there is no board in the text: rows are made of X, O and .");
        assert_eq!(
            error("...\n.."),
            "line 2 of the diagram has 2 points, the rows above it have 3"
        );
        assert_eq!(error("..?"), "line 1 of the diagram has '?', which is none of X, O, . or +");
        assert_eq!(error(&".".repeat(26)), "the diagram is larger than 25x25");
        assert_eq!(error(&"..\n".repeat(26)), "the diagram is larger than 25x25");
    }

    fn diagrams() -> impl Strategy<Value = Diagram> {
        (1..=MAX_SIDE, 1..=MAX_SIDE).prop_flat_map(|(width, height)| {
            let size = Size::new(width, height).unwrap();
            let stone = prop_oneof![Just(None), Just(Some(Color::Black)), Just(Some(Color::White))];
            let stones = proptest::collection::vec(stone, size.area());
            (stones, proptest::option::of(0..size.area())).prop_map(move |(stones, last)| Diagram {
                stones: Field::from_fn(size, |point| stones[point.index()]),
                last: last.and_then(|index| size.point_at(index)),
            })
        })
    }

    proptest! {
        #[test]
        fn text_round_trips_on_every_size(diagram in diagrams()) {
            prop_assert_eq!(diagram.to_string().parse::<Diagram>().unwrap(), diagram);
        }
    }
}
