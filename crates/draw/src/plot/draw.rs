//! The drawing of charts by the plotters library. It knows whole pixels only, so everything is drawn
//! larger than it is shown.

use super::axis::{Axis, Scale};
use super::layer::{Layer, layers};
use super::{Chart, Look};
use crate::svg::{clean, escape};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::io;
use std::ops::Range;

/// Pixels of plotters to a unit of the picture.
pub const FINE: u32 = 4;
/// The height of letters in pixels, and how wide they are on average.
pub const TITLE: u32 = 15 * FINE;
pub const TEXT: u32 = 12 * FINE;
const LETTER: f64 = 0.56 * TEXT as f64;

/// The colours of Okabe and Ito without yellow, which is hardly seen on white.
const PALETTE: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0x00, 0x00, 0x00),
];
pub const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);
pub const MESH: RGBColor = RGBColor(0xe0, 0xe0, 0xe0);

pub type Trouble = DrawingAreaErrorKind<io::Error>;
type Drawn = Result<(), Trouble>;
type Canvas<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Scale, Scale>>;

/// The chart as SVG.
pub fn svg(chart: &Chart) -> Result<String, Trouble> {
    let layers = layers(chart);
    let names = layers.iter().map(|layer| layer.series.name.as_str());
    let legend = names.filter(|name| !name.is_empty()).map(text_width).max();
    let (width, height) = (chart.size.0 + legend.map_or(0, |text| text / FINE + 50), chart.size.1);
    let (fine_width, fine_height) = (width * FINE, height * FINE);
    let mut drawing = String::new();
    draw(chart, &layers, SVGBackend::with_string(&mut drawing, (fine_width, fine_height)))?;
    Ok(named(&drawing, &chart.title, (width, height)))
}

/// The library's drawing with our head instead of its own: shown smaller, and with a name.
pub fn named(drawing: &str, title: &str, (width, height): (u32, u32)) -> String {
    let (_, body) = drawing.split_once('>').unwrap_or_default();
    let name = escape(if title.is_empty() { "A chart" } else { title });
    let (fine_width, fine_height) = (width * FINE, height * FINE);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {fine_width} {fine_height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{name}\">\n\
         <title>{name}</title>{body}"
    )
}

fn draw(chart: &Chart, layers: &[Layer<'_>], backend: SVGBackend<'_>) -> Drawn {
    let root = backend.into_drawing_area();
    root.fill(&WHITE)?;
    let (plot, side) = root.split_horizontally(chart.size.0 * FINE);
    let (head, plot) = plot.split_vertically(if chart.title.is_empty() { 8 } else { 36 } * FINE);
    let style = font(TITLE).color(&INK).pos(Pos::new(HPos::Center, VPos::Center));
    let middle = (head.dim_in_pixel().0 as i32 / 2, 20 * FINE as i32);
    head.draw(&Text::new(clean(&chart.title), middle, style))?;

    let x = chart.x.scale(layers.iter().flat_map(Layer::columns));
    let y = chart.y.scale(layers.iter().flat_map(Layer::heights));
    let numbers = y.ticks.iter().map(|tick| text_width(&tick.label)).max().unwrap_or(0);
    let title = |axis: &Axis, room: u32| if axis.title.is_empty() { 0 } else { room * FINE };
    let mut builder = ChartBuilder::on(&plot);
    builder
        .margin_left(8 * FINE)
        .margin_right(18 * FINE)
        .margin_bottom(8 * FINE)
        .x_label_area_size(24 * FINE + title(&chart.x, 20))
        .y_label_area_size(numbers + 12 * FINE + title(&chart.y, 22));
    let (low, high) = (x.low.max(y.low), x.high.min(y.high));
    let base = if chart.y.is_log { y.low } else { 0.0_f64.max(y.low) };
    let (columns, rows) = (x.range(), y.range());
    let mut canvas = builder.build_cartesian_2d(x, y)?;
    draw_mesh(&mut canvas, chart)?;
    if chart.has_diagonal && chart.x.is_log == chart.y.is_log && low < high {
        let style = INK.stroke_width(FINE);
        let ends = [(low, low), (high, high)];
        canvas.draw_series(DashedLineSeries::new(ends, 6 * FINE, 4 * FINE, style))?;
    }
    let levels = chart.levels.iter().filter_map(|&level| chart.y.place(level));
    for level in levels.filter(|level| rows.contains(level)) {
        let ends = [(columns.start, level), (columns.end, level)];
        let style = INK.stroke_width(FINE);
        canvas.draw_series(DashedLineSeries::new(ends, 6 * FINE, 4 * FINE, style))?;
    }
    for layer in layers {
        layer.draw(&mut canvas, base)?;
    }
    if layers.iter().any(|layer| layer.series.look == Look::Bars) {
        let (left, right) = (columns.start, columns.end);
        let line = PathElement::new(vec![(left, base), (right, base)], INK.stroke_width(FINE));
        canvas.draw_series([line])?;
    }
    let named = layers.iter().filter(|layer| !layer.series.name.is_empty());
    for (layer, row) in named.zip(0..) {
        layer.draw_sample(&side, (50 + 20 * row) * FINE as i32)?;
    }
    root.present()
}

fn draw_mesh(canvas: &mut Canvas<'_, '_>, chart: &Chart) -> Drawn {
    let mut mesh = canvas.configure_mesh();
    mesh.axis_style(INK.stroke_width(FINE))
        .bold_line_style(MESH.stroke_width(FINE))
        .label_style(font(TEXT).color(&INK))
        .set_all_tick_mark_size(4 * FINE);
    if !chart.x.groups.is_empty() {
        mesh.disable_x_mesh();
    }
    if !chart.x.title.is_empty() {
        mesh.x_desc(clean(&chart.x.title));
    }
    if !chart.y.title.is_empty() {
        mesh.y_desc(clean(&chart.y.title));
    }
    mesh.draw()
}

/// Axes for the library.
impl Ranged for Scale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, (from, to): (i32, i32)) -> i32 {
        let share = (place - self.low) / (self.high - self.low);
        (f64::from(from) + share * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // No faint lines between those that have a label.
        let ticks = if hint.weight().allow_light_points() { &[] } else { &self.ticks[..] };
        ticks.iter().map(|tick| tick.place).collect()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Scale {
    fn format_ext(&self, place: &f64) -> String {
        let tick = self.ticks.iter().find(|tick| tick.place == *place);
        tick.map(|tick| clean(&tick.label)).unwrap_or_default()
    }
}

/// A font with letters of this height; what the library calls size is more.
pub fn font(height: u32) -> FontDesc<'static> {
    ("sans-serif", f64::from(height) * 1.24).into_font()
}

fn text_width(text: &str) -> u32 {
    (text.chars().count() as f64 * LETTER) as u32
}

impl Layer<'_> {
    fn color(&self) -> RGBColor {
        PALETTE[self.index % PALETTE.len()]
    }

