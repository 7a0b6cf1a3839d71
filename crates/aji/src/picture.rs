//! Boards as pictures in SVG.

use aji_rules::point::column_letter;
use aji_rules::{Color, Point, Position};
use std::fmt::Write;

/// The distance between two lines, and from the outer lines to the edge of the picture.
const CELL: usize = 24;
const MARGIN: usize = 36;

/// Draws a position with its coordinates; the last move has a ring.
pub fn svg(position: &Position, last: Option<Point>) -> String {
    let size = position.size();
    let (right, bottom) = (MARGIN + (size.width() - 1) * CELL, MARGIN + (size.height() - 1) * CELL);
    let (width, height) = (right + MARGIN, bottom + MARGIN);
    let at = |point: Point| {
        let (x, y) = size.xy(point);
        (MARGIN + x * CELL, MARGIN + y * CELL)
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"A Go board of {size}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#e3b96b\"/>\n\
         <path stroke=\"#3a2a10\" fill=\"none\" d=\""
    );
    // Writing to a string does not fail.
    for x in 0..size.width() {
        let x = MARGIN + x * CELL;
        let _ = write!(svg, "M{x} {MARGIN}V{bottom}");
    }
    for y in 0..size.height() {
        let y = MARGIN + y * CELL;
        let _ = write!(svg, "M{MARGIN} {y}H{right}");
    }
    svg += "\"/>\n<g fill=\"#3a2a10\">";
    for (x, y) in size.hoshi().map(at) {
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\"/>");
    }
    svg += "</g>\n<g fill=\"#3a2a10\" font-family=\"sans-serif\" font-size=\"11\" \
            text-anchor=\"middle\">";
    let mut label = |x: usize, y: usize, text: &str| {
        let _ = write!(svg, "<text x=\"{x}\" y=\"{}\">{text}</text>", y + 4);
    };
    for (x, letter) in (0..size.width()).filter_map(|x| Some((x, column_letter(x)?.to_string()))) {
        label(MARGIN + x * CELL, MARGIN / 2 - 5, &letter);
        label(MARGIN + x * CELL, height - MARGIN / 2 + 5, &letter);
    }
    for y in 0..size.height() {
        let number = (size.height() - y).to_string();
        label(MARGIN / 2 - 5, MARGIN + y * CELL, &number);
        label(width - MARGIN / 2 + 5, MARGIN + y * CELL, &number);
    }
    svg += "</g>\n";
    for color in Color::BOTH {
        let (fill, line) = match color {
            Color::Black => ("#111", "#000"),
            Color::White => ("#fafafa", "#555"),
        };
        let _ = write!(svg, "<g fill=\"{fill}\" stroke=\"{line}\">");
        let stones = size.points().filter(|&point| position.stone(point) == Some(color));
        for (x, y) in stones.map(at) {
            let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\"/>");
        }
        svg += "</g>\n";
    }
    if let Some((color, (x, y))) = last.and_then(|point| Some((position.stone(point)?, at(point))))
    {
        let line = match color {
            Color::Black => "#fafafa",
            Color::White => "#111",
        };
        let ring = format!("cx=\"{x}\" cy=\"{y}\" r=\"6\" stroke=\"{line}\" stroke-width=\"2\"");
        let _ = writeln!(svg, "<circle {ring} fill=\"none\"/>");
    }
    svg + "</svg>\n"
}
