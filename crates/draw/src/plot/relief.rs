//! Heights over a grid as a hilly surface, seen aslant.

use super::draw::{FINE, INK, MESH, TEXT, TITLE, Trouble, font, named};
use super::letters;
use crate::png::{PictureError, png};
use crate::svg::clean;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// How far one looks from the side and from above, as turns in radians.
const YAW: f64 = 0.6;
const PITCH: f64 = 0.5;
/// The colours of the lowest and the highest places.
const LOW: RGBColor = RGBColor(0xff, 0xf1, 0xc0);
const HIGH: RGBColor = RGBColor(0x00, 0x62, 0xa2);
/// The size of the picture.
const SIZE: (u32, u32) = (520, 440);

/// A surface over a grid, built up step by step.
///
/// ```
/// use aji_draw::Relief;
///
/// let rows = (0..5).map(|y| (0..5).map(|x| f64::from(x * y)).collect());
/// let relief = Relief::new("Products", rows).axes("one", "other", "product");
/// assert!(relief.to_svg().unwrap().starts_with("<svg "));
/// ```
#[derive(Clone, Debug)]
pub struct Relief {
    title: String,
    /// Row by row from the nearest; what is no number is 0.
    heights: Vec<Vec<f64>>,
    names: [String; 3],
    /// From where to where both sides of the grid go.
    sides: [(f64, f64); 2],
    range: Option<(f64, f64)>,
}

impl Relief {
    /// Over a grid of rows of heights, the nearest first.
    pub fn new(title: impl Into<String>, rows: impl IntoIterator<Item = Vec<f64>>) -> Relief {
        let sound = |height: f64| if height.is_finite() { height } else { 0.0 };
        let heights: Vec<Vec<f64>> =
            rows.into_iter().map(|row| row.into_iter().map(sound).collect()).collect();
        let sides = [(0.0, 1.0); 2];
        Relief { title: title.into(), heights, names: Default::default(), sides, range: None }
    }

    /// What the columns, the rows and the heights are.
    pub fn axes(
        self,
        across: impl Into<String>,
        deep: impl Into<String>,
        up: impl Into<String>,
    ) -> Relief {
        Relief { names: [across.into(), deep.into(), up.into()], ..self }
    }

    /// From where to where the columns and the rows go; from 0 to 1 if nothing is said.
    pub fn sides(self, across: (f64, f64), deep: (f64, f64)) -> Relief {
        Relief { sides: [across, deep], ..self }
    }

    /// From where to where the heights go; as far as they do if nothing is said.
    pub fn range(self, low: f64, high: f64) -> Relief {
        Relief { range: Some((low, high)), ..self }
    }

    /// The picture.
    pub fn to_svg(&self) -> Result<String, PictureError> {
        let (width, height) = (SIZE.0 * FINE, SIZE.1 * FINE);
        let mut drawing = String::new();
        let backend = SVGBackend::with_string(&mut drawing, (width, height));
        self.draw(backend).map_err(|error| PictureError::Chart(error.to_string()))?;
        Ok(named(&drawing, &self.title, SIZE))
    }

    /// The picture as PNG, at so many pixels to a unit.
    pub fn to_png(&self, scale: f32) -> Result<Vec<u8>, PictureError> {
        png(&letters::drawn(&self.to_svg()?)?, scale)
    }