    fn draw(&self, canvas: &mut Canvas<'_, '_>, base: f64) -> Drawn {
        let (look, color) = (self.series.look, self.color());
        if self.series.has_band {
            for run in &self.intervals {
                let upper = run.iter().map(|&(x, _, high)| (x, high));
                let lower = run.iter().rev().map(|&(x, low, _)| (x, low));
                let outline: Vec<(f64, f64)> = upper.chain(lower).collect();
                canvas.draw_series([Polygon::new(outline, color.mix(0.2))])?;
            }
        }
        match look {
            Look::Bars => {
                let half = self.bar_width / 2.0;
                let bar = |&(x, y): &(f64, f64)| {
                    Rectangle::new([(x - half, base), (x + half, y)], color.filled())
                };
                canvas.draw_series(self.curves.iter().flatten().map(bar))?;
            }
            Look::Line | Look::LineWithDots | Look::Bundle => {
                let style = self.line_style();
                let lines = self.curves.iter().map(|curve| PathElement::new(curve.clone(), style));
                canvas.draw_series(lines)?;
            }
            Look::Dots => {}
        }
        if !self.series.has_band {
            self.draw_intervals(canvas)?;
        }
        if matches!(look, Look::Dots | Look::LineWithDots) {
            let points = self.curves.iter().flatten();
            canvas.draw_series(points.map(|&at| EmptyElement::at(at) + self.dot((0, 0))))?;
        }
        Ok(())
    }

    fn draw_intervals(&self, canvas: &mut Canvas<'_, '_>) -> Drawn {
        let color = if self.series.look == Look::Bars { INK } else { self.color() };
        let style = color.stroke_width(5 * FINE / 4);
        let cap = 3 * FINE as i32;
        for &(x, low, high) in self.intervals.iter().flatten() {
            canvas.draw_series([PathElement::new(vec![(x, low), (x, high)], style)])?;
            let caps = [(x, low), (x, high)].into_iter();
            canvas.draw_series(caps.map(|end| {
                EmptyElement::at(end) + PathElement::new(vec![(-cap, 0), (cap, 0)], style)
            }))?;
        }
        Ok(())
    }

    fn line_style(&self) -> ShapeStyle {
        match self.series.look {
            Look::Bundle => self.color().mix(0.25).stroke_width(3 * FINE / 4),
            _ => self.color().stroke_width(2 * FINE),
        }
    }

    /// A dot; after the colours, its shape tells the series apart.
    fn dot(&self, (x, y): (i32, i32)) -> Polygon<(i32, i32)> {
        let corners: &[(i32, i32)] = match self.index % 4 {
            0 => &[(15, 6), (6, 15), (-6, 15), (-15, 6), (-15, -6), (-6, -15), (6, -15), (15, -6)],
            1 => &[(-13, -13), (13, -13), (13, 13), (-13, 13)],
            2 => &[(0, -18), (17, 12), (-17, 12)],
            _ => &[(0, -19), (19, 0), (0, 19), (-19, 0)],
        };
        let corners: Vec<_> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        Polygon::new(corners, self.color())
    }

    /// A line of the legend.
    fn draw_sample(&self, side: &DrawingArea<SVGBackend<'_>, Shift>, y: i32) -> Drawn {
        let (left, right) = (0, 28 * FINE as i32);
        let tall = |half: i32| [(left, y - half), (right, y + half)];
        if self.series.has_band {
            side.draw(&Rectangle::new(tall(5 * FINE as i32), self.color().mix(0.2).filled()))?;
        }
        match self.series.look {
            Look::Bars => {
                side.draw(&Rectangle::new(tall(5 * FINE as i32), self.color().filled()))?;
            }
            Look::Line | Look::LineWithDots => {
                side.draw(&PathElement::new(vec![(left, y), (right, y)], self.line_style()))?;
            }
            Look::Bundle => {
                // Alone, a line of the bundle would be too faint to show its colour.
                let style = self.color().stroke_width(FINE);
                side.draw(&PathElement::new(vec![(left, y), (right, y)], style))?;
            }
            Look::Dots => {}
        }
        if matches!(self.series.look, Look::Dots | Look::LineWithDots) {
            side.draw(&self.dot(((left + right) / 2, y)))?;
        }
        let style = font(TEXT).color(&INK).pos(Pos::new(HPos::Left, VPos::Center));
        side.draw(&Text::new(clean(&self.series.name), (right + 6 * FINE as i32, y), style))
    }
}
