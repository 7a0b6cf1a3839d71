//! Numbers as charts: lines, dots, bundles of many lines and bars, with intervals.
//!
//! The colours are those of Okabe and Ito, which people of all kinds of sight tell apart; dots also
//! differ in shape. In SVG text is ordinary text; as pixels it is drawn, as on boards.

mod axis;
mod draw;
mod layer;
mod letters;
mod relief;
mod stack;

pub use relief::Relief;
pub use stack::Stack;

use crate::png::{PictureError, png};
use axis::Axis;

/// A chart, built up step by step.
///
/// ```
/// use aji_draw::{Chart, Series};
///
/// let loss = Series::line("loss", [(1.0, 0.7), (10.0, 0.5), (100.0, 0.4)])
///     .with_band([(0.65, 0.75), (0.47, 0.53), (0.39, 0.41)]);
/// let chart = Chart::new("Learning").x("games").log_x().y("loss").series(loss);
/// assert!(chart.to_svg().unwrap().starts_with("<svg "));
/// ```
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
    has_diagonal: bool,
    levels: Vec<f64>,
    size: (u32, u32),
}

/// One kind of thing in a chart, with its name in the legend. Without a name it is not there.
///
/// Values that are no numbers are left out and interrupt lines; so do those without a logarithm on
/// a logarithmic axis.
#[derive(Clone, Debug)]
pub struct Series {
    name: String,
    look: Look,
    /// One of them, except in a bundle.
    curves: Vec<Vec<(f64, f64)>>,
    /// From low to high, for each point of the curve.
    intervals: Vec<(f64, f64)>,
    has_band: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Line,
    LineWithDots,
    Dots,
    Bundle,
    Bars,
}

impl Chart {
    /// An empty chart.
    pub fn new(title: impl Into<String>) -> Chart {
        Chart {
            title: title.into(),
            x: Axis::default(),
            y: Axis::default(),
            series: Vec::new(),
            has_diagonal: false,
            levels: Vec::new(),
            size: (600, 400),
        }
    }

    /// A chart of how often things came true that were said to be so likely: a square with its
    /// diagonal, where forecasts should be.
    pub fn calibration(title: impl Into<String>) -> Chart {
        let chart = Chart::new(title).x("predicted").y("observed").diagonal().size(400, 400);
        [0.0, 1.0].into_iter().fold(chart, |chart, end| chart.reach_x(end).reach_y(end))
    }

    /// A chart with names along the bottom, for [`Series::bars`]. On its x axis the groups are at
    /// 0, 1, 2 and so on.
    pub fn groups<T: Into<String>>(
        title: impl Into<String>,
        names: impl IntoIterator<Item = T>,
    ) -> Chart {
        let mut chart = Chart::new(title);
        chart.x.groups = names.into_iter().map(Into::into).collect();
        chart
    }

    /// The title of the x axis.
    pub fn x(mut self, title: impl Into<String>) -> Chart {
        self.x.title = title.into();
        self
    }

    /// The title of the y axis.
    pub fn y(mut self, title: impl Into<String>) -> Chart {
        self.y.title = title.into();
        self
    }

    /// Makes the x axis logarithmic.
    pub fn log_x(mut self) -> Chart {
        self.x.is_log = true;
        self
    }

    /// Makes the y axis logarithmic.
    pub fn log_y(mut self) -> Chart {
        self.y.is_log = true;
        self
    }

    /// Makes the x axis reach a value, even if no data do.
    pub fn reach_x(mut self, value: f64) -> Chart {
        self.x.reach.push(value);
        self
    }

    /// Makes the y axis reach a value, even if no data do.
    pub fn reach_y(mut self, value: f64) -> Chart {
        self.y.reach.push(value);
        self
    }

    /// Draws the line where both axes say the same, if both are of one kind.
    pub fn diagonal(mut self) -> Chart {
        self.has_diagonal = true;
        self
    }

    /// Draws a line from side to side at this height, such as where a game is even.
    pub fn level(mut self, y: f64) -> Chart {
        self.levels.push(y);
        self
    }

    /// The size of the picture, from 240 by 180 to 4096 by 4096. A legend comes on top of its width.
    pub fn size(mut self, width: u32, height: u32) -> Chart {
        self.size = (width.clamp(240, 4096), height.clamp(180, 4096));
        self
    }

    /// Adds a series, in front of those that are there. From the eighth on, colours come again.
    pub fn series(mut self, series: Series) -> Chart {
        if series.look == Look::Bars && !self.y.is_log {
            // Bars that begin elsewhere mislead.
            self.y.reach.push(0.0);
        }
        self.series.push(series);
        self
    }

    /// The picture.
    pub fn to_svg(&self) -> Result<String, PictureError> {
        draw::svg(self).map_err(|error| PictureError::Chart(error.to_string()))
    }

    /// The picture as PNG, at so many pixels to a unit.
    pub fn to_png(&self, scale: f32) -> Result<Vec<u8>, PictureError> {
        png(&letters::drawn(&self.to_svg()?)?, scale)
    }
}

impl Series {
    fn new(name: impl Into<String>, look: Look, curves: Vec<Vec<(f64, f64)>>) -> Series {
        Series { name: name.into(), look, curves, intervals: Vec::new(), has_band: false }
    }

    /// A line through points (x, y).
    pub fn line(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series::new(name, Look::Line, vec![points.into_iter().collect()])
    }

    /// Points (x, y) without a line.
    pub fn dots(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series::new(name, Look::Dots, vec![points.into_iter().collect()])
    }

    /// Many thin lines of one colour, such as one for each point of a board.
    pub fn bundle<T: IntoIterator<Item = (f64, f64)>>(
        name: impl Into<String>,
        curves: impl IntoIterator<Item = T>,
    ) -> Series {
        let curves = curves.into_iter().map(|curve| curve.into_iter().collect());
        Series::new(name, Look::Bundle, curves.collect())
    }

    /// A bar in each group of [`Chart::groups`], beside those of the other series.
    pub fn bars(name: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Series {
        let values = values.into_iter().enumerate();
        let points = values.map(|(index, value)| (index as f64, value));
        Series::new(name, Look::Bars, vec![points.collect()])
    }

    /// Puts dots on the points of a line.
    pub fn with_dots(mut self) -> Series {
        if self.look == Look::Line {
            self.look = Look::LineWithDots;
        }
        self
    }

    /// Draws an interval from low to high at each point.
    pub fn with_intervals(self, intervals: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series { intervals: intervals.into_iter().collect(), has_band: false, ..self }
    }

    /// Draws the intervals from low to high at all points as one band.
    pub fn with_band(self, intervals: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series { intervals: intervals.into_iter().collect(), has_band: true, ..self }
    }
}
