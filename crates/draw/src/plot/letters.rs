//! Text of charts as strokes: pixels are made without fonts.

use crate::glyphs;
use crate::png::PictureError;
use crate::svg::Number;
use resvg::usvg::roxmltree::{Document, Node};

/// The height of capitals as a share of a font's size, and the width of the pen as a share of theirs.
const CAPITAL: f64 = 0.66;
const PEN: f64 = 0.13;
/// How far from its line text stands that is above or below it, as a share of a font's size.
const APART: f64 = 0.1;

/// The same picture with its text drawn.
pub fn drawn(svg: &str) -> Result<String, PictureError> {
    let document =
        Document::parse(svg).map_err(|error| PictureError::Unreadable(error.to_string()))?;
    let mut drawing = String::new();
    let mut done = 0;
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        drawing += &svg[done..text.range().start];
        drawing += &strokes(text);
        done = text.range().end;
    }
    Ok(drawing + &svg[done..])
}

/// One text as the chart library writes it: a place, what of the text is there, and perhaps a turn.
fn strokes(text: Node<'_, '_>) -> String {
    let number = |name| text.attribute(name).and_then(|value| value.parse().ok()).unwrap_or(0.0);
    let (x, y, font): (f64, f64, f64) = (number("x"), number("y"), number("font-size"));
    let line = text.text().unwrap_or_default().trim();
    let height = CAPITAL * font;
    let half = glyphs::width(line, height) / 2.0;
    let centre = match text.attribute("text-anchor") {
        Some("start") => x + half,
        Some("end") => x - half,
        _ => x,
    };
    let middle = match text.attribute("dy") {
        Some("0.76em") => y + height / 2.0 + APART * font,
        Some("-0.5ex") => y - height / 2.0 - APART * font,
        _ => y,
    };
    let mut path = String::new();
    glyphs::write_centred(&mut path, line, (centre, middle), height);
    let turn = text.attribute("transform");
    let turn = turn.map(|turn| format!(" transform=\"{turn}\"")).unwrap_or_default();
    format!(
        "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\"{turn} d=\"{path}\"/>",
        text.attribute("fill").unwrap_or("black"),
        Number(PEN * height)
    )
}
