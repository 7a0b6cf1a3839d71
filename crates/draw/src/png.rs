//! Pictures as pixels.

use resvg::{tiny_skia, usvg};

/// The longest side of a picture in pixels.
const MAX_SIDE: f32 = 16_384.0;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// It is no SVG that can be read.
    #[error("the picture cannot be read: {0}")]
    Unreadable(String),
    /// It has text that needs a font.
    #[error(
        "the picture has text in a font; pixels can be made of boards and charts, whose letters are drawn"
    )]
    Font,
    /// It would have too many pixels, or none.
    #[error(
        "a picture of {width} by {height} pixels cannot be made; sides go from 1 to {MAX_SIDE}"
    )]
    Size {
        /// Pixels from left to right.
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
    },
    /// The library for charts gave up.
    #[error("the chart cannot be drawn: {0}")]
    Chart(String),
    /// The pixels cannot be packed.
    #[error("the pixels cannot be packed: {0}")]
    Packing(String),
}

/// Draws SVG without fonts as PNG, at so many pixels to a unit.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PictureError> {
    // The library would leave such text out without a word.
    if svg.contains("<text") {
        return Err(PictureError::Font);
    }
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .map_err(|error| PictureError::Unreadable(error.to_string()))?;
    let size = tree.size();
    let (width, height) = ((size.width() * scale).round(), (size.height() * scale).round());
    let is_possible = |side: f32| (1.0..=MAX_SIDE).contains(&side);
    let fits = is_possible(width) && is_possible(height);
    let (width, height) = (width as u32, height as u32);
    let pixmap = if fits { tiny_skia::Pixmap::new(width, height) } else { None };
    let mut pixmap = pixmap.ok_or(PictureError::Size { width, height })?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PictureError::Packing(error.to_string()))
}
