//! Boards in SVG.
//!
//! Nothing is told by hue alone: what is Black's is also darker and what is White's lighter than the
//! board, so the pictures survive grey printing and colour blindness.

use crate::glyphs;
use crate::svg::{Number, escape};
use aji_rules::point::column_letter;
use aji_rules::{Color, Field, Point, Position, Size};
use std::fmt::Write;

/// The distance between two lines, and from the outer lines to the edge of the picture.
const CELL: f64 = 24.0;
const MARGIN: f64 = 36.0;
/// The height of capitals in coordinates, in captions and in labels of one sign.
const SMALL: f64 = 8.0;
const CAPTION: f64 = 9.5;
const LABEL: f64 = 11.0;
/// From one line of a caption to the next.
const LEADING: f64 = 20.0;
/// The least width of a picture with a caption.
const CAPTION_WIDTH: f64 = 264.0;
/// The side of a square for a point that certainly belongs to somebody. It fits on a stone.
const SQUARE: f64 = 13.0;
/// Ownership below this is nobody's.
const CERTAIN: f64 = 0.1;

const INK: &str = "#3a2a10";
const DARK: &str = "#111111";
const LIGHT: &str = "#fafafa";
const WOOD: Rgb = (0xe3, 0xb9, 0x6b);
/// Under shading: grey, and half-way between the ends in lightness.
const NEUTRAL: Rgb = (0xbf, 0xbb, 0xb3);
const BLACK_SHADE: Rgb = (0x0f, 0x5c, 0xa6);
const WHITE_SHADE: Rgb = (0xff, 0xd5, 0x80);

type Rgb = (u8, u8, u8);

/// A sign on a point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Two crossed strokes.
    Cross,
    /// A triangle.
    Triangle,
    /// A circle, larger than the ring of the last move.
    Circle,
    /// An empty square.
    Square,
    /// Text: one to three letters or digits; the more they are, the smaller.
    Label(String),
}

/// A picture of a position, built up step by step.
#[derive(Clone)]
pub struct Board<'a> {
    position: &'a Position,
    last: Option<Point>,
    ownership: Option<Field<f64>>,
    /// From -1 to 1.
    shading: Option<Field<f64>>,
    marks: Vec<(Point, Mark)>,
    links: Vec<(Point, Point)>,
    caption: String,
}

impl<'a> Board<'a> {
    /// The stones with the coordinates around them.
    pub fn of(position: &'a Position) -> Board<'a> {
        Board {
            position,
            last: None,
            ownership: None,
            shading: None,
            marks: Vec::new(),
            links: Vec::new(),
            caption: String::new(),
        }
    }

    /// Puts a ring on the stone that was played last, unless there is another mark on it.
    pub fn last(self, last: Option<Point>) -> Board<'a> {
        Board { last, ..self }
    }

