//! What the formats of the Go servers have in common: a header, and one line a move.

use crate::point_text;
use crate::sgf::{NodeId, Parsed, SyntaxError, Tree, WarningKind, Warnings};
use crate::text::quoted;
use aji_rules::{Color, Point, Size, handicap};

/// A record in the making: the root, then one node a move.
pub(crate) struct Draft {
    tree: Tree,
    last: NodeId,
    size: Size,
    moves: usize,
    to_play: Color,
    /// Where in the text the next move stands.
    offset: usize,
    warnings: Warnings,
}

impl Draft {
    /// A record that will be read from this text.
    pub(crate) fn new(text: &str) -> Result<Draft, SyntaxError> {
        let mut tree = Tree::with_source(text)?;
        let root = tree.root();
        for (name, value) in [("GM", "1"), ("FF", "4"), ("CA", "UTF-8"), ("SZ", "19")] {
            tree.set(root, name, &[value]);
        }
        Ok(Draft {
            tree,
            last: root,
            size: Size::NINETEEN,
            moves: 0,
            to_play: Color::Black,
            offset: 0,
            warnings: Warnings::default(),
        })
    }

    /// Says where in the text the next move stands.
    pub(crate) fn at(&mut self, offset: usize) {
        self.offset = offset;
    }

    /// How many lines the board has each way.
    pub(crate) fn side(&self) -> usize {
        self.size.width()
    }

    /// Sets the board size, if there are such boards.
    pub(crate) fn set_side(&mut self, side: usize) -> bool {
        let Ok(size) = Size::square(side) else {
            return false;
        };
        self.size = size;
        self.tree.set(self.tree.root(), "SZ", &[side.to_string()]);
        true
    }

    /// Sets a property of the root to this text; nothing for no text.
    pub(crate) fn info(&mut self, name: &str, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.tree.set_text(self.tree.root(), name, text);
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.tree.get(self.tree.root(), name).is_some()
    }

    /// Notes a handicap and puts its stones on their customary places; false if it cannot be one.
    pub(crate) fn handicap(&mut self, stones: usize) -> bool {
        let Some(places) = handicap::places(self.size, stones) else {
            return stones < 2;
        };
        self.info("HA", &stones.to_string());
        for point in places {
            self.put(Color::Black, point);
        }
        true
    }

    /// The point in this column and row, counted from zero from the upper left.
    pub(crate) fn point(&self, x: usize, y: usize) -> Option<Point> {
        self.size.point(x, y)
    }

    /// Puts one stone on the board before the game.
    pub(crate) fn put(&mut self, color: Color, point: Point) {
        let name = if color == Color::Black { "AB" } else { "AW" };
        self.tree.add(self.tree.root(), name, &point_text(self.size, point));
        self.to_play = Color::White;
    }

    pub(crate) fn play(&mut self, color: Color, point: Point) {
        self.push(color, &point_text(self.size, point));
    }

    pub(crate) fn pass(&mut self, color: Color) {
        self.push(color, "");
    }

    pub(crate) fn to_play(&self) -> Color {
        self.to_play
    }

    fn push(&mut self, color: Color, value: &str) {
        self.last = self.tree.add_child_at(self.last, self.offset);
        self.tree.add(self.last, &color.letter().to_string(), value);
        self.moves += 1;
        self.to_play = !color;
    }

    /// Says that the line here is no move.
    pub(crate) fn bad_move(&mut self, line: &str) {
        self.warnings.push(self.offset, WarningKind::UnreadableMove { line: quoted(line) });
    }

    pub(crate) fn bad_field(&mut self, offset: usize, field: &'static str, value: &str) {
        let value = quoted(value.trim());
        self.warnings.push(offset, WarningKind::UnreadableField { field, value });
    }

    pub(crate) fn finish(self, format: &'static str) -> Result<Parsed, SyntaxError> {
        match self.moves {
            0 => Err(SyntaxError::NoMoves { format }),
            _ => Ok(Parsed { tree: self.tree, warnings: self.warnings.into_vec() }),
        }
    }
}

