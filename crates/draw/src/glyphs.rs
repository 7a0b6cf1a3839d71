//! Lettering of our own, drawn with a round pen: a picture looks the same on every machine, also
//! where there are no fonts.
//!
//! The letters stand on a grid: capitals reach from 0 down to the base line at 12, small letters
//! begin at 4, and tails end at 16.

use crate::svg::Number;
use std::fmt::Write;

/// The height of capitals and digits on the grid.
const CAPITAL: f64 = 12.0;
/// Between two letters, and for a blank.
const GAP: f64 = 3.5;
const BLANK: f64 = 3.0;

/// The strokes of a sign, separated by commas. A stroke is a row of points, each two digits for
/// column and row with letters from ten on. With a `~` it is a curve: it begins at the first point,
/// ends at the last, and bends towards those between.
fn strokes(sign: char) -> &'static str {
    match sign {
        'A' => "0c 40 8c, 18 78",
        'B' => "00 0c, ~00 40 70 76 46 06, ~06 56 86 8c 5c 0c",
        'C' => "~83 80 40 00 0c 4c 8c 89",
        'D' => "00 0c, ~00 30 80 8c 3c 0c",
        'E' => "70 00 0c 7c, 06 66",
        'F' => "70 00 0c, 06 66",
        'G' => "~83 80 40 00 0c 4c 8c 87, 87 57",
        'H' => "00 0c, 80 8c, 06 86",
        'I' => "00 40, 20 2c, 0c 4c",
        'J' => "~60 60 69 6c 3c 0c 09",
        'K' => "00 0c, 80 07, 34 8c",
        'L' => "00 0c 7c",
        'M' => "0c 00 58 a0 ac",
        'N' => "0c 00 8c 80",
        'O' => "~40 80 8c 0c 00 40",
        'P' => "0c 00, ~00 50 80 87 57 07",
        'Q' => "~40 80 8c 0c 00 40, 59 9d",
        'R' => "0c 00, ~00 50 80 87 57 07, 47 8c",
        'S' => "~82 80 40 00 06 46 86 8c 4c 0c 0a",
        'T' => "00 80, 40 4c",
        'U' => "~00 00 08 0c 4c 8c 88 80",
        'V' => "00 4c 80",
        'W' => "00 3c 62 9c c0",
        'X' => "00 8c, 80 0c",
        'Y' => "00 46 80, 46 4c",
        'Z' => "00 80 0c 8c",
        'a' => "74 7c, ~78 74 04 0c 7c 78",
        'b' => "00 0c, ~08 04 74 7c 0c 08",
        'c' => "~76 74 44 04 0c 4c 7c 7a",
        'd' => "70 7c, ~78 74 04 0c 7c 78",
        'e' => "08 78, ~78 74 04 0c 4c 7c 7a",
        'f' => "~60 20 24 2c, 04 54",
        'g' => "~78 74 04 0c 7c 78, ~74 74 7c 7g 3g 0g 0f",
        'h' => "00 0c, ~08 04 64 6a 6c",
        'i' => "04 0c, 00 01",
        'j' => "~24 24 2d 2g 0g, 20 21",
        'k' => "00 0c, 64 09, 27 6c",
        'l' => "~00 00 09 0c 2c",
        'm' => "04 0c, ~07 04 54 5a 5c, ~57 54 a4 aa ac",
        'n' => "04 0c, ~08 04 64 6a 6c",
        'o' => "~78 7c 0c 04 74 78",
        'p' => "04 0g, ~08 04 74 7c 0c 08",
        'q' => "74 7g, ~78 74 04 0c 7c 78",
        'r' => "04 0c, ~08 04 34 54",
        's' => "~65 64 34 04 08 38 68 6c 3c 0c 0b",
        't' => "~21 21 29 2c 5c, 04 54",
        'u' => "64 6c, ~04 06 0c 6c 68",
        'v' => "04 3c 64",
        'w' => "04 2c 55 8c a4",
        'x' => "04 6c, 64 0c",
        'y' => "04 3c, 64 1g",
        'z' => "04 64 0c 6c",
        '0' => "~76 7c 0c 00 70 76",
        '1' => "03 40 4c",
        '2' => "~03 00 30 70 75 0c, 0c 7c",
        '3' => "~02 00 40 70 76 36, ~36 76 7c 3c 0c 0a",
        '4' => "5c 50 08 78",
        '5' => "60 10 06, ~06 34 74 7c 3c 0c 0a",
        '6' => "~61 50 00 08, ~08 04 74 7c 0c 08",
        '7' => "00 70 2c",
        '8' => "~63 60 10 16 66 63, ~79 7c 0c 06 76 79",
        '9' => "~1b 2c 7c 74, ~74 78 08 00 70 74",
        '+' => "07 67, 34 3a",
        '-' | '−' | '–' => "07 57",
        '.' => "0b 0c",
        ',' => "1b 0e",
        ':' => "05 06, 0b 0c",
        ';' => "15 16, 1b 0e",
        '%' => "80 1c, ~32 35 05 00 30 32, ~99 9c 6c 67 97 99",
        '/' => "60 0d",
        '(' => "~30 03 0a 3d",
        ')' => "~00 33 3a 0d",
        '[' => "30 00 0d 3d",
        ']' => "00 30 3d 0d",
        '\'' | '’' => "00 03",
        '"' => "00 03, 30 33",
        '=' => "05 65, 09 69",
        '<' => "63 07 6b",
        '>' => "03 67 0b",
        '&' => "~8c 24 20 60 63 07 0c 4c 88",
        '!' => "00 08, 0b 0c",
        '?' => "~02 00 30 60 65 36 38, 3b 3c",
        '_' => "0c 7c",
        _ if sign.is_whitespace() => "",
        // An empty box: better seen to be missing than missed.
        _ => "00 0c 6c 60 00",
    }
}