    /// Puts squares where somebody will own the point, from -1 (White) to 1 (Black): the larger, the
    /// surer. Stones have them where they are more likely dead than alive.
    ///
    /// # Panics
    /// If the field has another size than the board.
    pub fn ownership<T: Copy + Into<f64>>(self, ownership: &Field<T>) -> Board<'a> {
        Board { ownership: Some(self.finite(ownership)), ..self }
    }

    /// Shades the board under the lines: blue and dark where the value is positive, for Black, yellow
    /// and light where it is negative, for White. The largest value on the board has the full colour.
    ///
    /// # Panics
    /// If the field has another size than the board.
    pub fn shading<T: Copy + Into<f64>>(self, influence: &Field<T>) -> Board<'a> {
        let mut shading = self.finite(influence);
        let most = shading.values().iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        if most > 0.0 {
            shading.values_mut().iter_mut().for_each(|value| *value /= most);
        }
        Board { shading: Some(shading), ..self }
    }

    /// Puts a mark on a point.
    pub fn mark(mut self, point: Point, mark: Mark) -> Board<'a> {
        self.marks.push((point, mark));
        self
    }

    /// Links two points with a dashed line: if one is taken, the other makes up for it.
    pub fn link(mut self, one: Point, other: Point) -> Board<'a> {
        self.links.push((one, other));
        self
    }

    /// Writes text below the board, broken into lines where it is wider.
    pub fn caption(self, text: impl Into<String>) -> Board<'a> {
        Board { caption: text.into(), ..self }
    }

    /// The picture.
    pub fn to_svg(&self) -> String {
        let (board_width, board_height) = (self.right() + MARGIN, self.bottom() + MARGIN);
        let least = if self.caption.is_empty() { 0.0 } else { CAPTION_WIDTH };
        let width = board_width.max(least);
        let caption = caption_lines(&self.caption, width - MARGIN);
        let height = board_height + caption.len() as f64 * LEADING;
        // The board begins at zero; a caption that needs more room has it on both sides.
        let left = Number((board_width - width) / 2.0);
        let (width, height) = (Number(width), Number(height));
        let (name, board) = (escape(&self.description()), hex(self.board_colour()));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{name}\">\n\
             <title>{name}</title>\n\
             <rect x=\"{left}\" width=\"{width}\" height=\"{height}\" fill=\"{board}\"/>\n"
        );
        self.draw_shading(&mut svg);
        self.draw_lines(&mut svg);
        self.draw_coordinates(&mut svg);
        self.draw_stones(&mut svg);
        self.draw_ownership(&mut svg);
        self.draw_links(&mut svg);
        self.draw_marks(&mut svg);
        if !caption.is_empty() {
            let mut path = String::new();
            for (line, y) in caption.iter().zip(0..) {
                let y = board_height + 5.0 + f64::from(y) * LEADING;
                glyphs::write_centred(&mut path, line, (board_width / 2.0, y), CAPTION);
            }
            put(&mut svg, &pen(INK, 1.4, &path));
        }
        svg + "</svg>\n"
    }

    fn size(&self) -> Size {
        self.position.size()
    }

    fn right(&self) -> f64 {
        MARGIN + (self.size().width() - 1) as f64 * CELL
    }

    fn bottom(&self) -> f64 {
        MARGIN + (self.size().height() - 1) as f64 * CELL
    }

    fn at(&self, point: Point) -> (f64, f64) {
        let (x, y) = self.size().xy(point);
        (MARGIN + x as f64 * CELL, MARGIN + y as f64 * CELL)
    }

    fn finite<T: Copy + Into<f64>>(&self, field: &Field<T>) -> Field<f64> {
        assert_eq!(field.size(), self.size(), "a field of the board's size");
        field.map(|&value| Some(value.into()).filter(|value| value.is_finite()).unwrap_or(0.0))
    }

    /// For those who cannot see the picture.
    fn description(&self) -> String {
        let stones = self.position.stone_count();
        let size = self.size();
        let mut text = format!(
            "A Go board of {size} with {} black and {} white stones",
            stones.black, stones.white
        );
        // Here and below: writing to a string does not fail.
        if let Some(last) = self.last {
            let _ = write!(text, ", the last at {}", size.vertex(last));
        }
        if !self.caption.is_empty() {
            let _ = write!(text, ": {}", self.caption);
        }
        text
    }

    fn board_colour(&self) -> Rgb {
        if self.shading.is_some() { NEUTRAL } else { WOOD }
    }

    /// The colours for a mark on a point: of what is behind it, and of the mark.
    fn contrast(&self, point: Point) -> (String, &'static str) {
        let square =
            self.ownership.as_ref().and_then(|owner| self.square_owner(point, owner[point]));
        match square.or(self.position.stone(point)) {
            Some(Color::Black) => (DARK.to_string(), LIGHT),
            Some(Color::White) => (LIGHT.to_string(), DARK),
            None => {
                let shade = self.shade(point);
                (hex(shade), if lightness(shade) < 120.0 { LIGHT } else { DARK })
            }
        }
    }

    /// Whose square is on a point that is owned so surely. A living stone needs none.
    fn square_owner(&self, point: Point, ownership: f64) -> Option<Color> {
        let owner = if ownership > 0.0 { Color::Black } else { Color::White };
        let is_shown = ownership.abs() >= CERTAIN && self.position.stone(point) != Some(owner);
        is_shown.then_some(owner)
    }

    fn shade(&self, point: Point) -> Rgb {
        let Some(shading) = &self.shading else { return WOOD };
        let value = shading[point];
        let end = if value > 0.0 { BLACK_SHADE } else { WHITE_SHADE };
        // A power below one keeps weak influence visible.
        mix(NEUTRAL, end, value.abs().powf(0.7))
    }

    fn draw_shading(&self, svg: &mut String) {
        if self.shading.is_none() {
            return;
        }
        // Sharp edges: smoothed ones would show the board between two cells.
        *svg += "<g shape-rendering=\"crispEdges\">";
        for point in self.size().points() {
            let shade = self.shade(point);
            if shade != NEUTRAL {
                *svg += &square(self.at(point), CELL, &format!(" fill=\"{}\"", hex(shade)));
            }
        }
        *svg += "</g>\n";
    }

    fn draw_lines(&self, svg: &mut String) {
        let size = self.size();
        // On a board that is one line wide the crossing lines would have no length.
        let overhang = |side: usize| if side == 1 { CELL / 4.0 } else { 0.0 };
        let (across, down) = (overhang(size.width()), overhang(size.height()));
        let mut path = String::new();
        for x in 0..size.width() {
            let x = Number(MARGIN + x as f64 * CELL);
            let (top, bottom) = (Number(MARGIN - down), Number(self.bottom() + down));
            let _ = write!(path, "M{x} {top}V{bottom}");
        }
        for y in 0..size.height() {
            let y = Number(MARGIN + y as f64 * CELL);
            let (left, right) = (Number(MARGIN - across), Number(self.right() + across));
            let _ = write!(path, "M{left} {y}H{right}");
        }
        let _ = writeln!(svg, "<path stroke=\"{INK}\" fill=\"none\" d=\"{path}\"/>");
        let dots = size.hoshi().map(|point| circle(self.at(point), 3.0));
        let _ = writeln!(svg, "<g fill=\"{INK}\">{}</g>", dots.collect::<String>());
    }

    fn draw_coordinates(&self, svg: &mut String) {
        let size = self.size();
        let gap = MARGIN / 2.0 + 5.0;
        let mut path = String::new();
        for x in 0..size.width() {
            let letter = column_letter(x).map(String::from).unwrap_or_default();
            let x = MARGIN + x as f64 * CELL;
            for y in [MARGIN - gap, self.bottom() + gap] {
                glyphs::write_centred(&mut path, &letter, (x, y), SMALL);
            }
        }
        for y in 0..size.height() {
            let number = (size.height() - y).to_string();
            let y = MARGIN + y as f64 * CELL;
            for x in [MARGIN - gap, self.right() + gap] {
                glyphs::write_centred(&mut path, &number, (x, y), SMALL);
            }
        }
        put(svg, &pen(INK, 1.2, &path));
    }

    fn draw_stones(&self, svg: &mut String) {
        for color in Color::BOTH {
            let (fill, line) = match color {
                Color::Black => (DARK, "#000000"),
                Color::White => (LIGHT, "#555555"),
            };
            let is_own = |&point: &Point| self.position.stone(point) == Some(color);
            let stones = self.size().points().filter(is_own);
            let stones: String = stones.map(|point| circle(self.at(point), 11.0)).collect();
            let _ = writeln!(svg, "<g fill=\"{fill}\" stroke=\"{line}\">{stones}</g>");
        }
    }

    fn draw_ownership(&self, svg: &mut String) {
        let Some(ownership) = &self.ownership else { return };
        for color in Color::BOTH {
            let (fill, line) = match color {
                Color::Black => (DARK, LIGHT),
                Color::White => (LIGHT, DARK),
            };
            let mut squares = String::new();
            for (point, &value) in ownership.iter() {
                if self.square_owner(point, value) == Some(color) {
                    squares += &square(self.at(point), SQUARE * value.abs().min(1.0).sqrt(), "");
                }
            }
            let _ = writeln!(svg, "<g fill=\"{fill}\" stroke=\"{line}\">{squares}</g>");
        }
    }

    fn draw_links(&self, svg: &mut String) {
        let mut path = String::new();
        for &(one, other) in &self.links {
            let ((x, y), (to_x, to_y)) = (self.at(one), self.at(other));
            let length = (to_x - x).hypot(to_y - y);
            if length > 0.0 {
                // The ends stay free for marks.
                let (cut_x, cut_y) = ((to_x - x) / length * 9.0, (to_y - y) / length * 9.0);
                let (x, y, to_x, to_y) = (x + cut_x, y + cut_y, to_x - cut_x, to_y - cut_y);
                let (x, y, to_x, to_y) = (Number(x), Number(y), Number(to_x), Number(to_y));
                let _ = write!(path, "M{x} {y}L{to_x} {to_y}");
            }
        }
        if !path.is_empty() {
            // A dark dash in a light seam is seen on stones of both colours.
            put(svg, &pen(LIGHT, 4.0, &path));
            let dashes = pen(DARK, 2.0, &path);
            put(svg, &format!("<g stroke-dasharray=\"5 5\">{dashes}</g>"));
        }
    }

    fn draw_marks(&self, svg: &mut String) {
        let is_marked = |last: &Point| self.marks.iter().any(|(point, _)| point == last);
        let is_stone = |last: &Point| self.position.stone(*last).is_some();
        if let Some(last) = self.last.filter(|last| is_stone(last) && !is_marked(last)) {
            self.draw_mark(svg, last, &ring(self.at(last), 6.0), 2.0);
        }
        for (point, mark) in &self.marks {
            let (path, width) = mark_path(mark, self.at(*point));
            self.draw_mark(svg, *point, &path, width);
        }
    }

    /// The mark has a seam in the colour of the ground, so that it is seen on lines and squares.
    fn draw_mark(&self, svg: &mut String, point: Point, path: &str, width: f64) {
        let (ground, ink) = self.contrast(point);
        put(svg, &pen(&ground, width + 3.0, path));
        put(svg, &pen(ink, width, path));
    }
}

