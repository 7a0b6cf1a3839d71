//! What the formats of the Go servers have in common: a header, and one line a move.

use crate::sgf::{NodeId, Parsed, SyntaxError, Tree, WarningKind, Warnings, escape};

/// The largest board whose points have two small letters.
const LETTERS: u32 = 26;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Color {
    Black,
    White,
}

impl Color {
    pub(crate) fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// The letter of SGF, as property of a move and in results.
    pub(crate) fn letter(self) -> &'static str {
        match self {
            Color::Black => "B",
            Color::White => "W",
        }
    }
}

/// A record in the making: the root, then one node a move.
pub(crate) struct Draft {
    tree: Tree,
    last: NodeId,
    size: u32,
    moves: usize,
    to_play: Color,
    place: usize,
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
        let warnings = Warnings::default();
        Ok(Draft {
            tree,
            last: root,
            size: 19,
            moves: 0,
            to_play: Color::Black,
            place: 0,
            warnings,
        })
    }

    /// Says where in the text the next move stands.
    pub(crate) fn at(&mut self, offset: usize) {
        self.place = offset;
    }

    pub(crate) fn size(&self) -> u32 {
        self.size
    }

    /// Sets the board size if it is one whose points can be written.
    pub(crate) fn set_size(&mut self, size: u32) -> bool {
        let good = (1..=LETTERS).contains(&size);
        if good {
            self.size = size;
            self.tree.set(self.tree.root(), "SZ", &[size.to_string()]);
        }
        good
    }

    /// Sets a property of the root to this text; nothing for no text.
    pub(crate) fn info(&mut self, name: &str, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.tree.set(self.tree.root(), name, &[escape(text, false)]);
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.tree.get(self.tree.root(), name).is_some()
    }

    /// Notes a handicap and puts its stones on the star points; false if it cannot be one.
    pub(crate) fn handicap(&mut self, stones: u32) -> bool {
        let points = star_points(self.size, stones);
        if !points.is_empty() {
            self.info("HA", &stones.to_string());
            let points: Vec<String> = points.iter().map(|&(x, y)| point(x, y)).collect();
            self.tree.set(self.tree.root(), "AB", &points);
            self.to_play = Color::White;
        }
        stones < 2 || !points.is_empty()
    }

    /// Puts one stone on the board before the game.
    pub(crate) fn place(&mut self, color: Color, x: u32, y: u32) {
        let name = if color == Color::Black { "AB" } else { "AW" };
        self.tree.add(self.tree.root(), name, &point(x, y));
        self.to_play = Color::White;
    }

    /// Plays on a point counted from the upper left, from zero; false off the board.
    pub(crate) fn play(&mut self, color: Color, x: u32, y: u32) -> bool {
        let on_board = x < self.size && y < self.size;
        if on_board {
            self.push(color, &point(x, y));
        }
        on_board
    }

    pub(crate) fn pass(&mut self, color: Color) {
        self.push(color, "");
    }

    pub(crate) fn to_play(&self) -> Color {
        self.to_play
    }

    fn push(&mut self, color: Color, value: &str) {
        self.last = self.tree.add_child_at(self.last, self.place);
        self.tree.set(self.last, color.letter(), &[value]);
        self.moves += 1;
        self.to_play = color.other();
    }

    /// Says that the line here is no move.
    pub(crate) fn bad_move(&mut self, line: &str) {
        self.warnings.push(self.place, WarningKind::UnreadableMove { line: line.to_owned() });
    }

    pub(crate) fn bad_field(&mut self, offset: usize, field: &'static str, value: &str) {
        let value = value.trim().to_owned();
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

fn point(x: u32, y: u32) -> String {
    let letter = |n: u32| char::from(b'a' + n as u8);
    [letter(x), letter(y)].into_iter().collect()
}

/// The star points for a handicap, as the Korean servers place them: the third stone goes to the
/// upper left, where others have it lower right. None if that handicap does not exist.
fn star_points(size: u32, stones: u32) -> Vec<(u32, u32)> {
    let middles = size % 2 == 1 && size >= 9;
    let most = if middles { 9 } else { 4 };
    if size < 7 || !(2..=most).contains(&stones) {
        return Vec::new();
    }
    let near = if size < 13 { 2 } else { 3 };
    let (far, middle) = (size - 1 - near, size / 2);
    let corners = [(far, near), (near, far), (near, near), (far, far)];
    let sides = [(near, middle), (far, middle), (middle, near), (middle, far)];
    let mut points: Vec<_> = corners.into_iter().take(stones as usize).collect();
    if stones > 5 {
        let even = stones as usize / 2 * 2;
        points.extend(sides.into_iter().take(even - 4));
    }
    if stones > 4 && stones % 2 == 1 {
        points.push((middle, middle));
    }
    points
}

/// The rank of a player as SGF writes it, if it is one of the usual.
pub(crate) fn rank(text: &str) -> String {
    // Servers write `9D`, `3K` and `5DP` or `9P` for professionals; SGF has small letters.
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match &text[digits.len()..] {
        "D" | "d" => "d",
        "K" | "k" => "k",
        "P" | "p" | "DP" => "p",
        _ => return text.to_owned(),
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

    #[test]
    fn handicaps_stand_on_stars() {
        let written = |size, stones| -> String {
            let points = star_points(size, stones);
            points.iter().map(|&(x, y)| point(x, y) + " ").collect()
        };
        let cases = [
            (19, 2, "pd dp "),
            (19, 3, "pd dp dd "),
            (19, 4, "pd dp dd pp "),
            (19, 5, "pd dp dd pp jj "),
            (19, 6, "pd dp dd pp dj pj "),
            (19, 7, "pd dp dd pp dj pj jj "),
            (19, 8, "pd dp dd pp dj pj jd jp "),
            (19, 9, "pd dp dd pp dj pj jd jp jj "),
            (13, 5, "jd dj dd jj gg "),
            (9, 4, "gc cg cc gg "),
            (19, 1, ""),
            (19, 10, ""),
            (8, 5, ""),
            (5, 2, ""),
        ];
        for (size, stones, points) in cases {
            assert_eq!(written(size, stones), points, "{size} {stones}");
        }
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