/// The lines of a text, without their ends and outer space, each with its offset.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    // Old Macintosh files end lines with `\r` alone; elsewhere a `\r` is space before the `\n`.
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let mut start = 0;
    text.split_inclusive(end).map(move |line| {
        let offset = start + line.len() - line.trim_start_matches(blank).len();
        start += line.len();
        (offset, line.trim_matches(blank))
    })
}

/// The rank of a player as SGF writes it, if it is one of the usual.
pub(crate) fn rank(text: &str) -> String {
    // Servers write `9D`, `3K` and `5DP` or `9P` for professionals; SGF has small letters.
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match &text[digits.len()..] {
        "D" | "d" => "d",
        "K" | "k" => "k",
        "P" | "p" | "DP" => "p",
        _ => return text.to_string(),
    };
    format!("{digits}{unit}")
}

/// A date from its first three numbers, whatever stands between them: `2016- 4- 1` or `20160401`.
pub(crate) fn date(text: &str) -> Option<String> {
    let mut numbers = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty() && digits.len() <= 8)
        .map(|digits| digits.parse::<u32>().unwrap_or(0));
    let first = numbers.next()?;
    let (year, month, day) = match first > 9999 {
        true => (first / 10_000, first / 100 % 100, first % 100),
        false => (first, numbers.next()?, numbers.next()?),
    };
    let real = year >= 1000 && (1..=12).contains(&month) && (1..=31).contains(&day);
    real.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// Tenths of a point as a decimal: 65 is `6.5`, 70 is `7`.
pub(crate) fn tenths(value: u32) -> String {
    match value % 10 {
        0 => (value / 10).to_string(),
        rest => format!("{}.{rest}", value / 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Korean servers have the third stone upper left, as the Go Text Protocol has.
    #[test]
    fn handicaps_stand_on_stars() {
        let written = |side, stones| {
            let mut draft = Draft::new("").unwrap();
            assert!(draft.set_side(side));
            let good = draft.handicap(stones);
            let root = draft.tree.root();
            (good, draft.tree.values(root, "AB").collect::<Vec<_>>().join(" "))
        };
        let cases = [
            (19, 2, true, "dp pd"),
            (19, 3, true, "dp pd dd"),
            (19, 9, true, "dp pd dd pp dj pj jd jp jj"),
            (9, 4, true, "cg gc cc gg"),
            (19, 0, true, ""),
            (19, 1, true, ""),
            (19, 10, false, ""),
            (8, 5, false, ""),
        ];
        for (side, stones, good, points) in cases {
            assert_eq!(written(side, stones), (good, points.to_string()), "{side} {stones}");
        }
        assert!(!Draft::new("").unwrap().set_side(26));
    }

    #[test]
    fn small_things_are_written_as_sgf_does() {
        for (text, expected) in [
            ("2016- 4- 1-19-53-22", Some("2016-04-01")),
            ("2016:11:02:19:53", Some("2016-11-02")),
            ("20110812 [09:31]", Some("2011-08-12")),
            ("2001/08/20,09:00:00", Some("2001-08-20")),
            ("2016-13-01", None),
            ("2016", None),
            ("", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(date(text).as_deref(), expected, "{text}");
        }
        for (text, expected) in
            [("9D", "9d"), ("12K", "12k"), ("5DP", "5p"), ("7段", "7段"), ("7D*", "7D*"), ("", "")]
        {
            assert_eq!(rank(text), expected);
        }
        assert_eq!((tenths(65), tenths(70), tenths(5)), ("6.5".into(), "7".into(), "0.5".into()));
    }

    #[test]
    fn lines_know_their_place() {
        let text = "\u{feff}one\r\n  two \n\nthree";
        for (offset, line) in lines(text) {
            assert!(text[offset..].starts_with(line));
        }
        let all: Vec<&str> = lines(text).map(|(_, line)| line).filter(|l| !l.is_empty()).collect();
        assert_eq!(all, ["one", "two", "three"]);
    }
}