/// The strokes of a mark and how wide they are.
fn mark_path(mark: &Mark, (x, y): (f64, f64)) -> (String, f64) {
    let lines = |points: &[(f64, f64)]| {
        let mut path = String::new();
        for (index, (dx, dy)) in points.iter().enumerate() {
            let command = if index == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{command}{} {}", Number(x + dx), Number(y + dy));
        }
        path
    };
    let path = match mark {
        Mark::Cross => lines(&[(-5.0, -5.0), (5.0, 5.0)]) + &lines(&[(-5.0, 5.0), (5.0, -5.0)]),
        Mark::Triangle => lines(&[(0.0, -7.0), (6.0, 4.0), (-6.0, 4.0)]) + "Z",
        Mark::Circle => ring((x, y), 7.5),
        Mark::Square => lines(&[(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)]) + "Z",
        Mark::Label(text) => {
            let shrink = (17.0 / glyphs::width(text, LABEL)).min(1.0);
            let mut path = String::new();
            glyphs::write_centred(&mut path, text, (x, y), LABEL * shrink);
            return (path, 1.7 * shrink.max(0.6));
        }
    };
    (path, 2.0)
}

/// The caption in lines that fit; words that are too long are cut.
fn caption_lines(caption: &str, width: f64) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in caption.lines() {
        let mut line = String::new();
        for mut word in paragraph.split_whitespace() {
            let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
            if glyphs::width(&longer, CAPTION) <= width {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            while glyphs::width(word, CAPTION) > width {
                let (beginning, rest) = word.split_at(glyphs::fitting(word, CAPTION, width));
                lines.push(beginning.to_string());
                word = rest;
            }
            line = word.to_string();
        }
        lines.push(line);
    }
    lines
}