/// The points of a stroke.
fn points(stroke: &str) -> Vec<(f64, f64)> {
    let digit = |byte: u8| f64::from(char::from(byte).to_digit(36).unwrap_or(0));
    let pairs = stroke.trim_start_matches('~').split_whitespace();
    pairs.map(|pair| (digit(pair.as_bytes()[0]), digit(pair.as_bytes()[1]))).collect()
}

fn sign_width(sign: char) -> f64 {
    let strokes = strokes(sign);
    if strokes.is_empty() {
        return BLANK;
    }
    let columns = strokes.split(", ").flat_map(points).map(|(x, _)| x);
    columns.fold(0.0, f64::max)
}

/// How wide a line of text is in capitals of this height.
pub fn width(text: &str, height: f64) -> f64 {
    let units: f64 = text.chars().map(|sign| sign_width(sign) + GAP).sum();
    (units - GAP).max(0.0) * height / CAPITAL
}

/// The widest beginning of a text that is no wider than allowed, but one letter at least.
pub fn fitting(text: &str, height: f64, allowed: f64) -> usize {
    let ends = text.char_indices().map(|(start, sign)| start + sign.len_utf8());
    let first = ends.clone().next().unwrap_or(0);
    ends.take_while(|&end| width(&text[..end], height) <= allowed).last().unwrap_or(first)
}

/// Writes a line of text as path data, centred on (x, y), in capitals of this height.
pub fn write_centred(path: &mut String, text: &str, (x, y): (f64, f64), height: f64) {
    let scale = height / CAPITAL;
    let mut left = x - width(text, height) / 2.0;
    let top = y - height / 2.0;
    for sign in text.chars() {
        for stroke in strokes(sign).split(", ").filter(|stroke| !stroke.is_empty()) {
            let place = |(x, y): (f64, f64)| (left + x * scale, top + y * scale);
            let points: Vec<_> = points(stroke).into_iter().map(place).collect();
            write_stroke(path, &points, stroke.starts_with('~'));
        }
        left += (sign_width(sign) + GAP) * scale;
    }
}

fn write_stroke(path: &mut String, points: &[(f64, f64)], is_curve: bool) {
    let [first, bends @ .., last] = points else { return };
    // Writing to a string does not fail.
    let mut put = |command: &str, (x, y): (f64, f64)| {
        let _ = write!(path, "{command}{} {}", Number(x), Number(y));
    };
    put("M", *first);
    for (index, &bend) in bends.iter().enumerate() {
        if !is_curve {
            put("L", bend);
            continue;
        }
        // A curve passes half-way between two bends, so that its pieces join smoothly.
        put("Q", bend);
        if let Some(next) = bends.get(index + 1) {
            put(" ", ((bend.0 + next.0) / 2.0, (bend.1 + next.1) / 2.0));
        }
    }
    put(if is_curve { " " } else { "L" }, *last);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stroke_has_points_on_the_grid() {
        for sign in ('!'..='~').chain(['−', '’', 'é']) {
            for stroke in strokes(sign).split(", ") {
                let points = points(stroke);
                assert!(points.len() >= if stroke.starts_with('~') { 3 } else { 2 }, "{sign}");
                let on_grid = |&(x, y): &(f64, f64)| x <= 12.0 && y <= 16.0;
                assert!(points.iter().all(on_grid), "{sign}");
            }
        }
    }

    #[test]
    fn text_is_as_wide_as_its_letters() {
        assert_eq!(width("", 12.0), 0.0);
        assert_eq!(width("L", 12.0), 7.0);
        assert_eq!(width("LL", 6.0), (7.0 + GAP + 7.0) / 2.0);
        assert_eq!(fitting("LLL", 12.0, 20.0), 2);
        assert_eq!(fitting("élan", 12.0, 0.0), 2);
        assert_eq!(fitting("", 12.0, 1.0), 0);
    }

    #[test]
    fn a_letter_is_written() {
        let mut path = String::new();
        write_centred(&mut path, "V", (10.0, 10.0), 12.0);
        assert_eq!(path, "M6 4L10 16L14 4");
        path.clear();
        write_centred(&mut path, "O", (4.0, 6.0), 12.0);
        assert_eq!(path, "M4 0Q8 0 8 6Q8 12 4 12Q0 12 0 6Q0 0 4 0");
    }
}
