//! How answers are given: as text, as JSON, as pictures in files. Nothing is drawn that nobody asked for.

use crate::command::Answer;
use crate::writing;
use aji_draw::{Board, PictureError, Stack};
use anyhow::ensure;
use clap::Args;
use serde_json::Value;
use std::path::PathBuf;

/// Pixels to a unit of a picture: two are sharp on today's screens.
const PIXELS: f32 = 2.0;

/// Where to draw.
#[derive(Args)]
pub struct Pictures {
    /// Also draw a picture into this file; `-` draws it to standard output instead of the text.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Also draw the picture into this file as pixels.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

/// How to answer about one position.
#[derive(Args)]
pub struct Output {
    #[command(flatten)]
    pictures: Pictures,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

impl Output {
    /// Draws what was asked for, and answers by the first that was: a picture, JSON or text.
    pub fn answer<'b>(
        &self,
        board: impl FnOnce() -> Board<'b>,
        json: impl FnOnce() -> Value,
        text: impl FnOnce() -> String,
    ) -> anyhow::Result<Answer> {
        let drawn = match self.pictures.are_none() {
            true => None,
            false => self.pictures.put(board().to_svg(), |svg| aji_draw::png(svg, PIXELS))?,
        };
        Ok(match drawn {
            Some(svg) => Answer::good(svg),
            None if self.json => Answer::json(&json()),
            None => Answer::good(text()),
        })
    }
}

impl Pictures {
    /// Whether nothing is to be drawn.
    pub fn are_none(&self) -> bool {
        self.svg.is_none() && self.png.is_none()
    }

    /// Draws charts if that was asked for, and gives back what is to be printed instead of the text.
    pub fn draw_charts(&self, charts: impl FnOnce() -> Stack) -> anyhow::Result<Option<String>> {
        if self.are_none() {
            return Ok(None);
        }
        let charts = charts();
        self.put(charts.to_svg()?, |_| charts.to_png(PIXELS))
    }

    fn put(
        &self,
        svg: String,
        pixels: impl FnOnce(&str) -> Result<Vec<u8>, PictureError>,
    ) -> anyhow::Result<Option<String>> {
        if let Some(path) = &self.png {
            let to_file = path.as_os_str() != "-";
            ensure!(to_file, "pixels go to a file, not to standard output: name one after --png");
            writing::write(path, &pixels(&svg)?)?;
        }
        match &self.svg {
            Some(path) if path.as_os_str() == "-" => return Ok(Some(svg)),
            Some(path) => writing::write(path, svg.as_bytes())?,
            None => {}
        }
        Ok(None)
    }
}