/// Writes a line.
fn put(svg: &mut String, element: &str) {
    *svg += element;
    svg.push('\n');
}

fn pen(colour: &str, width: f64, path: &str) -> String {
    format!(
        "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\" d=\"{path}\"/>",
        Number(width)
    )
}

fn circle((x, y): (f64, f64), radius: f64) -> String {
    format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>", Number(x), Number(y), Number(radius))
}

/// A circle as path data.
fn ring((x, y): (f64, f64), radius: f64) -> String {
    let (left, y, radius, right) =
        (Number(x - radius), Number(y), Number(radius), Number(x + radius));
    format!("M{left} {y}A{radius} {radius} 0 0 1 {right} {y}A{radius} {radius} 0 0 1 {left} {y}Z")
}

/// A square around its centre.
fn square((x, y): (f64, f64), side: f64, style: &str) -> String {
    let (left, top, side) = (Number(x - side / 2.0), Number(y - side / 2.0), Number(side));
    format!("<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\"{style}/>")
}

fn mix(from: Rgb, to: Rgb, share: f64) -> Rgb {
    let channel = |from: u8, to: u8| {
        (f64::from(from) + share * (f64::from(to) - f64::from(from))).round() as u8
    };
    (channel(from.0, to.0), channel(from.1, to.1), channel(from.2, to.2))
}

/// From 0 to 255, as a grey picture has it.
fn lightness((red, green, blue): Rgb) -> f64 {
    0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)
}

fn hex((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