    /// From the lowest to the highest, never nothing.
    fn heights_range(&self) -> (f64, f64) {
        let all = || self.heights.iter().flatten().copied();
        let (low, high) = self.range.unwrap_or_else(|| {
            (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
        });
        if low < high { (low, high) } else { (0.0, 1.0) }
    }

    fn draw(&self, backend: SVGBackend<'_>) -> Result<(), Trouble> {
        let root = backend.into_drawing_area();
        root.fill(&WHITE)?;
        let (head, plot) = root.split_vertically(30 * FINE);
        let style = font(TITLE).color(&INK).pos(Pos::new(HPos::Center, VPos::Center));
        let middle = (head.dim_in_pixel().0 as i32 / 2, 18 * FINE as i32);
        head.draw(&Text::new(clean(&self.title), middle, style))?;
        let (low, high) = self.heights_range();
        let [(left, right), (front, back)] = self.sides;
        let mut builder = ChartBuilder::on(&plot);
        builder.margin(4 * FINE);
        // The library has the end of its third axis in front.
        let mut chart = builder.build_cartesian_3d(left..right, low..high, back..front)?;
        chart.with_projection(|mut projection| {
            projection.yaw = YAW;
            projection.pitch = PITCH;
            projection.scale = 0.7;
            projection.into_matrix()
        });
        let number = |value: &f64| format!("{}", (value * 1e3).round() / 1e3);
        chart
            .configure_axes()
            .light_grid_style(TRANSPARENT)
            .bold_grid_style(MESH.stroke_width(FINE))
            .label_style(font(TEXT).color(&INK))
            .x_formatter(&number)
            .y_formatter(&number)
            .z_formatter(&number)
            .x_labels(5)
            .y_labels(5)
            .z_labels(5)
            .draw()?;
        let mut cells = self.cells();
        let spec = chart.as_coord_spec();
        // What is far away is drawn first.
        let far = |cell: &[(f64, f64, f64); 4]| {
            let depth = |&(x, y, z): &(f64, f64, f64)| spec.projected_depth(&x, &y, &z);
            cell.iter().map(depth).sum::<i32>()
        };
        cells.sort_by_key(|cell| std::cmp::Reverse(far(cell)));
        for cell in cells {
            let height = cell.iter().map(|corner| corner.1).sum::<f64>() / 4.0;
            let share = ((height - low) / (high - low)).clamp(0.0, 1.0);
            chart.draw_series([Polygon::new(cell.to_vec(), mixed(share).filled())])?;
            let edge = cell.iter().chain(&cell[..1]).copied().collect::<Vec<_>>();
            chart.draw_series([PathElement::new(edge, INK.mix(0.45).stroke_width(FINE / 2))])?;
        }
        let [across, deep, up] = self.names.each_ref().map(|name| clean(name));
        let beyond = |from: f64, to: f64| from - 0.22 * (to - from);
        let style = font(TEXT).color(&INK).pos(Pos::new(HPos::Center, VPos::Center));
        let (half_x, half_z) = ((left + right) / 2.0, (front + back) / 2.0);
        for (name, place) in [
            (across, (half_x, low, beyond(front, back))),
            (deep, (right - (beyond(left, right) - left), low, half_z)),
            (up, (left, high + 0.1 * (high - low), front)),
        ] {
            chart.draw_series([Text::new(name, place, style.clone())])?;
        }
        root.present()
    }

    /// The corners of all four-sided pieces, as (across, up, deep).
    fn cells(&self) -> Vec<[(f64, f64, f64); 4]> {
        let columns = self.heights.iter().map(Vec::len).min().unwrap_or(0);
        let rows = self.heights.len();
        let [(left, right), (front, back)] = self.sides;
        let along = |nth: usize, count: usize, from: f64, to: f64| {
            from + (to - from) * nth as f64 / count.saturating_sub(1).max(1) as f64
        };
        let corner = |x: usize, y: usize| {
            let height = self.heights[y][x];
            (along(x, columns, left, right), height, along(y, rows, front, back))
        };
        let mut cells = Vec::new();
        for y in 1..rows {
            for x in 1..columns {
                cells.push([
                    corner(x - 1, y - 1),
                    corner(x, y - 1),
                    corner(x, y),
                    corner(x - 1, y),
                ]);
            }
        }
        cells
    }
}

/// Between the two colours.
fn mixed(share: f64) -> RGBColor {
    let part = |low: u8, high: u8| {
        (f64::from(low) + share * (f64::from(high) - f64::from(low))).round() as u8
    };
    RGBColor(part(LOW.0, HIGH.0), part(LOW.1, HIGH.1), part(LOW.2, HIGH.2))
}
