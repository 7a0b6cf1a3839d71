//! Charts one below the other, in one picture.

use super::{Chart, letters};
use crate::png::{PictureError, png};
use std::fmt::Write;

/// Charts one below the other.
#[derive(Clone, Debug)]
pub struct Stack(Vec<Chart>);

impl Stack {
    /// The first is on top.
    pub fn new(charts: impl IntoIterator<Item = Chart>) -> Stack {
        Stack(charts.into_iter().collect())
    }

    /// The picture.
    pub fn to_svg(&self) -> Result<String, PictureError> {
        let (mut width, mut top) = (0, 0);
        let mut inside = String::new();
        for chart in &self.0 {
            let svg = chart.to_svg()?;
            // Writing to a string does not fail.
            let _ = write!(inside, "{}", svg.replacen("<svg ", &format!("<svg y=\"{top}\" "), 1));
            width = width.max(side(&svg, "width")?);
            top += side(&svg, "height")?;
        }
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {top}\" \
             width=\"{width}\" height=\"{top}\">\n\
             <rect width=\"{width}\" height=\"{top}\" fill=\"#FFFFFF\"/>\n{inside}</svg>\n"
        ))
    }

    /// The picture as PNG, at so many pixels to a unit.
    pub fn to_png(&self, scale: f32) -> Result<Vec<u8>, PictureError> {
        png(&letters::drawn(&self.to_svg()?)?, scale)
    }
}

/// How long a side of a picture is.
fn side(svg: &str, name: &str) -> Result<u32, PictureError> {
    let behind = svg.split_once(&format!(" {name}=\"")).map(|(_, behind)| behind);
    let number = behind.and_then(|behind| behind.split('"').next()?.parse().ok());
    number.ok_or_else(|| PictureError::Chart(format!("it has no {name}")))
}

#[cfg(test)]
mod tests {
    use super::super::Series;
    use super::*;

    #[test]
    fn charts_stand_below_each_other() {
        let chart = |height| {
            Chart::new("a chart")
                .size(300, height)
                .series(Series::line("", [(0.0, 1.0), (1.0, 2.0)]))
        };
        let stack = Stack::new([chart(200), chart(180)]);
        let svg = stack.to_svg().unwrap();
        assert!(
            svg.contains("viewBox=\"0 0 300 380\"") && svg.contains("<svg y=\"200\" "),
            "{svg}"
        );
        assert!(stack.to_png(1.0).unwrap().starts_with(b"\x89PNG"));
    }
}
